"""Plain files and folders below a folder, reached without following a link.

Where the system opens files relative to a folder's descriptor, each folder on the way is held open, so that a link put
in its place meanwhile is not followed. Elsewhere (Windows) every name is looked at right before it is used. A path
below the folder is a :class:`PurePath` without ``..``; the folder itself may be reached through links.
"""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath

from core.system.files import is_link_status
from core.system.platforms import is_windows

_HAS_DESCRIPTORS = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_PLAIN_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_FOLDER_FLAGS = os.O_RDONLY | _PLAIN_FLAGS | getattr(os, "O_DIRECTORY", 0)
_MAX_ENTRIES = 5_000_000
"""Entries that :func:`find_special` looks at: fifty times those of a project with 100,000 words."""


class NotPlainError(OSError):
    """A link, or neither a plain file nor a folder, where one was expected; ``path`` is below the folder."""

    def __init__(self, path: PurePath, is_link: bool) -> None:
        super().__init__(errno.ELOOP if is_link else errno.EINVAL, "not a plain file", str(path))
        self.path, self.is_link = path, is_link


def status_below(folder: Path, path: PurePath) -> os.stat_result | None:
    """Return the status of ``path``, or None if it is missing; raises NotPlainError for anything special on the way."""
    found: os.stat_result | None = None
    for below in _names_on_the_way(path):
        try:
            found = os.lstat(folder / below)
        except (FileNotFoundError, NotADirectoryError):
            return None
        _require_plain(below, found)
    return folder.stat() if found is None else found


def path_below(folder: Path, path: PurePath) -> Path:
    """Return the whole path of a plain file or folder, or of a missing one, for a library that opens it itself.

    Call it right before each use. Raises NotPlainError for anything special on the way.
    """
    status_below(folder, path)
    return folder / path


def open_below(folder: Path, path: PurePath, flags: int) -> int:
    """Open the plain file ``path`` with ``flags`` of :func:`os.open`; return its descriptor.

    Raises NotPlainError for anything else on the way; a pipe does not block.
    """
    with _parent_of(folder, path) as (name, parent):
        _require_plain_name(path, name, parent)
        try:
            descriptor = os.open(name, flags | _PLAIN_FLAGS | _BINARY, 0o666, dir_fd=parent)
        except OSError:
            _require_plain_name(path, name, parent)  # it may have been replaced since
            raise
        try:
            found = os.fstat(descriptor)
            _require_plain(path, found)
            if not stat.S_ISREG(found.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        except BaseException:
            os.close(descriptor)
            raise
    return descriptor


def make_folders_below(folder: Path, path: PurePath) -> None:
    """Make ``path`` and the folders above it, as far as they are missing."""
    for below in _names_on_the_way(path):
        with _parent_of(folder, below) as (name, parent):
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=parent)
            if not stat.S_ISDIR(_require_plain_name(below, name, parent)):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder / below))


def names_below(folder: Path, path: PurePath) -> list[str]:
    """Return the names in the folder ``path``, sorted; none if it is missing."""
    try:
        with _opened_folder(folder, path) as opened:
            return sorted(os.listdir(opened))  # noqa: PTH208 - a descriptor has no path
    except (FileNotFoundError, NotADirectoryError):
        return []


def replace_below(folder: Path, old: PurePath, new: PurePath) -> None:
    """Rename ``old`` to ``new``, in place of what is there; a link there is replaced, not followed."""
    with _parent_of(folder, old) as (name, parent), _parent_of(folder, new) as (new_name, new_parent):
        os.replace(name, new_name, src_dir_fd=parent, dst_dir_fd=new_parent)


def remove_below(folder: Path, path: PurePath) -> None:
    """Delete the file ``path`` if there is one; of a link, the link itself."""
    with suppress(FileNotFoundError, NotADirectoryError), _parent_of(folder, path) as (name, parent):
        os.unlink(name, dir_fd=parent)


def remove_folder_below(folder: Path, path: PurePath) -> None:
    """Delete the folder ``path`` with everything in it, as far as possible."""
    with suppress(FileNotFoundError, NotADirectoryError), _parent_of(folder, path) as (name, parent):
        _require_plain_name(path, name, parent)
        shutil.rmtree(name, ignore_errors=True, dir_fd=parent)


def find_special(folder: Path) -> NotPlainError | None:
    """Return the first thing anywhere in ``folder`` that is neither a plain file nor a plain folder, or None.

    Reads names only, as the system lists them with their kinds. Folders that cannot be listed are passed over.
    """
    waiting, left = [PurePath()], _MAX_ENTRIES
    while waiting and left > 0:
        below = waiting.pop()
        with suppress(OSError), os.scandir(folder / below) as entries:
            for entry in entries:
                left -= 1
                # Windows lists the status with the name; elsewhere it would take a call for each.
                if entry.is_symlink() or (is_windows() and is_link_status(entry.stat(follow_symlinks=False))):
                    return NotPlainError(below / entry.name, True)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(below / entry.name)
                elif not entry.is_file(follow_symlinks=False):
                    return NotPlainError(below / entry.name, False)
    return None


def _names_on_the_way(path: PurePath) -> list[PurePath]:
    """Return ``a``, ``a/b`` and ``a/b/c`` for ``a/b/c``."""
    return [*reversed(path.parents), path][1:]


def _require_plain(path: PurePath, status: os.stat_result) -> None:
    is_plain = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    if is_link_status(status) or not is_plain:
        raise NotPlainError(path, is_link_status(status))


def _require_plain_name(path: PurePath, name: str | Path, parent: int | None) -> int:
    """Raise NotPlainError if ``name`` is special; return its mode, 0 if it is missing."""
    try:
        status = os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return 0
    _require_plain(path, status)
    return status.st_mode


@contextmanager
def _parent_of(folder: Path, path: PurePath) -> Iterator[tuple[str | Path, int | None]]:
    """Give the name to use for ``path``, and the descriptor of the folder it is in where there are such."""
    if not path.parts:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder))
    with _opened_folder(folder, path.parent) as opened:
        yield (folder / path, None) if isinstance(opened, Path) else (path.name, opened)


@contextmanager
def _opened_folder(folder: Path, path: PurePath) -> Iterator[int | Path]:
    """Give a descriptor of the folder ``path``, or its path on a system without; no folder on the way is a link."""
    if not _HAS_DESCRIPTORS:
        status_below(folder, path)
        yield folder / path
        return
    descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | os.O_CLOEXEC)
    try:
        for below in _names_on_the_way(path):
            try:
                inner = os.open(below.name, _FOLDER_FLAGS, dir_fd=descriptor)
            except OSError:
                _require_plain_name(below, below.name, descriptor)
                raise
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)
