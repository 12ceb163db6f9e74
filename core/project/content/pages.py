"""The pages of a project with their text regions and lines."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.geometry import Box, LinePlace, Polygon, Polyline
from core.language import tr
from core.project.db.values import decode_json, report_as_damage
from core.project.file_access import resolve_file
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
class Region:
    """A text region, in pixels of the page; see :class:`core.formats.records.RegionRecord`."""

    id: int
    page_id: int
    box: Box
    polygon: Polygon | None
    kind: str
    text: str | None
    ref: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """A text line, in pixels of the page; ``text`` is the line's transcription as its source gave it."""

    id: int
    page_id: int
    box: Box
    text: str | None
    polygon: Polygon | None
    ref: str | None
    baseline: Polyline | None
    region_id: int | None
    has_words: bool
    """True if it was ever cut into words. Deleted words count: they must not return."""


_COLUMNS = (
    "p.id, f.path, f.linked, p.frame, p.width, p.height, f.sha256, p.name, s.path, s.linked, p.source_path, p.writer,"
    " p.position"
)
_FROM = " FROM page AS p JOIN file AS f ON f.id = p.file_id LEFT JOIN file AS s ON s.id = p.source_file_id"
_COUNT_SQL = "SELECT page_id, count(*) FROM word NOT INDEXED WHERE deleted = 0 GROUP BY page_id"
"""One pass over the table: by its index the words would be fetched one by one, which takes four times as long."""


def list_pages(project: Project, *, with_counts: bool = True) -> list[Page]:
    """Return all pages in order; ``with_counts`` False: ``words`` is 0, for those who need no number of words."""
    words: dict[int | None, int] = dict(project.query(_COUNT_SQL)) if with_counts else {}
    rows = project.query(f"SELECT {_COLUMNS}{_FROM} ORDER BY p.position, p.id")
    return [_page(project, row, words.get(row[0], 0)) for row in rows]


def page_names(project: Project) -> dict[int, str]:
    """Return the names of all pages in order, by page id."""
    return dict(project.query("SELECT id, name FROM page ORDER BY position, id"))


def get_page(project: Project, page_id: int) -> Page:
    """Return one page; raises InputError if there is none with this id."""
    row = project.one(f"SELECT {_COLUMNS}{_FROM} WHERE p.id = ?", (page_id,))
    if row is None:
        raise InputError.of("This project has no page {page_id}.", page_id=page_id)
    words = project.count("SELECT count(*) FROM word WHERE page_id = ? AND deleted = 0", (page_id,))
    return _page(project, row, words)


def list_regions(project: Project, page_id: int) -> list[Region]:
    """Return the page's text regions, in the order of the source."""
    rows = project.query(
        "SELECT id, page_id, x, y, w, h, polygon, kind, text, ref FROM region WHERE page_id = ? ORDER BY position, id",
        (page_id,),
    )
    return [Region(row[0], row[1], row[2:6], decode_polygon(row[6]), *row[7:]) for row in rows]


def list_lines(project: Project, page_id: int) -> list[Line]:
    """Return all lines of a page, in the order of the source."""
    rows = project.query(
        "SELECT id, page_id, x, y, w, h, text, polygon, ref, baseline, region_id,"
        " EXISTS (SELECT 1 FROM word WHERE line_id = line.id)"
        " FROM line WHERE page_id = ? ORDER BY position, id",
        (page_id,),
    )
    return [
        Line(
            *(row[0], row[1], row[2:6], row[6], decode_polygon(row[7]), row[8], decode_polygon(row[9]), row[10]),
            has_words=bool(row[11]),
        )
        for row in rows
    ]


def uncut_line_counts(project: Project) -> dict[int, int]:
    """Return the number of lines that were never cut into words, by the id of each page that has any."""
    return dict(
        project.query(
            "SELECT page_id, count(*) FROM line WHERE NOT EXISTS (SELECT 1 FROM word WHERE line_id = line.id)"
            " GROUP BY page_id ORDER BY page_id"
        )
    )


def list_uncut_lines(project: Project, page_id: int) -> list[Line]:
    """Return the page's lines that were never cut into words."""
    return [line for line in list_lines(project, page_id) if not line.has_words]


def add_lines(project: Project, page_id: int, places: Sequence[LinePlace]) -> list[int]:
    """Add lines after those of a page; return their ids."""
    with project.edit("add lines") as connection:
        row = connection.execute("SELECT coalesce(max(position), 0) FROM line WHERE page_id = ?", (page_id,)).fetchone()
        return [
            int(
                connection.execute(
                    "INSERT INTO line (page_id, x, y, w, h, baseline, polygon, position)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                    (page_id, *place.box, encode_points(place.baseline), encode_points(place.outline), row[0] + n),
                ).fetchone()[0]
            )
            for n, place in enumerate(places, start=1)
        ]


def encode_points(points: Sequence[tuple[int, int]] | None) -> str | None:
    """Return a polygon or baseline as the database stores it."""
    return None if points is None else json.dumps([list(point) for point in points])


def decode_polygon(stored: str | None) -> Polygon | None:
    """Return the points of a polygon or baseline as stored in the database."""
    if stored is None:
        return None
    points = decode_json(stored, tr("outlines"), list)
    with report_as_damage(tr("outlines")):
        return tuple((int(x), int(y)) for x, y in points)


def _page(project: Project, row: tuple, words: int) -> Page:
    with report_as_damage(tr("file names")):
        if not _SHA256.fullmatch(row[6]):  # caches use it in file names
            raise ValueError(row[6])
    image = resolve_file(project.folder, row[1], bool(row[2]))
    source = None if row[8] is None else resolve_file(project.folder, row[8], bool(row[9]))
    return Page(*[row[0], image, *row[3:8], source, *row[10:], words])
