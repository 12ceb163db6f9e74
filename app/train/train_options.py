"""What a person chose to train, and the arguments of `ductus train` that ask for it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from core.executors.settings import INLINE
from core.training.presets import Preset, presets

AUTO = "auto"
_FIXED = ("name", "about")


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """``preset`` holds the parameters as changed under Advanced; its name is that of the preset it came from."""

    preset: Preset
    seed: int = 1
    device: str = AUTO
    alphabet: str = AUTO
    skip_unencodable: bool = False
    parent: str | None = None
    engine: str = INLINE
    """Where it runs: in one process here, or as jobs of a cluster."""

    def arguments(self) -> list[str]:
        """For ``ductus train PROJECT``: the preset by name, and only what differs from it."""
        given = ["--preset", self.preset.name, "--seed", str(self.seed), "--device", self.device]
        for name, (value, _) in differences(self.preset, presets()[self.preset.name]).items():
            given += ["--set", f"{name}={written(value)}"]
        if self.alphabet != AUTO:
            given += ["--alphabet", self.alphabet]
        if self.skip_unencodable:
            given.append("--skip-unencodable")
        if self.parent is not None:
            given += ["--from", self.parent]
        return given + engine_arguments(self.engine)


def engine_arguments(engine: str) -> list[str]:
    """For `ductus train`: where it runs, if not in its own process."""
    return [] if engine == INLINE else ["--engine", engine]


def differences(one: Preset, other: Preset) -> dict[str, tuple[Any, Any]]:
    """The parameters in which two presets differ, with both values."""
    names = [field.name for field in fields(Preset) if field.name not in _FIXED]
    pairs = {name: (getattr(one, name), getattr(other, name)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def written(value: object) -> str:
    """A value as the command line reads it back exactly."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def differing_parameters(params: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Of several runs' parameters, those that are not the same in all: name and each run's value.

    Parameters of the preset stand beside those of the request; a value that a run lacks is None.
    """
    flat = [_flat(each) for each in params]
    names = [name for name in _order(flat) if any(each.get(name) != flat[0].get(name) for each in flat)]
    return {name: [each.get(name) for each in flat] for name in names}


def _flat(params: dict[str, Any]) -> dict[str, Any]:
    preset = params.get("preset")
    inner = preset if isinstance(preset, dict) else {}
    own = {name: value for name, value in params.items() if name not in ("preset", "name")}
    return {"preset": inner.get("name"), **{name: value for name, value in inner.items() if name not in _FIXED}, **own}


def _order(flat: list[dict[str, Any]]) -> list[str]:
    seen: dict[str, None] = {}
    for each in flat:
        seen.update(dict.fromkeys(each))
    return list(seen)
