"""`ductus export`."""

from __future__ import annotations

import argparse

from core.cli.arguments import parse_numbers
from core.cli.console import Console
from core.errors import InputError
from core.jobs.export.export_project import export
from core.jobs.export.request import ExportRequest
from core.project.project import Project

_WRITTEN = {
    "table": "a table of {written} rows, and a folder with their images beside it",
    "pagexml": "{written} PAGE XML files, without the images",
    "alto": "{written} ALTO files, without the images",
    "text": "{written} lines of text",
    "json": "{written} words as JSON",
}


def run(options: argparse.Namespace, console: Console) -> None:
    """Export the words, and report how many of them are transcribed."""
    if options.no_predictions and options.model is not None:
        raise InputError("--model and --no-predictions exclude each other; give one of them.")
    page_ids = parse_numbers(options.pages, "--pages")
    request = ExportRequest(options.out, options.format, options.model, not options.no_predictions, page_ids)
    with Project.open(options.project, read_only=True) as project:
        result = export(project, request, console.emit)
    console.close()
    console.print(
        f"Exported {_WRITTEN[options.format].format(**result)}: {result['out']}. Of {result['words']} words "
        f"{result['read']} are transcribed, {result['predicted']} suggested by a model, {result['unread']} empty."
    )
    console.result(result)
