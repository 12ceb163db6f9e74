"""A line reader in a job: it cuts lines into the words that it reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from core.errors import ModelFileError
from core.events import Listener, Note
from core.geometry import Box
from core.jobs.lines.line_readers import project_line_reader
from core.jobs.lines.word_models import project_language
from core.language import tr
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.segment.line_strip import LinePlace
    from core.model.line_beam import LineLanguage
    from core.model.line_reader import LineReader


class LineCutter:
    """The line reader of a project, loaded when the first line needs it; a damaged file is reported once."""

    def __init__(self, project: Project | None, emit: Listener) -> None:
        self._project = project
        self._emit = emit

    @cached_property
    def reader(self) -> LineReader | None:
        """The line reader; None where its file is missing or damaged."""
        from core.store.kept_line_reader import KeptLineReader

        try:
            reader = project_line_reader(self._project)
            return KeptLineReader(reader, self._project.folder) if reader and self._project else reader
        except ModelFileError as error:
            self._emit(Note(tr("Words are found by the gaps between them: {error}", error=error)))
            return None

    @cached_property
    def language(self) -> LineLanguage | None:
        """The words of the project's list that lines are read with; None without any."""
        if self._project is None or self.reader is None:
            return None
        return project_language(self._project, self.reader.alphabet)

    def boxes(self, gray: np.ndarray, lines: Sequence[LinePlace]) -> list[list[Box]]:
        """Return the boxes of the words that are read in each line of a page (uint8 [H, W]), in its pixels.

        A list is empty where nothing is read, or where what is read makes no sense: the line shows no writing, or a
        script that the line reader does not know.
        """
        from core.recognition.line_words import LEAST_SCORE, read_lines
        from core.recognition.page_strips import page_strips

        found: list[list[Box]] = [[] for _ in lines]
        if self.reader is None:
            return found
        strips = enumerate(page_strips(gray, lines, self.reader))
        inside = [(number, strip) for number, strip in strips if strip is not None]
        read = read_lines(self.reader, [strip.gray for _, strip in inside], self.language)
        for (number, strip), line in zip(inside, read, strict=True):
            if line.score >= LEAST_SCORE:
                boxes = [word.box for word in line.words]
                found[number] = [strip.page_box(box.left, box.top, box.right, box.bottom) for box in boxes]
        return found
