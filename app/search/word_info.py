"""What the search shows of a word beside its picture. Needs no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.lexicon.text import nfc
from core.project.content.words import get_words, word_summaries
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class WordInfo:
    """One word: its state, its text in NFC (a person's before the model's, "" for none) and its page's name."""

    word_id: int
    state: str
    text: str
    page: str


def word_info(project: Project, ids: Sequence[int], model: str | None) -> list[WordInfo]:
    """The facts of these words by ``model``'s predictions; ids that do not exist are left out."""
    states = {state.word_id: state for state in word_summaries(project, ids, model)}
    pages: dict[int, str] = dict(project.query("SELECT id, name FROM page"))
    return [
        WordInfo(
            row.id,
            states[row.id].state,
            nfc(states[row.id].text or ""),
            pages.get(row.page_id, "") if row.page_id is not None else row.page_label or row.name or "",
        )
        for row in get_words(project, ids)
        if row.id in states
    ]
