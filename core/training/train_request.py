"""A training as it is requested, and stored with its run."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from core.lexicon.alphabet import AUTO
from core.training.presets import Preset


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """The parameters of a training; stored with the run, so that it can be resumed."""

    preset: Preset
    seed: int = 1
    device: str = AUTO
    alphabet: str = AUTO
    skip_unencodable: bool = False
    parent: str | None = None
    """The model whose weights the training continues from."""
    name: str | None = None
    """The name of the new model."""
    aligned: str = "sure"
    """The words aligned automatically that are trained on: all, those that fit well (sure), or none. Runs of
    earlier versions do not record it; there were no aligned words."""
    starter: str | None = None
    """The adapted starter model with which the members begin; None: the one that comes with Ductus."""

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as they are stored with the run."""
        return asdict(self) | {"preset": self.preset.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TrainRequest:
        """Rebuild from :meth:`to_json`. Raises KeyError without a preset or a seed: a run is resumed with its own."""
        return cls(**(data | {"preset": Preset.from_json(data["preset"]), "seed": data["seed"]}))
