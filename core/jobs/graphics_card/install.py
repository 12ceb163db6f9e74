"""Fetches, checks and unpacks the PyTorch for the graphics card into the user's data folder, and removes it again.

The folder holds ``download`` (a file while it is fetched), ``packages`` (what is unpacked) and, once that is complete,
``build.json``. After an interruption the same request continues: each unpacked wheel has a mark in ``packages``.
"""

from __future__ import annotations

import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.errors import InputError, Stopped
from core.events import JobPart, Listener, Progress, ShouldStop
from core.formats.files import relative_inside
from core.jobs.download.http_get import RetryPolicy, TransferError
from core.jobs.download.reachable_host import host_of
from core.jobs.download.resumable import Downloader, discard
from core.jobs.graphics_card.packages import Wheel, WheelList, find_address, require_address
from core.language import tr
from core.project.file_store import hash_file
from core.system.files import file_lock
from core.torch_build import PACKAGES, TorchBuild, check, forget_build, read_build, write_build

_CHUNK = 2**20
_MODULES = (".data/purelib/", ".data/platlib/")


def unpack_wheel(wheel: Path, folder: Path, wrote: Callable[[int], None]) -> None:
    """Unpack the modules, libraries and metadata of a wheel; what is there already is overwritten.

    Scripts and headers are left out. ``wrote`` is called with the number of bytes of each chunk. Raises InputError for
    an entry that would lie outside ``folder``, a damaged wheel, or where nothing can be written.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.infolist():
                if entry.is_dir() or (name := _module_name(entry.filename)) is None:
                    continue
                _write(archive, entry, folder / _safe_name(wheel, name), wrote)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise InputError.at(wheel, tr("this is no whole package")) from error
    except OSError as error:
        raise InputError.from_os_error(folder, tr("the files cannot be unpacked"), error) from error


def _module_name(name: str) -> str | None:
    """Return where an entry goes below the folder of modules; None for anything but modules."""
    for part in _MODULES:
        if part in name:
            return name.partition(part)[2]
    return None if name.partition("/")[0].endswith(".data") else name


def _safe_name(wheel: Path, name: str) -> Path:
    inside = relative_inside(name)
    if inside is None:
        raise InputError.at(wheel, tr("it has an entry outside its folder"), place=name)
    return inside


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, wrote: Callable[[int], None]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(entry) as packed, target.open("wb") as out:
        while chunk := packed.read(_CHUNK):
            out.write(chunk)
            wrote(len(chunk))


_DOWNLOAD = "download"
_MARKS = ".unpacked"
_LOCK = "install.lock"
_OURS = (PACKAGES, _DOWNLOAD)
_MB = 10**6
_MARGIN = 200 * _MB
"""Room that is left on the disk, for everything else that is written meanwhile."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The version to install, its package index, and the folder for it."""

    wheels: WheelList
    index: str
    folder: Path
    retry: RetryPolicy = field(default_factory=RetryPolicy)


def install(request: Installation, emit: Listener, should_stop: ShouldStop) -> TorchBuild:
    """Install the build, or continue an earlier installation; return it as it was then tried on the card.

    A build that is complete already is only tried again. Raises InputError (nothing of the former state is lost, and
    what is fetched is kept) and Stopped.
    """
    folder = request.folder
    with _locked(folder):
        found = read_build(folder)
        if found is None or (found.torch, found.python) != (request.wheels.torch, request.wheels.python):
            index = require_address(request.index)
            require_room(request)
            _Installer(request, index, emit, should_stop).run()
            found = TorchBuild(request.wheels.torch, request.wheels.python)
        build = check(folder, found)
        write_build(folder, build)
        return build


def remove(folder: Path) -> int:
    """Delete the build and what is left of an installation; return the bytes that it took.

    The program uses its own PyTorch from the first moment on. Raises InputError while it is being installed, or where
    the system does not let files go that a running job uses.
    """
    if not folder.is_dir():
        return 0
    with _locked(folder):
        size = taken_bytes(folder)
        forget_build(folder)
        with InputError.if_refused(
            folder, tr("not all files can be deleted"), hint=tr("Wait until no job runs, and remove it again")
        ):
            for name in _OURS:
                if (folder / name).exists():
                    shutil.rmtree(folder / name)
    (folder / _LOCK).unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()
    return size


def taken_bytes(folder: Path) -> int:
    """Return the size of all files of the build, complete or not."""
    files = (file for name in _OURS for file in (folder / name).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file())


def is_begun(folder: Path) -> bool:
    """Return whether an installation was begun and broke off."""
    return read_build(folder) is None and any((folder / name).is_dir() for name in _OURS)


def free_bytes(folder: Path) -> int:
    """Return the room on the disk where ``folder`` is or will be. Raises InputError."""
    existing = next((path for path in (folder, *folder.parents) if path.is_dir()), folder)
    with InputError.if_refused(existing, tr("the disk cannot be looked at")):
        return shutil.disk_usage(existing).free


def require_room(request: Installation) -> None:
    """Raise InputError if the disk has no room for what is not unpacked yet."""
    missing = tuple(wheel for wheel in request.wheels.wheels if not _mark(request.folder, wheel).exists())
    needed = replace(request.wheels, wheels=missing).needed_bytes + _MARGIN
    free = free_bytes(request.folder)
    if free < needed:
        problem = tr("{needed:.1f} GB are needed, and {free:.1f} GB are free", needed=needed / 1e9, free=free / 1e9)
        raise InputError.at(request.folder, problem, hint=tr("Make room there; nothing was fetched"))


class _Installer:
    """Fetches and unpacks one file after the other; progress is in megabytes, fetched and unpacked."""

    def __init__(self, request: Installation, index: str, emit: Listener, should_stop: ShouldStop) -> None:
        self._request, self._index, self._emit, self._should_stop = request, index, emit, should_stop
        self._total = request.wheels.download_bytes + request.wheels.unpacked_bytes
        self._done = 0
        self._shown = -1

    def run(self) -> None:
        """Leave all packages in the folder, or raise InputError or Stopped with what is done kept."""
        folder = self._request.folder
        try:
            self._prepare()
            before = 0
            for wheel in self._request.wheels.wheels:
                self._go_to(before)
                if not _mark(folder, wheel).exists():
                    self._add(wheel)
                before += wheel.size + wheel.unpacked
            self._go_to(before)
            shutil.rmtree(folder / _DOWNLOAD)
        except Stopped:
            raise Stopped.of("Stopped. What is fetched is kept; install again to go on from there.") from None
        except OSError as error:
            raise InputError.from_os_error(folder, tr("nothing can be installed there"), error) from error

    def _prepare(self) -> None:
        """Make the folders, without what belongs to another version of Ductus."""
        packages = self._request.folder / PACKAGES
        forget_build(self._request.folder)
        wanted = {wheel.sha256 for wheel in self._request.wheels.wheels}
        if packages.exists() and not {mark.name for mark in (packages / _MARKS).glob("*")} <= wanted:
            shutil.rmtree(packages)
        (packages / _MARKS).mkdir(parents=True, exist_ok=True)
        (self._request.folder / _DOWNLOAD).mkdir(exist_ok=True)

    def _add(self, wheel: Wheel) -> None:
        folder = self._request.folder
        part = folder / _DOWNLOAD / wheel.name
        if not (part.is_file() and part.stat().st_size == wheel.size and hash_file(part)[0] == wheel.sha256):
            self._fetch(wheel, part)
        unpack_wheel(part, folder / PACKAGES, self._wrote)
        _mark(folder, wheel).touch()
        discard(part)

    def _fetch(self, wheel: Wheel, part: Path) -> None:
        hosts = {host_of(self._index)}
        finder = Downloader(hosts, self._should_stop, self._request.retry)
        address = find_address(self._index, wheel, finder)
        hosts.add(host_of(address))
        downloader = Downloader(hosts, self._should_stop, self._request.retry, wants_images=False)
        if part.is_file():
            self._count(part.stat().st_size)
        try:
            downloader.save([address], part, wheel.size, lambda file: _require_hash(wheel, file), self._count)
        except TransferError as error:
            hint = tr("What is fetched is kept: install again to go on from there")
            raise InputError.at(address, tr("the file cannot be fetched: {error}", error=error), hint=hint) from error

    def _wrote(self, count: int) -> None:
        if self._should_stop():
            raise Stopped.of("Stopped.")
        self._count(count)

    def _count(self, count: int) -> None:
        self._go_to(self._done + count)

    def _go_to(self, done: int) -> None:
        self._done = min(done, self._total)
        if self._done // _MB != self._shown:
            self._shown = self._done // _MB
            self._emit(Progress(JobPart.INSTALLING, self._shown, max(1, self._total // _MB)))


def _mark(folder: Path, wheel: Wheel) -> Path:
    """Return the file that marks a wheel as unpacked; its name is the hash, which differs between versions."""
    return folder / PACKAGES / _MARKS / wheel.sha256


def _require_hash(wheel: Wheel, file: Path) -> None:
    if hash_file(file)[0] != wheel.sha256:
        raise TransferError(tr("its SHA-256 is not the one that Ductus expects, so nothing of it is used"))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder, so that two processes do not write the same files."""
    with InputError.if_refused(folder, tr("nothing can be written there")):
        folder.mkdir(parents=True, exist_ok=True)
        lock = file_lock(folder / _LOCK)
        try:
            lock.acquire(timeout=0)
        except TimeoutError:
            hint = tr("Wait until it is done")
            raise InputError.at(folder, tr("the graphics card is being installed already"), hint=hint) from None
    try:
        yield
    finally:
        lock.release()
