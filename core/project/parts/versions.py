"""The transcriptions of a word that stand after a merge: pure functions on sets, the same in whatever order parts come.

Each side has the transcriptions of a word that it *knows* and, among these, those that *stand*: the current one, and
the ones kept beside it by a merge. A transcription that one side knows and no longer keeps was replaced there by
somebody who saw it, so it does not come back; one that a side does not know is added to it. This is the merge of a
multi-value register (Shapiro et al., "Conflict-free Replicated Data Types", 2011): commutative, associative and
idempotent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from core.lexicon.text import nfc

_RANK = {"aligned": 0, "imported": 1, "accepted": 2, "typed": 2}
"""Texts that a person checked stand before those of a program or an import."""


class Version(NamedTuple):
    """A transcription by its content, which identifies it in every copy of a project. "" where unknown."""

    text: str
    source: str
    """A :class:`core.project.content.transcriptions.TranscriptionSource`."""
    model: str
    who: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The transcriptions of a word on one side; ``stand`` is a subset of ``known``."""

    known: frozenset[Version]
    stand: frozenset[Version]


def merge_standing(ours: Standing, theirs: Standing) -> Standing:
    """Return the transcriptions of a word after a merge."""
    stand = (ours.stand & theirs.stand) | (ours.stand - theirs.known) | (theirs.stand - ours.known)
    if not stand and ours.stand and theirs.stand:
        stand = ours.stand | theirs.stand  # each side returned to what the other had given up
    return Standing(ours.known | theirs.known, stand)


def current_version(stand: Iterable[Version]) -> Version | None:
    """Return the one that is the word's transcription: checked by a person, and the latest of these."""
    return max(stand, key=lambda v: (_RANK.get(v.source, 0), v.created_at, v.who, v.text, v.model), default=None)


def differs(stand: Iterable[Version]) -> bool:
    """Return whether the transcriptions that stand are not all the same text."""
    return len({nfc(version.text) for version in stand}) > 1
