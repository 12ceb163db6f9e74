"""Everything one can do on a page, each once: for the buttons, the keys, F1 and the palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.page import viewport as view
from app.page.box_editing import BoxEditing
from app.page.canvas import Canvas
from app.page.tool import Tool
from app.page.transcription_controller import TranscriptionController
from app.view import View
from app.widgets.disable_with_reason import disable_with_reason
from core.recognition.candidates import MAX_CANDIDATES


class PageActions(QObject):
    """``of_the_row`` and ``of_the_panel``: the actions for the buttons, filed by the names of their icons.

    Single keys belong to the canvas, so that they work there and nowhere else; while one types they are letters.
    """

    def __init__(
        self,
        context: ProjectContext,
        place: View,
        canvas: Canvas,
        boxes: BoxEditing,
        reading: TranscriptionController,
        *,
        turn: Callable[[int], object],
        go_to: Callable[[str], object],
        find_words: Callable[[], object],
    ) -> None:
        super().__init__(place)
        self._context, self._canvas, self._reading = context, canvas, reading

        def on_page(text: str, run: Callable[[], object], *keys: str) -> QAction:
            return self._add(canvas, text, run, *keys)

        self.of_the_row = {
            "previous": self._add(place, self.tr("Previous page"), lambda: turn(-1), "PgUp"),
            "next": self._add(place, self.tr("Next page"), lambda: turn(1), "PgDown"),
            "zoom_out": on_page(self.tr("Zoom out"), lambda: canvas.zoom(1 / view.STEP), "-", "Ctrl+-"),
            "zoom_in": on_page(self.tr("Zoom in"), lambda: canvas.zoom(view.STEP), "+", "=", "Ctrl++"),
            "fit": on_page(self.tr("Whole page"), canvas.fit, "0"),
            "actual_size": on_page(self.tr("Full size"), lambda: canvas.zoom_to(1.0), "1"),
        }
        # beside the name of the page the short words are enough
        self.of_the_row["previous"].setIconText(self.tr("Previous"))
        self.of_the_row["next"].setIconText(self.tr("Next"))
        self._tools = {
            Tool.READ: on_page(self.tr("Read words"), partial(self._choose, canvas, Tool.READ), "R"),
            Tool.BOXES: on_page(self.tr("Edit boxes"), partial(self._choose, canvas, Tool.BOXES), "E"),
            Tool.DRAW: on_page(self.tr("Draw a box"), partial(self._choose, canvas, Tool.DRAW), "B"),
            Tool.SPLIT: on_page(self.tr("Split the word"), boxes.begin_split, "S"),
        }
        group = QActionGroup(self)
        for action in self._tools.values():
            action.setCheckable(True)
            group.addAction(action)
        self.show_tool(canvas.tool)
        readings = on_page(self.tr("Show readings"), self._show_labels, "T")
        readings.setCheckable(True)
        readings.setChecked(True)
        self._readings = readings
        to_review = on_page(self.tr("Show in Review"), lambda: go_to("review"), "Space")
        to_insight = on_page(self.tr("Show in Insight"), lambda: go_to("insight"), "I")
        self.of_the_panel = (
            (
                self.tr("Words"),
                {"pen": self._tools[Tool.READ], "word": readings, "review": to_review, "insight": to_insight},
            ),
            (
                self.tr("Boxes"),
                {
                    "box": self._tools[Tool.BOXES],
                    "add": self._tools[Tool.DRAW],
                    "split": self._tools[Tool.SPLIT],
                    "join": on_page(self.tr("Join words"), boxes.join, "J"),
                    "not_a_word": on_page(self.tr("Mark as not a word"), boxes.mark, "N"),
                    "delete": on_page(self.tr("Delete words"), boxes.delete, "Del"),
                    "segment": on_page(self.tr("Find words again"), find_words, "F"),
                },
            ),
        )
        self._add_keys_only()
        _, edits = self.of_the_panel[1]
        disable_with_reason(context.session.read_only_message, *edits.values())

    def show_tool(self, tool: Tool) -> None:
        """Mark the tool in hand."""
        self._tools[tool].setChecked(True)

    def _add_keys_only(self) -> None:
        canvas, reading = self._canvas, self._reading
        self._add(canvas, self.tr("Next word"), lambda: reading.step(1), "Ctrl+Right")
        self._add(canvas, self.tr("Previous word"), lambda: reading.step(-1), "Ctrl+Left")
        self._add(canvas, self.tr("Add the next word to the selection"), self._extend, "Ctrl+Shift+Right")
        self._add(canvas, self.tr("Select all words shown"), self._select_all, "Ctrl+A")
        for number in range(1, MAX_CANDIDATES + 1):
            take = self._add(
                reading.editor,
                self.tr("Take candidate {0}").format(number),
                partial(reading.editor.choose, number),
                f"Alt+{number}",
            )
            disable_with_reason(self._context.session.read_only_message, take)

    def _add(self, owner: QWidget, text: str, run: Callable[[], object], *keys: str) -> QAction:
        return self._context.actions.add(owner, text, run, shortcut=list(keys), view="page")

    @staticmethod
    def _choose(canvas: Canvas, tool: Tool) -> None:
        canvas.set_tool(tool)
        canvas.setFocus()

    def _show_labels(self) -> None:
        self._canvas.outlines.labels_on = self._readings.isChecked()
        self._canvas.viewport().update()

    def _extend(self) -> None:
        if (word := self._reading.neighbour(1)) is not None:
            self._canvas.select([*self._canvas.selection, word])

    def _select_all(self) -> None:
        self._canvas.select([word.id for word in self._canvas.outlines.shown])
