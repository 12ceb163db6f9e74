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
    console.print(_text(result))
    console.result(result)


def _text(result: Fetched) -> str:
    already = tr(" Already in the project: {already}.", already=result.already) if result.already else ""
    skipped = tr(" Skipped: {skipped}.", skipped=result.skipped) if result.skipped else ""
    none = tr("none given")
    about = tr(
        "{title}. Attribution: {attribution}. Licence: {licence}.\n",
        title=result.label or tr("Without a title"),
        attribution=result.attribution or none,
        licence=result.rights or none,
    )
    if not result.images:
        return tr("{about}There is nothing to fetch.{already}{skipped}", about=about, already=already, skipped=skipped)
    if not result.agreed:
        hosts = ", ".join(result.hosts)
        return tr(
            "{about}{images} images would be fetched from {hosts}.{already}{skipped} Nothing was "
            "fetched; to fetch them, run the same command with --agree.",
            about=about,
            images=result.images,
            hosts=hosts,
            already=already,
            skipped=skipped,
        )
    return tr(
        "{about}Fetched and imported {pages} pages.{already}{skipped}",
        about=about,
        pages=result.pages,
        already=already,
        skipped=skipped,
    )
