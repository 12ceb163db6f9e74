"""The lines of a page with their words, in reading order: stored lines, and rows of words that have none. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.page.page_queries import PageWord
from app.style.tokens import NOT_A_WORD
from core.geometry import Box, Polyline, straight_baseline, union
from core.jobs.segmentation.line_text import NO_TEXT, LineOfText
from core.project.content.line_words import number_lines
from core.project.content.pages import Line

LineKey = tuple[str, int]
"""The name of a line, whatever changes on the page: ("line", its id), or ("made", the number that its words share)."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line of writing; ``line`` is None for words that stand in no stored line."""

    key: LineKey
    page_id: int
    line: Line | None
    words: tuple[PageWord, ...]

    @property
    def box(self) -> Box:
        return self.line.box if self.line is not None else union(word.box for word in self.words)

    @property
    def baseline(self) -> Polyline:
        """The stored baseline, or a straight one."""
        if self.line is not None and self.line.baseline:
            return self.line.baseline
        return straight_baseline([word.box for word in self.words] or [self.box])

    @property
    def text(self) -> str:
        """The text of its words, suggestions included; without words that of the line."""
        shown = self.as_text().text
        return shown if self.words or self.line is None else self.line.text or ""

    @property
    def is_checked(self) -> bool:
        """Return whether a person has checked all its words."""
        return bool(self.words) and all(word.is_checked for word in self.words)

    def as_text(self) -> LineOfText:
        """Return the line as its text is edited."""
        words = tuple((word.id, word.box, word.text or "") for word in self.words)
        number = self.words[0].line if self.words else 0
        line_id, polygon = (None, None) if self.line is None else (self.line.id, self.line.polygon)
        return LineOfText(self.page_id, line_id, number, self.box, polygon, words)


@dataclass(frozen=True, slots=True)
class LineToken:
    """A word of the text of a line as it is being typed, from ``start`` to ``end``; ``word``: the one it stands for."""

    start: int
    end: int
    word: PageWord | None
    is_as_shown: bool
    """True if it is the text that its word shows."""

    @property
    def state(self) -> str | None:
        """The state of its word, None where its text was changed."""
        return self.word.state if self.word is not None and self.is_as_shown else None

    @property
    def is_unsure(self) -> bool:
        return self.word is not None and self.is_as_shown and self.word.is_unsure


def tokens_of(line: PageLine, text: str) -> list[LineToken]:
    """Return the words of a text that is typed for a line, with those that they stand for.

    These are the same that :func:`core.jobs.segmentation.line_text.place_text` leaves in their boxes.
    """
    places = [(match.start(), match.end()) for match in re.finditer(r"\S+", text)]
    shown, typed = [word.text or NO_TEXT for word in line.words], text.split()
    tokens: list[LineToken] = []
    for tag, i0, i1, j0, j1 in SequenceMatcher(None, shown, typed, autojunk=False).get_opcodes():
        words = line.words[i0:i1] if i1 - i0 == j1 - j0 else [None] * (j1 - j0)
        tokens += [LineToken(*place, word, tag == "equal") for place, word in zip(places[j0:j1], words, strict=True)]
    return tokens


def lines_of_page(page_id: int, lines: Sequence[Line], words: Iterable[PageWord]) -> list[PageLine]:
    """Return the lines of a page in reading order; ``lines`` and ``words`` are all of the page, in order.

    A box marked as not a word belongs to no line.
    """
    usable = [word for word in words if word.state != NOT_A_WORD]
    known = {line.id: line for line in lines}
    places = [(word.line_id if word.line_id in known else None, word.line) for word in usable]
    numbers, of_words = number_lines(places, list(known))
    keys: dict[int, LineKey] = {number: ("line", line_id) for line_id, number in numbers.items()}
    by_number: dict[int, list[PageWord]] = {number: [] for number in keys}
    for word, number in zip(usable, of_words, strict=True):
        keys.setdefault(number, ("made", word.line))
        by_number.setdefault(number, []).append(word)
    return [
        PageLine(key, page_id, known.get(key[1]) if key[0] == "line" else None, tuple(by_number[number]))
        for number, key in sorted(keys.items())
    ]
