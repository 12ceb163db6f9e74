"""Measure page-to-word segmentation against true boxes.

    python -m research.measurements.bench_segmentation --data DIR [--finder learned] [--by width|reading]
        [--overlays DIR]

The words are those of the old finder (gaps) or of the line finder (learned). Its lines are cut by the widths of their
gaps, or into the words that the line reader reads (as an import does).
DIR holds ``pages/*.png`` with ``GT/<id>.gtp`` (``x1 y1 x2 y2 word`` a line), or images beside PAGE XML files
with Word boxes, or folders of either kind.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from core.geometry import Box
from core.imaging.read import read_gray
from core.imaging.segment.page import segment_page

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "helpers"))
from line_helpers import match_boxes


def gtp_pages(folder: Path) -> Iterator[tuple[Path, list[Box]]]:
    for truth in sorted((folder / "GT").glob("*.gtp")):
        rows = [line.split()[:4] for line in truth.read_text("utf-8").splitlines() if line.strip()]
        boxes = [(int(a), int(b), int(c) - int(a), int(d) - int(b)) for a, b, c, d in rows]
        yield folder / "pages" / f"{truth.stem}.png", boxes


def xml_pages(folder: Path) -> Iterator[tuple[Path, list[Box]]]:
    from lxml import etree

    for path in sorted(folder.glob("*.xml")):
        tree = etree.parse(str(path), etree.XMLParser(resolve_entities=False, no_network=True))
        boxes: list[Box] = []
        for points in tree.xpath("//*[local-name()='Word']/*[local-name()='Coords']/@points"):
            xy = np.array([[int(v) for v in pair.split(",")] for pair in re.findall(r"-?\d+,-?\d+", points)])
            (x0, y0), (x1, y1) = xy.min(0), xy.max(0)
            boxes.append((int(x0), int(y0), int(x1 - x0), int(y1 - y0)))
        image = path.with_suffix(".jpg")
        if boxes and image.exists():
            yield image, boxes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--finder", choices=("gaps", "learned"), default="gaps")
    parser.add_argument("--by", choices=("width", "reading"), default="reading")
    parser.add_argument("--overlays", type=Path, help="write each page with found and true boxes drawn on it")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    find = learned(args.by) if args.finder == "learned" else lambda gray: list(chain(*segment_page(gray)))
    totals = np.zeros(3, np.int64)
    seconds = []
    print(f"{'page':<24}{'found':>7}{'true':>7}{'precision':>11}{'recall':>8}{'seconds':>9}")
    for image, truth in [*gtp_pages(args.data), *xml_pages(args.data)]:
        gray = read_gray(image)
        start = time.perf_counter()
        found = find(gray)
        seconds.append(time.perf_counter() - start)
        score = match_boxes(found, truth)
        totals += (len(found), len(truth), len(score.matched))
        print(
            f"{image.stem:<24}{len(found):>7}{len(truth):>7}{score.precision:>11.3f}{score.recall:>8.3f}"
            f"{seconds[-1]:>9.2f}"
        )
        if args.overlays:
            write_overlay(args.overlays / f"{image.stem}.png", gray, found, truth, score.matched)
    if not seconds:
        parser.error(f"no pages with true word boxes in {args.data}")
    print(
        f"{'all':<24}{totals[0]:>7}{totals[1]:>7}{totals[2] / max(1, totals[0]):>11.3f}"
        f"{totals[2] / totals[1]:>8.3f}{np.mean(seconds):>9.2f}"
    )


def learned(by: str) -> Callable[[np.ndarray], list[Box]]:
    """Return the function that finds the words of a page with the line finder."""
    from core.events import ignore_events
    from core.imaging.segment.found_lines import lines_from_maps
    from core.jobs.segmentation.learned_lines import LEARNED, LearnedLines
    from core.store.shipped_files import line_finder_path, load_line_finder

    if by == "reading":
        lines = LearnedLines(LEARNED, ignore_events)
        return lambda gray: [box for line in lines.find(gray) or () for box in line.words]
    finder = load_line_finder(line_finder_path())
    return lambda gray: [box for line in lines_from_maps(gray, finder.maps(gray)) for box in line.words]


def write_overlay(
    path: Path, gray: np.ndarray, found: list[Box], truth: list[Box], matched: tuple[tuple[int, int], ...]
) -> None:
    """Matched boxes green; found but not true red; true but not found blue."""
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR)
    good_found = {i for i, _ in matched}
    good_truth = {j for _, j in matched}
    for j, (x, y, w, h) in enumerate(truth):
        if j not in good_truth:
            cv2.rectangle(canvas, (x, y), (x + w, y + h), (255, 80, 0), 4)
    for i, (x, y, w, h) in enumerate(found):
        cv2.rectangle(canvas, (x, y), (x + w, y + h), (0, 160, 0) if i in good_found else (0, 0, 255), 2)
    cv2.imwrite(str(path), canvas)


if __name__ == "__main__":
    main()
