"""Learners as such: ink, embeddings, distances, and the processor they run on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from ensemble_helpers import CLASSES, TinyNet, latin, pictures

from core.device import DEVICE_NAMES, devices, resolve_device
from core.errors import InputError, ModelFileError
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.signature_learner import SignatureLearner, to_ink

LABELS = np.arange(24) % len(CLASSES)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    yield


def test_ink_is_one_and_paper_nought_at_any_size() -> None:
    images = np.stack([np.full((50, 250), 255, np.uint8), np.zeros((50, 250), np.uint8)])
    for size in ((32, 160), (50, 250)):
        ink = to_ink(images, size, "cpu")
        assert ink.shape == (2, 1, *size) and (ink[0] == 0).all() and torch.allclose(ink[1], torch.ones(1, *size))


@pytest.mark.usefixtures("tiny")
def test_distances_are_the_ones_of_the_formula() -> None:
    words, alphabet = list(CLASSES), latin()
    table = np.asarray(signatures(words, alphabet), np.float64)
    F = np.random.default_rng(0).random((5, alphabet.dim)).astype(np.float32)
    euclid = np.sqrt(((F[:, None].astype(np.float64) - table) ** 2).sum(2))
    cosine = 1 - (F @ table.T) / (np.linalg.norm(F, axis=1)[:, None] * np.linalg.norm(table, axis=1))
    for metric, want in (("euclid", euclid), ("cosine", cosine)):
        learner = SignatureLearner.new("compact", alphabet, metric, 0)
        assert np.allclose(learner.distances(words, alphabet)(F), want, atol=1e-4)


@pytest.mark.usefixtures("tiny")
def test_embedding_does_not_depend_on_the_batch_and_survives_the_arrays() -> None:
    learner = SignatureLearner.new("compact", latin(), "euclid", 3)
    images = pictures(LABELS[:5])
    whole = learner.embed(images)
    assert whole.shape == (5, latin().dim) and whole.dtype == np.float32
    assert np.allclose(learner.embed(images, batch=2), whole, atol=2e-2), "bfloat16 rounds a little differently"
    letters = learner.signature_part(whole)[:, learner.phos_dim :]
    assert letters.min() >= 0 and letters.max() <= 1
    back = SignatureLearner.from_arrays("compact", learner.to_arrays(), latin(), "euclid")
    assert np.array_equal(back.embed(images), whole)
    with pytest.raises(ModelFileError, match="metric 'taxi'"):
        SignatureLearner.from_arrays("compact", learner.to_arrays(), latin(), "taxi")


def test_the_processor_is_always_there_and_auto_takes_the_best() -> None:
    found = devices()
    assert {device.name for device in found} == set(DEVICE_NAMES) - {"auto"} and all(device.about for device in found)
    assert resolve_device("cpu") == "cpu" and resolve_device() == next(d.name for d in found if d.usable)


def test_a_device_that_is_not_here_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match=r"'cuda' cannot be used: .*--device auto"):
        resolve_device("cuda")
    with pytest.raises(InputError, match="no device 'tpu'"):
        resolve_device("tpu")


def test_cards_that_are_there_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    card = type("Card", (), {"name": "Graphics", "total_memory": 8 * 2**30})
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda number: card)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert devices()[0].about == "Graphics, 8 GiB" and resolve_device() == "cuda" and resolve_device("mps") == "mps"
