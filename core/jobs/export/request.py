"""The options of an export, and a check of its target. Nothing heavy is imported, so that a dialog can use it."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from core.errors import InputError
from core.formats.registry import writer_of, writers
from core.jobs.job_type import JobRequest, JobType
from core.jobs.results import Exported
from core.language import tr


@dataclass(frozen=True, slots=True)
class ExportRequest(JobRequest):
    """The target of an export, and its content."""

    job: ClassVar = JobType("export", "export:export_words", Exported, runs_read_only=True)
    out: Path
    """A folder or a file, as the format has it, or a zip file (:class:`core.formats.registry.Writer`)."""
    format: str
    model: str | None = None
    """The model whose suggestions fill in for missing transcriptions; None for the active one, if there is one."""
    with_suggestions: bool = False
    """True if suggestions that nobody has checked are written, too; the files mark them."""
    page_ids: Collection[int] | None = None
    """Only these pages; None for all pages and the word images without a page."""
    png: bool = False
    """True if TIFF and JPEG 2000 images, which browsers do not show, become PNG in a zip file."""


def is_archive(out: Path) -> bool:
    """Return whether the target of an export is a zip file, by its suffix."""
    return out.suffix.lower() == ".zip"


def check_target(folder: Path, out: Path, format: str) -> None:
    """Raise InputError for an unknown format, and where the project in ``folder`` cannot be exported to."""
    writer = writer_of(format)
    if out.resolve().is_relative_to(folder.resolve()):
        raise InputError.at(out, tr("this is inside the project"), hint=tr("Export to a place outside it"))
    if is_archive(out) and writer.archive is None:
        zipped = ", ".join(name for name, writer in writers().items() if writer.archive is not None)
        raise InputError.at(out, tr("only {archive_formats} can be written as a zip file", archive_formats=zipped))
    if writer.is_folder and not is_archive(out):
        if out.exists() and not out.is_dir():
            raise InputError.at(out, tr("this is a file"), hint=tr("The format {format} needs a folder", format=format))
    elif out.is_dir():
        raise InputError.at(
            out, tr("this is a folder"), hint=tr("The format {format} needs the name of a file", format=format)
        )
