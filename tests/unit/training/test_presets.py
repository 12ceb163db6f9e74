"""Presets: all sound, and any value out of range refused with a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli.arguments import build_parser
from core.cli.commands.train import chosen_preset
from core.errors import InputError
from core.training.presets import ACCURACY, DEFAULT, Preset, apply_overrides, preset, presets


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
