"""The first lines or rows of an export as a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QPlainTextEdit, QStackedWidget, QTableWidget, QTableWidgetItem, QWidget

from app.style.theme import reading_font
from app.widgets import builders

if TYPE_CHECKING:
    from core.jobs.export.preview import Preview

_MAX_COLUMN_WIDTH = 220


class PreviewView(QWidget):
    """Shows a :class:`Preview`, or a text in place of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Preview"))
        self.table = builders.named(QTableWidget(), self.tr("The first rows"))
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.setTabKeyNavigation(False)
        self.text = builders.named(QPlainTextEdit(), self.tr("The first lines"))
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.text.setFont(reading_font())
        self.note = builders.label("", "quiet")
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        for widget in (self.note, self.table, self.text):
            self.stack.addWidget(widget)
        builders.column(self.stack, parent=self)

    def show_text(self, text: str) -> None:
        """Show a text in place of a preview."""
        self.note.setText(text)
        self.stack.setCurrentWidget(self.note)

    def show_preview(self, preview: Preview) -> None:
        if not preview.beginning:
            self.show_text(self.tr("There is nothing to export: no page has words."))
        elif isinstance(preview.beginning, str):
            self.text.setPlainText(preview.beginning)
            self.stack.setCurrentWidget(self.text)
        else:
            self._fill(preview.beginning)
            self.stack.setCurrentWidget(self.table)

    def _fill(self, rows: tuple[tuple[str, ...], ...]) -> None:
        head, *body = rows
        self.table.clear()
        self.table.setColumnCount(len(head))
        self.table.setRowCount(len(body))
        self.table.setHorizontalHeaderLabels(list(head))
        for row, cells in enumerate(body):
            for column, cell in enumerate(cells):
                self.table.setItem(row, column, QTableWidgetItem(cell))
        header = self.table.horizontalHeader()
        header.setMaximumSectionSize(_MAX_COLUMN_WIDTH)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.resizeSections(QHeaderView.ResizeMode.ResizeToContents)
