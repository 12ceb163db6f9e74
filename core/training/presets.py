"""Named sets of training parameters: read from resources/presets.toml, validated, and changed by NAME=VALUE."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import MISSING, asdict, dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

from core.errors import InputError, check_range
from core.language import tr, tr_noop

DEFAULT = "phosc-ctc"
ACCURACY = "accuracy"
"""The objective by which a member decides as it reads most words, with its gates or without."""


@dataclass(frozen=True, slots=True)
class Preset:
    """All parameters of a training; stored with the run and in the model's card.

    Every field is explained in resources/presets.toml.
    """

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
    # fields with a default were added later: a run stored without them was trained with that value
    starter: bool = False
    min_gate_images: int = 0
    starter_images: int = 0
    ool_percent: int = 0
    prior: bool = False
    unlisted: bool = False
    max_steps: int = 0
    recipe: str = "one-cycle"
    synthetic_space: str = "components"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            # isinstance(True, int) holds
            if not isinstance(value, _KINDS[str(field.type)]) or isinstance(value, bool) != (field.type == "bool"):
                raise InputError.of(
                    "{field} = {value!r} is of the wrong kind: it must be {type}.",
                    field=field.name,
                    value=value,
                    type=field.type,
                )
        for name, low, high in RANGES:
            check_range(name, getattr(self, name), low, high)
        for name, allowed in CHOICES:
            value = getattr(self, name)
            if value not in allowed:
                raise InputError.of(
                    "{name} = '{value}' is not known: it is one of {choices}.",
                    name=name,
                    value=value,
                    choices=", ".join(allowed),
                )
        if self.synthetic and self.gate_distances:
            raise InputError.of(
                "Synthetic points have no distances to words: choose either synthetic or gate_distances."
            )
        if self.min_gate_images and not self.gate_distances:
            raise InputError.of("min_gate_images needs gates that take distances: set gate_distances = true as well.")
        if not self.learner.isprintable() or not 0 < len(self.learner) <= _MAX_NAME:
            raise InputError.of("learner is no name of a learner.")
        if self.starter and self.learner not in _WITH_STARTER:
            raise InputError.of(
                "There is no starter model for the learner '{learner}': choose starter = false.", learner=self.learner
            )
        if self.low >= self.high:
            raise InputError.of("low ({low:g} %) must lie below high ({high:g} %).", low=self.low, high=self.high)

    def changed(self, **values: Any) -> Preset:
        """Return a copy with the given values; None leaves a value as it is.

        Raises InputError for unknown names and values out of range. With ``steps`` and no ``max_steps`` the training
        takes exactly that number of steps.
        """
        given = {FIELD_NAMES.get(name, name): value for name, value in values.items() if value is not None}
        known = [field.name for field in fields(self) if field.name not in ("name", "about")]
        unknown = [name for name in given if name not in known]
        if unknown:
            raise InputError.of(
                "There is no setting '{name}'. There are: {known}.", name=unknown[0], known=", ".join(known)
            )
        if "steps" in given:
            given.setdefault("max_steps", 0)
        return replace(self, **given)

    def with_learner(self, kind: str) -> Preset:
        """Return a copy for another learner.

        One without a starter model has no third answer, and both kinds of classes count alike: the share of new ones is
        a matter of its protocol, not of a text.
        """
        if kind in _WITH_STARTER:
            return self.changed(learner=kind)
        return self.changed(learner=kind, starter=False, starter_images=0, unlisted=False, objective="h")

    def to_json(self) -> dict[str, Any]:
        """Return the parameters under their stored names."""
        return {_STORED_NAMES.get(name, name): value for name, value in asdict(self).items()}

    def fingerprint_fields(self) -> dict[str, Any]:
        """Return the parameters that decide the result of one member, under their stored names.

        Parameters that were added later are left out at their default, so that older runs keep their fingerprint.
        """
        defaults = {_STORED_NAMES.get(field.name, field.name): field.default for field in fields(self)}
        return {
            name: value
            for name, value in self.to_json().items()
            if name not in ("about", "name", "members") and (defaults[name] is MISSING or value != defaults[name])
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Preset:
        """Rebuild from :meth:`to_json`. Raises InputError when a value is missing or of the wrong kind."""
        values = {FIELD_NAMES.get(name, name): value for name, value in data.items()}
        names = {field.name for field in fields(cls)}
        required = {field.name for field in fields(cls) if field.default is MISSING}
        if not required <= set(values) <= names:
            odd = sorted((required - set(values)) | (set(values) - names))
            raise InputError.of("The parameters of this run do not fit this version: {odd} differ.", odd=odd)
        return cls(**values)


_STORED_NAMES = {"min_gate_images": "gate_least", "ool_percent": "lacking"}
"""Fields that are stored, and may be given as NAME=VALUE, under an earlier name."""
FIELD_NAMES = {stored: name for name, stored in _STORED_NAMES.items()}
"""The present names of these fields."""

_KINDS: dict[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "float": (int, float), "bool": (bool,)}
_WITH_STARTER = ("compact", "phosc-ctc")
"""Learners that can begin with the starter model."""
_MAX_NAME = 200
"""Characters of a learner's name."""
MAX_OOL_PERCENT = 50
"""Highest prior out-of-lexicon rate: a lexicon that lacks more than every second word is of no use."""
RANGES: tuple[tuple[str, float, float], ...] = (
    ("members", 1, 99),
    ("s", 0.01, 0.9),
    ("t", 0.05, 0.95),
    ("steps", 1, 10_000_000),
    ("max_steps", 0, 10_000_000),
    ("batch", 2, 65_536),
    ("peak_rate", 1e-7, 1.0),
    ("phos_weight", 0, 1e4),
    ("letters_weight", 0, 1e4),
    ("gates", 1, 10_000),
    ("dims", 0, 100_000),
    ("gate_width", 2, 4096),
    ("gate_depth", 1, 50),
    ("gate_epochs", 1, 10_000),
    ("min_gate_images", 0, 1_000_000),
    ("starter_images", 0, 1_000_000),
    ("ool_percent", 0, MAX_OOL_PERCENT),
    ("low", 0.1, 50),
    ("high", 50, 99.9),
    ("cap", 1, 10_000),
)
CHOICES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("metric", ("cosine", "euclid")),
    ("classifier", ("nearest", "lda", "lr", "rf", "paper-lr", "paper-rf")),
    ("objective", ("h", "A_b", ACCURACY)),
    ("recipe", ("one-cycle", "published")),
    ("synthetic_space", ("components", "signature")),
)


@cache
def presets() -> dict[str, Preset]:
    """Return all presets by name."""
    tables = tomllib.loads(files("resources").joinpath("presets.toml").read_text(encoding="utf-8"))
    default = tables.pop("default")
    return {name: Preset(name=name, **(default | table)) for name, table in tables.items()}


def preset(name: str) -> Preset:
    """Return one preset. Raises InputError that lists the names."""
    if name not in presets():
        raise InputError.of(
            "There is no preset '{name}'. There are: {presets}.", name=name, presets=", ".join(presets())
        )
    return presets()[name]


_TRUTH_VALUES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def apply_overrides(base: Preset, assignments: Iterable[str]) -> Preset:
    """Return ``base`` with every ``NAME=VALUE`` applied. Raises InputError for unknown names and invalid values."""
    kinds = {field.name: str(field.type) for field in fields(Preset) if field.name not in ("name", "about")}
    values: dict[str, Any] = {}
    for assignment in assignments:
        given, equals, text = assignment.partition("=")
        name = FIELD_NAMES.get(given, given)
        if not equals or name not in kinds:
            raise InputError.of(
                "'{assignment}' is not NAME=VALUE with one of these names: {kinds}.",
                assignment=assignment,
                kinds=", ".join(kinds),
            )
        values[name] = _parse_value(name, kinds[name], text.strip())
    # all at once, because two values may be valid only together
    return base.changed(**values)


def _parse_value(name: str, kind: str, text: str) -> Any:
    try:
        if kind == "bool":
            return _TRUTH_VALUES[text.lower()]
        return {"int": int, "float": float, "str": str}[kind](text)
    except (KeyError, ValueError):
        expected = {
            "int": tr_noop("{name} is a whole number, not '{text}'."),
            "float": tr_noop("{name} is a number, not '{text}'."),
            "bool": tr_noop("{name} is true or false, not '{text}'."),
        }
        raise InputError(tr(expected[kind], name=name, text=text)) from None
