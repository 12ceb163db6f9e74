"""Editing boxes and lines: each gesture on the canvas becomes one edit of the project that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from app.context import ProjectContext
from app.page.canvas import PageCanvas, Tool
from app.page.edits import draw_word, move_boxes
from app.page.page_model import PageModel
from app.session.worker import ProjectWork, error_message
from app.style.tokens import NOT_A_WORD
from core.geometry import Box
from core.project.changes import PAGES, WORDS
from core.project.content.line_edits import delete_lines, draw_line, join_lines, move_line, order_lines, split_line
from core.project.content.word_edits import delete_words, join_words, mark_not_a_word, split_word
from core.project.project import Project


class CanvasEditing(QObject):
    """The common part of editing boxes and lines. A subclass says which of the new ones :meth:`_has` the page."""

    changes: tuple[str, ...]
    """The parts of the project that its edits write."""

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._page, self._canvas = context, page, canvas
        self._new: list[int] = []

    def take_new(self) -> list[int]:
        """Return, once, what the latest edit made, as soon as the page has it; it is to be selected."""
        if self._new and all(map(self._has, self._new)):
            new, self._new = self._new, []
            return new
        return []

    def _has(self, key: int) -> bool:
        raise NotImplementedError

    def _enough(self, selection: Iterable[int], at_least: int, one: str, several: str) -> list[int]:
        """Return the selection; if it is too small, explain how to select ``one`` or ``several`` and return none."""
        ids = list(selection)
        if len(ids) >= at_least:
            return ids
        self._context.notifications.info(one if at_least == 1 else several)
        return []

    def _execute(
        self,
        edit: ProjectWork,
        on_result: Callable[[Any], None] | None = None,
        *,
        ids: list[int] | None = None,
        changes: tuple[str, ...] | None = None,
    ) -> None:
        """Run an edit of the words ``ids``; None: of any words."""
        changes = self.changes if changes is None else changes
        self._context.session.execute(
            edit, changes=changes, word_ids=ids, owner=self, on_result=on_result, on_error=self._failed
        )

    def _failed(self, error: Exception) -> None:
        self._context.notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))
        self._page.reload()


class BoxEditing(CanvasEditing):
    """Edits the words selected on the canvas."""

    changes = (WORDS,)

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(context, page, canvas, parent)
        canvas.box_drawn.connect(self._draw)
        canvas.boxes_moved.connect(self._move)
        canvas.word_split.connect(self._split)

    def _has(self, key: int) -> bool:
        return self._page.word(key) is not None

    def delete(self) -> None:
        """Delete the selected words."""
        if ids := self._selected(1):
            self._execute(lambda project: delete_words(project, ids), ids=ids)

    def toggle_not_a_word(self) -> None:
        """Mark the selected boxes as not a word; if all of them are marked, remove the marks."""
        if ids := self._selected(1):
            words = [self._page.word(word_id) for word_id in ids]
            flag = not all(word is not None and word.state == NOT_A_WORD for word in words)
            self._execute(lambda project: mark_not_a_word(project, ids, flag), ids=ids)

    def join(self) -> None:
        """Join the selected words into one."""
        if ids := self._selected(2):
            message = self.tr("Joined.") if self._are_transcribed(ids) else ""
            self._execute(lambda project: join_words(project, ids), lambda new: self._made([new], message))

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
        self._execute(lambda project: split_word(project, word_id, at_x), lambda new: self._made(list(new), message))

    def _draw(self, box: Box) -> None:
        page_id = self._page.page_id
        if page_id is not None:
            self._canvas.set_tool(Tool.BOXES)
            changes = (WORDS, PAGES)  # the word may begin a line
            self._execute(
                lambda project: draw_word(project, page_id, box), lambda new: self._made([new], ""), changes=changes
            )

    def _move(self, boxes: dict[int, Box]) -> None:
        self._page.replace_words(replace(word, box=boxes[word.id]) for word in self._page.words if word.id in boxes)
        self._context.session.crops.forget(boxes)
        self._execute(lambda project: move_boxes(project, boxes), ids=list(boxes))

    def _made(self, ids: list[int], message: str) -> None:
        self._new = ids
        if message:
            more = self.tr("The transcription is kept with the old box; Undo restores it.")
            self._context.report_edit(f"{message} {more}")

    def _are_transcribed(self, ids: Iterable[int]) -> bool:
        words = [self._page.word(word_id) for word_id in ids]
        return any(word is not None and word.source is not None for word in words)

    def _selected(self, at_least: int) -> list[int]:
        """Return the selected words; if there are too few, explain how to select some and return none."""
        one = self.tr("Select a word first: click it, or press Ctrl+Right.")
        several = self.tr("Select at least two words: click them with Ctrl, or drag with Shift around them.")
        return self._enough(self._canvas.selection, at_least, one, several)


class LineEditing(CanvasEditing):
    """Edits the lines selected on the canvas."""

    changes = (WORDS, PAGES)

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(context, page, canvas, parent)
        canvas.line_drawn.connect(self._draw)
        canvas.lines_moved.connect(self._move)
        canvas.line_split.connect(self._split)
        canvas.lines_numbered.connect(self._number)

    def _has(self, key: int) -> bool:
        return self._canvas.line_layer.line(key) is not None

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
        self._new = ids

    def _selected(self, at_least: int) -> list[int]:
        """Return the selected lines; if there are too few, explain how to select some and return none."""
        one = self.tr("Select a line first: choose Edit lines and click it.")
        several = self.tr("Select at least two lines: choose Edit lines and click them with Ctrl.")
        return self._enough(self._canvas.line_layer.selection, at_least, one, several)
