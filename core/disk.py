"""Files on disk: checks before reading, and durable writes that leave the old file whole when they fail."""

from __future__ import annotations

import io
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from core.errors import InputError
from core.language import tr
from core.system.files import new_file_mode

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_PARTIAL = re.compile(r"\.(.{1,80})\.[a-z0-9_]{8}\.part", re.DOTALL)
"""The temporary names that :func:`atomic_file` uses."""


def require_plain_file(path: Path) -> None:
    """Raise InputError unless ``path`` is a plain file: reading a pipe would block, a device never ends."""
    try:
        if path.is_dir():
            raise InputError.at(path, tr("this is a folder, not a file"))
        if not path.exists():
            raise InputError.at(path, tr("there is no such file"))
        if not path.is_file():
            raise InputError.at(path, tr("this is not a plain file"))
    except (OSError, ValueError) as error:
        raise InputError.from_os_error(path, tr("the file cannot be opened"), error) from error


def sync_file(path: Path) -> None:
    """Wait until the file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make a rename in ``folder`` durable where the system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class ErrorKeepingFile(io.FileIO):
    """A file for HDF5 to write into, which keeps the first error of the disk instead of raising it.

    HDF5 cannot close a file that it failed to write to: the process would crash at its end. Whoever has closed the HDF5
    file calls :meth:`sync`.
    """

    _error: OSError | None = None

    def write(self, data: ReadableBuffer) -> int:
        """Write all of ``data``; HDF5 does not look at the returned number of bytes."""
        rest = memoryview(data).cast("B")
        length = len(rest)
        while rest and self._error is None:
            try:
                rest = rest[super().write(rest) :]
            except OSError as error:
                self._error = error
        return length

    def truncate(self, size: int | None = None) -> int:
        """Make the file longer or shorter."""
        try:
            return super().truncate(size)
        except OSError as error:
            self._error = self._error or error
            return size or 0

    def sync(self) -> None:
        """Wait until the file is on the disk. Raises the first error of all writing."""
        if self._error is not None:
            raise self._error
        os.fsync(self.fileno())


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file ``path`` by ``data`` in one step; its folder is made if needed.

    Raises InputError when it cannot be written; ``path`` is then as it was.
    """
    with atomic_file(path) as stream:
        stream.write(data)


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file open for writing that replaces ``path`` in one step when the context ends without an error.

    Its folder is made if needed. Raises InputError when it cannot be written; after any error ``path`` is as it was.
    """
    partial: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:80]}.", suffix=".part", dir=path.parent)
        partial = Path(name)
        with os.fdopen(handle, "w+b") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        partial.chmod(new_file_mode())  # mkstemp makes files that nobody else may read
        partial.replace(path)
    except BaseException as error:
        if partial is not None:
            with suppress(OSError):
                partial.unlink()
        if not isinstance(error, OSError):
            raise
        raise InputError.from_os_error(path, tr("the file cannot be written"), error) from error


def remove_partial_files(folder: Path, name: str | None = None) -> None:
    """Delete what a killed :func:`atomic_file` left in ``folder``: of the file ``name``, or of any.

    Only for the sole writer in that folder. Files that cannot be deleted stay; they do no harm.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            match = _PARTIAL.fullmatch(path.name)
            if match and (name is None or match[1] == name[:80]):
                path.unlink(missing_ok=True)
