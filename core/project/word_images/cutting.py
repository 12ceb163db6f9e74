"""The pixels of words: their image file, frame and box, and reading them image by image."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError, InputError
from core.geometry import Box
from core.project.files.file_store import resolve_file
from core.project.files.linked_images import read_trusted_image
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

_CHUNK = 2000

ErrorHandler = Callable[[int, DuctusError], None]
"""Called as ``on_error(word id, error)``."""


@dataclass(frozen=True, slots=True)
class ImageWords:
    """One image (a page, or a lone crop) and the words to cut from it; a box of None is the whole image."""

    path: Path
    frame: int
    words: tuple[tuple[int, Box | None], ...]


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


def load_crops(
    project: Project, ids: Sequence[int], on_error: ErrorHandler | None = None
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield ``(word id, uint8 [H, W], dark ink on light paper)`` image by image, each decoded once.

    A box is cut to its page, without a margin. An image that cannot be read raises InputError or, if ``on_error`` is
    given, calls it for each of its words, which are then left out.
    """
    for image in word_image_refs(project, ids):
        yield from cut_words(image, on_error)


def cut_words(image: ImageWords, on_error: ErrorHandler | None = None) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the words of one image as :func:`load_crops` does."""
    try:
        pixels = read_trusted_image(image.path, image.frame)
    except DuctusError as error:
        if on_error is None:
            raise
        for word_id, _ in image.words:
            on_error(word_id, error)
        return
    for word_id, box in image.words:
        crop = pixels if box is None else crop_box(pixels, box)
        if crop.size:
            yield word_id, crop.copy()  # a copy, so that keeping one word does not keep its whole page
            continue
        off_page = InputError.at(image.path, f"the box of word {word_id} lies off the image")
        if on_error is None:
            raise off_page
        on_error(word_id, off_page)


def crop_box(pixels: np.ndarray, box: Box) -> np.ndarray:
    """Return the part of a page [H, W] that lies in ``box``, cut at the page's edges."""
    x, y, w, h = box
    return pixels[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)]
