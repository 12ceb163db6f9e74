"""The words as a table with an image for each, which can be imported again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from core.disk import remove_partial_files, write_atomically
from core.errors import DuctusError, InputError
from core.events import Listener
from core.formats.images import CROP_SUFFIXES
from core.formats.records import ROLES
from core.formats.table import COLUMNS, escape_formula
from core.imaging.read import frame_sizes
from core.jobs.export.words import Content, ExportWord
from core.project.files.crops import load_crops, word_image_refs
from core.project.files.linked_images import verify_trusted
from core.project.project import Project

EXTRA = ("id", "source", "box", "status", "votes", "members")
"""Columns behind those that the importer reads. ``box``: ``x y width height`` in pixels of the page.
``status``, ``votes`` and ``members`` are given where the text is a prediction."""


def write_table(content: Content, out: Path, emit: Listener) -> int:
    """Write a CSV, and an image for each word to ``STEM_words/`` beside it; returns how many rows it has.

    Lone crops are copied as they are, words of pages are cut out as grey PNGs. A word whose image cannot be
    read is told of (event ``skipped``) and left out. The table is written last. Raises InputError where
    nothing can be written.
    """
    folder = out.parent / words_folder(out)
    remove_partial_files(folder)
    files: dict[int, str] = {}
    for word_id, suffix, data in _images(content, emit):
        image = folder / f"{word_id}{suffix}"
        write_atomically(image, data)
        files[word_id] = f"{folder.name}/{image.name}"
        emit({"event": "progress", "part": "exporting", "done": len(files), "total": len(content.words)})
    text = table_text(content, files)
    if "\0" in text:
        raise InputError.at(out, "a text holds a NUL character, which a table cannot store")
    write_atomically(out, text.encode("utf-8"))
    return len(files)


def words_folder(out: Path) -> str:
    """The name of the folder beside the table ``out`` that holds the words' images."""
    return f"{out.stem}_words"


def table_text(content: Content, files: Mapping[int, str]) -> str:
    """The table as CSV: a row for each word that has a file, which is named relative to the table."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(COLUMNS + EXTRA)
    for word in content.words:
        if word.row.id in files:
            writer.writerow([escape_formula(cell) for cell in _cells(content, word, files[word.row.id])])
    return stream.getvalue()


def _cells(content: Content, word: ExportWord, file: str) -> list[str]:
    row = word.row
    page = row.page_label if row.page_id is None else content.labels[row.page_id]
    role = row.role if row.role in ROLES else None  # the table knows no word for "for nothing"
    box = "" if row.box is None else " ".join(map(str, row.box))
    said = word.prediction if word.is_predicted else None
    vote = ("", "", "") if said is None else (said.status, str(said.votes), str(said.members))
    known = (cell or "" for cell in (word.text, role, row.writer, page))
    return [file, *known, str(row.id), word.source or "", box, *vote]


def _images(content: Content, emit: Listener) -> Iterator[tuple[int, str, bytes]]:
    """(word id, ending of the file, its bytes) for every word whose image can be read."""
    project = content.project

    def unreadable(word_id: int, error: DuctusError) -> None:
        place = f"word {word_id}"
        emit({"event": "skipped", "file": str(project.folder), "place": place, "reason": str(error)})

    lone = [word.row.id for word in content.words if word.row.page_id is None]
    to_cut = [word.row.id for word in content.words if word.row.page_id is not None]
    for word_id, path in _lone_files(project, lone):
        suffix = path.suffix.lower()
        if suffix not in CROP_SUFFIXES:
            to_cut.append(word_id)
            continue
        try:
            verify_trusted(path)
            frame_sizes(path)  # an image, and no pipe
            yield word_id, suffix, path.read_bytes()
        except InputError as error:
            unreadable(word_id, error)
        except OSError as error:
            unreadable(word_id, InputError.at(path, f"the image cannot be opened ({error.strerror})"))
    yield from _cut(project, to_cut, unreadable)


def _lone_files(project: Project, ids: list[int]) -> Iterator[tuple[int, Path]]:
    for image in word_image_refs(project, ids):
        for word_id, _ in image.words:
            yield word_id, image.path


def _cut(
    project: Project, ids: list[int], unreadable: Callable[[int, DuctusError], None]
) -> Iterator[tuple[int, str, bytes]]:
    from PIL import Image

    for word_id, pixels in load_crops(project, ids, unreadable):
        stream = io.BytesIO()
        Image.fromarray(pixels).save(stream, "PNG")
        yield word_id, ".png", stream.getvalue()
