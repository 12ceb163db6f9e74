"""Zip files as sources: checked, and unpacked into a temporary folder for as long as they are needed."""

import io
import os
import shutil
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PureWindowsPath

from core.disk import require_plain_file
from core.errors import DuctusError, InputError, is_disk_full
from core.formats.files import relative_inside
from core.formats.records import Skipped, SourceContents
from core.language import tr
from core.system.files import name_key

ZIP_SUFFIX = ".zip"

MAX_ENTRIES = 50_000
MAX_ENTRY_BYTES = 2 * 2**30
MAX_TOTAL_BYTES = 50 * 2**30
MAX_RATIO = 250
"""Bytes unpacked for one byte packed. Deflate cannot do more than 1,032; XML reaches about 30, a blank page 200."""
_RATIO_FREE_BYTES = 16 * 2**20
"""Entries up to this size may have any ratio: a small blank page is not a bomb."""
MAX_NAME = 1000
MAX_DEPTH = 32
MAX_DIRECTORY_BYTES = 16 * 2**20
"""Of the list of entries at the end of the file, which is held in memory."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other methods are rare, and can take gigabytes of memory."""
_ENCRYPTED = 0x1
_CHUNK = 2**20
_PASSED_OVER = ("__MACOSX",)


class _BoundedReads(io.BufferedReader):
    """A zip file whose list of entries is refused if it is too long: zipfile reads it in one piece."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        super().__init__(io.FileIO(archive))

    def read(self, size: int | None = -1) -> bytes:
        if size is None or size < 0:
            size = self._archive.stat().st_size - self.tell()
        if size > MAX_DIRECTORY_BYTES:
            raise _too_large(self._archive, tr("more than {max_entries:,} entries", max_entries=MAX_ENTRIES))
        return super().read(size)


class UnpackedSources:
    """The sources of an import, with folders in place of zip files."""

    def __init__(self, paths: Sequence[Path], archives: dict[Path, Path]) -> None:
        self.paths = tuple(paths)
        self.archives = archives
        """The zip file of each temporary folder."""
        self.skipped: list[Skipped] = []

    def original(self, path: Path) -> Path:
        """Return ``ARCHIVE.zip/ENTRY`` for an unpacked file, any other path unchanged."""
        for folder, archive in self.archives.items():
            if path.is_relative_to(folder):
                return archive / path.relative_to(folder)
        return path

    def named(self, text: str) -> str:
        """Return ``text`` with the names of zip files in place of the temporary folders."""
        for folder, archive in self.archives.items():
            text = text.replace(str(folder), str(archive))
        return text

    def entry(self, skipped: Skipped) -> Skipped:
        """Return a skipped part with the name of its zip file."""
        return replace(skipped, file=self.original(skipped.file), reason=self.named(skipped.reason))

    def with_skipped(self, contents: SourceContents) -> SourceContents:
        """Return the contents with what was skipped while unpacking, under the names of the zip files."""
        return replace(contents, skipped=tuple(self.entry(entry) for entry in (*self.skipped, *contents.skipped)))


def is_zip(path: Path) -> bool:
    """Return whether a source is a zip file, by its suffix."""
    return path.suffix.lower() == ZIP_SUFFIX and path.is_file()


@contextmanager
def unpack_sources(sources: Sequence[Path]) -> Iterator[UnpackedSources]:
    """Unpack the zip files among ``sources``; the files are deleted at the end of the ``with`` block.

    Errors from the block name the zip file, not the temporary folder. Raises InputError for a zip file that is damaged,
    encrypted or too large, or that has entries which are links, lead out of its folder or have the same name.
    """
    if not any(is_zip(source) for source in sources):
        yield UnpackedSources(sources, {})
        return
    with tempfile.TemporaryDirectory(prefix="ductus-zip-", ignore_cleanup_errors=True) as name:
        folders = {
            Path(os.path.realpath(name), str(number)): source for number, source in enumerate(sources) if is_zip(source)
        }
        by_source = {source: folder for folder, source in folders.items()}
        unpacked = UnpackedSources([by_source.get(source, source) for source in sources], folders)
        for folder, source in folders.items():
            unpacked.skipped += unpack(source, folder)
        try:
            yield unpacked
        except DuctusError as error:
            message = unpacked.named(str(error))
            if message == str(error):
                raise
            raise type(error)(message) from error


def unpack(archive: Path, folder: Path) -> list[Skipped]:
    """Unpack a zip file into a new folder; return the entries that are left out: zip files in it.

    All entries are checked before the first is written. Raises InputError as :func:`unpack_sources` does; what was
    written then stays.
    """
    require_plain_file(archive)
    try:
        with _BoundedReads(archive) as stream, zipfile.ZipFile(stream) as opened:
            entries, skipped = _checked_entries(archive, opened.infolist())
            _check_room(archive, folder, sum(info.file_size for info in entries.values()))
            folder.mkdir(parents=True)
            for path, info in entries.items():
                _write_entry(archive, opened, info, folder / path)
            return skipped
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, NotImplementedError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0][:120].rstrip(".")
        raise _damaged(archive, reason) from error
    except OSError as error:
        problem = tr("the zip file cannot be unpacked")
        hint = tr("Unpack it by hand and import the folder")
        raise InputError.from_os_error(archive, problem, error, hint="" if is_disk_full(error) else hint) from error


def _checked_entries(
    archive: Path, infos: Sequence[zipfile.ZipInfo]
) -> tuple[dict[Path, zipfile.ZipInfo], list[Skipped]]:
    """Return the files to unpack by relative path, and what is left out. Raises InputError for unsafe entries."""
    if len(infos) > MAX_ENTRIES:
        raise _too_large(archive, tr("more than {max_entries:,} entries", max_entries=MAX_ENTRIES))
    entries: dict[Path, zipfile.ZipInfo] = {}
    skipped: list[Skipped] = []
    names: dict[str, bool] = {}  # whether it is a folder
    total = 0
    for info in infos:
        path = _entry_path(archive, info)
        is_folder = info.is_dir()
        _check_kind(archive, info)
        _check_names(archive, info, path, is_folder, names)
        if is_folder or path.parts[0] in _PASSED_OVER:
            continue
        total += info.file_size
        if info.file_size > MAX_ENTRY_BYTES:
            raise _too_large(
                archive,
                tr("an entry of more than {max_entry_bytes} GB", max_entry_bytes=MAX_ENTRY_BYTES // 2**30),
                info.filename,
            )
        if total > MAX_TOTAL_BYTES:
            raise _too_large(
                archive, tr("more than {max_total_bytes} GB unpacked", max_total_bytes=MAX_TOTAL_BYTES // 2**30)
            )
        if info.file_size > max(_RATIO_FREE_BYTES, MAX_RATIO * info.compress_size):
            raise _too_large(
                archive,
                tr("an entry that unpacks to over {max_ratio} times its size", max_ratio=MAX_RATIO),
                info.filename,
            )
        if path.suffix.lower() == ZIP_SUFFIX:
            skipped.append(Skipped(archive / path, "", tr("a zip file in a zip file is not unpacked")))
            continue
        entries[path] = info
    if total > max(_RATIO_FREE_BYTES, MAX_RATIO * archive.stat().st_size):
        raise _too_large(archive, tr("entries that unpack to over {max_ratio} times its size", max_ratio=MAX_RATIO))
    return entries, skipped


def _entry_path(archive: Path, info: zipfile.ZipInfo) -> Path:
    name = info.orig_filename
    if len(name) > MAX_NAME or name.count("/") + name.count("\\") > MAX_DEPTH:
        raise InputError.at(archive, tr("an entry has too long a name"), place=name)
    path = relative_inside(name)
    # a colon names a drive, or on Windows a stream of another file
    if path is None or any(":" in part or PureWindowsPath(part).drive for part in path.parts):
        raise InputError.at(archive, tr("the path of an entry leads out of the zip file"), place=name)
    return path


def _check_kind(archive: Path, info: zipfile.ZipInfo) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise InputError.at(archive, tr("the zip file is encrypted"), hint=tr("Unpack it with its password first"))
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise InputError.at(archive, tr("an entry is a symbolic link"), place=info.filename)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InputError.at(archive, tr("an entry is not a plain file"), place=info.filename)
    if info.compress_type not in _METHODS and not info.is_dir():
        hint = tr("Pack it again as a usual zip file")
        raise InputError.at(
            archive, tr("an entry is packed by a method that is not read"), place=info.filename, hint=hint
        )


def _check_names(archive: Path, info: zipfile.ZipInfo, path: Path, is_folder: bool, names: dict[str, bool]) -> None:
    """Raise InputError if the entry and an earlier one would be one file where case does not count."""
    keys = [name_key("/".join(path.parts[:end])) for end in range(1, len(path.parts) + 1)]
    for key in keys[:-1]:
        if not names.setdefault(key, True):
            raise InputError.at(archive, tr("an entry is both a file and a folder"), place=info.filename)
    last = keys[-1]
    if last in names and not (is_folder and names[last]):
        raise InputError.at(archive, tr("two entries have the same name"), place=info.filename)
    names[last] = is_folder


def _check_room(archive: Path, folder: Path, total: int) -> None:
    free = shutil.disk_usage(folder.parent).free
    if total > free:
        problem = tr(
            "unpacking it takes {total:,} MB, but only {free:,} MB are free in {folder_parent}",
            total=total // 2**20,
            free=free // 2**20,
            folder_parent=folder.parent,
        )
        raise InputError.at(archive, problem, hint=tr("Make room there and try again"))


def _write_entry(archive: Path, opened: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with opened.open(info) as source, target.open("xb") as file:
        while chunk := source.read(_CHUNK):
            written += len(chunk)
            if written > info.file_size:  # its header is not to be trusted
                raise _damaged(archive, tr("the size of {filename} is wrong", filename=info.filename))
            file.write(chunk)
    if written != info.file_size:
        raise _damaged(archive, tr("{filename} is incomplete", filename=info.filename))


def _damaged(archive: Path, reason: str) -> InputError:
    return InputError.at(
        archive, tr("the zip file is damaged ({reason})", reason=reason), hint=tr("Copy it again from its source")
    )


def _too_large(archive: Path, found: str, place: str = "") -> InputError:
    hint = tr("Unpack it by hand and import the folder, if you trust it")
    return InputError.at(archive, tr("the zip file has {found}", found=found), place=place, hint=hint)
