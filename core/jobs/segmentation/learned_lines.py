"""The line finder in a job: loaded when the first page needs it, and done without where its file is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import InputError, ModelFileError
from core.events import Listener, Note
from core.jobs.lines.line_cutting import LineCutter
from core.language import tr, tr_hint
from core.project.project import Project
from core.store.line_finder import line_finder_path, load_line_finder

if TYPE_CHECKING:
    import numpy as np

    from core.geometry import Box
    from core.imaging.segment.found_lines import FoundLine
    from core.imaging.segment.line_strip import LinePlace
    from core.model.line_finder import LineFinder

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
        self._emit = emit
        self._path = line_finder_path()
        self._is_used = choice != BY_GAPS and self._path.exists()
        self._finder: LineFinder | None = None
        self._cutter = LineCutter(project, emit)
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
        from core.jobs.lines.line_places import found_place

        lines = lines_from_maps(gray, self._finder.maps(gray))
        cuts = self.cut(gray, list(map(found_place, lines)))
        return [replace(line, words=tuple(cut)) if cut else line for line, cut in zip(lines, cuts, strict=True)]

    def cut(self, gray: np.ndarray, lines: Sequence[LinePlace]) -> list[list[Box]]:
        """Return the boxes of the words that are read in lines of a page, in its pixels; none where nothing is read."""
        return self._cutter.boxes(gray, lines) if self._is_used else [[] for _ in lines]
