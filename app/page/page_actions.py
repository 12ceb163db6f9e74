"""All actions of the page view: for its buttons and keys, for the list of shortcuts and the command palette."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.page.canvas import PageCanvas, Tool
from app.page.canvas_editing import BoxEditing, LineEditing
from app.page.transcript_panel import TranscriptPanel
from app.page.transcription_controller import TranscriptionController
from app.page.viewport import ZOOM_STEP
from app.view import View
from app.widgets.disable_with_reason import disable_with_reason
from core.recognition.candidates import MAX_CANDIDATES

LINE_EDITS = ("split_line", "join_lines", "order", "delete_lines")
"""The buttons that are shown only while lines are edited."""


class PageActions(QObject):
    """The actions of the buttons are ``toolbar_actions`` and ``panel_actions``, by the names of their icons.

    Actions on single keys belong to the canvas, so that these keys type letters everywhere else.
    """

    def __init__(
        self,
        view: View,
        canvas: PageCanvas,
        boxes: BoxEditing,
        transcription: TranscriptionController,
        lines: LineEditing,
        transcript: TranscriptPanel,
        *,
        turn_page: Callable[[int], object],
        show_in: Callable[[str], object],
        find_words: Callable[[], object],
        show_transcript: Callable[[bool], object],
        go_to_unsure: Callable[[int], object],
        adjust_scan: Callable[[], object],
    ) -> None:
        super().__init__(view)
        self._context, self._canvas, self._transcription = view.context, canvas, transcription
        self._boxes, self._lines = boxes, lines
        add = partial(self._add, canvas)
        self.toolbar_actions = {
            "previous": self._add(view, self.tr("Previous page"), lambda: turn_page(-1), "PgUp"),
            "next": self._add(view, self.tr("Next page"), lambda: turn_page(1), "PgDown"),
            "zoom_out": add(self.tr("Zoom out"), lambda: canvas.zoom(1 / ZOOM_STEP), "-", "Ctrl+-"),
            "zoom_in": add(self.tr("Zoom in"), lambda: canvas.zoom(ZOOM_STEP), "+", "=", "Ctrl++"),
            "fit": add(self.tr("Whole page"), canvas.fit, "0"),
            "actual_size": add(self.tr("Full size"), lambda: canvas.zoom_to(1.0), "1"),
            "scan": self._add(view, self.tr("Brightness and contrast of the scan"), adjust_scan, "Alt+B"),
        }
        self.toolbar_actions["scan"].setIconText(self.tr("Brightness"))
        # beside the name of the page short texts are enough
        self.toolbar_actions["previous"].setIconText(self.tr("Previous"))
        self.toolbar_actions["next"].setIconText(self.tr("Next"))
        self._tools = {
            Tool.TRANSCRIBE: add(self.tr("Type transcriptions"), partial(self._set_tool, Tool.TRANSCRIBE), "R"),
            Tool.BOXES: add(self.tr("Edit boxes"), partial(self._set_tool, Tool.BOXES), "E"),
            Tool.DRAW: add(self.tr("Draw a box"), partial(self._set_tool, Tool.DRAW), "B"),
            Tool.SPLIT: add(self.tr("Split the word"), boxes.begin_split, "S"),
            Tool.LINES: add(self.tr("Edit lines"), partial(self._set_tool, Tool.LINES), "L"),
            Tool.SPLIT_LINE: add(self.tr("Split a line"), lines.begin_split, "Shift+S"),
            Tool.NUMBER_LINES: add(self.tr("Number lines by clicking"), lines.begin_numbering, "O"),
        }
        group = QActionGroup(self)
        for action in self._tools.values():
            action.setCheckable(True)
            group.addAction(action)
        self.check_tool(canvas.tool)
        self._show_texts = add(self.tr("Show texts"), self._toggle_labels, "T")
        self._show_texts.setCheckable(True)
        self._show_texts.setChecked(True)
        words = {
            "pen": self._tools[Tool.TRANSCRIBE],
            "word": self._show_texts,
            "accept": add(self.tr("Confirm aligned words"), transcription.confirm_selected, "A"),
            "review": add(self.tr("Show in Review"), lambda: show_in("review"), "Space"),
            "insight": add(self.tr("Show in Insight"), lambda: show_in("insight"), "I"),
        }
        self.box_actions = {
            "box": self._tools[Tool.BOXES],
            "add": self._tools[Tool.DRAW],
            "split": self._tools[Tool.SPLIT],
            "join": add(self.tr("Join words"), boxes.join, "J"),
            "not_a_word": add(self.tr("Mark as not a word"), boxes.toggle_not_a_word, "N"),
            "delete": add(self.tr("Delete words"), self._delete, "Del"),
            "segment": add(self.tr("Find words again"), find_words, "F"),
        }
        boxes_of_words = [self.box_actions[name] for name in ("split", "join", "not_a_word", "delete")]
        self._of_words = [words["accept"], words["review"], words["insight"], *boxes_of_words]
        canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        canvas.customContextMenuRequested.connect(self._show_menu)
        self._show_lines = add(self.tr("Show lines"), self._toggle_lines, "Shift+L")
        self._show_lines.setCheckable(True)
        self.transcript: QAction = add(
            self.tr("Transcript"), lambda: show_transcript(self.transcript.isChecked()), "Shift+T"
        )
        self.transcript.setCheckable(True)
        self.line_actions = {
            "transcript": self.transcript,
            "show_lines": self._show_lines,
            "lines": self._tools[Tool.LINES],
            "split_line": self._tools[Tool.SPLIT_LINE],
            "join_lines": add(self.tr("Join lines"), lines.join, "Shift+J"),
            "order": self._tools[Tool.NUMBER_LINES],
            "delete_lines": add(self.tr("Delete lines"), lines.delete, "Shift+Del"),
        }
        self.panel_actions: tuple[tuple[str, Mapping[str, QAction]], ...] = (
            (self.tr("Words"), words),
            (self.tr("Boxes"), self.box_actions),
            (self.tr("Lines"), self.line_actions),
        )
        add(self.tr("Next word"), lambda: transcription.step(1), "Ctrl+Right")
        add(self.tr("Previous word"), lambda: transcription.step(-1), "Ctrl+Left")
        self._add(view, self.tr("Next unsure word"), lambda: go_to_unsure(1), "F8")
        self._add(view, self.tr("Previous unsure word"), lambda: go_to_unsure(-1), "Shift+F8")
        add(self.tr("Add the next word to the selection"), self._extend_selection, "Ctrl+Shift+Right")
        add(self.tr("Select all visible words"), self._select_all, "Ctrl+A")
        read_only = view.session.read_only_message
        editor = transcription.editor
        for number in range(1, MAX_CANDIDATES + 1):
            text = self.tr("Choose candidate {0}").format(number)
            choose = self._add(editor, text, partial(editor.choose, number), f"Alt+{number}")
            disable_with_reason(read_only, choose)
        insert = partial(self._insert_character, transcript)
        characters = self._add(view, self.tr("Insert a special character"), insert, "Alt+C")
        disable_with_reason(read_only, characters)
        disable_with_reason(read_only, words["accept"], *self.box_actions.values())
        viewing = ("transcript", "show_lines")
        disable_with_reason(read_only, *(action for name, action in self.line_actions.items() if name not in viewing))

    def _insert_character(self, transcript: TranscriptPanel) -> None:
        """Show the special characters below the field in which a person types."""
        editor = transcript.line_editor if transcript.is_editing else self._transcription.editor
        if editor.isVisible():
            editor.characters.show_below()

    def check_tool(self, tool: Tool) -> None:
        """Mark the current tool."""
        self._tools[tool].setChecked(True)

    def _show_menu(self, at: QPoint) -> None:
        """Show what can be done with the words that are selected; one that is clicked becomes the selected one."""
        word_id = self._canvas.word_at(QPointF(at))
        if word_id is not None and word_id not in self._canvas.selection:
            self._canvas.select([word_id])
        if not self._canvas.selection:
            return
        menu = QMenu(self._canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        word_id = word_id or self._canvas.selection[0]
        menu.addAction(self.tr("Type the transcription"), lambda: self._canvas.transcription_requested.emit(word_id))
        menu.addActions(self._of_words)
        menu.popup(self._canvas.viewport().mapToGlobal(at))

    def _add(self, owner: QWidget, text: str, run: Callable[[], object], *keys: str) -> QAction:
        return self._context.actions.add(owner, text, run, shortcut=list(keys), view="page")

    def _set_tool(self, tool: Tool) -> None:
        self._canvas.set_tool(tool)
        self._canvas.setFocus()

    def _delete(self) -> None:
        (self._lines.delete if self._canvas.tool is Tool.LINES else self._boxes.delete)()

    def _toggle_lines(self) -> None:
        self._canvas.line_layer.is_visible = self._show_lines.isChecked()
        self._canvas.viewport().update()

    def _toggle_labels(self) -> None:
        self._canvas.outlines.labels_on = self._show_texts.isChecked()
        self._canvas.viewport().update()

    def _extend_selection(self) -> None:
        if (word_id := self._transcription.neighbour(1)) is not None:
            self._canvas.select([*self._canvas.selection, word_id])

    def _select_all(self) -> None:
        self._canvas.select([word.id for word in self._canvas.outlines.visible_words])
