"""Words cut from known text: their state, until a person confirms them, and what a training makes of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from project_helpers import drop_authors, filled_project, page_source

from core.formats.records import ALIGNED, TextOrigin, WordRecord
from core.jobs.training.training_words import AlignedUse, is_sure, training_words
from core.project.content.history import redo, undo
from core.project.content.statistics import statistics
from core.project.content.transcriptions import (
    TranscriptionSource,
    confirm_aligned,
    list_transcriptions,
    set_transcription,
)
from core.project.content.word_edits import move_word
from core.project.content.words import get_words, word_summaries
from core.project.db.schema import SCHEMA_VERSION
from core.project.import_sources import import_contents
from core.project.integrity.rescue_write import rescue
from core.project.project import DATABASE, Project
from core.project.query.review_order import ReviewOrder, order_words
from core.project.query.word_query import find_words

FIT = 0.4


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Words 1 and 2 of the page are imported; word 3, which had no text, is aligned."""
    project = filled_project(tmp_path)
    set_transcription(project, 3, "letter", TranscriptionSource.ALIGNED, fit=FIT)
    return project


def state(project: Project, word_id: int) -> str:
    return word_summaries(project, [word_id], None)[0].state


def source(project: Project, word_id: int) -> str | None:
    return get_words(project, [word_id])[0].source


def test_an_aligned_word_is_neither_typed_nor_checked(project: Project) -> None:
    assert (state(project, 3), source(project, 3)) == ("aligned", "aligned")
    (current,) = list_transcriptions(project, 3)
    assert (current.source, current.fit, current.text) == ("aligned", FIT, "letter")
    counted = statistics(project, None)
    assert counted.states["aligned"] == 1 and counted.transcribed == sum(
        counted.states[name] for name in ("typed", "accepted")
    )
    assert find_words(project, "aligned", None) == [3]
    assert 3 not in find_words(project, "read", None) and 3 in find_words(project, "-read", None)
    assert 3 in find_words(project, "", None, unchecked_only=True)


def test_a_person_confirms_it_or_corrects_it(project: Project) -> None:
    assert confirm_aligned(project, [1, 3]) == [3]
    assert (state(project, 3), state(project, 1)) == ("accepted", "typed")
    assert 3 in find_words(project, "read", None)
    assert confirm_aligned(project, [3]) == []
    undo(project)
    assert state(project, 3) == "aligned" and list_transcriptions(project, 3)[-1].fit == FIT
    redo(project)
    assert source(project, 3) == "accepted"
    undo(project)
    set_transcription(project, 3, "letter")
    assert (state(project, 3), source(project, 3)) == ("typed", "typed")


def test_whoever_moves_its_box_has_checked_it(project: Project) -> None:
    move_word(project, 3, (11, 12, 30, 20))
    assert state(project, 3) == "accepted"
    undo(project)
    assert state(project, 3) == "aligned"


def test_undoing_the_alignment_and_doing_it_again_keeps_how_well_it_fits(project: Project) -> None:
    undo(project)
    assert state(project, 3) == "unread"
    redo(project)
    assert (state(project, 3), list_transcriptions(project, 3)[-1].fit) == ("aligned", FIT)


def test_an_import_with_found_words_keeps_them_aligned(tmp_path: Path) -> None:
    words = (
        WordRecord((10, 10, 30, 20), "given"),
        WordRecord((50, 10, 30, 20), "found", origin=TextOrigin(ALIGNED, confidence=FIT)),
        WordRecord((90, 10, 30, 20), "cut", origin=TextOrigin(ALIGNED)),
    )
    with Project.create(tmp_path / "p") as project:
        import_contents(project, page_source(tmp_path / "s", *words))
        assert [source(project, n) for n in (1, 2, 3)] == ["imported", "aligned", "aligned"]
        assert [list_transcriptions(project, n)[0].fit for n in (2, 3)] == [FIT, None]
        assert order_words(project, [1, 2, 3], None, ReviewOrder.USEFUL) == [1, 2, 3]
        assert order_words(project, [1, 2, 3], "m", ReviewOrder.USEFUL) == [3, 2, 1]


@pytest.mark.parametrize(("fit", "sure"), [(None, False), (0.001, False), (0.02, True), (0.9, True)])
def test_only_words_that_fit_teach_unless_all_are_wanted(project: Project, fit: float | None, sure: bool) -> None:
    set_transcription(project, 3, "other", TranscriptionSource.ALIGNED, fit=fit)
    assert is_sure(fit) is sure
    known = set(training_words(project, AlignedUse.NONE).texts)
    assert 3 not in known
    chosen = training_words(project)
    assert set(chosen.texts) == known | ({3} if sure else set())
    assert (chosen.aligned, chosen.left_out) == (int(sure), int(not sure))
    assert training_words(project, AlignedUse.ALL).texts[3] == "other"
    confirm_aligned(project, [3])
    assert training_words(project, AlignedUse.NONE).texts[3] == "other"


def as_version_3(folder: Path) -> None:
    """Remove what version 4 added."""
    connection = sqlite3.connect(folder / DATABASE)
    drop_authors(connection)
    for column in ("aligned", "fit"):
        connection.execute(f"ALTER TABLE reading DROP COLUMN {column}")
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    connection.close()


def test_a_project_of_version_3_keeps_what_it_has(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        before = [(row.text, row.source) for row in get_words(project, [1, 2, 3, 4, 5])]
        set_transcription(project, 3, "typed")
    as_version_3(project.folder)
    with Project.open(project.folder) as migrated:
        assert migrated.one("PRAGMA user_version") == (SCHEMA_VERSION,)
        undo(migrated)  # an edit that the older version recorded
        assert [(row.text, row.source) for row in get_words(migrated, [1, 2, 3, 4, 5])] == before
        redo(migrated)
        assert get_words(migrated, [3])[0].text == "typed"
        set_transcription(migrated, 5, "found", TranscriptionSource.ALIGNED, fit=FIT)
        assert migrated.check_integrity() == []
    assert (project.folder / "project.v3.bak").exists()


@pytest.mark.parametrize("is_damaged", [False, True])
def test_aligned_words_are_rescued(project: Project, tmp_path: Path, is_damaged: bool) -> None:
    project.close()
    if is_damaged:  # the page that locates the tables is lost
        database = project.folder / DATABASE
        database.write_bytes(bytes(4096) + database.read_bytes()[4096:])
    with Project.open(rescue(project.folder, tmp_path / "out").project) as rescued:
        assert (state(rescued, 3), list_transcriptions(rescued, 3)[-1].fit) == ("aligned", FIT)
