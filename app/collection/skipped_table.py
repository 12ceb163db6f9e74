"""The table and the dialogs of what an import leaves out: file, place and reason; and of remarks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.style.file_dialog import choose_paths
from app.text.formats import integer
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.text_table import Column, TextRow, TextTable
from core.events import InputSkipped

_FILE_WIDTH, _PLACE_WIDTH = 180, 120


class ImagesElsewhereButton(QPushButton):
    """Asks for the folder in which the images of transcriptions are. ``folder_chosen(Path)``."""

    folder_chosen = Signal(object)

    def __init__(self, start: Path) -> None:
        super().__init__(QCoreApplication.translate("Skipped", "Images are elsewhere…"))
        self.start = start
        """The folder that the file dialog shows first."""
        self.setAutoDefault(False)
        self.setToolTip(self.tr("Choose the folder with the images of the transcriptions"))
        self.clicked.connect(self._choose)

    def _choose(self) -> None:
        title, mode = self.tr("Folder with the images"), QFileDialog.FileMode.Directory
        choose_paths(self, title, mode, self.start, lambda paths: self.folder_chosen.emit(paths[0]))


class SkippedDialog(Dialog):
    """Lists what an import left out or noted. ``folder_chosen(Path)``: the images of transcriptions are there."""

    folder_chosen = Signal(object)

    def __init__(self, entries: Sequence[InputSkipped], parent: QWidget) -> None:
        are_notes = {entry.is_note for entry in entries}
        only_notes = are_notes == {True}
        title = self.tr("Notes on the import") if only_notes else self.tr("Left out of the import")
        super().__init__(title, parent)
        self.resize(760, 420)
        self.table = create_skipped_table()
        self.table.setAccessibleName(title)
        self.table.show_rows(skipped_rows(entries))
        if only_notes:
            text = self.tr("Nothing was left out. The notes say what was chosen, or imported otherwise than usual.")
        elif True in are_notes:
            text = self.tr(
                "These items were not imported, but for the notes. Correct them in the source, then import it again."
            )
        else:
            text = self.tr("These items were not imported. Correct them in the source, then import it again.")
        missing = [entry.file for entry in entries if entry.image_missing]
        self.images = ImagesElsewhereButton(missing[0].parent if missing else Path.home())
        self.images.setVisible(bool(missing))
        self.images.folder_chosen.connect(self._accept_folder)
        close = builders.push_button(self.tr("Close"), self.accept)
        buttons = builders.row(self.images, 1, close)
        content = (builders.label(text), (self.table, 1), buttons)
        builders.column(*content, parent=self, margins=(16, 16, 16, 16), spacing=12)

    def _accept_folder(self, folder: Path) -> None:
        self.folder_chosen.emit(folder)
        self.accept()


class RemarksDialog(Dialog):
    """Lists the notes of a job on single lines and pages."""

    def __init__(self, remarks: Sequence[str], parent: QWidget) -> None:
        super().__init__(self.tr("Lines and pages that stay as they are"), parent)
        self.resize(760, 420)
        self.table = TextTable(self.windowTitle(), [Column(self.tr("Reason"))], max_rows=0)
        self.table.show_rows([TextRow((remark,)) for remark in remarks])
        close = builders.push_button(self.tr("Close"), self.accept)
        builders.column((self.table, 1), builders.row(1, close), parent=self, margins=(16, 16, 16, 16), spacing=12)


def create_skipped_table() -> TextTable:
    """Return an empty table, for :func:`skipped_rows`."""
    translate = QCoreApplication.translate
    columns = [
        Column(translate("Skipped", "File"), width=_FILE_WIDTH),
        Column(translate("Skipped", "Place"), width=_PLACE_WIDTH),
        Column(translate("Skipped", "Reason")),
    ]
    table = TextTable(translate("Skipped", "Items left out, with the reasons"), columns, max_rows=0)
    table.setWordWrap(True)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    # two lines a row: measuring each of a hundred thousand rows would block the window
    table.verticalHeader().setDefaultSectionSize(2 * table.fontMetrics().height() + 8)
    return table


def skipped_rows(entries: Sequence[InputSkipped]) -> list[TextRow]:
    """Return the rows of the table, grouped by kind of reason, notes last; of a large source this takes a while."""
    groups: dict[tuple[bool, str], list[InputSkipped]] = {}
    for entry in entries:
        groups.setdefault((entry.is_note, entry.reason_kind), []).append(entry)
    translate, rows = QCoreApplication.translate, []
    note, left_out = translate("Skipped", "note"), translate("Skipped", "left out")
    for (is_note, kind), group in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        if len(group) > 1:
            rows.append(TextRow((f"{integer(len(group))} ×", note if is_note else left_out, kind), bold=True))
        for entry in group:
            place = ", ".join(part for part in (note if is_note else "", entry.place) if part)
            tip = "\n".join(part for part in (str(entry.file), place, entry.reason) if part)
            rows.append(TextRow((entry.file.name, place, entry.reason), tip=tip))
    return rows
