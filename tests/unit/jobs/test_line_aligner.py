"""Transcribed lines are cut where their text is found in the ink, and by their gaps where it is not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from line_helpers import LINE, written_line

from core.events import ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.jobs.lines import line_readers
from core.jobs.segmentation.line_aligner import LineAligner
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.project.content.words import get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def page(tmp_path: Path) -> PageRecord:
    """A page with one written line, moved by (40, 30) from its corner."""
    gray, _ = written_line()
    cv2.imwrite(str(tmp_path / "page.png"), cv2.copyMakeBorder(gray, 30, 30, 40, 40, cv2.BORDER_CONSTANT, value=235))
    height, width = gray.shape
    return PageRecord(
        tmp_path / "page.png", width + 80, height + 60, lines=(LineRecord((40, 30, width, height), " ".join(LINE)),)
    )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p")


def test_words_get_the_boxes_of_their_ink(project: Project, page: PageRecord) -> None:
    import_contents(project, SourceContents(pages=(page,)))
    assert segment_new_pages(project, ignore_events) == len(LINE)
    rows = get_words(project, word_ids(project))
    assert tuple(row.text for row in rows) == LINE and {row.source for row in rows} == {"aligned"}
    for row, (left, right) in zip(rows, written_line()[1], strict=True):
        assert row.box is not None
        x, y, w, h = row.box
        assert x - 40 <= left + 6 and right - 6 <= x - 40 + w and w < right - left + 90
        assert y >= 30 and y + h <= page.height - 30


def test_a_text_that_is_not_in_the_ink_is_left_to_the_gaps(project: Project, page: PageRecord) -> None:
    gray = np.asarray(cv2.imread(str(page.image), cv2.IMREAD_GRAYSCALE), np.uint8)
    aligner, (line,) = LineAligner(project), page.lines
    [strip] = aligner.strips(gray, [line])
    assert len(aligner.cut(strip, line)) == len(LINE)
    for text in ("", "xx QQQ 77 ZZZZ WWW", "漢字", "שלום עולם", "said שלום עולם to"):
        assert aligner.cut(strip, LineRecord(line.box, text)) == [], text


def test_a_damaged_model_is_replaced_by_the_starter(
    project: Project, page: PageRecord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Model:
        name, file = "mine", project.folder / "models" / "mine.h5"

    monkeypatch.setattr(line_readers, "active_model", lambda project: Model)
    gray = np.asarray(cv2.imread(str(page.image), cv2.IMREAD_GRAYSCALE), np.uint8)
    aligner, (line,) = LineAligner(project), page.lines
    [strip] = aligner.strips(gray, [line])
    assert len(aligner.cut(strip, line)) == len(LINE)
    assert "The model mine cannot cut lines" in caplog.text
