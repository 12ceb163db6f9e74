"""Lines whose text fits clearly better elsewhere are found, offered and, as one edit, applied."""

from __future__ import annotations

from pathlib import Path

import pytest
from aligned_helpers import SHIFT, aligned_project, first_line

from core.errors import Stopped
from core.events import ignore_events
from core.geometry import iou
from core.jobs.segmentation.realign import apply_better_alignments, better_alignments, find_better_alignments
from core.project.content.history import undo
from core.project.content.transcriptions import confirm_aligned, list_transcriptions
from core.project.content.word_edits import delete_words, mark_not_a_word, move_word
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
