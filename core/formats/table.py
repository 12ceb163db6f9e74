"""A table of word images: a UTF-8 CSV with the columns ``file,text[,role,writer,page]``.

``file`` is relative to the table (``/`` or ``\\`` between folders) and may not leave its folder. The
delimiter is a comma, semicolon or tab, whichever makes ``file`` a column of the first line.

Spreadsheets run a cell that begins with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return as a formula.
Such a cell is written with an apostrophe before it, and reading takes one apostrophe away where one or
more stand before such a character; so what was written comes back as it was.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.errors import InputError
from core.formats.folder import CROP_SUFFIXES
from core.formats.places import LEADS_OUT, Fence, files_under, relative_inside, skip
from core.formats.records import ROLES, CropRecord, Found, Skipped
from core.formats.save import save_bytes
from core.imaging.read import image_frames

COLUMNS = ("file", "text", "role", "writer", "page")
TABLE_SUFFIXES = frozenset({".csv", ".tsv"})
MAX_BYTES = 256 * 1024 * 1024
MAX_FIELD = 100_000

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_SHIELDED = re.compile(r"'+[=+\-@\t\r]")


def read(source: Path) -> Found:
    """The crops of a table, or of the one table in a folder, in the order of its rows.

    Rows that cannot be used (no such file, damaged, outside the folder, listed twice, unknown role) are
    skipped; raises InputError for a file that is not such a table, is not UTF-8, or holds NUL or fields
    over 100,000 characters, and when no row can be used.
    """
    path = _table_in(source) if source.is_dir() else source
    rows = _rows(path, _text(path))
    crops: list[CropRecord] = []
    skipped: list[Skipped] = []
    fence, seen = Fence(path.parent), dict[Path, int]()
    for line, cells in rows:
        try:
            crop = _crop(path.parent, cells, fence)
            if crop.image in seen:
                raise InputError(f"'{cells['file']}' was listed in line {seen[crop.image]} already.")
            seen[crop.image] = line
            crops.append(crop)
        except InputError as error:
            skipped.append(skip(path, f"line {line}", error))
    if not crops:
        told = f"; the first reason: {skipped[0].reason.rstrip('.')}" if skipped else ", only a header"
        raise InputError.at(path, f"the table has no usable row{told}")
    return Found("table", crops=tuple(crops), skipped=tuple(skipped))


def write(path: Path, rows: Iterable[CropRecord]) -> None:
    """Write crops as a table; their images must lie in the table's folder, else InputError."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for row in rows:
        try:
            file = row.image.relative_to(path.parent).as_posix()
        except ValueError as error:
            raise InputError.at(path, f"the image {row.image} does not lie in the table's folder") from error
        cells = (file, row.text, row.role, row.writer, row.page)
        writer.writerow([shield(cell or "") for cell in cells])
    try:
        data = stream.getvalue().encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError.at(path, "a text holds a lone surrogate, which UTF-8 cannot store") from error
    if b"\0" in data:
        raise InputError.at(path, "a text holds a NUL character, which a table cannot store")
    save_bytes(path, data)


def is_table(path: Path) -> bool:
    """Whether the first line of the file has a column ``file``."""
    try:
        with path.open("rb") as stream:
            first = stream.readline(4096).decode("utf-8-sig")
        return _delimiter(first) is not None
    except (OSError, UnicodeDecodeError):
        return False


def tables_in(folder: Path) -> list[Path]:
    """The tables directly in a folder, in natural order."""
    return [p for p in files_under(folder, TABLE_SUFFIXES) if p.parent == folder and is_table(p)]


def _table_in(folder: Path) -> Path:
    tables = tables_in(folder)
    if len(tables) != 1:
        what = "several tables are" if tables else "no table with a column 'file' is"
        raise InputError.at(folder, f"{what} in this folder", mend="Name the table itself")
    return tables[0]


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError.at(path, "the table is larger than 256 MB", mend="Split it")
        data = path.read_bytes()
    except OSError as error:
        raise InputError.at(path, f"the table cannot be opened ({error.strerror})") from error
    if not data.strip():
        raise InputError.at(path, "the table is empty", mend="It begins with a line 'file,text'")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError.at(path, "the table is UTF-16", mend="Save it as CSV in UTF-8")
    if (nul := data.find(b"\0")) >= 0:
        raise InputError.at(
            path, "there is a NUL byte in the table", place=_line(data, nul), mend="Save it anew"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = _line(data, error.start)
        raise InputError.at(path, "the table is not UTF-8", place=where, mend="Save it as UTF-8") from error


def _line(data: bytes, position: int) -> str:
    number = data.count(b"\n", 0, position) + 1
    return f"line {number}"


def _delimiter(first: str) -> str | None:
    for delimiter in (",", ";", "\t"):
        names = [name.strip().strip('"').lower() for name in first.rstrip("\r\n").split(delimiter)]
        if "file" in names:
            return delimiter
    return None


def _rows(path: Path, text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The line number at which each row ends, and its cells by column."""
    delimiter = _delimiter(text.split("\n", 1)[0])
    if delimiter is None:
        raise InputError.at(path, "there is no column 'file'", place="line 1", mend="Begin with 'file,text'")
    before = csv.field_size_limit(MAX_FIELD)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        names = [name.strip().lower() for name in next(reader)]
        if doubled := [name for name in COLUMNS if names.count(name) > 1]:
            raise InputError.at(path, f"the column '{doubled[0]}' stands twice", place="line 1")
        try:
            rows = [
                (reader.line_num, {name: _unshield(cell) for name, cell in zip(names, cells, strict=False)})
                for cells in reader
                if any(cells)
            ]
        except csv.Error as error:
            told = "a field is too long; is a quote left open?" if "limit" in str(error) else str(error)
            where = f"line {reader.line_num}"
            raise InputError.at(path, f"the row cannot be read ({told})", place=where) from error
    finally:
        csv.field_size_limit(before)
    return iter(rows)


def _crop(folder: Path, cells: dict[str, str], fence: Fence) -> CropRecord:
    name = cells.get("file", "")
    if not name:
        raise InputError("The column 'file' is empty.")
    inside = relative_inside(name)
    if inside is None:
        raise InputError(f"'{name}' is absolute or leads out of the folder, so it was left alone.")
    image = folder / inside
    if not fence.holds(image):
        raise InputError(f"'{name}': {LEADS_OUT}.")
    if image.suffix.lower() not in CROP_SUFFIXES:
        raise InputError(f"'{name}' is not the name of an image.")
    role = cells.get("role", "").strip().lower() or None
    if role is not None and role not in ROLES:
        raise InputError(f"The role '{role}' is none of {', '.join(ROLES)}.")
    if not os.path.lexists(image):
        raise InputError(f"'{name}' is not there.")
    image_frames(image)
    return CropRecord(
        image,
        text=cells.get("text") or None,
        role=role,
        writer=cells.get("writer") or None,
        page=cells.get("page") or None,
        ref=inside.as_posix(),
    )


def shield(cell: str) -> str:
    return "'" + cell if _FORMULA.match(cell) else cell


def _unshield(cell: str) -> str:
    return cell[1:] if _SHIELDED.match(cell) else cell
