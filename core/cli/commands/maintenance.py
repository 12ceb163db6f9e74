"""`ductus check` and `ductus backup`."""

import argparse
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from core.cli.console import Console
from core.errors import InputError
from core.events import JobPart, Progress, Report
from core.jobs.check import check
from core.jobs.requests import BackupRequest, CheckRequest, ListBackupsRequest, RestoreRequest
from core.jobs.results import Amounts, BackupsListed, Checked
from core.language import tr, tr_noop, tr_plural
from core.project.backup import project_copy
from core.project.backup.restore import list_restore_points, restore
from core.project.integrity.database_checks import READABLE
from core.project.integrity.findings import Findings, Level
from core.project.integrity.rescue_write import rescue
from core.project.project import Project, project_folder
from core.project.results import Rescued

_MAX_SHOWN = 10
"""Findings of one kind in the table; ``--json`` has more."""


def check_project(folder: Path, request: CheckRequest, console: Console) -> int:
    """Check a project and report the findings; return 1 if something is lost or wrong."""
    with console.job() as should_stop:
        findings, checked = check(folder, console.emit, should_stop, thorough=request.thorough)
    _show_findings(findings, checked, console)
    rescued = None if request.rescue is None else rescue(project_folder(folder), request.rescue)
    if rescued is not None:
        _show_rescued(rescued, console)
    console.result(Checked(findings.is_sound, checked, findings.counts, findings.listed, rescued))
    return 0 if findings.is_sound else 1


def _show_findings(findings: Findings, checked: Amounts, console: Console) -> None:
    rows, readable = [], []
    for listed, count in findings.by_kind():
        if listed[0].kind == READABLE:
            readable = listed
            continue
        for finding in listed[:_MAX_SHOWN]:
            harmless = tr("harmless") if finding.level == Level.NOTE else ""
            todo = "\n".join(filter(None, (finding.mend, harmless)))
            rows.append([f"{finding.what}\n{finding.where}", todo])
        if count > _MAX_SHOWN:
            rows.append([tr("... and {n_more} more like this", n_more=count - _MAX_SHOWN), ""])
    if rows:
        console.table(tr("Findings"), [tr("what and where"), tr("what to do")], rows, is_text=True)
    if readable:
        console.table(tr("Still readable"), [""], [[finding.what] for finding in readable], is_text=True)
    sound = tr_noop("The project is sound. Checked: {words} words, {files} files, {models} models.")
    unsound = tr_noop(
        "Faults found: {faults}. Checked: {words} words, {files} files, {models} models. Nothing was changed."
    )
    console.print(tr(sound if findings.is_sound else unsound, faults=findings.faults, **asdict(checked)))


def _show_rescued(rescued: Rescued, console: Console) -> None:
    console.table(
        tr("Rescued"),
        [tr("table"), tr("rows read"), tr("complete"), tr("rows without what they belong to")],
        [
            [name, str(table.rows), tr("yes") if table.whole else tr("no"), str(rescued.unplaced.get(name, 0))]
            for name, table in rescued.tables.items()
        ],
    )
    console.say_plural(
        "{n} transcription is in {table}. The rescued project is {project}. The damaged project was not changed.",
        "{n} transcriptions are in {table}. The rescued project is {project}. The damaged project was not changed.",
        rescued.readings,
        table=rescued.table,
        project=rescued.project,
    )
    if rescued.missing:
        console.say_plural(
            "{n} file is missing: {missing}.",
            "{n} files are missing, the first: {missing}.",
            len(rescued.missing),
            missing=rescued.missing[0],
        )


def run_backup(options: argparse.Namespace, console: Console) -> None:
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
    with Project.open(folder, read_only=True) as project, console.job() as should_stop:
        result = project_copy.back_up(
            project,
            project_copy.backup_folder(project.folder, request.target, datetime.now()),
            may_link=request.may_link,
            step=lambda done, total: console.emit(Progress(JobPart.COPYING, done, total)),
            should_stop=should_stop,
        )
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
                f"{datetime.fromisoformat(point.made_at):%Y-%m-%d %H:%M}",
                tr("damaged") if point.readings is None else str(point.readings),
            ]
            for point in points
        ],
    )
    console.result(BackupsListed(points))
