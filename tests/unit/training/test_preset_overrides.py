"""Parameters given as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli.arguments import build_parser
from core.cli.commands.train import chosen_preset
from core.errors import InputError
from core.training.presets import apply_overrides, preset

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
