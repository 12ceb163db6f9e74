"""The facts of the progress tab, read from the project in a thread of the session. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.evaluation.audit import sample_size, share_interval
from core.evaluation.metrics import Interval
from core.project.content.audits import (
    Audit,
    AuditOutcome,
    OpenSuggestions,
    audit_outcome,
    load_audit,
    open_suggestions,
)
from core.project.content.statistics import checked_since, suggestion_outcomes
from core.project.content.words import word_ids
from core.project.project import Project

RECENT = 200
"""Words checked last by which the open suggestions are judged if they have no confidence."""


@dataclass(frozen=True, slots=True)
class ProgressFacts:
    """The state of the checking."""

    today: int
    """Words checked since midnight."""
    unchecked: int
    suggestions: OpenSuggestions
    outcomes: Sequence[bool]
    """True where the suggestion was right, for each word checked, in that order."""
    audit: Audit | None
    outcome: AuditOutcome | None

    @property
    def expected_wrong(self) -> float | None:
        """The number of open suggestions that are wrong, by confidence or by the words checked last; None: unknown."""
        if self.suggestions.mean_confidence is not None:
            return self.suggestions.count * (1 - self.suggestions.mean_confidence)
        recent = self.outcomes[-RECENT:]
        return self.suggestions.count * (1 - sum(recent) / len(recent)) if recent else None


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """The size of a sample, and the number of suggestions that it is drawn from."""

    size: int
    population: int


def read_facts(project: Project, model: str, midnight: str) -> ProgressFacts:
    """Read the facts; ``midnight`` is when today began (ISO 8601, UTC)."""
    audit = load_audit(project)
    return ProgressFacts(
        checked_since(project, midnight),
        len(word_ids(project, transcribed=False)),
        open_suggestions(project, model),
        suggestion_outcomes(project),
        audit,
        None if audit is None else audit_outcome(project, audit),
    )


def plan_audit(project: Project, model: str, least: float | None, half_width: float) -> AuditPlan:
    """Return how large a sample must be. The share to expect is the mean confidence, at least a half."""
    found = open_suggestions(project, model, least)
    if not found.count:
        return AuditPlan(0, 0)
    share = 0.5 if found.mean_confidence is None else max(0.5, found.mean_confidence)
    return AuditPlan(sample_size(found.count, half_width, share), found.count)


def audit_interval(audit: Audit, outcome: AuditOutcome) -> Interval:
    """Return the exact 95 % interval of the share of right ones among all suggestions that were drawn from."""
    return share_interval(outcome.right, outcome.checked, audit.population)
