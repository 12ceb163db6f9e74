"""Transcribed lines are cut where their text is found in the ink; one that fits clearly better elsewhere is offered."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from line_helpers import LINE, SHIFT, aligned_project, first_line, written_line
from project_helpers import project_state

from core.cli.main import main
from core.errors import Stopped
from core.events import ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.geometry import iou
from core.jobs.lines import line_readers
from core.jobs.segmentation.line_aligner import LineAligner
from core.jobs.segmentation.realign import (
    apply_better_alignments,
    better_alignments,
    find_better_alignments,
    place_by_letters,
)
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.project.content.history import undo
from core.project.content.pages import list_lines
from core.project.content.transcriptions import (
    TranscriptionSource,
    confirm_aligned,
    list_transcriptions,
    set_transcription,
)
from core.project.content.word_edits import delete_words, mark_not_a_word, move_word, place_words
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two written lines, cut by the starter model; then the words of the first are put beside their ink."""
    return aligned_project(tmp_path)


def find(project: Project) -> dict[str, object]:
    return find_better_alignments(project, ignore_events, lambda: False)


def test_the_line_that_fits_better_is_offered_and_moved_as_one_edit(project: Project) -> None:
    before = first_line(project)
    assert find(project) == {"lines": 2, "better": 1, "model": None}
    assert [row.box for row in first_line(project)] == [row.box for row in before], "nothing changes unasked"
    (line,) = better_alignments(project)
    assert [word.word_id for word in line.words] == [row.id for row in before]
    assert apply_better_alignments(project) == [row.id for row in before]
    for row, old in zip(first_line(project), before, strict=True):
        assert row.box is not None and old.box is not None and row.source == "aligned"
        assert iou(row.box, (old.box[0] - SHIFT, *old.box[1:])) > 0.8
        assert list_transcriptions(project, row.id)[-1].fit is not None
    assert better_alignments(project) == []
    undo(project)
    assert first_line(project) == before
    assert find(project)["better"] == 1


@pytest.mark.parametrize("touch", ["confirm", "move", "delete", "mark"])
def test_a_line_that_a_person_touched_is_never_moved(project: Project, touch: str) -> None:
    word = first_line(project)[2]
    edits = {
        "confirm": lambda: confirm_aligned(project, [word.id]),
        "move": lambda: move_word(project, word.id, (5, 5, 40, 40)),
        "delete": lambda: delete_words(project, [word.id]),
        "mark": lambda: mark_not_a_word(project, [word.id]),
    }
    find(project)
    edits[touch]()
    touched = first_line(project)
    assert better_alignments(project) == [] and apply_better_alignments(project) == []
    assert find(project) == {"lines": 1, "better": 0, "model": None}
    assert first_line(project) == touched


def test_stopping_and_a_damaged_file_leave_all_as_it_was(project: Project) -> None:
    with pytest.raises(Stopped):
        find_better_alignments(project, ignore_events, lambda: True)
    find(project)
    (project.folder / "cache" / "better-alignment.json").write_text('{"lines": [{"line_id": 1}]}')
    assert better_alignments(project) == [] and apply_better_alignments(project) == []


def place(project: Project, words: list[int], text: str = " ".join(LINE)) -> list[int]:
    return place_by_letters(project, list_lines(project, 1)[0].id, text, words)


def test_words_cut_by_the_gaps_are_placed_by_their_letters_as_one_edit(project: Project) -> None:
    before = first_line(project)
    moved = [row.id for row in before[1:]]
    move_word(project, before[0].id, (5, 5, 30, 30))
    kept = first_line(project)[0]
    state = project_state(project)
    assert place(project, [row.id for row in before]) == moved, "a word that a person has moved stays"
    assert first_line(project)[0] == kept
    for row, old in zip(first_line(project)[1:], before[1:], strict=True):
        assert row.box is not None and old.box is not None
        assert iou(row.box, (old.box[0] - SHIFT, *old.box[1:])) > 0.8
        assert list_transcriptions(project, row.id)[-1].fit is not None
    undo(project)
    assert project_state(project) == state


def test_only_the_words_named_are_placed_and_not_over_others(project: Project) -> None:
    before = first_line(project)
    with project.edit("as a person drew it"):
        place_words(project, {before[2].id: (0, 0, 900, 200)})
    state = project_state(project)
    assert place(project, [row.id for row in before[:2]]) == [], "the third lies over both"
    assert project_state(project) == state
    undo(project)
    assert place(project, [before[1].id]) == [before[1].id]
    assert [row for row in first_line(project) if row.id != before[1].id] == [before[0], *before[2:]]


def test_words_that_stay_get_their_fit_only_where_their_letters_are(project: Project) -> None:
    line_id, ids = list_lines(project, 1)[0].id, [row.id for row in first_line(project)]
    with project.edit("further away"):
        place_words(project, {row.id: (row.box[0] + SHIFT, *row.box[1:]) for row in first_line(project) if row.box})
    assert place_by_letters(project, line_id, " ".join(LINE), (), ids) == [], "they stand elsewhere"
    undo(project)
    undo(project)  # the shift: now they stand on their letters
    for row in first_line(project):
        set_transcription(project, row.id, row.text or "", TranscriptionSource.ALIGNED)
    boxes = [row.box for row in first_line(project)]
    assert place_by_letters(project, line_id, " ".join(LINE), (), ids) == ids
    assert [row.box for row in first_line(project)] == boxes
    assert all(list_transcriptions(project, word_id)[-1].fit is not None for word_id in ids)


def test_words_of_a_checked_line_count_as_typed_wherever_their_letters_are(project: Project) -> None:
    line_id, before = list_lines(project, 1)[0].id, first_line(project)
    ids = [row.id for row in before]
    with project.edit("no letters stand there"):
        place_words(project, {row.id: (5 + 40 * n, 5, 30, 30) for n, row in enumerate(before)})
    confirm_aligned(project, ids[:1])
    assert place_by_letters(project, line_id, " ".join(LINE), ids[:2], ids[2:], is_checked=True) == ids[1:]
    assert [row.source for row in first_line(project)] == ["accepted"] + ["typed"] * (len(ids) - 1)
    assert [row.box for row in first_line(project)[2:]] == [(5 + 40 * n, 5, 30, 30) for n in range(2, len(ids))]
    undo(project)
    assert [row.source for row in first_line(project)] == ["accepted"] + ["aligned"] * (len(ids) - 1)


@pytest.mark.parametrize("text", ["other words than those of the line here", "", "several orders of the"])
def test_nothing_moves_if_the_text_is_not_that_of_the_line(project: Project, text: str) -> None:
    before = project_state(project)
    assert place(project, [row.id for row in first_line(project)], text) == []
    assert project_state(project) == before


def test_the_command_places_the_words_of_a_line(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    line_id, ids = list_lines(project, 1)[0].id, [str(row.id) for row in first_line(project)]
    folder = str(project.folder)
    assert main(["align", folder, "--line", str(line_id)]) == 2
    assert "--text" in capsys.readouterr().err
    assert main(["align", folder, "--line", str(line_id), f"--text={' '.join(LINE)}", "--word", *ids]) == 0
    assert "5 words were found in the ink" in capsys.readouterr().out
    assert main(["align", folder, "--line", "99", "--text", "a", "--word", "1"]) == 0
    assert "0 words were found in the ink" in capsys.readouterr().out


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
def bare(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p")


def test_words_get_the_boxes_of_their_ink(bare: Project, page: PageRecord) -> None:
    import_contents(bare, SourceContents(pages=(page,)))
    assert segment_new_pages(bare, ignore_events) == len(LINE)
    rows = get_words(bare, word_ids(bare))
    assert tuple(row.text for row in rows) == LINE and {row.source for row in rows} == {"aligned"}
    for row, (left, right) in zip(rows, written_line()[1], strict=True):
        assert row.box is not None
        x, y, w, h = row.box
        assert x - 40 <= left + 6 and right - 6 <= x - 40 + w and w < right - left + 90
        assert y >= 30 and y + h <= page.height - 30


def test_a_text_that_is_not_in_the_ink_is_left_to_the_gaps(bare: Project, page: PageRecord) -> None:
    gray = np.asarray(cv2.imread(str(page.image), cv2.IMREAD_GRAYSCALE), np.uint8)
    aligner, (line,) = LineAligner(bare), page.lines
    [strip] = aligner.strips(gray, [line])
    assert len(aligner.cut(strip, line)) == len(LINE)
    for text in ("", "xx QQQ 77 ZZZZ WWW", "漢字", "שלום עולם", "said שלום עולם to"):
        assert aligner.cut(strip, LineRecord(line.box, text)) == [], text


def test_a_damaged_model_is_replaced_by_the_starter(
    bare: Project, page: PageRecord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Model:
        name, file = "mine", bare.folder / "models" / "mine.h5"

    monkeypatch.setattr(line_readers, "active_model", lambda bare: Model)
    gray = np.asarray(cv2.imread(str(page.image), cv2.IMREAD_GRAYSCALE), np.uint8)
    aligner, (line,) = LineAligner(bare), page.lines
    [strip] = aligner.strips(gray, [line])
    assert len(aligner.cut(strip, line)) == len(LINE)
    assert "The model mine cannot cut lines" in caplog.text
