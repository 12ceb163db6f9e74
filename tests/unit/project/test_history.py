"""Undo and redo: whatever is done can be taken back and done again, also after closing."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from project_helpers import crops, current_texts, filled, page, state

from core.errors import DuctusError, InputError
from core.formats.records import LineRecord, WordRecord
from core.project.content import lexicon, pages, runs, word_edits, words
from core.project.content import transcriptions as readings
from core.project.content.predictions import Prediction, predictions, save_predictions
from core.project.db import history
from core.project.importing.import_sources import import_contents
from core.project.project import Project


def test_undo_and_redo_tell_what_changed(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        readings.set_transcription(project, 3, "of")
        assert history.next_labels(project) == ("read 'of'", None)
        undone = history.undo(project)
        assert undone is not None
        assert undone.word_ids == (3,)
        assert undone.label == "read 'of'"
        assert words.rows(project, [3])[0].text is None
        assert history.next_labels(project)[1] == "read 'of'"
        redone = history.redo(project)
        assert redone == undone
        assert words.rows(project, [3])[0].text == "of"
        assert history.redo(project) is None


def test_undo_with_nothing_done(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        assert history.undo(project) is None
        assert history.redo(project) is None
        assert history.next_labels(project) == (None, None)


def test_a_new_edit_drops_what_was_undone_but_keeps_its_rows(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        readings.set_transcription(project, 3, "one")
        history.undo(project)
        readings.set_transcription(project, 3, "two")
        assert history.redo(project) is None
        entries = [(entry.label, entry.state) for entry in history.history(project)]
        assert entries[:2] == [("read 'two'", "done"), ("read 'one'", "dropped")]
        assert project.one(
            "SELECT count(*) > 0 FROM change_row JOIN change ON change.id = change_id WHERE state = 'dropped'"
        ) == (1,)
        assert history.history(project, limit=1)[0].label == "read 'two'"


def test_an_edit_that_changes_nothing_leaves_no_entry_and_keeps_redo(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        readings.set_transcription(project, 3, "one")
        history.undo(project)
        word_edits.set_role(project, [1, 2], "train")
        assert history.redo(project) is not None


def test_edits_inside_an_edit_are_one_entry(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        before = state(project)
        with project.edit("both"):
            readings.set_transcription(project, 3, "one")
            word_edits.set_role(project, [1], "test")
        assert history.history(project)[0].label == "both"
        history.undo(project)
        assert state(project) == before


def test_a_part_that_fails_is_taken_back_alone(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        with project.edit("both"):
            readings.set_transcription(project, 3, "kept")
            with pytest.raises(InputError, match="no word 99"), project.edit("inner"):
                readings.set_transcription(project, 1, "gone")
                readings.set_transcription(project, 99, "nowhere")
        assert [row.text for row in words.rows(project, [1, 3])] == ["the", "kept"]


def test_an_edit_that_raises_leaves_nothing(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        before = state(project), history.history(project)
        with pytest.raises(ZeroDivisionError), project.edit("broken"):
            readings.set_transcription(project, 3, "half")
            raise ZeroDivisionError
        assert (state(project), history.history(project)) == before


def test_rows_of_the_history_change_inside_edits_only(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        with pytest.raises(sqlite3.IntegrityError, match="inside an edit"), project.transaction() as connection:
            connection.execute("UPDATE word SET role = 'test'")
        with project.edit("open"), pytest.raises(RuntimeError, match="inside an edit"):
            history.undo(project)


def test_predictions_and_runs_are_left_alone_and_outlive_an_undone_import(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        save_predictions(project, "m", [Prediction(4, "letter", "seen", 3, 5, 0.1)])
        runs.create_run(project, "train", {})
        undone = history.undo(project)
        assert undone is not None
        assert undone.word_ids == (4, 5)
        assert words.rows(project, [4]) == []
        redone = history.redo(project)
        assert redone == undone
        assert predictions(project, 4)["m"].text == "letter"
        assert len(runs.runs(project)) == 1


def test_an_undone_import_can_be_imported_again_with_new_ids(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        history.undo(project)
        summary = import_contents(project, crops(tmp_path / "source", ["letter", None]))
        assert (summary.words, summary.files_copied) == (2, 0)
        assert words.word_ids(project)[-2:] == [6, 7]
        assert history.redo(project) is None


def test_lines_and_lexicon_come_back(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, page(tmp_path, lines=(LineRecord((0, 0, 100, 20), "a line"),)))
        lexicon.add_words(project, {"the": 3, "of": 1})
        before = state(project)
        pages.delete_lines(project, [1])
        lexicon.remove_words(project, ["the"])
        lexicon.add_words(project, {"the": 9, "of": 4})
        after = state(project)
        for _ in range(3):
            history.undo(project)
        assert state(project) == before
        for _ in range(3):
            history.redo(project)
        assert state(project) == after


@pytest.mark.parametrize(
    ("change", "message"),
    [("tbl = 'sqlite_master'", "a table 'sqlite_master'"), ("other = '{\"role = 1 --\": 2}'", "columns of 'word'")],
)
def test_a_history_that_was_tampered_with_runs_no_sql_of_its_own(tmp_path: Path, change: str, message: str) -> None:
    with filled(tmp_path) as project:
        word_edits.set_role(project, [1], "test")
        with project.transaction() as connection:
            connection.execute(f"UPDATE change_row SET {change} WHERE op = 'update'")
        with pytest.raises(DuctusError, match=message):
            history.undo(project)
        assert words.rows(project, [1])[0].role == "test"


# What a person may do, as (kind, number, number): the numbers choose words and texts.
_TEXTS = ("the", "The", "cafe\u0301", "café", "of", "naïve", "King")
_DEEDS = st.lists(
    st.tuples(st.sampled_from(range(12)), st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=12
)


def _do(project: Project, folder: Path, kind: int, one: int, two: int) -> None:
    everything = words.word_ids(project, words.WordFilter(not_a_word=None)) or [1]
    word, other = everything[one % len(everything)], everything[two % len(everything)]
    text = _TEXTS[two % len(_TEXTS)]
    match kind:
        case 0 | 1:
            readings.set_transcription(project, word, text)
        case 2:
            word_edits.set_role(project, everything[:one], ("train", "val", "test", "none")[two % 4])
        case 3:
            word_edits.mark_not_a_word(project, [word, other], two % 2 == 0)
        case 4 | 5:
            word_edits.delete_words(project, [word])
        case 6:
            word_edits.move_word(project, word, (one, two, 20, 20), [(1, 1), (2, 2), (3, one)])
        case 7:
            word_edits.split_word(project, word, 20 + two)
        case 8:
            word_edits.join_words(project, [word, other], text)
        case 9:
            lexicon.add_words(project, {text: one, "x": two})
        case 10:
            lexicon.remove_words(project, [text])
        case 11:
            records = (WordRecord((one, 5, 10, 10), text), WordRecord((10, 10, 30, 20), text))
            import_contents(project, page(folder, *records))


@settings(max_examples=15, deadline=None)
@given(deeds=_DEEDS, closing=st.integers(0, 3))
def test_undoing_all_gives_the_start_and_redoing_all_the_end(deeds: list[tuple[int, int, int]], closing: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        project = filled(folder)
        start = len(history.history(project, 1000))
        states = [state(project)]
        for deed in deeds:
            before = len(history.history(project, 1000))
            try:
                _do(project, folder / "source", *deed)
            except InputError:
                assert state(project) == states[-1]
            if len(history.history(project, 1000)) > before:
                states.append(state(project))
            else:
                assert state(project) == states[-1]
        assert len(history.history(project, 1000)) == start + len(states) - 1
        for _ in range(2):
            for number, expected in enumerate(reversed(states[:-1])):
                if closing and number % closing == 0:
                    project.close()
                    project = Project.open(folder / "kit")
                assert history.undo(project) is not None
                assert state(project) == expected
            for expected in states[1:]:
                assert history.redo(project) is not None
                assert state(project) == expected
            assert history.redo(project) is None
        assert state(project)["search"] == current_texts(project)
        assert project.check_integrity() == []
        project.close()
