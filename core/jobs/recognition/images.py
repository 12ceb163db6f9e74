"""From a project's words to the arrays the engine reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.imaging.normalise import HEIGHT, WIDTH, normalise
from core.project.files.crops import load_crops
from core.project.project import Project

BLOCK = 2000
"""Words that are held and read together: 25 MB of pictures."""


def normalised_blocks(
    project: Project, ids: Sequence[int], on_error: Callable[[int, DuctusError], None] | None = None, size: int = BLOCK
) -> Iterator[tuple[list[int], NDArray[np.uint8]]]:
    """Blocks of ``size`` (word ids, images [n, 50, 250]), image by image as they lie in the files."""
    stream = load_crops(project, ids, on_error)
    while block := list(islice(stream, size)):
        images = np.empty((len(block), HEIGHT, WIDTH), np.uint8)
        for place, (_, crop) in enumerate(block):
            images[place] = normalise(crop)
        yield [word_id for word_id, _ in block], images


def normalised_words(
    project: Project, ids: Sequence[int], on_error: Callable[[int, DuctusError], None] | None = None
) -> tuple[list[int], NDArray[np.uint8]]:
    """All of the words at once: (ids, images [N, 50, 250]); an unreadable one is told of and left out."""
    all_ids: list[int] = []
    parts = [np.empty((0, HEIGHT, WIDTH), np.uint8)]
    for block_ids, images in normalised_blocks(project, ids, on_error):
        all_ids += block_ids
        parts.append(images)
    return all_ids, np.concatenate(parts)
