"""Results of networks that a project's cache keeps, by network and input: they can be lost, and are made again then.

A network has two files: records of :data:`_KEY`, and the results one after the other. Both only grow. A result whose
digest does not fit, as after a power failure, counts as missing.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from core.arrays import Arrays
from core.system.plain_files import make_folders_below, names_below, open_below, path_below, remove_below, status_below

LIMIT_BYTES = 8 * 2**30
"""Size limit of all results of a project: embeddings of 300,000 images by five readers (alphabet `latin`)."""

_KEY = np.dtype([("source", "S32"), ("result", "S16"), ("size", "<u4")])
"""Hexadecimal digests of an input and of the result's bytes, and how many these are."""
_MOST_BYTES = 2**24
"""No result of a network is larger; a larger one would be somebody's trick."""
_LOCK_TIMEOUT_S = 60
FOLDER = PurePath("cache", "embeddings")


class KeptResults:
    """The results that a project keeps in its folder ``FOLDER``."""

    def __init__(self, project: Path) -> None:
        """Use the cache of the project in the folder ``project``."""
        self.project = project
        self._networks: dict[str, _ResultFiles] = {}
        """Those asked for so far. Their results are not deleted to make room."""

    def complete(
        self,
        network: str,
        sources: Iterable[str],
        make: Callable[[list[str]], Iterable[bytes]],
        decode: Callable[[str, bytes], NDArray[Any] | None],
    ) -> dict[str, NDArray[Any]]:
        """Return the result of each source; ``make`` gives those that are not kept, in the order of what it is given.

        ``network`` and ``sources`` are digests. ``decode`` gives the result of a source from its bytes, None if they
        are none; new results go through it as well.
        """
        files = self._networks.setdefault(network, _ResultFiles(self.project, network))
        wanted = list(dict.fromkeys(sources))
        read = {source: decode(source, data) for source, data in files.read(wanted).items()}
        known = {source: result for source, result in read.items() if result is not None}
        if missing := [source for source in wanted if source not in known]:
            made = dict(zip(missing, make(missing), strict=True))
            if self._make_room(sum(map(len, made.values()))):
                # a full disk costs time later, but stops no recognition
                with contextlib.suppress(OSError, Timeout):
                    make_folders_below(self.project, FOLDER)
                    with FileLock(path_below(self.project, FOLDER / "lock"), timeout=_LOCK_TIMEOUT_S):
                        files.append(made)
            for source, data in made.items():
                result = decode(source, data)
                assert result is not None
                known[source] = result
        return known

    def _make_room(self, size: int) -> bool:
        """Return whether ``size`` more bytes fit, after deleting those of other networks, the oldest first.

        Those of the networks in use stay: a collection larger than the limit is read in the same order each time, and
        would find nothing again if the newest replaced the oldest.
        """
        used = {files.results for files in self._networks.values()}
        found = []
        for path in self._result_files():
            with contextlib.suppress(OSError):
                if (status := status_below(self.project, path)) is not None:
                    found.append((path in used, status.st_mtime, status.st_size, path))
        excess = sum(file_size for *_, file_size, _ in found) + size - LIMIT_BYTES
        for is_used, _, file_size, path in sorted(found):
            if excess <= 0 or is_used:
                break
            with contextlib.suppress(OSError):
                remove_below(self.project, path.with_suffix(".keys"))
                remove_below(self.project, path)
                excess -= file_size
        return excess <= 0

    def _result_files(self) -> list[PurePath]:
        with contextlib.suppress(OSError):
            return [FOLDER / name for name in names_below(self.project, FOLDER) if name.endswith(".rows")]
        return []


class _ResultFiles:
    """The files of one network; other processes may add to them at any time."""

    def __init__(self, project: Path, network: str) -> None:
        self._project = project
        self.keys, self.results = FOLDER / f"{network}.keys", FOLDER / f"{network}.rows"
        self._known: NDArray[np.void] = np.empty(0, _KEY)
        self._places: dict[bytes, int] = {}
        """Positions of sources among ``_known``, the keys that were read so far."""

    def read(self, sources: Iterable[str]) -> dict[str, bytes]:
        """Return the sound results of those of the sources that have one."""
        self._read_keys()
        places = {source: self._places[source.encode()] for source in sources if source.encode() in self._places}
        ends = np.cumsum(self._known["size"], dtype=np.int64)
        found: dict[str, bytes] = {}
        try:
            with os.fdopen(open_below(self._project, self.results, os.O_RDONLY), "rb") as file:
                for source in sorted(places, key=places.__getitem__):
                    _, digest, size = self._known[places[source]].tolist()
                    file.seek(ends[places[source]] - size)
                    data = file.read(size)
                    if len(data) == size and _digest(data) == digest:
                        found[source] = data
            os.utime(self._project / self.results)
        except OSError:
            return {}
        return found

    def append(self, results: dict[str, bytes]) -> None:
        """Add the results of sources; they are written before the keys that name them."""
        self._read_keys()
        keys = [(source.encode(), _digest(data), len(data)) for source, data in results.items()]
        _append(self._project, self.results, int(self._known["size"].sum(dtype=np.int64)), b"".join(results.values()))
        _append(self._project, self.keys, len(self._known) * _KEY.itemsize, np.array(keys, _KEY).tobytes())

    def _read_keys(self) -> None:
        """Read the keys that were added since the last time, all of them if there are fewer now; none if damaged."""
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
        self._places |= {source: len(self._known) + row for row, source in enumerate(new["source"].tolist())}
        self._known = np.concatenate([self._known, new])
        if self._known["size"].max(initial=0) > _MOST_BYTES:
            self._known, self._places = self._known[:0], {}


def weights_digest(kind: str, weights: Arrays) -> str:
    """Return a digest of a network of this kind and its weights, by which its results are found."""
    digest = blake2b(kind.encode(), digest_size=16)
    for name, array in sorted(weights.items()):
        digest.update(f"\0{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def source_digest(data: bytes) -> str:
    """Return the digest of the input of a network."""
    return blake2b(data, digest_size=16).hexdigest()


def _append(project: Path, path: PurePath, at: int, data: bytes) -> None:
    """Write ``data`` into the file ``path`` from the position ``at``, where it ends then."""
    with os.fdopen(open_below(project, path, os.O_RDWR | os.O_CREAT), "r+b") as file:
        file.truncate(at)
        file.seek(at)
        file.write(data)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=8).hexdigest().encode()
