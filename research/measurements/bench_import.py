"""Import of many pages with lines: PAGE XML files of 30 lines, with and without word boxes, beside their scans.

Run: python -m research.measurements.bench_import [--pages 2000]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import cv2
import numpy as np

from research.measurements.scale_archive import Ran, _numbered, ductus

LINES, WORDS = 30, 8
SIZE = (1600, 2400)


def make_pages(folder: Path, count: int, *, words: bool) -> None:
    """Write ``count`` scans, each different in a text chunk only, and their PAGE XML files."""
    folder.mkdir()
    page = np.full((SIZE[1], SIZE[0]), 235, np.uint8)
    for line in range(LINES):
        for word in range(WORDS):
            x, y = 60 + word * 185, 60 + line * 76
            cv2.putText(page, "written", (x, y + 40), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 1.1, 40, 2)
    png = cv2.imencode(".png", page)[1].tobytes()
    body = "".join(_line(line, words) for line in range(LINES))
    for number in range(count):
        name = f"page-{number:05}"
        (folder / f"{name}.png").write_bytes(_numbered(png, number))
        (folder / f"{name}.xml").write_text(
            '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Metadata/>'
            f'<Page imageFilename="{name}.png" imageWidth="{SIZE[0]}" imageHeight="{SIZE[1]}"><TextRegion id="r1">'
            f'<Coords points="50,50 1550,50 1550,2350 50,2350"/>{body}</TextRegion></Page></PcGts>',
            encoding="utf-8",
        )


def _line(number: int, words: bool) -> str:
    y, texts = 60 + number * 76, [f"w{number}x{word}" for word in range(WORDS)]
    boxes = (
        f'<Word id="l{number}w{k}"><Coords points="{_box(60 + k * 185, y, 170, 60)}"/>{_text(text)}</Word>'
        for k, text in enumerate(texts)
    )
    return (
        f'<TextLine id="l{number}"><Coords points="{_box(55, y - 5, 1490, 70)}"/>'
        f'<Baseline points="60,{y + 45} 1530,{y + 45}"/>{"".join(boxes) if words else ""}'
        f"{_text(' '.join(texts))}</TextLine>"
    )


def _box(x: int, y: int, w: int, h: int) -> str:
    return f"{x},{y} {x + w},{y} {x + w},{y + h} {x},{y + h}"


def _text(text: str) -> str:
    return f"<TextEquiv><Unicode>{text}</Unicode></TextEquiv>"


def main() -> None:
    """Print a line for each kind of page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    count = parser.parse_args().pages
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        for words, kind in ((True, "lines with words"), (False, "lines without words")):
            folder, project = where / f"pages-{words}", where / f"project-{words}.ductus"
            make_pages(folder, count, words=words)
            ductus("new", str(project))
            ran: Ran = ductus("import", str(project), str(folder))
            print(
                f"{count:,} pages of {LINES} {kind}: imported in {ran.seconds:.0f} s "
                f"({1000 * ran.seconds / count:.0f} ms a page, {ran.cpu:.0f} s processor time), "
                f"greatest memory {ran.most_mb:.0f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
