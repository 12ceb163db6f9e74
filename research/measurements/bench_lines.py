"""Measure the line finders on whole pages with known lines: lines found, lines that are none, seconds, memory.

    python -m research.measurements.bench_lines FOLDER [--part check] [--finder learned] [--finder gaps] [--model FILE]
        [--without COLLECTION] [--only FILE] [--overlays DIR] [--found NAME=FILE] [--csv FILE]

FOLDER holds ``pages.csv`` (page, collection, part) and ``pages/NAME.xml``, PAGE XML with an outline for each line,
beside the images. A line is found when it and a found one each have more than half of their ink in the other. Every
finder runs in a process of its own, so that its memory is counted apart. ``--found`` measures what another program has
found, such as kraken (kraken_lines.py): a JSON object a line with page, lines (outlines), seconds and memory in MB.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

FINDERS = ("learned", "gaps")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", default="check")
    parser.add_argument("--finder", action="append", choices=FINDERS, default=[])
    parser.add_argument("--model", type=Path, help="a line finder instead of the one that comes with Ductus")
    parser.add_argument("--without", action="append", default=[], metavar="COLLECTION")
    parser.add_argument("--only", type=Path, help="a file with the names of the pages to take, one a line")
    parser.add_argument("--overlays", type=Path, help="write each page with found and true lines drawn on it")
    parser.add_argument("--found", action="append", default=[], metavar="NAME=FILE", help="lines of another program")
    parser.add_argument("--csv", type=Path, help="write the table as CSV")
    parser.add_argument("--run", choices=FINDERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    pages = chosen_pages(options)
    if not pages:
        parser.error("there is no such page")
    if options.run:
        run(options, pages)
        return
    rows = []
    for name, _, file in (entry.partition("=") for entry in options.found):
        rows += table(name, measured(options, pages, Path(file)))
    for finder in options.finder or (() if options.found else FINDERS):
        command = [sys.executable, "-m", "research.measurements.bench_lines", *sys.argv[1:], "--run", finder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            results = [json.loads(line) for line in child.stdout]
        if child.returncode:
            sys.exit(f"the finder {finder} ended with {child.returncode}")
        rows += table(finder, results)
    print_table(rows)
    if options.csv:
        with options.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def chosen_pages(options: argparse.Namespace) -> list[dict[str, str]]:
    only = set(options.only.read_text(encoding="utf-8").split()) if options.only else None
    with (options.folder / "pages.csv").open(encoding="utf-8", newline="") as file:
        return [
            row
            for row in csv.DictReader(file)
            if row["part"] == options.part
            and row["collection"] not in options.without
            and (only is None or row["page"] in only)
        ]


def run(options: argparse.Namespace, pages: list[dict[str, str]]) -> None:
    """Print what one finder finds on each page, a JSON object a line; the last one has the memory it took."""
    import cv2

    from core.formats import pagexml
    from core.imaging.read import read_gray

    cv2.setNumThreads(1)
    find = finder(options.run, options.model)
    shown = []
    for row in pages:
        page = pagexml.read(options.folder / "pages" / f"{row['page']}.xml").pages[0]
        gray = read_gray(page.image)
        begin = time.perf_counter()
        shapes = find(gray)
        seconds = time.perf_counter() - begin
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        shown.append((row, page, gray, shapes, seconds, memory))
    for row, page, gray, shapes, seconds, memory in shown:
        result = compared(row, page, gray, shapes)
        print(json.dumps({**result, "seconds": seconds, "memory": memory}), flush=True)
        if options.overlays:
            true = [[line.polygon or line.box] for line in page.lines]
            overlay(options.overlays / f"{row['page']}-{options.run}.png", gray, true, shapes)


def measured(options: argparse.Namespace, pages: list[dict[str, str]], file: Path) -> list[dict[str, Any]]:
    """Return what another program has found on each page, as :func:`run` prints it."""
    from core.formats import pagexml
    from core.imaging.read import read_gray

    entries = {(entry := json.loads(text))["page"]: entry for text in file.read_text(encoding="utf-8").splitlines()}
    results = []
    for row in pages:
        page = pagexml.read(options.folder / "pages" / f"{row['page']}.xml").pages[0]
        entry = entries[row["page"]]
        shapes = [[[(int(x), int(y)) for x, y in outline]] for outline in entry["lines"]]
        result = compared(row, page, read_gray(page.image), shapes)
        results.append({**result, "seconds": entry["seconds"], "memory": entry["memory"]})
    return results


def compared(row: dict[str, str], page: Any, gray: Any, shapes: list[list[Any]]) -> dict[str, Any]:
    """Return how many true lines a page has, how many were found, and how many of those are true ones."""
    import cv2

    from core.evaluation.word_errors import found_lines
    from core.imaging.segment.binarise import binarise

    binary = binarise(gray)
    right = 0
    if binary is not None:
        is_ink = cv2.resize(binary.mask, gray.shape[::-1], interpolation=cv2.INTER_AREA) > 0
        # pairs are one to one, so as many found lines are true ones
        right = found_lines(is_ink, [[line.polygon or line.box] for line in page.lines], shapes)
    counts = {"lines": len(page.lines), "found": len(shapes), "right": right}
    return {"page": row["page"], "collection": row["collection"], **counts}


def finder(name: str, model: Path | None) -> Any:
    """Return the function that finds the lines of a page, as lists of boxes and polygons."""
    if name == "gaps":
        from core.imaging.segment.page import segment_page

        return segment_page
    import torch

    from core.imaging.segment.found_lines import lines_from_maps
    from core.store.shipped_files import line_finder_path, load_line_finder

    torch.set_num_threads(2)
    learned = load_line_finder(model or line_finder_path())
    return lambda gray: [[line.outline] for line in lines_from_maps(gray, learned.maps(gray))]


def table(name: str, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for result in results:
        groups[result["collection"]].append(result)
    groups = {**dict(sorted(groups.items())), "all": results}
    rows = []
    for collection, part in groups.items():
        lines, found, right = (sum(result[key] for result in part) for key in ("lines", "found", "right"))
        rows.append(
            {
                "finder": name,
                "collection": collection,
                "pages": len(part),
                "lines": lines,
                "found": found,
                "right": right,
                "share_found": round(right / max(lines, 1), 4),
                "share_none": round(1 - right / max(found, 1), 4),
                "seconds_a_page": round(sum(result["seconds"] for result in part) / len(part), 2),
                "peak_memory_mb": round(max(result["memory"] for result in part)),
            }
        )
    return rows


def print_table(rows: list[dict[str, Any]]) -> None:
    head = ("finder", "collection", "pages", "lines", "found", "right", "share found", "share none", "s/page", "MB")
    widths = [
        max(len(str(value)) for value in column) for column in zip(head, *(row.values() for row in rows), strict=True)
    ]
    for row in (head, *(row.values() for row in rows)):
        print("  ".join(str(value).ljust(width) for value, width in zip(row, widths, strict=True)).rstrip())


def overlay(path: Path, gray: Any, true: list[list[Any]], found: list[list[Any]]) -> None:
    """True lines blue, found ones red, with their numbers in reading order."""
    import cv2
    import numpy as np

    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR)
    for shapes, colour in ((true, (255, 120, 0)), (found, (0, 0, 255))):
        for number, parts in enumerate(shapes, start=1):
            for part in parts:
                if isinstance(part[0], int):
                    x, y, w, h = part
                    cv2.rectangle(canvas, (x, y), (x + w, y + h), colour, 2)
                    corner = (x, y)
                else:
                    cv2.polylines(canvas, [np.asarray(part, np.int32)], True, colour, 2)
                    corner = tuple(part[0])
                if colour[2]:
                    cv2.putText(canvas, str(number), corner, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 140, 0), 2)
    cv2.imwrite(str(path), canvas)


if __name__ == "__main__":
    main()
