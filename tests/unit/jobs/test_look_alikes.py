"""Look-alikes in a project: found by stored signatures, confirmed in one edit, undone as one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from look_alike_helpers import store_alike
from project_helpers import crop_source, edit_history, project_state

from core.jobs.spotting.look_alikes import (
    Likeness,
    LookAlikes,
    checked_look_alikes,
    confirm_look_alikes,
    find_look_alikes,
    likeness_version,
    load_likeness,
    relearn_limit,
)
from core.jobs.spotting.ranking import spotting_file
from core.project.content.history import redo, undo
from core.project.content.models import get_model, model_path, register_model
from core.project.content.transcriptions import TranscriptionSource, confirm_aligned, set_transcription
from core.project.content.word_edits import delete_words, mark_not_a_word
from core.project.content.words import get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.recognition.word_vectors import LIMIT

MODEL = "trial"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Twelve words without transcriptions; the first five look alike, the last two as well."""
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, crop_source(tmp_path / "source", [None] * 12))
        path = model_path(project, MODEL)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"no model: nothing here is recognised")
        register_model(project, MODEL)
        ids = word_ids(project)
        store_alike(project, ids[:5], ids[10:])
        yield project


def likeness_of(project: Project) -> Likeness:
    likeness = load_likeness(project, MODEL)
    assert likeness is not None
    return likeness


def test_look_alikes_of_a_word_are_the_unchecked_ones_nearest_first(project: Project) -> None:
    ids, likeness = word_ids(project), likeness_of(project)
    assert likeness.limit == LIMIT
    assert find_look_alikes(project, likeness, ids[0], "the").ids == ()  # it is not transcribed so
    set_transcription(project, ids[0], "the")
    assert find_look_alikes(project, likeness, ids[0], "the").ids == tuple(ids[1:5])
    set_transcription(project, ids[1], "the")
    set_transcription(project, ids[7], "the")
    mark_not_a_word(project, [ids[2]])
    delete_words(project, [ids[3]])
    assert find_look_alikes(project, likeness, ids[0], "the").ids == (ids[4],)
    assert find_look_alikes(project, likeness, ids[7], "the").ids == ()


def test_word_whose_box_was_changed_has_no_look_alikes_and_is_none(project: Project) -> None:
    ids, likeness = word_ids(project), likeness_of(project)
    with project.edit("move") as connection:
        connection.execute("UPDATE word SET x = 1, y = 1, w = 5, h = 5 WHERE id = ?", (ids[1],))
    for word_id in ids[:2]:
        set_transcription(project, word_id, "the")
    assert ids[1] not in find_look_alikes(project, likeness, ids[0], "the").ids
    assert find_look_alikes(project, likeness, ids[1], "the").ids == ()
    assert ids[1] not in checked_look_alikes(project, likeness, ids)


def test_word_added_after_the_recognition_has_no_look_alikes(project: Project, tmp_path: Path) -> None:
    likeness = likeness_of(project)
    import_contents(project, crop_source(tmp_path / "more", [None], shade=90))
    added = word_ids(project)[-1]
    set_transcription(project, added, "the")
    assert find_look_alikes(project, likeness, added, "the").ids == ()


def test_words_are_told_by_the_checked_word_that_they_look_like(project: Project) -> None:
    ids, likeness = word_ids(project), likeness_of(project)
    assert checked_look_alikes(project, likeness, ids) == {}
    set_transcription(project, ids[0], "December")
    assert checked_look_alikes(project, likeness, ids[5:]) == {}
    assert checked_look_alikes(project, likeness, ids[1:5]) == dict.fromkeys(ids[1:5], (ids[0], "December"))


def test_what_the_model_learnt_from_tells_nothing_new(project: Project) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[0], "December")
    with project.transaction() as connection:
        connection.execute("UPDATE model SET created_at = '2999-01-01T00:00:00'")
    store_alike(project, ids[:5])
    assert checked_look_alikes(project, likeness_of(project), ids[1:5]) == {}


def test_aligned_words_are_neither_offered_nor_taken_for_checked_ones(project: Project) -> None:
    ids, likeness = word_ids(project), likeness_of(project)
    set_transcription(project, ids[0], "the")
    set_transcription(project, ids[1], "sea", TranscriptionSource.ALIGNED, fit=0.9)
    assert ids[1] not in find_look_alikes(project, likeness, ids[0], "the").ids
    assert checked_look_alikes(project, likeness, [ids[0]]) == {}
    confirm_aligned(project, [ids[1]])
    assert checked_look_alikes(project, likeness, [ids[0]]) == {ids[0]: (ids[1], "sea")}


def test_limit_is_not_learnt_from_aligned_words(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.recognition.word_vectors.MIN_NEIGHBOURS", 4)
    ids, likeness = word_ids(project), likeness_of(project)
    words = [*ids[:5], *ids[10:]]
    for number, word_id in enumerate(words):
        set_transcription(project, word_id, f"word {number}", TranscriptionSource.ALIGNED, fit=0.9)
    assert relearn_limit(project, likeness).limit == LIMIT
    confirm_aligned(project, words)
    assert relearn_limit(project, likeness).limit < LIMIT


def test_confirmed_look_alikes_are_one_edit_that_says_so(project: Project) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[0], "December")
    set_transcription(project, ids[2], "other")
    before = project_state(project)
    assert confirm_look_alikes(project, LookAlikes(ids[0], "December", tuple(ids[1:5]))) == [ids[2]]
    rows = get_words(project, ids[1:5])
    assert [row.text for row in rows] == ["December", "other", "December", "December"]
    assert (rows[0].source, rows[0].model) == ("accepted", None)
    assert edit_history(project)[0].edit == ("confirm look-alikes", {"n": 3, "text": "December"})
    after = project_state(project)
    undo(project)
    assert project_state(project) == before
    redo(project)
    assert project_state(project) == after


def test_confirming_nothing_makes_no_edit(project: Project) -> None:
    ids = word_ids(project)
    delete_words(project, [ids[0]])
    count = len(edit_history(project))
    assert confirm_look_alikes(project, LookAlikes(ids[1], "December", (ids[0],))) == [ids[0]]
    assert len(edit_history(project)) == count


def test_missing_or_damaged_signatures_mean_no_look_alikes(project: Project) -> None:
    path = spotting_file(project, get_model(project))
    before = likeness_version(project, MODEL)
    path.write_bytes(b"damaged")
    assert load_likeness(project, MODEL) is None and likeness_version(project, MODEL) != before
    path.unlink()
    assert load_likeness(project, MODEL) is None and likeness_version(project, MODEL) is None
