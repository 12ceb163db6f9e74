"""Algorithms 2, 3 and 6, and the nearest words of every image, against slow, literal versions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import latin, lexicon, make_evidence
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.lexicon import Lexicon
from core.model.lexicon_search import word_lists
from core.model.lexicon_search.word_lists import SEEN_SIDE, UNSEEN_SIDE, NearestWords, WordSearch
from core.recognition.algorithms import (
    FIRST_UNLISTED,
    NO_WORD,
    MemberPrediction,
    SpelledEvidence,
    combine_predictions,
    combine_words,
    gated_vote,
    predict_among_seen,
    predict_by_margin,
    predict_on_side,
    predict_per_member,
    rank_words,
)
from core.recognition.evidence import TOP_K, find_words, prior_cost

# quarters are exact in float32, and few of them make ties common
said = st.tuples(st.integers(0, 4), st.integers(0, 12).map(lambda n: n / 4))


@given(
    st.integers(1, 7).flatmap(
        lambda members: st.lists(st.lists(said, min_size=members, max_size=members), min_size=1, max_size=8)
    )
)
def test_vote_equals_counting_by_hand(images: list[list[tuple[int, float]]]) -> None:
    predictions = [
        MemberPrediction(
            np.array([w for w, _ in column], np.int32),
            np.array([d for _, d in column], np.float32),
            np.zeros(len(column), np.bool_),
        )
        for column in zip(*images, strict=True)
    ]
    result = combine_predictions(predictions)
    for i, votes in enumerate(images):
        counts: dict[int, int] = {}
        least: dict[int, float] = {}
        for word, distance in votes:
            counts[word] = counts.get(word, 0) + 1
            least[word] = min(least.get(word, np.inf), distance)
        most = max(counts.values())
        leaders = [word for word in counts if counts[word] == most]
        nearest = min(least[word] for word in leaders)
        assert result.word[i] in [word for word in leaders if least[word] == nearest]
        assert result.votes[i] == most and result.distance[i] == nearest == least[int(result.word[i])]
        assert result.tied[i] == (len(leaders) > 1)


def test_votes_count_more_than_distance_and_distance_breaks_ties() -> None:
    def prediction(word: int, distance: float) -> MemberPrediction:
        return MemberPrediction(np.array([word], np.int32), np.array([distance], np.float32), np.array([True]))

    majority = combine_predictions([prediction(1, 0.9), prediction(2, 0.1), prediction(1, 0.8)])
    assert (majority.word[0], majority.votes[0], majority.tied[0]) == (1, 2, False)
    tie = combine_predictions([prediction(1, 0.9), prediction(2, 0.1)])
    assert (tie.word[0], tie.votes[0], tie.tied[0]) == (2, 1, True)
    lone = combine_predictions([prediction(3, 0.5)])
    assert (lone.word[0], lone.votes[0], lone.tied[0]) == (3, 1, False)


def test_each_member_takes_the_seen_side_from_the_threshold_on() -> None:
    evidence = make_evidence([4, 5, 6], [(1, 0.5)] * 3, [(2, 0.25)] * 3)
    prediction = predict_per_member(evidence, 5)
    assert prediction.seen.tolist() == [False, True, True] and prediction.word.tolist() == [2, 1, 1]
    assert prediction.distance.tolist() == [0.25, 0.5, 0.5]
    assert predict_per_member(evidence, 0).seen.all() and not predict_per_member(evidence, 7).seen.any()


def test_stacking_without_offset_takes_the_nearest_word_of_all() -> None:
    evidence = make_evidence([0, 0, 0], [(1, 0.5), (1, 0.25), (1, 0.5)], [(2, 0.25), (2, 0.5), (2, 0.5)])
    assert predict_by_margin(evidence, 0.0).word.tolist() == [2, 1, 1]
    assert predict_by_margin(evidence, 0.25).word.tolist() == [2, 1, 2]
    assert predict_by_margin(evidence, -0.25).word.tolist() == [1, 1, 1]


def test_an_empty_side_is_replaced_by_the_other() -> None:
    none = (NO_WORD, np.inf)
    evidence = make_evidence([0, 9, 3], [(1, 0.5), none, none], [none, (2, 0.5), none])
    for wanted in (True, False):
        prediction = predict_on_side(evidence, np.full(3, wanted))
        assert prediction.word.tolist() == [1, 2, NO_WORD] and prediction.seen.tolist()[:2] == [True, False]


def test_among_seen_words_takes_the_classifiers_word_unless_it_left_the_lexicon() -> None:
    class Classifier:
        def predict(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return np.array([2, 1, 0]), np.zeros(3)

    nearest, positions = np.array([7, 7, 7], np.int32), np.array([4, NO_WORD, 6])
    points = np.zeros((3, 2), np.float32)
    assert predict_among_seen(Classifier(), points, nearest, positions).tolist() == [6, 7, 4]  # type: ignore[arg-type]
    assert predict_among_seen(None, points, nearest, positions) is nearest


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([0.25, 0.5, 0.75])), max_size=7))
def test_ranked_words_are_ordered_by_votes_then_distance_then_alphabet(answers: list[tuple[str, float]]) -> None:
    ranked = rank_words([word for word, _ in answers], [distance for _, distance in answers])
    expected = []
    for word in {word for word, _ in answers}:
        distances = [distance for other, distance in answers if other == word]
        expected.append((word, len(distances), min(distances)))
    assert ranked == sorted(expected, key=lambda line: (-line[1], line[2], line[0]))


def test_votes_of_very_many_members_are_counted() -> None:
    result = combine_words(np.ones((130, 1), np.int32), np.zeros((130, 1), np.float32))
    assert result.votes.tolist() == [130] and result.word.tolist() == [1]


def test_a_word_in_no_list_is_on_no_side_and_wins_by_a_majority() -> None:
    """The first of the numbers that stand for such words as well."""
    count = 3
    columns = (np.array(["x"], object), np.array([FIRST_UNLISTED], np.int32), *np.zeros((3, 1), np.float32))
    evidence = []
    for chosen in (True, True, False):
        flags = np.array([chosen]), np.array([chosen])
        evidence.append(replace(make_evidence([9], [(1, 0.5)], [(2, 0.5)]), spelled=SpelledEvidence(*columns, *flags)))
    predictions, result = gated_vote(evidence, [0] * count)
    assert [prediction.seen.tolist() for prediction in predictions] == [[False], [False], [True]]
    assert [prediction.kind.tolist() for prediction in predictions] == [[2], [2], [1]]
    assert (result.word[0], result.votes[0]) == (FIRST_UNLISTED, 2)


class TableLearner:
    """Distances to the lexicon's words are the embeddings themselves."""

    kind, metric = "table", "cosine"

    def __init__(self) -> None:
        self.column: dict[str, int] = {}

    def distances(self, words: list[str], alphabet: object) -> Callable[[np.ndarray], np.ndarray]:
        return lambda F: F[:, [self.column[word] for word in words]]

    def nearest(self, embeddings: np.ndarray, search: WordSearch) -> NearestWords:
        self.column = {word: column for column, word in enumerate(search.lexicon.words)}
        near = NearestWords.empty(len(embeddings), search.count)
        for side in (SEEN_SIDE, UNSEEN_SIDE):
            near.measure_side(side, self.distances, embeddings, search)
        return near

    def signature_part(self, embeddings: np.ndarray) -> np.ndarray:
        return embeddings


def _member_and_ensemble(words: tuple[str, ...], seen: list[int], classifier: object = None) -> tuple[Any, Any]:
    pca = SimpleNamespace(transform=lambda points: points)
    one = SimpleNamespace(
        learner=TableLearner(),
        pca=pca,
        word_classifier=classifier,
        seen=np.array(seen, np.int64),
        prior_weight=0.0,
        seen_counts=None,
    )
    return one, SimpleNamespace(classes=words, alphabet=latin())


def _brute(row: np.ndarray, positions: list[int]) -> list[int]:
    best = sorted(positions, key=lambda p: (row[p], p))[:TOP_K]
    return best + [NO_WORD] * (TOP_K - len(best))


@pytest.mark.parametrize("seen", [[], [0], list(range(4)), list(range(3, 20)), list(range(26))])
@pytest.mark.parametrize("ties", [True, False])
def test_nearest_words_equal_brute_force(seen: list[int], ties: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tuple(chr(97 + i) for i in range(26))
    monkeypatch.setattr(word_lists, "_MAX_CELLS", 26 * 3)  # blocks of 3 images or more
    rng = np.random.default_rng(len(seen))
    F = (rng.integers(0, 3, (10, 26)) if ties else rng.random((10, 26))).astype(np.float32)
    one, ensemble = _member_and_ensemble(words, seen)
    got = find_words(one, ensemble, F, lexicon(words))
    others = [i for i in range(26) if i not in seen]
    for i, row in enumerate(F):
        assert got.seen_words[i].tolist() == _brute(row, seen)
        assert got.unseen_words[i].tolist() == _brute(row, others)
        for found, far in ((got.seen_words[i], got.seen_distances[i]), (got.unseen_words[i], got.unseen_distances[i])):
            assert all(d == (row[w] if w != NO_WORD else np.inf) for w, d in zip(found, far, strict=True))
    if seen and others:
        assert np.allclose(got.margin, F[:, others].min(1) - F[:, seen].min(1))


def test_a_classifiers_word_comes_first_unless_it_left_the_lexicon() -> None:
    words = tuple(chr(97 + i) for i in range(10))
    seen = list(range(8))
    choices = np.array([7, 0, 3])
    classifier = SimpleNamespace(predict=lambda points: (choices, np.zeros(3)))
    one, ensemble = _member_and_ensemble(words, seen, classifier)
    short = lexicon(tuple(w for w in words if w != "d"))  # the third choice is not in it
    F = np.tile(np.arange(9, dtype=np.float32), (3, 1))
    got = find_words(one, ensemble, F, short)
    assert got.seen_words.tolist() == [[6, 0, 1, 2, 3], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]
    assert got.seen_distances[0].tolist() == [6, 0, 1, 2, 3]
    assert got.margin.tolist() == [7, 7, 7], "the margin is of distances, whatever the classifier chose"
    part = got.take(np.array([0]))
    assert part.seen_words.tolist() == [[6, 0, 1, 2, 3]] and len(part.votes) == 1


def test_a_prior_favours_common_words_on_each_side() -> None:
    words = tuple(chr(97 + i) for i in range(12))
    counts = {"b": 1_000_000, "h": 1_000_000, "a": 1, "g": 1}
    counted = Lexicon(words, latin(), counts)
    one, ensemble = _member_and_ensemble(words, [0, 1, 2, 3, 4, 5])
    F = np.tile(np.linspace(1.0, 1.11, 12, dtype=np.float32), (2, 1))  # "a" and "g" are nearest by a little
    plain = find_words(one, ensemble, F, counted)
    assert (plain.seen_words[0, 0], plain.unseen_words[0, 0]) == (0, 6)
    one.prior_weight = 0.01
    favoured = find_words(one, ensemble, F, counted)
    assert (favoured.seen_words[0, 0], favoured.unseen_words[0, 0]) == (1, 7)
    assert favoured.seen_distances[0, 0] == pytest.approx(float(F[0, 1]))
    assert (np.diff(favoured.unseen_distances[0][np.isfinite(favoured.unseen_distances[0])]) >= 0).all()
    seventh = SimpleNamespace(predict=lambda points: (np.array([5, 5]), np.zeros(2)))
    classified, _ = _member_and_ensemble(words, [0, 1, 2, 3, 4, 5], seventh)
    classified.prior_weight = 0.01
    chosen = find_words(classified, ensemble, F, counted)
    cost = prior_cost(classified, ensemble, counted)
    assert cost is not None and cost[5] > 0
    assert chosen.seen_words[0].tolist() == [5, *favoured.seen_words[0, :4].tolist()]
    assert chosen.seen_distances[0, 0] == pytest.approx(float(F[0, 5] + cost[5])), "measured with its cost"
    uncounted = find_words(one, ensemble, F, Lexicon(words, latin()))
    assert uncounted.seen_words.tolist() == plain.seen_words.tolist()
