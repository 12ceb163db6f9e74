"""Findings of a project check: messages for people, with the location and what to do."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

MAX_LISTED = 100
"""Findings of one kind that are kept in full; the rest are only counted."""


class Level(StrEnum):
    """A fault means that something is lost or wrong; a note is about something harmless."""

    FAULT = "fault"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding, with the location and what to do; ``kind`` is a fixed identifier for programs."""

    kind: str
    level: Level = field(default=Level.FAULT, kw_only=True)
    what: str
    where: str
    mend: str


@dataclass(slots=True)
class Findings:
    """All findings of a check, at most :data:`MAX_LISTED` of a kind in full."""

    listed: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: int = 0

    def add(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.counts[finding.kind] += 1
            self.faults += finding.level == Level.FAULT
            if self.counts[finding.kind] <= MAX_LISTED:
                self.listed.append(finding)

    @property
    def is_sound(self) -> bool:
        """Return whether nothing is lost or wrong."""
        return self.faults == 0

    def by_kind(self) -> Iterator[tuple[list[Finding], int]]:
        """Yield the listed findings of each kind, faults first, with the number of all of that kind."""
        kinds: dict[str, list[Finding]] = {}
        for finding in sorted(self.listed, key=lambda finding: finding.level != Level.FAULT):
            kinds.setdefault(finding.kind, []).append(finding)
        for kind, listed in kinds.items():
            yield listed, self.counts[kind]
