"""`ductus backup`."""

from __future__ import annotations

import argparse
from datetime import datetime

from core.cli.console import Console
from core.errors import InputError
from core.events import stop_on_signals
from core.jobs.maintenance.backup import backup
from core.project.backup.restore import restore, states
from core.project.project import Project, folder_of


def run(options: argparse.Namespace, console: Console) -> None:
    """Make a backup, list those there are, or go back to one."""
    if (options.target is not None) + (options.restore is not None) + options.list > 1:
        raise InputError("TARGET, --restore and --list exclude each other; give one of them.")
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
    linked = f", {result['linked']} of them as links to the same data on this disk" if result["linked"] else ""
    console.say(
        f"The backup {result['backup']} holds {result['readings']} readings and {result['files']} files{linked}."
    )
    if result["elsewhere"]:
        console.say(f"{result['elsewhere']} images are only linked to by the project and are not in the backup.")
    for name in ("missing", "changed"):
        if result[name]:
            what = "are missing in the project" if name == "missing" else "are not what was imported"
            console.say(f"{len(result[name])} files {what}, the first: {result[name][0]}. See: ductus check PROJECT")
    console.result(result)


def _restore(options: argparse.Namespace, console: Console) -> None:
    folder = folder_of(options.project)
    aside = restore(folder, options.restore, datetime.now())
    console.say(
        f"The project is as it was in {options.restore}. What was there before is kept as backups/{aside.name}."
    )
    console.result({"restored": options.restore, "kept": str(aside)})


def _list(options: argparse.Namespace, console: Console) -> None:
    found = states(folder_of(options.project))
    console.table(
        "Backups of the readings, newest first",
        ["name", "made", "words read"],
        [
            [
                state.name,
                f"{state.made_at:%Y-%m-%d %H:%M}",
                "damaged" if state.readings is None else str(state.readings),
            ]
            for state in found
        ],
    )
    console.result(
        {
            "backups": [
                {"name": state.name, "made_at": state.made_at.isoformat(), "readings": state.readings}
                for state in found
            ]
        }
    )
