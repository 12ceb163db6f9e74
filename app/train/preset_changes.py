"""The parameters of a preset that a person changed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from core.training.presets import Preset, presets

PRESET_TEXTS = ("name", "about")
"""The fields of a preset that are no parameters."""


def changed_parameters(preset: Preset) -> dict[str, Any]:
    """Return the parameters that differ from those of the preset with the same name."""
    base = presets()[preset.name]
    names = [field.name for field in fields(Preset) if field.name not in PRESET_TEXTS]
    return {name: getattr(preset, name) for name in names if getattr(preset, name) != getattr(base, name)}
