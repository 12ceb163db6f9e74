"""Folders of exported files, one a page: all are complete before the first replaces an older one."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import InputError
from core.events import JobPart, Listener, Note, Progress
from core.formats.records import PageRecord
from core.jobs.export.content import Content, page_record, unique_name
from core.language import tr, tr_plural
from core.system.files import portable_name

_UNFINISHED = ".export-"
"""Prefix of the folder in which the files are written before they are moved to their place."""
_MAX_NAME = 100
"""Characters of a file name; with suffixes it stays below the 255 bytes that file systems allow."""


def write_page_files(
    content: Content, out: Path, suffix: str, write: Callable[[PageRecord, Path], None], emit: Listener
) -> int:
    """Write every page with ``write`` to a file in the folder ``out``; return the number of files.

    Word images without a page are left out. Raises InputError, leaving the files in ``out`` unchanged, if one cannot
    be written.
    """
    words = content.by_page()
    note_left_out(content, emit)
    taken: set[str] = set()
    with complete_folder(out) as folder:
        for done, page in enumerate(content.pages, start=1):
            file = folder / (unique_name(file_stem(content.labels[page.id]), taken) + suffix)
            write(page_record(content, page, words.get(page.id, [])), file)
            emit(Progress(JobPart.EXPORTING, done, len(content.pages)))
    return len(content.pages)


@contextmanager
def complete_folder(out: Path) -> Iterator[Path]:
    """Yield a folder inside ``out``; when the block ends, its files are moved to ``out`` and replace older ones.

    After an error in the block ``out`` keeps the files that it had. Raises InputError where nothing can be written.
    """
    with InputError.if_refused(out, tr("the files cannot be written")):
        out.mkdir(parents=True, exist_ok=True)
        for leftover in out.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(leftover, ignore_errors=True)  # from an export that was killed
        with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=out) as folder:
            yield Path(folder)
            for file in sorted(Path(folder).iterdir()):
                file.replace(out / file.name)


def file_stem(label: str) -> str:
    """Return the name of a page as a file name without suffix."""
    return portable_name(label[:_MAX_NAME]) or "page"


def note_left_out(content: Content, emit: Listener) -> None:
    """Report how many word images have no page and are left out of a format that is made of pages."""
    if n_crops := sum(word.row.page_id is None for word in content.words):
        note = tr_plural(
            "Left out: {n} word image without a page.", "Left out: {n} word images without a page.", n_crops
        )
        emit(Note(note))
