"""The record in a part of the project it came from, and of each row as it was when it was taken out."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from core.dataclass_json import rebuild
from core.errors import InputError
from core.language import tr
from core.project.db.values import report_as_damage
from core.project.parts.stamps import COLUMNS, LINE_COLUMNS, PLACE_COLUMNS
from core.project.project import Project

SETTING = "part"
_REQUIRED = {
    "page": {"sha256", "frame", "name"},
    "word": {"page_id", "transcription_id", *PLACE_COLUMNS, *COLUMNS},
    "line": {"page_id", *LINE_COLUMNS},
    "lexicon": {"word", "count", "added_by"},
}
"""The columns of each table that a merge reads."""


@dataclass(frozen=True, slots=True)
class PartRecord:
    """The origin of a part."""

    id: str
    """A random name, by which a project finds the part again."""
    project: str
    """The name of the project."""
    taken_at: str
    """ISO 8601, not before any edit that the part contains."""
    change: int
    """The project's last edit at that time."""
    blind: bool
    """True if the transcriptions were left out, so that another person reads without seeing them."""


@dataclass(frozen=True, slots=True)
class Base:
    """The rows of a part as they were when it was taken out: columns by id, for each table."""

    pages: dict[int, dict[str, Any]]
    words: dict[int, dict[str, Any]]
    lines: dict[int, dict[str, Any]]
    lexicon: dict[int, dict[str, Any]]


def save_record(project: Project, record: PartRecord) -> None:
    project.set_setting(SETTING, asdict(record))


def load_record(project: Project) -> PartRecord | None:
    """Return the record of a part; None for a project that is not one."""
    stored = project.get_setting(SETTING)
    if stored is None:
        return None
    with report_as_damage(tr("records of a part")):
        record = rebuild(PartRecord, stored)
        if not (record.id.isascii() and record.id.isalnum() and len(record.id) <= 64):
            raise ValueError(record.id)  # names in parts are separated by blanks
        return record


def load_base(project: Project) -> Base:
    """Return the rows of a part as they were when it was taken out."""
    tables: dict[str, dict[int, dict[str, Any]]] = {"page": {}, "word": {}, "line": {}, "lexicon": {}}
    with report_as_damage(tr("records of a part")):
        for table, row_id, state in project.query("SELECT tbl, row_id, state FROM base ORDER BY id"):
            row = dict(json.loads(state))
            if not row.keys() >= _REQUIRED[table]:
                raise KeyError(table)
            tables[table][row_id] = row
    return Base(tables["page"], tables["word"], tables["line"], tables["lexicon"])


def require_record(project: Project) -> PartRecord:
    """Return the record of a part; raises InputError for a project that is not one."""
    record = load_record(project)
    if record is None:
        raise InputError.at(
            project.folder,
            tr("this project was not taken out of another one as a part"),
            hint=tr("Choose a project that was taken out as a part"),
        )
    return record
