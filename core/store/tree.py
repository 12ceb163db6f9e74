"""A flat tree of arrays and one JSON card in an HDF5 file: written atomically, and read without trusting it."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.disk import ErrorKeepingFile, sync_folder
from core.errors import DuctusError, ModelFileError
from core.language import tr

ROOM = 256 * 2**20
MAX_EXPANSION = 4
"""A file may unpack to ``ROOM`` bytes and ``MAX_EXPANSION`` times its own size. Trained weights compress by a tenth, so
a small file that unpacks to gigabytes was made to exhaust the memory."""

MAX_ITEMS = 20_000
"""Datasets and groups in one file; a model of fifteen members has two thousand."""

_PART_VERSION = 1
_CARD = "card"
_CARD_BYTES = 2**24
_FILTERS = {h5py.h5z.FILTER_DEFLATE, h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_FLETCHER32}
"""Allowed compression filters: HDF5 would load any other filter from the libraries of the machine and run it."""

_WITHOUT_TIMES = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
_WITHOUT_TIMES.set_obj_track_times(False)
_WITH_GROUPS = h5py.h5p.create(h5py.h5p.LINK_CREATE)
_WITH_GROUPS.set_create_intermediate_group(True)
"""Settings of a new dataset: without the time of day, and with the groups around it."""

_H5PY_ERRORS = (OSError, RuntimeError, ValueError, KeyError, TypeError, AttributeError, MemoryError, RecursionError)
"""Errors that h5py raises for damaged files."""


def write_tree(path: Path, card: dict[str, Any], arrays: Arrays) -> None:
    """Write card and arrays (names with ``/`` become groups) to ``path``, atomically.

    Real numbers are not compressed: weights would shrink by a tenth, and a model would take twice as long to read.

    The file is written beside ``path``, flushed to the disk and renamed over it; if anything fails ``path`` is
    unchanged. Raises DuctusError where it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    text = json.dumps(card, ensure_ascii=False).encode()
    try:
        temporary.unlink(missing_ok=True)
        # "x" follows no link that is put there
        with ErrorKeepingFile(temporary, "x+") as target:
            with h5py.File(target, "w", libver=("v110", "v110")) as file:
                file.create_dataset(_CARD, data=np.frombuffer(text, np.uint8))
                for name, array in arrays.items():
                    if array.size > 1024 and array.dtype.kind != "f":
                        file.create_dataset(name, data=array, compression=1, shuffle=True)
                    else:
                        _add_plain(file, name, np.asarray(array, order="C"))
            target.sync()
        temporary.replace(path)
        sync_folder(path.parent)
    except (OSError, RuntimeError) as error:
        raise DuctusError.from_os_error(path, tr("the file cannot be written"), error) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _add_plain(file: h5py.File, name: str, array: NDArray[Any]) -> None:
    """Add what ``create_dataset`` adds, byte for byte, in a quarter of the time; checkpoints hold hundreds."""
    space, kind = h5py.h5s.create_simple(array.shape), h5py.h5t.py_create(array.dtype, logical=True)
    h5py.h5d.create(file.id, name.encode(), kind, space, _WITHOUT_TIMES, _WITH_GROUPS).write(
        h5py.h5s.ALL, h5py.h5s.ALL, array
    )


def read_tree(path: Path, group: str = "") -> tuple[dict[str, Any], Arrays]:
    """Read card and arrays, or only those of one ``group``, of a file written by :func:`write_tree`.

    Only plain datasets of numbers in plain groups are read: links, external storage, virtual datasets, references,
    strings and decompression bombs are refused with a ModelFileError that names the file.
    """
    with open_tree(path) as file:
        arrays = _read_group(path, file, group and group + "/")
    text = arrays.pop(_CARD, None)
    if text is None or text.dtype != np.uint8 or text.ndim != 1:
        raise ModelFileError.of("{path}: the file has no card; it was not written by Ductus.", path=path)
    try:
        card = json.loads(text.tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise ModelFileError.of("{path}: the card is not readable JSON; the file is damaged.", path=path) from error
    if not isinstance(card, dict):
        raise ModelFileError.of("{path}: the card is not a JSON object; the file is damaged.", path=path)
    return card, arrays


def write_part(path: Path, kind: str, arrays: Arrays, about: Mapping[str, Any], **card: object) -> None:
    """Write a part that comes with Ductus: its ``kind`` and more on its card, and ``about``, how it was made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, {"format": kind, "version": _PART_VERSION, **card, "about": about}, arrays)


def read_part(path: Path, kind: str) -> tuple[dict[str, Any], Arrays]:
    """Return card and arrays of a file of :func:`write_part`. Raises ModelFileError, one sentence that names it."""
    card, arrays = read_tree(path)
    _check_part(path, kind, card)
    return card, arrays


def read_about(path: Path, kind: str) -> dict[str, Any]:
    """Return how a part was made, without reading its arrays. Raises ModelFileError."""
    card = read_card(path)
    _check_part(path, kind, card)
    return dict(card["about"])


def _check_part(path: Path, kind: str, card: dict[str, Any]) -> None:
    found = card.get("format"), card.get("version")
    if found != (kind, _PART_VERSION) or not isinstance(card.get("about"), dict):
        raise ModelFileError.of("{path}: this version of Ductus expects another kind of file here.", path=path)


def encode_words(words: Sequence[str]) -> NDArray[np.uint8]:
    """Return words as UTF-8 bytes, one a line. Raises ValueError for a word with a line break."""
    if any("\n" in word for word in words):
        raise ValueError("a word with a line break cannot be stored")
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def decode_words(text: NDArray[Any]) -> list[str]:
    """Return the words of :func:`encode_words`. Raises ValueError for an array that is not text."""
    if text.dtype != np.uint8 or text.ndim != 1:
        raise ValueError("the list of words is not text")
    return text.tobytes().decode().split("\n") if len(text) else []


def read_card(path: Path) -> dict[str, Any]:
    """Read only the card."""
    with open_tree(path) as file:
        data = plain_dataset(_CARD, file) if _CARD in file else None
        if data is not None and data.dtype == np.uint8 and data.size < _CARD_BYTES:
            with contextlib.suppress(ValueError, RecursionError):
                card = json.loads(np.asarray(data[()], np.uint8).tobytes().decode())
                if isinstance(card, dict):
                    return card
    raise ModelFileError.of("{path}: not a model file written by Ductus.", path=path)


@contextlib.contextmanager
def open_tree(path: Path) -> Iterator[h5py.File]:
    """Open the file for reading; errors of h5py inside the context become a ModelFileError that names the file."""
    try:
        # opening a pipe would block
        plain = path.is_file()
    except (OSError, ValueError):
        plain = False
    if not plain:
        raise ModelFileError.of("{path}: there is no such model file.", path=path)
    try:
        with h5py.File(path, "r") as file:
            if file.userblock_size:
                raise ModelFileError.of("{path}: something else precedes the model in this file.", path=path)
            yield file
    except ModelFileError:
        raise
    except _H5PY_ERRORS as error:
        raise ModelFileError.of(
            "{path}: not a whole model file ({reason}). Restore it from a backup or train it again.",
            path=path,
            reason=_first_line(error),
        ) from error


class ReadBudget:
    """The bytes that the datasets of one file may still unpack to."""

    def __init__(self, path: Path) -> None:
        self.left = ROOM + MAX_EXPANSION * path.stat().st_size

    def take(self, name: str, dataset: h5py.Dataset) -> None:
        """Count a dataset that is about to be read. Raises ModelFileError when it exceeds the budget."""
        # HDF5 unpacks whole chunks
        part = math.prod(dataset.chunks or ()) * dataset.dtype.itemsize
        self.left -= max(dataset.nbytes, part)
        if self.left < 0:
            raise ModelFileError.of("'{name}' would unpack to far more numbers than are stored.", name=name)


def _read_group(path: Path, file: h5py.File, begin: str) -> Arrays:
    datasets: dict[str, h5py.Dataset] = {}
    waiting: list[tuple[str, h5py.Group]] = [("", file)]
    parts, allowance = 0, ReadBudget(path)
    while waiting:
        prefix, group = waiting.pop()
        # counted by visits: groups that share parts by hard links could be walked without end
        parts += len(group)
        if parts > MAX_ITEMS:
            raise ModelFileError.of(
                "{path}: the file holds absurdly many parts; it was not written by Ductus.", path=path
            )
        for key in group:
            name = prefix + key
            if prefix.count("/") > 8:
                raise ModelFileError.of("{path}: the groups are nested too deep at '{name}'.", path=path, name=name)
            if not isinstance(group.get(key, getlink=True), h5py.HardLink):
                raise ModelFileError.of(
                    "{path}: '{name}' is a link to another place, which a model may not hold.", path=path, name=name
                )
            item = group[key]
            if isinstance(item, h5py.Group):
                waiting.append((name + "/", item))
                continue
            if not _is_plain(item):
                raise ModelFileError.of("{path}: '{name}' is not a plain table of numbers.", path=path, name=name)
            try:
                allowance.take(name, item)
            except ModelFileError as error:
                raise ModelFileError(f"{path}: {error}") from error
            datasets[name] = item
    wanted = (name for name in datasets if name == _CARD or name.startswith(begin))
    return {name: np.asarray(datasets[name][()]) for name in wanted}


def plain_dataset(key: str, group: h5py.Group) -> h5py.Dataset | None:
    """Return the dataset if it holds numbers stored in this file with allowed filters, else None."""
    if not isinstance(group.get(key, getlink=True), h5py.HardLink):
        return None
    item = group[key]
    return item if _is_plain(item) else None


def _is_plain(item: object) -> bool:
    """Return whether this is a dataset of numbers stored in its own file with allowed filters."""
    if not isinstance(item, h5py.Dataset) or item.dtype.kind not in "fiub" or item.dtype.hasobject:
        return False
    if item.is_virtual or item.external or item.shape is None:
        return False
    plan = item.id.get_create_plist()
    packed = [plan.get_filter(i)[0] for i in range(plan.get_nfilters())]
    # each filter at most once: deflate applied twice packs a gigabyte into a kilobyte
    return _FILTERS.issuperset(packed) and len(set(packed)) == len(packed)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
