"""The names of learners: ours, and those that installed packages announce."""

from __future__ import annotations

from importlib.metadata import entry_points

LEARNERS = ("compact", "phosc-ctc", "phoscnet", "phoscnet-raw")
GROUP = "ductus.learners"
"""The group of entry points by which a package announces its learners."""


def is_own(kind: str) -> bool:
    """Return whether the learner is one of ours, not a third-party one (:mod:`core.model.foreign_learner`)."""
    return kind in LEARNERS


def installed_learners() -> tuple[str, ...]:
    """Return the names of the learners that installed packages announce; their code is not loaded."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)} - set(LEARNERS)))
