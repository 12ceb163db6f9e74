"""The pages as a list model for the grid, with the texts about each of them."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.collection.page_summaries import CROPS, MIXED, PageSummary
from app.text.number_format import integer
from app.text.roles import role_name

SUMMARY = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PageModel(QAbstractListModel):
    """One :class:`PageSummary` a row. ``image_error(page_id)`` returns why a page has no thumbnail, or ""."""

    def __init__(self, image_error: Callable[[int], str], parent: QObject) -> None:
        super().__init__(parent)
        self._image_error = image_error
        self._pages: list[PageSummary] = []
        self._rows: dict[int, int] = {}

    def set_pages(self, pages: Sequence[PageSummary]) -> bool:
        """Show these pages. Reset the model, and return True, only if they or their order are different."""
        if [page.page_id for page in pages] == [page.page_id for page in self._pages]:
            changed = [row for row, page in enumerate(pages) if page != self._pages[row]]
            self._pages = list(pages)
            for row in changed:
                self.dataChanged.emit(self.index(row), self.index(row))
            return False
        self.beginResetModel()
        self._pages = list(pages)
        self._rows = {page.page_id: row for row, page in enumerate(pages)}
        self.endResetModel()
        return True

    def find(self, page_id: int | None) -> QModelIndex:
        """Return the index of a page; an invalid one if it is not shown."""
        return self.index(self._rows[page_id]) if page_id in self._rows else QModelIndex()

    def page(self, index: Index) -> PageSummary:
        return self._pages[index.row()]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._pages)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        page = self.page(index)
        if role == SUMMARY:
            return page
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name(page)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.description(page)
        return None

    def name(self, page: PageSummary) -> str:
        return self.tr("Word images") if page.page_id == CROPS else page.name

    def progress(self, page: PageSummary) -> str:
        """Return how much of the page is checked, in a few words."""
        if page.words:
            return self.tr("{0} of {1} words checked").format(integer(page.checked), integer(page.words))
        if page.lines:
            return self.tr("%Ln line(s), no words yet", "", page.lines)
        return self.tr("no words yet")

    def role_label(self, page: PageSummary) -> str:
        """Return the role of the page's words; empty for training, the usual one, and without words."""
        if page.role == MIXED:
            return self.tr("Several roles")
        return role_name(page.role) if page.role not in ("", "train") else ""

    def description(self, page: PageSummary) -> str:
        """Return in sentences everything that the grid shows of the page."""
        counts = (
            self.tr("{0} typed or imported"),
            self.tr("{0} accepted"),
            self.tr("{0} aligned automatically"),
            self.tr("{0} suggested by the model only"),
            self.tr("{0} without a suggestion"),
        )
        lines = [f"{self.name(page)}: {self.progress(page)}."]
        if parts := [text.format(integer(count)) for text, count in zip(counts, page.shares, strict=True) if count]:
            lines.append(", ".join(parts) + ".")
        if label := self.role_label(page):
            lines.append(self.tr("Used for: {0}").format(label))
        if error := self._image_error(page.page_id):
            lines.append(self.tr("The image cannot be shown: {0}").format(error))
        return "\n".join(lines)
