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
        texts = {
            ReviewOrder.USEFUL: (
                self.tr("Most useful first"),
                self.tr(
                    "First the words from which a training learns most: letters and letter pairs that are seldom "
                    "transcribed so far, and doubtful suggestions. A word can be useful although its suggestion is "
                    "certain."
                ),
            ),
            ReviewOrder.UNCERTAIN: (
                self.tr("Least certain first"),
                self.tr("First the words whose suggestions are most likely to be wrong."),
            ),
            ReviewOrder.PAGE: (self.tr("As on the pages"), self.tr("Page by page, in reading order.")),
            ReviewOrder.GROUPED: (
                self.tr("By suggestion"),
                self.tr("Words with the same suggestion one after the other, frequent ones first."),
            ),
        }
        for order in ReviewOrder:
            name, about = texts[order]
            self.addItem(name, order)
            self.setItemData(self.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        self.show_order(settings.get(REVIEW_ORDER))
        self.currentIndexChanged.connect(self._choose)

    @property
    def order(self) -> str:
        return str(self.currentData())

    def show_order(self, order: str) -> None:
        """Show an order, without a signal; the first one in place of an unknown one."""
        with QSignalBlocker(self):
            self.setCurrentIndex(max(self.findData(order), 0))
        self._show_tip()

    def _show_tip(self) -> None:
        """Describe the chosen order while the list is closed, as its entry does in the list."""
        self.setToolTip(str(self.currentData(Qt.ItemDataRole.ToolTipRole)))

    def _choose(self) -> None:
        self._show_tip()
        self._settings.set(REVIEW_ORDER, self.order)
        self.chosen.emit()
