"""Cut the transcribed lines of a collection (PAGE or ALTO files beside their images) into a folder with lines.csv.

Lines that the HTR-United catalogue lists under CC BY, CC0, MIT or Apache may teach. Collections that are held out to
measure with are refused by name. Images and texts stay in the folder and are never part of the repository.
"""

from __future__ import annotations

import argparse
import csv
import re
from pathlib import Path

import cv2

from core.formats.records import PageRecord
from core.formats.sources import read_source
from core.imaging.read import read_gray
from core.imaging.segment.page import line_region

HELD_OUT = (
    "josephhooker", "cremma-mss-19", "memorials_jane", "peraire", "copiste", "dhsd",
    "ubtue", "ground-truth-ubtue", "episearch", "tables_decennales", "iforal", "medieval-italian",
    "middle-ages-in-spain", "htr-mss-15e", "celestine", "berlioz", "catmus", "iam",
)  # fmt: skip
"""Parts of the names of collections that nothing may learn from, in lower case."""

ONLY_AS_GIVEN = ("testamentsdepoilus",)
"""Parts of the names of collections of which only the lines in ``hands`` may teach; nothing more is cut."""

HEIGHT = 60
"""Rows of a line's image, as in the other folders of lines."""


def refuse_held_out(name: str, names: tuple[str, ...] = HELD_OUT) -> None:
    """Raise SystemExit for a collection that is held out."""
    for part in names:
        if part in name.lower():
            raise SystemExit(f"{name} is held out: it measures, and must not teach.")


def cut_page(page: PageRecord, folder: Path, first: int) -> list[tuple[str, str]]:
    """Write the images of a page's transcribed lines, numbered from ``first``; return their files and texts."""
    gray = read_gray(page.image, page.frame)
    written: list[tuple[str, str]] = []
    for line in page.lines:
        text = " ".join((line.text or "").split())
        region = line_region(gray, line.box, line.polygon)
        if not text or region is None or min(region.gray.shape) < 8:
            continue
        width = max(1, round(region.gray.shape[1] * HEIGHT / region.gray.shape[0]))
        small = cv2.resize(region.gray, (width, HEIGHT), interpolation=cv2.INTER_AREA)
        file = f"lines/{first + len(written):05d}.jpg"
        cv2.imwrite(str(folder / file), small, [cv2.IMWRITE_JPEG_QUALITY, 85])
        written.append((file, text))
    return written


def named_pages(table: Path) -> set[str]:
    """Return the plain names of a table's pages, without the collection that may stand before them."""
    with table.open(encoding="utf-8") as file:
        return {plain_name(row["page"].split("__")[-1]) for row in csv.DictReader(file)}


def plain_name(page: str) -> str:
    """Return the letters and digits of a page's name: collections write the marks between them differently."""
    return "-".join(re.findall(r"[^\W_]+", page)).lower()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="a folder of PAGE or ALTO files with their images")
    parser.add_argument("name", help="the collection's name, as in sources.json")
    parser.add_argument("out", type=Path)
    parser.add_argument("--hand", help="the hand of all pages; by default each page is a hand of its own")
    parser.add_argument(
        "--without",
        type=Path,
        action="append",
        default=[],
        help="a table with a column page: pages named there, learnt from or held out, are not cut",
    )
    options = parser.parse_args()
    for given in (options.name, str(options.source)):
        refuse_held_out(given, HELD_OUT + ONLY_AS_GIVEN)
    (options.out / "lines").mkdir(parents=True, exist_ok=True)
    known = {name for table in options.without for name in named_pages(table)}
    rows: list[dict[str, str]] = []
    for page in read_source(options.source).pages:
        name = page.image.stem
        if plain_name(name) in known:
            continue
        about = {"collection": options.name, "hand": options.hand or name, "page": name, "part": "train"}
        rows += [{"file": file, "text": text, **about} for file, text in cut_page(page, options.out, len(rows))]
    with (options.out / "lines.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["file", "text", "collection", "hand", "page", "part"])
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows):,} lines of {options.name} in {options.out}")


if __name__ == "__main__":
    main()
