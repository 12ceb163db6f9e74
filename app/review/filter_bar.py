"""The bar above Review: the filter and help with it, the order, single words or groups, and the progress."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialogButtonBox,
    QLineEdit,
    QToolButton,
    QWidget,
)

from app.context import ProjectContext
from app.review.filter_panel import FilterPanel
from app.review.review_queries import ReviewQuery
from app.review.saved_views_menu import SavedViewsMenu
from app.review.state import ReviewMode
from app.review.word_sheet import WordSheet
from app.scan_display import ScanDisplay, ScanPanel
from app.settings import REVIEW_ORDER, Settings
from app.style.icons import icon
from app.widgets.builders import add_clear_button, column, flat_button, label, named, row, show_text, toggle_button
from app.widgets.dialog import Dialog
from app.widgets.typing_keys import LeavesExport
from core.errors import InputError
from core.project.content.saved_views import SavedView
from core.project.content.words import Role
from core.project.query.parser import KEYWORDS, parse
from core.project.query.review_order import ReviewOrder

_TERMS = ("conf<", "conf>=", "votes<", "dist>", "length>", "page:", "text:", "pred:", "writer:", "model:")
COMPLETIONS = (*KEYWORDS, *_TERMS, *(f"role:{role}" for role in Role), "not ", "or ")

_WIDTH, _MARGIN = 700, 64
"""Pixels: the least width of the help's text, and the part of the screen's height that stays free."""


class TermCompleter(QCompleter):
    """Completes the last term of a filter."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self.setModel(QStringListModel(list(COMPLETIONS), self))
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        return [_last_term(path)]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return self._field.text().removesuffix(_last_term(self._field.text())) + str(index.data())


def _last_term(text: str) -> str:
    return text.split(" ")[-1].removeprefix("-")


class FilterHelp(Dialog):
    """The filter language by examples."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.tr("Help on the filter"), parent)
        text = label(self._table())
        text.setTextFormat(Qt.TextFormat.RichText)
        text.setMinimumWidth(_WIDTH)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column(text, buttons, parent=self, margins=(24, 24, 24, 16), spacing=16)
        # Qt itself takes no more than two thirds of the screen, which cuts the last terms off in wordy languages
        width, screen = self.sizeHint().width(), self.screen().availableSize()
        self.resize(width, min(self.heightForWidth(width), screen.height() - _MARGIN))

    def _table(self) -> str:
        lines = (
            ("regi", self.tr("the text contains these letters, in either case; use “…” around letters with spaces")),
            ("typed  accepted  read", self.tr("transcribed by a person: typed, accepted from the model, either")),
            ("aligned", self.tr("cut from the text of its line automatically, and not confirmed yet")),
            ("predicted  unread", self.tr("suggested by the model and not checked; neither suggested nor checked")),
            (
                "seen  unseen  nolist  uncertain",
                self.tr(
                    "suggested: a word the model was trained on, a new word, a word in no list, or one with a low "
                    "confidence"
                ),
            ),
            ("tied", self.tr("the vote of the model's readers is a tie")),
            ("differs", self.tr("transcribed differently by people whose parts were merged, and not decided yet")),
            ("audit", self.tr("the sample that was drawn in Insight, to audit the suggestions")),
            (
                "conf&lt;0.6  conf:0.3-0.6",
                self.tr(
                    "the model's confidence from 0 to 1 (without one, the share of its "
                    "readers that agree, if it has several); also &lt;= &gt; &gt;= ="
                ),
            ),
            ("votes&lt;3  dist&gt;0.4  length&gt;8", self.tr("readers that agree, distance from the word, letters")),
            ("page:12  page:3-7,12", self.tr("pages by number or by name")),
            ("text:regiment  text:*ment", self.tr("the whole text; * stands for any letters, ? for one")),
            ("text:/ment$/", self.tr("a regular expression; pred: instead of text: searches the suggestions")),
            (
                "role:test  writer:NAME  model:NAME",
                self.tr("the use of the word; its writer; the model of the suggestion"),
            ),
            ("-page:3  not seen", self.tr("a minus or “not” before a term: the words that it does not match")),
            ("page:3 seen or unseen", self.tr("all terms must match; “or” joins the two terms beside it")),
        )
        rows = "".join(
            f"<tr><td style='padding: 3px 24px 3px 0; white-space: pre'><code>{term}</code></td>"
            f"<td style='padding: 3px 0'>{meaning}</td></tr>"
            for term, meaning in lines
        )
        return f"<table>{rows}</table>"


_CLICK_DELAY_MS = 150
"""Time after a click on a filter until the words are found: several clicks often follow each other."""


class FilterBar(QWidget):
    """``query_changed()``: other words are to be found; ``mode_chosen(ReviewMode)``."""

    query_changed = Signal()
    mode_chosen = Signal(object)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._click_timer = QTimer(self, singleShot=True, interval=_CLICK_DELAY_MS)
        self._click_timer.timeout.connect(self._edited)
        self.field = named(QLineEdit(), self.tr("Filter of the words to review"))
        self.field.setCompleter(TermCompleter(self.field))
        self.field.setPlaceholderText(self.tr("Filter: for instance  unseen conf<0.6 page:12 text:/ment$/"))
        add_clear_button(self.field)
        LeavesExport(self.field)
        self.field.editingFinished.connect(self._edited)
        self.field.textChanged.connect(self._text_changed)
        funnel = QAction(icon("filter", "quiet"), self.tr("Filter"), self)
        funnel.triggered.connect(self.field.setFocus)
        self.field.addAction(funnel, QLineEdit.ActionPosition.LeadingPosition)
        self.panel = FilterPanel(context.theme, self)
        self.panel.filter_changed.connect(self._clicked)
        self.click = _menu_button("filter", self.tr("Filter"), self.tr("Filter by clicking (Alt+F)"))
        self.click.clicked.connect(self.show_panel)
        self.views = _menu_button("views", self.tr("Views"), self.tr("Saved views (Alt+V)"))
        self.word_sheet = WordSheet(context, self)
        print_list = context.actions.add(
            self,
            self.tr("Save these words as a list to print (PDF)…"),
            lambda: self.word_sheet.ask(self.query()),
            view="review",
        )
        self.saved_views = SavedViewsMenu(context.session, self.query, print_list, self)
        self.saved_views.chosen.connect(self._show_view)
        self.views.clicked.connect(self.show_views)
        self.display = ScanDisplay.for_context(context)
        self.scan_panel: ScanPanel | None = None
        self.scan = flat_button(self.tr("Brightness and contrast of the scan (Alt+B)"), self.adjust_scan, 36)
        self.scan.setIcon(icon("scan"))
        self.help = flat_button(self.tr("Help on the filter"), self.show_help)
        self.help.setIcon(icon("help"))
        self.unchecked_only = QCheckBox(self.tr("Only unchecked words"))
        self.unchecked_only.setChecked(True)
        self.unchecked_only.toggled.connect(self._change_query)
        self.order = OrderBox(context.settings)
        self.order.chosen.connect(self._change_query)
        self.error = label("", "danger")
        self.error.hide()
        self.counts = label("", "quiet", wrap=False)
        single = toggle_button(self.tr("One by one"), lambda: self.mode_chosen.emit(ReviewMode.SINGLE))
        single.setIcon(icon("word", "quiet", "accent"))
        single.setToolTip(self.tr("One word at a time (Ctrl+M changes)"))
        groups = toggle_button(self.tr("Groups"), lambda: self.mode_chosen.emit(ReviewMode.GROUPS))
        groups.setIcon(icon("wall", "quiet", "accent"))
        groups.setToolTip(self.tr("All words with the same suggestion at once (Ctrl+M changes)"))
        self.modes = {ReviewMode.SINGLE: single, ReviewMode.GROUPS: groups}
        group = QButtonGroup(self)
        for button in self.modes.values():
            group.addButton(button)
        single.setChecked(True)
        find = row((self.field, 1), self.help)
        first = row((find, 1), self.order, row(single, groups), spacing=16)
        second = row(self.unchecked_only, self.click, self.views, 1, self.counts, self.scan, spacing=8)
        column(first, self.error, second, parent=self)
        self._latest_query = self.query()

    def query(self) -> ReviewQuery:
        """Return the query as it is set now."""
        return ReviewQuery(self.field.text().strip(), self.unchecked_only.isChecked(), self.order.order)

    def show_panel(self) -> None:
        """Show what can be filtered by clicking, as the typed filter has it."""
        self.panel.show_filter(self.field.text())
        self.panel.show_at(self.click)

    def show_views(self) -> None:
        """Show the menu of the saved views."""
        # not the button's own menu, which would wait for a choice
        self.saved_views.menu.popup(self.views.mapToGlobal(QPoint(0, self.views.height())))

    def adjust_scan(self) -> None:
        """Show the sliders for brightness and contrast."""
        if self.scan_panel is None:
            self.scan_panel = ScanPanel(self.display, self)
        self.scan_panel.show_at(self.scan)

    def _clicked(self, text: str) -> None:
        """Write what was clicked into the typed filter; the words are found after the last of several clicks."""
        with QSignalBlocker(self.field):
            self.field.setText(text)
        self._click_timer.start()

    def _show_view(self, view: SavedView) -> None:
        self.show_query(ReviewQuery(view.filter, view.unchecked_only, view.order))
        self._change_query()

    def show_query(self, query: ReviewQuery) -> None:
        """Show a query unless it is the latest that was set here; emits no signal."""
        if query != self._latest_query:
            self._latest_query = query
            with QSignalBlocker(self.field), QSignalBlocker(self.unchecked_only):
                self.field.setText(query.filter)
                self.unchecked_only.setChecked(query.unchecked_only)
            self.order.show_order(query.order)

    def set_filter(self, text: str) -> None:
        """Set the filter without a signal; checked words are included if it asks for them."""
        with QSignalBlocker(self.field), QSignalBlocker(self.unchecked_only):
            self.field.setText(text)
            self._include_checked_if_needed()

    def set_mode(self, mode: ReviewMode) -> None:
        """Show the mode, without a signal."""
        self.modes[mode].setChecked(True)
        self.order.setEnabled(mode == ReviewMode.SINGLE)

    def show_error(self, text: str) -> None:
        """Show an error in the filter; "" hides it."""
        show_text(self.error, text)

    def show_help(self) -> None:
        FilterHelp(self.window()).open()

    def _edited(self) -> None:
        if self.field.text().strip() != self._latest_query.filter:
            with QSignalBlocker(self.unchecked_only):
                self._include_checked_if_needed()
            self._change_query()

    def _text_changed(self, text: str) -> None:
        if not text:
            self._edited()

    def _include_checked_if_needed(self) -> None:
        try:
            query = parse(self.field.text())
        except InputError:
            return  # reported when the query is run
        if query.asks_for_transcribed:
            self.unchecked_only.setChecked(False)

    def _change_query(self) -> None:
        self._latest_query = self.query()
        self.query_changed.emit()


def _menu_button(icon_name: str, text: str, about: str) -> QToolButton:
    """Return a button with an icon and a text that shows a menu or a panel."""
    button = named(QToolButton(), about)
    button.setIcon(icon(icon_name, "quiet"))
    button.setProperty("kind", "menu")
    button.setText(text)
    button.setToolTip(about)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    return button


class OrderBox(QComboBox):
    """The order of the words, kept in the settings. ``chosen()``: a person has chosen another."""

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
