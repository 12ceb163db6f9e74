"""Reading many images with a whole ensemble: every member's embedding and evidence, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.member import MemberEvidence, read_member


def embed_all(ensemble: Ensemble, images: NDArray[np.uint8], device: str = "cpu") -> list[NDArray[np.float32]]:
    """Each member's embeddings [N, E] of images [N, 50, 250]: the only step that needs the networks M1."""
    return [member.learner.embed(images, device) for member in ensemble.members]


def read_embeddings(
    ensemble: Ensemble,
    embeddings: Sequence[NDArray[np.float32]],
    lexicon: Lexicon,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> list[MemberEvidence]:
    """Each member's evidence on already embedded images; ``tell(done, total)`` after each member."""
    readings = []
    for k, (member, rows) in enumerate(zip(ensemble.members, embeddings, strict=True)):
        readings.append(read_member(member, ensemble, rows, lexicon))
        tell(k + 1, len(ensemble.members))
    return readings
