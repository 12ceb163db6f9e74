"""Checks of an open project's contents: its files, predictions, runs, leftover files and automatic backups."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from core.errors import DuctusError
from core.language import tr, tr_hint, tr_noop, tr_plural
from core.project.backup.restore import was_restored
from core.project.backup.rotation import BACKUPS_FOLDER, automatic_backups
from core.project.content.runs import RunState, is_run_active, run_folder
from core.project.db.database_copy import find_faults
from core.project.db.lock import is_locked
from core.project.file_access import resolve_file, verify_trusted
from core.project.file_store import IMPORT_LOCK, hash_file
from core.project.integrity.findings import Finding, Level
from core.project.project import Project

_RESTORE_HINT = tr_noop("Copy it back from a backup, or import its original again")
_IMPORT_HINT = tr_noop("Nothing needs to be done: the next import removes it, or you may delete it")
_PARTIAL = re.compile(r"(.*\.(new|part)|\..*\.tmp)\Z")

_FILES_SQL = (
    "SELECT f.path, f.linked, f.bytes, f.sha256, EXISTS (SELECT 1 FROM word WHERE file_id = f.id),"
    " (SELECT json_group_array(json_array(frame, width, height)) FROM page WHERE file_id = f.id),"
    " (SELECT count(*) FROM word AS w JOIN page AS p ON p.id = w.page_id WHERE p.file_id = f.id)"
    " + (SELECT count(*) FROM word WHERE file_id = f.id)"
    " FROM file AS f ORDER BY f.id"
)


def count_files(project: Project) -> int:
    """Return the number of files that :func:`check_files` checks."""
    return project.count("SELECT count(*) FROM file")


def check_files(project: Project, step: Callable[[], object], *, thorough: bool = False) -> Iterator[Finding]:
    """Check each file's length, and decode each image; ``step()`` is called after each.

    With ``thorough``, each file is read completely and compared with its SHA-256 at import.
    """
    linked_hint = tr_hint(
        "Move it back to this place, or import it again without --link",
        "Move it back to this place, or import it again and copy it into the project",
    )
    for path, linked, size, sha256, is_crop, frames, words in project.query(_FILES_SQL):
        pages = [tuple(page) for page in json.loads(frames)]
        words_lost = " " + tr_plural("{n} word is on it.", "{n} words are on it.", words) if words else ""
        hint = linked_hint if linked else tr(_RESTORE_HINT)
        faults: Iterable[tuple[str, str]] = ()
        try:
            file = resolve_file(project.folder, path, bool(linked))
            found_size = file.stat().st_size if file.is_file() else None
        except (DuctusError, OSError) as error:
            yield Finding("file", tr("The file cannot be checked: {error}", error=error), path, hint)
            step()
            continue
        if found_size is None:
            faults = [("linked file missing" if linked else "file missing", tr("The file is missing."))]
        elif found_size != size:
            text = tr("The file has {found_size:,} bytes; it had {size:,}.", found_size=found_size, size=size)
            faults = [("file changed", text)]
        elif thorough and hash_file(file)[0] != sha256:
            faults = [("file changed", tr("The file differs from the one imported."))]
        elif pages or is_crop:
            faults = _image_faults(file, pages)
        for kind, message in faults:
            yield Finding(kind, message + words_lost, path, hint)
        step()


def _image_faults(image: Path, pages: list[tuple]) -> Iterator[tuple[str, str]]:
    """Yield kind and message of each fault."""
    from core.imaging.read import frame_sizes, verify_pixels

    try:
        verify_trusted(image)
        frames = frame_sizes(image)
        for frame in sorted({page[0] for page in pages if page[0] < len(frames)}) or [0]:
            verify_pixels(image, frame)
    except DuctusError as error:
        yield "image unreadable", tr("The image cannot be read: {error}", error=error)
        return
    for frame, width, height in pages:
        if frame >= len(frames):
            yield "image unreadable", tr("The image has no page {frame}.", frame=frame + 1)
        elif frames[frame] != (width, height):
            yield (
                "image size",
                tr(
                    "The image is {size} pixels and was {width}x{height}: boxes no longer fit.",
                    size="x".join(map(str, frames[frame])),
                    width=width,
                    height=height,
                ),
            )


def check_predictions(project: Project) -> Iterator[Finding]:
    """Check for predictions of models that are not in the project."""
    for model, count in project.query(
        "SELECT model, count(*) FROM prediction WHERE model NOT IN (SELECT name FROM model) GROUP BY model"
    ):
        yield Finding(
            "predictions",
            tr_plural(
                "{n} prediction is of the model '{model}', which is not in the project.",
                "{n} predictions are of the model '{model}', which is not in the project.",
                count,
                model=model,
            ),
            model,
            tr("They are harmless; copy the model back from a backup, or recognise the words with another model"),
            level=Level.NOTE,
        )


def check_runs(project: Project) -> Iterator[Finding]:
    """Check for trainings that were killed, and for unfinished ones whose folder is missing."""
    for run_id, state in project.query("SELECT id, state FROM run WHERE kind = 'train' ORDER BY id"):
        if state == RunState.RUNNING and not is_run_active(project, run_id):
            yield Finding(
                "run",
                tr("The training is marked as running, but its process was killed. Finished parts are kept."),
                tr("run {run}", run=run_id),
                tr_hint(
                    "Continue it: ductus train PROJECT --resume {run}; or delete it: "
                    "ductus model PROJECT --delete-run {run}",
                    "Resume it or delete it in Train, under Earlier trainings",
                    run=run_id,
                ),
                level=Level.NOTE,
            )
        is_unfinished = state in (RunState.RUNNING, RunState.STOPPED, RunState.FAILED)
        if is_unfinished and not project.files.is_folder(run_folder(project, run_id)):
            yield Finding(
                "run folder",
                tr("The training's folder is missing, so it would start again from the beginning."),
                tr("run {run}", run=run_id),
                tr_hint(
                    "Delete the training: ductus model PROJECT --delete-run {run}",
                    "Delete the training in Train, under Earlier trainings",
                    run=run_id,
                ),
                level=Level.NOTE,
            )


def check_orphans(project: Project) -> Iterator[Finding]:
    """Check for files left by a killed program: partial ones, and ones that no row names. They are harmless."""
    if is_locked(project.files, IMPORT_LOCK):
        return  # files of a running import have no rows yet
    files = set(project.column("SELECT path FROM file"))
    models = set(project.column("SELECT path FROM model"))
    may_be_of_backup = was_restored(project.files)
    for path in project.files.walk(""):
        relative, area = str(path), path.parts[0]
        if area in ("cache", "runs"):
            continue
        if _PARTIAL.match(path.name):
            hint = tr(_IMPORT_HINT) if area in ("pages", "words") else tr("You may delete it")
            yield Finding(
                "partial file", tr("A partial file, left by a killed program."), relative, hint, level=Level.NOTE
            )
        elif area in ("pages", "words") and relative not in files and not may_be_of_backup:
            message = tr("An unreferenced file from an interrupted import: no page or word uses it.")
            yield Finding("unreferenced file", message, relative, tr(_IMPORT_HINT), level=Level.NOTE)
        elif area == "models" and path.suffix == ".h5" and relative not in models:
            yield Finding(
                "unlisted model",
                tr(
                    "The project does not list this model; a training killed at its very end or a restored backup can "
                    "leave it behind."
                ),
                relative,
                tr_hint(
                    "Move the file away and continue that training (ductus train PROJECT --resume RUN), or delete it",
                    "Move the file away and continue that training in Train, under Earlier trainings, or delete it",
                ),
                level=Level.NOTE,
            )


def check_backups(folder: Path) -> Iterator[Finding]:
    """Check that the automatic backups are complete."""
    for backup in automatic_backups(folder):
        if faults := find_faults(backup.path):
            message = tr("This backup is damaged ({fault}).", fault=faults[0])
            yield Finding("backup", message, f"{BACKUPS_FOLDER}/{backup.path.name}", tr("Delete it"))
