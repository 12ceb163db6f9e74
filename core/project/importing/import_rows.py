"""The rows of an import: which words are known from before, which are new, and what they are given."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.formats.records import CropRecord, LineRecord, PageRecord, Skipped, WordRecord
from core.geometry import Box, clip
from core.lexicon.text import nfc
from core.project.db import journal
from core.project.db.values import fold_case, replace_unstorable, text_fault, utc_now
from core.project.importing.file_staging import FileStaging

POSITION_STEP = 1024
"""Words are numbered in reading order with gaps, so that one can be put between two."""

_INSERT_READING = (
    "INSERT INTO reading (id, word_id, text, nfc, folded, source, created_at) VALUES (?, ?, ?, ?, ?, 'imported', ?)"
)
_INSERT_WORD = (
    "INSERT INTO word (id, page_id, file_id, x, y, w, h, polygon, line, position, role, writer, ref, name,"
    " page_label, origin, reading_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(slots=True)
class _Known:
    """A word of the project that a record may be: its id and every text it was ever given."""

    word_id: int
    texts: set[str] = field(default_factory=set)
    free: bool = True
    """From an earlier import, and no record of this one was found to be it yet."""


class RowImporter:
    """Writes records as rows, inside an open edit, and counts what it did."""

    def __init__(self, connection: sqlite3.Connection, incoming: FileStaging, role: str | None) -> None:
        self._db = connection
        self._incoming = incoming
        self._role = role
        self._time = utc_now()
        self._word_id = journal.highest_id(connection, "word")
        self._reading_id = journal.highest_id(connection, "reading")
        self._words: list[tuple[object, ...]] = []
        self._readings: list[tuple[object, ...]] = []
        self.words = self.pages = self.lines = self.already = self.readings_added = 0
        self.skipped: list[Skipped] = []

    def add_page(self, page: PageRecord) -> None:
        """A page with its words and lines, or those of them that are new."""
        page_id, known = self._page(page)
        by_origin: dict[str, list[_Known]] = {}
        for origin, before in known:
            by_origin.setdefault(origin, []).append(before)
        row = self._db.execute("SELECT max(position) FROM word WHERE page_id = ?", (page_id,)).fetchone()
        position = row[0] or 0
        for number, word in enumerate(page.words):
            box = clip(word.box, page.width, page.height)
            if box is None:
                self._skip(page.source or page.image, word.ref or f"word {number + 1}", "its box lies off the page")
                continue
            position += POSITION_STEP
            origin = ",".join(map(str, word.box))
            candidates = by_origin.setdefault(origin, [])
            text = self._text(word.text, page.source or page.image, word.ref or f"word {number + 1}")
            if not self._is_known(candidates, text, (c for c in candidates if c.free)):
                candidates.append(self._new_page_word(page_id, page, word, box, origin, position, text))
        self._flush()
        self._add_lines(page_id, page)

    def add_crops(self, crops: Sequence[CropRecord]) -> None:
        """Lone crops, or those of them that are new."""
        seen: dict[int, list[_Known]] = {}
        for crop in crops:
            file_id = self._incoming.file_id(self._db, crop.image)
            if file_id not in seen:
                rows = self._db.execute("SELECT '', id FROM word WHERE file_id = ?", (file_id,)).fetchall()
                seen[file_id] = [word for _, word in self._with_texts(rows)]
            candidates = seen[file_id]
            text = self._text(crop.text, crop.image, crop.ref or "")
            if self._is_known(candidates, text, (c for c in candidates if not c.texts)):
                continue
            word_id, reading_id = self._new_ids(text)
            name = replace_unstorable(os.fsencode(crop.image.name).decode("utf-8", "replace"))
            role = self._role or crop.role or "train"
            place = (word_id, None, file_id, None, None, None, None, None, 0, word_id * POSITION_STEP)
            labels = (
                role,
                replace_unstorable(crop.writer),
                replace_unstorable(crop.ref),
                name,
                replace_unstorable(crop.page),
                None,
                reading_id,
            )
            self._words.append((*place, *labels))
            candidates.append(_Known(word_id, {nfc(text)} if text else set(), free=False))
        self._flush()

    def _page(self, page: PageRecord) -> tuple[int, list[tuple[str, _Known]]]:
        """The page's id, and what it held before."""
        file_id = self._incoming.file_id(self._db, page.image)
        source_id = None if page.source is None else self._incoming.file_id(self._db, page.source)
        source_path = None if page.source is None else replace_unstorable(str(page.source))
        writer = replace_unstorable(page.writer)
        row = self._db.execute("SELECT id FROM page WHERE file_id = ? AND frame = ?", (file_id, page.frame)).fetchone()
        if row is None:
            self.pages += 1
            name = os.fsencode(page.image.name).decode("utf-8", "replace")
            row = self._db.execute(
                "INSERT INTO page (file_id, frame, width, height, name, source_path, source_file_id,"
                " writer, position) SELECT ?, ?, ?, ?, ?, ?, ?, ?, coalesce(max(position), 0) + 1 FROM page"
                " RETURNING id",
                (file_id, page.frame, page.width, page.height, name, source_path, source_id, writer),
            ).fetchone()
            return row[0], []
        # The latest transcription is the one whose other elements an export must keep.
        self._db.execute(
            "UPDATE page SET source_path = coalesce(?, source_path),"
            " source_file_id = coalesce(?, source_file_id), writer = coalesce(writer, ?) WHERE id = ?",
            (source_path, source_id, writer, row[0]),
        )
        words = self._db.execute(
            "SELECT origin, id FROM word WHERE page_id = ? AND origin IS NOT NULL ORDER BY id", row
        ).fetchall()
        return row[0], self._with_texts(words)

    def _with_texts(self, words: list[tuple[str, int]]) -> list[tuple[str, _Known]]:
        return [
            (
                origin,
                _Known(
                    word_id,
                    {row[0] for row in self._db.execute("SELECT nfc FROM reading WHERE word_id = ?", (word_id,))},
                ),
            )
            for origin, word_id in words
        ]

    def _is_known(self, candidates: list[_Known], text: str | None, open_to_text: Iterable[_Known]) -> bool:
        """Whether a record is a word of before; if so a new text for it is kept as a further reading."""
        same = next((c for c in candidates if text is None or nfc(text) in c.texts), None)
        word = same or next(iter(open_to_text), None)
        if word is None:
            return False
        self.already += 1
        word.free = False
        if same is None and text is not None:
            self._give_reading(word.word_id, text)
            word.texts.add(nfc(text))
        return True

    def _give_reading(self, word_id: int, text: str) -> None:
        self._flush()
        self._reading_id += 1
        self.readings_added += 1
        self._db.execute(_INSERT_READING, (self._reading_id, word_id, text, nfc(text), fold_case(text), self._time))
        self._db.execute(
            "UPDATE word SET reading_id = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM reading"
            " WHERE reading.id = word.reading_id AND source IN ('typed', 'accepted'))",
            (self._reading_id, word_id),
        )

    def _new_page_word(
        self, page_id: int, page: PageRecord, word: WordRecord, box: Box, origin: str, position: int, text: str | None
    ) -> _Known:
        word_id, reading_id = self._new_ids(text)
        place = (word_id, page_id, None, *box, _polygon(word.polygon), word.line, position)
        role = self._role or word.role or "train"
        self._words.append(
            (
                *place,
                role,
                replace_unstorable(page.writer),
                replace_unstorable(word.ref),
                None,
                None,
                origin,
                reading_id,
            )
        )
        return _Known(word_id, {nfc(text)} if text else set(), free=False)

    def _new_ids(self, text: str | None) -> tuple[int, int | None]:
        self._word_id += 1
        self.words += 1
        if text is None:
            return self._word_id, None
        self._reading_id += 1
        self._readings.append((self._reading_id, self._word_id, text, nfc(text), fold_case(text), self._time))
        return self._word_id, self._reading_id

    def _add_lines(self, page_id: int, page: PageRecord) -> None:
        if not page.lines:
            return
        rows = self._db.execute("SELECT x, y, w, h, text FROM line WHERE page_id = ?", (page_id,)).fetchall()
        before = set(rows)
        for number, line in enumerate(page.lines):
            place = line.ref or f"line {number + 1}"
            box = clip(line.box, page.width, page.height)
            if box is None:
                self._skip(page.source or page.image, place, "its box lies off the page")
                continue
            text = self._text(line.text, page.source or page.image, place)
            if (*box, text) in before:
                self.already += 1
                continue
            before.add((*box, text))
            self.lines += 1
            self._add_line(page_id, line, box, text, len(before))

    def _add_line(self, page_id: int, line: LineRecord, box: Box, text: str | None, position: int) -> None:
        self._db.execute(
            "INSERT INTO line (page_id, x, y, w, h, polygon, text, ref, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (page_id, *box, _polygon(line.polygon), text, replace_unstorable(line.ref), position * POSITION_STEP),
        )

    def _text(self, text: str | None, file: Path, place: str) -> str | None:
        """The text to keep; one that cannot be kept is told of, and the word comes without it."""
        if text is None or not text.strip():
            return None
        fault = text_fault(text)
        if fault:
            self._skip(file, place, f"imported without its text, for {fault}")
            return None
        return text

    def _skip(self, file: Path, place: str, reason: str) -> None:
        self.skipped.append(Skipped(file, place, reason))

    def _flush(self) -> None:
        # Readings first: the search index takes a word's text when the word is written.
        self._db.executemany(_INSERT_READING, self._readings)
        self._db.executemany(_INSERT_WORD, self._words)
        self._readings.clear()
        self._words.clear()


def _polygon(points: tuple[tuple[int, int], ...] | None) -> str | None:
    return None if points is None else json.dumps(points)
