"""The line finder and the line reader in a job: loaded when first needed, and done without where a file is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from core.errors import InputError, ModelFileError
from core.events import Listener, Note
from core.jobs.lines.line_readers import found_place, project_line_reader
from core.jobs.project_lexicon import project_language
from core.language import tr, tr_hint
from core.project.project import Project
from core.store.shipped_files import line_finder_path, load_line_finder

if TYPE_CHECKING:
    import numpy as np

    from core.geometry import Box, LinePlace
    from core.imaging.segment.found_lines import FoundLine
    from core.model.line_beam import LineLanguage
    from core.model.line_finder import LineFinder
    from core.model.line_reader import LineReader

LEARNED, BY_GAPS = "learned", "gaps"
"""The choices of the command line's option ``--finder``."""


class LearnedLines:
    """Finds the lines of whole pages with the line finder that comes with Ductus, if it is there and wanted.

    ``choice`` is :data:`LEARNED` or :data:`BY_GAPS`; None takes the line finder if its file is there and whole. The
    lines are cut into words by the line reader of ``project``. Raises InputError if the line finder is asked for by
    name and is missing.
    """

    def __init__(self, choice: str | None, emit: Listener, project: Project | None = None) -> None:
        self._is_required = choice == LEARNED
        self._emit, self._project = emit, project
        self._path = line_finder_path()
        self._is_used = choice != BY_GAPS and self._path.exists()
        self._finder: LineFinder | None = None
        if self._is_required and not self._is_used:
            hint = tr_hint("Install Ductus again, or use --finder {by_gaps}", "Install Ductus again", by_gaps=BY_GAPS)
            raise InputError.at(self._path, tr("the line finder is missing"), hint=hint)

    def find(self, gray: np.ndarray) -> list[FoundLine] | None:
        """Return the lines of a page (uint8 [H, W]) in reading order; None where they are to be found by gaps.

        A damaged file is reported once. Raises ModelFileError for it if the line finder was asked for by name.
        """
        if self._is_used and self._finder is None:
            try:
                self._finder = load_line_finder(self._path)
            except ModelFileError as error:
                if self._is_required:
                    raise
                self._is_used = False
                self._emit(Note(tr("Lines are found by the gaps between them: {error}", error=error)))
        if self._finder is None:
            return None
        from core.imaging.segment.found_lines import lines_from_maps

        lines = lines_from_maps(gray, self._finder.maps(gray))
        cuts = self.cut(gray, list(map(found_place, lines)))
        return [replace(line, words=tuple(cut)) if cut else line for line, cut in zip(lines, cuts, strict=True)]

    def cut(self, gray: np.ndarray, lines: Sequence[LinePlace]) -> list[list[Box]]:
        """Return the boxes of the words that are read in each line of a page (uint8 [H, W]), in its pixels.

        A list is empty where nothing is read, or where what is read makes no sense: the line shows no writing, or a
        script that the line reader does not know.
        """
        from core.recognition.line_words import LEAST_SCORE, read_lines
        from core.recognition.page_strips import page_strips

        found: list[list[Box]] = [[] for _ in lines]
        if not self._is_used or self._reader is None:
            return found
        strips = enumerate(page_strips(gray, lines, self._reader))
        inside = [(number, strip) for number, strip in strips if strip is not None]
        read = read_lines(self._reader, [strip.gray for _, strip in inside], self._language)
        for (number, strip), line in zip(inside, read, strict=True):
            if line.score >= LEAST_SCORE:
                boxes = [word.box for word in line.words]
                found[number] = [strip.page_box(box.left, box.top, box.right, box.bottom) for box in boxes]
        return found

    @cached_property
    def _reader(self) -> LineReader | None:
        """The line reader, which the first line needs; None where its file is missing or damaged, which is reported."""
        from core.store.kept_line_reader import KeptLineReader

        try:
            reader = project_line_reader(self._project)
            return KeptLineReader(reader, self._project.folder) if reader and self._project else reader
        except ModelFileError as error:
            self._emit(Note(tr("Words are found by the gaps between them: {error}", error=error)))
            return None

    @cached_property
    def _language(self) -> LineLanguage | None:
        """The words of the project's list that lines are read with; None without any."""
        if self._project is None or self._reader is None:
            return None
        return project_language(self._project, self._reader)
