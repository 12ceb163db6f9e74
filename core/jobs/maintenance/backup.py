"""The backup job: a project copied whole while it is worked on, with its progress told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from core.events import Listener
from core.project.backup.project_copy import back_up, target_of
from core.project.project import Project


def backup(
    project: Project, target: Path | None, emit: Listener, should_stop: Callable[[], bool], *, may_link: bool = True
) -> dict[str, Any]:
    """Make a backup at ``target`` (see :func:`core.project.backup.project_copy.target_of`); returns what it holds.

    Raises InputError for a place that is taken, DuctusError without room, Stopped when asked to.
    """
    chosen = target_of(project.folder, target, datetime.now())
    told = 0

    def step(done: int, total: int) -> None:
        nonlocal told
        if done == total or done - told >= max(1, total // 200):
            told = done
            emit({"event": "progress", "part": "copying", "done": done, "total": total})

    made = back_up(project, chosen, may_link=may_link, step=step, should_stop=should_stop)
    return {
        "backup": str(made.folder),
        "files": made.files,
        "linked": made.linked,
        "elsewhere": made.elsewhere,
        "readings": made.readings,
        "missing": list(made.missing),
        "changed": list(made.changed),
    }
