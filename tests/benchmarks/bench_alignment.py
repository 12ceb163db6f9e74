"""Measure how lines of known text are cut into words: by gaps and widths, and by alignment with starter models.

    python tests/benchmarks/bench_alignment.py [--gw GW] [--pages HANDS/pages] [--starter FILE ...] [--part check]

On George Washington's pages the boxes of the words are known: the table tells the median overlap (intersection over
union) and the share of words with .5 or more. ``HANDS/pages`` has PAGE files, images and pages.csv (page, collection,
part); there a line counts as cut badly if its words cover less than 70 % of its width or a box has under a quarter of
the width that its letters let expect.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.formats import gtp, pagexml
from core.geometry import Box, iou, union
from core.imaging.read import read_gray
from core.imaging.segment.align import align_line, expected_width, misfit
from core.imaging.segment.page import line_region, split_line_region
from core.recognition.line_alignment import align_words
from core.store.starter import load_starter

Words = list[tuple[Box, str]]


class Aligner:
    """A starter model that finds the words of a line."""

    def __init__(self, path: Path) -> None:
        starter = load_starter(path)
        self.alphabet = starter.alphabet
        self.learner = starter.learner()

    def cut(self, gray: np.ndarray, box: Box, polygon: Any, words: list[str]) -> Words:
        region = line_region(gray, box, polygon)
        line = align_words(self.learner, self.alphabet, region.gray, words) if region else None
        if line is None or region is None:
            return []
        return [
            ((region.x + w.left, region.y + w.top, w.right - w.left, w.bottom - w.top), text)
            for w, text in zip(line.words, words, strict=True)
            if w
        ]


def by_gaps(gray: np.ndarray, box: Box, polygon: Any, words: list[str]) -> Words:
    return align_line(split_line_region(gray, box, polygon), " ".join(words))


def gw_lines(words: list[Any]) -> list[list[Any]]:
    """Group the words of a page, in reading order, into lines: a new one begins where a word lies left of the last."""
    lines: list[list[Any]] = []
    for word in words:
        if not lines or word.box[0] < lines[-1][-1].box[0]:
            lines.append([])
        lines[-1].append(word)
    return lines


def measure_gw(folder: Path, ways: dict[str, Any]) -> dict[str, Any]:
    overlaps: dict[str, list[float]] = {name: [] for name in ways}
    for page in gtp.read(folder).pages:
        gray = read_gray(page.image, page.frame)
        for line in gw_lines([word for word in page.words if word.text]):
            box = union(word.box for word in line)
            for name, cut in ways.items():
                found = cut(gray, box, None, [word.text for word in line])
                pairs = zip(found, line, strict=True) if len(found) == len(line) else ()
                values = [iou(own, word.box) for (own, _), word in pairs]
                overlaps[name] += values or [0.0] * len(line)
    return {
        name: {
            "words": len(v),
            "median": round(float(np.median(v)), 3),
            "half": round(float((np.array(v) >= 0.5).mean()), 4),
        }
        for name, v in overlaps.items()
    }


def is_bad(words: Words, box: Box) -> bool:
    if not words:
        return True
    unit = sum(own[2] for own, _ in words) / sum(expected_width(text) for _, text in words)
    return union(own for own, _ in words)[2] < 0.7 * box[2] or any(
        own[2] < 0.25 * unit * expected_width(text) for own, text in words
    )


def measure_pages(folder: Path, part: str, ways: dict[str, Any]) -> dict[str, Any]:
    with (folder / "pages.csv").open(encoding="utf-8") as file:
        names = [row["page"] for row in csv.DictReader(file) if row["part"] == part]
    counts = {name: {"lines": 0, "bad": 0, "refused": 0} for name in ways}
    for name in names:
        file_ = folder / f"{name}.xml" if not name.endswith(".xml") else folder / name
        for page in pagexml.read(file_).pages:
            gray = read_gray(page.image, page.frame)
            for line in page.lines:
                words = (line.text or "").split()
                if not words:
                    continue
                for way, cut in ways.items():
                    found = cut(gray, line.box, line.polygon, words)
                    counts[way]["lines"] += 1
                    counts[way]["bad"] += is_bad(found, line.box)
                    counts[way]["refused"] += not found or bool(misfit(found, gray, line.box))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gw", type=Path)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--starter", type=Path, action="append", default=[])
    parser.add_argument("--part", default="check")
    args = parser.parse_args()
    ways: dict[str, Any] = {"gaps and widths": by_gaps}
    ways |= {path.stem: Aligner(path).cut for path in args.starter}
    if args.gw:
        print(json.dumps(measure_gw(args.gw, ways)), flush=True)
    if args.pages:
        print(json.dumps(measure_pages(args.pages, args.part, ways)), flush=True)


if __name__ == "__main__":
    main()
