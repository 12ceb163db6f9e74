"""The reading of whole lines in a recognition: what a line reader says of words, from the scans of their pages."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.geometry import Box, union
from core.imaging.read import read_gray
from core.imaging.segment.line_strip import LineStrip, region_strip
from core.jobs.lines.line_readers import line_place
from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import LineWord
from core.project.content.pages import get_page, list_lines
from core.project.content.words import WordRow, get_words
from core.project.file_access import verify_trusted
from core.project.project import Project
from core.recognition.line_language import line_language
from core.recognition.line_voice import WordVoice, word_voices
from core.recognition.page_strips import page_strips
from core.recognition.word_model import WordModel

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.model.line_reader import LineReader

_BATCH = 64
"""Lines that are spelled together."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line cut out of its page, and its words from left to right with their boxes in pixels of the cut."""

    gray: NDArray[np.uint8]
    words: tuple[int, ...]
    boxes: tuple[Box, ...]


class LineVoices:
    """Reads the lines of a project's words with a line reader."""

    def __init__(self, project: Project, reader: LineReader, lexicon: Lexicon) -> None:
        self._project = project
        self._reader = reader
        self._lexicon = lexicon

    @cached_property
    def _language(self) -> LineLanguage:
        """The words of the list as they may stand in a line."""
        return line_language(WordModel.build([], self._lexicon), self._lexicon.alphabet, self._reader.familiar)

    def of_lines(self, lines: Sequence[Sequence[LineWord]]) -> dict[int, WordVoice]:
        """Return what is read of each word, by its id; words on pages that cannot be read are missing."""
        return self.of_placed(place_lines(self._project, lines, self._reader))

    def of_placed(self, placed: Sequence[PlacedLine]) -> dict[int, WordVoice]:
        """Return what is read of each word of lines that are cut out, by its id."""
        voices: dict[int, WordVoice] = {}
        for line, found in zip(placed, self.of_strips(placed), strict=True):
            voices |= dict(zip(line.words, found, strict=True))
        return voices

    def of_strips(self, placed: Sequence[PlacedLine]) -> list[list[WordVoice]]:
        """Return what is read in each box of lines that are cut out."""
        voices = []
        for start in range(0, len(placed), _BATCH):
            batch = placed[start : start + _BATCH]
            for line, spelled in zip(batch, self._reader.spell([line.gray for line in batch]), strict=True):
                own = self._reader.in_alphabet(spelled, self._lexicon.alphabet)
                voices.append(word_voices(own, line.boxes, len(line.gray), self._lexicon, self._language))
        return voices

    def costs(
        self,
        voices: Mapping[int, WordVoice],
        further: Mapping[int, Sequence[str]],
        hidden: Mapping[int, str] | None = None,
    ) -> dict[int, dict[str, float]]:
        """Return the costs of the words that each voice offers and of ``further`` ones, the likeliest word first.

        The words ``hidden`` count as in no list.
        """
        result = {}
        for word_id, voice in voices.items():
            words = list(dict.fromkeys((*voice.offered((hidden or {}).get(word_id)), *further.get(word_id, ()))))
            pairs = zip(words, voice.costs(words, self._lexicon) if words else [], strict=True)
            result[word_id] = dict(sorted(pairs, key=lambda pair: pair[1]))
        return result


def place_lines(project: Project, lines: Sequence[Sequence[LineWord]], reader: LineReader) -> list[PlacedLine]:
    """Cut lines of several pages out of their scans (:func:`place_page_lines`)."""
    return [
        line
        for page_id, of_page in groupby(lines, key=lambda line: line[0].page_id)
        for line in place_page_lines(project, page_id, list(of_page), reader)
    ]


def place_page_lines(
    project: Project, page_id: int, lines: Sequence[Sequence[LineWord]], reader: LineReader
) -> list[PlacedLine]:
    """Cut lines out of the scan of their page as ``reader`` reads them best.

    A page that cannot be read gives none, and is written to the log.
    """
    page = get_page(project, page_id)
    try:
        verify_trusted(page.image)
        gray = read_gray(page.image, page.frame)
    except DuctusError as error:
        _log.warning("The lines of page %s are not read: %s", page.name, error)
        return []
    rows = {row.id: row for row in get_words(project, [word.word_id for line in lines for word in line])}
    on_page = {line.id: line for line in list_lines(project, page_id)}
    strips = dict(zip(on_page, page_strips(gray, list(map(line_place, on_page.values())), reader), strict=True))
    placed = (_place(gray, [rows[word.word_id] for word in line if word.word_id in rows], strips) for line in lines)
    return [line for line in placed if line is not None]


def _place(
    gray: NDArray[np.uint8], words: Sequence[WordRow], strips: Mapping[int, LineStrip | None]
) -> PlacedLine | None:
    """Return a line with its words in pixels of its strip; words in no line are cut out together."""
    boxed = sorted((row.box[0], row.id, row.box) for row in words if row.box is not None)
    if not boxed:
        return None
    boxes = [box for _, _, box in boxed]
    line = words[0].line_id
    strip = region_strip(gray, union(boxes)) if line is None or line not in strips else strips[line]
    if strip is None:
        return None
    return PlacedLine(strip.gray, tuple(word_id for _, word_id, _ in boxed), tuple(map(strip.strip_box, boxes)))
