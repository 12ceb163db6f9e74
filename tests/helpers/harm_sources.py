"""What the harmed programs work on: sources to import, and a project with readings that must never be lost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from project_helpers import draw_image, filled_project

from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord, WordRecord
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project


def project_with_readings(folder: Path) -> Path:
    """A small project in which a person has read every word; returns its folder."""
    with filled_project(folder) as project:
        for word_id in word_ids(project):
            set_transcription(project, word_id, f"acknowledged {word_id}", who="ruth")
        return project.folder


def crops_in(folder: Path, count: int) -> Path:
    """A folder of word images whose names are their words, each with pixels of its own."""
    for number in range(count):
        draw_image(folder / f"word{number:04d}_1.png", (40 + number % 60, 20 + number // 60))
    return folder


def pages_in(folder: Path, count: int, words: int = 12) -> Path:
    """A folder of page images, each with its PAGE XML beside it."""
    for number in range(count):
        image = draw_image(folder / f"page{number:03d}.png", (400 + number, 60))
        boxes = tuple(WordRecord((30 * i, 10, 25, 20), f"p{number}w{i}", line=0) for i in range(words))
        write_pagexml(PageRecord(image, 400 + number, 60, words=boxes), image.with_suffix(".xml"))
    return folder


def texts(folder: Path) -> list[tuple[str | None, str | None]]:
    """Role and text of every word of a project, sorted: what two projects that hold the same agree in."""
    with Project.open(folder, read_only=True) as project:
        found = project.query(
            "SELECT w.role, r.text FROM word AS w LEFT JOIN reading AS r ON r.id = w.reading_id WHERE w.deleted = 0"
        )
    return sorted(found, key=repr)


def names(files: Iterable[Path], root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in files if path.is_file())
