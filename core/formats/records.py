"""The records that format modules return: pages, lines, words and word images, before a project stores them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import sanitise
from core.geometry import Box, Polygon

ROLES = ("train", "val", "test")
"""The roles that a source may give its words; equal to the stored values of the project's roles."""


@dataclass(frozen=True, slots=True)
class WordRecord:
    """One word on a page; ``text`` is None when not transcribed, ``line`` counts from 0 in reading order."""

    box: Box
    text: str | None = None
    polygon: Polygon | None = None
    line: int = 0
    ref: str | None = None
    """The word's id in the source file, if it has one."""
    role: str | None = None


@dataclass(frozen=True, slots=True)
class LineRecord:
    """One text line without word boxes; it may be segmented into words after the import."""

    box: Box
    text: str | None = None
    polygon: Polygon | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page: an image file (``frame`` counts the pages of a TIFF or PDF) with its words and lines."""

    image: Path
    width: int
    height: int
    frame: int = 0
    words: tuple[WordRecord, ...] = ()
    lines: tuple[LineRecord, ...] = ()
    source: Path | None = None
    """The transcription file (PAGE, ALTO, gtp, ...) of this page."""
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
    """A part of a source that will not be imported: its place in the file and the reason in one sentence."""

    file: Path
    place: str
    reason: str

    def __post_init__(self) -> None:
        # both quote untrusted input
        object.__setattr__(self, "place", sanitise(self.place, 120))
        object.__setattr__(self, "reason", sanitise(self.reason, 400))

    @classmethod
    def from_error(cls, file: Path, place: str, error: Exception) -> Skipped:
        """Return the entry for an error about ``file``, without naming the file twice."""
        return cls(file, place, str(error).removeprefix(sanitise(file)).lstrip(": "))


@dataclass(frozen=True, slots=True)
class SourceContents:
    """Everything found in a source; shown to the user before anything is imported."""

    format: str
    pages: tuple[PageRecord, ...] = ()
    crops: tuple[CropRecord, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    @property
    def word_count(self) -> int:
        return len(self.crops) + sum(len(page.words) for page in self.pages)


def lines_in_order(page: PageRecord) -> list[list[WordRecord] | LineRecord]:
    """Return the lines of a page in reading order: words grouped by line number, and lines without words.

    Line numbers that no word has are filled with the lines without words, in their order; the rest follow.
    """
    by_line: dict[int, list[WordRecord]] = {}
    for word in page.words:
        by_line.setdefault(word.line, []).append(word)
    remaining = list(page.lines)
    ordered: list[list[WordRecord] | LineRecord] = []
    previous = -1
    for number in sorted(by_line):
        unused = max(0, number - previous - 1)
        ordered += remaining[:unused]
        remaining = remaining[unused:]
        ordered.append(by_line[number])
        previous = number
    return ordered + remaining
