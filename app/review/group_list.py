"""The groups of the wall as a list: each group's text with how many of its words are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QSize, Qt

from app.review.group_model import Index
from core.project.query.review_order import PredictionGroup

_SIZE = QSize(160, 28)


class GroupList(QAbstractListModel):
    """``left(group)`` tells the words of a group that were not handled yet."""

    def __init__(self, left: Callable[[PredictionGroup], list[int]], parent: QObject) -> None:
        super().__init__(parent)
        self._left = left
        self._groups: Sequence[PredictionGroup] = ()

    def show_groups(self, groups: Sequence[PredictionGroup]) -> None:
        """Other groups."""
        self.beginResetModel()
        self._groups = groups
        self.endResetModel()

    def refresh(self) -> None:
        """The counts are others."""
        if self._groups:
            self.dataChanged.emit(self.index(0), self.index(len(self._groups) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._groups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.SizeHintRole:
            return _SIZE
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        group = self._groups[index.row()]
        left = len(self._left(group))
        return f"{left:>4}  {group.text}" if left else self.tr("done  {0}").format(group.text)
