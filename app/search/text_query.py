"""A search in the text: the words that it finds, and the matching parts of their texts. Needs no Qt."""

from dataclasses import dataclass

from core.lexicon.text import nfc
from core.project.db.values import fold_case
from core.project.project import Project
from core.project.query.search import compile_regex, find_pattern, find_predicted, find_text, find_word, sort_by_page

MODES = ("contains", "word", "pattern")
"""The query is a part of the text, the whole text, or a regular expression."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextQuery:
    """A query in one of :data:`MODES`; with ``predictions`` it finds unchecked words by their predictions."""

    text: str
    mode: str = "contains"
    match_case: bool = False
    predictions: bool = True

    def find(self, project: Project, model: str | None) -> list[int]:
        """Return the words found, in page order. Raises InputError for an invalid regular expression."""
        if not nfc(self.text):
            return []
        if self.mode == "pattern":
            found = find_pattern(project, self.text, match_case=self.match_case)
        elif self.mode == "word":
            found = find_word(project, self.text, match_case=self.match_case)
        else:
            found = find_text(project, self.text, match_case=self.match_case)
        if self.predictions and model is not None:
            found = [*found, *find_predicted(project, model, lambda text: bool(self.spans(text)), self.text)]
        return sort_by_page(project, found)

    def spans(self, text: str) -> list[Span]:
        """Return the matching parts of ``text`` (NFC): (start, end) from left to right."""
        if not nfc(self.text):
            return []
        if self.mode == "pattern":
            return [match.span() for match in compile_regex(self.text, match_case=self.match_case).finditer(text)]
        query = nfc(self.text) if self.match_case else fold_case(self.text)
        if self.mode == "word":
            is_same = (text if self.match_case else fold_case(text)) == query
            return [(0, len(text))] if is_same else []
        return _find_all(text, query) if self.match_case else _find_all_folded(text, query)


def _find_all(text: str, query: str) -> list[Span]:
    spans, end = [], 0
    while (start := text.find(query, end)) >= 0:
        end = start + len(query)
        spans.append((start, end))
    return spans


def _find_all_folded(text: str, query: str) -> list[Span]:
    """Return the matches in the folded text as spans of ``text``; folding can lengthen a character ("ß" to "ss")."""
    folded, sources = "", []
    for position, character in enumerate(text):
        part = fold_case(character) or character
        folded += part
        sources += [position] * len(part)
    return [(sources[start], sources[end - 1] + 1) for start, end in _find_all(folded, query)]
