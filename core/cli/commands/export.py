"""`ductus export`."""

from __future__ import annotations

import argparse

from core.cli.arguments import parse_numbers
from core.cli.console import Console
from core.errors import InputError
from core.jobs.export.export_project import export
from core.jobs.export.request import ExportRequest, is_archive
from core.language import tr
from core.project.project import Project

_WRITTEN = {
    "table": "a table of {written} rows, and a folder with their images beside it",
    "pagexml": "{written} PAGE XML files, without the images",
    "alto": "{written} ALTO files, without the images",
    "text": "{written} lines of text",
    "json": "{written} words as JSON",
    "hocr": "{written} hOCR files, without the images",
    "pdf": "a searchable PDF of {written} pages",
    "tei": "a TEI document of {written} pages, without the images",
    "textpages": "{written} text files, one a page",
    "iiif": "{written} IIIF annotation pages, without the images",
}


def run(options: argparse.Namespace, console: Console) -> None:
    """Export the words, and report how many of them are transcribed."""
    if options.no_predictions and (options.with_suggestions or options.model is not None):
        raise InputError(tr("--no-predictions excludes --model and --with-suggestions."))
    page_ids = parse_numbers(options.pages, "--pages")
    request = ExportRequest(options.out, options.format, options.model, options.with_suggestions, page_ids)
    with Project.open(options.project, read_only=True) as project:
        result = export(project, request, console.emit)
    console.close()
    written = _WRITTEN[options.format]
    if is_archive(options.out):
        written = written.replace(tr("without the images"), tr("with the images in a zip file"))
    console.print(
        tr(
            "Exported {format}: {out}. Of {words} words {read} are transcribed, {predicted} suggested by "
            "a model, {unread} empty.",
            format=written.format(**result),
            out=result["out"],
            words=result["words"],
            read=result["read"],
            predicted=result["predicted"],
            unread=result["unread"],
        )
    )
    console.result(result)
