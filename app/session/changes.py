"""The parts of a project that can change, as views are notified of them."""

from __future__ import annotations

from dataclasses import dataclass

WORDS, PAGES, LEXICON, PREDICTIONS = "words", "pages", "lexicon", "predictions"
MODELS, RUNS, HISTORY = "models", "runs", "history"
EVERYTHING = frozenset({WORDS, PAGES, LEXICON, PREDICTIONS, MODELS, RUNS, HISTORY})


@dataclass(frozen=True, slots=True)
class Changed:
    """The changed ``parts`` of the project. ``word_ids`` of None means that any word may have changed."""

    parts: frozenset[str]
    word_ids: frozenset[int] | None = frozenset()

    def touches(self, *parts: str) -> bool:
        return bool(self.parts.intersection(parts))

    def concerns(self, word_id: int) -> bool:
        return self.word_ids is None or word_id in self.word_ids
