"""The pages: filter and order above the grid, what can be done with the chosen ones below."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.collection.legend import Legend
from app.collection.page_grid import PageGrid
from app.collection.page_summaries import CROPS, ORDERS, PageSummary, arranged, read_page_summaries
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.collection.remove_pages import RemovePages
from app.collection.role_menu import RoleMenu
from app.collection.starter_strip import StarterStrip
from app.context import ProjectContext
from app.session.changes import PAGES, PREDICTIONS, WORDS
from app.starter_offer import StarterOffer
from app.style.icons import icon
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar


class PagesPanel(QWidget):
    """``files_wanted()``, ``folder_wanted()``: import; ``segment_wanted(list)``: find words on these pages;
    ``role_wanted(list, str)``: use the words of these pages for; ``counted(list)``: all tiles, read anew."""

    files_wanted = Signal()
    folder_wanted = Signal()
    segment_wanted = Signal(list)
    role_wanted = Signal(list, str)
    counted = Signal(list)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self.tiles: list[PageSummary] = []
        self._go_to: int | None = None
        self.grid = PageGrid(context)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter pages by name"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Filter pages by name"))
        self.order = QComboBox()
        names = (self.tr("In their order"), self.tr("By name"), self.tr("Most left to read first"))
        for key, name in zip(ORDERS, names, strict=True):
            self.order.addItem(name, key)
        self.order.setAccessibleName(self.tr("Order of the pages"))
        self.shown = QLabel()
        self.shown.setProperty("kind", "quiet")
        self.wordless = MessageBar()
        self.starter = StarterStrip(StarterOffer.for_context(context))
        self.chosen = QLabel()
        self.chosen.setWordWrap(True)
        self.open = QPushButton(self.tr("Open page"))
        self.role = QToolButton()
        self.role.setText(self.tr("Use words for …"))
        self.role.setProperty("kind", "menu")
        self.role.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.role.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.role.setMenu(RoleMenu(self.role, self._role_chosen))
        self.take_out = QPushButton(self.tr("Remove from project…"))
        self.take_out.setToolTip(self.tr("Remove the chosen pages and all their words from the project (Delete)"))
        self.taking_out = RemovePages(context, self)
        self.nothing = EmptyState(context.theme, "collection")
        self.nothing.show_message(
            self.tr("No pages yet"),
            self.tr(
                "Drop scans, PDF files, PAGE or ALTO transcriptions, tables of word pictures, or whole folders "
                "of them here. You see what they hold before anything is imported."
            ),
            ButtonAction(self.tr("Choose files …"), self.files_wanted.emit),
            ButtonAction(self.tr("Choose a folder …"), self.folder_wanted.emit),
        )
        self.none_left = QLabel(self.tr("No page has such a name. Empty the filter to see all pages."))
        self.none_left.setProperty("kind", "quiet")
        self.none_left.setContentsMargins(16, 16, 16, 16)
        self.busy = QLabel(self.tr("Looking through the pages …"))
        self.busy.setProperty("kind", "quiet")
        self.busy.setContentsMargins(16, 16, 16, 16)
        edits = (self.role, self.take_out, self.wordless.button, *self.nothing.buttons)
        disable_with_reason(context.session.read_only_message, *edits)
        self._lay_out()
        self._rereading = RefreshWhenVisible(self, context.session, (WORDS, PAGES, PREDICTIONS), self._read, 120)
        self._connect()
        self._paint()

    def enter(self, page_id: int | None = None) -> None:
        """The place is shown: read anew what changed meanwhile, and choose a page if one is named."""
        self._go_to = page_id
        if not self._rereading.catch_up() and page_id is not None:
            self._choose(page_id)

    def pages_without_words(self) -> list[int]:
        """The pages on which words can be looked for: of those chosen, or, where none is among them, of all."""
        wordless = [tile.page_id for tile in self.tiles if not tile.words]
        chosen = {tile.page_id for tile in self.grid.selected()}
        return [page_id for page_id in wordless if page_id in chosen] or wordless

    def ask_take_out(self) -> None:
        """Ask whether the chosen pages, and all on them, shall leave the project."""
        self.taking_out.ask(self.grid.selected())

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._arrange)
        self.order.currentIndexChanged.connect(self._arrange)
        self.grid.opened.connect(self._open)
        self.grid.chosen.connect(self._tell_chosen)
        self.take_out.clicked.connect(self.ask_take_out)
        self.taking_out.answered.connect(self.grid.setFocus)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.customContextMenuRequested.connect(self._show_menu)
        self.open.clicked.connect(lambda: self._open(self.grid.selected()[0]))
        self._context.theme.changed.connect(self._paint)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.filter, 1)
        top.addWidget(self.order)
        top.addWidget(self.shown)
        top.addStretch(1)
        below = QFrame()
        below.setObjectName("sheet")
        row = QHBoxLayout(below)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self.chosen, 1)
        row.addWidget(self.take_out)
        row.addWidget(self.role)
        row.addWidget(self.open)
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.wordless)
        column.addWidget(self.starter)
        column.addWidget(self.grid, 1)
        column.addWidget(self.none_left)
        column.addWidget(Legend(self._context.theme))
        column.addWidget(self.taking_out.bar)
        column.addWidget(below)
        self.none_left.hide()
        self.stack = QStackedWidget()
        for widget in (self.busy, full, self.nothing):
            self.stack.addWidget(widget)
        self._full = full
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 8, 0, 0)
        whole.addWidget(self.stack)

    def _read(self) -> None:
        self._context.session.query(read_page_summaries, self._show, owner=self, key="collection.tiles")

    def _show(self, tiles: list[PageSummary]) -> None:
        self.tiles = tiles
        self.starter.set_transcribed(sum(tile.read for tile in tiles))
        self.stack.setCurrentWidget(self._full if tiles else self.nothing)
        self._arrange()
        if self._go_to is not None:
            self._choose(self._go_to)
        self.counted.emit(tiles)

    def _arrange(self) -> None:
        kept = arranged(self.tiles, self.order.currentData(), self.filter.text())
        self.grid.show_tiles(kept)
        self.none_left.setVisible(bool(self.tiles) and not kept)
        self.grid.setVisible(bool(kept))
        wanted = self.filter.text().strip()
        self.shown.setText(self.tr("{0} of {1} shown").format(len(kept), len(self.tiles)) if wanted else "")

    def _choose(self, page_id: int) -> None:
        self._go_to = None
        self.grid.select_page(page_id)

    def _open(self, tile: PageSummary) -> None:
        if tile.page_id == CROPS:
            self._context.go("review", word_id=tile.samples[0])
        else:
            self._context.go("page", page_id=tile.page_id)

    def _show_menu(self, at: QPoint) -> None:
        """What the buttons below do, where the pointer is."""
        chosen = self.grid.selected()
        if not chosen:
            return
        menu = RoleMenu(self.grid, self._role_chosen)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            action.setEnabled(self.role.isEnabled())
        menu.addSeparator()
        if len(chosen) > 1:
            text = self.tr("Remove these pages from project…")
        elif chosen[0].page_id == CROPS:
            text = self.tr("Remove the word images from project…")
        else:
            text = self.tr("Remove this page from project…")
        take_out = menu.addAction(self.take_out.icon(), text, self.ask_take_out)
        menu.setToolTipsVisible(self._context.session.read_only)
        disable_with_reason(self._context.session.read_only_message, *menu.actions()[:-2], take_out)
        menu.popup(self.grid.viewport().mapToGlobal(at))

    def _role_chosen(self, role: str) -> None:
        self.role_wanted.emit([tile.page_id for tile in self.grid.selected()], role)

    def _tell_chosen(self) -> None:
        chosen = self.grid.selected()
        words = sum(tile.words for tile in chosen)
        self.open.setEnabled(len(chosen) == 1)
        self.role.setEnabled(words > 0)
        self.take_out.setEnabled(bool(chosen))
        self.taking_out.choose(chosen)
        self.open.setText(self.tr("Review") if chosen and chosen[0].page_id == CROPS else self.tr("Open page"))
        if not chosen:
            self.chosen.setText(
                self.tr("Choose pages to set what their words are for or to remove them; Enter opens a page.")
            )
        elif len(chosen) == 1:
            self.chosen.setText(self.grid.pages.told(chosen[0]))
        else:
            read = sum(tile.read for tile in chosen)
            self.chosen.setText(
                self.tr("{0} pages chosen: {1} of {2} words read.").format(len(chosen), f"{read:,}", f"{words:,}")
            )
        self._show_wordless(len(self.pages_without_words()), any(not tile.words for tile in chosen))

    def _paint(self) -> None:
        self.role.setIcon(icon("tag", self._context.theme.tokens.ink))
        self.take_out.setIcon(icon("delete", self._context.theme.tokens.ink))

    def _show_wordless(self, count: int, of_chosen: bool) -> None:
        """Offer to find words on the ``count`` pages without any, of the chosen ones or of all."""
        if not count:
            self.wordless.dismiss()
            return
        if of_chosen:
            text = self.tr("%Ln of the chosen pages have no words yet. Ductus can find them on the scans.", "", count)
        else:
            text = self.tr("%Ln page(s) have no words yet. Ductus can find them on the scans.", "", count)
        find = ButtonAction(self.tr("Find the words"), lambda: self.segment_wanted.emit(self.pages_without_words()))
        self.wordless.show_message(text, [find])
