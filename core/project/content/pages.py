"""The pages of a project and the text lines that were imported without word boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.geometry import Box, Polygon
from core.project.db.values import decode_json, report_as_damage
from core.project.files.access import resolve_file
from core.project.project import Project

_SHA256 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Page:
    """One page; ``image`` and ``source`` (the copy of its transcription file) are absolute paths."""

    id: int
    image: Path
    frame: int
    width: int
    height: int
    sha256: str
    name: str
    source: Path | None
    source_path: str | None
    writer: str | None
    position: int
    words: int
    """Number of words on it that are not deleted."""


@dataclass(frozen=True, slots=True)
class Line:
    """A text line that can still be cut into words, in pixels of the page."""

    id: int
    page_id: int
    box: Box
    text: str | None
    polygon: Polygon | None
    ref: str | None


_SELECT_PAGE = (
    "SELECT p.id, f.path, f.linked, p.frame, p.width, p.height, f.sha256, p.name, s.path, s.linked,"
    " p.source_path, p.writer, p.position, (SELECT count(*) FROM word WHERE page_id = p.id AND deleted = 0)"
    " FROM page AS p JOIN file AS f ON f.id = p.file_id LEFT JOIN file AS s ON s.id = p.source_file_id"
)


def list_pages(project: Project) -> list[Page]:
    """Return all pages in order."""
    return [_page(project, row) for row in project.query(f"{_SELECT_PAGE} ORDER BY p.position, p.id")]


def get_page(project: Project, page_id: int) -> Page:
    """Return one page; raises InputError if there is none with this id."""
    row = project.one(f"{_SELECT_PAGE} WHERE p.id = ?", (page_id,))
    if row is None:
        raise InputError(f"This project has no page {page_id}.")
    return _page(project, row)


def list_lines(project: Project, page_id: int) -> list[Line]:
    """Return the page's lines without words, in the order of the source."""
    rows = project.query(
        "SELECT id, page_id, x, y, w, h, text, polygon, ref FROM line WHERE page_id = ? ORDER BY position, id",
        (page_id,),
    )
    return [Line(row[0], row[1], row[2:6], row[6], decode_polygon(row[7]), row[8]) for row in rows]


def delete_lines(project: Project, line_ids: Iterable[int]) -> None:
    """Delete lines, for instance after they were cut into words."""
    with project.edit("remove lines") as connection:
        connection.executemany("DELETE FROM line WHERE id = ?", [(line_id,) for line_id in line_ids])


def decode_polygon(stored: str | None) -> Polygon | None:
    """Return the points of a polygon as stored in the database."""
    if stored is None:
        return None
    points = decode_json(stored, "outlines", list)
    with report_as_damage("outlines"):
        return tuple((int(x), int(y)) for x, y in points)


def _page(project: Project, row: tuple) -> Page:
    with report_as_damage("file names"):
        if not _SHA256.fullmatch(row[6]):  # caches use it in file names
            raise ValueError(row[6])
    image = resolve_file(project.folder, row[1], bool(row[2]))
    source = None if row[8] is None else resolve_file(project.folder, row[8], bool(row[9]))
    return Page(*[row[0], image, *row[3:8], source, *row[10:]])
