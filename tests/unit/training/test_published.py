"""Training of the Pho(SC)Net as it was published: plateaus of the loss, grey values, and its presets."""

import numpy as np
import pytest
import torch
from ensemble_helpers import TinyNet

from core.lexicon.alphabet import load_alphabet
from core.model import signature_learner
from core.model.nets.phoscnet import PhoscNet, RawPhoscNet
from core.training.embedder_training import EmbedderSettings, EmbedderTraining
from core.training.presets import preset, presets
from core.training.schedule import Plateau


def falls(plateau: Plateau, losses: list[float]) -> list[float]:
    rates = []
    for loss in losses:
        plateau.step(loss)
        rates.append(plateau.rate)
    return rates


def test_rate_is_quartered_after_five_epochs_without_a_fall() -> None:
    rates = falls(Plateau(1e-4), [1.0, 0.9, *[0.9] * 4, 0.9, 0.5])
    assert rates == [1e-4] * 6 + [2.5e-5] * 2


def test_falls_of_less_than_a_ten_thousandth_do_not_count() -> None:
    assert falls(Plateau(1e-4), [1.0, *[1.0 - 1e-5 * n for n in range(1, 6)]])[-1] == 2.5e-5


def test_two_epochs_after_a_lowering_are_not_counted() -> None:
    plateau = Plateau(1e-4)
    falls(plateau, [1.0] * 6)
    assert falls(plateau, [2.0] * 5) == [2.5e-5] * 5 and plateau.has_converged


def test_training_ends_ten_epochs_after_the_best_one() -> None:
    plateau = Plateau(1e-4)
    falls(plateau, [1.0] * 10)
    assert not plateau.has_converged
    falls(plateau, [1.0])
    assert plateau.has_converged


def test_rate_never_falls_below_its_least() -> None:
    assert falls(Plateau(2e-7), [1.0] * 6)[-1] == 1e-7


def test_raw_network_sees_grey_values() -> None:
    torch.manual_seed(0)
    raw = RawPhoscNet(3, 4)
    plain = PhoscNet(3, 4)
    plain.load_state_dict(raw.state_dict())
    ink = torch.zeros(1, 1, 50, 250)
    ink[..., 10:40, 50:60] = 1
    with torch.inference_mode():
        outputs = zip(raw.eval()(ink), plain.eval()(255 * (1 - ink)), strict=True)
        assert all(a is b is None or torch.equal(a, b) for a, b in outputs)


def test_presets_of_the_paper_are_trained_as_published_and_tuned_ones_as_ours() -> None:
    for name in ("paper-769", "paper-30", "paper-15", "paper-15-rf", "paper-15-lr"):
        published = preset(name)
        values = (published.recipe, published.learner, published.batch, published.peak_rate, published.phos_weight)
        assert values == ("published", "phoscnet-raw", 16, 1e-4, 4.5)
    tuned = [one for name, one in presets().items() if name.endswith("-tuned")]
    assert tuned and all((one.recipe, one.learner) == ("one-cycle", "phoscnet") for one in tuned)


def training() -> EmbedderTraining:
    from core.model.learner import new_learner

    alphabet = load_alphabet("latin")
    rng = np.random.default_rng(0)
    images = rng.integers(0, 256, (8, 50, 250), dtype=np.uint8)
    labels = np.arange(8) % 2
    learner = new_learner("compact", alphabet, "euclid", 0)
    targets = rng.random((2, alphabet.dim), np.float32)
    settings = EmbedderSettings(steps=400, batch=8, peak_rate=1e-4, published=True, weight_decay=5e-5)
    return EmbedderTraining(learner, images, labels, targets, [[1], [2]], settings, 0, "cpu", (images[:4], labels[:4]))


def test_training_as_published_ends_when_the_loss_on_x_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    one = training()
    assert isinstance(one.optimiser, torch.optim.Adam) and not isinstance(one.optimiser, torch.optim.AdamW)
    monkeypatch.setattr(one, "validation_losses", lambda images, labels: np.ones(1))
    assert [state.epoch for state in one.run(lambda: False, print)] == list(range(1, 12))
    assert one.has_ended and one.plateau.rate == 2.5e-5


def test_a_resumed_training_has_the_same_plateau(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    one, other = training(), training()
    monkeypatch.setattr(one, "validation_losses", lambda images, labels: np.ones(1))
    for state in one.run(lambda: False, print):
        if state.epoch == 7:
            break
    other.load_arrays(one.to_arrays())
    assert other.plateau == one.plateau and other.plateau.rate == 2.5e-5


def test_gradients_are_not_clipped_and_fused_steps_are_those_of_adam(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    one, other = training(), training()
    assert one.optimiser.defaults["fused"]
    other.optimiser = torch.optim.Adam(other.net.parameters(), lr=4e-6, weight_decay=5e-5)
    for each in (one, other):
        # a loss a million times as large would be cut to the norm of 5
        monkeypatch.setattr(each, "loss", lambda ink, labels, of=each: 1e6 * EmbedderTraining.loss(of, ink, labels))
        torch.manual_seed(0)
        each.net.train()
        each._one_step(torch.arange(8), torch.Generator().manual_seed(0))
    norm = torch.nn.utils.get_total_norm([p.grad for p in one.net.parameters() if p.grad is not None])
    assert norm > 1000
    for ours, plain in zip(one.net.parameters(), other.net.parameters(), strict=True):
        assert torch.allclose(ours, plain, atol=1e-8)
