"""Word spotting: distances from any word's signature e(w) to the signatures predicted for each word image.

The predicted signatures are stored in one file for each model, in the project's cache, so that a search needs neither
networks nor images. A search reads the file in blocks, and only the columns in which e(w) is not zero.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from types import TracebackType
from typing import TYPE_CHECKING

import h5py
import numpy as np
from numpy.typing import NDArray

from core.disk import ErrorKeepingFile
from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.lexicon.signature import signatures
from core.system.plain_files import make_folders_below, open_below, path_below, remove_below, replace_below

if TYPE_CHECKING:
    from core.model.ensemble import Ensemble

COSINE, EUCLID = "cosine", "euclid"
BLOCK = 1024
"""Words read at once: 1.6 MB of signatures (769 numbers of 16 bits)."""

_FORMAT, _VERSION = "ductus-spotting", 1
_CHUNK = 512
_COLUMNS = {"ids": (np.int64, ()), "boxes": (np.int32, (4,)), "squares": (np.float64, ())}
_MAX_CARD_BYTES = 1 << 24


def ensemble_metric(ensemble: Ensemble) -> str:
    """Return the metric of all members; ``cosine`` where they differ, since it needs no common scale."""
    metrics = {getattr(member.learner, "metric", COSINE) for member in ensemble.members}
    return metrics.pop() if len(metrics) == 1 else COSINE


def mean_signatures(ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]]) -> NDArray[np.float16]:
    """Return the mean over the members of the predicted signatures, float16 [N, d], from embeddings [N, E_k] of each k.

    With the cosine metric each F^(k) is scaled to unit length first, so that 1 - mean . e(w)/|e(w)| is the mean of the
    members' cosine distances.
    """
    unit = ensemble_metric(ensemble) == COSINE
    total: NDArray[np.float32] | None = None
    for member, rows in zip(ensemble.members, embeddings, strict=True):
        part = np.asarray(member.learner.signature_part(rows), np.float32)
        if unit:
            part = part / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), np.float32(1e-12))
        total = part.copy() if total is None else total + part
    assert total is not None
    return (total / len(ensemble.members)).astype(np.float16)


@dataclass(frozen=True, slots=True)
class SpottingIndex:
    """A checked spotting file; its signatures stay on the disk."""

    path: Path
    alphabet: Alphabet
    metric: str
    ids: NDArray[np.int64]
    """[N] word ids, unordered."""
    boxes: NDArray[np.int32]
    """[N, 4] box (x, y, w, h) of each word on its page when it was recognised; -1 for a crop without a page."""
    squares: NDArray[np.float64]
    """[N] squared length of each signature."""

    def scale(self, word: str) -> float:
        """Return the distance of an all-zero signature from ``word``: 1, or |e(word)| with the Euclidean metric."""
        return 1.0 if self.metric == COSINE else float(np.linalg.norm(signatures([word], self.alphabet)))

    def blocks(self) -> Iterator[NDArray[np.float16]]:
        """Yield the signatures of the words ``ids`` in order, up to :data:`BLOCK` rows [n, d] at a time.

        Raises ModelFileError when the file has gone or was damaged meanwhile.
        """
        with _opened(self.path) as file:
            rows = _plain(file, "rows", self.path)
            if rows.shape != (len(self.ids), self.alphabet.dim):
                raise _damaged(self.path)
            for start in range(0, len(self.ids), BLOCK):
                yield rows[start : start + BLOCK]

    def distances(self, word: str) -> NDArray[np.float64]:
        """Return [N] distances of e(word) from each image's mean signature; infinite where that is not a number.

        Cosine distances run from 0 (same direction) over 1 (orthogonal) to 2. Raises InputError for a word that the
        alphabet cannot encode, ModelFileError when the file has gone or was damaged meanwhile.
        """
        signature = signatures([word], self.alphabet, np.float64)[0]
        columns = np.flatnonzero(signature)
        weights = signature[columns]
        products = np.empty(len(self.ids))
        with _opened(self.path) as file:
            rows = _plain(file, "rows", self.path)
            if rows.shape != (len(self.ids), self.alphabet.dim):
                raise _damaged(self.path)
            buffer = np.empty((BLOCK, self.alphabet.dim), np.float16)
            for start in range(0, len(self.ids), BLOCK):
                stop = min(start + BLOCK, len(self.ids))
                rows.read_direct(buffer, np.s_[start:stop], np.s_[: stop - start])
                part = buffer[: stop - start].take(columns, axis=1).astype(np.float64)
                products[start:stop] = part @ weights
        length = float(signature @ signature)
        if self.metric == COSINE:
            result = 1.0 - products / np.sqrt(length)
        else:
            result = np.sqrt(np.maximum(self.squares - 2 * products + length, 0.0))
        result[~np.isfinite(result)] = np.inf
        # rounding makes equal distances equal whatever the order of summation
        return np.round(result, 9)


def open_index(path: Path) -> SpottingIndex | None:
    """Open the spotting file at ``path``; None where there is none. Raises ModelFileError for a damaged one."""
    if not path.is_file():
        return None
    with _opened(path) as file:
        card = _plain(file, "card", path)
        if card.dtype != np.uint8 or card.ndim != 1 or card.size > _MAX_CARD_BYTES:
            raise _damaged(path)
        try:
            about = json.loads(card[()].tobytes())
            if about["format"] != _FORMAT or about["version"] != _VERSION:
                raise _damaged(path)
            alphabet, metric = Alphabet.from_json(about["alphabet"]), str(about["metric"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _damaged(path) from error
        columns = {name: _plain(file, name, path)[()] for name in _COLUMNS}
        count = len(columns["ids"])
        fits = metric in (COSINE, EUCLID) and all(
            columns[name].dtype == kind and columns[name].shape == (count, *shape)
            for name, (kind, shape) in _COLUMNS.items()
        )
        rows = _plain(file, "rows", path)
        if not fits or rows.dtype != np.float16 or rows.shape != (count, alphabet.dim):
            raise _damaged(path)
    return SpottingIndex(path, alphabet, metric, columns["ids"], columns["boxes"], columns["squares"])


class SpottingWriter:
    """Add words to a spotting file, replacing older rows of the same words.

    Used as a context manager: rows are written to a temporary file, which replaces the file at the end, also when the
    job is stopped; other words of the old file are carried over. Raises OSError where the disk refuses, and for a
    link; the file is then unchanged.
    """

    def __init__(self, project: Path, name: PurePath, alphabet: Alphabet, metric: str) -> None:
        """Write the file ``name`` below the folder ``project``."""
        self._project, self._name, self.alphabet, self.metric = project, name, alphabet, metric
        self._temporary = name.with_name(f".{name.name}.{os.getpid()}.tmp")
        self._target: ErrorKeepingFile | None = None
        self._file: h5py.File | None = None
        self._consistent = True

    def add(self, ids: NDArray[np.int64], boxes: NDArray[np.int32], rows: NDArray[np.float16]) -> None:
        """Add words with their boxes [n, 4] and mean signatures ``rows`` [n, d]; no id twice in one run."""
        if self._file is None:
            self._file = self._begin()
        squares = np.square(rows.astype(np.float64)).sum(axis=1)
        self._consistent = False
        for name, part in {"ids": ids, "boxes": boxes, "squares": squares, "rows": rows}.items():
            dataset = self._file[name]
            before = len(dataset)
            dataset.resize(before + len(part), axis=0)
            dataset[before:] = part
        self._consistent = True

    def __enter__(self) -> SpottingWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._file is not None and self._consistent:
                self._copy_other_words(self._file)
                self._file.close()
                self._replace()
        finally:
            for file in (self._file, self._target):
                if file is not None:
                    file.close()
            remove_below(self._project, self._temporary)

    def _begin(self) -> h5py.File:
        make_folders_below(self._project, self._name.parent)
        remove_below(self._project, self._temporary)
        created = open_below(self._project, self._temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        self._target = ErrorKeepingFile(created, "r+")
        file = h5py.File(self._target, "w", libver=("v110", "v110"))
        about = {"format": _FORMAT, "version": _VERSION, "metric": self.metric, "alphabet": self.alphabet.to_json()}
        file["card"] = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
        shapes = _COLUMNS | {"rows": (np.float16, (self.alphabet.dim,))}
        for name, (kind, shape) in shapes.items():
            chunk = _CHUNK if name == "rows" else 8 * _CHUNK
            file.create_dataset(name, (0, *shape), kind, maxshape=(None, *shape), chunks=(chunk, *shape))
        return file

    def _copy_other_words(self, file: h5py.File) -> None:
        path = path_below(self._project, self._name)
        try:
            before = open_index(path)
        except DuctusError:
            return  # the words of a damaged file are missing until they are recognised again
        if before is None or (before.alphabet, before.metric) != (self.alphabet, self.metric):
            return
        kept = ~np.isin(before.ids, file["ids"][()])
        with _opened(path) as old:
            for start in range(0, len(before.ids), BLOCK):
                selected = kept[start : start + BLOCK]
                if selected.any():
                    part = old["rows"][start : start + BLOCK][selected]
                    here = slice(start, start + BLOCK)
                    self.add(before.ids[here][selected], before.boxes[here][selected], part)

    def _replace(self) -> None:
        """Rename; on Windows, wait up to two seconds while another program has the old file open."""
        assert self._target is not None
        self._target.sync()
        self._target.close()
        for _ in range(20):
            with suppress(PermissionError):
                replace_below(self._project, self._temporary, self._name)
                return
            time.sleep(0.1)
        replace_below(self._project, self._temporary, self._name)


def _opened(path: Path) -> h5py.File:
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise _damaged(path) from error


def _plain(file: h5py.File, name: str, path: Path) -> h5py.Dataset:
    """Return a dataset of uncompressed numbers stored in this file: no link, no external storage, no missing data."""
    if isinstance(file.get(name, getlink=True), h5py.HardLink):
        item = file[name]
        if (
            isinstance(item, h5py.Dataset)
            and item.shape is not None
            and item.dtype.kind in "fiu"
            and not item.is_virtual
            and not item.external
            and item.compression is None
            and item.id.get_storage_size() >= item.nbytes
        ):
            return item
    raise _damaged(path)


def _damaged(path: Path) -> ModelFileError:
    return ModelFileError.of(
        "{path}: the search index is damaged. Nothing else is lost; recognise the words again.", path=path
    )
