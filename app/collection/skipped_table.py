"""The table and the dialog of what an import leaves out: file, place and reason."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.widgets import builders
from app.widgets.text_table import Column, TextRow, TextTable
from core.formats.records import Skipped

_FILE_WIDTH, _PLACE_WIDTH = 180, 120


class SkippedDialog(QDialog):
    """Lists what an import has left out."""

    def __init__(self, entries: Sequence[Skipped], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Left out of the import"))
        self.resize(760, 420)
        self.table = create_skipped_table()
        show_skipped(self.table, skipped_rows(entries))
        text = self.tr("These items were not imported. Correct them in the source, then import it again.")
        builders.column(builders.label(text), self.table, parent=self, margins=(16, 16, 16, 16))


def create_skipped_table() -> TextTable:
    """Return an empty table, for :func:`show_skipped`."""
    translate = QCoreApplication.translate
    titles = (translate("Skipped", "File"), translate("Skipped", "Place"), translate("Skipped", "Reason"))
    table = TextTable(translate("Skipped", "Items left out, with the reasons"), [*map(Column, titles)], max_rows=0)
    table.setWordWrap(True)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    # two lines a row: measuring each of a hundred thousand rows would block the window
    table.verticalHeader().setDefaultSectionSize(2 * table.fontMetrics().height() + 8)
    return table


def skipped_rows(entries: Sequence[Skipped]) -> list[TextRow]:
    """Return the rows of the table; of a large source this takes a while."""
    return [
        TextRow(
            (entry.file.name, entry.place, entry.reason),
            tip="\n".join(part for part in (str(entry.file), entry.place, entry.reason) if part),
        )
        for entry in entries
    ]


def show_skipped(table: TextTable, rows: Sequence[TextRow]) -> None:
    """Show the rows; the reason gets most of the width."""
    table.show_rows(rows)
    header = table.horizontalHeader()
    for column, width in enumerate((_FILE_WIDTH, _PLACE_WIDTH)):
        header.setSectionResizeMode(column, header.ResizeMode.Interactive)
        header.resizeSection(column, width)
