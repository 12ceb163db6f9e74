"""A cache of small word images in one file under ``cache/``, so that many words show without decoding pages.

It can be rebuilt at any time: a damaged or missing file only costs the time to cut the words again.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError, InputError
from core.geometry import Box
from core.language import tr
from core.project.db.guarded_open import open_guarded
from core.project.project import Project
from core.project.project_files import ProjectFiles
from core.project.word_images import ErrorHandler, ImageWords, cut_words, word_image_refs

if TYPE_CHECKING:
    import numpy as np


logger = logging.getLogger(__name__)

MAX_HEIGHT, MAX_WIDTH = 96, 640
"""Cached images are scaled down to at most this many pixels."""

FILE = "crops.sqlite"
_TABLE = "CREATE TABLE crop (word_id INTEGER PRIMARY KEY, place TEXT NOT NULL, png BLOB NOT NULL)"


class CropCache:
    """PNG images by word id; an image is stale if the word's place has changed. Use one object in one thread."""

    def __init__(self, folder: Path) -> None:
        """Open the cache of the project in ``folder``, or make it."""
        self._files = ProjectFiles(folder)
        try:
            self._files.make_folder("cache")
            self._connection = self._connect()
        except (OSError, InputError, sqlite3.DatabaseError):
            # Nothing can be written there: use a temporary database, which disappears with the connection.
            self._connection = sqlite3.connect("")
            self._connection.execute(_TABLE)

    def close(self) -> None:
        self._connection.close()

    def thumbnails(self, project: Project, ids: Sequence[int], on_error: ErrorHandler) -> Iterator[dict[int, bytes]]:
        """Yield PNG bytes (8-bit grey) by word: first all cached ones, then those of one image after another.

        Each image is decoded at most once. Words that do not exist or cannot be read are left out; ``on_error`` is
        called for the latter.
        """
        images = word_image_refs(project, ids)
        cached = self._load(ids)
        fresh = {
            word_id: cached[word_id][1]
            for image in images
            for word_id, box in image.words
            if word_id in cached and cached[word_id][0] == _place(image, box)
        }
        yield fresh
        for image in images:
            if missing := tuple(word for word in image.words if word[0] not in fresh):
                pngs = {word_id: _png(crop) for word_id, crop in cut_words(replace(image, words=missing), on_error)}
                places = {word_id: _place(image, box) for word_id, box in missing}
                self._save([(word_id, places[word_id], png) for word_id, png in pngs.items()])
                yield pngs

    def _load(self, ids: Sequence[int]) -> dict[int, tuple[str, bytes]]:
        try:
            rows = self._connection.execute(
                "SELECT word_id, place, png FROM crop WHERE word_id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(ids)),),
            ).fetchall()
        except sqlite3.DatabaseError:
            return {}
        return {word_id: (place, png) for word_id, place, png in rows}

    def _save(self, rows: Sequence[tuple[int, str, bytes]]) -> None:
        try:
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO crop VALUES (?, ?, ?)", rows)
        except sqlite3.DatabaseError:
            return  # a full disk or a second window: the images are cut again next time

    def _connect(self) -> sqlite3.Connection:
        path = self._files.database(f"cache/{FILE}")
        try:
            return _open(path)
        except (InputError, sqlite3.DatabaseError) as error:
            logger.warning("%s: the crop cache is rebuilt (%s)", path, error)
            for suffix in ("", "-wal", "-shm", "-journal"):
                self._files.remove(f"cache/{FILE}{suffix}")
            return _open(path)


def _open(path: Path) -> sqlite3.Connection:
    connection = open_guarded(path, _find_foreign, options="mode=rwc", wait_seconds=1.0)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(_TABLE.replace("TABLE", "TABLE IF NOT EXISTS", 1))
        connection.isolation_level = "DEFERRED"  # rows are written many at a time
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _find_foreign(connection: sqlite3.Connection) -> str | None:
    made = connection.execute("SELECT sql FROM sqlite_schema").fetchmany(2)  # the first tables, views, triggers
    return None if made in ([], [(_TABLE,)]) else tr("contains something else than word images")


def _place(image: ImageWords, box: Box | None) -> str:
    return f"{image.path.name}:{image.frame}:{','.join(map(str, box or ()))}"


def _png(crop: np.ndarray) -> bytes:
    import cv2
    import numpy as np

    from core.imaging.normalise import shrunk

    small = np.ascontiguousarray(shrunk(crop, MAX_HEIGHT, MAX_WIDTH))
    done, data = cv2.imencode(".png", small, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    if not done:
        raise DuctusError.of("A word image could not be encoded as PNG.")
    return data.tobytes()
