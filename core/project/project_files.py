"""The one way to the files in a project's folder: every path below it is opened, written, listed or made here.

A project may come from anybody. A link in its folder would make Ductus read, change or delete a file elsewhere, and a
pipe would block it for ever. So both are refused, with a message that names them, when a project is opened and at each
use. Errors of the system leave these methods as OSError, unless they say otherwise.
"""

import errno
import json
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, BinaryIO

from core.errors import InputError
from core.language import tr
from core.system import plain_files
from core.system.plain_files import NotPlainError

SUFFIX = ".ductus"
DATABASE = "project.sqlite"
"""The names of a project's folder and database."""

Name = str | PurePath
"""A path with ``/`` below the project's folder (``cache/thumbs``), or as :class:`Path` a whole path into it."""

MAX_READ_BYTES = 2**28
"""The longest file that is read at once; a log of a year's trainings has a tenth of it."""


class ProjectFiles:
    """The files in the folder of one project. All methods raise InputError for links and for special files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def refuse_special(self) -> None:
        """Raise InputError if anything in the folder is a link, or neither a plain file nor a folder."""
        if special := plain_files.find_special(self.folder):
            raise self._refusal(special)

    def path(self, name: Name) -> Path:
        """Return the whole path of a plain file or folder, or of a missing one, for a library that opens it itself.

        Call it right before each use.
        """
        with self._as_refusals():
            return plain_files.path_below(self.folder, self._below(name))

    def database(self, name: Name) -> Path:
        """Return :meth:`path` of a database of SQLite, which opens further files beside it."""
        whole = self.path(name)
        for suffix in ("-wal", "-shm", "-journal"):
            self.path(whole.with_name(whole.name + suffix))
        return whole

    def status(self, name: Name) -> os.stat_result | None:
        """Return the status of a file or folder, or None if it is missing."""
        with self._as_refusals():
            return plain_files.status_below(self.folder, self._below(name))

    def is_file(self, name: Name) -> bool:
        """Return whether there is such a file."""
        found = self.status(name)
        return found is not None and stat.S_ISREG(found.st_mode)

    def is_folder(self, name: Name) -> bool:
        """Return whether there is such a folder."""
        found = self.status(name)
        return found is not None and stat.S_ISDIR(found.st_mode)

    def open(self, name: Name) -> BinaryIO:
        """Open a file for reading."""
        return os.fdopen(self._open(name, os.O_RDONLY), "rb")

    def read(self, name: Name) -> bytes:
        """Return the content of a file; raises OSError for one of more than ``MAX_READ_BYTES``."""
        with self.open(name) as file:
            data = file.read(MAX_READ_BYTES + 1)
        if len(data) > MAX_READ_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(name))
        return data

    def read_object(self, name: Name) -> dict[str, Any]:
        """Return the JSON object in a file; an empty one if the file is missing or holds something else."""
        try:
            stored = json.loads(self.read(name))
        except (OSError, ValueError, RecursionError):
            return {}
        return stored if isinstance(stored, dict) else {}

    def append(self, name: Name, data: bytes) -> None:
        """Write ``data`` at the end of a file, which is made if missing."""
        with os.fdopen(self._open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab") as file:
            file.write(data)

    def write(self, name: Name, data: bytes, *, durably: bool = True) -> None:
        """Replace a file by ``data`` as :meth:`new_file` does; raises InputError if it cannot be written."""
        refused = InputError.if_refused(self.folder / self._below(name), tr("the file cannot be written"))
        with refused, self.new_file(name, durably=durably) as file:
            file.write(data)

    @contextmanager
    def new_file(self, name: Name, *, durably: bool = True) -> Iterator[BinaryIO]:
        """Yield a file open for writing that replaces ``name`` in one step when the context ends without an error.

        Its folder is made if needed. After an error the file ``name`` is as it was. ``durably``: wait until the data is
        on the disk.
        """
        below = self._below(name)
        partial = below.with_name(f".{below.name[:80]}.{secrets.token_hex(4)}.part")
        self.make_folder(below.parent)
        try:
            with os.fdopen(self._open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
                yield file
                file.flush()
                if durably:
                    os.fsync(file.fileno())
            self.rename(partial, below)
        except BaseException:
            with suppress(OSError):
                self.remove(partial)
            raise

    def make_folder(self, name: Name) -> Path:
        """Make a folder, and those above it, if missing; return its whole path."""
        below = self._below(name)
        with self._as_refusals():
            plain_files.make_folders_below(self.folder, below)
        return self.folder / below

    def names(self, name: Name) -> list[str]:
        """Return the names of the files and folders in a folder, sorted; none if it is missing."""
        with self._as_refusals():
            return plain_files.names_below(self.folder, self._below(name))

    def walk(self, name: Name) -> Iterator[PurePosixPath]:
        """Yield the paths of all files in a folder and the folders in it, sorted, from the project's folder on."""
        below = self._below(name)
        for entry in self.names(below):
            if self.is_folder(below / entry):
                yield from self.walk(below / entry)
            else:
                yield PurePosixPath((below / entry).as_posix())

    def rename(self, old: Name, new: Name) -> None:
        """Rename a file, in place of what is there."""
        with self._as_refusals():
            plain_files.replace_below(self.folder, self._below(old), self._below(new))

    def remove(self, name: Name) -> None:
        """Delete a file if there is one."""
        with self._as_refusals():
            plain_files.remove_below(self.folder, self._below(name))

    def remove_folder(self, name: Name) -> None:
        """Delete a folder and everything in it, as far as possible."""
        with self._as_refusals():
            plain_files.remove_folder_below(self.folder, self._below(name))

    def _open(self, name: Name, flags: int) -> int:
        with self._as_refusals():
            return plain_files.open_below(self.folder, self._below(name), flags)

    def _below(self, name: Name) -> PurePath:
        """Return ``name`` as a path below the folder; raises InputError for one that leads out of it."""
        below = PurePath(name)
        if isinstance(name, Path):
            for root in (self.folder, self.folder.absolute(), self.folder.resolve()):
                if name.is_relative_to(root):
                    below = name.relative_to(root)
                    break
        if below.is_absolute() or below.drive or ".." in below.parts:
            raise InputError.at(
                self.folder, tr("the project names a file outside its own folder ({path})", path=str(name))
            )
        return below

    @contextmanager
    def _as_refusals(self) -> Iterator[None]:
        try:
            yield
        except NotPlainError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: NotPlainError) -> InputError:
        path = error.path.as_posix()
        if error.is_link:
            return InputError.at(
                self.folder,
                tr("'{path}' is a link to another place, which a project may not contain", path=path),
                hint=tr("Replace it with the file or folder it points to"),
            )
        return InputError.at(
            self.folder,
            tr("'{path}' is neither a file nor a folder, which a project may not contain", path=path),
            hint=tr("Delete it"),
        )
