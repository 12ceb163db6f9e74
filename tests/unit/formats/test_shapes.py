"""Contents that must be read from files of every shape met in archives and other programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from shape_files import ALL_SHAPES, Shape
from shape_files.shape import Line, PageFound, Region

from core.formats.records import PageRecord
from core.formats.sources import read_sources


def found_on(page: PageRecord) -> PageFound:
    lines = tuple(
        Line(
            line.box,
            line.text,
            tuple((word.text, word.box) for word in page.words if word.line == line.number),
            line.baseline,
            line.region,
        )
        for line in page.lines
    )
    return PageFound(lines, tuple(Region(r.box, r.kind, r.text) for r in page.regions), page.image.name)


@pytest.mark.parametrize("shape", ALL_SHAPES, ids=lambda shape: shape.name)
def test_a_shape_is_read_with_words_lines_regions_and_baselines(shape: Shape, tmp_path: Path) -> None:
    contents = read_sources([shape.write(tmp_path)])
    assert tuple(found_on(page) for page in contents.pages) == shape.pages
    assert all(word.line in {line.number for line in page.lines} for page in contents.pages for word in page.words)
    reasons = [entry.reason for entry in contents.skipped]
    assert len(reasons) == len(shape.skipped), reasons
    assert all(part in reason for part, reason in zip(shape.skipped, reasons, strict=True)), reasons


def test_there_are_enough_shapes_with_names_of_their_own() -> None:
    assert len({shape.name for shape in ALL_SHAPES}) == len(ALL_SHAPES) >= 60
