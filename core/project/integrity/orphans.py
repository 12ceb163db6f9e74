"""What a program that was killed left behind: half files, and whole ones that no row names. None of it does harm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from core.errors import InputError
from core.project.backup.database_copy import faults_of
from core.project.backup.restore import BEFORE
from core.project.backup.rotation import FOLDER as BACKUPS
from core.project.backup.rotation import backups
from core.project.files.file_store import import_lock
from core.project.integrity.findings import FAULT, NOTE, Finding
from core.project.project import Project

_HALF = re.compile(r"(.*\.(new|part)|\..*\.tmp)\Z")
_MAY_GO = "It may be deleted"
_NEXT_IMPORT = "Nothing need be done: the next import clears it away, or it may be deleted"


def check_leftovers(project: Project) -> Iterator[Finding]:
    """Half files anywhere but in the cache, and files in ``pages/``, ``words/`` and ``models/`` that nobody names."""
    if _is_importing(project.folder):
        return
    known = {row[0] for row in project.query("SELECT path FROM file")}
    named = {row[0] for row in project.query("SELECT path FROM model")}
    kept_aside = any((project.folder / BACKUPS).glob(f"{BEFORE}*"))
    for path in sorted(project.folder.rglob("*")):
        relative = path.relative_to(project.folder).as_posix()
        area = relative.split("/", 1)[0]
        if area in ("cache", "runs") or not path.is_file():
            continue
        if _HALF.match(path.name):
            mend = _NEXT_IMPORT if area in ("pages", "words") else _MAY_GO
            yield Finding("half file", "Half a file, left by a program that was killed.", relative, mend, NOTE)
        elif area in ("pages", "words") and relative not in known and not kept_aside:
            yield Finding(
                "file of nobody",
                "No page or word uses this file; an import that was killed leaves such.",
                relative,
                _NEXT_IMPORT,
                NOTE,
            )
        elif area == "models" and path.suffix == ".h5" and relative not in named:
            yield Finding(
                "model of nobody",
                "The project does not list this model; a training killed at its very end, or "
                "going back to a backup, leaves such.",
                relative,
                "Go on with that training (ductus train PROJECT --resume RUN) after moving the file away, or delete it",
                NOTE,
            )


def check_backups(folder: Path) -> Iterator[Finding]:
    """Whether the backups that were made by themselves are whole."""
    for kept in backups(folder):
        if faults := faults_of(kept.path):
            yield Finding(
                "backup", f"This backup is damaged ({faults[0]}).", f"{BACKUPS}/{kept.path.name}", "Delete it", FAULT
            )


def _is_importing(folder: Path) -> bool:
    """Whether an import runs now: its files have no rows yet."""
    if not (folder / "cache" / "import.lock").exists():
        return False
    with suppress(InputError), import_lock(folder):
        return False
    return True
