"""The pages as a list for the grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.collection.page_summaries import CROPS, MIXED, SHARES, PageSummary
from app.text.roles import role_name

TILE = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class PageModel(QAbstractListModel):
    """Rows are tiles. A page keeps its place when only its numbers changed."""

    def __init__(self, why: Callable[[int], str] = lambda page_id: "", parent: QObject | None = None) -> None:
        """``why(page_id)`` says why a page has no picture, if that is so."""
        super().__init__(parent)
        self._why = why
        self._tiles: list[PageSummary] = []
        self._rows: dict[int, int] = {}

    def set_tiles(self, tiles: Sequence[PageSummary]) -> bool:
        """Show these; reset (and True returned) only when other pages, or another order of them, come."""
        same = [t.page_id for t in tiles] == [t.page_id for t in self._tiles]
        if same:
            changed = [row for row, tile in enumerate(tiles) if tile != self._tiles[row]]
            self._tiles = list(tiles)
            for row in changed:
                self.dataChanged.emit(self.index(row), self.index(row))
            return False
        self.beginResetModel()
        self._tiles = list(tiles)
        self._rows = {tile.page_id: row for row, tile in enumerate(tiles)}
        self.endResetModel()
        return True

    def row_of(self, page_id: int) -> int:
        """The row of a page, or -1."""
        return self._rows.get(page_id, -1)

    def tile(self, index: Index) -> PageSummary:
        return self._tiles[index.row()]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._tiles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        tile = self._tiles[index.row()]
        if role == TILE:
            return tile
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name(tile)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.told(tile)
        return None

    def name(self, tile: PageSummary) -> str:
        """What a person calls it."""
        return self.tr("Word pictures") if tile.page_id == CROPS else tile.name

    def progress(self, tile: PageSummary) -> str:
        """How much of it is read, in a few words."""
        if tile.words:
            return self.tr("{0} of {1} words read").format(f"{tile.read:,}", f"{tile.words:,}")
        if tile.lines:
            return self.tr("%Ln line(s), no words yet", "", tile.lines)
        return self.tr("no words yet")

    def purpose(self, tile: PageSummary) -> str:
        """What its words are for, where that is not training; empty otherwise."""
        if tile.role == MIXED:
            return self.tr("Several roles")
        return role_name(tile.role) if tile.role and tile.role != "train" else ""

    def told(self, tile: PageSummary) -> str:
        """All that the tile shows, in sentences."""
        names = dict(
            zip(
                SHARES,
                (
                    self.tr("{0} typed or imported"),
                    self.tr("{0} accepted from a model"),
                    self.tr("{0} read by the model only"),
                    self.tr("{0} not read by anyone"),
                ),
                strict=True,
            )
        )
        parts = [names[s].format(f"{n:,}") for s, n in zip(SHARES, tile.shares, strict=True) if n]
        first = f"{self.name(tile)}: {self.progress(tile)}."
        if parts:
            first += "\n" + ", ".join(parts) + "."
        if purpose := self.purpose(tile):
            first += "\n" + self.tr("What the words are for: {0}").format(purpose)
        if reason := self._why(tile.page_id):
            first += "\n" + self.tr("The picture cannot be shown: {0}").format(reason)
        return first
