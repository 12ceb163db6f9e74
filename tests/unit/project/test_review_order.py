"""The orders of Review: their sequence and completeness."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from project_helpers import draw_image

from core.errors import InputError
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query import review_order
from core.project.query.review_order import (
    ReviewItem,
    ReviewOrder,
    _spread,
    group_by_prediction,
    most_informative_first,
    order_words,
    review_items,
)

MODEL = "m"


def make_project(folder: Path, count: int) -> Project:
    project = Project.create(folder / "o")
    words = tuple(WordRecord((n % 150, n // 150 % 90, 5, 5), None) for n in range(count))
    image = draw_image(folder / "page.png", (200, 100))
    import_contents(project, SourceContents(pages=(PageRecord(image, 200, 100, words=words),)))
    return project


def encoded_votes(gap: float) -> bytes:
    return zlib.compress(json.dumps([[5, 9, 5, 1, ["a", 0.1, "b", 0.1 + gap], []]] * 3).encode())


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path, 8) as project:
        yield project


def predict(project: Project, predicted: list[tuple[str, int]], gaps: list[float] | None = None) -> list[int]:
    ids = word_ids(project)
    save_predictions(
        project,
        MODEL,
        [
            Prediction(i, text, "seen", votes, 5, 0.1, None, encoded_votes(gaps[n] if gaps else 0.5))
            for n, (i, (text, votes)) in enumerate(zip(ids, predicted, strict=False))
        ],
    )
    return ids


def test_the_most_doubtful_come_first_and_words_without_prediction_last(project: Project) -> None:
    ids = predict(project, [("a", 5), ("b", 1), ("c", 3), ("d", 2)])
    assert order_words(project, ids, MODEL, "uncertain") == [ids[n] for n in (1, 3, 2, 0, 4, 5, 6, 7)]


def test_of_equal_votes_the_one_with_the_nearer_runner_up_comes_first(project: Project) -> None:
    ids = predict(project, [("a", 3), ("b", 3), ("c", 3)], [0.5, 0.01, 0.2])
    assert order_words(project, ids[:3], MODEL, "uncertain") == [ids[1], ids[2], ids[0]]


def test_useful_words_do_not_repeat_one_prediction(project: Project) -> None:
    ids = predict(project, [("the", 1), ("the", 1), ("the", 1), ("the", 1), ("of", 2), ("king", 2), ("x", 3)])
    text = dict(zip(ids, ["the"] * 4 + ["of", "king", "x"], strict=False))
    row = [text[i] for i in order_words(project, ids[:7], MODEL, "useful")]
    assert row[0] == "the" and row[1] != "the" and row.index("king") < 4
    assert all(one != two for one, two in pairwise(row[:6]))


def test_transcribed_words_come_last(project: Project) -> None:
    ids = predict(project, [("a", 1), ("b", 5)])
    set_transcription(project, ids[0], "a")
    for order in ("useful", "uncertain"):
        assert order_words(project, ids[:2], MODEL, order) == [ids[1], ids[0]]


def test_the_order_is_deterministic(project: Project) -> None:
    ids = predict(project, [("a", 3), ("b", 3), ("a", 3), ("c", 3), ("a", 1), ("b", 3)])
    for order in ReviewOrder:
        assert order_words(project, ids, MODEL, order) == order_words(project, ids, MODEL, order)


def test_groups_are_sorted_by_size_and_their_words_by_doubt(project: Project) -> None:
    ids = predict(project, [("b", 5), ("a", 5), ("b", 1), ("a", 2), ("a", 5), ("c", 1)])
    found = group_by_prediction(review_items(project, ids, MODEL))
    assert [(g.text, g.ids) for g in found] == [
        ("a", (ids[3], ids[1], ids[4])),
        ("b", (ids[2], ids[0])),
        ("c", (ids[5],)),
    ]
    assert order_words(project, ids, MODEL, "grouped")[:3] == [ids[3], ids[1], ids[4]]


def test_page_order_and_no_model_keep_the_order(project: Project) -> None:
    ids = predict(project, [("a", 1), ("b", 5)])
    assert order_words(project, ids, MODEL, "page") == ids == order_words(project, ids, None, "useful")
    with pytest.raises(InputError, match="useful"):
        order_words(project, ids, MODEL, "alphabet")


@given(st.lists(st.sampled_from("abcd"), max_size=40))
@settings(deadline=None)
def test_spreading_keeps_every_word_once(texts: list[str]) -> None:
    row = [ReviewItem(n, text, 1.0, False) for n, text in enumerate(texts)]
    spread = _spread(row)
    assert sorted(item.word_id for item in spread) == list(range(len(texts)))
    if texts and max(texts.count(t) for t in texts) == 1:
        assert spread == row


@pytest.mark.parametrize("order", ["useful", "uncertain"])
def test_beyond_the_limit_words_follow_by_doubt_alone(
    order: str, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    votes = [3, 5, 1, 4, 5, 2, 1, 3]
    ids = predict(project, [(f"word{n}", count) for n, count in enumerate(votes)])
    set_transcription(project, ids[2], "read")
    monkeypatch.setattr(review_order, "MAX_SORTED", 3)
    requested = [*ids[:4], *reversed(ids[4:])]
    requested.remove(ids[3])
    row = order_words(project, [*requested, 999], MODEL, order)
    assert sorted(row) == sorted([*requested, 999]) and row[-1] == 999
    assert set(row[:3]) == {ids[0], ids[5], ids[6]}, "the most doubtful that are not transcribed"
    assert row[3:7] == [ids[7], ids[1], ids[4], ids[2]], "by doubt, equal ones in the order given"
    sorted_words = [word for word in requested if word in row[:3]]
    assert row[:3] == order_words(project, sorted_words, MODEL, order)


def test_beyond_the_limit_words_without_predictions_keep_their_order(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_order, "MAX_SORTED", 2)
    assert order_words(project, [3, 1, 2], MODEL, "useful") == [3, 1, 2]


def test_transcriptions_elsewhere_count_as_examples(project: Project) -> None:
    """Review may show only words without a transcription, but words transcribed before reduce their value."""
    ids = predict(project, [("sand", 3), ("moor", 3), ("x", 5), ("x", 5), ("x", 5), ("x", 5)])
    assert order_words(project, ids[:2], MODEL, "useful") == [ids[0], ids[1]]
    for word in ids[2:5]:
        set_transcription(project, word, "sand")
    assert order_words(project, ids[:2], MODEL, "useful") == [ids[1], ids[0]]


@given(st.lists(st.tuples(st.text("abc", min_size=1, max_size=4), st.floats(0, 1.5)), max_size=60))
@settings(deadline=None)
def test_the_useful_order_contains_every_word_once(words: list[tuple[str, float]]) -> None:
    texts, doubts = [text for text, _ in words], [doubt for _, doubt in words]
    for examples in ({}, {"abc": 100_000, "c": 3}):
        assert sorted(most_informative_first(texts, doubts, examples)) == list(range(len(words)))


def test_common_letter_pairs_come_first_until_they_are_known() -> None:
    texts = ["then", "the", "then", "he", "king", "then"]
    row = [texts[place] for place in most_informative_first(texts, [0.5] * 6, {})]
    assert row[0] == "then" and "then" not in row[1 : row.index("king")]
    assert "king" not in [texts[place] for place in most_informative_first(texts, [0.5] * 6, {"king": 5})][:-1]
