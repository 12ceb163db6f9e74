"""What every format module returns: plain records of pages and words, before a project knows of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from core.errors import sanitise
from core.geometry import Box, Polygon

ROLES = ("train", "val", "test")


@dataclass(frozen=True, slots=True)
class WordRecord:
    """One word on a page; ``text`` is None when not transcribed, ``line`` counts from 0 in reading order."""

    box: Box
    text: str | None = None
    polygon: Polygon | None = None
    line: int = 0
    ref: str | None = None
    """The word's id in the source file, when it has one."""
    role: str | None = None


@dataclass(frozen=True, slots=True)
class LineRecord:
    """One text line without word boxes; the importer may cut it into words later."""

    box: Box
    text: str | None = None
    polygon: Polygon | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page: an image file (``frame`` counts pages in a TIFF or PDF) and what is known of its words."""

    image: Path
    width: int
    height: int
    frame: int = 0
    words: tuple[WordRecord, ...] = ()
    lines: tuple[LineRecord, ...] = ()
    source: Path | None = None
    """The transcription file (PAGE, ALTO, gtp, ...) this page came from."""
    writer: str | None = None


@dataclass(frozen=True, slots=True)
class CropRecord:
    """One word image in a file of its own."""

    image: Path
    text: str | None = None
    role: str | None = None
    writer: str | None = None
    page: str | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in the source that will not be imported: where it is and why, in one sentence."""

    file: Path
    place: str
    reason: str

    def __post_init__(self) -> None:
        # both quote what strangers wrote
        object.__setattr__(self, "place", sanitise(self.place, 120))
        object.__setattr__(self, "reason", sanitise(self.reason, 400))


@dataclass(frozen=True, slots=True)
class SourceContents:
    """All that a source holds: shown to the person before anything changes."""

    format: str
    pages: tuple[PageRecord, ...] = ()
    crops: tuple[CropRecord, ...] = ()
    skipped: tuple[Skipped, ...] = field(default=())

    @property
    def word_count(self) -> int:
        return len(self.crops) + sum(len(page.words) for page in self.pages)
