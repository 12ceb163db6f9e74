"""A change of the project, as views are notified of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Changed:
    """The changed ``parts`` of the project (:mod:`core.project.changes`).

    ``word_ids`` of None means that any word may have changed.
    """

    parts: frozenset[str]
    word_ids: frozenset[int] | None = frozenset()

    def touches(self, *parts: str) -> bool:
        return bool(self.parts.intersection(parts))

    def concerns(self, word_id: int) -> bool:
        return self.word_ids is None or word_id in self.word_ids
