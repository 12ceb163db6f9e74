"""The lexicon of a project, its runs, models and settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import crop_source, filled_project

from core.errors import InputError
from core.language import IN_APP
from core.project.content import history, lexicon, models, runs, transcriptions, word_edits, words
from core.project.importing.import_sources import import_contents
from core.project.project import Project


def counts(project: Project) -> dict[str, int]:
    """Return the counts of the added words."""
    return {row.word: row.listed for row in lexicon.iter_lexicon(project) if row.listed is not None}


def test_words_are_added_once_in_nfc(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        added = lexicon.add_words(project, ["cafe\u0301", " café ", "the", "the"])
        assert (added.added, added.already, added.skipped) == (2, 0, ())
        assert lexicon.lexicon_words(project) == ["café", "the"] == sorted(["café", "the"])
        assert lexicon.add_words(project, {"the": 5, "of": 2}).already == 1
        lexicon.add_words(project, {"the": 3})
        assert counts(project) == {"café": 0, "of": 2, "the": 5}
        assert lexicon.remove_words(project, ["cafe\u0301", "nothing"]) == 1
        assert lexicon.remove_words(project, []) == 0
        assert lexicon.lexicon_words(project) == ["of", "the"]


@pytest.mark.parametrize("bad", ["", "two words", "a\0b", "\udc00"])
def test_invalid_words_are_refused_and_nothing_is_added(tmp_path: Path, bad: str) -> None:
    with Project.create(tmp_path / "a") as project:
        with pytest.raises(InputError, match="cannot be in the lexicon"):
            lexicon.add_words(project, ["valid", bad])
        with pytest.raises(InputError, match="below 0"):
            lexicon.add_words(project, {"valid": -1})
        assert lexicon.lexicon_words(project) == []


def test_lexicon_rows_count_transcriptions_and_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "_CHUNK", 2)
    project = filled_project(tmp_path)
    ids = words.word_ids(project)
    word_edits.set_role(project, ids[-2:], "test")
    transcriptions.set_transcription(project, ids[2], "the")
    lexicon.add_words(project, {"the": 7, "zeal": 0, "Arm": 2, "letter": 1})
    assert [(row.word, row.listed, row.transcribed, row.seen) for row in lexicon.iter_lexicon(project)] == [
        ("Arm", 2, 0, False),
        ("King", None, 1, True),
        ("letter", 1, 1, False),
        ("the", 7, 2, True),
        ("zeal", 0, 0, False),
    ]
    assert [row.word for row in lexicon.iter_lexicon(project)] == lexicon.lexicon_words(project)


def test_invalid_lines_of_a_word_list_are_skipped(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(
        b"\xef\xbb\xbfthe\t12\r\nof\n\n  \ncaf\xc3\xa9\t 3 \nthe\t1\ntwo words\n\xff\xfe\nx\tmany\n\t4\n"
        + b"y" * 10_000
        + b"\n"
        + "\u0663\t\u0663\n".encode()
        + b"last"
    )
    with Project.create(tmp_path / "a") as project:
        added = lexicon.add_word_list(project, file)
        assert added.added == 4
        assert counts(project) == {"café": 3, "last": 0, "of": 0, "the": 13}
        assert [(entry.place, entry.reason) for entry in added.skipped] == [
            ("line 7", "it contains white space"),
            ("line 8", "it is not UTF-8"),
            ("line 9", "'many' after the tab is not a count"),
            ("line 10", "it has a count but no word"),
            ("line 11", "it is longer than 4096 bytes"),
            ("line 12", "'\u0663' after the tab is not a count"),
        ]
        assert lexicon.add_word_list(project, file).already == 4
        assert counts(project)["the"] == 13


def test_files_that_are_not_word_lists_raise_input_error(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        (tmp_path / "wide.txt").write_text("the", encoding="utf-16")
        with pytest.raises(InputError, match="UTF-16"):
            lexicon.add_word_list(project, tmp_path / "wide.txt")
        with pytest.raises(InputError, match="cannot be read"):
            lexicon.add_word_list(project, tmp_path)


@given(st.binary(max_size=300))
def test_any_line_is_parsed_or_refused(content: bytes) -> None:
    for line in content.split(b"\n"):
        parsed = lexicon._parse_line(line)
        if isinstance(parsed, tuple):
            word, count = parsed
            assert word == word.strip() != ""
            assert count >= 0


def test_training_words_belong_to_the_lexicon_and_test_words_do_not(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        lexicon.add_words(project, ["King", "unread", "naïve"])
        word_edits.set_role(project, [1], "test")
        assert lexicon.lexicon_words(project) == ["King", "letter", "naïve", "unread"]
        assert lexicon.seen_words(project) == {"King", "letter"}
        transcriptions.set_transcription(project, 3, "typo")
        assert "typo" in lexicon.lexicon_words(project)
        transcriptions.set_transcription(project, 3, "type")  # a corrected typing error leaves nothing
        assert "typo" not in lexicon.lexicon_words(project)
        stats = lexicon.lexicon_stats(project, lambda word: {char for char in word if not char.isascii()})
        assert (stats.total, stats.seen, stats.unseen) == (5, 3, 2)
        assert stats.unencodable == {"naïve": frozenset("ï")}
        assert lexicon.lexicon_stats(project, lambda word: set()).unencodable == {}


def test_words_without_a_role_are_not_added(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        word_edits.set_role(project, [1], "test")
        word_edits.set_role(project, [2], "none")
        assert lexicon.lexicon_from_transcriptions(project).added == 2
        assert lexicon.lexicon_words(project) == ["letter", "the"]
        history.undo(project)
        assert lexicon.lexicon_words(project) == ["letter"]


def test_runs_change_state_in_order(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        run = runs.create_run(project, {"gates": 5}, seed=7)
        assert (run.id, run.state, run.params, run.seed) == (1, "queued", {"gates": 5}, 7)
        assert runs.run_folder(project, run.id).is_dir()
        with pytest.raises(InputError, match="is queued; it cannot become done"):
            runs.end_run(project, run.id, "done")
        runs.start_run(project, run.id)
        assert runs.get_run(project, run.id).started_at is not None
        runs.end_run(project, run.id, "stopped", message="You stopped it.")
        stopped = runs.get_run(project, run.id)
        assert (stopped.state, stopped.message) == ("stopped", "You stopped it.")
        runs.start_run(project, run.id)
        again = runs.get_run(project, run.id)
        assert (again.ended_at, again.message) == (None, None)
        runs.end_run(project, run.id, "done", model="m")
        assert runs.get_run(project, run.id).model == "m"
        with pytest.raises(InputError, match="is done"):
            runs.start_run(project, run.id)
        other = runs.create_run(project, {})
        assert [r.id for r in runs.list_runs(project)] == [other.id, run.id]
        with pytest.raises(InputError, match="no run 9"):
            runs.get_run(project, 9)


def test_models_are_registered_once_and_one_is_active(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(IN_APP, raising=False)
    with Project.create(tmp_path / "a") as project:
        with pytest.raises(InputError, match=r"no model yet.*ductus begin"):
            models.get_model(project)
        with pytest.raises(InputError, match="no model file"):
            models.register_model(project, "first")
        for name in ("first", "second"):
            models.model_path(project, name).write_bytes(b"weights")
        run = runs.create_run(project, {})
        first = models.register_model(project, "first", run_id=run.id, info={"members": 5})
        assert (first.active, first.run_id, first.info) == (True, run.id, {"members": 5})
        assert first.file.read_bytes() == b"weights"
        models.register_model(project, "second", activate=False)
        assert models.get_model(project).name == "first"
        models.activate_model(project, "second")
        assert models.get_model(project).name == "second"
        assert [(m.name, m.active) for m in models.list_models(project)] == [("second", True), ("first", False)]
        with pytest.raises(InputError, match="already"):
            models.register_model(project, "first")
        with pytest.raises(InputError, match="Models of the project: second, first"):
            models.activate_model(project, "third")
        assert models.get_model(project).name == "second"


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a\\b", "end.", "x" * 100])
def test_invalid_model_names_are_refused(tmp_path: Path, name: str) -> None:
    with Project.create(tmp_path / "a") as project, pytest.raises(InputError, match="cannot be a model's name"):
        models.model_path(project, name)


def test_settings_are_stored_as_json(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        assert project.get_setting("alphabet", "latin") == "latin"
        project.set_setting("alphabet", {"name": "latin-extended", "é": [1, None]})
        project.set_setting("thres", 0.5)
        with pytest.raises(ValueError, match="JSON"):
            project.set_setting("thres", float("nan"))
    with Project.open(tmp_path / "a", read_only=True) as project:
        assert project.get_setting("alphabet") == {"name": "latin-extended", "é": [1, None]}
        assert project.get_setting("thres") == 0.5


def test_settings_are_not_part_of_the_history(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, crop_source(tmp_path, ["a"]))
        project.set_setting("k", 1)
        history.undo(project)
        assert project.get_setting("k") == 1
