"""`ductus check`."""

from dataclasses import asdict
from pathlib import Path

from core.cli.console import Console
from core.events import stop_on_signals
from core.jobs.maintenance.check import check
from core.jobs.requests import CheckRequest
from core.jobs.results import Amounts, Checked, ListedFinding, Rescued, RescuedTable
from core.language import tr, tr_noop
from core.project.integrity.database_checks import READABLE
from core.project.integrity.findings import Findings, Level
from core.project.integrity.rescue_write import RescueSummary, rescue
from core.project.project import project_folder

_MAX_SHOWN = 10
"""Findings of one kind in the table; ``--json`` has more."""


def check_project(folder: Path, request: CheckRequest, console: Console) -> int:
    """Check a project and report the findings; return 1 if something is lost or wrong."""
    with stop_on_signals() as should_stop:
        findings, checked = check(folder, console.emit, should_stop, thorough=request.thorough)
    console.close()
    _show_findings(findings, checked, console)
    rescued = None if request.rescue is None else rescue(project_folder(folder), request.rescue)
    if rescued is not None:
        _show_rescued(rescued, console)
    console.result(
        Checked(
            findings.is_sound,
            checked,
            findings.counts,
            [ListedFinding(each.kind, each.level, each.message, each.location, each.hint) for each in findings.listed],
            None if rescued is None else _rescued(rescued),
        )
    )
    return 0 if findings.is_sound else 1


def _show_findings(findings: Findings, checked: Amounts, console: Console) -> None:
    rows, readable = [], []
    for listed, count in findings.by_kind():
        if listed[0].kind == READABLE:
            readable = listed
            continue
        for finding in listed[:_MAX_SHOWN]:
            harmless = tr("harmless") if finding.level == Level.NOTE else ""
            todo = "\n".join(filter(None, (finding.hint, harmless)))
            rows.append([f"{finding.message}\n{finding.location}", todo])
        if count > _MAX_SHOWN:
            rows.append([tr("... and {n_more} more like this", n_more=count - _MAX_SHOWN), ""])
    if rows:
        console.table(tr("Findings"), [tr("what and where"), tr("what to do")], rows, is_text=True)
    if readable:
        console.table(tr("Still readable"), [""], [[finding.message] for finding in readable], is_text=True)
    sound = tr_noop("The project is sound. Checked: {words} words, {files} files, {models} models.")
    unsound = tr_noop(
        "Faults found: {faults}. Checked: {words} words, {files} files, {models} models. Nothing was changed."
    )
    console.print(tr(sound if findings.is_sound else unsound, faults=findings.faults, **asdict(checked)))


def _show_rescued(rescued: RescueSummary, console: Console) -> None:
    console.table(
        tr("Rescued"),
        [tr("table"), tr("rows read"), tr("complete"), tr("rows without what they belong to")],
        [
            [
                table.name,
                str(table.rows),
                tr("yes") if table.complete else tr("no"),
                str(rescued.unplaced.get(table.name, 0)),
            ]
            for table in rescued.tables
        ],
    )
    console.say_plural(
        "{n} transcription is in {table}. The rescued project is {project}. The damaged project was not changed.",
        "{n} transcriptions are in {table}. The rescued project is {project}. The damaged project was not changed.",
        rescued.transcriptions,
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


def _rescued(rescued: RescueSummary) -> Rescued:
    tables = {table.name: RescuedTable(table.rows, table.complete) for table in rescued.tables}
    return Rescued(rescued.project, rescued.table, rescued.transcriptions, tables, rescued.unplaced, rescued.missing)
