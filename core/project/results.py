"""The results of work on whole projects. Their fields are the keys of ``--json``; nothing heavy is imported."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.events import Result


@dataclass(frozen=True, slots=True)
class BackedUp(Result):
    """The backup that was written: ``files``, of which some are ``linked`` with the project's."""

    backup: Path
    files: int
    linked: int
    elsewhere: int
    """Linked images outside the project, which are not in the backup."""
    readings: int
    missing: Sequence[str]
    """Files missing in the project, by their paths in it."""
    changed: Sequence[str]
    """Files that differ from the import; the backup contains them as they are."""


@dataclass(frozen=True, slots=True)
class BackupPoint:
    """A database to restore, by its name for ``--restore``; ``readings`` is None if it cannot be read."""

    name: str
    made_at: str
    """In ISO 8601, local time."""
    readings: int | None


@dataclass(frozen=True, slots=True)
class TakenOut(Result):
    """The part that was written; ``readings`` is the number of its transcriptions."""

    part: Path
    pages: int
    words: int
    readings: int
    model: str | None
    """The model that went along."""


@dataclass(frozen=True, slots=True)
class RescuedTable:
    """The number of rows that could be read; ``whole`` if these are all."""

    rows: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Rescued:
    """The rows that could be read of a damaged project, and where they are now."""

    project: Path
    table: Path
    """The table of transcriptions, also of those that are not in the new project."""
    readings: int
    tables: Mapping[str, RescuedTable]
    unplaced: Mapping[str, int]
    """Readable rows that could not be added, because what they belong to is lost, by table."""
    missing: Sequence[str]
    """Files that are missing."""
