"""The export job: choose words, gather their content, write a format, report."""

from pathlib import Path

from core.disk import remove_partial_files
from core.events import Listener
from core.formats.registry import writer_of
from core.jobs.export.archive import write_archive
from core.jobs.export.content import Content, choose_words, gather_content, prediction_model
from core.jobs.export.target import check_target, is_archive
from core.jobs.requests import ExportRequest
from core.jobs.results import Exported
from core.lazy_import import import_function
from core.project.project import Project


def export(project: Project, request: ExportRequest, emit: Listener) -> Exported:
    """Choose the words, gather transcriptions and wanted predictions, write them in the format, and report.

    Deleted words and what is marked as no word are left out; the project is not changed. Raises InputError if nothing
    can be written there.
    """
    check_target(project.folder, request.out, request.format)
    model = prediction_model(project, request.model) if request.with_suggestions or request.model else None
    pages, ids = choose_words(project, request.page_ids)
    content = gather_content(project, pages, ids, model)
    written = write_content(project, content, request.format, request.out, emit, png=request.png)
    return _report(content, request, written)


def write_content(
    project: Project, content: Content, format: str, out: Path, emit: Listener, *, png: bool = False
) -> int:
    """Write the content in a format; return the number of rows, files, lines or words."""
    writer = writer_of(format)
    if is_archive(out):
        return write_archive(project, content, out, format, emit, png)
    if not writer.is_folder:
        remove_partial_files(out.parent, out.name)
    return int(import_function(writer.write)(project, content, out, emit))


def _report(content: Content, request: ExportRequest, written: int) -> Exported:
    transcribed = sum(word.row.text is not None for word in content.words)
    predicted = sum(word.is_predicted for word in content.words)
    return Exported(
        format=request.format,
        out=request.out,
        written=written,
        model=content.model,
        pages=len(content.pages),
        words=len(content.words),
        read=transcribed,
        predicted=predicted,
        unread=len(content.words) - transcribed - predicted,
    )
