"""The texts of lines: cut into words while a person types, shown on the scan, and saved as one edit.

Words are cut by the gaps between them, in a thread: that needs no model, so nothing heavy is loaded. A child process
then finds their letters in the ink: new words move to them, and what is found counts as typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.background.threads import run_in_thread
from app.context import ProjectContext
from app.page.canvas import PageCanvas
from app.page.page_lines import LineKey, PageLine
from app.page.page_model import PageModel
from app.session.jobs import Job
from app.session.worker import error_message
from core.events import Event
from core.jobs.requests import PlaceLineRequest
from core.jobs.results import Placed
from core.jobs.segmentation.line_text import LineOfText, PlacedText, apply_line_text, line_to_place, place_text
from core.project.changes import LEXICON, PAGES, WORDS
from core.project.content.pages import get_page
from core.project.content.words import WordState
from core.project.file_access import verify_trusted
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class _Placing:
    """A saved line whose letters are to be found: its text, and the ids of words with new boxes and with old ones."""

    text: str
    new: set[int]
    staying: set[int]
    is_checked: bool

    def request(self, line_id: int) -> PlaceLineRequest:
        staying = tuple(sorted(self.staying - self.new))
        return PlaceLineRequest(line_id, self.text, tuple(sorted(self.new)), staying, self.is_checked)


class LineTexts(QObject):
    """``unsaved`` holds texts that could not be saved, by line; they are offered again when the line is edited."""

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._page, self._canvas = context, page, canvas
        self.unsaved: dict[tuple[int, LineKey], str] = {}
        self._scan: tuple[int, NDArray[np.uint8]] | None = None
        """The grey image of a page, by the page's id."""
        self._latest_preview = 0
        self._waiting: list[tuple[PageLine, str, bool]] = []
        """Texts to be saved, in the order in which they were typed, and whether they are checked."""
        self._is_saving = False
        self._to_place: dict[int, _Placing] = {}
        """Saved lines whose letters are to be found, by id."""
        self._placing: Job | None = None
        page.opened.connect(self._forget_scan)

    def preview(self, line: PageLine, text: str) -> None:
        """Show where the words of a text that is being typed would stand."""
        self._latest_preview += 1
        number = self._latest_preview
        if text.split() == line.text.split():
            self._show(())
            return
        self._place(line.as_text(), text, lambda placed: self._show_if_latest(number, placed), lambda error: None)

    def end_preview(self) -> None:
        """Show no more where words would stand."""
        self._latest_preview += 1
        self._show(())

    def save(self, line: PageLine, text: str, is_checked: bool) -> None:
        """Save the text of a line, cut into words.

        If a person says that it ``is_checked``, all of its words that have a text are. Otherwise an unchanged text
        changes nothing, unless the line has no words.
        """
        self.end_preview()
        is_open = any(word.text and not word.is_checked for word in line.words) if is_checked else False
        if text.split() == line.text.split() and not (is_open if line.words else text.strip()):
            return
        self.unsaved[line.page_id, line.key] = text
        self._waiting.append((line, text, is_checked))
        self._save_next()

    def _save_next(self) -> None:
        """Save the texts one after the other, so that the history has them in the order in which they were typed."""
        if self._is_saving or not self._waiting:
            return
        self._is_saving = True
        line, text, is_checked = self._waiting.pop(0)
        of_line, key = line.as_text(), (line.page_id, line.key)

        def write(placed: list[PlacedText]) -> None:
            self._context.session.execute(
                lambda project: apply_line_text(project, of_line, text, placed, is_checked=is_checked),
                changes=[WORDS, PAGES, LEXICON],
                word_ids=None,
                owner=self,
                on_result=lambda changed: saved(placed, changed),
                on_error=failed,
            )

        def saved(placed: list[PlacedText], changed: list[int]) -> None:
            if self.unsaved.get(key) == text:
                del self.unsaved[key]
            new = set(changed).difference(word_id for word_id, _, _ in of_line.words)
            guessed = {word.id for word in line.words if not word.text or word.state == WordState.ALIGNED}
            staying = {word.word_id for word in placed if word.word_id in guessed and word.is_new_text}
            line_id = line_to_place(of_line, text)
            if line_id is not None and new | staying:
                before = self._to_place.pop(line_id, _Placing(text, set(), set(), False))
                self._to_place[line_id] = _Placing(text, before.new | new, before.staying | staying, is_checked)
                self._place_next_by_letters()
            ended()

        def failed(error: Exception) -> None:
            message = self.tr("The text of the line could not be saved: {0} It is kept for the next edit of the line.")
            self._context.notifications.error(message.format(error_message(error)))
            self._page.reload()
            ended()

        def ended() -> None:
            self._is_saving = False
            self._save_next()

        self._place(of_line, text, write, failed)

    def _place(
        self,
        line: LineOfText,
        text: str,
        on_result: Callable[[list[PlacedText]], Any],
        on_error: Callable[[Exception], Any],
    ) -> None:
        """Cut a text into words in a thread, in which the project is read, too: another page may be shown by then."""
        folder = self._context.session.folder

        def work() -> list[PlacedText]:
            return place_text(self._read_scan(folder, line.page_id), line, text)

        run_in_thread(self, work, on_result, on_error, name="ductus-line-text")

    def _place_next_by_letters(self) -> None:
        """Find the letters of the words of saved lines, line by line, whatever else runs; new words move to them."""
        jobs = self._context.session.jobs
        if self._placing is not None or not self._to_place or jobs.is_closed:
            return
        line_id = next(iter(self._to_place))
        self._placing = jobs.start_beside(self._to_place.pop(line_id).request(line_id))
        self._placing.event_received.connect(self._forget_crops)
        self._placing.finished.connect(lambda outcome: self._placed_by_letters())

    def _forget_crops(self, event: Event) -> None:
        if isinstance(event, Placed):
            self._context.session.crops.forget(event.placed)

    def _placed_by_letters(self) -> None:
        self._placing = None
        self._place_next_by_letters()

    def _read_scan(self, folder: Path, page_id: int) -> NDArray[np.uint8]:
        """Return a page's grey image; called in threads, which may read it twice at the same time."""
        from core.imaging.read import read_gray

        scan = self._scan
        if scan is None or scan[0] != page_id:
            with Project.open(folder, read_only=True) as project:
                page = get_page(project, page_id)
            verify_trusted(page.image)
            scan = self._scan = page_id, read_gray(page.image, page.frame)
        return scan[1]

    def _forget_scan(self) -> None:
        self._scan = None

    def _show_if_latest(self, number: int, placed: list[PlacedText]) -> None:
        if number == self._latest_preview:
            self._show([word for word in placed if word.is_new_text])

    def _show(self, placed: list[PlacedText] | tuple[()]) -> None:
        self._canvas.outlines.typed = tuple((word.box, word.text) for word in placed)
        self._canvas.viewport().update()
