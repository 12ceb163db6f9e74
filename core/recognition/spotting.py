"""Word spotting: how near any word's signature e(w) lies to what the members saw in each word picture.

What they saw is kept in one file a model, beside the project and rebuildable, so that a search needs neither
the networks nor the pictures. A search reads it in blocks and only in the columns in which e(w) is not zero.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import h5py
import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.lexicon.signature import signatures

if TYPE_CHECKING:
    from core.model.ensemble import Ensemble

COSINE, EUCLID = "cosine", "euclid"
BLOCK = 1024
"""Words read at once: 1.6 MB of signatures."""

_FORMAT, _VERSION = "ductus-spotting", 1
_CHUNK = 512
_COLUMNS = {"ids": (np.int64, ()), "boxes": (np.int32, (4,)), "squares": (np.float64, ())}
_MOST_CARD = 1 << 24


def ensemble_metric(ensemble: Ensemble) -> str:
    """The metric all members compare by; ``cosine`` where they differ, since it needs no common scale."""
    metrics = {getattr(member.learner, "metric", COSINE) for member in ensemble.members}
    return metrics.pop() if len(metrics) == 1 else COSINE


def mean_signatures(ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]]) -> NDArray[np.float16]:
    """The members' mean predicted signature of each image, float16 [N, d], from embeddings [N, E_k] of each k.

    With the cosine metric each F^(k) is first brought to unit length; the mean itself is not. Its distance
    1 - mean . e(w)/|e(w)| then is the mean of the members' own cosine distances.
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
class Spots:
    """A spotting file that was opened and found whole; its signatures stay on the disk."""

    path: Path
    alphabet: Alphabet
    metric: str
    ids: NDArray[np.int64]
    """[N] word ids, in no order."""
    boxes: NDArray[np.int32]
    """[N, 4] where on its page (x, y, w, h) each word was cut out when it was read; -1 for a lone crop."""
    squares: NDArray[np.float64]
    """[N] squared length of each signature."""

    def scale(self, word: str) -> float:
        """The distance of a picture in which nothing of ``word`` was seen: 1, or |e(word)| where it is euclidean."""
        return 1.0 if self.metric == COSINE else float(np.linalg.norm(signatures([word], self.alphabet)))

    def distances(self, word: str) -> NDArray[np.float64]:
        """[N] distance of e(word) from each picture's mean signature; infinite where that is no number.

        Cosine distance runs from 0 (the same direction) over 1 (nothing in common) to 2. Raises InputError for
        a word the alphabet cannot encode, ModelFileError when the file is gone or damaged meanwhile.
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
        # equal distances stay equal, in whatever order their parts were added up
        return np.round(result, 9)


def open_spots(path: Path) -> Spots | None:
    """The spotting file at ``path``, or None where there is none. Raises ModelFileError for one that is not whole."""
    if not path.is_file():
        return None
    with _opened(path) as file:
        card = _plain(file, "card", path)
        if card.dtype != np.uint8 or card.ndim != 1 or card.size > _MOST_CARD:
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
    return Spots(path, alphabet, metric, columns["ids"], columns["boxes"], columns["squares"])


class SpotWriter:
    """Adds words to a spotting file, or puts newer ones in place of those it holds.

    As a context: what was kept is written aside and renamed over ``path`` at the end, also when the work around
    it is stopped; words that ``path`` held before and that were not read anew are carried over. Raises OSError
    where the disk does not take it; ``path`` then is as it was.
    """

    def __init__(self, path: Path, alphabet: Alphabet, metric: str) -> None:
        self.path, self.alphabet, self.metric = path, alphabet, metric
        self._aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        self._file: h5py.File | None = None
        self._whole = True

    def keep(self, ids: NDArray[np.int64], boxes: NDArray[np.int32], rows: NDArray[np.float16]) -> None:
        """Note ids [n], boxes [n, 4] and mean signatures [n, d] of words; one or more, no id twice in one run."""
        if self._file is None:
            self._file = self._begin()
        squares = np.square(rows.astype(np.float64)).sum(axis=1)
        self._whole = False
        for name, part in {"ids": ids, "boxes": boxes, "squares": squares, "rows": rows}.items():
            dataset = self._file[name]
            before = len(dataset)
            dataset.resize(before + len(part), axis=0)
            dataset[before:] = part
        self._whole = True

    def __enter__(self) -> SpotWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._file is not None and self._whole:
                self._carry_over(self._file)
                self._file.close()
                _replace(self._aside, self.path)
        finally:
            if self._file is not None:
                self._file.close()
            self._aside.unlink(missing_ok=True)

    def _begin(self) -> h5py.File:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = h5py.File(self._aside, "w", libver=("v110", "v110"))
        about = {"format": _FORMAT, "version": _VERSION, "metric": self.metric, "alphabet": self.alphabet.to_json()}
        file["card"] = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
        shapes = _COLUMNS | {"rows": (np.float16, (self.alphabet.dim,))}
        for name, (kind, shape) in shapes.items():
            chunk = _CHUNK if name == "rows" else 8 * _CHUNK
            file.create_dataset(name, (0, *shape), kind, maxshape=(None, *shape), chunks=(chunk, *shape))
        return file

    def _carry_over(self, file: h5py.File) -> None:
        try:
            before = open_spots(self.path)
        except DuctusError:
            return  # a damaged file has nothing to carry over; its words are read again when asked for
        if before is None or (before.alphabet, before.metric) != (self.alphabet, self.metric):
            return
        stays = ~np.isin(before.ids, file["ids"][()])
        with _opened(self.path) as old:
            for start in range(0, len(before.ids), BLOCK):
                which = stays[start : start + BLOCK]
                if which.any():
                    part = old["rows"][start : start + BLOCK][which]
                    here = slice(start, start + BLOCK)
                    self.keep(before.ids[here][which], before.boxes[here][which], part)


def _opened(path: Path) -> h5py.File:
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise _damaged(path) from error


def _plain(file: h5py.File, name: str, path: Path) -> h5py.Dataset:
    """Numbers stored unpacked in this very file: no link, no outside storage, nothing claimed that is not there."""
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
    return ModelFileError(
        f"{path}: what was kept for searching cannot be used. Nothing else is lost; read the words again."
    )


def _replace(aside: Path, path: Path) -> None:
    """Rename; where another program has the old file open for the moment (Windows), wait for it a little."""
    with aside.open("rb+") as written:
        os.fsync(written.fileno())
    for _ in range(20):
        with suppress(PermissionError):
            aside.replace(path)
            return
        time.sleep(0.1)
    aside.replace(path)
