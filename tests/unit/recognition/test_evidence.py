"""The nearest seen and unseen words of every image, compared with sorting all words."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import latin, lexicon

from core.lexicon.lexicon import Lexicon
from core.recognition import evidence
from core.recognition.algorithms import NO_WORD
from core.recognition.evidence import TOP_K, find_words


class TableLearner:
    """Distances are the embeddings themselves."""

    kind, metric = "table", "cosine"

    def distances(self, words: list[str], alphabet: object) -> Callable[[np.ndarray], np.ndarray]:
        return lambda F: F[:, : len(words)]

    def signature_part(self, embeddings: np.ndarray) -> np.ndarray:
        return embeddings


def _member_and_ensemble(words: tuple[str, ...], seen: list[int], classifier: object = None) -> tuple[Any, Any]:
    pca = SimpleNamespace(transform=lambda points: points)
    one = SimpleNamespace(
        learner=TableLearner(), pca=pca, word_classifier=classifier, seen=np.array(seen, np.int64), prior_weight=0.0
    )
    return one, SimpleNamespace(classes=words, alphabet=latin())


def _brute(row: np.ndarray, positions: list[int]) -> list[int]:
    best = sorted(positions, key=lambda p: (row[p], p))[:TOP_K]
    return best + [NO_WORD] * (TOP_K - len(best))


@pytest.mark.parametrize("seen", [[], [0], list(range(4)), list(range(3, 20)), list(range(26))])
@pytest.mark.parametrize("ties", [True, False])
def test_nearest_words_equal_brute_force(seen: list[int], ties: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tuple(chr(97 + i) for i in range(26))
    monkeypatch.setattr(evidence, "_MAX_CELLS", 26 * 3)  # blocks of 3 images
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


@pytest.mark.parametrize("is_long", [False, True])
def test_a_prior_favours_common_words_on_each_side(is_long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tuple(chr(97 + i) for i in range(12))
    counts = {"b": 1_000_000, "h": 1_000_000, "a": 1, "g": 1}
    counted = Lexicon(words, latin(), counts)
    one, ensemble = _member_and_ensemble(words, [0, 1, 2, 3, 4, 5])
    F = np.tile(np.linspace(1.0, 1.11, 12, dtype=np.float32), (2, 1))  # "a" and "g" are nearest by a little
    if is_long:
        monkeypatch.setattr(evidence, "EXHAUSTIVE_LIMIT", 3)
        table = F[:, 6:]
        one.learner.nearest = lambda embeddings, lexicon, seen, count: (
            np.tile(np.arange(6, 12, dtype=np.int32), (2, 1))[:, :count],
            np.sort(table, axis=1)[:, :count],
        )
    plain = find_words(one, ensemble, F, counted)
    assert (plain.seen_words[0, 0], plain.unseen_words[0, 0]) == (0, 6)
    one.prior_weight = 0.01
    favoured = find_words(one, ensemble, F, counted)
    assert (favoured.seen_words[0, 0], favoured.unseen_words[0, 0]) == (1, 7)
    assert favoured.seen_distances[0, 0] == pytest.approx(float(F[0, 1]))
    assert (np.diff(favoured.unseen_distances[0][np.isfinite(favoured.unseen_distances[0])]) >= 0).all()
    uncounted = find_words(one, ensemble, F, Lexicon(words, latin()))
    assert uncounted.seen_words.tolist() == plain.seen_words.tolist()
