"""The backup job: a project is copied while it is in use, with progress."""

from datetime import datetime
from pathlib import Path

from core.events import JobPart, Listener, Progress, ShouldStop
from core.project.backup.project_copy import back_up, backup_folder
from core.project.project import Project
from core.project.results import BackedUp


def backup(
    project: Project, target: Path | None, emit: Listener, should_stop: ShouldStop, *, may_link: bool = True
) -> BackedUp:
    """Copy the project to ``target`` (see :func:`core.project.backup.project_copy.backup_folder`).

    Raises InputError if something is already there, DuctusError if there is no room, and Stopped.
    """
    folder = backup_folder(project.folder, target, datetime.now())
    reported = 0

    def report(done: int, total: int) -> None:
        nonlocal reported
        if done == total or done - reported >= max(1, total // 200):
            reported = done
            emit(Progress(JobPart.COPYING, done, total))

    return back_up(project, folder, may_link=may_link, step=report, should_stop=should_stop)
