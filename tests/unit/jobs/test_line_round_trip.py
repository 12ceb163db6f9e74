"""Real pages with all their lines: cut into words, exported, and imported again into a new project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from line_round_trip import Difference, KeptWhole, difference, export_to, import_files, stored_pages

from core.formats.records import PageRecord, line_text, lines_in_order
from core.formats.sources import read_sources

SAMPLE = 5
"""Pages of an archive; cutting one takes a second or two."""


@pytest.mark.parametrize("archive", ["copiste_fr", "hands"])
def test_cut_lines_come_back_with_their_words(shared_data: Callable[[str], Path], archive: str, tmp_path: Path) -> None:
    folder = shared_data(archive) / "pages"
    files = sorted(folder.glob("*.xml"))
    sample = files[:: -(-len(files) // SAMPLE)]
    whole = KeptWhole()
    project = import_files(tmp_path / "project", sample, whole, segment=True, link=True)
    pages = stored_pages(project)
    assert_lines_are_those_of_the_source(sample, pages, len(whole.notes))
    for format in ("pagexml", "alto"):
        out = export_to(project, tmp_path / format, format)
        again = import_files(tmp_path / f"{format}-project", [out], images=folder, link=True)
        assert difference(pages, stored_pages(again)) == Difference(), format
        again.close()


def assert_lines_are_those_of_the_source(sample: list[Path], pages: dict[str, PageRecord], whole: int) -> None:
    uncut = 0
    for source in read_sources(sample).pages:
        found = lines_in_order(pages[source.image.stem])
        assert [line.box for line, _ in found] == [line.box for line in source.lines]
        for (line, words), given in zip(found, source.lines, strict=True):
            uncut += not words
            assert (line_text(line, words) or "").split() == (given.text or "").split()
    assert uncut == whole, "every line that is not cut is reported"
