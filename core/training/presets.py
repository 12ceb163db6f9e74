"""Named sets of training parameters, read from resources/presets.toml, and their validation."""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, asdict, dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

from core.errors import InputError

DEFAULT = "phosc-ctc"


@dataclass(frozen=True, slots=True)
class Preset:
    """Everything that decides how an ensemble is trained; recorded whole in the model's card."""

    name: str
    about: str
    learner: str
    metric: str
    members: int
    s: float
    t: float
    steps: int
    batch: int
    peak_rate: float
    phos_weight: float
    letters_weight: float
    gates: int
    dims: int
    gate_width: int
    gate_depth: int
    gate_epochs: int
    low: float
    high: float
    synthetic: bool
    gate_distances: bool
    classifier: str
    cap: int
    objective: str
    starter: bool = False
    gate_least: int = 0
    starter_images: int = 0
    lacking: int = 0
    """Fields with a default came later: a run recorded without them had that value."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            # a truth value would pass for a whole number
            if not isinstance(value, _KINDS[str(field.type)]) or isinstance(value, bool) != (field.type == "bool"):
                raise InputError(f"{field.name} = {value!r} is of the wrong kind: it must be {field.type}.")
        for name, low, high in RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"{name} = {value:g} is out of range: it lies between {low:g} and {high:g}.")
        for name, allowed in CHOICES:
            value = getattr(self, name)
            if value not in allowed:
                raise InputError(f"{name} = '{value}' is not known: it is one of {', '.join(allowed)}.")
        if self.synthetic and self.gate_distances:
            raise InputError("Made-up points have no distances to words: choose either synthetic or gate_distances.")
        if self.gate_least and not self.gate_distances:
            raise InputError("gate_least needs gates that see distances: set gate_distances = true as well.")
        if self.starter and self.learner == "phoscnet":
            raise InputError("There is no starter model for the learner 'phoscnet': choose starter = false.")
        if self.low >= self.high:
            raise InputError(f"low ({self.low:g} %) must lie under high ({self.high:g} %).")

    def changed(self, **values: Any) -> Preset:
        """A copy with the given values; those that are None stay. Raises InputError out of range."""
        return replace(self, **{name: value for name, value in values.items() if value is not None})

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def deciding(self) -> dict[str, Any]:
        """The parameters that decide what one member becomes.

        Those that came later are named only where they are used, so that runs from before are still found.
        """
        later = {field.name: field.default for field in fields(self) if field.default is not MISSING}
        return {
            name: value
            for name, value in self.to_json().items()
            if name not in ("about", "name", "members") and (name not in later or value != later[name])
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Preset:
        """Back from :meth:`to_json`. Raises InputError when a value is missing or of the wrong kind."""
        names = {field.name for field in fields(cls)}
        needed = {field.name for field in fields(cls) if field.default is MISSING}
        if not needed <= set(data) <= names:
            odd = sorted((needed - set(data)) | (set(data) - names))
            raise InputError(f"The parameters of this run do not fit: {odd} differ.")
        return cls(**data)


_KINDS: dict[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "float": (int, float), "bool": (bool,)}
MAX_OOL_PERCENT = 50
"""Percent of words missing from a lexicon beyond which it is none."""
RANGES: tuple[tuple[str, float, float], ...] = (
    ("members", 1, 99),
    ("s", 0.01, 0.9),
    ("t", 0.05, 0.95),
    ("steps", 1, 10_000_000),
    ("batch", 2, 65_536),
    ("peak_rate", 1e-7, 1.0),
    ("phos_weight", 0, 1e4),
    ("letters_weight", 0, 1e4),
    ("gates", 1, 10_000),
    ("dims", 0, 100_000),
    ("gate_width", 2, 4096),
    ("gate_depth", 1, 50),
    ("gate_epochs", 1, 10_000),
    ("gate_least", 0, 1_000_000),
    ("starter_images", 0, 1_000_000),
    ("lacking", 0, MAX_OOL_PERCENT),
    ("low", 0.1, 50),
    ("high", 50, 99.9),
    ("cap", 1, 10_000),
)
CHOICES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("learner", ("compact", "phosc-ctc", "phoscnet")),
    ("metric", ("cosine", "euclid")),
    ("classifier", ("nearest", "lda", "lr", "rf")),
    ("objective", ("h", "A_b")),
)


@cache
def presets() -> dict[str, Preset]:
    """All presets by name."""
    tables = tomllib.loads(files("resources").joinpath("presets.toml").read_text(encoding="utf-8"))
    default = tables.pop("default")
    return {name: Preset(name=name, **(default | table)) for name, table in tables.items()}


def preset(name: str) -> Preset:
    """One preset. Raises InputError that lists the names there are."""
    if name not in presets():
        raise InputError(f"There is no preset '{name}'. There are: {', '.join(presets())}.")
    return presets()[name]
