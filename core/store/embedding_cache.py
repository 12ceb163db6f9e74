"""Embeddings kept in a project's cache, by reader and image: another word list needs no pass through M1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.model.learner_names import is_own
from core.store.kept_results import KeptResults, source_digest, weights_digest

if TYPE_CHECKING:
    from core.model.learner import Learner


class EmbeddingCache:
    """Embeddings of the readers of a project.

    Those of our own learners are rounded to 16 bits, new ones as well, so that results do not depend on the state of
    the cache. Learners of other packages may have any numbers, which are kept in 32 bits.
    """

    def __init__(self, project: Path) -> None:
        """Use the cache of the project in the folder ``project``."""
        self.project = project
        self._kept = KeptResults(project)
        self._readers: dict[int, tuple[Learner, str]] = {}
        """The readers asked for so far, by their objects, whose weights no longer change, with their digests."""

    def embed_all(
        self,
        learners: Sequence[Learner],
        images: NDArray[np.uint8],
        device: str,
        on_network_pass: Callable[[], None] = lambda: None,
    ) -> list[NDArray[np.float32]]:
        """Return each reader's embeddings [N, E] of ``images``; call ``on_network_pass`` once before any pass."""
        waiting = [on_network_pass]

        def announce() -> None:
            while waiting:
                waiting.pop()()

        digests = [source_digest(image.tobytes()) for image in images]
        return [self._embed(learner, images, digests, device, announce) for learner in learners]

    def embed(self, learner: Learner, images: NDArray[np.uint8], device: str) -> NDArray[np.float32]:
        """Return one reader's embeddings [N, E] of ``images``."""
        return self.embed_all([learner], images, device)[0]

    def _embed(
        self,
        learner: Learner,
        images: NDArray[np.uint8],
        digests: Sequence[str],
        device: str,
        on_network_pass: Callable[[], None],
    ) -> NDArray[np.float32]:
        from core.model.signature_learner import SignatureLearner

        if not len(images):
            return learner.embed(images, device)

        places = {digest: place for place, digest in enumerate(digests)}
        dtype = np.dtype(np.float16 if is_own(learner.kind) else np.float32)
        size = learner.embedding_size * dtype.itemsize if isinstance(learner, SignatureLearner) else None

        def make(missing: list[str]) -> list[bytes]:
            on_network_pass()
            new = learner.embed(images[[places[digest] for digest in missing]], device)
            return [row.tobytes() for row in new.astype(dtype)]

        def decode(_: str, data: bytes) -> NDArray[Any] | None:
            return np.frombuffer(data, dtype) if len(data) == (size or len(data) & -dtype.itemsize) else None

        found = self._kept.complete(self._reader_digest(learner), digests, make, decode)
        if len(set(map(len, found.values()))) > 1:  # those of a third-party learner, changed by somebody
            return learner.embed(images, device)
        return np.stack([found[digest] for digest in digests]).astype(np.float32)

    def _reader_digest(self, learner: Learner) -> str:
        if id(learner) not in self._readers:
            self._readers[id(learner)] = learner, weights_digest(learner.kind, learner.weights())
        return self._readers[id(learner)][1]
