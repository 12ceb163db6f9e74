"""Editing boxes: each gesture on the canvas becomes one edit of the project that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from app.context import ProjectContext
from app.page.canvas import PageCanvas, Tool
from app.page.edits import draw_word, move_boxes
from app.page.page_model import PageModel
from app.session.worker import error_message
from app.style.tokens import NOT_A_WORD
from core.geometry import Box
from core.project.changes import WORDS
from core.project.content.word_edits import delete_words, join_words, mark_not_a_word, split_word
from core.project.project import Project


class BoxEditing(QObject):
    """Edits the words selected on the canvas."""

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._page, self._canvas = context, page, canvas
        self._new_words: list[int] = []
        canvas.box_drawn.connect(self._draw)
        canvas.boxes_moved.connect(self._move)
        canvas.word_split.connect(self._split)

    def take_new(self) -> list[int]:
        """Return, once, the words that the latest edit made, as soon as the page has them; they are to be selected."""
        if self._new_words and all(self._page.word(word_id) for word_id in self._new_words):
            new, self._new_words = self._new_words, []
            return new
        return []

    def delete(self) -> None:
        """Delete the selected words."""
        if ids := self._selected(1):
            self._execute(lambda project: delete_words(project, ids), ids)

    def toggle_not_a_word(self) -> None:
        """Mark the selected boxes as not a word; if all of them are marked, remove the marks."""
        if ids := self._selected(1):
            words = [self._page.word(word_id) for word_id in ids]
            flag = not all(word is not None and word.state == NOT_A_WORD for word in words)
            self._execute(lambda project: mark_not_a_word(project, ids, flag), ids)

    def join(self) -> None:
        """Join the selected words into one."""
        if ids := self._selected(2):
            message = self.tr("Joined.") if self._are_transcribed(ids) else ""
            self._execute(lambda project: join_words(project, ids), None, lambda new: self._made([new], message))

    def begin_split(self) -> None:
        """Show the split line: it follows the mouse or the arrow keys; a click or Enter splits the word."""
        if len(self._canvas.selection) > 1:
            self._canvas.select(self._canvas.selection[-1:])
        if self._canvas.selection or self._canvas.underMouse():
            self._canvas.set_tool(Tool.SPLIT)
            self._canvas.setFocus()
        else:
            self._selected(1)

    def _split(self, word_id: int, at_x: int) -> None:
        self._canvas.set_tool(self._canvas.permanent_tool)
        message = self.tr("Split in two.") if self._are_transcribed([word_id]) else ""
        self._execute(
            lambda project: split_word(project, word_id, at_x), None, lambda new: self._made(list(new), message)
        )

    def _draw(self, box: Box) -> None:
        page_id = self._page.page_id
        if page_id is not None:
            self._canvas.set_tool(Tool.BOXES)
            self._execute(lambda project: draw_word(project, page_id, box), None, lambda new: self._made([new], ""))

    def _move(self, boxes: dict[int, Box]) -> None:
        self._page.replace_words(replace(word, box=boxes[word.id]) for word in self._page.words if word.id in boxes)
        self._context.session.crops.forget(boxes)
        self._execute(lambda project: move_boxes(project, boxes), list(boxes))

    def _made(self, ids: list[int], message: str) -> None:
        self._new_words = ids
        if message:
            more = self.tr("The transcription is kept with the old box; Undo restores it.")
            self._context.notifications.info(f"{message} {more}", self.tr("Undo"), self._context.session.undo)

    def _are_transcribed(self, ids: Iterable[int]) -> bool:
        words = [self._page.word(word_id) for word_id in ids]
        return any(word is not None and word.source is not None for word in words)

    def _selected(self, at_least: int) -> list[int]:
        """Return the selected words; if there are too few, explain how to select some and return none."""
        ids = list(self._canvas.selection)
        if len(ids) >= at_least:
            return ids
        one = self.tr("Select a word first: click it, or press Ctrl+Right.")
        several = self.tr("Select at least two words: click them with Ctrl, or drag with Shift around them.")
        self._context.notifications.info(one if at_least == 1 else several)
        return []

    def _execute(
        self, edit: Callable[[Project], Any], ids: list[int] | None, on_result: Callable[[Any], None] | None = None
    ) -> None:
        self._context.session.execute(edit, changes=[WORDS], word_ids=ids, on_result=on_result, on_error=self._failed)

    def _failed(self, error: Exception) -> None:
        self._context.notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))
        self._page.reload()
