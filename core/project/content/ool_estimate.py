"""How many of the words still to be read the lexicon is likely to lack, from those that people have read."""

from __future__ import annotations

from dataclasses import dataclass

from core.project.project import Project

BELIEF_WORDS = 100
"""A belief held before anything was read counts as much as so many words that were."""


@dataclass(frozen=True, slots=True)
class OolEstimate:
    """``read``: words read for training; ``lost``: those of them that the lexicon holds for no other reason.

    A word that was read once, and stands in no list, would be missing from the lexicon had it not been read. The
    share of such words is Good's and Turing's estimate of how often the next word is one never met.
    """

    read: int
    lost: int

    def share(self, belief: float) -> float:
        """The share of words to be read (0 to 1) that are likely to be missing; ``belief`` without any read."""
        return (BELIEF_WORDS * belief + self.lost) / (BELIEF_WORDS + self.read)


NONE_READ = OolEstimate(0, 0)


def estimate_ool(project: Project) -> OolEstimate:
    """Counted over the words for training; those kept for testing decide nothing."""
    row = project.one(
        "WITH known AS (SELECT r.nfc AS word, count(*) AS times FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
        " WHERE w.role = 'train' AND w.deleted = 0 AND w.not_a_word = 0 GROUP BY r.nfc)"
        " SELECT coalesce(sum(times), 0), coalesce(sum(times = 1 AND NOT EXISTS"
        " (SELECT 1 FROM lexicon WHERE lexicon.word = known.word AND added_by <> 'readings')), 0) FROM known"
    )
    assert row is not None
    return OolEstimate(int(row[0]), int(row[1]))
