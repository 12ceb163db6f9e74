"""A flat tree of arrays and one JSON card in an HDF5 file: written whole or not at all, read without trust."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from core.disk import sync_folder
from core.errors import DuctusError, ModelFileError

Arrays = dict[str, NDArray[np.generic]]

ROOM = 256 * 2**20
MAX_EXPANSION = 4
"""A file may unpack to ``ROOM`` and ``MAX_EXPANSION`` times its own size. Weights shrink by a tenth when packed, so a
small file that claims gigabytes holds nothing but its claim."""

MAX_ITEMS = 20_000
"""Parts of one file; a model of fifteen members has two thousand."""

_CARD = "card"
_CARD_BYTES = 2**24
_FILTERS = {h5py.h5z.FILTER_DEFLATE, h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_FLETCHER32}
"""How numbers may be packed. HDF5 would look for any other way among the libraries of the machine, and run it."""

_DAMAGE = (OSError, RuntimeError, ValueError, KeyError, TypeError, AttributeError, MemoryError, RecursionError)
"""What h5py raises at damaged files."""


def write_tree(path: Path, card: dict[str, Any], arrays: Arrays, *, compress: bool = True) -> None:
    """Write card and arrays (names with ``/`` become groups) to ``path``, atomically.

    The file is made beside ``path``, flushed to the disk and renamed over it; when anything fails ``path``
    is as it was. Raises DuctusError where it cannot be written.
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    text = json.dumps(card, ensure_ascii=False).encode()
    try:
        with h5py.File(aside, "w", libver=("v110", "v110")) as file:
            file.create_dataset(_CARD, data=np.frombuffer(text, np.uint8))
            for name, array in arrays.items():
                packed = compress and array.size > 1024
                file.create_dataset(name, data=array, **({"compression": 1, "shuffle": True} if packed else {}))
            file.flush()
        with aside.open("rb+") as written:
            os.fsync(written.fileno())
        aside.replace(path)
        sync_folder(path.parent)
    except (OSError, RuntimeError) as error:
        raise DuctusError.from_os_error(path, "the file cannot be written", error) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def read_tree(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Card and arrays of a file written by :func:`write_tree`.

    Only plain datasets of numbers in plain groups are read: links of any kind, outside storage, virtual
    datasets, references, strings and bombs are refused with a ModelFileError that names the file.
    """
    with open_tree(path) as file:
        arrays = _read_group(path, file)
    text = arrays.pop(_CARD, None)
    if text is None or text.dtype != np.uint8 or text.ndim != 1:
        raise ModelFileError(f"{path}: the file has no card; it was not written by Ductus.")
    try:
        card = json.loads(text.tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{path}: the card is not readable JSON; the file is damaged.") from error
    if not isinstance(card, dict):
        raise ModelFileError(f"{path}: the card is not a JSON object; the file is damaged.")
    return card, arrays


def read_card(path: Path) -> dict[str, Any]:
    """Only the card, for lists of models."""
    with open_tree(path) as file:
        data = plain_dataset(_CARD, file) if _CARD in file else None
        if data is not None and data.dtype == np.uint8 and data.size < _CARD_BYTES:
            with contextlib.suppress(ValueError, RecursionError):
                card = json.loads(np.asarray(data[()], np.uint8).tobytes().decode())
                if isinstance(card, dict):
                    return card
    raise ModelFileError(f"{path}: not a model file written by Ductus.")


@contextlib.contextmanager
def open_tree(path: Path) -> Iterator[h5py.File]:
    """The file, open for reading. Whatever h5py raises inside becomes a ModelFileError that names the file."""
    try:
        # a pipe would be waited for
        plain = path.is_file()
    except (OSError, ValueError):
        plain = False
    if not plain:
        raise ModelFileError(f"{path}: there is no such model file.")
    try:
        with h5py.File(path, "r") as file:
            if file.userblock_size:
                raise ModelFileError(f"{path}: something else stands before the model in this file.")
            yield file
    except ModelFileError:
        raise
    except _DAMAGE as error:
        raise ModelFileError(
            f"{path}: not a whole model file ({_first_line(error)}). Restore it from a backup or train it again."
        ) from error


class ReadBudget:
    """What the tables of one file may still unpack to."""

    def __init__(self, path: Path) -> None:
        self.left = ROOM + MAX_EXPANSION * path.stat().st_size

    def take(self, name: str, dataset: h5py.Dataset) -> None:
        """Count a table that is about to be read; ModelFileError when there is no room for it."""
        # a part is unpacked whole, however little of it is wanted
        part = math.prod(dataset.chunks or ()) * dataset.dtype.itemsize
        self.left -= dataset.nbytes + max(0, part - dataset.nbytes)
        if self.left < 0:
            raise ModelFileError(f"'{name}' claims to hold far more numbers than are stored.")


def _read_group(path: Path, file: h5py.File) -> Arrays:
    datasets: dict[str, h5py.Dataset] = {}
    waiting: list[tuple[str, h5py.Group]] = [("", file)]
    parts, allowance = 0, ReadBudget(path)
    while waiting:
        prefix, group = waiting.pop()
        # counted by visits: groups that share their parts by hard links could be walked for ever
        parts += len(group)
        if parts > MAX_ITEMS:
            raise ModelFileError(f"{path}: the file holds absurdly many parts; it was not written by Ductus.")
        for key in group:
            name = prefix + key
            if prefix.count("/") > 8:
                raise ModelFileError(f"{path}: the groups are nested too deep at '{name}'.")
            link = group.get(key, getlink=True)
            if not isinstance(link, h5py.HardLink):
                raise ModelFileError(f"{path}: '{name}' is a link to another place, which a model may not hold.")
            if group.get(key, getclass=True) is h5py.Group:
                waiting.append((name + "/", group[key]))
                continue
            dataset = plain_dataset(key, group)
            if dataset is None:
                raise ModelFileError(f"{path}: '{name}' is not a plain table of numbers.")
            try:
                allowance.take(name, dataset)
            except ModelFileError as error:
                raise ModelFileError(f"{path}: {error}") from error
            datasets[name] = dataset
    return {name: np.asarray(dataset[()]) for name, dataset in datasets.items()}


def plain_dataset(key: str, group: h5py.Group) -> h5py.Dataset | None:
    """The dataset if it is numbers stored in this very file, packed in ways we know, else None."""
    if not isinstance(group.get(key, getlink=True), h5py.HardLink):
        return None
    item = group[key]
    if not isinstance(item, h5py.Dataset) or item.dtype.kind not in "fiub" or item.dtype.hasobject:
        return None
    if item.is_virtual or item.external or item.shape is None:
        return None
    plan = item.id.get_create_plist()
    packed = [plan.get_filter(i)[0] for i in range(plan.get_nfilters())]
    # each at most once: deflate upon deflate packs a gigabyte into a kilobyte
    return item if _FILTERS.issuperset(packed) and len(set(packed)) == len(packed) else None


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
