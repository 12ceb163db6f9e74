"""Embeddings kept in the project's cache: a changed threshold or lexicon then needs no pass through M1."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.model.ensemble import Ensemble
from core.recognition.read import embed_all
from core.store.tree import read_tree, write_tree


class EmbeddingCache:
    """Blocks of embeddings of one model, found again by the digest of their pictures. Rebuildable at any time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_model(cls, caches: Path, model_key: str) -> EmbeddingCache:
        """The one of the model with this key among all ``caches`` of a project."""
        return cls(caches / blake2b(model_key.encode(), digest_size=12).hexdigest())

    def embed(
        self, ensemble: Ensemble, images: NDArray[np.uint8], device: str,
        passed: Callable[[], None] = lambda: None,
    ) -> list[NDArray[np.float32]]:  # fmt: skip
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
            self.folder.mkdir(parents=True, exist_ok=True)
            write_tree(path, {}, {str(k): rows for k, rows in enumerate(kept)}, compress=False)
        return [rows.astype(np.float32) for rows in kept]

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
