"""Cut the transcribed lines of a collection (PAGE or ALTO files beside their images) into a folder with lines.csv.

They are cut out by their given outlines, or as the line finder finds them (``--found``), which is how the product reads
pages that nobody has drawn lines on: straightened, with the ink of their neighbours.

Lines that the HTR-United catalogue lists under CC BY, CC0, MIT or Apache may teach. Collections that are held out to
measure with are refused by name. Images and texts stay in the folder and are never part of the repository.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from core.formats.records import PageRecord
from core.formats.sources import read_source
from core.imaging.read import read_gray
from core.imaging.segment.binarise import Gray
from core.imaging.segment.found_lines import lines_from_maps
from core.imaging.segment.line_strip import letter_heights, straight_strip
from core.imaging.segment.page import line_region
from core.model.line_finder import LineFinder
from core.store.shipped_files import line_finder_path, load_line_finder
from research.starter.real import is_held_out_hand

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
_SAME = 0.93
"""Share of the longer of two baselines that lies beside the other where both are of the same line."""
_APART = 0.025
"""Greatest mean distance of two baselines of the same line, in lengths of the line; never less than 6 pixels."""


def refuse_held_out(name: str, names: tuple[str, ...] = HELD_OUT) -> None:
    """Raise SystemExit for a collection that is held out."""
    for part in names:
        if part in name.lower():
            raise SystemExit(f"{name} is held out: it measures, and must not teach.")


def given_strips(page: PageRecord, gray: Gray) -> Iterator[tuple[Gray, str]]:
    """Yield the images of a page's transcribed lines, cut out by their outlines, with their texts."""
    for line in page.lines:
        region = line_region(gray, line.box, line.polygon)
        if line.text and region is not None:
            yield region.gray, line.text


def found_strips(page: PageRecord, gray: Gray, finder: LineFinder) -> Iterator[tuple[Gray, str]]:
    """Yield the images of the lines that the line finder finds where a transcribed line lies, with its text."""
    found = lines_from_maps(gray, finder.maps(gray))
    letters = letter_heights([line.outline for line in found])
    for line in page.lines:
        if not line.text or not line.baseline or len(line.baseline) < 2:
            continue
        same = [
            (other.baseline, height)
            for other, height in zip(found, letters, strict=True)
            if lies_along(np.array(line.baseline), np.array(other.baseline))
        ]
        strip = straight_strip(gray, *same[0]) if len(same) == 1 else None
        if strip is not None:
            yield strip.gray, line.text


def lies_along(given: NDArray[np.float64], found: NDArray[np.float64]) -> bool:
    """Return whether two baselines [n, 2] span the same columns and are at most a fortieth of their length apart."""
    left = max(given[:, 0].min(), found[:, 0].min())
    right = min(given[:, 0].max(), found[:, 0].max())
    if right - left < _SAME * max(np.ptp(given[:, 0]), np.ptp(found[:, 0]), 1):
        return False
    columns = np.linspace(left, right, 9)
    rows = [np.interp(columns, *line[np.argsort(line[:, 0], kind="stable")].T) for line in (given, found)]
    return bool(np.abs(rows[0] - rows[1]).mean() < max(_APART * (right - left), 6))


def write_strips(strips: Iterable[tuple[Gray, str]], folder: Path, first: int) -> list[tuple[str, str]]:
    """Write the images of lines, numbered from ``first``; return their files and texts."""
    written: list[tuple[str, str]] = []
    for strip, untidy in strips:
        text = " ".join(untidy.split())
        if not text or min(strip.shape) < 8:
            continue
        width = max(1, round(strip.shape[1] * HEIGHT / strip.shape[0]))
        small = cv2.resize(strip, (width, HEIGHT), interpolation=cv2.INTER_AREA)
        file = f"lines/{first + len(written):05d}.jpg"
        cv2.imwrite(str(folder / file), small, [cv2.IMWRITE_JPEG_QUALITY, 85])
        written.append((file, text))
    return written


def teaching_hands(tables: Iterable[Path]) -> dict[str, str | None]:
    """Return the hand of each page of tables of lines or pages by its plain name; None for a page that measures."""
    hands: dict[str, str | None] = {}
    measure: dict[str, str | None] = {}
    for table in tables:
        with table.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                name = plain_name(row["page"])
                hands[name] = row.get("hand") or hands.get(name, row["page"])
                measure |= {} if row.get("part", "train") == "train" else {name: None}
    return hands | measure


def plain_name(page: str) -> str:
    """Return the letters and digits of a page's name, without the collection that may stand before it.

    Collections write the marks between them differently.
    """
    return "-".join(re.findall(r"[^\W_]+", page.split("__")[-1])).lower()


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
    parser.add_argument(
        "--known",
        type=Path,
        action="append",
        default=[],
        help="a table of lines or pages: pages of it that measure are not cut, others keep their hand",
    )
    parser.add_argument("--found", action="store_true", help="cut the lines as the line finder finds them")
    options = parser.parse_args()
    finder = load_line_finder(line_finder_path()) if options.found else None
    for given in (options.name, str(options.source)):
        refuse_held_out(given, HELD_OUT + ONLY_AS_GIVEN)
    (options.out / "lines").mkdir(parents=True, exist_ok=True)
    left_out, hands = teaching_hands(options.without), teaching_hands(options.known)
    rows: list[dict[str, str]] = []
    for page in read_source(options.source).pages:
        name = page.image.stem
        hand = options.hand or hands.get(plain_name(name), name)
        if plain_name(name) in left_out or hand is None or is_held_out_hand(hand):
            continue
        gray = read_gray(page.image, page.frame)
        strips = found_strips(page, gray, finder) if finder else given_strips(page, gray)
        about = {"collection": options.name, "hand": hand, "page": name, "part": "train"}
        rows += [{"file": file, "text": text, **about} for file, text in write_strips(strips, options.out, len(rows))]
    with (options.out / "lines.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["file", "text", "collection", "hand", "page", "part"])
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows):,} lines of {options.name} in {options.out}")


if __name__ == "__main__":
    main()
