"""`ductus doctor`."""

import argparse
import platform

import core
from core.cli.console import Console
from core.events import Report
from core.jobs.doctor import check_computer
from core.language import tr
from core.licences import libraries


def run(options: argparse.Namespace, console: Console) -> int:
    """Check this computer, or list the licences of the installed libraries; return 1 if something is missing."""
    if options.licences:
        rows = [[library.name, library.version, library.licence] for library in libraries()]
        console.table(tr("Libraries"), [tr("name"), tr("version"), tr("licence")], rows, is_text=True)
        listed = [dict(zip(("name", "version", "licence"), row, strict=True)) for row in rows]
        console.result(Report({"libraries": listed}))
        return 0
    versions = f"Ductus {core.__version__}, Python {platform.python_version()}, {platform.platform()}"
    console.print(versions)
    checks = check_computer(options.folder)
    for check in checks:
        console.print(f"{'ok     ' if check.ok else 'MISSING'}  {check.name}: {check.text}")
    is_ready = all(check.ok for check in checks)
    console.print(tr("Nothing is missing.") if is_ready else tr("See above for what is missing; the rest works."))
    console.result(Report({"versions": versions, "ready": is_ready, "checks": checks}))
    return 0 if is_ready else 1
