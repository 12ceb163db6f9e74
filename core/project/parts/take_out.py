"""Taking pages out of a project as a part: a copy of its database with only these pages, and their files.

The project is only read, so a part can be taken out of one that somebody else has open.
"""

import json
import sqlite3
import uuid
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path, PurePosixPath

from core.errors import InputError, Stopped
from core.language import tr
from core.project.backup.file_copy import ProjectFile, copy_file
from core.project.backup.project_copy import new_folder, unfinished_project
from core.project.content.audits import SETTING as AUDIT
from core.project.content.models import active_model
from core.project.db.database_copy import CopyProgress
from core.project.db.journal import row_json
from core.project.db.schema import columns_of
from core.project.db.values import utc_now
from core.project.file_access import resolve_file, verify_trusted
from core.project.file_store import copy_into_project
from core.project.parts.record import PartRecord, save_record
from core.project.project import DATABASE, SUFFIX, Project
from core.project.results import TakenOut

_BASE_TABLES = ("word", "line", "lexicon")


def part_folder(project: Path, target: Path) -> Path:
    """Return the folder ``NAME.ductus`` of a part. Raises InputError if something is there, or inside the project."""
    return new_folder(
        project, target, tr("a part cannot be inside its own project"), tr("Choose another name for the part")
    )


def take_out(
    project: Project,
    target: Path,
    page_ids: Sequence[int],
    *,
    with_model: bool = True,
    blind: bool = False,
    step: CopyProgress = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> TakenOut:
    """Write pages with everything on them to the new project ``target`` (a :func:`part_folder`).

    The active model and its suggestions go along unless ``with_model`` is False. ``blind``: without transcriptions,
    so that another person reads the words without seeing what is there. Linked images are copied. Raises InputError
    for pages that do not exist, DuctusError if there is no room, Stopped.
    """
    known = set(project.column("SELECT id FROM page"))
    if not page_ids or set(page_ids) - known:
        wrong = ", ".join(str(page_id) for page_id in page_ids if page_id not in known) or tr("none was named")
        raise InputError.at(
            project.folder,
            tr("there are no such pages ({wrong})", wrong=wrong),
            hint=tr("Choose pages of this project"),
        )
    with unfinished_project(target, tr("the part cannot be made there")) as partial:
        project.copy_database_to(partial / DATABASE, should_stop=should_stop)
        with Project.open(partial) as part:
            model = active_model(part) if with_model else None
            _reduce(part, project.folder.name.removesuffix(SUFFIX), page_ids, model.name if model else None, blind)
            _copy_files(part, project.folder, step, should_stop)
            counts = part.one(
                "SELECT (SELECT count(*) FROM page), count(*), count(transcription_id) FROM word WHERE deleted = 0"
            )
        _compact(partial / DATABASE)
    assert counts is not None
    return TakenOut(target, counts[0], counts[1], counts[2], model.name if model else None)


def _reduce(part: Project, name: str, page_ids: Sequence[int], model: str | None, blind: bool) -> None:
    """Delete what does not belong to the pages, and record where the part came from."""
    change, last = part.query(
        "SELECT coalesce(max(id), 0), coalesce(max(made_at), '') FROM change WHERE state = 'done'"
    )[0]
    pages = {"pages": json.dumps(list(page_ids))}
    others = "NOT IN (SELECT value FROM json_each(:pages))"
    with part.replay() as connection:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute(f"DELETE FROM word WHERE page_id IS NULL OR page_id {others}", pages)
        if blind:
            connection.execute("UPDATE word SET transcription_id = NULL")
        connection.execute(
            "DELETE FROM transcription WHERE :blind OR word_id NOT IN (SELECT id FROM word)", {"blind": blind}
        )
        for table in ("line", "region"):
            connection.execute(f"DELETE FROM {table} WHERE page_id {others}", pages)
        connection.execute(f"DELETE FROM page WHERE id {others}", pages)
        connection.execute(
            "DELETE FROM file WHERE id NOT IN (SELECT file_id FROM page UNION"
            " SELECT source_file_id FROM page WHERE source_file_id IS NOT NULL)"
        )
        connection.execute(
            "DELETE FROM prediction WHERE model IS NOT ? OR word_id NOT IN (SELECT id FROM word)", (model,)
        )
        connection.execute("DELETE FROM model WHERE name IS NOT ?", (model,))
        connection.execute("UPDATE model SET run_id = NULL")
        for table in ("run", "change_row", "change", "base"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("DELETE FROM setting WHERE key = ?", (AUDIT,))
        _store_base(connection)
    taken_at = max(utc_now(), last)
    save_record(part, PartRecord(uuid.uuid4().hex, name, taken_at, change, blind))


def _store_base(connection: sqlite3.Connection) -> None:
    for table in _BASE_TABLES:
        image = row_json(columns_of(connection, table))
        connection.execute(
            f"INSERT INTO base (tbl, row_id, state) SELECT '{table}', id, {image} FROM {table} ORDER BY id"
        )
    connection.execute(
        "INSERT INTO base (tbl, row_id, state) SELECT 'page', p.id, json_object('sha256', f.sha256, 'frame', p.frame,"
        " 'name', p.name) FROM page AS p JOIN file AS f ON f.id = p.file_id ORDER BY p.id"
    )


def _copy_files(part: Project, source: Path, step: CopyProgress, should_stop: Callable[[], bool]) -> None:
    files = part.query("SELECT id, path, linked, sha256, bytes FROM file ORDER BY id")
    models = part.column("SELECT path FROM model")
    for number, (file_id, path, linked, sha256, size) in enumerate(files, start=1):
        if should_stop():
            raise Stopped.of("Stopped; no part was made.")
        if linked:
            # the part may go to a computer that does not have the image
            image = resolve_file(source, path, True)
            verify_trusted(image)
            stored, _ = copy_into_project(part.folder, "pages", image, sha256, size)
            with part.transaction() as connection:
                connection.execute("UPDATE file SET path = ?, linked = 0 WHERE id = ?", (stored, file_id))
        else:
            copy_file(ProjectFile(PurePosixPath(path), sha256, size), source, part.folder, may_link=True)
        step(number, len(files) + len(models))
    for number, path in enumerate(models, start=len(files) + 1):
        copy_file(ProjectFile(PurePosixPath(path)), source, part.folder, may_link=True)
        step(number, len(files) + len(models))


def _compact(database: Path) -> None:
    """Give back the room of the deleted rows; a part is often sent by mail."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
