"""Saying of many words at once what they are; nobody's reading is replaced unasked. Needs no Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.lexicon.text import nfc
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class BulkLabel:
    """What naming words does, or would do, with each of them."""

    text: str
    fresh: tuple[int, ...]
    """Words no person has read."""
    same: tuple[int, ...]
    """Words a person has read as this already: they stay as they are."""
    others: dict[int, str]
    """Words a person has read as something else, with those readings."""


def look(project: Project, ids: Sequence[int], text: str) -> BulkLabel:
    """What naming these words ``text`` would do; words that are gone or no words are left out."""
    wanted = nfc(text)
    fresh, same, others = [], [], {}
    for row in get_words(project, ids):
        if row.deleted or row.not_a_word:
            continue
        if row.text is None:
            fresh.append(row.id)
        elif nfc(row.text) == wanted:
            same.append(row.id)
        else:
            others[row.id] = row.text
    return BulkLabel(wanted, tuple(fresh), tuple(same), others)


def name_words(project: Project, ids: Sequence[int], text: str, agreed: Collection[int]) -> BulkLabel:
    """Give the words this reading, typed, in one edit; of those read as something else only the ``agreed`` ones.

    Returns what was found; ``others`` are then the words that were left as a person had read them. Raises
    InputError, changing nothing, for a text that cannot be a transcription.
    """
    with project.edit(f"read {len(ids)} words as '{nfc(text)}'" if len(ids) != 1 else f"read '{nfc(text)}'"):
        found = look(project, ids, text)
        replaced = tuple(word_id for word_id in found.others if word_id in agreed)
        for word_id in (*found.fresh, *replaced):
            set_transcription(project, word_id, found.text)
    left = {word_id: other for word_id, other in found.others.items() if word_id not in agreed}
    return BulkLabel(found.text, (*found.fresh, *replaced), found.same, left)
