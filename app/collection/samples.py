"""A few pictures of what a source holds, for the preview."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QImage

from app.collection.thumbnails import small
from core.errors import InputError
from core.formats.records import SourceContents

_PAGES, _CROPS = 4, 12
_PAGE_SIDE, _CROP_SIDE = 300, 320


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture; ``text`` is its transcription, or the page's name."""

    image: QImage
    text: str


def samples(found: SourceContents) -> list[Sample]:
    """The first pages and word images, small; those that cannot be read are left out."""
    shown: list[Sample] = []
    for page in found.pages[:_PAGES]:
        _add(shown, page.image, page.frame, _PAGE_SIDE, page.image.name)
    for crop in found.crops[: _CROPS if not found.pages else _PAGES]:
        _add(shown, crop.image, 0, _CROP_SIDE, crop.text or "–")
    return shown


def _add(shown: list[Sample], path: Path, frame: int, side: int, text: str) -> None:
    try:
        shown.append(Sample(small(path, frame, side), text))
    except InputError:
        return
