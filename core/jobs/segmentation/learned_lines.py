"""The line finder in a job: loaded when the first page needs it, and done without where its file is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InputError, ModelFileError
from core.events import Listener, Note
from core.jobs.segmentation.line_aligner import starter_reader
from core.language import tr, tr_hint
from core.store.line_finder import line_finder_path, load_line_finder
from core.store.word_ends import load_word_ends, word_ends_path

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.segment.found_lines import FoundLine
    from core.imaging.segment.word_ends import Spaces, WordEnds
    from core.model.line_finder import LineFinder
    from core.recognition.line_spaces import LineSpaces

LEARNED, BY_GAPS = "learned", "gaps"
"""The choices of the command line's option ``--finder``."""


class LearnedLines:
    """Finds the lines of whole pages with the line finder that comes with Ductus, if it is there and wanted.

    ``choice`` is :data:`LEARNED` or :data:`BY_GAPS`; None takes the line finder if its file is there and whole. Raises
    InputError if it is asked for by name and is missing.
    """

    def __init__(self, choice: str | None, emit: Listener) -> None:
        self._is_required = choice == LEARNED
        self._emit = emit
        self._path = line_finder_path()
        self._is_used = choice != BY_GAPS and self._path.exists()
        self._finder: LineFinder | None = None
        self._ends: WordEnds | None = None
        self._spaces: LineSpaces | None = None
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
                self._ends = load_word_ends(word_ends_path()) if word_ends_path().exists() else None
            except ModelFileError as error:
                if self._is_required:
                    raise
                self._is_used = False
                self._emit(Note(tr("Lines are found by the gaps between them: {error}", error=error)))
        if self._finder is None:
            return None
        from core.imaging.segment.found_lines import lines_from_maps

        # without trees the widths of the gaps decide alone
        spaces = self.spaces() if self._ends else None
        return lines_from_maps(gray, self._finder.maps(gray), self._ends, spaces)

    def spaces(self) -> Spaces | None:
        """Return the starter model as a reader of spaces; None where lines are found by gaps or its file is missing.

        It alone has learnt pieces of lines: the readers of a project learn from words, and may forget the space.
        """
        from core.recognition.line_spaces import LineSpaces
        from core.store.starter import starter_path

        if self._spaces is None and self._is_used and starter_path().exists():
            self._spaces = LineSpaces(*starter_reader())
        return self._spaces
