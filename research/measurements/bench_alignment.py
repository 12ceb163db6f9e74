"""Measure how lines of known text are cut into words: by gaps and widths, and by alignment with starter models.

    python -m research.measurements.bench_alignment [--gw GW] [--hands HANDS] [--starter FILE ...] [--part check]

On George Washington's pages the boxes of the words are known: the table gives the median overlap (intersection over
union) and the share of words with .5 or more. ``HANDS`` has pages.csv (page, collection, part) and a folder ``pages``
with PAGE files and images, which are cut as an import cuts them. There a line counts as cut badly if its words cover
less than 70 % of its width or a box has under a quarter of the width that its letters let expect. Counted apart are
lines that are wider than their ink, such as a short entry in a wide cell (all words cover nearly all of the ink), and
lines that the import keeps whole, for a person to cut.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from core.events import ignore_events
from core.formats import gtp, pagexml
from core.geometry import Box, iou, union
from core.imaging.read import read_gray
from core.imaging.segment.align import align_line, expected_width, ink_beside
from core.imaging.segment.page import line_region, split_line_region
from core.jobs.segmentation.line_aligner import LineAligner
from core.jobs.segmentation.segment import find_page_words
from core.model.line_spelling import spell_at_scales
from core.project.project import Project
from core.recognition.line_alignment import align_words
from core.store.starter import load_starter

Words = list[tuple[Box, str]]

ALL_BUT = 0.02
"""Share of a line's ink that its words may leave out where it is wider than its ink."""


class Aligner:
    """A starter model that finds the words of a line."""

    def __init__(self, path: Path) -> None:
        starter = load_starter(path)
        self.alphabet = starter.alphabet
        self.learner = starter.learner()

    def cut(self, gray: np.ndarray, box: Box, polygon: Any, words: list[str]) -> Words:
        region = line_region(gray, box, polygon)
        if region is None:
            return []
        line = align_words(spell_at_scales(self.learner, region.gray), self.alphabet, region.gray, words)
        if line is None:
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


def state(words: Words, line: Box, gray: np.ndarray) -> str:
    """Return "good", "bad", or "wider than its ink" for the words of a line box on a grey page."""
    unit = sum(own[2] for own, _ in words) / sum(expected_width(text) for _, text in words)
    if any(own[2] < 0.25 * unit * expected_width(text) for own, text in words):
        return "bad"
    left, _, width, _ = union(own for own, _ in words)
    if width >= 0.7 * line[2]:
        return "good"
    return "bad" if ink_beside(gray, line, left, left + width) > ALL_BUT else "wider than its ink"


def measure_pages(hands: Path, part: str) -> dict[str, Any]:
    """Count the transcribed lines of ``part`` that an import cuts, cuts badly and keeps whole, by collection."""
    with (hands / "pages.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["part"] == part]
    counts: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder, Project.create(Path(folder) / "lines.ductus") as project:
        aligner = LineAligner(project)
        for row in rows:
            count = counts.setdefault(row["collection"], Counter())
            for page in pagexml.read(hands / "pages" / f"{row['page']}.xml").pages:
                lines = [line for line in page.lines if (line.text or "").strip()]
                if not lines:
                    continue
                gray = read_gray(page.image, page.frame)
                found = find_page_words(page.image, page.frame, row["page"], lines, ignore_events, aligner)
                count["lines"] += len(lines)
                count["kept whole"] += len(lines) - len(found.used)
                for words, index in zip(found.lines, found.used, strict=True):
                    count["words"] += len(words)
                    count[state([(word.box, word.text or "") for word in words], lines[index].box, gray)] += 1
    return {name: dict(count) for name, count in counts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gw", type=Path)
    parser.add_argument("--hands", type=Path)
    parser.add_argument("--starter", type=Path, action="append", default=[])
    parser.add_argument("--part", default="check")
    args = parser.parse_args()
    ways: dict[str, Any] = {"gaps and widths": by_gaps}
    ways |= {path.stem: Aligner(path).cut for path in args.starter}
    if args.gw:
        print(json.dumps(measure_gw(args.gw, ways)), flush=True)
    if args.hands:
        for name, counts in measure_pages(args.hands, args.part).items():
            print(name, json.dumps(counts), flush=True)


if __name__ == "__main__":
    main()
