"""A flat tree of arrays and one JSON card in an HDF5 file: written whole or not at all, read without trust."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError

Arrays = dict[str, NDArray[np.generic]]

MAX_BYTES = 16 * 2**30
"""A model that unpacks to more than this is refused: no real one comes near."""

MAX_ITEMS = 200_000

MAX_RATIO = 1100
"""Deflate cannot pack tighter than 1032 to 1: a table that claims more holds nothing but its claim."""

_CARD = "card"


def write_tree(path: Path, card: dict[str, Any], arrays: Arrays, *, compress: bool = True) -> None:
    """Write card and arrays (names with ``/`` become groups) to ``path``, atomically.

    The file is made beside ``path``, flushed to the disk and renamed over it; when anything fails ``path``
    is as it was.
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    text = json.dumps(card, ensure_ascii=False).encode()
    try:
        with h5py.File(aside, "w", libver=("v110", "v110")) as file:
            file.create_dataset(_CARD, data=np.frombuffer(text, np.uint8))
            for name, array in arrays.items():
                packed = compress and array.size > 1024
                file.create_dataset(
                    name, data=array, **({"compression": 1, "shuffle": True} if packed else {})
                )
            file.flush()
        with aside.open("rb+") as written:
            os.fsync(written.fileno())
        aside.replace(path)
        _sync_folder(path.parent)
    finally:
        aside.unlink(missing_ok=True)


def read_tree(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Card and arrays of a file written by :func:`write_tree`.

    Only plain datasets of numbers in plain groups are read: links of any kind, outside storage, virtual
    datasets, references, strings and bombs are refused with a ModelFileError that names the file.
    """
    if not path.is_file():
        raise ModelFileError(f"{path}: there is no such model file.")
    try:
        with h5py.File(path, "r") as file:
            arrays = _read_group(path, file)
    except ModelFileError:
        raise
    except (OSError, RuntimeError, ValueError, KeyError, TypeError, MemoryError) as error:
        raise ModelFileError(
            f"{path}: not a whole model file ({_first_line(error)}). Restore it from a backup or train it again."
        ) from error
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
    with (
        contextlib.suppress(OSError, ValueError, KeyError, RuntimeError, TypeError),
        h5py.File(path, "r") as file,
    ):
        data = _plain_dataset(path, "card", file)
        if data is not None and data.size < 2**24:
            card = json.loads(np.asarray(data[()], np.uint8).tobytes().decode())
            if isinstance(card, dict):
                return card
    raise ModelFileError(f"{path}: not a model file written by Ductus.")


def _read_group(path: Path, file: h5py.File) -> Arrays:
    datasets: dict[str, h5py.Dataset] = {}
    waiting: list[tuple[str, h5py.Group]] = [("", file)]
    total = parts = 0
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
                raise ModelFileError(
                    f"{path}: '{name}' is a link to another place, which a model may not hold."
                )
            if group.get(key, getclass=True) is h5py.Group:
                waiting.append((name + "/", group[key]))
                continue
            dataset = _plain_dataset(path, key, group)
            if dataset is None:
                raise ModelFileError(f"{path}: '{name}' is not a plain table of numbers.")
            total += dataset.nbytes
            if total > MAX_BYTES:
                raise ModelFileError(f"{path}: the file claims to unpack to more than {MAX_BYTES >> 30} GiB.")
            if dataset.nbytes > MAX_RATIO * max(1, dataset.id.get_storage_size()):
                raise ModelFileError(f"{path}: '{name}' claims to hold far more numbers than are stored.")
            datasets[name] = dataset
    return {name: np.asarray(dataset[()]) for name, dataset in datasets.items()}


def _plain_dataset(path: Path, key: str, group: h5py.Group) -> h5py.Dataset | None:
    """The dataset if it is numbers stored in this very file, else None."""
    if not isinstance(group.get(key, getlink=True), h5py.HardLink):
        return None
    item = group[key]
    if not isinstance(item, h5py.Dataset) or item.dtype.kind not in "fiub" or item.dtype.hasobject:
        return None
    if item.is_virtual or item.external or item.shape is None:
        return None
    return item


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable where the system can; where folders cannot be opened, leave it to it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
