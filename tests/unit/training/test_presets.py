"""Presets: all sound, any value out of range refused; and the Pho(SC)Net trained as it was published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import TinyNet

from core.cli.arguments import build_parser
from core.cli.commands.train import chosen_preset
from core.errors import InputError
from core.lexicon.alphabet import load_alphabet
from core.model import signature_learner
from core.model.nets.phoscnet import PhoscNet, RawPhoscNet
from core.training.embedder_training import EmbedderSettings, EmbedderTraining
from core.training.presets import ACCURACY, DEFAULT, Preset, apply_overrides, preset, presets
from core.training.schedule import Plateau


def test_all_presets_are_valid_and_survive_json() -> None:
    assert DEFAULT in presets() and {"quick", "paper-769", "paper-15-rf"} <= set(presets())
    for name, each in presets().items():
        assert each.name == name and each.about
        assert Preset.from_json(json.loads(json.dumps(each.to_json()))) == each


def test_paper_presets_have_the_paper_s_parameters() -> None:
    full, small = preset("paper-769"), preset("paper-15")
    assert (full.members, full.dims, full.gates, full.s, full.t) == (21, 0, 50, 0.1, 0.7)
    assert (small.members, small.dims, small.gates, small.gate_depth) == (5, 15, 500, 10)


def test_the_paper_s_synthetic_points_are_drawn_on_the_whole_signature() -> None:
    spaces = {name: each.synthetic_space for name, each in presets().items()}
    assert {name for name, space in spaces.items() if space == "signature"} == {n for n in spaces if "paper-" in n}
    stored = preset("paper-15").to_json()
    del stored["synthetic_space"]
    assert Preset.from_json(stored).synthetic_space == "components", "runs of earlier versions"


def test_only_our_presets_of_the_app_choose_what_decides() -> None:
    """The paper's, the demo's and those of third-party learners keep the threshold of the paper."""
    assert {name for name, each in presets().items() if each.objective == ACCURACY} == {"phosc-ctc", "compact"}
    assert preset(DEFAULT).with_learner("hog-ridge").objective == "h"


def test_none_leaves_a_value_unchanged() -> None:
    base = preset("quick")
    assert base.changed(steps=None, members=3, dims=0) == Preset.from_json(base.to_json() | {"members": 3, "dims": 0})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("members", 0),
        ("members", 100),
        ("s", 0.0),
        ("s", 1.0),
        ("t", 1.0),
        ("steps", 0),
        ("batch", 1),
        ("peak_rate", float("nan")),
        ("dims", -1),
        ("gates", 0),
        ("low", 0),
        ("high", 100),
        ("learner", ""),
        ("metric", "taxi"),
        ("classifier", "svm"),
        ("objective", "A"),
        ("members", "five"),
        ("members", 2.5),
        ("members", True),
        ("s", None),
        ("synthetic", 1),
        ("metric", 3),
        ("about", None),
        ("steps", [1]),
    ],
)
def test_an_invalid_value_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=name):
        Preset.from_json(preset("quick").to_json() | {name: value})


def test_low_must_lie_below_high() -> None:
    with pytest.raises(InputError, match="must lie below"):
        preset("quick").changed(low=50, high=50)


def test_missing_and_unknown_fields_are_named() -> None:
    data = preset("quick").to_json()
    del data["steps"]
    with pytest.raises(InputError, match=r"steps.*stepz"):
        Preset.from_json(data | {"stepz": 1})


def test_an_unknown_preset_lists_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"'fast'.*compact-15"):
        preset("fast")


BASE = preset("quick")


def test_values_of_every_type_are_parsed() -> None:
    changed = apply_overrides(
        BASE, ["steps=7", "peak_rate=1e-05", "synthetic=no", "gate_distances=true", "classifier=lda"]
    )
    assert (changed.steps, changed.peak_rate, changed.classifier) == (7, 1e-05, "lda")
    assert (changed.synthetic, changed.gate_distances) == (False, True)
    assert apply_overrides(BASE, []) == BASE


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("steps", "NAME=VALUE"),
        ("stepz=3", "NAME=VALUE"),
        ("name=x", "NAME=VALUE"),
        ("steps=many", "whole number"),
        ("s=much", "a number"),
        ("synthetic=perhaps", "true or false"),
        ("steps=0", "out of range"),
        ("classifier=svm", "not known"),
    ],
)
def test_invalid_overrides_raise_input_error(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        apply_overrides(BASE, [text])


def test_the_command_line_accepts_several_overrides() -> None:
    options = build_parser().parse_args(
        ["train", str(Path("p")), "--preset", "quick", "--set", "steps=9", "--set", "s=0.2"]
    )
    chosen = chosen_preset(options, 100)
    assert (chosen.steps, chosen.s, chosen.name) == (9, 0.2, "quick")


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
