"""`ductus check`."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.console import Console
from core.events import stop_on_signals
from core.jobs.maintenance.check import check
from core.project.integrity.database import READABLE
from core.project.integrity.findings import NOTE, Findings
from core.project.integrity.rescue_write import Rescued, rescue
from core.project.project import folder_of

_SHOWN = 10


def run(options: argparse.Namespace, console: Console) -> int:
    """Look the project through, say what was found and what to do; 1 where something is lost or wrong."""
    with stop_on_signals() as should_stop:
        findings, looked = check(options.project, console.emit, should_stop, thorough=options.thorough)
    console.close()
    _show(findings, looked, console)
    rescued = None if options.rescue is None else rescue(folder_of(options.project), options.rescue)
    if rescued is not None:
        _show_rescued(rescued, console)
    console.result(
        {
            "sound": findings.sound,
            "looked_at": looked,
            "counts": dict(findings.counts),
            "findings": [finding.to_json() for finding in findings.told],
            "rescued": None if rescued is None else _rescued_json(rescued),
        }
    )
    return 0 if findings.sound else 1


def _show(findings: Findings, looked: dict[str, Any], console: Console) -> None:
    rows, readable = [], []
    for told, count in findings.by_kind():
        if told[0].kind == READABLE:
            readable = told
            continue
        shown = told[:_SHOWN]
        rows += [[f"{f.what}\n{f.where}", f.mend + (" (does no harm)" if f.level == NOTE else "")] for f in shown]
        if count > len(shown):
            rows.append([f"... and {count - len(shown)} more like this", ""])
    if rows:
        console.table("Found", ["what and where", "what to do"], rows, texts=True)
    if readable:
        console.table("What is left", [""], [[finding.what] for finding in readable], texts=True)
    seen = ", ".join(f"{what} {looked[what]}" for what in ("words", "files", "models"))
    if findings.sound:
        console.say(f"The project is sound. Looked at: {seen}.")
    else:
        console.say(f"Faults found: {findings.faults}. Looked at: {seen}. Nothing was changed.")


def _show_rescued(rescued: Rescued, console: Console) -> None:
    console.table(
        "Rescued",
        ["table", "rows read", "all of them?", "of these without a place"],
        [
            [table.name, str(table.rows), "yes" if table.whole else "no", str(rescued.unplaced.get(table.name, 0))]
            for table in rescued.tables
        ],
    )
    console.say(
        f"{rescued.readings} readings are in {rescued.table}, and what could be put together again is the project "
        f"{rescued.project}. The damaged project was not touched."
    )
    if rescued.missing:
        console.say(f"{len(rescued.missing)} files are gone, the first: {rescued.missing[0]}.")


def _rescued_json(rescued: Rescued) -> dict[str, Any]:
    return {
        "project": str(rescued.project),
        "table": str(rescued.table),
        "readings": rescued.readings,
        "tables": {table.name: {"rows": table.rows, "whole": table.whole} for table in rescued.tables},
        "unplaced": rescued.unplaced,
        "missing": list(rescued.missing),
    }
