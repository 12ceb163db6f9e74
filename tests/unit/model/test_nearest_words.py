"""The learners' nearest words on both sides: equal to those of all distances."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import latin
from hypothesis import given, settings
from hypothesis import strategies as st
from long_lexicon_helpers import LEXICON, WORDS, noisy_signatures

from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.learner import new_learner
from core.model.lexicon_search.word_lists import WordSearch
from core.model.signature_learner import SignatureLearner, best_of_pairs
from core.model.spelling_learner import SpellingLearner, character_codes
from core.recognition.algorithms import NO_WORD
from core.recognition.evidence import TOP_K, find_words

torch.set_num_threads(1)
LEARNERS: dict[str, SignatureLearner] = {
    kind: new_learner(kind, latin(), "cosine", 0) for kind in ("compact", "phosc-ctc")
}


def spelling_embeddings(words: list[str], seed: int) -> np.ndarray:
    """Noisy signatures, and columns that spell the words, some of them with a wrong or missing letter."""
    rng, characters = np.random.default_rng(seed), latin().characters
    logits = rng.standard_normal((len(words), 40, len(characters))).astype(np.float32)
    logits[:, :, 0] += 5
    for row, codes in enumerate(character_codes(words, latin())):
        for index, code in enumerate(codes):
            if rng.random() > 0.15:
                logits[row, 1 + 3 * index, code] += 9
    spelling = torch.from_numpy(logits).log_softmax(2).clamp_min(-12).flatten(1).numpy()
    F = np.asarray(signatures(words, latin()), np.float32)
    return np.concatenate([F + 0.3 * rng.standard_normal(F.shape), spelling], axis=1).astype(np.float32)


def test_best_of_pairs_breaks_ties_by_position_and_fills_up() -> None:
    words, distances = best_of_pairs(
        np.array([0, 0, 0, 2]), np.array([9, 4, 7, 1], np.int32), np.array([1, 1, 0.5, 3], np.float32), 3, 2
    )
    assert words.tolist() == [[7, 4], [-1, -1], [1, -1]]
    assert distances.tolist() == [[0.5, 1], [np.inf, np.inf], [3, np.inf]]


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
@pytest.mark.parametrize("limit", [10, 10_000])
def test_the_nearest_words_by_signature_are_those_of_all_distances(
    metric: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signature_learner, "EXHAUSTIVE_LIMIT", limit)
    monkeypatch.setattr(signature_learner, "_MAX_PAIRS", 50)
    learner = new_learner("compact", latin(), metric, 0)
    F, is_seen = noisy_signatures(30, 4), np.arange(3000) % 7 == 0
    near = learner.nearest(F, WordSearch(LEXICON, is_seen, 5))
    for side, chosen in enumerate((is_seen, ~is_seen)):
        expected = np.where(chosen, learner.distances(WORDS, latin())(F), np.inf)
        assert near.words[:, side].tolist() == np.argsort(expected, axis=1, kind="stable")[:, :5].tolist()
        np.testing.assert_allclose(near.distances[:, side], np.sort(expected, axis=1)[:, :5], atol=2e-4)


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
@pytest.mark.parametrize("weight", [0.0, 10.0, 40.0])
def test_the_nearest_words_by_spelling_are_those_of_all_distances(weight: float, metric: str) -> None:
    learner = new_learner("phosc-ctc", latin(), metric, 0)
    assert isinstance(learner, SpellingLearner)
    learner.weight = weight
    F, is_seen = spelling_embeddings(WORDS[100:120], 6), np.arange(3000) % 2 == 0
    near = learner.nearest(F, WordSearch(LEXICON, is_seen, 5))
    for side, chosen in enumerate((is_seen, ~is_seen)):
        expected = np.where(chosen, learner.distances(WORDS, latin())(F), np.inf)
        order = np.argsort(expected, axis=1, kind="stable")[:, :5]
        assert near.words[:, side].tolist() == order.tolist()
        np.testing.assert_allclose(near.distances[:, side], np.sort(expected, axis=1)[:, :5], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", LEARNERS)
def test_costs_are_added_to_the_distances(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    F = spelling_embeddings(WORDS[100:120], 6)[:, : None if kind == "phosc-ctc" else latin().dim]
    is_seen, cost = np.arange(3000) % 3 == 0, np.random.default_rng(0).random(3000, np.float32)
    learner = LEARNERS[kind]
    for limit in (10, 10_000):
        monkeypatch.setattr(signature_learner, "EXHAUSTIVE_LIMIT", limit)
        near = learner.nearest(F, WordSearch(LEXICON, is_seen, 5, cost))
        for side, chosen in enumerate((is_seen, ~is_seen)):
            if kind == "compact" and limit == 10 and side == 1:
                continue  # the cost chooses among what the prefilter proposed
            expected = np.where(chosen, learner.distances(WORDS, latin())(F) + cost, np.inf)
            assert near.words[:, side].tolist() == np.argsort(expected, axis=1, kind="stable")[:, :5].tolist()


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 59), max_size=60), st.sampled_from(["compact", "phosc-ctc"]), st.integers(0, 99))
def test_unseen_answers_are_never_seen_words_in_short_and_long_lexicons(seen: set[int], kind: str, seed: int) -> None:
    """Both ways to search give the same words, and none where there is no unseen word."""
    words = WORDS[:60]
    lexicon, learner = Lexicon(words, latin()), LEARNERS[kind]
    embeddings = spelling_embeddings([words[(seed + i) % 60] for i in range(2)], seed)
    finder = SimpleNamespace(
        learner=learner, pca=None, word_classifier=None, seen=np.array(sorted(seen), np.int64), prior_weight=0.0
    )
    ensemble: Any = SimpleNamespace(classes=tuple(words), alphabet=latin())
    F = embeddings if kind == "phosc-ctc" else embeddings[:, : latin().dim]
    exhaustive = find_words(finder, ensemble, F, lexicon)  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signature_learner, "EXHAUSTIVE_LIMIT", 10)
        searched = find_words(finder, ensemble, F, lexicon)  # type: ignore[arg-type]
    for found in (exhaustive, searched):
        assert not (set(found.unseen_words.ravel().tolist()) - {NO_WORD}) & seen
        assert set(found.seen_words.ravel().tolist()) - {NO_WORD} <= seen
        unseen = 60 - len(seen)
        assert ((found.unseen_words != NO_WORD).sum(axis=1) == min(TOP_K, unseen)).all()
        assert np.isinf(found.unseen_distances[found.unseen_words == NO_WORD]).all()
    assert searched.seen_words.tolist() == exhaustive.seen_words.tolist()
    assert searched.unseen_words[:, 0].tolist() == exhaustive.unseen_words[:, 0].tolist()
