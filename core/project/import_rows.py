"""The files and rows of an import.

Files are copied or linked; words known from earlier imports are matched, new ones added.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.records import ALIGNED, CropRecord, PageRecord, Skipped, TextOrigin
from core.geometry import clip
from core.language import tr
from core.lexicon.text import nfc
from core.project.content.pages import encode_points
from core.project.content.words import POSITION_STEP, Role
from core.project.db import journal
from core.project.db.values import fold_case, replace_unstorable, text_fault, utc_now
from core.project.file_access import trust_linked_folders
from core.project.file_store import copy_into_project, hash_file
from core.project.project import Project

_INSERT_TRANSCRIPTION = (
    "INSERT INTO transcription (id, word_id, text, nfc, folded, source, created_at, aligned, fit)"
    " VALUES (?, ?, ?, ?, ?, 'imported', ?, ?, ?)"
)
_WORD_COLUMNS = (
    *("id", "page_id", "file_id", "x", "y", "w", "h", "polygon", "line", "position"),
    *("role", "writer", "ref", "name", "page_label", "origin", "transcription_id", "line_id"),
)
_INSERT_WORD = f"INSERT INTO word ({', '.join(_WORD_COLUMNS)}) VALUES (:{', :'.join(_WORD_COLUMNS)})"


class FileStaging:
    """Records in a temporary table, on disk if large, which file of the project belongs to which source file."""

    def __init__(self, project: Project, copy: bool) -> None:
        self._project = project
        self._copy = copy
        self._staged_once: set[Path] = set()
        self._linked_folders: set[Path] = set()
        self.copied = 0
        """Number of files copied in that were not there before."""
        with project.transaction() as connection:
            connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS incoming (source BLOB PRIMARY KEY, path TEXT NOT NULL,"
                " sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, linked INTEGER NOT NULL) WITHOUT ROWID"
            )
        self.clear()

    def clear(self) -> None:
        with self._project.transaction() as connection:
            connection.execute("DELETE FROM temp.incoming")

    def stage(self, sources: Sequence[tuple[Path, str]], *, once: bool = False, always_copy: bool = False) -> None:
        """Hash, and copy or link, files into the areas ``pages`` or ``words``.

        With ``once``, remember these sources: many pages can share an image or a transcription file.
        """
        rows = []
        for source, area in sources:
            if source in self._staged_once:
                continue
            rows.append(self._row(source, area, link=not (self._copy or always_copy)))
            if once:
                self._staged_once.add(source)
        if self._linked_folders:
            trust_linked_folders(self._linked_folders)
            self._linked_folders.clear()
        with self._project.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO temp.incoming VALUES (?, ?, ?, ?, ?)", rows)

    def file_id(self, connection: sqlite3.Connection, source: Path) -> int:
        """Return the id in ``file`` of a staged source; the row is added if needed (in a transaction)."""
        row = connection.execute(
            "INSERT INTO file (path, sha256, bytes, linked)"
            " SELECT path, sha256, bytes, linked FROM temp.incoming WHERE source = ?"
            " ON CONFLICT (sha256) DO UPDATE SET path = excluded.path, linked = excluded.linked RETURNING id",
            (os.fsencode(source),),
        ).fetchone()
        return int(row[0])

    def _row(self, source: Path, area: str, link: bool) -> tuple[bytes, str, str, int, int]:
        sha256, size = hash_file(source)
        key = os.fsencode(source)
        known = self._project.one("SELECT path FROM file WHERE sha256 = ? AND linked = 0", (sha256,))
        if known and self._project.files.is_file(str(known[0])):
            return (key, known[0], sha256, size, 0)
        if link:
            path = _linkable_path(source)
            self._linked_folders.add(Path(path).parent)
            return (key, path, sha256, size, 1)
        path, is_new = copy_into_project(self._project.folder, area, source, sha256, size)
        self.copied += is_new
        return (key, path, sha256, size, 0)


def _linkable_path(source: Path) -> str:
    path = str(source.resolve())
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError.at(
            repr(path), tr("the file's name is not valid UTF-8, so it cannot be linked"), hint=tr("Copy it instead")
        ) from None
    return path


@dataclass(slots=True)
class _KnownWord:
    """A word of the project that a record may be, with every text it was ever given."""

    word_id: int
    texts: set[str]
    is_free: bool = True
    """From an earlier import, and not yet matched with a record of this one."""
    ref: str | None = None
    """The id that this import gives it."""


class RowImporter:
    """Writes records as rows inside an open edit, and counts them."""

    def __init__(self, connection: sqlite3.Connection, staging: FileStaging, role: str | None) -> None:
        self._db = connection
        self._staging = staging
        self._role = role
        self._time = utc_now()
        self._word_id = journal.highest_id(connection, "word")
        self._transcription_id = journal.highest_id(connection, "transcription")
        self._words: list[dict[str, Any]] = []
        self._transcriptions: list[tuple[object, ...]] = []
        self.words = self.pages = self.lines = self.already = self.transcriptions_added = 0
        self.skipped: list[Skipped] = []
        self._documents: dict[tuple[int, int], Path] = {}
        """The transcription of each page that is in this import, by the id of its image file and its frame."""
        self.has_unused_files = False
        """True if a transcription was copied, but left out."""

    def add_page(self, page: PageRecord) -> None:
        """Add a page with those of its words and lines that are new.

        A second document about the same page is left out, also if it names a copy of the image: their words would be
        mixed.
        """
        file_id, file = self._staging.file_id(self._db, page.image), page.source or page.image
        if page.source is not None:
            first = self._documents.setdefault((file_id, page.frame), page.source)
            if first != page.source:
                self._skip(page.source, "", tr("another document of the same page was read: {first}", first=first))
                self.has_unused_files = True
                return
        page_id = self._page_id(page, file_id)
        line_ids = self._add_lines(page_id, page, self._add_regions(page_id, page))
        known: defaultdict[str, list[_KnownWord]] = defaultdict(list)
        for origin, word_id in self._db.execute(
            "SELECT origin, id FROM word WHERE page_id = ? AND origin IS NOT NULL ORDER BY id", (page_id,)
        ).fetchall():
            known[origin].append(self._known_word(word_id))
        row = self._db.execute("SELECT max(position) FROM word WHERE page_id = ?", (page_id,)).fetchone()
        position = row[0] or 0
        for number, word in enumerate(page.words, start=1):
            place = word.ref or tr("word {number}", number=number)
            box = clip(word.box, page.width, page.height)
            if box is None:
                self._skip(file, place, tr("its box lies off the page"))
                continue
            position += POSITION_STEP
            origin = ",".join(map(str, word.box))
            candidates = known[origin]
            text = self._usable_text(word.text, file, place)
            # words of one source with the same box and text are different ones if their ids differ
            same = [candidate for candidate in candidates if candidate.is_free or candidate.ref == word.ref]
            if matched := self._match(same, text, (candidate for candidate in same if candidate.is_free)):
                matched.ref = word.ref
                self._set_line(matched.word_id, line_ids.get(word.line))
            else:
                candidates.append(
                    self._add_word(
                        text,
                        word.origin,
                        page_id=page_id,
                        **dict(zip("xywh", box, strict=True)),
                        polygon=encode_points(word.polygon),
                        line=word.line,
                        line_id=line_ids.get(word.line),
                        position=position,
                        role=self._role or word.role or Role.TRAIN,
                        writer=replace_unstorable(page.writer),
                        ref=replace_unstorable(word.ref),
                        origin=origin,
                    )
                )
        self._flush()

    def add_crops(self, crops: Sequence[CropRecord]) -> None:
        """Add those of the lone crops that are new."""
        known: dict[int, list[_KnownWord]] = {}
        for crop in crops:
            file_id = self._staging.file_id(self._db, crop.image)
            if file_id not in known:
                rows = self._db.execute("SELECT id FROM word WHERE file_id = ?", (file_id,)).fetchall()
                known[file_id] = [self._known_word(word_id) for (word_id,) in rows]
            candidates = known[file_id]
            text = self._usable_text(crop.text, crop.image, crop.ref or "")
            if not self._match(candidates, text, (c for c in candidates if not c.texts)):
                candidates.append(
                    self._add_word(
                        text,
                        file_id=file_id,
                        role=self._role or crop.role or Role.TRAIN,
                        writer=replace_unstorable(crop.writer),
                        ref=replace_unstorable(crop.ref),
                        name=_file_name(crop.image),
                        page_label=replace_unstorable(crop.page),
                    )
                )
        self._flush()

    def _page_id(self, page: PageRecord, file_id: int) -> int:
        """Return the page's id; a new page is added, a known one updated."""
        source_id = None if page.source is None else self._staging.file_id(self._db, page.source)
        source_path = None if page.source is None else replace_unstorable(str(page.source))
        writer = replace_unstorable(page.writer)
        row = self._db.execute("SELECT id FROM page WHERE file_id = ? AND frame = ?", (file_id, page.frame)).fetchone()
        if row is None:
            self.pages += 1
            row = self._db.execute(
                "INSERT INTO page (file_id, frame, width, height, name, source_path, source_file_id,"
                " writer, position) SELECT ?, ?, ?, ?, ?, ?, ?, ?, coalesce(max(position), 0) + 1 FROM page"
                " RETURNING id",
                (file_id, page.frame, page.width, page.height, _file_name(page.image), source_path, source_id, writer),
            ).fetchone()
        else:
            # An export must keep the other elements of the latest transcription file.
            self._db.execute(
                "UPDATE page SET source_path = coalesce(?, source_path),"
                " source_file_id = coalesce(?, source_file_id), writer = coalesce(writer, ?) WHERE id = ?",
                (source_path, source_id, writer, row[0]),
            )
        return int(row[0])

    def _known_word(self, word_id: int) -> _KnownWord:
        return _KnownWord(
            word_id, {row[0] for row in self._db.execute("SELECT nfc FROM transcription WHERE word_id = ?", (word_id,))}
        )

    def _match(
        self, candidates: Sequence[_KnownWord], text: str | None, may_take_text: Iterable[_KnownWord]
    ) -> _KnownWord | None:
        """Return the known word that a record is, if any; a new text for it is added as a transcription."""
        same = next((c for c in candidates if text is None or nfc(text) in c.texts), None)
        word = same or next(iter(may_take_text), None)
        if word is None:
            return None
        self.already += 1
        word.is_free = False
        if same is None and text is not None:
            self._add_transcription(word.word_id, text)
            word.texts.add(nfc(text))
        return word

    def _set_line(self, word_id: int, line_id: int | None) -> None:
        """Put a known word that has no line into one: projects of version 1 had no lines with words."""
        if line_id is not None:
            self._db.execute("UPDATE word SET line_id = ? WHERE id = ? AND line_id IS NULL", (line_id, word_id))

    def _add_transcription(self, word_id: int, text: str) -> None:
        """Add a transcription to a known word; it becomes current unless a person typed or accepted another."""
        self.transcriptions_added += 1
        transcription_id = self._new_transcription(word_id, text)
        self._flush()
        self._db.execute(
            "UPDATE word SET transcription_id = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM transcription"
            " WHERE transcription.id = word.transcription_id AND source IN ('typed', 'accepted'))",
            (transcription_id, word_id),
        )

    def _add_word(self, text: str | None, text_origin: TextOrigin | None = None, **columns: Any) -> _KnownWord:
        self._word_id += 1
        self.words += 1
        word_id = self._word_id
        transcription_id = None if text is None else self._new_transcription(word_id, text, text_origin)
        row = {**dict.fromkeys(_WORD_COLUMNS), "line": 0, "position": word_id * POSITION_STEP, **columns}
        self._words.append({**row, "id": word_id, "transcription_id": transcription_id})
        return _KnownWord(word_id, {nfc(text)} if text else set(), is_free=False, ref=columns.get("ref"))

    def _new_transcription(self, word_id: int, text: str, origin: TextOrigin | None = None) -> int:
        self._transcription_id += 1
        aligned, fit = (1, origin.confidence) if origin is not None and origin.kind == ALIGNED else (None, None)
        row = (self._transcription_id, word_id, text, nfc(text), fold_case(text), self._time, aligned, fit)
        self._transcriptions.append(row)
        return self._transcription_id

    def _add_regions(self, page_id: int, page: PageRecord) -> list[int | None]:
        """Add the regions that are new; return the id of each."""
        rows = self._db.execute("SELECT x, y, w, h, kind, id FROM region WHERE page_id = ?", (page_id,))
        known = {tuple(row[:5]): int(row[5]) for row in rows.fetchall()}
        ids: list[int | None] = []
        for number, region in enumerate(page.regions, start=1):
            place, kind = (
                region.ref or tr("region {number}", number=number),
                replace_unstorable(region.kind) or "paragraph",
            )
            box = clip(region.box, page.width, page.height)
            if box is None:
                ids.append(None)
                continue
            text = self._usable_text(region.text, page.source or page.image, place)
            if (*box, kind) not in known:
                polygon, ref = encode_points(region.polygon), replace_unstorable(region.ref)
                known[(*box, kind)] = self._insert_id(
                    "INSERT INTO region (page_id, x, y, w, h, polygon, kind, text, ref, position)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (page_id, *box, polygon, kind, text, ref, number * POSITION_STEP),
                )
            ids.append(known[(*box, kind)])
        return ids

    def _add_lines(self, page_id: int, page: PageRecord, regions: Sequence[int | None]) -> dict[int, int]:
        """Add the lines that are new, and the new text of known ones; return the ids by line number.

        A known line has the same box and the same id in its source, or without an id the same text. Known lines
        are counted where they have no words, which are counted themselves.
        """
        if not page.lines:
            return {}
        rows = self._db.execute("SELECT x, y, w, h, ref, text, id FROM line WHERE page_id = ?", (page_id,)).fetchall()
        known = {tuple(row[:5]) if row[4] else (*row[:4], None, row[5]): int(row[6]) for row in rows}
        texts = {int(row[6]): row[5] for row in rows}
        cut = {word.line for word in page.words}
        ids: dict[int, int] = {}
        for line in page.lines:
            place = line.ref or tr("line {number}", number=line.number + 1)
            box = clip(line.box, page.width, page.height)
            if box is None:
                self._skip(page.source or page.image, place, tr("its box lies off the page"))
                continue
            text = self._usable_text(line.text, page.source or page.image, place)
            ref = replace_unstorable(line.ref)
            key = (*box, ref) if ref else (*box, None, text)
            if key not in known:
                region = regions[line.region] if line.region is not None and line.region < len(regions) else None
                outline, baseline = encode_points(line.polygon), encode_points(line.baseline)
                known[key] = self._insert_id(
                    "INSERT INTO line (page_id, x, y, w, h, polygon, text, ref, baseline, region_id, position)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (page_id, *box, outline, text, ref, baseline, region, (line.number + 1) * POSITION_STEP),
                )
                self.lines += 1
            else:
                if text is not None and texts.get(known[key]) != text:
                    self._db.execute("UPDATE line SET text = ? WHERE id = ?", (text, known[key]))
                self.already += line.number not in cut
            ids.setdefault(line.number, known[key])
        return ids

    def _insert_id(self, sql: str, values: Sequence[object]) -> int:
        return int(self._db.execute(f"{sql} RETURNING id", values).fetchone()[0])

    def _usable_text(self, text: str | None, file: Path, place: str) -> str | None:
        """Return the text to store; one that cannot be stored is reported, and the word imported without it."""
        if text is None or not text.strip():
            return None
        if fault := text_fault(text):
            self._skip(file, place, tr("imported without its text, because {fault}", fault=fault), is_note=True)
            return None
        return text

    def _skip(self, file: Path, place: str, reason: str, *, is_note: bool = False) -> None:
        self.skipped.append(Skipped(file, place, reason, is_note=is_note))

    def _flush(self) -> None:
        # Transcriptions first: the search index looks up a word's text when the word is written.
        self._db.executemany(_INSERT_TRANSCRIPTION, self._transcriptions)
        self._db.executemany(_INSERT_WORD, self._words)
        self._transcriptions.clear()
        self._words.clear()


def _file_name(path: Path) -> str:
    return os.fsencode(path.name).decode("utf-8", "replace")
