"""Undo and redo: every edit can be undone and redone, also after closing the project."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from project_helpers import crop_source, current_texts, edit_history, filled_project, page_source, project_state

from core.errors import DuctusError, InputError
from core.formats.records import LineRecord, WordRecord
from core.project.content import history, lexicon, runs, transcriptions, word_edits, words
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.import_sources import import_contents
from core.project.project import Project


def test_undo_and_redo_return_the_changed_rows(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, "of")
        assert history.next_edits(project) == (("transcribe", {"text": "of"}), None)
        undone = history.undo(project)
        assert undone is not None
        assert undone.word_ids == (3,)
        assert undone.edit == ("transcribe", {"text": "of"})
        assert words.get_words(project, [3])[0].text is None
        assert history.next_edits(project)[1] == undone.edit
        redone = history.redo(project)
        assert redone == undone
        assert words.get_words(project, [3])[0].text == "of"
        assert history.redo(project) is None


def test_undo_without_edits_returns_none(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        assert history.undo(project) is None
        assert history.redo(project) is None
        assert history.next_edits(project) == (None, None)


def test_a_new_edit_drops_undone_edits_but_keeps_their_rows(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, "one")
        history.undo(project)
        transcriptions.set_transcription(project, 3, "two")
        assert history.redo(project) is None
        entries = [(entry.edit.fields.get("text"), entry.state) for entry in edit_history(project)]
        assert entries[:2] == [("two", "done"), ("one", "dropped")]
        assert project.one(
            "SELECT count(*) > 0 FROM change_row JOIN change ON change.id = change_id WHERE state = 'dropped'"
        ) == (1,)
        assert edit_history(project, limit=1)[0].edit == ("transcribe", {"text": "two"})


def test_an_edit_that_changes_nothing_leaves_no_entry_and_keeps_redo(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, "one")
        history.undo(project)
        word_edits.set_role(project, [1, 2], "train")
        assert history.redo(project) is not None


def test_edits_inside_an_edit_are_one_entry(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        before = project_state(project)
        with project.edit("both"):
            transcriptions.set_transcription(project, 3, "one")
            word_edits.set_role(project, [1], "test")
        assert edit_history(project)[0].edit == ("both", {})
        history.undo(project)
        assert project_state(project) == before


def test_a_failing_inner_edit_is_rolled_back_alone(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        with project.edit("both"):
            transcriptions.set_transcription(project, 3, "kept")
            with pytest.raises(InputError, match="no word 99"), project.edit("inner"):
                transcriptions.set_transcription(project, 1, "undone")
                transcriptions.set_transcription(project, 99, "nowhere")
        assert [row.text for row in words.get_words(project, [1, 3])] == ["the", "kept"]


def test_an_edit_that_raises_is_rolled_back(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        before = project_state(project), edit_history(project)
        with pytest.raises(ZeroDivisionError), project.edit("broken"):
            transcriptions.set_transcription(project, 3, "half")
            raise ZeroDivisionError
        assert (project_state(project), edit_history(project)) == before


def test_journaled_rows_change_only_inside_edits(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        with pytest.raises(sqlite3.IntegrityError, match="inside an edit"), project.transaction() as connection:
            connection.execute("UPDATE word SET role = 'test'")
        with project.edit("open"), pytest.raises(RuntimeError, match="inside an edit"):
            history.undo(project)


def test_predictions_and_runs_survive_an_undone_import(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        save_predictions(project, "m", [Prediction(4, "letter", "seen", 3, 5, 0.1)])
        runs.create_run(project, {})
        undone = history.undo(project)
        assert undone is not None
        assert undone.word_ids == (4, 5)
        assert words.get_words(project, [4]) == []
        redone = history.redo(project)
        assert redone == undone
        assert predictions_by_model(project, 4)["m"].text == "letter"
        assert len(runs.list_runs(project)) == 1


def test_an_undone_import_can_be_imported_again_with_new_ids(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        history.undo(project)
        summary = import_contents(project, crop_source(tmp_path / "source", ["letter", None]))
        assert (summary.words, summary.files_copied) == (2, 0)
        assert words.word_ids(project)[-2:] == [6, 7]
        assert history.redo(project) is None


def test_deleted_lines_and_lexicon_words_are_restored(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, page_source(tmp_path, lines=(LineRecord((0, 0, 100, 20), "a line"),)))
        lexicon.add_words(project, {"the": 3, "of": 1})
        before = project_state(project)
        with project.edit("remove lines") as connection:
            connection.execute("DELETE FROM line")
        lexicon.remove_words(project, ["the"])
        lexicon.add_words(project, {"the": 9, "of": 4})
        after = project_state(project)
        for _ in range(3):
            history.undo(project)
        assert project_state(project) == before
        for _ in range(3):
            history.redo(project)
        assert project_state(project) == after


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("tbl = 'sqlite_master'", "unknown table 'sqlite_master'"),
        ("other = '{\"role = 1 --\": 2}'", "columns of the table 'word'"),
    ],
)
def test_a_manipulated_history_cannot_run_sql(tmp_path: Path, change: str, message: str) -> None:
    with filled_project(tmp_path) as project:
        word_edits.set_role(project, [1], "test")
        with project.transaction() as connection:
            connection.execute(f"UPDATE change_row SET {change} WHERE op = 'update'")
        with pytest.raises(DuctusError, match=message):
            history.undo(project)
        assert words.get_words(project, [1])[0].role == "test"


# Edits as (kind, number, number): the numbers choose words and texts.
_TEXTS = ("the", "The", "cafe\u0301", "café", "of", "naïve", "King")
_EDITS = st.lists(
    st.tuples(st.sampled_from(range(12)), st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=12
)


def _edit(project: Project, folder: Path, kind: int, one: int, two: int) -> None:
    everything = words.word_ids(project, not_a_word=None) or [1]
    word, other = everything[one % len(everything)], everything[two % len(everything)]
    text = _TEXTS[two % len(_TEXTS)]
    match kind:
        case 0 | 1:
            transcriptions.set_transcription(project, word, text)
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
            word_edits.join_words(project, [word, other])
        case 9:
            lexicon.add_words(project, {text: one, "x": two})
        case 10:
            lexicon.remove_words(project, [text])
        case 11:
            records = (WordRecord((one, 5, 10, 10), text), WordRecord((10, 10, 30, 20), text))
            import_contents(project, page_source(folder, *records))


@settings(max_examples=15, deadline=None)
@given(edits=_EDITS, closing=st.integers(0, 3))
def test_undoing_all_edits_gives_the_start_and_redoing_them_the_end(
    edits: list[tuple[int, int, int]], closing: int
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        project = filled_project(folder)
        start = len(edit_history(project, 1000))
        states = [project_state(project)]
        for edit in edits:
            before = len(edit_history(project, 1000))
            try:
                _edit(project, folder / "source", *edit)
            except InputError:
                assert project_state(project) == states[-1]
            if len(edit_history(project, 1000)) > before:
                states.append(project_state(project))
            else:
                assert project_state(project) == states[-1]
        assert len(edit_history(project, 1000)) == start + len(states) - 1
        for _ in range(2):
            for number, expected in enumerate(reversed(states[:-1])):
                if closing and number % closing == 0:
                    project.close()
                    project = Project.open(folder / "kit")
                assert history.undo(project) is not None
                assert project_state(project) == expected
            for expected in states[1:]:
                assert history.redo(project) is not None
                assert project_state(project) == expected
            assert history.redo(project) is None
        assert project_state(project)["search"] == current_texts(project)
        assert project.check_integrity() == []
        project.close()
