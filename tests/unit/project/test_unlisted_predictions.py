"""Predictions that are in no list: stored and read back, found and counted, migrated and rescued."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from project_helpers import drop_authors, filled_project

from core.project.content.lexicon import lexicon_words, words_in_lexicon
from core.project.content.predictions import Prediction, iter_predictions, predictions_by_model, save_predictions
from core.project.content.statistics import page_state_counts, statistics
from core.project.content.transcriptions import accept_predictions
from core.project.content.words import word_ids, word_summaries
from core.project.db.schema import SCHEMA_VERSION
from core.project.integrity.rescue_write import rescue
from core.project.project import DATABASE, Project
from core.project.query.candidates import list_candidates
from core.project.query.review_order import most_doubtful_first, review_items
from core.project.query.word_query import find_words, tied_words
from core.recognition.free_decoding import Spelling
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import Candidate, MemberVote, encode_votes

MODEL = "m"


def spelled(*texts: str | None, word: str = "the") -> bytes:
    """Return the votes of members of which some treat the word as one in no list and spell it."""
    votes = []
    for k, text in enumerate(texts):
        listed = (Candidate(word, 0.5 + k / 10), Candidate("King", 0.9))
        spelling = None if text is None else Spelling(text, -0.25)
        votes.append(MemberVote(1, 6, 3, False, (), listed, spelling, spelling is not None, 0.75 if spelling else None))
    return encode_votes(votes)


def unlisted(word_id: int, text: str = "Bennington", confidence: float | None = 0.75) -> Prediction:
    return Prediction(word_id, text, "unlisted", 2, 3, 0.25, confidence, spelled(text, text, None))


@pytest.fixture
def project(tmp_path: Path):
    with filled_project(tmp_path) as project:
        yield project


def unread(project: Project) -> list[int]:
    return [
        summary.word_id for summary in word_summaries(project, word_ids(project), None) if summary.state == "unread"
    ]


predictions = st.builds(
    Prediction,
    st.integers(1, 5),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=9),
    st.sampled_from([status.value for status in PredictionStatus]),
    st.integers(0, 3),
    st.just(3),
    st.floats(-4, 90, width=32),
    st.none() | st.floats(0, 1, width=32),
    st.none() | st.binary(max_size=20),
)


@given(st.lists(predictions, max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_status_is_read_back_as_it_was_saved(project: Project, saved: list[Prediction]) -> None:
    with project.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    save_predictions(project, MODEL, saved)
    save_predictions(project, "other", [replace(one, status="seen") for one in saved])
    last = {prediction.word_id: prediction for prediction in saved}  # a newer one replaces the older
    assert {one.word_id: one for one in iter_predictions(project, MODEL, range(1, 6))} == last
    for word_id, prediction in last.items():
        by_model = predictions_by_model(project, word_id)
        assert by_model == {MODEL: prediction, "other": replace(prediction, status="seen")}
    summaries = {summary.word_id: summary for summary in word_summaries(project, word_ids(project), MODEL)}
    assert {i: one.status for i, one in summaries.items() if one.status} == {i: p.status for i, p in last.items()}
    for word_id in unread(project):
        prediction, state = last.get(word_id), summaries[word_id].state
        if prediction is None:
            assert state == "unread"
        elif prediction.confidence is None:
            assert state == (prediction.status if prediction.votes > 1 else "uncertain")
        else:
            assert state == (prediction.status if prediction.confidence >= 0.5 else "uncertain")
    counts = statistics(project, MODEL)
    assert sum(counts.states.values()) == counts.words == len(summaries)
    assert sum(sum(states.values()) for states in page_state_counts(project, MODEL).values()) == counts.words


def test_the_filter_finds_them_by_either_name(project: Project) -> None:
    first, second = unread(project)
    save_predictions(project, MODEL, [unlisted(first), Prediction(second, "King", "unseen", 3, 3, 0.1, 0.9)])
    assert find_words(project, "nolist", MODEL) == find_words(project, "unlisted", MODEL) == [first]
    assert find_words(project, "unseen", MODEL) == [second]
    assert find_words(project, "predicted -nolist", MODEL) == [second]
    assert find_words(project, "nolist or unseen", MODEL) == [first, second]
    assert find_words(project, "nolist", "another") == []
    assert find_words(project, '"nolist"', MODEL) == []


def test_a_spelling_that_half_of_the_readers_give_is_no_tie(project: Project) -> None:
    first, second = unread(project)
    save_predictions(
        project,
        MODEL,
        [
            # two spell it, which is not more than half: the words of the list of all four decide
            Prediction(first, "the", "seen", 4, 4, 0.5, 0.9, spelled("Bennington", "Bennington", None, None)),
            Prediction(second, "the", "seen", 2, 4, 0.5, 0.9, spelled("Benton", "Benton", None, None)),
        ],
    )
    assert tied_words(project, MODEL) == []


def test_an_accepted_word_of_no_list_is_in_the_list_and_then_a_new_word_elsewhere(project: Project) -> None:
    first, second = unread(project)
    save_predictions(project, MODEL, [unlisted(first), unlisted(second)])

    def candidates(word_id: int):
        prediction = predictions_by_model(project, word_id)[MODEL]
        return list_candidates(project, [prediction], {})[word_id].ranked

    best = candidates(second)[0]
    assert (best.word, best.votes, best.distance, best.is_free) == ("Bennington", 2, 0.25, True)
    assert [(candidate.word, candidate.votes, candidate.is_free) for candidate in candidates(second)[1:]] == [
        ("the", 1, False),
        ("King", 0, False),
    ]
    accept_predictions(project, [first], MODEL)
    assert "Bennington" in lexicon_words(project) and words_in_lexicon(project, ["Bennington"])
    best = candidates(second)[0]
    assert (best.word, best.is_free, best.trained_on) == ("Bennington", False, False)


def test_the_order_of_review_compares_a_spelling_with_the_best_word_of_the_list(project: Project) -> None:
    first, second = unread(project)
    near = [MemberVote(1, 6, 3, False, (), (Candidate("the", 0.3),), Spelling("Benton", -0.25), True, 0.6)] * 3
    far = [MemberVote(1, 6, 3, False, (), (Candidate("the", 5.0),), Spelling("Benton", -0.25), True, 0.6)] * 3
    for word_id, votes in ((first, far), (second, near)):
        save_predictions(
            project, MODEL, [Prediction(word_id, "Benton", "unlisted", 3, 3, 0.25, 0.75, encode_votes(votes))]
        )
    order = most_doubtful_first(review_items(project, [first, second], MODEL))
    assert [item.word_id for item in order] == [second, first]


def as_version_2(folder: Path) -> None:
    """Remove what versions 3 and 4 added."""
    connection = sqlite3.connect(folder / DATABASE)
    drop_authors(connection)
    connection.execute("ALTER TABLE prediction DROP COLUMN unlisted")
    for column in ("aligned", "fit"):
        connection.execute(f"ALTER TABLE reading DROP COLUMN {column}")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()


def test_a_project_of_version_2_is_migrated_and_keeps_its_predictions(project: Project) -> None:
    first, second = unread(project)
    saved = [Prediction(first, "the", "seen", 3, 3, 0.25, 0.75), Prediction(second, "King", "unseen", 1, 3, 0.5, None)]
    save_predictions(project, MODEL, saved)
    project.close()
    as_version_2(project.folder)
    with Project.open(project.folder) as migrated:
        assert migrated.one("PRAGMA user_version") == (SCHEMA_VERSION,)
        assert list(iter_predictions(migrated, MODEL, [first, second])) == saved
        save_predictions(migrated, MODEL, [unlisted(second)])
        assert predictions_by_model(migrated, second)[MODEL] == unlisted(second)
        assert migrated.check_integrity() == []
    with Project.open(project.folder) as again:
        assert [summary.state for summary in word_summaries(again, [first, second], MODEL)] == ["seen", "unlisted"]


def test_a_flag_that_is_neither_0_nor_1_is_refused(project: Project) -> None:
    save_predictions(project, MODEL, [unlisted(3)])
    with pytest.raises(sqlite3.IntegrityError), project.transaction() as connection:
        connection.execute("UPDATE prediction SET unlisted = 2")


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("is_damaged", [False, True])
def test_predictions_of_either_version_are_rescued(
    project: Project, tmp_path: Path, version: int, is_damaged: bool
) -> None:
    first, second = unread(project)
    saved = [Prediction(first, "the", "seen", 3, 3, 0.25, 0.75), replace(unlisted(second), detail=None)]
    save_predictions(project, MODEL, saved)
    if version == 2:
        saved[1] = replace(saved[1], status="unseen")
    project.close()
    if version == 2:
        as_version_2(project.folder)
    if is_damaged:  # the page that locates the tables is lost
        database = project.folder / DATABASE
        database.write_bytes(bytes(4096) + database.read_bytes()[4096:])
    done = rescue(project.folder, tmp_path / "out")
    with Project.open(done.project) as rescued:
        assert list(iter_predictions(rescued, MODEL, [first, second])) == saved
        assert rescued.one("PRAGMA user_version") == (SCHEMA_VERSION,)


@pytest.mark.parametrize(
    ("distance", "confidence", "members", "state"),
    [
        (2.7 * 7, None, 1, "unseen"),
        (2.9 * 7, None, 1, "uncertain"),
        (2.9 * 7, 0.9, 1, "unseen"),
        (2.9 * 7, None, 3, "unseen"),
    ],
)
def test_suggestion_of_the_starter_that_fits_badly_is_uncertain(
    distance: float, confidence: float | None, members: int, state: str, tmp_path: Path
) -> None:
    """It has no confidence; noise must not look as sure as a word."""
    with filled_project(tmp_path) as project:
        word = unread(project)[0]
        save_predictions(
            project, MODEL, [Prediction(word, "Hawkins", "unseen", members, members, distance, confidence)]
        )
        (summary,) = word_summaries(project, [word], MODEL)
        assert summary.state == state
        assert (word in find_words(project, "uncertain", MODEL)) == (state == "uncertain")
