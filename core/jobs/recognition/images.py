"""Load the word images of a project as the arrays that the embedders take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.events import Listener, note
from core.imaging.normalise import HEIGHT, WIDTH, normalise
from core.project.project import Project
from core.project.word_images.cutting import load_crops

BLOCK_SIZE = 2000
"""Words that are loaded and recognised together: 25 MB of images."""


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """Word ids [n] and their normalised images uint8 [n, 50, 250]."""

    ids: Sequence[int]
    images: NDArray[np.uint8]


def load_images(project: Project, ids: Sequence[int], emit: Listener, size: int = BLOCK_SIZE) -> Iterator[ImageBlock]:
    """Load word images in blocks of ``size``; an unreadable one is reported by a note and left out."""

    def report(word_id: int, error: DuctusError) -> None:
        emit(note(f"Word {word_id} is left out: {error}"))

    crops = load_crops(project, ids, report)
    while block := list(islice(crops, size)):
        images = np.empty((len(block), HEIGHT, WIDTH), np.uint8)
        for row, (_, crop) in enumerate(block):
            images[row] = normalise(crop)
        yield ImageBlock([word_id for word_id, _ in block], images)


def load_all_images(project: Project, ids: Sequence[int], emit: Listener) -> ImageBlock:
    """Load all word images at once; see :func:`load_images`."""
    blocks = list(load_images(project, ids, emit))
    empty = np.empty((0, HEIGHT, WIDTH), np.uint8)
    return ImageBlock(
        [word_id for block in blocks for word_id in block.ids],
        np.concatenate([empty, *(block.images for block in blocks)]),
    )
