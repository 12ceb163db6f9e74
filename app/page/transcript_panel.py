"""The transcript beside the scan: the lines of a page as text, each word in the colour of its state, to be edited."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.page.page_lines import LineKey, PageLine
from app.style.theme import Theme, reading_font, tabular
from app.widgets.builders import column, label
from core.project.content.words import WordState

Index = QModelIndex | QPersistentModelIndex

_PREVIEW_MS = 250
_NUMBER_WIDTH = 36
_PADDING = 6
_GAP = "…"
"""Stands for a word without any text."""


class TranscriptPanel(QWidget):
    """``current_changed(key)``: a person chose a line. ``typed(key, text)``, after a pause in typing.

    ``saved(key, text)``: a person ended the edit of a line. ``edit_ended()``: no line is edited any more.
    ``reordered([line id])``: a person dragged a line to another place.
    """

    current_changed = Signal(object)
    typed = Signal(object, str)
    saved = Signal(object, str)
    edit_ended = Signal()
    reordered = Signal(object)

    def __init__(self, theme: Theme, read_only_reason: str) -> None:
        super().__init__()
        self._theme = theme
        self.lines: tuple[PageLine, ...] = ()
        self.list = _LineList()
        self.list.setItemDelegate(LineDelegate(self))
        self.list.setAccessibleName(self.tr("Transcript of the page, line by line"))
        self.list.setMouseTracking(False)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        triggers = QAbstractItemView.EditTrigger
        self.list.setEditTriggers(
            triggers.NoEditTriggers
            if read_only_reason
            else triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.list.setDragEnabled(not read_only_reason)
        self.list.setToolTip(
            read_only_reason
            or self.tr("Enter or F2 edits a line, Enter saves it and goes to the next one. Drag lines to reorder them.")
        )
        self.is_read_only = bool(read_only_reason)
        self.hint = label("", "caption")
        column(
            label(self.tr("Transcript"), "section", wrap=False),
            (self.list, 1),
            self.hint,
            parent=self,
            margins=(8, 8, 8, 8),
        )
        self._typed_timer = QTimer(self, interval=_PREVIEW_MS, singleShot=True)
        self._typed_timer.timeout.connect(self._report_typed)
        self._editor: QLineEdit | None = None
        self.unsaved: dict[tuple[int, LineKey], str] = {}
        self.list.currentRowChanged.connect(self._row_changed)
        self.list.enter_pressed.connect(self.edit_current)
        self.list.model().rowsMoved.connect(lambda *_: QTimer.singleShot(0, self._report_order))
        theme.changed.connect(self.list.viewport().update)

    def set_lines(self, lines: Sequence[PageLine]) -> None:
        """Show these lines. While they are the same lines with other words, a line being edited stays open."""
        keys = [line.key for line in lines]
        is_same = keys == [line.key for line in self.lines] == self._listed_keys()
        current = self.current_key
        if not is_same and self._editor is not None and self._editor.isModified() and current is not None:
            # the list is rebuilt, or shows another page: what is being typed is saved first
            self._editor.setModified(False)
            self.saved.emit(current, self._editor.text())
        self.lines = tuple(lines)
        self.list.blockSignals(True)
        if not is_same:
            self.list.clear()
            for line in lines:
                item = QListWidgetItem()
                item.setData(Qt.ItemDataRole.UserRole, line.key)
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled
                    | Qt.ItemFlag.ItemIsSelectable
                    | Qt.ItemFlag.ItemIsEditable
                    | (Qt.ItemFlag.ItemIsDragEnabled if line.line is not None else Qt.ItemFlag.NoItemFlags)
                )
                self.list.addItem(item)
        for row, line in enumerate(lines):
            text = f"{row + 1}  {line.text}"
            if (item_ := self.list.item(row)) is not None:
                item_.setData(Qt.ItemDataRole.AccessibleTextRole, text)
        self.list.blockSignals(False)
        if not is_same and current in keys:
            self.show_line(current)
        empty = self.tr("No lines yet: find the words of the page, or draw lines.")
        self.hint.setText("" if lines else empty)
        self.hint.setVisible(not lines)
        self.list.viewport().update()

    @property
    def current_key(self) -> LineKey | None:
        item = self.list.currentItem()
        return None if item is None else _as_key(item.data(Qt.ItemDataRole.UserRole))

    @property
    def is_editing(self) -> bool:
        return self._editor is not None

    @property
    def editor(self) -> QLineEdit | None:
        """The field in which a line is being edited, or None."""
        return self._editor

    def line(self, key: LineKey | None) -> PageLine | None:
        return next((line for line in self.lines if line.key == key), None)

    def line_of_row(self, row: int) -> PageLine | None:
        item = self.list.item(row)
        return None if item is None else self.line(_as_key(item.data(Qt.ItemDataRole.UserRole)))

    def show_line(self, key: LineKey | None) -> None:
        """Make a line the current one without a signal; a line being edited stays the current one."""
        row = next((n for n, line in enumerate(self.lines) if line.key == key), -1)
        if row >= 0 and not self.is_editing and row != self.list.currentRow():
            self.list.blockSignals(True)
            self.list.setCurrentRow(row)
            self.list.blockSignals(False)
            self.list.scrollTo(self.list.currentIndex())
            self.list.viewport().update()

    def edit_current(self) -> None:
        """Edit the text of the current line, or of the first."""
        if self.list.currentRow() < 0 and self.lines:
            self.list.setCurrentRow(0)
        if self.list.currentItem() is not None and not self.is_read_only:
            self.list.editItem(self.list.currentItem())

    def begin_editing(self, editor: QLineEdit) -> None:
        """Follow what is typed in the field of the current line."""
        self._editor = editor
        editor.textEdited.connect(lambda _: self._typed_timer.start())

    def end_editing(self, editor: QWidget) -> None:
        if editor is self._editor:
            self._editor = None
            self._typed_timer.stop()
            self.edit_ended.emit()

    def text_to_edit(self, line: PageLine) -> str:
        """Return the text with which the edit of a line begins."""
        return self.unsaved.get((line.page_id, line.key), line.text)

    def _listed_keys(self) -> list[LineKey | None]:
        return [_as_key(self.list.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.list.count())]

    def _row_changed(self, row: int) -> None:
        if (line := self.line_of_row(row)) is not None:
            self.current_changed.emit(line.key)

    def _report_typed(self) -> None:
        if self._editor is not None and (key := self.current_key) is not None:
            self.typed.emit(key, self._editor.text())

    def _report_order(self) -> None:
        self.reordered.emit([key[1] for key in self._listed_keys() if key is not None and key[0] == "line"])


class _LineList(QListWidget):
    """``enter_pressed()``: Enter outside an editor."""

    enter_pressed = Signal()

    def keyPressEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() != self.State.EditingState:
            self.enter_pressed.emit()
        else:
            super().keyPressEvent(event)


class LineDelegate(QStyledItemDelegate):
    """Draws a line with its number and its words in the colours of their states, and edits its text."""

    def __init__(self, panel: TranscriptPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._font = reading_font(11)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, QFontMetrics(self._font).height() + 2 * _PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = self._panel.line_of_row(index.row())
        if line is None:
            return
        tokens = self._panel._theme.tokens
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(tokens.hover))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
        painter.setFont(tabular(self._font))
        painter.setPen(QColor(tokens.quiet))
        number = QRect(rect.left(), rect.top(), _NUMBER_WIDTH - 8, rect.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(index.row() + 1))
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        x, right = rect.left() + _NUMBER_WIDTH, rect.right() - _PADDING
        words = shown_words(line)
        dots = metrics.horizontalAdvance(" " + _GAP)
        for position, (text, state) in enumerate(words):
            # room for dots stays free, unless this is the last word
            fits = x + metrics.horizontalAdvance(text) + (dots if position + 1 < len(words) else 0) <= right
            shown = text if fits else metrics.elidedText(text + _GAP, Qt.TextElideMode.ElideRight, right - x)
            font = reading_font(11)
            font.setItalic(state not in (WordState.TYPED, WordState.ACCEPTED))
            painter.setFont(font)
            painter.setPen(QColor(tokens.state(state)))
            painter.drawText(QRect(x, rect.top(), right - x, rect.height()), Qt.AlignmentFlag.AlignVCenter, shown)
            if not fits:
                break
            x += QFontMetrics(font).horizontalAdvance(text) + metrics.horizontalAdvance(" ")
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setFont(self._font)
        editor.setAccessibleName(self.tr("Text of line {0}").format(index.row() + 1))
        self._panel.begin_editing(editor)
        return editor

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        self._panel.end_editing(editor)
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        line = self._panel.line_of_row(index.row())
        # called again whenever the data changes: what was typed stays
        if isinstance(editor, QLineEdit) and line is not None and not editor.isModified():
            editor.setText(self._panel.text_to_edit(line))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        line = self._panel.line_of_row(index.row())
        if isinstance(editor, QLineEdit) and line is not None:
            editor.setModified(False)
            self._panel.saved.emit(line.key, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(_NUMBER_WIDTH - 6, 0, 0, 0))

    def eventFilter(self, editor, event) -> bool:  # type: ignore[no-untyped-def]
        if event.type() == event.Type.KeyPress and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
            self.commitData.emit(editor)
            row = self._panel.list.currentRow()
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            if row + 1 < self._panel.list.count():
                self._panel.list.setCurrentRow(row + 1)
                self._panel.edit_current()
            return True
        return bool(super().eventFilter(editor, event))


def shown_words(line: PageLine) -> list[tuple[str, str]]:
    """Return the text and the state of each word of a line; a line without words shows its own text."""
    if not line.words:
        return [(line.text or _GAP, WordState.UNREAD)]
    return [(word.text or _GAP, word.state) for word in line.words]


def _as_key(data: object) -> LineKey | None:
    return (str(data[0]), int(data[1])) if isinstance(data, tuple | list) else None
