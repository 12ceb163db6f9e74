"""The head of Review: which words, in which order, one by one or as a wall; and how many are left."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.review.filter_words import FilterHelp, TermCompleter
from app.review.review_query import ReviewQuery
from app.settings import REVIEW_ORDER, Settings
from app.style.icons import icon
from app.style.theme import Theme
from core.errors import InputError
from core.project.query.parser import parse
from core.project.query.review_order import ReviewOrder

ONE, WALL = "one", "wall"


class FilterBar(QWidget):
    """``wished()``: other words are wanted; ``mode_chosen(str)``: :data:`ONE` after another, or the :data:`WALL`."""

    wished = Signal()
    mode_chosen = Signal(str)

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._theme, self._settings = theme, settings
        self._asked = ReviewQuery()
        self.box = QLineEdit()
        self.box.setCompleter(TermCompleter(self.box))
        self.box.setPlaceholderText(self.tr("Filter: for instance  unseen conf<0.6 page:12 text:/ment$/"))
        self.box.setAccessibleName(self.tr("Filter of the words to review"))
        self.box.setClearButtonEnabled(True)
        self.box.editingFinished.connect(self._edited)
        self.box.textChanged.connect(self._cleared)
        self._funnel = QAction(self)
        self.box.addAction(self._funnel, QLineEdit.ActionPosition.LeadingPosition)
        self.help = QToolButton()
        self.help.setProperty("kind", "flat")
        self.help.setToolTip(self.tr("What the filter understands"))
        self.help.setAccessibleName(self.tr("What the filter understands"))
        self.help.clicked.connect(self.explain)
        self.unread = QCheckBox(self.tr("Only words nobody has read"))
        self.unread.setChecked(True)
        self.unread.toggled.connect(self._wish)
        self.order = QComboBox()
        self.order.setAccessibleName(self.tr("Order of the words"))
        names = {
            "useful": self.tr("Most useful first"),
            "uncertain": self.tr("Least certain first"),
            "page": self.tr("As on the pages"),
            "grouped": self.tr("Alike together"),
        }
        for order in ReviewOrder:
            self.order.addItem(names[order], order)
        chosen = self.order.findData(settings.get(REVIEW_ORDER))
        self.order.setCurrentIndex(max(chosen, 0))
        self.order.currentIndexChanged.connect(self._order_chosen)
        self.error = QLabel()
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self.counts = QLabel()
        self.counts.setProperty("kind", "quiet")
        self._lay_out()
        self._asked = self.wish()
        theme.changed.connect(self._paint)
        self._paint()

    def wish(self) -> ReviewQuery:
        """What is asked for now."""
        return ReviewQuery(self.box.text().strip(), self.unread.isChecked(), str(self.order.currentData()))

    def set_query(self, query: str) -> None:
        """Put a filter into the box, and let read words in when it asks for them; tells nobody."""
        with QSignalBlocker(self.box), QSignalBlocker(self.unread):
            self.box.setText(query)
            self._let_read_in()
        self._asked = self.wish()

    def set_mode(self, mode: str) -> None:
        """Show which mode is on; tells nobody."""
        self.modes[mode].setChecked(True)
        self.order.setEnabled(mode == ONE)

    def show_error(self, text: str) -> None:
        """Say what is wrong with the filter; "" takes it back."""
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def explain(self) -> None:
        """Show what the filter understands."""
        FilterHelp(self.window()).open()

    def _edited(self) -> None:
        if self.box.text().strip() != self._asked.query:
            with QSignalBlocker(self.unread):
                self._let_read_in()
            self._wish()

    def _cleared(self, text: str) -> None:
        if not text:
            self._edited()

    def _let_read_in(self) -> None:
        try:
            query = parse(self.box.text())
        except InputError:
            return  # it is told when the words are looked for
        if query.asks_for_transcribed:
            self.unread.setChecked(False)

    def _order_chosen(self) -> None:
        self._settings.set(REVIEW_ORDER, str(self.order.currentData()))
        self._wish()

    def _wish(self) -> None:
        self._asked = self.wish()
        self.wished.emit()

    def _lay_out(self) -> None:
        group = QButtonGroup(self)
        self.modes: dict[str, QPushButton] = {}
        for mode, text in ((ONE, self.tr("One by one")), (WALL, self.tr("Wall"))):
            button = QPushButton(text)
            button.setProperty("kind", "toggle")
            button.setCheckable(True)
            button.clicked.connect(lambda checked=False, mode=mode: self.mode_chosen.emit(mode))
            group.addButton(button)
            self.modes[mode] = button
        self.modes[ONE].setToolTip(self.tr("One word after another (Ctrl+M changes)"))
        self.modes[WALL].setToolTip(self.tr("All words that the model reads alike, at once (Ctrl+M changes)"))
        self.modes[ONE].setChecked(True)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.box, 1)
        first.addWidget(self.help)
        first.addSpacing(8)
        first.addWidget(self.order)
        first.addSpacing(8)
        for button in self.modes.values():
            first.addWidget(button)
        second = QHBoxLayout()
        second.setSpacing(16)
        second.addWidget(self.unread)
        second.addStretch(1)
        second.addWidget(self.counts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(first)
        column.addWidget(self.error)
        column.addLayout(second)

    def _paint(self) -> None:
        tokens = self._theme.tokens
        self._funnel.setIcon(icon("filter", tokens.quiet))
        self.help.setIcon(icon("help", tokens.ink))
        for mode, name in ((ONE, "word"), (WALL, "wall")):
            self.modes[mode].setIcon(icon(name, tokens.quiet, tokens.accent))
