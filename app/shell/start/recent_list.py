"""The recent projects as a list of large buttons."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app import settings as keys
from app.background.threads import run_in_thread
from app.settings import Settings
from app.style.icons import icon
from app.style.theme import tabular
from app.text.formats import format_date
from app.widgets import builders
from app.widgets.card_button import LayoutButton
from app.widgets.elided_label import ElidedLabel
from core.project.project_files import DATABASE, SUFFIX


def changed_at(folder: Path) -> datetime | None:
    """Return when a project was changed, None if it is no longer in its folder. This may be slow: it reads the disk."""
    database = folder / DATABASE
    try:
        if not database.is_file():
            return None
        # the latest edits of an open project are in the write-ahead log
        log = database.with_name(f"{DATABASE}-wal")
        newest = max(file.stat().st_mtime for file in (database, log) if file.exists())
    except OSError:
        return None
    return datetime.fromtimestamp(newest)


class RecentList(QWidget):
    """``chosen(folder)`` when a project of the list is chosen."""

    chosen = Signal(str)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.rows: list[RecentRow] = []
        title = builders.label(self.tr("Recent projects"), "section", wrap=False)
        self.empty = builders.label(
            self.tr("None yet. Projects that you create or open are listed here; the demo shows what one looks like."),
            "quiet",
        )
        self._column = builders.column()
        builders.column(title, self.empty, self._column, 1, parent=self)

    def refresh(self) -> None:
        """Show the list in the settings at once, and the state of each project once it has been read from the disk."""
        for row in self.rows:
            row.hide()
            row.deleteLater()
        folders = [folder for folder in self._settings.get(keys.RECENT) if isinstance(folder, str)]
        rows = self.rows = [RecentRow(Path(folder)) for folder in folders]
        for row in rows:
            row.button.clicked.connect(lambda checked=False, row=row: self.chosen.emit(str(row.folder)))
            row.remove.clicked.connect(lambda checked=False, row=row: self._remove(row))
            self._column.addWidget(row)
        self.empty.setVisible(not rows)

        def read() -> list[datetime | None]:
            return [changed_at(row.folder) for row in rows]

        # a folder on a network drive may take long to answer
        run_in_thread(self, read, lambda times: self._show_times(rows, times), lambda error: None)

    def _show_times(self, rows: list[RecentRow], times: list[datetime | None]) -> None:
        if rows is self.rows:
            for row, time in zip(rows, times, strict=True):
                row.show_time(time)

    def _remove(self, row: RecentRow) -> None:
        remaining = [folder for folder in self._settings.get(keys.RECENT) if folder != str(row.folder)]
        self._settings.set(keys.RECENT, remaining)
        self.refresh()


class RecentRow(QWidget):
    """One project: a button with its name, folder and last change; a remove button if it is missing."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        name = folder.name.removesuffix(SUFFIX)
        self.button = LayoutButton(builders.row(margins=(16, 8, 16, 8), spacing=16), name, str(folder))
        heading = ElidedLabel(name)
        heading.setProperty("kind", "section")
        location = ElidedLabel(str(folder.parent), Qt.TextElideMode.ElideMiddle)
        location.setProperty("kind", "quiet")
        texts = QWidget()
        builders.column(heading, location, parent=texts, spacing=2)
        self.changed = builders.label("", "quiet", wrap=False)
        self.changed.setFont(tabular(self.changed.font()))
        self.button.add_part(texts, 1)
        self.button.add_part(self.changed)
        self.remove = builders.flat_button(self.tr("Remove {0} from this list").format(name))
        self.remove.setIcon(icon("close", "quiet"))
        self.remove.hide()
        row = builders.row((self.button, 1), parent=self)
        # without an alignment the row could be no higher than this button
        row.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_time(self, time: datetime | None) -> None:
        """Show when the project was changed, or that it is missing."""
        if time is None:
            state = self.tr("not found")
            self.button.setEnabled(False)
            self.remove.show()
        else:
            state = self.tr("changed {0}").format(format_date(time))
        self.changed.setText(state)
        self.button.setAccessibleDescription(f"{self.folder}, {state}")
