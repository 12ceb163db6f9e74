"""Editing lines: each gesture on the canvas becomes one edit of the project that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from app.context import ProjectContext
from app.page.canvas import PageCanvas, Tool
from app.page.page_model import PageModel
from app.session.worker import error_message
from core.geometry import Box
from core.project.changes import PAGES, WORDS
from core.project.content.line_edits import delete_lines, draw_line, join_lines, move_line, order_lines, split_line
from core.project.project import Project


class LineEditing(QObject):
    """Edits the lines selected on the canvas."""

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._page, self._canvas = context, page, canvas
        self._new_lines: list[int] = []
        canvas.line_drawn.connect(self._draw)
        canvas.lines_moved.connect(self._move)
        canvas.line_split.connect(self._split)
        canvas.lines_numbered.connect(self._number)

    def take_new(self) -> list[int]:
        """Return, once, the lines that the latest edit made, as soon as the page has them; they are to be selected."""
        if self._new_lines and all(self._canvas.line_layer.line(line_id) for line_id in self._new_lines):
            new, self._new_lines = self._new_lines, []
            return new
        return []

    def delete(self) -> None:
        """Delete the selected lines with their unchecked words."""
        if ids := self._selected(1):
            self._execute(lambda project: delete_lines(project, ids))

    def join(self) -> None:
        """Join the selected lines into one."""
        if ids := self._selected(2):
            self._execute(lambda project: join_lines(project, ids), lambda line_id: self._made([line_id]))

    def begin_split(self) -> None:
        """Wait for a click on the place where a line is to be split."""
        self._canvas.set_tool(Tool.SPLIT_LINE)
        self._canvas.setFocus()

    def begin_numbering(self) -> None:
        """Wait for clicks on the lines in their new order; Enter ends it."""
        if len(self._canvas.line_layer.stored()) < 2:
            self._context.notifications.info(self.tr("There are no lines to be put in order on this page."))
            return
        self._canvas.set_tool(Tool.NUMBER_LINES)
        self._canvas.setFocus()

    def put_in_order(self, ids: list[int]) -> None:
        """Put the stored lines of the page in this order."""
        if (page_id := self._page.page_id) is not None:
            self._execute(lambda project: order_lines(project, page_id, ids))

    def _draw(self, box: Box) -> None:
        if (page_id := self._page.page_id) is not None:
            self._execute(lambda project: draw_line(project, page_id, box), lambda line_id: self._made([line_id]))

    def _move(self, boxes: dict[int, Box]) -> None:
        def move(project: Project) -> None:
            with project.edit("move lines", n=len(boxes)):
                for line_id, box in boxes.items():
                    move_line(project, line_id, box)

        self._execute(move)

    def _split(self, line_id: int, x: int | None, y: int | None) -> None:
        self._canvas.set_tool(self._canvas.permanent_tool)
        self._execute(lambda project: split_line(project, line_id, x=x, y=y), lambda ids: self._made(list(ids)))

    def _number(self, first: list[int]) -> None:
        """Put the lines clicked first, and leave the others in their order behind them."""
        rest = [line.key[1] for line in self._canvas.line_layer.stored() if line.key[1] not in first]
        self.put_in_order([*first, *rest])

    def _made(self, ids: list[int]) -> None:
        self._new_lines = ids

    def _selected(self, at_least: int) -> list[int]:
        """Return the selected lines; if there are too few, explain how to select some and return none."""
        ids = list(self._canvas.line_layer.selection)
        if len(ids) >= at_least:
            return ids
        one = self.tr("Select a line first: choose Edit lines and click it.")
        several = self.tr("Select at least two lines: choose Edit lines and click them with Ctrl.")
        self._context.notifications.info(one if at_least == 1 else several)
        return []

    def _execute(self, edit: Callable[[Project], Any], on_result: Callable[[Any], None] | None = None) -> None:
        self._context.session.execute(
            edit, changes=[WORDS, PAGES], word_ids=None, on_result=on_result, on_error=self._failed
        )

    def _failed(self, error: Exception) -> None:
        self._context.notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))
        self._page.reload()
