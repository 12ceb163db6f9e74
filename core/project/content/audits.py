"""The audit of a project: a random sample of unchecked suggestions, kept until another one is drawn.

It is one setting with its words and what was suggested for them; what a person has found is read from their
transcriptions. So undoing one takes it back here, too.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from core.dataclass_json import rebuild
from core.errors import InputError
from core.lexicon.text import nfc
from core.project.db.values import utc_now
from core.project.project import Project

SETTING = "audit"

_OPEN_SQL = (
    " FROM word AS w JOIN prediction AS p ON p.word_id = w.id AND p.model = :model WHERE w.deleted = 0"
    " AND w.not_a_word = 0 AND w.transcription_id IS NULL AND (:least IS NULL OR p.confidence >= :least)"
)


@dataclass(frozen=True, slots=True)
class Audit:
    """A sample that was drawn."""

    model: str
    least: float | None
    """The least confidence of the suggestions; None for all of them, also those without a confidence."""
    target: float
    """The share of right ones from which the suggestions are reliable enough."""
    population: int
    """Unchecked suggestions at the time, of which the sample was drawn."""
    drawn_at: str
    """ISO 8601."""
    words: Mapping[int, str]
    """The suggested texts, by word id."""


@dataclass(frozen=True, slots=True)
class AuditOutcome:
    """The person's findings so far. A word that was deleted, split or marked as not a word was not right."""

    checked: int
    right: int
    open_ids: tuple[int, ...]
    """Words of the sample that nobody has checked."""


@dataclass(frozen=True, slots=True)
class OpenSuggestions:
    """Unchecked suggestions of a model, and the mean of their confidence (None where it gives none)."""

    count: int
    mean_confidence: float | None


def open_suggestions(project: Project, model: str, least: float | None = None) -> OpenSuggestions:
    """Count a model's unchecked suggestions with a confidence of at least ``least``."""
    row = project.one(f"SELECT count(*), avg(p.confidence){_OPEN_SQL}", {"model": model, "least": least})
    assert row is not None
    return OpenSuggestions(*row)


def draw_audit(
    project: Project, model: str, size: int, *, least: float | None, target: float, seed: int | None = None
) -> Audit:
    """Draw ``size`` unchecked suggestions at random and keep them in place of an earlier sample.

    All are equally likely, and no one is drawn twice. Raises InputError if there are none.
    """
    rows = project.query(f"SELECT w.id, p.text{_OPEN_SQL} ORDER BY w.id", {"model": model, "least": least})
    if not rows:
        raise InputError.of("There are no unchecked suggestions of this kind, so there is nothing to draw from.")
    drawn = random.Random(seed).sample(rows, min(max(size, 1), len(rows)))
    audit = Audit(model, least, target, len(rows), utc_now(), dict(drawn))
    project.set_setting(SETTING, asdict(audit))
    return audit


def load_audit(project: Project) -> Audit | None:
    """Return the sample that was drawn last; None if there is none, or it is damaged."""
    stored = project.get_setting(SETTING)
    try:
        audit = rebuild(Audit, stored or {})
    except (TypeError, ValueError):
        return None
    return audit if 0 < len(audit.words) <= audit.population else None


def audit_outcome(project: Project, audit: Audit) -> AuditOutcome:
    """Return how many words of a sample are checked, and how many of them are what was suggested."""
    rows = project.query(
        "SELECT w.id, w.deleted OR w.not_a_word, r.nfc FROM word AS w LEFT JOIN transcription AS r"
        " ON r.id = w.transcription_id WHERE w.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(audit.words)),),
    )
    texts = {word_id: None if is_gone else text for word_id, is_gone, text in rows}
    open_ids = tuple(word_id for word_id, is_gone, text in rows if not is_gone and text is None)
    right = sum(texts.get(word_id) == nfc(suggested) for word_id, suggested in audit.words.items())
    return AuditOutcome(len(audit.words) - len(open_ids), right, open_ids)
