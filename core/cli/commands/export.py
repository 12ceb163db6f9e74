"""`ductus export`."""

import argparse
from pathlib import Path

from core.cli.arguments import parse_numbers
from core.cli.console import Console
from core.errors import InputError
from core.formats.registry import writer_of, written_text
from core.jobs.export.export_project import export
from core.jobs.export.target import is_archive
from core.jobs.requests import ExportRequest
from core.language import tr
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Export the words."""
    if options.no_predictions and (options.with_suggestions or options.model is not None):
        raise InputError.of("--no-predictions excludes --model and --with-suggestions.")
    if options.png and not is_archive(options.out):
        raise InputError.of("--png is for the images in a zip file: give OUT a name that ends in .zip.")
    page_ids = parse_numbers(options.pages, "--pages")
    request = ExportRequest(
        options.out, options.format, options.model, options.with_suggestions, page_ids, png=options.png
    )
    export_words(options.project, request, console)


def export_words(folder: Path, request: ExportRequest, console: Console) -> None:
    """Export words, and report how many of them are transcribed."""
    with Project.open(folder, read_only=True) as project:
        result = export(project, request, console.emit)
    console.close()
    writer, is_zip = writer_of(request.format), is_archive(request.out)
    written = written_text(writer, result.written, is_zip=is_zip)
    if writer.names_images and not is_zip:
        written = tr("{files}, without the images", files=written)
    console.say(
        "Exported {format}: {out}. Of {words} words {read} are transcribed, {predicted} suggested by "
        "a model, {unread} empty.",
        format=written,
        out=result.out,
        words=result.words,
        read=result.read,
        predicted=result.predicted,
        unread=result.unread,
    )
    console.result(result)
