"""`ductus fetch`."""

import argparse
from pathlib import Path

from core.cli.console import Console
from core.events import stop_on_signals
from core.jobs.iiif_fetch import fetch
from core.jobs.page_numbers import parse_page_numbers
from core.jobs.requests import FetchRequest
from core.jobs.results import Fetched
from core.language import tr
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Report what an IIIF manifest holds, or, where the person agreed, fetch and import its images."""
    request = FetchRequest(options.manifest, options.agree, options.max_side, parse_page_numbers(options.pages))
    fetch_into(options.project, request, console)


def fetch_into(folder: Path, request: FetchRequest, console: Console) -> None:
    """Report what the manifest holds, or fetch and import its images."""
    with Project.open(folder, read_only=not request.is_agreed) as project, stop_on_signals() as should_stop:
        result = fetch(project, request, console.emit, should_stop)
    console.close()
    _show(result, console)
    console.result(result)


def _show(result: Fetched, console: Console) -> None:
    none = tr("none given")
    console.say(
        "{title}. Attribution: {attribution}. Licence: {licence}.",
        title=result.label or tr("Without a title"),
        attribution=result.attribution or none,
        licence=result.rights or none,
    )
    if result.already:
        console.say("Already in the project: {already}.", already=result.already)
    if result.skipped:
        console.say("Skipped: {skipped}.", skipped=result.skipped)
    if not result.images:
        console.say("There is nothing to fetch.")
    elif not result.agreed:
        console.say(
            "{images} images would be fetched from {hosts}. Nothing was fetched; to fetch them, run the same command "
            "with --agree.",
            images=result.images,
            hosts=", ".join(result.hosts),
        )
    else:
        console.say("Fetched and imported {pages} pages.", pages=result.pages)
