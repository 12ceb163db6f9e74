"""The lexicon of a project: added words, training words, and the word lists of languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import crop_source, filled_project

from core.errors import InputError
from core.project.content import history, language_words, lexicon, transcriptions, word_edits, words
from core.project.import_sources import import_contents
from core.project.project import Project

LISTS = {"en": {"the": 1000, "king": 100, "a": 50, "sea": 5}, "fr": {"a": 700, "roi": 90, "mer": 9}}


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


@pytest.fixture
def speaking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        language_words, "frequencies", lambda language, most: dict(list(LISTS[language].items())[:most])
    )
    with Project.create(tmp_path / "p") as made:
        import_contents(made, crop_source(tmp_path / "a", ["the", "the", "king", "river", "a", "a", "a", None] * 20))
        import_contents(made, crop_source(tmp_path / "b", ["The", "King"] * 30, shade=90), role="test")
        yield made


def listed(speaking: Project) -> dict[str, int]:
    return {word: count for word, count in speaking.query("SELECT word, count FROM lexicon ORDER BY word") if count}


def origins(speaking: Project) -> dict[str, str]:
    return dict(speaking.query("SELECT word, added_by FROM lexicon"))


def test_transcriptions_are_counted_without_the_test_words(speaking: Project) -> None:
    assert lexicon.training_counts(speaking) == {"a": 60, "king": 20, "river": 20, "the": 40}


def test_list_is_added_once_and_removed_as_one(speaking: Project) -> None:
    before = origins(speaking)
    added = language_words.add_language(speaking, "en", 3)
    assert (added.added, added.already) == (3, 0)  # the test words are capitalised, and do not count
    assert listed(speaking) == {"a": 50, "king": 100, "the": 1000}
    assert language_words.added_languages(speaking) == {"en": 3}
    edits = history.next_edits(speaking)
    again = language_words.add_language(speaking, "en", 3)
    assert (again.added, again.already) == (0, 3)
    assert history.next_edits(speaking) == edits
    assert language_words.remove_language(speaking, "en") == 3
    assert origins(speaking) == before == {}
    assert language_words.remove_language(speaking, "en") == 0


def test_adding_anew_replaces_the_list(speaking: Project) -> None:
    language_words.add_language(speaking, "en", 4)
    assert language_words.add_language(speaking, "en", 2).added == 0
    assert "sea" not in lexicon.lexicon_words(speaking)
    history.undo(speaking)
    assert listed(speaking) == LISTS["en"]
    history.undo(speaking)
    assert listed(speaking) == {}


def test_word_of_two_languages_stays_until_both_are_removed(speaking: Project) -> None:
    language_words.add_language(speaking, "en")
    language_words.add_language(speaking, "fr")
    assert listed(speaking)["a"] == 700
    assert language_words.added_languages(speaking) == {"en": 4, "fr": 3}
    assert language_words.remove_language(speaking, "en") == 3
    assert "a" in lexicon.lexicon_words(speaking) and "sea" not in lexicon.lexicon_words(speaking)
    assert language_words.remove_language(speaking, "fr") == 3


def test_words_that_were_also_added_otherwise_stay(speaking: Project, tmp_path: Path) -> None:
    lexicon.add_words(speaking, ["sea"])
    language_words.add_language(speaking, "en")
    (tmp_path / "names.txt").write_text("a\nking\n", encoding="utf-8")
    lexicon.add_word_list(speaking, tmp_path / "names.txt")
    assert origins(speaking)["a"] == "names.txt + language:en"
    assert origins(speaking)["king"] == "names.txt + language:en"
    assert lexicon.add_word_list(speaking, tmp_path / "names.txt").added == 0
    assert origins(speaking)["a"] == "names.txt + language:en"
    assert language_words.remove_language(speaking, "en") == 1
    assert origins(speaking) == {"sea": "typed", "a": "names.txt", "king": "names.txt"}


def test_unknown_language_changes_nothing(speaking: Project) -> None:
    for edit in (
        lambda: language_words.remove_language(speaking, "la"),
        lambda: language_words.add_language(speaking, "x"),
    ):
        with pytest.raises((InputError, KeyError)):
            edit()
    assert language_words.added_languages(speaking) == {}


def test_language_of_the_training_words_is_guessed(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as made:
        assert language_words.guess_project_language(made) is None
        import_contents(made, crop_source(tmp_path / "a", ["der", "und", "nicht"] * 20))
        import_contents(made, crop_source(tmp_path / "b", ["the", "which"] * 90, shade=90), role="test")
        guess = language_words.guess_project_language(made)
    assert guess is not None and (guess.language, guess.known) == ("de", 1.0)
