"""`ductus segment`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.errors import InputError
from core.events import stop_on_signals
from core.jobs.segmentation.segment import segment_new_pages
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Find words on the pages (of those named) that never had any."""
    wanted = page_ids(options.pages)
    with Project.open(options.project) as project, stop_on_signals() as should_stop:
        words = segment_new_pages(project, console.emit, wanted, role=options.role, should_stop=should_stop)
        stopped = should_stop()
    console.close()
    console.say(f"Found {words} words on pages without any." + (" Stopped early." if stopped else ""))
    console.result({"words": words, "stopped": stopped})


def page_ids(text: str | None) -> set[int] | None:
    """``ID`` or ``ID,ID,...``; None when it was not given. Raises InputError for anything else."""
    if text is None:
        return None
    try:
        return {int(part) for part in text.split(",")}
    except ValueError:
        raise InputError(f"--pages is a page's number or several with commas between, not '{text}'.") from None
