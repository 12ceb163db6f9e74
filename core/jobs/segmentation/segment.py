"""Finding words on a page: on all of it, or in its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.events import Listener, Note
from core.formats.records import LineRecord
from core.geometry import Box, LinePlace, bounding_box, straight_baseline, union
from core.jobs.lines.line_readers import line_place
from core.jobs.segmentation.line_aligner import FoundWord, LineAligner, LineWords
from core.language import tr, tr_noop
from core.lexicon.direction import reads_right_to_left
from core.project.content.pages import Line, Page
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.word_edits import NewWord, add_words
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.segment.found_lines import FoundLine
    from core.jobs.segmentation.learned_lines import LearnedLines


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words found on a page, by line; ``used`` are the indices of the given lines that were cut into them.

    Without given lines ``used`` is empty: the lines were found on the whole page.
    """

    lines: tuple[LineWords, ...]
    used: tuple[int, ...]
    outlined: tuple[FoundLine, ...] = ()
    """The ``lines`` as the line finder found them; empty where it was not used."""

    def places(self) -> list[LinePlace]:
        """Return where the lines lie that were found on the whole page."""
        if self.outlined:
            return [_outlined_place(line) for line in self.outlined]
        return [words_place(line) for line in self.lines]


def find_page_words(
    image: Path,
    frame: int,
    name: str,
    lines: Sequence[Line | LineRecord],
    emit: Listener,
    aligner: LineAligner | None = None,
    learned: LearnedLines | None = None,
) -> PageWords:
    """Find the words in the ``lines`` of a page, or without lines on the whole page.

    On the whole page ``learned`` finds the lines, and in lines without text the words; without it both are found by the
    gaps between them. Transcribed lines are cut where ``aligner`` finds their words, and by their gaps where it finds
    none. A line without ink, or whose text does not fit its ink, is reported and not among those used. Raises
    InputError for an unreadable image.
    """
    from core.imaging.read import read_gray

    gray = read_gray(image, frame)
    if not lines:
        outlined = learned.find(gray) if learned else None
        if outlined is not None:
            return PageWords(tuple(list(map(FoundWord, line.words)) for line in outlined), (), tuple(outlined))
        from core.imaging.segment.page import segment_page

        return PageWords(tuple(list(map(FoundWord, boxes)) for boxes in segment_page(gray)), ())
    is_right_to_left = reads_right_to_left(" ".join(line.text or "" for line in lines))
    found: list[LineWords] = []
    used: list[int] = []
    read = _read_words(gray, lines, learned) if learned and not is_right_to_left else {}
    aligned = _align_words(gray, lines, aligner) if aligner else {}
    for index, line in enumerate(lines):
        if _text(line):
            words, problem = _cut_text(gray, line, aligned.get(index, []))
        else:
            words, problem = _cut_words(gray, line, read.get(index, ()), is_right_to_left)
        if problem:
            place = line.ref or tr("at {x}, {y}", x=line.box[0], y=line.box[1])
            emit(Note(tr("The line {place} of page {name} is kept whole.", place=place, name=name) + f" {problem}"))
        else:
            found.append(words)
            used.append(index)
    return PageWords(tuple(found), tuple(used))


def _read_words(
    gray: np.ndarray, lines: Sequence[Line | LineRecord], learned: LearnedLines
) -> dict[int, Sequence[Box]]:
    """Return the boxes of the words that are read in each line without text, by its index."""
    places = {index: line_place(line) for index, line in enumerate(lines) if not _text(line)}
    return dict(zip(places, learned.cut(gray, list(places.values())), strict=True)) if places else {}


def _align_words(gray: np.ndarray, lines: Sequence[Line | LineRecord], aligner: LineAligner) -> dict[int, LineWords]:
    """Return the words of each transcribed line whose text is found in its ink, by its index."""
    transcribed = {index: line for index, line in enumerate(lines) if _text(line)}
    strips = aligner.strips(gray, list(transcribed.values())) if transcribed else []
    return {index: aligner.cut(strip, line) for (index, line), strip in zip(transcribed.items(), strips, strict=True)}


def _text(line: Line | LineRecord) -> str:
    return (line.text or "").strip()


def _cut_text(gray: np.ndarray, line: Line | LineRecord, aligned: LineWords) -> tuple[LineWords, str]:
    """Return the words of a transcribed line, ``aligned`` or by its gaps, and why they do not fit, as a sentence."""
    from core.imaging.segment.align import align_line, misfit
    from core.imaging.segment.page import split_line_region

    if aligned and not misfit([(word.box, word.text or "") for word in aligned], gray, line.box):
        return aligned, ""
    words = align_line(split_line_region(gray, line.box, line.polygon), line.text or "")
    return [FoundWord(*word) for word in words], misfit(words, gray, line.box) if words else tr(_NO_INK)


def _cut_words(
    gray: np.ndarray, line: Line | LineRecord, read: Sequence[Box], is_right_to_left: bool
) -> tuple[LineWords, str]:
    """Return the words of a line without text, those ``read`` or by its gaps, and why there are none, as a sentence."""
    from core.imaging.segment.page import segment_line

    boxes = read or segment_line(gray, line.box, line.polygon)
    return list(map(FoundWord, reversed(boxes) if is_right_to_left else boxes)), "" if boxes else tr(_NO_INK)


_NO_INK = tr_noop("It shows no ink.")


def words_place(words: LineWords) -> LinePlace:
    """Return the box around the words of a line, with a straight baseline."""
    boxes = [word.box for word in words]
    return LinePlace(union(boxes), baseline=straight_baseline(boxes))


def _outlined_place(line: FoundLine) -> LinePlace:
    x, y, width, height = bounding_box(line.outline)
    return LinePlace(union([(x, y, width + 1, height + 1), *line.words]), line.outline, line.baseline, is_found=True)


def add_segmented_words(project: Project, page: Page, new: Sequence[tuple[NewWord, FoundWord]]) -> list[int]:
    """Add words to a page inside an open edit; return their ids. Their texts, where known, count as aligned."""
    ids = add_words(project, page.id, [word for word, _ in new])
    for word_id, (_, found) in zip(ids, new, strict=True):
        if found.text is not None:
            set_transcription(project, word_id, found.text, TranscriptionSource.ALIGNED, fit=found.fit)
    return ids
