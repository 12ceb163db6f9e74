"""What a check found: in plain words, with the place and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

FAULT, NOTE = "fault", "note"
MOST_TOLD = 100
"""Of one kind so many findings are kept with their places; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``kind`` is a fixed word for programs. A fault means that something is lost or wrong; a note, that
    something lies about that does no harm."""

    kind: str
    what: str
    where: str
    mend: str
    level: str = FAULT

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "level": self.level, "what": self.what, "where": self.where, "mend": self.mend}


@dataclass(slots=True)
class Findings:
    """All findings of a check, at most :data:`MOST_TOLD` of a kind with their places."""

    told: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: int = 0

    def add(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.counts[finding.kind] += 1
            self.faults += finding.level == FAULT
            if self.counts[finding.kind] <= MOST_TOLD:
                self.told.append(finding)

    @property
    def sound(self) -> bool:
        """Whether nothing is lost or wrong."""
        return self.faults == 0

    def by_kind(self) -> Iterator[tuple[list[Finding], int]]:
        """The findings of one kind after another, faults first, with how many there are in all."""
        kinds: dict[str, list[Finding]] = {}
        for finding in sorted(self.told, key=lambda finding: finding.level != FAULT):
            kinds.setdefault(finding.kind, []).append(finding)
        for kind, told in kinds.items():
            yield told, self.counts[kind]
