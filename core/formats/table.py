"""A table of word images: a UTF-8 CSV with the columns ``file,text[,role,writer,page]``.

``file`` is relative to the table (``/`` or ``\\`` between folders) and may not leave its folder. The
delimiter is a comma, semicolon or tab, whichever makes ``file`` a column of the first line.

Spreadsheets run a cell that begins with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return as a formula.
Such a cell is written with an apostrophe before it. Reading removes one apostrophe if one or more are followed
by such a character, so that every text is read back as it was written.
"""

import codecs
import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.disk import require_plain_file
from core.errors import InputError
from core.formats.files import OUTSIDE_FOLDER, FolderBoundary, list_files, nothing_usable, open_limited, relative_inside
from core.formats.images import CROP_SUFFIXES
from core.formats.records import ROLES, CropRecord, Skipped, SourceContents
from core.imaging.read import frame_sizes
from core.language import tr

COLUMNS = ("file", "text", "role", "writer", "page")
SUGGESTED_PREFIX = "predicted by "
"""Begins a cell in the column ``source`` of an export if nobody has checked the text, which is then not read."""
TABLE_SUFFIXES = frozenset({".csv", ".tsv"})
MAX_BYTES = 256 * 1024 * 1024
MAX_FIELD = 100_000
MAX_LINE = 1_000_000
MAX_COLUMNS = 1000
MAX_SKIPPED = 100_000
"""A table with more unusable rows is not one of word images."""
_CHUNK = 1 << 20

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_ESCAPED = re.compile(r"'+[=+\-@\t\r]")


def read(source: Path) -> SourceContents:
    """Return the crops of a table, or of the one table in a folder, in the order of its rows.

    Rows that cannot be used (no such file, damaged, outside the folder, listed twice, unknown role) are
    skipped. Raises InputError for a file that is not such a table, is not UTF-8, or holds NUL or fields over
    100,000 characters, if no row can be used, or if very many cannot. Memory grows with the usable rows, not
    with the file.
    """
    path = _table_in(source) if source.is_dir() else source
    _check_text(path)
    rows = _rows(path)
    crops: list[CropRecord] = []
    skipped: list[Skipped] = []
    boundary, seen = FolderBoundary(path.parent), dict[Path, int]()
    for line, cells in rows:
        try:
            crop = _crop(path.parent, cells, boundary)
            if crop.image in seen:
                raise InputError.of(
                    "'{file}' was listed in line {seen} already.", file=cells["file"], seen=seen[crop.image]
                )
            seen[crop.image] = line
            crops.append(crop)
        except InputError as error:
            skipped.append(Skipped.from_error(path, tr("line {number}", number=line), error))
            if len(skipped) > MAX_SKIPPED:
                raise nothing_usable(
                    path, tr("more than {max_skipped:,} rows cannot be used", max_skipped=MAX_SKIPPED), skipped
                ) from error
    if not crops:
        raise nothing_usable(
            path,
            tr("the table has no usable row") if skipped else tr("the table has no usable row, only a header"),
            skipped,
        )
    return SourceContents(crops=tuple(crops), skipped=tuple(skipped))


def is_table(path: Path) -> bool:
    """Return whether the first line of the file has a column ``file``."""
    try:
        require_plain_file(path)
        with path.open("rb") as stream:
            first = stream.readline(4096).decode("utf-8-sig")
        return _delimiter(first) is not None
    except (OSError, UnicodeDecodeError, InputError):
        return False


def tables_in(folder: Path) -> list[Path]:
    """Return the tables directly in a folder, in natural order, without links that lead out of it."""
    boundary = FolderBoundary(folder)
    found = [path for path in list_files(folder, TABLE_SUFFIXES) if path.parent == folder]
    return [path for path in found if boundary.contains(path) and is_table(path)]


def _table_in(folder: Path) -> Path:
    tables = tables_in(folder)
    if len(tables) != 1:
        problem = (
            tr("several tables are in this folder") if tables else tr("no table with a column 'file' is in this folder")
        )
        raise InputError.at(folder, problem, hint=tr("Choose the table itself"))
    return tables[0]


def _check_text(path: Path) -> None:
    """Raise InputError unless the file is UTF-8 without NUL; read in chunks, so that memory use is constant."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    line, is_blank = 1, True
    with open_limited(path, MAX_BYTES, tr("the table")) as stream:
        if stream.read(2) in (b"\xff\xfe", b"\xfe\xff"):
            raise InputError.at(path, tr("the table is UTF-16"), hint=tr("Save it as CSV in UTF-8"))
        stream.seek(0)
        while chunk := stream.read(_CHUNK):
            is_blank = is_blank and not chunk.strip()
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as error:
                place = _place(line, chunk, error.start - pending)
                raise InputError.at(
                    path, tr("the table is not UTF-8"), place=place, hint=tr("Save it as UTF-8")
                ) from error
            if (nul := chunk.find(b"\0")) >= 0:
                place = _place(line, chunk, nul)
                raise InputError.at(path, tr("there is a NUL byte in the table"), place=place, hint=tr("Save it again"))
            line += chunk.count(b"\n")
    if is_blank:
        raise InputError.at(path, tr("the table is empty"), hint=tr("Begin it with the line 'file,text'"))
    if decoder.getstate()[0]:
        raise InputError.at(
            path, tr("the table is not UTF-8"), place=tr("line {number}", number=line), hint=tr("Save it as UTF-8")
        )


def _place(line: int, chunk: bytes, position: int) -> str:
    """Return the line of a position in a chunk that begins in ``line``."""
    number = line + chunk.count(b"\n", 0, max(0, position))
    return tr("line {number}", number=number)


def _lines(path: Path, stream: io.TextIOWrapper) -> Iterator[str]:
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        if len(line) >= MAX_LINE:
            raise InputError.at(
                path,
                tr("the line is longer than {max_line:,} characters", max_line=MAX_LINE),
                place=tr("line {number}", number=number),
            )
        yield line


def _delimiter(first: str) -> str | None:
    for delimiter in (",", ";", "\t"):
        names = [name.strip().strip('"').lower() for name in first.rstrip("\r\n").split(delimiter)]
        if "file" in names:
            return delimiter
    return None


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line number at which each row ends, and its cells by column."""
    with (
        open_limited(path, MAX_BYTES, tr("the table")) as raw,
        io.TextIOWrapper(raw, encoding="utf-8-sig", newline="") as stream,
    ):
        first = next(_lines(path, stream), "")
        delimiter = _delimiter(first)
        if delimiter is None:
            raise InputError.at(
                path, tr("there is no column 'file'"), place=tr("line 1"), hint=tr("Begin with the line 'file,text'")
            )
        stream.seek(0)
        reader = csv.reader(_lines(path, stream), delimiter=delimiter, strict=True)
        previous_limit = csv.field_size_limit(MAX_FIELD)
        try:
            names = [name.strip().lower() for name in next(reader)]
            if repeated := [name for name in COLUMNS if names.count(name) > 1]:
                raise InputError.at(
                    path, tr("there are two columns '{repeated}'", repeated=repeated[0]), place=tr("line 1")
                )
            columns = [(names.index(name), name) for name in (*COLUMNS, "source") if name in names]
            for cells in reader:
                if len(cells) > MAX_COLUMNS:
                    place = tr("line {number}", number=reader.line_num)
                    raise InputError.at(
                        path, tr("the row has more than {max_columns:,} cells", max_columns=MAX_COLUMNS), place=place
                    )
                if any(cells):
                    yield reader.line_num, {n: _unescape_formula(cells[i]) for i, n in columns if i < len(cells)}
        except csv.Error as error:
            reason = tr("a field is too long; is a quote missing?") if "limit" in str(error) else str(error)
            place = tr("line {number}", number=reader.line_num)
            raise InputError.at(path, tr("the row cannot be read ({reason})", reason=reason), place=place) from error
        finally:
            csv.field_size_limit(previous_limit)


def _crop(folder: Path, cells: dict[str, str], boundary: FolderBoundary) -> CropRecord:
    name = cells.get("file", "")
    if not name:
        raise InputError.of("The column 'file' is empty.")
    inside = relative_inside(name)
    if inside is None:
        raise InputError.of("'{name}' is an absolute path or leads out of the folder, so it was skipped.", name=name)
    image = folder / inside
    if not boundary.contains(image):
        raise InputError.of("{where}: {problem}", where=f"'{name}'", problem=f"{tr(OUTSIDE_FOLDER)}.")
    if image.suffix.lower() not in CROP_SUFFIXES:
        raise InputError.of("'{name}' is not an image file.", name=name)
    role = cells.get("role", "").strip().lower() or None
    if role is not None and role not in ROLES:
        raise InputError.of("The role '{role}' is none of {choices}.", role=role, choices=", ".join(ROLES))
    if not os.path.lexists(image):
        raise InputError.of("There is no file '{name}'.", name=name)
    frame_sizes(image)
    return CropRecord(
        image,
        text=None if cells.get("source", "").startswith(SUGGESTED_PREFIX) else cells.get("text") or None,
        role=role,
        writer=cells.get("writer") or None,
        page=cells.get("page") or None,
        ref=inside.as_posix(),
    )


def csv_text(rows: Iterable[Sequence[str]], line_end: str = "\r\n") -> str:
    """Return rows as the text of a CSV, its cells as they are."""
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator=line_end).writerows(rows)
    return stream.getvalue()


def escape_formula(cell: str) -> str:
    """Return ``cell`` so that no spreadsheet runs it as a formula."""
    return "'" + cell if _FORMULA.match(cell) else cell


def _unescape_formula(cell: str) -> str:
    return cell[1:] if _ESCAPED.match(cell) else cell
