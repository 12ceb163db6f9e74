"""What may change in a project, as the places are told of it."""

from __future__ import annotations

from dataclasses import dataclass, field

WORDS, PAGES, LEXICON, PREDICTIONS, MODELS, RUNS, HISTORY = (
    "words",
    "pages",
    "lexicon",
    "predictions",
    "models",
    "runs",
    "history",
)
EVERYTHING = frozenset({WORDS, PAGES, LEXICON, PREDICTIONS, MODELS, RUNS, HISTORY})


@dataclass(frozen=True, slots=True)
class Changed:
    """What is no longer as it was. ``word_ids`` of None means that any word may have changed."""

    what: frozenset[str]
    word_ids: frozenset[int] | None = field(default=frozenset())

    def touches(self, *what: str) -> bool:
        return bool(self.what.intersection(what))

    def concerns(self, word_id: int) -> bool:
        return self.word_ids is None or word_id in self.word_ids
