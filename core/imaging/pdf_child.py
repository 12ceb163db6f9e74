"""Run as a program of its own: the sizes of a PDF's pages, or one page as grey pixels, on standard output.

The PDF library is large, runs what a stranger wrote, and ends the whole process when memory runs out. Here
that is a process with nothing else in it and with limits. First comes a line of JSON, then the pixels.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

SECONDS = 8
MEMORY = 900 * 2**20


def main(path: str, scale: float, most_pixels: int, most_pages: int, frame: int | None) -> None:
    """Answer for one PDF; what goes wrong is told in the line of JSON as ``error``."""
    _limit()
    import pypdfium2

    document = None
    try:
        document = pypdfium2.PdfDocument(path)
        if not 1 <= len(document) <= most_pages:
            _tell({"error": "pages", "pages": len(document)})
        elif frame is None:
            _tell({"sizes": [_size(document.get_page_size(i), scale) for i in range(len(document))]})
        elif not 0 <= frame < len(document):
            _tell({"error": "frame", "frame": frame, "pages": len(document)})
        else:
            _draw(document[frame], scale, most_pixels, len(document))
    except Exception as error:
        _tell({"error": "damaged", "told": str(error)})
    finally:
        if document is not None:
            document.close()


def _draw(page: Any, scale: float, most_pixels: int, pages: int) -> None:
    width, height = _size(page.get_size(), scale)
    if not 0 < width * height <= most_pixels:
        _tell({"error": "size", "size": [width, height], "pages": pages})
        return
    bitmap = page.render(scale=scale, grayscale=True)
    _tell({"width": bitmap.width, "height": bitmap.height})
    rows = memoryview(bitmap.buffer).cast("B")
    for y in range(bitmap.height):
        sys.stdout.buffer.write(rows[y * bitmap.stride : y * bitmap.stride + bitmap.width])
    sys.stdout.buffer.flush()


def _size(points: tuple[float, float], scale: float) -> tuple[int, int]:
    return math.ceil(points[0] * scale), math.ceil(points[1] * scale)


def _tell(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


def _limit() -> None:
    """Bound memory and time where the system can (not on Windows; there the parent's patience is the bound)."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        # a limit that is there already and tighter stays
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    name, factor, pixels, count, *chosen = sys.argv[1:]
    main(name, float(factor), int(pixels), int(count), int(chosen[0]) if chosen else None)
