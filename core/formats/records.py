"""The records that format modules return: pages, lines, words and word images, before a project stores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import DuctusError, InputError, sanitise
from core.events import InputSkipped
from core.geometry import Box, Polygon, Polyline, straight_baseline, union
from core.language import kind_of

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
    origin: TextOrigin | None = None
    """The origin of the text: for export, or aligned at the import; None for a text of no special origin."""


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """The origin of the text of a word.

    ``kind`` is ``imported``, ``typed``, ``accepted``, ``aligned`` or ``suggested``. ``model`` and ``confidence`` (0 to
    1) belong to the suggestion that was accepted or that is the text. When an aligned word is imported, whose text a
    person gave and whose box a program found, ``confidence`` is its fit.
    """

    kind: str
    model: str | None = None
    confidence: float | None = None

    @property
    def is_suggested(self) -> bool:
        """Return whether no person has checked the text."""
        return self.kind == SUGGESTED


SUGGESTED = "suggested"
"""The ``kind`` of a text that a model suggested and no person has checked."""
ALIGNED = "aligned"
"""The ``kind`` of the text of a line that a program cut into words; equal to the value that a project stores."""


@dataclass(frozen=True, slots=True)
class LineRecord:
    """One text line. The words with its ``number`` as their ``line`` belong to it; without words it can be cut."""

    box: Box
    text: str | None = None
    """The transcription of the whole line as the source gives it."""
    polygon: Polygon | None = None
    ref: str | None = None
    baseline: Polyline | None = None
    region: int | None = None
    """The index of its region in ``PageRecord.regions``."""
    number: int = 0
    """Counts from 0 in reading order over all lines of the page, like ``WordRecord.line``."""
    kind: str | None = None
    """For export: the type of the line, as the document names it that the page was imported from."""


@dataclass(frozen=True, slots=True)
class RegionRecord:
    """One region of text. ``kind`` is PAGE's type (paragraph, heading, marginalia ...) or any other word for it.

    ``text`` is kept only for a region without lines.
    """

    box: Box
    kind: str = "paragraph"
    polygon: Polygon | None = None
    ref: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page: an image file (``frame`` counts the pages of a TIFF or PDF) with its words, lines and regions."""

    image: Path
    width: int
    height: int
    frame: int = 0
    words: tuple[WordRecord, ...] = ()
    lines: tuple[LineRecord, ...] = ()
    source: Path | None = None
    """The transcription file (PAGE, ALTO, gtp, ...) of this page."""
    writer: str | None = None
    regions: tuple[RegionRecord, ...] = ()

    @property
    def uncut_lines(self) -> tuple[LineRecord, ...]:
        """The lines without words."""
        cut = {word.line for word in self.words}
        return tuple(line for line in self.lines if line.number not in cut)

    def region_of(self, line: LineRecord) -> int | None:
        """Return the index of the region of a line; None without one, or if the page has no such region."""
        return line.region if line.region is not None and line.region < len(self.regions) else None


@dataclass(frozen=True, slots=True)
class CropRecord:
    """One word image in a file of its own."""

    image: Path
    text: str | None = None
    role: str | None = None
    writer: str | None = None
    page: str | None = None
    ref: str | None = None


class ImageMissingError(InputError):
    """A transcription that cannot be used for want of its image."""


@dataclass(frozen=True, slots=True)
class Skipped(InputSkipped):
    """A part of a source that will not be imported, or a note; ``reason_kind`` is by default as its template says."""

    def __post_init__(self) -> None:
        # all quote untrusted input
        object.__setattr__(self, "reason_kind", sanitise(self.reason_kind or kind_of(self.reason), 400))
        object.__setattr__(self, "place", sanitise(self.place, 120))
        object.__setattr__(self, "reason", sanitise(self.reason, 400))

    @classmethod
    def from_error(cls, file: Path, place: str, error: Exception) -> Skipped:
        """Return the entry for an error about ``file``, without naming the file twice."""
        reason = error.about(file) if isinstance(error, DuctusError) else str(error)
        kind = error.kind if isinstance(error, DuctusError) else ""
        return cls(file, place, reason, isinstance(error, ImageMissingError), reason_kind=kind)


@dataclass(frozen=True, slots=True)
class SourceContents:
    """Everything found in a source; shown to the user before anything is imported."""

    pages: tuple[PageRecord, ...] = ()
    crops: tuple[CropRecord, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    formats: tuple[str, ...] = ()
    """The names of the formats that it was read from. A reader of one format need not give its name."""

    @property
    def word_count(self) -> int:
        return len(self.crops) + sum(len(page.words) for page in self.pages)

    @property
    def uncut_line_count(self) -> int:
        """The number of lines without words, which can be cut into words."""
        return sum(len(page.uncut_lines) for page in self.pages)


def lines_in_order(page: PageRecord) -> list[tuple[LineRecord, list[WordRecord]]]:
    """Return the lines of a page in reading order, each with its words; a line is made for words that have none.

    A line that was made, or that has no baseline, gets a straight one (:func:`core.geometry.straight_baseline`).
    """
    words_of: dict[int, list[WordRecord]] = {}
    for word in page.words:
        words_of.setdefault(word.line, []).append(word)
    given = {line.number for line in page.lines}
    made = [LineRecord(union(w.box for w in words), number=n) for n, words in words_of.items() if n not in given]
    ordered = []
    for line in sorted((*page.lines, *made), key=lambda line: line.number):
        words = words_of.get(line.number, [])
        if line.baseline is None:
            line = replace(line, baseline=straight_baseline([word.box for word in words] or [line.box]))
        ordered.append((line, words))
    return ordered


def line_text(line: LineRecord, words: Sequence[WordRecord]) -> str | None:
    """Return the text of a line: its words' texts joined by blanks, without words its own.

    None if a word has no text: a part of a line would be taken for its whole transcription.
    """
    if not words:
        return line.text
    texts = [word.text for word in words if word.text]
    return " ".join(texts) if len(texts) == len(words) else None


def suggestions_comment(page: PageRecord) -> str | None:
    """Return the sentence with which a file names the suggestions that it contains, or None without any."""
    suggested = [word.origin for word in page.words if word.origin is not None and word.origin.is_suggested]
    if not suggested:
        return None
    models = ", ".join(sorted({origin.model for origin in suggested if origin.model})) or "a model"
    return f"{len(suggested)} of {len(page.words)} words are suggestions of {models} that nobody has checked."
