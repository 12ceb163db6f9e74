"""The texts of lines: cut into words while a person types, shown on the scan, and saved as one edit.

Words are cut by the gaps between them, in a thread: that needs no model, so nothing heavy is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.background.threads import run_in_thread
from app.context import ProjectContext
from app.page.canvas import PageCanvas
from app.page.page_lines import LineKey, PageLine
from app.page.page_model import PageModel
from app.session.changes import LEXICON, PAGES, WORDS
from app.session.worker import error_message
from core.jobs.segmentation.line_text import LineOfText, PlacedText, apply_line_text, place_text
from core.project.content.pages import Page


class LineTexts(QObject):
    """``unsaved`` holds texts that could not be saved, by line; they are offered again when the line is edited."""

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._page, self._canvas = context, page, canvas
        self.unsaved: dict[tuple[int, LineKey], str] = {}
        self._scan: tuple[int, NDArray[np.uint8]] | None = None
        """The grey image of a page, by the page's id."""
        self._latest_preview = 0
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

    def save(self, line: PageLine, text: str) -> None:
        """Save the text of a line, cut into words; an unchanged one changes nothing unless the line has no words."""
        self.end_preview()
        is_uncut = not line.words and bool(text.strip())
        if text.split() == line.text.split() and not is_uncut:
            return
        of_line, key = line.as_text(), (line.page_id, line.key)
        self.unsaved[key] = text

        def write(placed: list[PlacedText]) -> None:
            self._context.session.execute(
                lambda project: apply_line_text(project, of_line, text, placed),
                changes=[WORDS, PAGES, LEXICON],
                word_ids=None,
                on_result=saved,
                on_error=failed,
            )

        def saved(changed: list[int]) -> None:
            self.unsaved.pop(key, None)

        def failed(error: Exception) -> None:
            message = self.tr(
                "The text of the line could not be saved: {0} It is kept and shown when you edit the line."
            )
            self._context.notifications.error(message.format(error_message(error)))
            self._page.reload()

        self._place(of_line, text, write, failed)

    def _place(
        self,
        line: LineOfText,
        text: str,
        on_result: Callable[[list[PlacedText]], Any],
        on_error: Callable[[Exception], Any],
    ) -> None:
        page = self._page.content.page if self._page.content is not None else None
        if page is None:
            return

        def work() -> list[PlacedText]:
            return place_text(self._read_scan(page), line, text)

        run_in_thread(self, work, on_result, on_error, name="ductus-line-text")

    def _read_scan(self, page: Page) -> NDArray[np.uint8]:
        """Return the page's grey image; called in threads, which may read it twice at the same time."""
        from core.imaging.read import read_gray

        scan = self._scan
        if scan is None or scan[0] != page.id:
            scan = self._scan = page.id, read_gray(page.image, page.frame)
        return scan[1]

    def _forget_scan(self) -> None:
        self._scan = None

    def _show_if_latest(self, number: int, placed: list[PlacedText]) -> None:
        if number == self._latest_preview:
            self._show([word for word in placed if word.is_new_text])

    def _show(self, placed: list[PlacedText] | tuple[()]) -> None:
        self._canvas.outlines.typed = tuple((word.box, word.text) for word in placed)
        self._canvas.viewport().update()
