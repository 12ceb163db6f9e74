"""The nearest seen and unseen words of every image, compared with sorting all words."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import latin, lexicon

from core.lexicon.lexicon import Lexicon
from core.model.lexicon_search import word_lists
from core.model.lexicon_search.word_lists import SEEN_SIDE, UNSEEN_SIDE, NearestWords, WordSearch
from core.recognition.algorithms import NO_WORD
from core.recognition.evidence import TOP_K, find_words, prior_cost


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
