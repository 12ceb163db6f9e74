"""`ductus backup`."""

from __future__ import annotations

import argparse
from datetime import datetime

from core.cli.console import Console
from core.errors import InputError
from core.events import stop_on_signals
from core.jobs.maintenance.backup import backup
from core.language import tr
from core.project.backup.restore import list_restore_points, restore
from core.project.project import Project, project_folder


def run(options: argparse.Namespace, console: Console) -> None:
    """Make a backup, list the automatic ones, or restore one."""
    if (options.target is not None) + (options.restore is not None) + options.list > 1:
        raise InputError(tr("TARGET, --restore and --list exclude each other; give one of them."))
    if options.list:
        _list(options, console)
    elif options.restore is not None:
        _restore(options, console)
    else:
        _back_up(options, console)


def _back_up(options: argparse.Namespace, console: Console) -> None:
    with Project.open(options.project, read_only=True) as project, stop_on_signals() as should_stop:
        result = backup(project, options.target, console.emit, should_stop, may_link=not options.copy)
    console.close()
    linked = (
        tr(", {linked} of them shared with the project by hard link", linked=result["linked"])
        if result["linked"]
        else ""
    )
    console.print(
        tr(
            "The backup {backup} has {readings} transcriptions and {files} files{linked}.",
            backup=result["backup"],
            readings=result["readings"],
            files=result["files"],
            linked=linked,
        )
    )
    if result["elsewhere"]:
        console.print(
            tr(
                "{elsewhere} linked images are stored outside the project and are not in the backup.",
                elsewhere=result["elsewhere"],
            )
        )
    for name, problem in (
        ("missing", tr("are missing in the project")),
        ("changed", tr("differ from what was imported")),
    ):
        if result[name]:
            first = result[name][0]
            console.print(
                tr(
                    "{n_result} files {problem}, the first: {first}. See: ductus check PROJECT",
                    n_result=len(result[name]),
                    problem=problem,
                    first=first,
                )
            )
    console.result(result)


def _restore(options: argparse.Namespace, console: Console) -> None:
    replaced = restore(project_folder(options.project), options.restore, datetime.now())
    console.print(
        tr(
            "The project was restored from {restore}. Its state before is kept as backups/{replaced}.",
            restore=options.restore,
            replaced=replaced.name,
        )
    )
    console.result({"restored": options.restore, "kept": str(replaced)})


def _list(options: argparse.Namespace, console: Console) -> None:
    points = list_restore_points(project_folder(options.project))
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
    console.result(
        {
            "backups": [
                {"name": point.name, "made_at": point.made_at.isoformat(), "readings": point.transcriptions}
                for point in points
            ]
        }
    )
