"""The choice of the order of the words in Review, kept in the settings."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox

from app.settings import REVIEW_ORDER, Settings
from core.project.query.review_order import ReviewOrder


class OrderBox(QComboBox):
    """``chosen()``: a person has chosen another order."""

    chosen = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.setAccessibleName(self.tr("Order of the words"))
        names = {
            ReviewOrder.USEFUL: self.tr("Most useful first"),
            ReviewOrder.UNCERTAIN: self.tr("Least certain first"),
            ReviewOrder.PAGE: self.tr("As on the pages"),
            ReviewOrder.GROUPED: self.tr("By suggestion"),
        }
        for order in ReviewOrder:
            self.addItem(names[order], order)
            self.setItemData(self.count() - 1, self._about(order), Qt.ItemDataRole.ToolTipRole)
        self.show_order(settings.get(REVIEW_ORDER))
        self.currentIndexChanged.connect(self._choose)

    @property
    def order(self) -> str:
        return str(self.currentData())

    def show_order(self, order: str) -> None:
        """Show an order, without a signal; the first one in place of an unknown one."""
        with QSignalBlocker(self):
            self.setCurrentIndex(max(self.findData(order), 0))
        self.setToolTip(self._about(ReviewOrder(self.order)))

    def _about(self, order: ReviewOrder) -> str:
        return {
            ReviewOrder.USEFUL: self.tr(
                "First the words from which a training learns most: letters and letter pairs that are seldom "
                "transcribed so far, and doubtful suggestions. A word can be useful although its suggestion is certain."
            ),
            ReviewOrder.UNCERTAIN: self.tr("First the words whose suggestions are most likely to be wrong."),
            ReviewOrder.PAGE: self.tr("Page by page, in reading order."),
            ReviewOrder.GROUPED: self.tr("Words with the same suggestion one after the other, frequent ones first."),
        }[order]

    def _choose(self) -> None:
        self.setToolTip(self._about(ReviewOrder(self.order)))
        self._settings.set(REVIEW_ORDER, self.order)
        self.chosen.emit()
