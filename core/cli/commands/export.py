"""`ductus export`."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli.arguments import parse_numbers
from core.cli.console import Console
from core.errors import InputError
from core.jobs.export.export_project import export
from core.jobs.export.request import ExportRequest, is_archive
from core.language import mark, tr
from core.project.project import Project

_WITHOUT_IMAGES, _WITH_IMAGES = mark("without the images"), mark("with the images in a zip file")
_WRITTEN = {
    "table": mark("a table of {written} rows, and a folder with their images beside it"),
    "pagexml": mark("{written} PAGE XML files, {images}"),
    "alto": mark("{written} ALTO files, {images}"),
    "text": mark("{written} lines of text"),
    "json": mark("{written} words as JSON"),
    "hocr": mark("{written} hOCR files, {images}"),
    "pdf": mark("a searchable PDF of {written} pages"),
    "tei": mark("a TEI document of {written} pages, {images}"),
    "textpages": mark("{written} text files, one a page"),
    "iiif": mark("{written} IIIF annotation pages, {images}"),
}


def run(options: argparse.Namespace, console: Console) -> None:
    """Export the words."""
    if options.no_predictions and (options.with_suggestions or options.model is not None):
        raise InputError(tr("--no-predictions excludes --model and --with-suggestions."))
    page_ids = parse_numbers(options.pages, "--pages")
    request = ExportRequest(options.out, options.format, options.model, options.with_suggestions, page_ids)
    export_words(options.project, request, console)


def export_words(folder: Path, request: ExportRequest, console: Console) -> None:
    """Export words, and report how many of them are transcribed."""
    with Project.open(folder, read_only=True) as project:
        result = export(project, request, console.emit)
    console.close()
    images = tr(_WITH_IMAGES if is_archive(request.out) else _WITHOUT_IMAGES)
    written = tr(_WRITTEN[request.format], written=result["written"], images=images)
    console.print(
        tr(
            "Exported {format}: {out}. Of {words} words {read} are transcribed, {predicted} suggested by "
            "a model, {unread} empty.",
            format=written,
            out=result["out"],
            words=result["words"],
            read=result["read"],
            predicted=result["predicted"],
            unread=result["unread"],
        )
    )
    console.result(result)
