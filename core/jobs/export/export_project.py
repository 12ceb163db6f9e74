"""The export job: choose words, gather their content, write a format, report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.disk import remove_partial_files
from core.events import Listener
from core.formats.hocr import SUFFIX
from core.formats.hocr_write import write_hocr
from core.jobs.export.archive import write_archive
from core.jobs.export.content import Content, choose_words, gather_content, prediction_model
from core.jobs.export.documents import write_json, write_tei_document, write_text, write_text_pages
from core.jobs.export.iiif import write_annotations
from core.jobs.export.page_files import write_page_files
from core.jobs.export.pdf import write_pdf
from core.jobs.export.request import FOLDER_FORMATS, ExportRequest, check_format, check_target, is_archive
from core.jobs.export.table import write_table
from core.jobs.export.xml import write_pages
from core.project.project import Project


def export(project: Project, request: ExportRequest, emit: Listener) -> dict[str, Any]:
    """Choose the words, gather transcriptions and wanted predictions, write them in the format, and report.

    Deleted words and what is marked as no word are left out; the project is not changed. Return the result that the
    command line prints: ``written`` rows, files, lines or words, and of the words how many are transcribed (``read``),
    ``predicted`` and ``unread``. Raises InputError if nothing can be written there.
    """
    check_format(request.format)
    check_target(project.folder, request.out, request.format)
    model = prediction_model(project, request.model) if request.with_suggestions or request.model else None
    pages, ids = choose_words(project, request.page_ids)
    content = gather_content(project, pages, ids, model)
    written = write_content(project, content, request.format, request.out, emit)
    return _report(content, request, written)


def write_content(project: Project, content: Content, format: str, out: Path, emit: Listener) -> int:
    """Write the content in a format; return the number of rows, files, lines or words."""
    if is_archive(out):
        return write_archive(content, out, format, emit)
    if format == "hocr":
        return write_page_files(content, out, SUFFIX, write_hocr, emit)
    if format == "iiif":
        return write_annotations(project, content, out, emit)
    if format == "textpages":
        return write_text_pages(content, out, emit)
    if format in FOLDER_FORMATS:
        return write_pages(content, out, format, emit)
    remove_partial_files(out.parent, out.name)
    if format == "table":
        return write_table(project, content, out, emit)
    if format == "pdf":
        return write_pdf(project, content, out, emit)
    if format == "tei":
        return write_tei_document(project, content, out, emit)
    return write_text(content, out) if format == "text" else write_json(project, content, out)


def _report(content: Content, request: ExportRequest, written: int) -> dict[str, Any]:
    transcribed = sum(word.row.text is not None for word in content.words)
    predicted = sum(word.is_predicted for word in content.words)
    return {
        "format": request.format,
        "out": str(request.out),
        "written": written,
        "model": content.model,
        "pages": len(content.pages),
        "words": len(content.words),
        "read": transcribed,
        "predicted": predicted,
        "unread": len(content.words) - transcribed - predicted,
    }
