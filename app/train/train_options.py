"""The options of a training that a person chose, and the arguments of ``ductus train`` for them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from core.executors.settings import INLINE
from core.jobs.training.training_words import AlignedUse
from core.training.presets import Preset, presets

AUTO = "auto"
PRESET_TEXTS = ("name", "about")
"""The fields of a preset that are not parameters."""


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """``preset`` has the parameters as changed under Advanced, and the name of the preset from which it was made."""

    preset: Preset
    seed: int = 1
    device: str = AUTO
    alphabet: str = AUTO
    skip_unencodable: bool = False
    parent: str | None = None
    aligned: str = AlignedUse.SURE
    executor: str = INLINE
    """In one process on this computer, or as jobs of a cluster."""

    def arguments(self) -> list[str]:
        """Return the arguments after ``ductus train PROJECT``; parameters only where they differ from the preset."""
        arguments = ["--preset", self.preset.name, "--seed", str(self.seed), "--device", self.device]
        changed = changed_parameters(self.preset)
        if "steps" in changed:
            changed["max_steps"] = self.preset.max_steps  # else the training takes exactly this number of steps
        for name, value in changed.items():
            arguments += ["--set", f"{name}={_format(value)}"]
        if self.alphabet != AUTO:
            arguments += ["--alphabet", self.alphabet]
        if self.skip_unencodable:
            arguments.append("--skip-unencodable")
        if self.aligned != AlignedUse.SURE:
            arguments += ["--aligned", self.aligned]
        if self.parent is not None:
            arguments += ["--from", self.parent]
        return arguments + executor_arguments(self.executor)


def executor_arguments(executor: str) -> list[str]:
    """Return the arguments of ``ductus train`` that choose the executor; none for its own process."""
    return [] if executor == INLINE else ["--engine", executor]


def changed_parameters(preset: Preset) -> dict[str, Any]:
    """Return the parameters that differ from those of the preset with the same name."""
    base = presets()[preset.name]
    names = [field.name for field in fields(Preset) if field.name not in PRESET_TEXTS]
    return {name: getattr(preset, name) for name in names if getattr(preset, name) != getattr(base, name)}


def _format(value: object) -> str:
    """Return a value in the form that the command line reads back exactly."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
