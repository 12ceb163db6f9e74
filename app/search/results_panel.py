"""The common part of both kinds of search: results, the text in their place, and the buttons to the other views."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QStackedWidget, QWidget

from app.context import ProjectContext
from app.search.recent_searches import RecentSearches
from app.search.word_info import WordInfoCache
from app.search.word_table import WordsView, WordTable
from app.text.names import state_names
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState

VIEW_KEYS = {"review": ["Return", "Enter"], "page": ["Space"], "insight": ["V"]}
_BUSY_DELAY_MS = 300


def view_texts() -> dict[str, str]:
    """Return the texts of the actions that open a result in another view, by the name of the view."""
    translate = QCoreApplication.translate
    return {
        "review": translate("NavigationButtons", "Open in Review"),
        "page": translate("NavigationButtons", "Show on page"),
        "insight": translate("NavigationButtons", "Open in Insight"),
    }


class NavigationButtons(QWidget):
    """Enabled while there is a current word. ``view_requested(name)``: show the word there."""

    view_requested = Signal(str)

    def __init__(self, view: WordsView) -> None:
        super().__init__()
        self._view = view
        row = builders.row(parent=self)
        self.buttons: list[QPushButton] = []
        for name, text in view_texts().items():
            button = QPushButton(text)
            key = QKeySequence(VIEW_KEYS[name][0]).toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{text} ({key})")
            button.clicked.connect(partial(self._request_view, name))
            row.addWidget(button)
            self.buttons.append(button)
        view.moved.connect(self._refresh)
        view.model().modelReset.connect(self._refresh)
        self._refresh()

    def _request_view(self, name: str, checked: bool = False) -> None:
        self.view_requested.emit(name)

    def _refresh(self) -> None:
        for button in self.buttons:
            button.setEnabled(self._view.current_id() is not None)


class ResultsPanel(QWidget):
    """Shows results or an empty state. ``emptied()``: results that had the focus were removed."""

    emptied = Signal()

    def __init__(self, context: ProjectContext, infos: WordInfoCache, cell: QSize, count: QLabel) -> None:
        super().__init__()
        self.context, self.session, self.infos, self.count = context, context.session, infos, count
        self.table = WordTable(self._describe, self)
        self.view = WordsView(self.table, cell)
        self.navigation = NavigationButtons(self.view)
        self.empty, self.recent = EmptyState(context.theme, "search"), RecentSearches()
        self.empty.add_below(self.recent)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.view)
        self._controls: tuple[QWidget, ...] = (self.navigation,)
        """Widgets that are hidden together with the results."""
        self._busy = QTimer(self, singleShot=True, interval=_BUSY_DELAY_MS)
        self._busy.timeout.connect(lambda: self.count.setText(self.tr("Searching…")))

    def search(self, text: str) -> None:
        """Search for ``text`` in the background and show the results."""
        raise NotImplementedError

    def current_word(self) -> int | None:
        return self.view.current_id() if self.stack.currentWidget() is self.view else None

    def focus_results(self) -> None:
        """Give the results the focus, if there are any."""
        if self.stack.currentWidget() is self.view:
            self.view.setFocus()

    def _show_empty(self, title: str, text: str, *actions: ButtonAction) -> None:
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (
            focused is self.view or any(control.isAncestorOf(focused) for control in self._controls)
        )
        self.table.set_words(())
        self.empty.show_message(title, text, *actions)
        self.stack.setCurrentWidget(self.empty)
        for control in self._controls:
            control.hide()
        if had_focus:
            self.emptied.emit()

    def _describe(self, position: int, word_id: int) -> str:
        """Return in words what is drawn of a result."""
        info = self.infos.get(word_id)
        parts = [info.text or self.tr("no text"), state_names()[info.state]] if info else []
        parts += [self._distance_text(position), info.page if info else ""]
        if self.table.is_marked(word_id):
            parts.append(self.tr("marked"))
        return ", ".join(part for part in parts if part)

    def _distance_text(self, position: int) -> str:
        return ""
