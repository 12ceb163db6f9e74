"""Evaluation of the filter language: ``unseen conf<0.6 page:12 text:/ment$/``."""

import json
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from core.errors import InputError
from core.language import tr_plural
from core.project.content.audits import load_audit
from core.project.content.differences import differing_words
from core.project.content.words import PAGE_JOIN_SQL, PAGE_ORDER_SQL, STATE_JOIN_SQL, STATE_SQL
from core.project.project import Project
from core.project.query import parser
from core.project.query.candidates import stored_votes
from core.project.query.parser import Condition, Keyword, Named, Number, Pages, Query, Text, parse
from core.project.query.pattern import matching_texts
from core.recognition.vote_details import count_predictions

CONFIDENCE_SQL = "coalesce(p.confidence, CASE WHEN p.members > 1 THEN p.votes * 1.0 / p.members END)"
"""A prediction's confidence; if the model gives none, the share of its members that voted for the word.

With a single member that share is always 1, so there is no confidence then."""

_FIELDS = {
    "conf": CONFIDENCE_SQL,
    "votes": "p.votes",
    "dist": "p.distance",
    "length": "length(coalesce(r.nfc, p.text))",
}


def find_words(project: Project, query: Query | str, model: str | None, *, unchecked_only: bool = False) -> list[int]:
    """Return the ids of the words that match, pages in order, each in reading order, lone crops last.

    Predictions are those of ``model``. Words deleted or marked as not a word are left out, with
    ``unchecked_only`` also those that a person has transcribed or confirmed. Raises InputError, with the position,
    for an invalid query, and for pages, models and writers that do not exist.
    """
    builder = _SqlBuilder(project, model)
    conditions = ["w.deleted = 0", "w.not_a_word = 0"]
    if unchecked_only:
        conditions.append("(w.transcription_id IS NULL OR r.aligned)")
    clauses = (parse(query) if isinstance(query, str) else query).clauses
    conditions += ["(" + " OR ".join(builder.sql(condition) for condition in clause) + ")" for clause in clauses]
    return project.column(
        f"SELECT w.id FROM word AS w{STATE_JOIN_SQL}{PAGE_JOIN_SQL} WHERE {' AND '.join(conditions)}{PAGE_ORDER_SQL}",
        builder.params,
    )


@dataclass
class _SqlBuilder:
    """Translates conditions to SQL, with their values as parameters."""

    project: Project
    model: str | None
    params: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.params = {"model": self.model}

    def sql(self, condition: Condition) -> str:
        # A comparison with NULL is neither true nor false, but its negation must be true.
        positive = f"(({self._positive(condition)}) IS TRUE)"
        return f"(NOT {positive})" if condition.negated else positive

    def _positive(self, condition: Condition) -> str:
        match condition.term:
            case Keyword(name):
                return self._keyword(name)
            case Number(of, tests):
                # operators come from the parser's grammar, never from free text
                return " AND ".join(f"{_FIELDS[of]} {test} {self._add(value)}" for test, value in tests)
            case Text(predicted, matches):
                column = "p.text" if predicted else "coalesce(r.nfc, p.text)"
                return self._among(column, matching_texts(self._texts(predicted), matches, condition.source))
            case Pages():
                return self._pages(condition.term, condition.source)
            case Named("role", name):
                return f"w.role = {self._add(name)}"
            case Named("model", name):
                return self._model(name, condition.source)
            case Named(_, name):
                return self._writer(name, condition.source)

    def _keyword(self, name: str) -> str:
        if name == parser.TRANSCRIBED:
            return "r.id IS NOT NULL AND r.aligned IS NOT 1"
        if name == parser.PREDICTED:
            return "r.id IS NULL AND p.id IS NOT NULL"
        if name == parser.TIED:
            return self._among("w.id", tied_words(self.project, self.model))
        if name == parser.DIFFERS:
            return self._among("w.id", differing_words(self.project))
        if name == parser.AUDIT:
            audit = load_audit(self.project)
            return self._among("w.id", [] if audit is None else list(audit.words))
        return f"({STATE_SQL}) = {self._add(name)}"

    def _texts(self, predicted: bool) -> list[str]:
        predictions = "SELECT text FROM prediction WHERE model = ?"
        transcriptions = "SELECT nfc FROM transcription WHERE id IN (SELECT transcription_id FROM word)"
        union = predictions if predicted else f"{transcriptions} UNION {predictions}"
        return self.project.column(f"SELECT DISTINCT * FROM ({union})", (self.model,))

    def _pages(self, wanted: Pages, source: str) -> str:
        pages = self.project.query("SELECT id, name FROM page ORDER BY position, id")
        labels = self.project.column("SELECT DISTINCT page_label FROM word WHERE page_label IS NOT NULL")
        ids = {page_id for first, last in wanted.ranges for page_id, _ in pages[max(first - 1, 0) : last]}
        found_labels = []
        for name in wanted.names:
            named = [page_id for page_id, page_name in pages if _is_page_name(page_name, name)]
            labelled = [label for label in labels if _is_page_name(label, name)]
            if not named and not labelled and name.isdecimal() and 0 < int(name[:9]) <= len(pages):
                named = [pages[int(name) - 1][0]]
            if not named and not labelled:
                raise InputError.of("Filter, at {source}: there is no page '{name}'.", source=source, name=name)
            ids.update(named)
            found_labels += labelled
        if not ids and not found_labels:
            raise InputError(
                tr_plural(
                    "Filter, at {source}: there is only {n} page.",
                    "Filter, at {source}: there are only {n} pages.",
                    len(pages),
                    source=source,
                )
            )
        return f"{self._among('w.page_id', sorted(ids))} OR {self._among('w.page_label', found_labels)}"

    def _model(self, name: str, source: str) -> str:
        if self.project.one("SELECT 1 FROM prediction WHERE model = ? LIMIT 1", (name,)) is None:
            raise InputError.of(
                "Filter, at {source}: there are no predictions of a model '{name}'.", source=source, name=name
            )
        return f"EXISTS (SELECT 1 FROM prediction AS o WHERE o.word_id = w.id AND o.model = {self._add(name)})"

    def _writer(self, name: str, source: str) -> str:
        writers = self.project.column("SELECT DISTINCT writer FROM word WHERE writer IS NOT NULL")
        same = [writer for writer in writers if writer.casefold() == name.casefold()]
        if not same:
            raise InputError.of(
                "Filter, at {source}: there are no words of a writer '{name}'.", source=source, name=name
            )
        return self._among("w.writer", same)

    def _among(self, column: str, values: list[Any]) -> str:
        return f"{column} IN (SELECT value FROM json_each({self._add(json.dumps(values))}))"

    def _add(self, value: Any) -> str:
        name = f"v{len(self.params)}"
        self.params[name] = value
        return f":{name}"


def tied_words(project: Project, model: str | None) -> list[int]:
    """Return the words for which another word had as many votes as the prediction (a tie in Algorithm 3, the vote)."""
    rows = project.query(
        # a word with more than half of the votes cannot be tied
        "SELECT word_id, detail FROM prediction WHERE model = ? AND members > 1 AND votes * 2 <= members"
        " AND detail IS NOT NULL",
        (model,),
    )
    counts = ((word_id, count_predictions(stored_votes(detail))) for word_id, detail in rows)
    return [word_id for word_id, ranked in counts if len(ranked) > 1 and ranked[0][1] == ranked[1][1]]


def _is_page_name(page_name: str, wanted: str) -> bool:
    return wanted.casefold() in (page_name.casefold(), PurePath(page_name).stem.casefold())
