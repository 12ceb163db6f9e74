"""`ductus backup`."""

import argparse
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from core.cli.console import Console
from core.errors import InputError
from core.events import Report, stop_on_signals
from core.jobs.maintenance.backup import backup
from core.jobs.requests import BackupRequest, ListBackupsRequest, RestoreRequest
from core.jobs.results import BackupPoint, BackupsListed
from core.language import tr, tr_plural
from core.project.backup.restore import list_restore_points, restore
from core.project.project import Project, project_folder


def run(options: argparse.Namespace, console: Console) -> None:
    """Make a backup, list the automatic ones, or restore one."""
    if (options.target is not None) + (options.restore is not None) + options.list > 1:
        raise InputError.of("TARGET, --restore and --list exclude each other; give one of them.")
    if options.list:
        list_backups(options.project, ListBackupsRequest(), console)
    elif options.restore is not None:
        restore_backup(options.project, RestoreRequest(options.restore), console)
    else:
        back_up(options.project, BackupRequest(options.target, not options.copy), console)


def back_up(folder: Path, request: BackupRequest, console: Console) -> None:
    """Copy the project."""
    with Project.open(folder, read_only=True) as project, stop_on_signals() as should_stop:
        result = backup(project, request.target, console.emit, should_stop, may_link=request.may_link)
    console.close()
    linked = (
        " "
        + tr_plural(
            "{n} of these files is shared with the project by hard link.",
            "{n} of these files are shared with the project by hard link.",
            result.linked,
        )
        if result.linked
        else ""
    )
    console.print(tr("The backup {backup} has {readings} transcriptions and {files} files.", **asdict(result)) + linked)
    if result.elsewhere:
        console.say_plural(
            "{n} linked image is stored outside the project and is not in the backup.",
            "{n} linked images are stored outside the project and are not in the backup.",
            result.elsewhere,
        )
    if missing := result.missing:
        console.say_plural(
            "{n} file is missing in the project: {first}. See: ductus check PROJECT",
            "{n} files are missing in the project, the first: {first}. See: ductus check PROJECT",
            len(missing),
            first=missing[0],
        )
    if changed := result.changed:
        console.say_plural(
            "{n} file differs from what was imported: {first}. See: ductus check PROJECT",
            "{n} files differ from what was imported, the first: {first}. See: ductus check PROJECT",
            len(changed),
            first=changed[0],
        )
    console.result(result)


def restore_backup(folder: Path, request: RestoreRequest, console: Console) -> None:
    """Restore an automatic backup; the present state is kept."""
    replaced = restore(project_folder(folder), request.name, datetime.now())
    console.say(
        "The project was restored from {restore}. Its state before is kept as backups/{replaced}.",
        restore=request.name,
        replaced=replaced.name,
    )
    console.result(Report({"restored": request.name, "kept": replaced}))


def list_backups(folder: Path, request: ListBackupsRequest, console: Console) -> None:
    """List the automatic backups, newest first."""
    points = list_restore_points(project_folder(folder))
    console.table(
        tr("Automatic backups, newest first"),
        [tr("name"), tr("made"), tr("transcribed words")],
        [
            [
                point.name,
                f"{point.made_at:%Y-%m-%d %H:%M}",
                tr("damaged") if point.transcriptions is None else str(point.transcriptions),
            ]
            for point in points
        ],
    )
    listed = [BackupPoint(point.name, point.made_at.isoformat(), point.transcriptions) for point in points]
    console.result(BackupsListed(listed))
