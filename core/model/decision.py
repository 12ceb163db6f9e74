"""The rule by which a member decides between trained and new words, and the figures of its other rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from core.errors import ModelFileError

NO_GATE, STACKING, GATES = "vote", "stacking", "gate"
"""The rules, the simplest first, by their names in results (:class:`core.evaluation.decision_rules.DecisionRule`)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The rule that a member was given because it reads most words."""

    rule: str
    right: Mapping[str, float]
    """The share of words to come that each rule is expected to read correctly; rules that could not be tried lack."""
    chance: Mapping[str, float]
    """The standard error of each one's gain over no gate."""
    new_share: float
    """The share of words that no training image shows, of those that the lexicon holds, as it was expected."""

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as they are stored in a model file."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Decision | None:
        """Rebuild from :meth:`to_json`; None for None. Raises ModelFileError."""
        if data is None:
            return None
        try:
            right, chance = ({str(k): float(v) for k, v in data[part].items()} for part in ("right", "chance"))
            decision = cls(str(data["rule"]), right, chance, float(data["new_share"]))
            numbers = [*right.values(), *chance.values(), decision.new_share]
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ModelFileError.of("invalid figures about what decides ({error})", error=error) from error
        known = right.keys() <= {NO_GATE, STACKING, GATES}
        if not known or not {NO_GATE, decision.rule} <= right.keys() or right.keys() != chance.keys():
            raise ModelFileError.of("invalid figures about what decides ({error})", error=decision.rule)
        if not all(math.isfinite(number) and 0 <= number <= 1.001 for number in numbers):
            raise ModelFileError.of("figures about what decides out of range")
        return decision
