"""Records for the tests of formats: a page with everything on it, arbitrary pages, and word images in a table."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from hypothesis import strategies as st

from core.formats.records import CropRecord, LineRecord, PageRecord, RegionRecord, TextOrigin, WordRecord
from core.formats.table import COLUMNS, escape_formula
from core.geometry import Box

WIDTH, HEIGHT = 400, 300


def sample_page(image: Path) -> PageRecord:
    words = (
        WordRecord((10, 10, 30, 20), "the", ref="w1", origin=TextOrigin("typed")),
        WordRecord((50, 12, 40, 20), "King & <i>", ((50, 12), (90, 14), (88, 32)), ref="w2"),
        WordRecord((100, 14, 40, 20), None, ref="w3"),
        WordRecord((10, 60, 30, 20), "Sir", line=2, ref="w4", origin=TextOrigin("accepted", "m1", 0.5)),
        WordRecord((50, 60, 30, 20), "Dear", line=2, ref="w5", origin=TextOrigin("suggested", "m1", 0.873)),
    )
    lines = (
        LineRecord(
            (10, 10, 140, 26), None, ((10, 10), (150, 12), (150, 36), (8, 36)), "l1", ((10, 30), (150, 34)), 0, 0
        ),
        LineRecord((10, 40, 100, 15), "a whole line", ref="l2", number=1),
        LineRecord((10, 60, 70, 20), None, None, "l3", ((10, 75), (30, 70), (70, 78)), 0, 2),
    )
    regions = (
        RegionRecord((5, 5, 200, 100), "heading", ref="r1"),
        RegionRecord((5, 205, 200, 50), "marginalia", ref="r2", text="a note"),
    )
    return PageRecord(image, WIDTH, HEIGHT, words=words, lines=lines, regions=regions)


texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z", "Cn"]), min_size=1, max_size=6)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    return x, y, draw(st.integers(1, WIDTH - x)), draw(st.integers(1, HEIGHT - y))


@st.composite
def polylines(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    xs = sorted(draw(st.sets(st.integers(0, WIDTH), min_size=2, max_size=4)))
    return tuple((x, draw(st.integers(0, HEIGHT))) for x in xs)


@st.composite
def pages(draw: st.DrawFn) -> PageRecord:
    regions = tuple(
        RegionRecord(box, draw(st.sampled_from(["paragraph", "heading", "two words"])), text=None, ref=f"r{i}")
        for i, box in enumerate(draw(st.lists(boxes(), max_size=3)))
    )
    lines, words = [], []
    for number in range(draw(st.integers(0, 5))):
        region = draw(st.none() | st.integers(0, len(regions) - 1)) if regions else None
        inside = [WordRecord(box, draw(texts | st.none()), line=number) for box in draw(st.lists(boxes(), max_size=3))]
        whole = None if inside else draw(texts | st.none())
        lines.append(LineRecord(draw(boxes()), whole, None, f"l{number}", draw(polylines()), region, number))
        words += inside
    return PageRecord(Path("p.png"), WIDTH, HEIGHT, words=tuple(words), lines=tuple(lines), regions=regions)


def write_crops(path: Path, crops: Iterable[CropRecord]) -> None:
    """Write word images as a table in their folder or above it."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        for crop in crops:
            cells = (crop.image.relative_to(path.parent).as_posix(), crop.text, crop.role, crop.writer, crop.page)
            writer.writerow([escape_formula(cell or "") for cell in cells])
