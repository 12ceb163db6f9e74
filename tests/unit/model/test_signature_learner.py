"""Signature learners: ink, embeddings and distances; the network `compact`, with and without context."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from ensemble_helpers import CLASSES, TinyNet, latin, word_images

from core.arrays import Arrays
from core.errors import InputError, ModelFileError
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.learner import learner_from_arrays, new_learner
from core.model.nets.compact import DILATIONS, Compact
from core.model.signature_learner import SignatureLearner, to_ink
from core.model.spelling_learner import SpellingLearner, character_codes
from core.store.starter import Starter
from core.training.starter_init import transfer_weights

LABELS = np.arange(24) % len(CLASSES)
IMAGES = word_images(np.arange(6) % len(CLASSES))


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


WORDS = ["and", "bed", "cat", "dacha", "eat"]


@pytest.fixture(scope="module")
def learner() -> SpellingLearner:
    new = new_learner("phosc-ctc", latin(), "cosine", 5)
    assert isinstance(new, SpellingLearner)
    return new


@pytest.fixture(scope="module")
def embeddings(learner: SpellingLearner) -> np.ndarray:
    return learner.embed(word_images([0, 3, 5]))


def test_an_embedding_consists_of_signature_and_columns(learner: SpellingLearner, embeddings: np.ndarray) -> None:
    assert embeddings.shape == (3, 769 + 40 * (len(latin().encodable) + 1))
    plain = new_learner("compact", latin(), "cosine", 5)
    assert np.allclose(learner.signature_part(embeddings), plain.embed(word_images([0, 3, 5])), atol=1e-4)
    assert learner.spelling_part(embeddings).exp().sum(dim=2).numpy() == pytest.approx(1.0, abs=1e-2)


def test_distance_is_spelling_plus_weighted_signature(
    learner: SpellingLearner, embeddings: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner, "weight", 0.0)
    spelling = learner.distances(WORDS, latin())(embeddings)
    monkeypatch.setattr(learner, "weight", 7.0)
    joint = learner.distances(WORDS, latin())(embeddings)
    near = new_learner("compact", latin(), "cosine", 5).distances(WORDS, latin())(embeddings[:, :769])
    assert np.allclose(joint, spelling + 7 * near, atol=1e-3)


def test_tuning_raises_the_weight_where_the_spelling_is_poor(
    learner: SpellingLearner, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    truth, words = np.arange(5), ["and", "bed", "cat", "day", "eat"]
    noisy = rng.normal(loc=-4.0, scale=0.2, size=(5, 40 * (len(latin().encodable) + 1)))
    F = np.concatenate([np.asarray(signatures(words, latin())), noisy], axis=1).astype(np.float32)
    monkeypatch.setattr(learner, "weight", 0.0)
    assert (learner.distances(words, latin())(F).argmin(axis=1) != truth).any()
    learner.tune(F, words, latin(), truth, np.arange(5) < 3)
    assert learner.weight == 0.0, "too few images: the weight stays"
    many = np.tile(F, (20, 1))
    learner.tune(many, words, latin(), np.tile(truth, 20), np.arange(100) % 5 < 3)
    assert (learner.distances(words, latin())(F).argmin(axis=1) == truth).all()


def test_arrays_restore_the_learner_and_invalid_ones_raise(learner: SpellingLearner, embeddings: np.ndarray) -> None:
    arrays = learner.to_arrays()
    again = learner_from_arrays("phosc-ctc", arrays, latin(), "cosine")
    assert isinstance(again, SpellingLearner) and again.weight == learner.weight
    assert np.array_equal(again.embed(word_images([0, 3, 5])), embeddings)
    for invalid in (np.array(-1.0), np.array(np.inf), np.zeros(2)):
        with pytest.raises(ModelFileError, match="weight"):
            learner_from_arrays("phosc-ctc", arrays | {"joint_weight": invalid}, latin(), "cosine")
    with pytest.raises(InputError, match="newer Ductus"):
        learner_from_arrays("other", arrays, latin(), "cosine")


def test_decode_spells_without_a_lexicon(learner: SpellingLearner) -> None:
    names = ["", *sorted(latin().encodable)]
    columns = torch.full((1, 40, len(names)), -12.0)
    columns[0, :, 0] = 0.0
    for index, code in enumerate(character_codes(["door"], latin())[0]):
        columns[0, 2 + 3 * index, 0] = -12.0
        columns[0, 2 + 3 * index, code] = 0.0
    F = np.concatenate([np.zeros((1, 769), np.float32), columns.flatten(1).numpy()], axis=1)
    assert learner.decode(F, latin()) == ["door"]


@pytest.fixture(scope="module")
def earlier() -> Arrays:
    """The weights of a network made before there was a context."""
    arrays = new_learner("phosc-ctc", latin(), "cosine", 3).to_arrays()
    return {name: array for name, array in arrays.items() if not is_context(name)}


def is_context(name: str) -> bool:
    return name.split(".")[0] in ("rows", "context")


def test_a_network_made_before_there_was_a_context_is_kept_as_it_was(earlier: Arrays) -> None:
    learner = learner_from_arrays("phosc-ctc", earlier, latin(), "cosine")
    assert isinstance(learner.net, Compact) and learner.net.rows is None and not learner.net.context
    assert set(learner.to_arrays()) == set(earlier)


def test_a_context_begins_as_nothing(earlier: Arrays) -> None:
    new = new_learner("phosc-ctc", latin(), "cosine", 4).to_arrays()
    grown = transfer_weights(Starter(latin(), earlier, {}), new, latin())
    assert set(grown) == set(new) > set(earlier)
    with_context = learner_from_arrays("phosc-ctc", grown, latin(), "cosine")
    without = learner_from_arrays("phosc-ctc", earlier, latin(), "cosine")
    assert (with_context.embed(IMAGES) == without.embed(IMAGES)).all()


def test_a_column_is_told_by_columns_up_to_ten_away() -> None:
    learner = new_learner("phosc-ctc", latin(), "cosine", 0)
    net = learner.net.eval()
    assert isinstance(net, Compact)
    with torch.no_grad():
        for block in net.context:
            block.norm2.weight.fill_(1.0)
        columns = torch.rand(1, 128, 61)
        changed = columns.clone()
        changed[:, :, 30] += 1
        for block in net.context:
            columns, changed = block(columns), block(changed)
    differs = (columns != changed).any(dim=1)[0].nonzero().flatten()
    reach = sum(dilation + 1 for dilation in DILATIONS)
    assert reach == 10 and (differs.min(), differs.max()) == (30 - reach, 30 + reach)


def test_the_height_of_a_stroke_counts_in_words_and_in_larger_lines() -> None:
    net = new_learner("phosc-ctc", latin(), "cosine", 0).net.eval()
    assert isinstance(net, Compact) and net.rows is not None
    for height in (32, 51):
        high = torch.zeros(1, 1, height, 160)
        high[:, :, 2:10, 70:80] = 1
        before = net.spell(high)
        with torch.no_grad():
            net.rows.weight.normal_()
        assert before.shape == net.spell(high).shape and not torch.equal(before, net.spell(high))
        with torch.no_grad():
            net.rows.weight.zero_()


def test_half_a_context_is_refused() -> None:
    arrays = new_learner("phosc-ctc", latin(), "cosine", 0).to_arrays()
    del arrays["context.1.conv1.weight"]
    with pytest.raises(ModelFileError, match=r"context\.1\.conv1\.weight"):
        learner_from_arrays("phosc-ctc", arrays, latin(), "cosine")
