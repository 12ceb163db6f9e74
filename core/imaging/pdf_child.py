"""A program that writes the sizes of a PDF's pages, or one page as grey pixels, to standard output.

The PDF library is large, interprets untrusted input, and ends the whole process when memory runs out. Here that
is a process of its own with limits. It writes a line of JSON, then the pixels.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

from core.system.computer import limit_process

MAX_CPU_SECONDS = 8
MAX_MEMORY = 900 * 2**20


def main(path: str, scale: float, max_pixels: int, max_pages: int, frame: int | None) -> None:
    """Answer for one PDF; the line of JSON has a key ``error`` if something fails."""
    limit_process(MAX_MEMORY, MAX_CPU_SECONDS)  # on Windows only the parent's timeout applies
    import pypdfium2

    document = None
    try:
        document = pypdfium2.PdfDocument(path)
        if not 1 <= len(document) <= max_pages:
            _send({"error": "pages", "pages": len(document)})
        elif frame is None:
            _send({"sizes": [_size(document.get_page_size(i), scale) for i in range(len(document))]})
        elif not 0 <= frame < len(document):
            _send({"error": "frame", "frame": frame, "pages": len(document)})
        else:
            _render(document[frame], scale, max_pixels, len(document))
    except Exception as error:
        _send({"error": "damaged", "message": str(error)})
    finally:
        if document is not None:
            document.close()


def _render(page: Any, scale: float, max_pixels: int, pages: int) -> None:
    width, height = _size(page.get_size(), scale)
    if not 0 < width * height <= max_pixels:
        _send({"error": "size", "size": [width, height], "pages": pages})
        return
    bitmap = page.render(scale=scale, grayscale=True)
    _send({"width": bitmap.width, "height": bitmap.height})
    rows = memoryview(bitmap.buffer).cast("B")
    for y in range(bitmap.height):
        sys.stdout.buffer.write(rows[y * bitmap.stride : y * bitmap.stride + bitmap.width])
    sys.stdout.buffer.flush()


def _size(points: tuple[float, float], scale: float) -> tuple[int, int]:
    return math.ceil(points[0] * scale), math.ceil(points[1] * scale)


def _send(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    name, factor, pixels, count, *chosen = sys.argv[1:]
    main(name, float(factor), int(pixels), int(count), int(chosen[0]) if chosen else None)
