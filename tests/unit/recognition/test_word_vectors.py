"""Look-alikes: which unchecked words look like a corrected one, and how near is near enough."""

from __future__ import annotations

import numpy as np
import pytest

from core.recognition.candidates import RankedCandidate, put_first
from core.recognition.word_vectors import (
    DIMENSIONS,
    LIMIT,
    MIN_NEIGHBOURS,
    TARGET,
    WordVectors,
    distances_between,
    learn_limit,
    nearest_within,
    pick_look_alikes,
    project_vectors,
)


def unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float32)


def turned(base: np.ndarray, distance: float, rng: np.random.Generator) -> np.ndarray:
    """Return a unit vector at this cosine distance from ``base``."""
    other = rng.normal(size=base.shape)
    other -= (other @ base) * base
    other /= np.linalg.norm(other)
    cosine = 1 - distance
    return (cosine * base + np.sqrt(1 - cosine**2) * other).astype(np.float32)


def projected(rows: np.ndarray, ids: np.ndarray | None = None) -> WordVectors:
    count = len(rows)
    ids = np.arange(1, count + 1) if ids is None else ids
    halves = rows.astype(np.float16)
    boxes = np.full((count, 4), -1, np.int32)
    return project_vectors(
        ids.astype(np.int64), boxes, rows.shape[1], lambda: (halves[n : n + 50] for n in range(0, count, 50))
    )


def test_projection_keeps_the_distances_and_the_words() -> None:
    rng = np.random.default_rng(1)
    rows = unit(rng.normal(size=(400, 60)) * np.geomspace(1, 0.01, 60)) * 3.0  # the length does not matter
    ids = rng.permutation(np.arange(1000, 1400))
    found = projected(rows, ids)
    assert found.ids.tolist() == sorted(ids.tolist()) and found.vectors.shape == (400, 60)
    exact = 1 - unit(rows) @ unit(rows).T
    order = np.argsort(ids)
    assert np.allclose(distances_between(found.vectors, found.vectors), exact[np.ix_(order, order)], atol=2e-3)
    assert found.place(999) is None and found.place(1400) is None and found.ids[found.place(1203)] == 1203


def test_projection_is_the_same_each_time_and_has_few_numbers() -> None:
    rows = unit(np.random.default_rng(2).normal(size=(300, 500)))
    first, second = projected(rows), projected(rows)
    assert first.vectors.shape == (300, DIMENSIONS)
    assert np.array_equal(first.vectors, second.vectors)


def test_rows_that_are_no_numbers_are_near_nothing() -> None:
    rows = unit(np.random.default_rng(3).normal(size=(50, 20)))
    rows[7] = np.nan
    found = projected(rows)
    assert np.isfinite(found.vectors).all()
    assert 7 not in found.near(found.place(1), 0.2, 100)


def test_near_words_come_nearest_first_without_the_word_itself() -> None:
    rng = np.random.default_rng(4)
    base = unit(rng.normal(size=40))
    rows = np.stack([base, turned(base, 0.02, rng), turned(base, 0.01, rng), turned(base, 0.2, rng)])
    found = projected(np.concatenate([rows, unit(rng.normal(size=(60, 40)))]))
    assert found.near(0, 0.05, 100).tolist() == [2, 1]
    assert found.near(0, 0.05, 1).tolist() == [2]


def test_look_alikes_are_unchecked_and_near_and_nearer_than_to_other_checked_words() -> None:
    rng = np.random.default_rng(5)
    origin = unit(rng.normal(size=50))
    rival = turned(origin, 0.03, rng)
    near, far, rivals = turned(origin, 0.01, rng), turned(origin, 0.06, rng), turned(rival, 0.001, rng)
    checked_alike = turned(origin, 0.002, rng)
    words = np.stack([rivals, far, near, rival, checked_alike])
    texts = [None, None, None, "Decanter", "December"]
    assert pick_look_alikes(origin, "December", words, texts, 0.05).tolist() == [2]
    # without the rival's text its neighbour is one more
    texts[3] = "December"
    assert pick_look_alikes(origin, "December", words, texts, 0.05).tolist() == [2, 0]
    assert pick_look_alikes(origin, "December", words[:0], [], 0.05).tolist() == []


def test_nearest_word_lies_within_the_limit() -> None:
    rng = np.random.default_rng(6)
    word = unit(rng.normal(size=30))
    checked = np.stack([turned(word, 0.04, rng), turned(word, 0.02, rng)])
    assert nearest_within(word, checked, 0.05) == 1
    assert nearest_within(word, checked, 0.01) is None
    assert nearest_within(word, checked[:0], 0.05) is None


def collection(spread: float, words: int = 60, each: int = 5) -> tuple[np.ndarray, list[str]]:
    """Return images of words at about ``spread`` from their word; the words come in pairs at a distance of 0.04."""
    rng = np.random.default_rng(7)
    rows, texts = [], []
    for word in range(words):
        if word % 2 == 0:
            base = unit(rng.normal(size=80))
        centre = base if word % 2 == 0 else turned(base, 0.04, rng)
        for _ in range(each):
            rows.append(turned(centre, spread, rng))
            texts.append(f"word{word}")
    return np.stack(rows), texts


def test_limit_holds_its_share_of_right_neighbours() -> None:
    rows, texts = collection(0.02)
    limit = learn_limit(rows, texts)
    distances = distances_between(rows, rows)
    np.fill_diagonal(distances, 9)
    nearest = distances.argmin(axis=1)
    within = distances.min(axis=1) <= limit
    right = np.array([texts[i] == texts[n] for i, n in enumerate(nearest)])
    assert within.sum() >= MIN_NEIGHBOURS and right[within].mean() >= TARGET


def test_limit_is_narrower_where_words_are_mixed_up() -> None:
    rows, texts = collection(0.005)
    mixed = [f"word{n}" for n in np.random.default_rng(8).permutation(len(texts))]
    assert learn_limit(rows, mixed) < learn_limit(rows, texts)


def test_limit_is_fixed_where_little_is_transcribed() -> None:
    rows, texts = collection(0.005, words=10)
    assert learn_limit(rows, texts) == LIMIT
    assert learn_limit(rows[:0], []) == LIMIT
    scattered = unit(np.random.default_rng(9).normal(size=(300, 80)))
    assert learn_limit(scattered, [str(n) for n in range(300)]) == LIMIT


@pytest.mark.parametrize(
    "word, expected", [("b", ["b", "a", "c"]), ("a", ["a", "b", "c"]), ("x", ["x", "a", "b", "c"])]
)
def test_word_of_a_look_alike_is_put_first(word: str, expected: list[str]) -> None:
    candidates = [RankedCandidate(text, 1, 0.5, True) for text in "abc"]
    ranked = put_first(candidates, word)
    assert [candidate.word for candidate in ranked] == expected
    assert [candidate.is_look_alike for candidate in ranked] == [True] + [False] * (len(ranked) - 1)
    assert len(put_first([RankedCandidate(str(n), 1, 0.5, True) for n in range(9)], "x")) == 9
