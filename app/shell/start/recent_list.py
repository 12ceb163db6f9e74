"""The projects last worked on, as a list of large buttons."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app import settings as keys
from app.background.threads import run_in_thread
from app.settings import Settings
from app.shell.start.recent import Recent, load_recent
from app.style.icons import icon
from app.style.theme import Theme, tabular
from app.text.date_format import format_date
from app.widgets.card_button import LayoutButton
from app.widgets.elided_label import ElidedLabel


class RecentList(QWidget):
    """``wanted(folder)`` when a project of the list is chosen."""

    wanted = Signal(str)

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self._settings, self._theme = settings, theme
        self.rows: list[RecentRow] = []
        title = QLabel(self.tr("Recent projects"))
        title.setProperty("kind", "section")
        self.empty = QLabel(
            self.tr("None yet. A project you make or open is listed here; the demo shows what one looks like.")
        )
        self.empty.setProperty("kind", "quiet")
        self.empty.setWordWrap(True)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(title)
        column.addWidget(self.empty)
        column.addLayout(self._column)
        column.addStretch(1)

    def refresh(self) -> None:
        """Show the list of the settings now, and what the disk says of each project as soon as it says it."""
        for row in self.rows:
            row.hide()
            row.deleteLater()
        folders = [folder for folder in self._settings.get(keys.RECENT) if isinstance(folder, str)]
        self.rows = [RecentRow(Path(folder), self._theme) for folder in folders]
        for row in self.rows:
            row.button.clicked.connect(lambda checked=False, row=row: self.wanted.emit(str(row.folder)))
            row.remove.clicked.connect(lambda checked=False, row=row: self._remove(row))
            self._column.addWidget(row)
        self.empty.setVisible(not self.rows)
        rows = self.rows
        # a folder on a network may keep us waiting; the window must not
        run_in_thread(self, lambda: load_recent(folders), lambda found: self._looked(rows, found), lambda error: None)

    def _looked(self, rows: list[RecentRow], found: list[Recent]) -> None:
        if rows is self.rows:
            for row, recent in zip(rows, found, strict=True):
                row.tell(recent)

    def _remove(self, row: RecentRow) -> None:
        kept = [folder for folder in self._settings.get(keys.RECENT) if folder != str(row.folder)]
        self._settings.set(keys.RECENT, kept)
        self.refresh()


class RecentRow(QWidget):
    """One project: a button with name, folder and last change; where it is gone, a button that forgets it."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        super().__init__()
        self.folder = folder
        name = Recent(folder, None).name
        line = QHBoxLayout()
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(16)
        self.button = LayoutButton(line, name, str(folder))
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = ElidedLabel(name)
        head.setProperty("kind", "section")
        place = ElidedLabel(str(folder.parent), Qt.TextElideMode.ElideMiddle)
        place.setProperty("kind", "quiet")
        column.addWidget(head)
        column.addWidget(place)
        self.changed = QLabel()
        self.changed.setProperty("kind", "quiet")
        self.changed.setFont(tabular(self.changed.font()))
        self.button.put(words, 1)
        self.button.put(self.changed)
        self.remove = QToolButton()
        self.remove.setProperty("kind", "flat")
        self.remove.setIcon(icon("close", theme.tokens.quiet))
        told = self.tr("Take {0} off this list").format(name)
        self.remove.setToolTip(told)
        self.remove.setAccessibleName(told)
        self.remove.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.button, 1)
        # without an alignment the row could be no higher than this button
        row.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)

    def tell(self, recent: Recent) -> None:
        """Show what the disk says of it."""
        if recent.changed is None:
            told = self.tr("not found there")
            self.button.setEnabled(False)
            self.remove.show()
        else:
            told = self.tr("changed {0}").format(format_date(recent.changed))
        self.changed.setText(told)
        self.button.setAccessibleDescription(f"{self.folder}, {told}")
