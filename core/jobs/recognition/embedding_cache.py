"""Embeddings kept in the project's cache, so that other thresholds or another lexicon need no pass through M1."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, ModelFileError
from core.model.ensemble import Ensemble
from core.recognition.evidence import embed_all
from core.store.tree import read_tree, write_tree

LIMIT_BYTES = 8 * 2**30
"""Size limit of the embeddings of all models of a project: 300,000 words of five members (alphabet `latin`)."""

_PREFIX = "embeddings-"


class EmbeddingCache:
    """Blocks of embeddings of one model, identified by the digest of their images.

    The folders of a project's models lie side by side and share :data:`LIMIT_BYTES`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_model(cls, caches: Path, model_key: str) -> EmbeddingCache:
        """Return the cache of the model with this key in a project's folder ``caches``."""
        return cls(caches / f"{_PREFIX}{blake2b(model_key.encode(), digest_size=12).hexdigest()}")

    def embed(
        self,
        ensemble: Ensemble,
        images: NDArray[np.uint8],
        device: str,
        on_network_pass: Callable[[], None] = lambda: None,
    ) -> list[NDArray[np.float32]]:
        """Return each member's embeddings of ``images``, from the cache or, after ``on_network_pass``, from M1.

        Cached embeddings are rounded to 16 bits. New ones are rounded, too, so that predictions do not depend on the
        state of the cache.
        """
        digest = blake2b(images.tobytes(), digest_size=16).hexdigest()
        path = self.folder / f"{digest}.h5"
        rows = _load(path, ensemble, len(images))
        if rows is None:
            on_network_pass()
            rows = [block.astype(np.float16) for block in embed_all(ensemble, images, device)]
            self._store(path, rows)
        return [block.astype(np.float32) for block in rows]

    def _store(self, path: Path, rows: list[NDArray[np.float16]]) -> None:
        """Write a block if there is room. A full disk costs time later, but stops no recognition."""
        if not self._make_room(sum(block.nbytes for block in rows)):
            return
        with contextlib.suppress(DuctusError, OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_tree(path, {}, {str(k): block for k, block in enumerate(rows)}, compress=False)

    def _make_room(self, size: int) -> bool:
        """Return whether ``size`` more bytes fit, after deleting the oldest blocks of other models if necessary.

        Blocks of this model stay: a collection larger than the limit is read in the same order each time, and would
        find no block again if the newest replaced the oldest.
        """
        blocks = []
        for folder in _scan(self.folder.parent):
            for block in _scan(Path(folder.path)) if folder.name.startswith(_PREFIX) else ():
                with contextlib.suppress(OSError):
                    status = block.stat()
                    blocks.append((folder.name == self.folder.name, status.st_mtime, status.st_size, block.path))
        excess = sum(block_size for *_, block_size, _ in blocks) + size - LIMIT_BYTES
        for is_own, _, block_size, path in sorted(blocks):
            if excess <= 0 or is_own:
                break
            with contextlib.suppress(OSError):
                Path(path).unlink()
                excess -= block_size
        return excess <= 0


def _load(path: Path, ensemble: Ensemble, count: int) -> list[NDArray[np.float16]] | None:
    if not path.exists():
        return None
    try:
        _, arrays = read_tree(path)
        rows = [np.asarray(arrays[str(k)]) for k in range(len(ensemble.members))]
    except (ModelFileError, KeyError):
        return None
    fits = all(block.dtype == np.float16 and block.ndim == 2 and len(block) == count for block in rows)
    return [np.asarray(block, np.float16) for block in rows] if fits else None


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
