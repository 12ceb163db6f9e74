"""Events of benchmarks and simulations, beside those of :mod:`core.events`."""

from __future__ import annotations

from dataclasses import dataclass

from core.events import Event, Report


@dataclass(frozen=True, slots=True)
class RuleMeasured(Event):
    """A published decision rule was measured."""

    kind = "rule"
    rule: str
    h: float


@dataclass(frozen=True, slots=True)
class VariantMeasured(Event):
    """A variant of a preset was measured."""

    kind = "variant"
    preset: str
    h: float


@dataclass(frozen=True, slots=True)
class Transcribed(Report):
    """The number of transcribed words in a simulation has been reached; its content is what was measured then."""

    kind = "transcribed"
