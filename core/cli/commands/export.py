"""`ductus export`. Images of pages are not copied; a table gets an image for each of its words."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.errors import InputError
from core.jobs.export.export_project import export
from core.project.project import Project

_WRITTEN = {
    "table": "a table of {written} rows, with their images in a folder beside it",
    "pagexml": "{written} PAGE XML files (they name the images, which are not copied)",
    "alto": "{written} ALTO files (they name the images, which are not copied)",
    "text": "{written} lines of text",
    "json": "{written} words as JSON",
}


def run(options: argparse.Namespace, console: Console) -> None:
    """Write the words in the format asked for, and say how many of them a person has read."""
    if options.no_predictions and options.model is not None:
        raise InputError("--model and --no-predictions exclude each other; give one of them.")
    with Project.open(options.project, read_only=True) as project:
        result = export(
            project,
            options.out,
            options.format,
            console.emit,
            options.model,
            not options.no_predictions,
            None if options.pages is None else page_ids(options.pages),
        )
    console.close()
    told = _WRITTEN[options.format].format(**result)
    console.say(
        f"Wrote {told}: {result['out']}. Of {result['words']} words {result['read']} were read by a person, "
        f"{result['predicted']} were filled in by a model, {result['unread']} are unread."
    )
    console.result(result)


def page_ids(text: str) -> list[int]:
    """The ids in ``3,5,6``; raises InputError for anything else."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise InputError(f"--pages is a list of page ids such as 3,5,6, not '{text}'.") from error
