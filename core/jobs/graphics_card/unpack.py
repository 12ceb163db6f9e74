"""The packages of a wheel, unpacked into a folder of modules."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from core.errors import InputError
from core.formats.files import relative_inside
from core.language import tr

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
