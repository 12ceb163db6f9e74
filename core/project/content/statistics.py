"""What a project holds, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from core.project.content.word_states import state_counts
from core.project.project import Project

_WORDS = " FROM word AS w WHERE w.deleted = 0 AND w.not_a_word = 0"
_READ = " FROM word AS w JOIN reading AS r ON r.id = w.reading_id WHERE w.deleted = 0 AND w.not_a_word = 0"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of words that are neither deleted nor marked as none."""

    pages: int
    crops: int
    """Words that are pictures of their own, on no page."""
    words: int
    states: dict[str, int]
    """Words in each of ``word_states.STATES``."""
    roles: dict[str, tuple[int, int]]
    """Words of each role, and how many of them a person has read."""
    different: int
    """Different words (NFC) among the readings by a person."""
    once: int
    """Those of them that were read only once."""
    writers: tuple[tuple[str | None, int], ...]
    """Each writer named (None: not named) with the words by that hand, most first."""

    @property
    def read(self) -> int:
        """Words a person has typed (or brought along) or accepted."""
        return self.states["typed"] + self.states["accepted"]


def statistics(project: Project, model: str | None) -> Statistics:
    """Count the project; the states are those by ``model``'s predictions."""
    states = state_counts(project, model)
    times = project.one(f"SELECT count(*), coalesce(sum(n = 1), 0) FROM (SELECT count(*) AS n{_READ} GROUP BY r.nfc)")
    roles = project.query(f"SELECT w.role, count(*), count(w.reading_id){_WORDS} GROUP BY w.role")
    writers = project.query(f"SELECT w.writer, count(*){_WORDS} GROUP BY w.writer ORDER BY 2 DESC, 1")
    counted = project.one(f"SELECT (SELECT count(*) FROM page), (SELECT count(*){_WORDS} AND w.page_id IS NULL)")
    assert times is not None and counted is not None
    return Statistics(
        pages=counted[0],
        crops=counted[1],
        words=sum(states.values()),
        states=states,
        roles={role: (count, read) for role, count, read in roles},
        different=times[0],
        once=times[1],
        writers=tuple(writers),
    )


def page_roles(project: Project) -> dict[int, dict[str, int]]:
    """How many words of each role a page has, by the page's id; lone crops stand under 0."""
    found = project.query(f"SELECT coalesce(w.page_id, 0), w.role, count(*){_WORDS} GROUP BY 1, 2")
    roles: dict[int, dict[str, int]] = {}
    for page_id, role, count in found:
        roles.setdefault(page_id, {})[role] = count
    return roles
