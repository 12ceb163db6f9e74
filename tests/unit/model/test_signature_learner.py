"""Signature learners: ink, embeddings and distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from ensemble_helpers import CLASSES, TinyNet, latin, word_images

from core.errors import ModelFileError
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.signature_learner import SignatureLearner, to_ink

LABELS = np.arange(24) % len(CLASSES)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    yield


def test_ink_is_one_and_paper_zero_at_any_size() -> None:
    images = np.stack([np.full((50, 250), 255, np.uint8), np.zeros((50, 250), np.uint8)])
    for size in ((32, 160), (50, 250)):
        ink = to_ink(images, size, "cpu")
        assert ink.shape == (2, 1, *size) and (ink[0] == 0).all() and torch.allclose(ink[1], torch.ones(1, *size))


@pytest.mark.usefixtures("tiny")
def test_distances_follow_the_formula() -> None:
    words, alphabet = list(CLASSES), latin()
    table = np.asarray(signatures(words, alphabet), np.float64)
    F = np.random.default_rng(0).random((5, alphabet.dim)).astype(np.float32)
    euclid = np.sqrt(((F[:, None].astype(np.float64) - table) ** 2).sum(2))
    cosine = 1 - (F @ table.T) / (np.linalg.norm(F, axis=1)[:, None] * np.linalg.norm(table, axis=1))
    for metric, want in (("euclid", euclid), ("cosine", cosine)):
        learner = SignatureLearner.new("compact", alphabet, metric, 0)
        assert np.allclose(learner.distances(words, alphabet)(F), want, atol=1e-4)


@pytest.mark.usefixtures("tiny")
def test_embeddings_do_not_depend_on_the_batch_and_arrays_restore_them() -> None:
    learner = SignatureLearner.new("compact", latin(), "euclid", 3)
    images = word_images(LABELS[:5])
    whole = learner.embed(images)
    assert whole.shape == (5, latin().dim) and whole.dtype == np.float32
    assert np.allclose(learner.embed(images, batch=2), whole, atol=2e-2), "bfloat16 rounds a little differently"
    letters = learner.signature_part(whole)[:, learner.phos_dim :]
    assert letters.min() >= 0 and letters.max() <= 1
    back = SignatureLearner.from_arrays("compact", learner.to_arrays(), latin(), "euclid")
    assert np.array_equal(back.embed(images), whole)
    with pytest.raises(ModelFileError, match="metric 'taxi'"):
        SignatureLearner.from_arrays("compact", learner.to_arrays(), latin(), "taxi")
