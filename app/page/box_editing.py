"""Putting boxes right: each gesture on the canvas becomes one edit of the project that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from app.context import ProjectContext
from app.page.canvas import Canvas
from app.page.edits import draw_word, move_boxes
from app.page.page_model import PageModel
from app.page.tool import Tool
from app.session.changes import WORDS
from app.session.worker import error_message
from app.style.tokens import NOT_A_WORD
from core.geometry import Box
from core.project.content.word_edits import delete_words, join_words, mark_not_a_word, split_word
from core.project.project import Project


class BoxEditing(QObject):
    """Works on what is selected on the canvas."""

    def __init__(self, context: ProjectContext, sheet: PageModel, canvas: Canvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._sheet, self._canvas = context, sheet, canvas
        self._select_next: list[int] = []
        canvas.drawn.connect(self._draw)
        canvas.boxes_changed.connect(self._move)
        canvas.cut.connect(self._cut)

    def take_new(self) -> list[int]:
        """The words an edit made, once they are on the sheet, to be selected; else nothing."""
        if self._select_next and all(self._sheet.word(word) for word in self._select_next):
            new, self._select_next = self._select_next, []
            return new
        return []

    def delete(self) -> None:
        """Take the selected words off the page."""
        if ids := self._selected(1):
            self._do(lambda project: delete_words(project, ids), ids)

    def mark(self) -> None:
        """Say that the selected are no words; when all of them are marked so, that they are words after all."""
        if ids := self._selected(1):
            words = [self._sheet.word(word) for word in ids]
            flag = not all(word is not None and word.state == NOT_A_WORD for word in words)
            self._do(lambda project: mark_not_a_word(project, ids, flag), ids)

    def join(self) -> None:
        """Make one word of the selected ones."""
        if not (ids := self._selected(2)):
            return
        lost = self._read_by_person(ids)
        self._do(
            lambda project: join_words(project, ids),
            None,
            lambda joined: self._made([joined], self.tr("Joined.") if lost else ""),
        )

    def begin_split(self) -> None:
        """Choose the place for a cut: it follows the mouse, or the arrows; a click or Enter cuts."""
        if len(self._canvas.selection) > 1:
            self._canvas.select(self._canvas.selection[-1:])
        if self._canvas.selection or self._canvas.underMouse():
            self._canvas.set_tool(Tool.SPLIT)
            self._canvas.setFocus()
        else:
            self._selected(1)

    def _cut(self, word_id: int, at_x: int) -> None:
        self._canvas.set_tool(self._canvas.resting)
        lost = self._read_by_person([word_id])
        self._do(
            lambda project: split_word(project, word_id, at_x),
            None,
            lambda halves: self._made(list(halves), self.tr("Cut in two.") if lost else ""),
        )

    def _draw(self, box: Box) -> None:
        page_id = self._sheet.page_id
        if page_id is not None:
            self._canvas.set_tool(Tool.BOXES)
            self._do(lambda project: draw_word(project, page_id, box), None, lambda new: self._made([new], ""))

    def _move(self, boxes: dict[int, Box]) -> None:
        held = [word for word in self._sheet.words if word.id in boxes]
        self._sheet.put([replace(word, box=boxes[word.id]) for word in held])
        self._context.session.crops.forget(boxes)
        self._do(lambda project: move_boxes(project, boxes), list(boxes))

    def _made(self, ids: list[int], done: str) -> None:
        self._select_next = ids
        if done:
            more = self.tr("What a person had read there is kept with the old box; Undo brings it back.")
            self._context.notifications.info(f"{done} {more}", self.tr("Undo"), self._context.session.undo)

    def _read_by_person(self, ids: Iterable[int]) -> bool:
        words = [self._sheet.word(word) for word in ids]
        return any(word is not None and word.source is not None for word in words)

    def _selected(self, least: int) -> list[int]:
        """What is selected, or nothing, and a word about it, when that is too little."""
        ids = list(self._canvas.selection)
        if len(ids) >= least:
            return ids
        if least == 1:
            self._context.notifications.info(self.tr("Select a word first: click it, or press Ctrl+Right."))
        else:
            self._context.notifications.info(
                self.tr("Select at least two words: click them with Ctrl, or drag with Shift around them.")
            )
        return []

    def _do(
        self, edit: Callable[[Project], Any], ids: list[int] | None, then: Callable[[Any], None] | None = None
    ) -> None:
        self._context.session.execute(edit, changes=[WORDS], word_ids=ids, on_result=then, on_error=self._failed)

    def _failed(self, error: Exception) -> None:
        self._context.notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))
        self._sheet.reload()
