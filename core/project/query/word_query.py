"""Finding words with the filter language: ``unseen conf<0.6 page:12 text:/ment$/``."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from core.errors import DuctusError, InputError
from core.project.content.word_states import JOIN_SQL, STATE_SQL
from core.project.project import Project
from core.project.query.parser import PREDICTED, READ, TIED, Keyword, Literal, Named, Number, Pages, Query, Text, parse
from core.project.query.pattern import matching
from core.recognition.vote_details import decode_votes, tally

CONFIDENCE_SQL = "coalesce(p.confidence, CASE WHEN p.members > 1 THEN p.votes * 1.0 / p.members END)"
"""A prediction's confidence; where a model gives none, the share of its members that voted for the word.

Of one member alone that would always be all, which says nothing: there is no confidence then."""

_FIELDS = {
    "conf": CONFIDENCE_SQL,
    "votes": "p.votes",
    "dist": "p.distance",
    "length": "length(coalesce(r.nfc, p.text))",
}
_FROM = f"FROM word AS w {JOIN_SQL} LEFT JOIN page AS sheet ON sheet.id = w.page_id"


def find_words(project: Project, query: Query | str, model: str | None, *, unread_only: bool = False) -> list[int]:
    """The ids of the words that fit, pages in order, each in reading order, lone crops last.

    Predictions are those of ``model``; words deleted or marked as none are left out, with ``unread_only``
    also those a person has read. Raises InputError, one sentence with the place, for a faulty query and for
    pages, models and writers that do not exist.
    """
    build = _Build(project, model)
    conditions = ["w.deleted = 0", "w.not_a_word = 0"]
    if unread_only:
        conditions.append("w.reading_id IS NULL")
    clauses = (parse(query) if isinstance(query, str) else query).clauses
    conditions += ["(" + " OR ".join(build.literal(literal) for literal in clause) + ")" for clause in clauses]
    rows = project.query(
        f"SELECT w.id {_FROM} WHERE {' AND '.join(conditions)}"
        " ORDER BY sheet.id IS NULL, sheet.position, sheet.id, w.line, w.position, w.id",
        build.params,
    )
    return [row[0] for row in rows]


@dataclass
class _Build:
    """One query on its way to SQL: conditions as text, values as parameters."""

    project: Project
    model: str | None
    params: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.params = {"model": self.model}

    def literal(self, literal: Literal) -> str:
        # a comparison with what is missing is neither true nor false; negated it has to be true
        condition = f"(({self._condition(literal)}) IS TRUE)"
        return f"(NOT {condition})" if literal.negated else condition

    def _condition(self, literal: Literal) -> str:
        match literal.term:
            case Keyword(name):
                return self._keyword(name)
            case Number(of, tests):
                # operators are those of the parser's own grammar, never free text
                return " AND ".join(f"{_FIELDS[of]} {test} {self._add(value)}" for test, value in tests)
            case Text(predicted, matches):
                column = "p.text" if predicted else "coalesce(r.nfc, p.text)"
                return self._among(column, matching(self._texts(predicted), matches))
            case Pages():
                return self._pages(literal.term, literal.source)
            case Named("role", name):
                return f"w.role = {self._add(name)}"
            case Named("model", name):
                return self._model(name, literal.source)
            case Named(_, name):
                return self._writer(name, literal.source)

    def _keyword(self, name: str) -> str:
        if name == READ:
            return "r.id IS NOT NULL"
        if name == PREDICTED:
            return "r.id IS NULL AND p.id IS NOT NULL"
        if name == TIED:
            return self._among("w.id", tied_words(self.project, self.model))
        return f"({STATE_SQL}) = {self._add(name)}"

    def _texts(self, predicted: bool) -> list[str]:
        said = "SELECT text FROM prediction WHERE model = ?"
        read = "SELECT nfc FROM reading WHERE id IN (SELECT reading_id FROM word)"
        sql = f"SELECT DISTINCT * FROM ({said if predicted else f'{read} UNION {said}'})"
        return [row[0] for row in self.project.query(sql, (self.model,))]

    def _pages(self, wanted: Pages, source: str) -> str:
        sheets = self.project.query("SELECT id, name FROM page ORDER BY position, id")
        labels = self.project.query("SELECT DISTINCT page_label FROM word WHERE page_label IS NOT NULL")
        ids = {page_id for first, last in wanted.ranges for page_id, _ in sheets[max(first - 1, 0) : last]}
        found_labels = []
        for name in wanted.names:
            named = [page_id for page_id, given in sheets if _same_page(given, name)]
            labelled = [label for (label,) in labels if _same_page(label, name)]
            if not named and not labelled and name.isdecimal() and 0 < int(name[:9]) <= len(sheets):
                named = [sheets[int(name) - 1][0]]
            if not named and not labelled:
                raise InputError(f"Filter, at {source}: there is no page '{name}'.")
            ids.update(named)
            found_labels += labelled
        if not ids and not found_labels:
            raise InputError(f"Filter, at {source}: there are only {len(sheets)} pages.")
        return f"{self._among('w.page_id', sorted(ids))} OR {self._among('w.page_label', found_labels)}"

    def _model(self, name: str, source: str) -> str:
        if self.project.one("SELECT 1 FROM prediction WHERE model = ? LIMIT 1", (name,)) is None:
            raise InputError(f"Filter, at {source}: no model '{name}' has read words here.")
        return f"EXISTS (SELECT 1 FROM prediction AS o WHERE o.word_id = w.id AND o.model = {self._add(name)})"

    def _writer(self, name: str, source: str) -> str:
        known = self.project.query("SELECT DISTINCT writer FROM word WHERE writer IS NOT NULL")
        same = [writer for (writer,) in known if writer.casefold() == name.casefold()]
        if not same:
            raise InputError(f"Filter, at {source}: no word is by a writer '{name}'.")
        return self._among("w.writer", same)

    def _among(self, column: str, values: list[Any]) -> str:
        return f"{column} IN (SELECT value FROM json_each({self._add(json.dumps(values))}))"

    def _add(self, value: Any) -> str:
        name = f"v{len(self.params)}"
        self.params[name] = value
        return f":{name}"


def tied_words(project: Project, model: str | None) -> list[int]:
    """Words on which another word had as many members' votes as the one ``model`` chose (Algorithm 6's tie)."""
    rows = project.query(
        # a word with more than half of the votes has no equal; only the rest need looking into
        "SELECT word_id, detail FROM prediction WHERE model = ? AND members > 1 AND votes * 2 <= members"
        " AND detail IS NOT NULL",
        (model,),
    )
    return [word_id for word_id, detail in rows if _is_tied(detail)]


def _is_tied(detail: bytes) -> bool:
    try:
        counted = tally(decode_votes(detail))
    except DuctusError:
        return False
    return len(counted) > 1 and counted[0][1] == counted[1][1]


def _same_page(given: str, wanted: str) -> bool:
    return wanted.casefold() in (given.casefold(), PurePath(given).stem.casefold())
