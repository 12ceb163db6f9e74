"""Load the images of words: each file is decoded once; as they are, or as the blocks that the embedders take."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError, InputError
from core.events import Listener, Note
from core.geometry import Box
from core.language import tr
from core.project.file_access import resolve_file, verify_trusted
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_CHUNK = 2000

BLOCK_SIZE = 256
"""Words that are loaded and recognised together: five readers take some seconds for them on an office computer, and
progress is shown after each block."""

ErrorHandler = Callable[[int, DuctusError], None]
"""Called as ``on_error(word id, error)``."""


@dataclass(frozen=True, slots=True)
class ImageWords:
    """One image (a page, or a lone crop) and the words to cut from it; a box of None is the whole image."""

    path: Path
    frame: int
    words: tuple[tuple[int, Box | None], ...]


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """Word ids [n] and their normalised images uint8 [n, 50, 250]."""

    ids: Sequence[int]
    images: NDArray[np.uint8]


def word_image_refs(project: Project, ids: Sequence[int]) -> list[ImageWords]:
    """Return the images of these words, each once with all its words; lone crops last.

    Ids that do not exist are left out. Raises InputError for a file outside the project that is not linked.
    """
    grouped: dict[tuple[int, ...], tuple[tuple[str, int, int], list[tuple[int, Box | None]]]] = {}
    for start in range(0, len(ids), _CHUNK):
        rows = project.query(
            "SELECT w.page_id IS NULL, coalesce(p.position, 0), f.id, coalesce(p.frame, 0), f.path, f.linked,"
            " w.id, w.x, w.y, w.w, w.h FROM word AS w LEFT JOIN page AS p ON p.id = w.page_id"
            " JOIN file AS f ON f.id = coalesce(p.file_id, w.file_id)"
            " WHERE w.id IN (SELECT value FROM json_each(?)) ORDER BY w.id",
            (json.dumps(list(ids[start : start + _CHUNK])),),
        )
        for row in rows:
            box = None if row[0] else row[7:11]  # a lone crop is a whole image
            grouped.setdefault(row[:4], ((row[4], row[5], row[3]), []))[1].append((row[6], box))
    return [
        ImageWords(resolve_file(project.folder, path, bool(linked)), frame, tuple(words))
        for _, ((path, linked, frame), words) in sorted(grouped.items())
    ]


def load_crops(project: Project, ids: Sequence[int], on_error: ErrorHandler) -> Iterator[tuple[int, np.ndarray]]:
    """Yield ``(word id, uint8 [H, W], dark ink on light paper)`` image by image, each decoded once.

    A box is cut to its page, without a margin. ``on_error`` is called for each word of an image that cannot be read,
    and for one whose box lies off its page; such words are left out.
    """
    for image in word_image_refs(project, ids):
        yield from cut_words(image, on_error)


def cut_words(image: ImageWords, on_error: ErrorHandler) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the words of one image as :func:`load_crops` does."""
    from core.imaging import read

    try:
        verify_trusted(image.path)
        pixels = read.read_gray(image.path, image.frame)
    except DuctusError as error:
        for word_id, _ in image.words:
            on_error(word_id, error)
        return
    for word_id, box in image.words:
        crop = pixels if box is None else read.crop_box(pixels, box)
        if crop.size:
            yield word_id, crop.copy()  # a copy, so that keeping one word does not keep its whole page
        else:
            problem = tr("the box of word {word_id} lies off the image", word_id=word_id)
            on_error(word_id, InputError.at(image.path, problem))


def load_images(project: Project, ids: Sequence[int], emit: Listener, size: int = BLOCK_SIZE) -> Iterator[ImageBlock]:
    """Load normalised word images in blocks of at most ``size``; an unreadable one is reported by a note and left out.

    The words of a page come in one block if they fit in.
    """

    def report(word_id: int, error: DuctusError) -> None:
        emit(Note(tr("Word {word_id} is left out: {error}", word_id=word_id, error=error)))

    block: list[tuple[int, np.ndarray]] = []
    for image in word_image_refs(project, ids):
        if block and len(block) + len(image.words) > size:
            yield _normalised(block)
            block = []
        for crop in cut_words(image, report):
            block.append(crop)
            if len(block) == size:
                yield _normalised(block)
                block = []
    if block:
        yield _normalised(block)


def _normalised(crops: Sequence[tuple[int, np.ndarray]]) -> ImageBlock:
    import numpy as np

    from core.imaging.normalise import HEIGHT, WIDTH, normalise

    images = np.empty((len(crops), HEIGHT, WIDTH), np.uint8)
    for row, (_, crop) in enumerate(crops):
        images[row] = normalise(crop)
    return ImageBlock([word_id for word_id, _ in crops], images)


def load_all_images(project: Project, ids: Sequence[int], emit: Listener) -> ImageBlock:
    """Load all word images at once; see :func:`load_images`."""
    return join_blocks(load_images(project, ids, emit))


def join_blocks(blocks: Iterable[ImageBlock]) -> ImageBlock:
    """Return the images of all blocks as one."""
    import numpy as np

    from core.imaging.normalise import HEIGHT, WIDTH

    blocks = list(blocks)
    empty = np.empty((0, HEIGHT, WIDTH), np.uint8)
    return ImageBlock(
        [word_id for block in blocks for word_id in block.ids],
        np.concatenate([empty, *(block.images for block in blocks)]),
    )
