"""Embeddings kept in a project's cache, by reader and image: other thresholds or another list need no pass through M1.

A reader has two files: records of :data:`_KEY`, and as many rows of embeddings. Both only grow. A row whose digest does
not fit, as after a power failure, counts as missing.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from core.model.learner_names import is_own
from core.system.plain_files import make_folders_below, names_below, open_below, remove_below, status_below

if TYPE_CHECKING:
    from core.model.learner import Learner

LIMIT_BYTES = 8 * 2**30
"""Size limit of the embeddings of all readers of a project: 300,000 images of five readers (alphabet `latin`)."""

_KEY = np.dtype([("image", "S32"), ("row", "S16"), ("size", "<u4")])
"""Hexadecimal digests of an image and of its row, and the bytes of each row."""
_LOCK_TIMEOUT_S = 60
FOLDER = PurePath("cache", "embeddings")


class EmbeddingCache:
    """Embeddings of the readers of a project, in its folder ``FOLDER``.

    Those of our own learners are rounded to 16 bits, new ones as well, so that results do not depend on the state of
    the cache. Learners of other packages may have any numbers, which are kept in 32 bits.
    """

    def __init__(self, project: Path) -> None:
        """Use the cache of the project in the folder ``project``."""
        self.project = project
        self._readers: dict[int, tuple[Learner, _Rows]] = {}
        """The readers asked for so far, by their objects, whose weights no longer change. Their embeddings are not
        deleted to make room."""

    def embed_all(
        self,
        learners: Sequence[Learner],
        images: NDArray[np.uint8],
        device: str,
        on_network_pass: Callable[[], None] = lambda: None,
    ) -> list[NDArray[np.float32]]:
        """Return each reader's embeddings [N, E] of ``images``; call ``on_network_pass`` once before any pass."""
        waiting = [on_network_pass]

        def announce() -> None:
            while waiting:
                waiting.pop()()

        digests = [blake2b(image.tobytes(), digest_size=16).hexdigest() for image in images]
        return [self._embed(learner, images, digests, device, announce) for learner in learners]

    def embed(self, learner: Learner, images: NDArray[np.uint8], device: str) -> NDArray[np.float32]:
        """Return one reader's embeddings [N, E] of ``images``."""
        return self.embed_all([learner], images, device)[0]

    def _embed(
        self,
        learner: Learner,
        images: NDArray[np.uint8],
        digests: Sequence[str],
        device: str,
        on_network_pass: Callable[[], None],
    ) -> NDArray[np.float32]:
        if not len(images):
            return learner.embed(images, device)
        stored = self._stored(learner)
        known = stored.read(digests)
        missing = {digest: row for row, digest in enumerate(digests) if digest not in known}
        if missing:
            on_network_pass()
            new = learner.embed(images[list(missing.values())], device).astype(stored.dtype)
            known |= dict(zip(missing, new, strict=True))
            if self._make_room(new.nbytes):
                # a full disk costs time later, but stops no recognition
                with contextlib.suppress(OSError, Timeout):
                    make_folders_below(self.project, FOLDER)
                    status_below(self.project, FOLDER / "lock")  # raises OSError for a link
                    with FileLock(self.project / FOLDER / "lock", timeout=_LOCK_TIMEOUT_S):
                        stored.append(list(missing), new)
        return np.stack([known[digest] for digest in digests]).astype(np.float32)

    def _stored(self, learner: Learner) -> _Rows:
        if id(learner) not in self._readers:
            dtype = np.dtype(np.float16 if is_own(learner.kind) else np.float32)
            self._readers[id(learner)] = learner, _Rows(self.project, _reader_key(learner), dtype)
        return self._readers[id(learner)][1]

    def _row_files(self) -> list[PurePath]:
        with contextlib.suppress(OSError):
            return [FOLDER / name for name in names_below(self.project, FOLDER) if name.endswith(".rows")]
        return []

    def _make_room(self, size: int) -> bool:
        """Return whether ``size`` more bytes fit, after deleting embeddings of other readers, the oldest first.

        Those of the readers in use stay: a collection larger than the limit is read in the same order each time, and
        would find nothing again if the newest replaced the oldest.
        """
        used = {rows.rows for _, rows in self._readers.values()}
        files = []
        for path in self._row_files():
            with contextlib.suppress(OSError):
                if (status := status_below(self.project, path)) is not None:
                    files.append((path in used, status.st_mtime, status.st_size, path))
        excess = sum(file_size for *_, file_size, _ in files) + size - LIMIT_BYTES
        for is_used, _, file_size, path in sorted(files):
            if excess <= 0 or is_used:
                break
            with contextlib.suppress(OSError):
                remove_below(self.project, path.with_suffix(".keys"))
                remove_below(self.project, path)
                excess -= file_size
        return excess <= 0


class _Rows:
    """The stored rows of one reader; other processes may add to them at any time."""

    def __init__(self, project: Path, reader: str, dtype: np.dtype[Any]) -> None:
        self._project = project
        self.keys, self.rows = FOLDER / f"{reader}.keys", FOLDER / f"{reader}.rows"
        self.dtype = dtype
        self._known: NDArray[np.void] = np.empty(0, _KEY)
        self._places: dict[bytes, int] = {}
        """Positions of the images' rows among ``_known``, the keys that were read so far."""

    def read(self, images: Sequence[str]) -> dict[str, NDArray[Any]]:
        """Return the sound rows of those of the images that have one."""
        self._read_keys()
        places = {image: self._places[image.encode()] for image in set(images) if image.encode() in self._places}
        found: dict[str, NDArray[Any]] = {}
        try:
            with os.fdopen(open_below(self._project, self.rows, os.O_RDONLY), "rb") as file:
                for image in sorted(places, key=places.__getitem__):
                    _, digest, size = self._known[places[image]].tolist()
                    file.seek(places[image] * size)
                    data = file.read(size)
                    if _digest(data) == digest:
                        found[image] = np.frombuffer(data, self.dtype)
            os.utime(self._project / self.rows)
        except OSError:
            return {}
        return found

    def append(self, images: Sequence[str], rows: NDArray[Any]) -> None:
        """Add the rows [n, E] of images; they are written before the keys that name them."""
        size = rows[:1].nbytes
        self._read_keys()
        count = len(self._known) if (self._known["size"] == size).all() else 0
        new = [(image.encode(), _digest(row.tobytes()), size) for image, row in zip(images, rows, strict=True)]
        _append(self._project, self.rows, count * size, rows.tobytes())
        _append(self._project, self.keys, count * _KEY.itemsize, np.array(new, _KEY).tobytes())

    def _read_keys(self) -> None:
        """Read the keys that were added since the last time; all of them if there are fewer now."""
        try:
            with os.fdopen(open_below(self._project, self.keys, os.O_RDONLY), "rb") as file:
                if file.seek(0, os.SEEK_END) < self._known.nbytes:
                    self._known, self._places = self._known[:0], {}
                file.seek(self._known.nbytes)
                data = file.read()
        except OSError:
            self._known, self._places = self._known[:0], {}
            return
        new = np.frombuffer(data[: len(data) // _KEY.itemsize * _KEY.itemsize], _KEY)
        self._places |= {image: len(self._known) + row for row, image in enumerate(new["image"].tolist())}
        self._known = np.concatenate([self._known, new])
        if len(set(self._known["size"].tolist())) > 1:
            self._known, self._places = self._known[:0], {}


def _append(project: Path, path: PurePath, at: int, data: bytes) -> None:
    """Write ``data`` into the file ``path`` from the position ``at``, where it ends then."""
    with os.fdopen(open_below(project, path, os.O_RDWR | os.O_CREAT), "r+b") as file:
        file.truncate(at)
        file.seek(at)
        file.write(data)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=8).hexdigest().encode()


def _reader_key(learner: Learner) -> str:
    """Return a digest of the weights on which a reader's embeddings depend."""
    digest = blake2b(learner.kind.encode(), digest_size=16)
    for name, array in sorted(learner.weights().items()):
        digest.update(f"\0{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
