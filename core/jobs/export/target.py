"""The target of an export. Nothing heavy is imported, so that a dialog can use it."""

from pathlib import Path

from core.errors import InputError
from core.formats.registry import writer_of, writers
from core.language import tr


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
