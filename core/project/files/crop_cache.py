"""Small pictures of words, kept in one file under ``cache/`` so that a wall of them scrolls without decoding pages.

Rebuildable at any time: a damaged or missing file only costs the time to cut the words again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from core.errors import DuctusError
from core.geometry import Box
from core.project.files.crops import ImageWords, crop_box, word_image_refs
from core.project.files.linked_images import read_trusted_image
from core.project.project import Project

MAX_HEIGHT = 96
"""Kept pictures are scaled down to at most so many pixels of height ..."""
MAX_WIDTH = 640
"""... and of width."""

FILE = "crops.sqlite"
_TABLES = "SELECT CASE WHEN type = 'table' THEN name END FROM sqlite_schema"
"""Views and triggers, which come out as NULL, would work by themselves."""


class CropCache:
    """PNG pictures by word id; a picture is known to be stale by the place it was cut from.

    One object serves one thread. ``pictures`` decodes an image at most once a call and keeps every word asked
    for; an image that cannot be read is told of through ``on_error``.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = self._connect()
        except (OSError, sqlite3.DatabaseError):
            # nothing can be written there: a file of SQLite's own that goes with the connection
            self._connection = _open("")

    def close(self) -> None:
        self._connection.close()

    def pictures(
        self, project: Project, ids: Sequence[int], on_error: Callable[[int, DuctusError], None]
    ) -> Iterator[dict[int, bytes]]:
        """PNG bytes (8-bit grey) by word: first all that are kept, then those of one image after another.

        Ids that do not exist or cannot be read are left out.
        """
        images = word_image_refs(project, ids)
        kept = self._kept(ids)
        fresh = {
            word_id: kept[word_id][1]
            for image in images
            for word_id, box in image.words
            if word_id in kept and kept[word_id][0] == _place(image, box)
        }
        yield fresh
        for image in images:
            if missing := [word for word in image.words if word[0] not in fresh]:
                yield self._cut(image, missing, on_error)

    def _cut(
        self, image: ImageWords, words: Sequence[tuple[int, Box | None]], on_error: Callable[[int, DuctusError], None]
    ) -> dict[int, bytes]:
        try:
            pixels = read_trusted_image(image.path, image.frame)
        except DuctusError as error:
            for word_id, _ in words:
                on_error(word_id, error)
            return {}
        pictures: dict[int, bytes] = {}
        for word_id, box in words:
            crop = pixels if box is None else crop_box(pixels, box)
            if crop.size:
                pictures[word_id] = _png(crop)
            else:
                on_error(word_id, DuctusError(f"The box of word {word_id} lies off the image {image.path.name}."))
        places = {word_id: _place(image, box) for word_id, box in words}
        self._keep([(word_id, places[word_id], data) for word_id, data in pictures.items()])
        return pictures

    def _kept(self, ids: Sequence[int]) -> dict[int, tuple[str, bytes]]:
        try:
            rows = self._connection.execute(
                "SELECT word_id, place, png FROM crop WHERE word_id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(ids)),),
            ).fetchall()
        except sqlite3.DatabaseError:
            return {}
        return {word_id: (place, png) for word_id, place, png in rows}

    def _keep(self, rows: Sequence[tuple[int, str, bytes]]) -> None:
        try:
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO crop VALUES (?, ?, ?)", rows)
        except sqlite3.DatabaseError:
            return  # a full disk or a second window: the picture is cut again next time

    def _connect(self) -> sqlite3.Connection:
        try:
            return _open(self._path)
        except sqlite3.DatabaseError:
            for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
                (self._path.parent / name).unlink(missing_ok=True)
            return _open(self._path)


def _open(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=1.0)
    try:
        if any(name != "crop" for (name,) in connection.execute(_TABLES)):
            raise sqlite3.DatabaseError("this is no cache of ours")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS crop (word_id INTEGER PRIMARY KEY, place TEXT NOT NULL, png BLOB NOT NULL)"
        )
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _place(image: ImageWords, box: Box | None) -> str:
    return f"{image.path.name}:{image.frame}:{','.join(map(str, box or ()))}"


def _png(crop: np.ndarray) -> bytes:
    import cv2

    height, width = crop.shape
    scale = min(1.0, MAX_HEIGHT / height, MAX_WIDTH / width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        crop = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".png", np.ascontiguousarray(crop), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    if not done:
        raise DuctusError("A word's picture could not be packed.")
    return data.tobytes()
