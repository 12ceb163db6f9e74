"""Embeddings kept in the project's cache: a changed threshold or lexicon then needs no pass through M1."""

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

LIMIT = 8 * 2**30
"""Bytes that the embeddings of all models of a project may take up: 300,000 words read by five members (`latin`)."""

_FOLDER = "embeddings-"


class EmbeddingCache:
    """Blocks of embeddings of one model, found again by the digest of their pictures. Rebuildable at any time.

    Beside it lie those of the project's other models; together they stay within :data:`LIMIT`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_model(cls, caches: Path, model_key: str) -> EmbeddingCache:
        """The one of the model with this key among all ``caches`` of a project."""
        return cls(caches / f"{_FOLDER}{blake2b(model_key.encode(), digest_size=12).hexdigest()}")

    def embed(
        self, ensemble: Ensemble, images: NDArray[np.uint8], device: str, passed: Callable[[], None] = lambda: None
    ) -> list[NDArray[np.float32]]:
        """Each member's embeddings of ``images``, from the cache or from the networks (``passed`` is then called).

        What is kept is rounded to 16 bits, and what is returned the first time is rounded too, so that a
        reading does not depend on whether the cache was there.
        """
        digest = blake2b(images.tobytes(), digest_size=16).hexdigest()
        path = self.folder / f"{digest}.h5"
        kept = self._kept(path, ensemble, len(images))
        if kept is None:
            passed()
            kept = [rows.astype(np.float16) for rows in embed_all(ensemble, images, device)]
            self._keep(path, kept)
        return [rows.astype(np.float32) for rows in kept]

    def _keep(self, path: Path, rows: list[NDArray[np.float16]]) -> None:
        """Write a block where there is room for it. A full disk costs time later, but ends no reading."""
        if not self._room(sum(block.nbytes for block in rows)):
            return
        with contextlib.suppress(DuctusError, OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_tree(path, {}, {str(k): block for k, block in enumerate(rows)}, compress=False)

    def _room(self, wanted: int) -> bool:
        """Whether ``wanted`` more bytes fit, after deleting the oldest blocks of other models where they must go.

        Blocks of this model stay: a collection that does not fit whole is gone through in the same order each
        time, and would find nothing again if the newest took the place of the oldest.
        """
        blocks = []
        for folder in _entries(self.folder.parent):
            for block in _entries(Path(folder.path)) if folder.name.startswith(_FOLDER) else ():
                with contextlib.suppress(OSError):
                    told = block.stat()
                    blocks.append((folder.name == self.folder.name, told.st_mtime, told.st_size, block.path))
        over = sum(size for *_, size, _ in blocks) + wanted - LIMIT
        for own, _, size, path in sorted(blocks):
            if over <= 0 or own:
                break
            with contextlib.suppress(OSError):
                Path(path).unlink()
                over -= size
        return over <= 0

    @staticmethod
    def _kept(path: Path, ensemble: Ensemble, count: int) -> list[NDArray[np.float16]] | None:
        if not path.exists():
            return None
        try:
            _, arrays = read_tree(path)
            rows = [np.asarray(arrays[str(k)]) for k in range(len(ensemble.members))]
        except (ModelFileError, KeyError):
            return None
        fits = all(r.dtype == np.float16 and r.ndim == 2 and len(r) == count for r in rows)
        return [np.asarray(r, np.float16) for r in rows] if fits else None


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """What lies in ``folder``; nothing where it is none."""
    try:
        with os.scandir(folder) as inside:
            return list(inside)
    except OSError:
        return []
