"""Word lists of languages in a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import crop_source

from core.errors import InputError
from core.project.content import history, language_words, lexicon
from core.project.importing.import_sources import import_contents
from core.project.project import Project

LISTS = {"en": {"the": 1000, "king": 100, "a": 50, "sea": 5}, "fr": {"a": 700, "roi": 90, "mer": 9}}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        language_words, "frequencies", lambda language, most: dict(list(LISTS[language].items())[:most])
    )
    with Project.create(tmp_path / "p") as made:
        import_contents(made, crop_source(tmp_path / "a", ["the", "the", "king", "river", "a", "a", "a", None] * 20))
        import_contents(made, crop_source(tmp_path / "b", ["The", "King"] * 30, shade=90), role="test")
        yield made


def listed(project: Project) -> dict[str, int]:
    return {word: count for word, count in project.query("SELECT word, count FROM lexicon ORDER BY word") if count}


def origins(project: Project) -> dict[str, str]:
    return dict(project.query("SELECT word, added_by FROM lexicon"))


def test_transcriptions_are_counted_without_the_test_words(project: Project) -> None:
    assert lexicon.training_counts(project) == {"a": 60, "king": 20, "river": 20, "the": 40}


def test_list_is_added_once_and_removed_as_one(project: Project) -> None:
    before = origins(project)
    added = language_words.add_language(project, "en", 3)
    assert (added.added, added.already) == (3, 0)  # the test words are capitalised, and do not count
    assert listed(project) == {"a": 50, "king": 100, "the": 1000}
    assert language_words.added_languages(project) == {"en": 3}
    edits = history.next_edits(project)
    again = language_words.add_language(project, "en", 3)
    assert (again.added, again.already) == (0, 3)
    assert history.next_edits(project) == edits
    assert language_words.remove_language(project, "en") == 3
    assert origins(project) == before == {}
    assert language_words.remove_language(project, "en") == 0


def test_adding_anew_replaces_the_list(project: Project) -> None:
    language_words.add_language(project, "en", 4)
    assert language_words.add_language(project, "en", 2).added == 0
    assert "sea" not in lexicon.lexicon_words(project)
    history.undo(project)
    assert listed(project) == LISTS["en"]
    history.undo(project)
    assert listed(project) == {}


def test_word_of_two_languages_stays_until_both_are_removed(project: Project) -> None:
    language_words.add_language(project, "en")
    language_words.add_language(project, "fr")
    assert listed(project)["a"] == 700
    assert language_words.added_languages(project) == {"en": 4, "fr": 3}
    assert language_words.remove_language(project, "en") == 3
    assert "a" in lexicon.lexicon_words(project) and "sea" not in lexicon.lexicon_words(project)
    assert language_words.remove_language(project, "fr") == 3


def test_words_that_were_also_added_otherwise_stay(project: Project, tmp_path: Path) -> None:
    lexicon.add_words(project, ["sea"])
    language_words.add_language(project, "en")
    (tmp_path / "names.txt").write_text("a\nking\n", encoding="utf-8")
    lexicon.add_word_list(project, tmp_path / "names.txt")
    assert origins(project)["a"] == "names.txt + language:en"
    assert origins(project)["king"] == "names.txt + language:en"
    assert lexicon.add_word_list(project, tmp_path / "names.txt").added == 0
    assert origins(project)["a"] == "names.txt + language:en"
    assert language_words.remove_language(project, "en") == 1
    assert origins(project) == {"sea": "typed", "a": "names.txt", "king": "names.txt"}


def test_unknown_language_changes_nothing(project: Project) -> None:
    for edit in (
        lambda: language_words.remove_language(project, "la"),
        lambda: language_words.add_language(project, "x"),
    ):
        with pytest.raises((InputError, KeyError)):
            edit()
    assert language_words.added_languages(project) == {}


def test_language_of_the_training_words_is_guessed(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as made:
        assert language_words.guess_project_language(made) is None
        import_contents(made, crop_source(tmp_path / "a", ["der", "und", "nicht"] * 20))
        import_contents(made, crop_source(tmp_path / "b", ["the", "which"] * 90, shade=90), role="test")
        guess = language_words.guess_project_language(made)
    assert guess is not None and (guess.language, guess.known) == ("de", 1.0)
