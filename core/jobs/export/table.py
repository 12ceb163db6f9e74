"""The words as a table with an image for each, which can be imported again."""

import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from core.disk import remove_partial_files, write_atomically
from core.errors import DuctusError, InputError
from core.events import InputSkipped, JobPart, Listener, Progress
from core.formats.images import CROP_SUFFIXES
from core.formats.records import ROLES
from core.formats.table import COLUMNS, csv_text, escape_formula
from core.imaging.read import frame_sizes
from core.jobs.export.content import Content, ExportWord
from core.language import tr
from core.project.file_access import verify_trusted
from core.project.project import Project
from core.project.word_images import load_crops, word_image_refs

EXTRA_COLUMNS = ("id", "source", "box", "status", "votes", "members", "confidence")
"""Columns after those that the importer reads. ``source``: ``imported``, ``typed``, ``accepted`` or ``predicted by
MODEL``; only the last has not been checked by a person, and its text is not read back. ``box``: ``x y width height`` in
pixels of the page. ``status``, ``votes``, ``members`` and ``confidence`` (0 to 1) are given if the text is a
suggestion."""


def write_table(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write a CSV, and an image of each word to the folder ``STEM_words`` beside it; return the number of rows.

    Word images without a page are copied unchanged, words of pages are cut out as grey PNGs. A word whose image
    cannot be read is reported (event ``skipped``) and left out. The table is written last. Raises InputError if
    something cannot be written.
    """
    folder = out.parent / words_folder(out)
    remove_partial_files(folder)
    files: dict[int, str] = {}
    for word_id, suffix, data in _images(project, content, emit):
        image = folder / f"{word_id}{suffix}"
        write_atomically(image, data)
        files[word_id] = f"{folder.name}/{image.name}"
        emit(Progress(JobPart.EXPORTING, len(files), len(content.words)))
    text = table_text(content, files)
    if "\0" in text:
        raise InputError.at(out, tr("a text contains a NUL character, which a table cannot store"))
    write_atomically(out, text.encode("utf-8"))
    return len(files)


def words_folder(out: Path) -> str:
    """Return the name of the folder for the word images, which is beside the table ``out``."""
    return f"{out.stem}_words"


def table_text(content: Content, files: Mapping[int, str]) -> str:
    """Return the table as CSV, with a row for each word that has a file; ``files`` are paths relative to the table."""
    listed = (_cells(content, word, files[word.row.id]) for word in content.words if word.row.id in files)
    return csv_text([COLUMNS + EXTRA_COLUMNS, *([*map(escape_formula, cells)] for cells in listed)])


def _cells(content: Content, word: ExportWord, file: str) -> list[str]:
    row = word.row
    page = row.page_label if row.page_id is None else content.labels[row.page_id]
    role = row.role if row.role in ROLES else None  # the importer has no role "none"
    box = "" if row.box is None else " ".join(map(str, row.box))
    prediction = word.prediction if word.is_predicted else None
    vote = [""] * 4
    if prediction is not None:
        confidence = "" if prediction.confidence is None else f"{prediction.confidence:.4f}"
        vote = [prediction.status, str(prediction.votes), str(prediction.members), confidence]
    described = (cell or "" for cell in (word.text, role, row.writer, page))
    return [file, *described, str(row.id), word.source or "", box, *vote]


def _images(project: Project, content: Content, emit: Listener) -> Iterator[tuple[int, str, bytes]]:
    """Yield (word id, suffix of the file, its bytes) for every word with a readable image."""

    def report(word_id: int, error: DuctusError) -> None:
        emit(InputSkipped(project.folder, tr("word {number}", number=word_id), str(error)))

    crops = [word.row.id for word in content.words if word.row.page_id is None]
    to_cut_out = [word.row.id for word in content.words if word.row.page_id is not None]
    for ref in word_image_refs(project, crops):
        suffix = ref.path.suffix.lower()
        for word_id, _ in ref.words:
            if suffix not in CROP_SUFFIXES:
                to_cut_out.append(word_id)
                continue
            try:
                verify_trusted(ref.path)
                frame_sizes(ref.path)  # raises unless it is an image
                yield word_id, suffix, ref.path.read_bytes()
            except InputError as error:
                report(word_id, error)
            except OSError as error:
                report(
                    word_id,
                    InputError.at(ref.path, tr("the image cannot be opened ({strerror})", strerror=error.strerror)),
                )
    yield from _cut_out(project, to_cut_out, report)


def _cut_out(
    project: Project, ids: list[int], report: Callable[[int, DuctusError], None]
) -> Iterator[tuple[int, str, bytes]]:
    from PIL import Image

    for word_id, pixels in load_crops(project, ids, report):
        stream = io.BytesIO()
        Image.fromarray(pixels).save(stream, "PNG")
        yield word_id, ".png", stream.getvalue()
