"""A search in the text: which words it finds, and which part of each text it hit. Needs no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from core.lexicon.text import nfc
from core.project.db.values import fold_case
from core.project.project import Project
from core.project.query.search import compile_regex, find_pattern, find_predicted, find_text, find_word, sort_by_page

HOWS = ("contains", "word", "pattern")
"""The text stands somewhere in the reading, is the whole reading, or is a regular expression."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextQuery:
    """What a person looks for; ``predictions`` also looks at words that only a model has read."""

    text: str
    how: str = "contains"
    match_case: bool = False
    predictions: bool = True

    def find(self, project: Project, model: str | None) -> list[int]:
        """The words found, in the order of the pages. Raises InputError for a faulty regular expression."""
        if not nfc(self.text):
            return []
        if self.how == "pattern":
            found = find_pattern(project, self.text, match_case=self.match_case)
        elif self.how == "word":
            found = find_word(project, self.text, match_case=self.match_case)
        else:
            found = find_text(project, self.text, match_case=self.match_case)
        if self.predictions and model is not None:
            found = [*found, *find_predicted(project, model, lambda text: bool(self.spans(text)), self.text)]
        return sort_by_page(project, found)

    def spans(self, text: str) -> list[Span]:
        """Which parts of ``text`` (NFC) were hit: (begin, end) from left to right."""
        if not nfc(self.text):
            return []
        if self.how == "pattern":
            return [hit.span() for hit in compile_regex(self.text, match_case=self.match_case).finditer(text)]
        wanted = nfc(self.text) if self.match_case else fold_case(self.text)
        if self.how == "word":
            same = (text if self.match_case else fold_case(text)) == wanted
            return [(0, len(text))] if same else []
        return _occurrences(text, wanted) if self.match_case else _folded_occurrences(text, wanted)


def _occurrences(text: str, wanted: str) -> list[Span]:
    spans, start = [], 0
    while (at := text.find(wanted, start)) >= 0:
        start = at + len(wanted)
        spans.append((at, start))
    return spans


def _folded_occurrences(text: str, wanted: str) -> list[Span]:
    """As found in the folded text, which may be longer: each folded character knows where it came from."""
    plain, source = "", []
    for place, character in enumerate(text):
        part = fold_case(character) or character
        plain += part
        source += [place] * len(part)
    return [(source[begin], source[end - 1] + 1) for begin, end in _occurrences(plain, wanted)]
