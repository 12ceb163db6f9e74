"""The panel of pages: filter and order above the grid, actions for the selected pages below."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QMenu, QStackedWidget, QToolButton, QWidget

from app.adaptation import Adaptation
from app.collection.page_grid import PageGrid
from app.collection.page_remover import PageRemover
from app.collection.page_summaries import CROPS, ORDERS, PageSummary, filter_and_sort, read_page_summaries
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.collection.state_bar import Legend
from app.context import ProjectContext
from app.starter_offer import StarterOffer
from app.style.icons import icon
from app.text.formats import integer
from app.text.names import ROLES, role_meaning, role_name
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from core.jobs.requests import ImportRequest
from core.project.changes import MODELS, PAGES, PREDICTIONS, WORDS
from core.project.content.cut_pages import record_cut


class PagesPanel(QWidget):
    """``files_requested()``, ``folder_requested()``: import; ``segment_requested(page_ids)``: find words on pages;
    ``cut_again_requested(page_ids)``: and on those that have some; ``role_requested(page_ids, role)``: set the role of
    their words; ``refreshed(pages)``: the pages were read."""

    files_requested = Signal()
    folder_requested = Signal()
    segment_requested = Signal(list)
    cut_again_requested = Signal(list)
    role_requested = Signal(list, str)
    refreshed = Signal(list)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self.pages: list[PageSummary] = []
        self._is_read = False
        self._target: int | None = None
        """The page to select once the pages have been read."""
        self._refresher = RefreshWhenVisible(
            self, context.session, (WORDS, PAGES, PREDICTIONS, MODELS), self._refresh, 120
        )
        # at once: a thread reads while the rest of the view is built here
        self._refresher.refresh_if_stale()
        self.grid = PageGrid(context)
        self.filter = builders.named(QLineEdit(), self.tr("Filter pages by name"))
        self.filter.setPlaceholderText(self.tr("Filter pages by name"))
        builders.add_clear_button(self.filter)
        self.order = builders.named(QComboBox(), self.tr("Order of the pages"))
        names = (self.tr("In page order"), self.tr("By name"), self.tr("Most unchecked words first"))
        for key, name in zip(ORDERS, names, strict=True):
            self.order.addItem(name, key)
        self.shown = builders.label("", "quiet", wrap=False)
        self.wordless = MessageBar()
        self.starter = StarterBar(StarterOffer.for_context(context), Adaptation.for_context(context))
        self.selection = builders.label()
        self.open = builders.push_button(self.tr("Open page"), lambda: self._open(self.grid.selected()[0]))
        self.role = QToolButton()
        self.role.setText(self.tr("Use these pages for…"))
        self.role.setProperty("kind", "menu")
        self.role.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.role.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.role.setMenu(RoleMenu(self.role, self.request_role))
        self.remove = builders.push_button(self.tr("Remove from project…"), self.ask_to_remove)
        self.remove.setToolTip(self.tr("Remove the selected pages and all their words from the project (Delete)"))
        self.remover = PageRemover(context, self)
        self.empty = EmptyState(context.theme, "collection")
        self.empty.show_message(
            self.tr("No pages yet"),
            self.tr(
                "Drop scans, PDF files, PAGE or ALTO transcriptions, tables of word images, or whole folders of them "
                "here. You see a preview before anything is imported."
            ),
            ButtonAction(self.tr("Choose files…"), self.files_requested.emit),
            ButtonAction(self.tr("Choose a folder…"), self.folder_requested.emit),
        )
        self.no_match = builders.label(
            self.tr("No page name matches. Clear the filter to see all pages."), "quiet", wrap=False
        )
        self.loading = builders.label(self.tr("Loading pages…"), "quiet", wrap=False)
        for label in (self.no_match, self.loading):
            label.setContentsMargins(16, 16, 16, 16)
        self.no_match.hide()
        edits = (self.role, self.remove, self.wordless.button, *self.empty.buttons)
        disable_with_reason(context.session.read_only_message, *edits)
        self._lay_out()
        self._connect()
        self.role.setIcon(icon("tag"))
        self.remove.setIcon(icon("delete"))

    def enter(self, page_id: int | None = None) -> None:
        """Read what has changed, and select a page if one is given."""
        self._target = page_id
        if not self._refresher.refresh_if_stale() and page_id is not None and self._is_read:
            self._select_target(page_id)

    def pages_without_words(self) -> list[int]:
        """Return the ids of the selected pages without words, or of all such pages if none of them is selected."""
        wordless = [page.page_id for page in self.pages if not page.words]
        selected = {page.page_id for page in self.grid.selected()}
        return [page_id for page_id in wordless if page_id in selected] or wordless

    def ask_to_remove(self) -> None:
        """Ask whether to remove the selected pages."""
        self.remover.ask(self.grid.selected())

    def _connect(self) -> None:
        self._context.session.jobs.changed.connect(self._show_what_there_is)
        self.filter.textChanged.connect(self._arrange)
        self.order.currentIndexChanged.connect(self._arrange)
        self.grid.opened.connect(self._open)
        self.grid.selection_changed.connect(self._selection_changed)
        self.remover.closed.connect(self.grid.setFocus)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.customContextMenuRequested.connect(self._show_menu)

    def _lay_out(self) -> None:
        actions = QFrame()
        actions.setObjectName("sheet")
        builders.row((self.selection, 1), self.remove, self.role, self.open, parent=actions, margins=(16, 8, 8, 8))
        self._content = QWidget()
        builders.column(
            builders.row((self.filter, 1), self.order, self.shown, 1),
            self.wordless,
            self.starter,
            (self.grid, 1),
            self.no_match,
            Legend(self._context.theme),
            self.remover.bar,
            actions,
            parent=self._content,
        )
        self.stack = QStackedWidget()
        for widget in (self.loading, self._content, self.empty):
            self.stack.addWidget(widget)
        builders.column(self.stack, parent=self, margins=(0, 8, 0, 0))

    def _refresh(self) -> None:
        self._context.session.query(read_page_summaries, self._show, owner=self, key="collection.pages")

    def _show(self, pages: list[PageSummary]) -> None:
        self.pages, self._is_read = pages, True
        self.starter.set_transcribed(sum(page.checked for page in pages))
        self._arrange()
        self._show_what_there_is()
        if self._target is not None:
            self._select_target(self._target)
        self.refreshed.emit(pages)

    def _show_what_there_is(self) -> None:
        """Show the pages; without any, that they are coming or how to import some."""
        job = self._context.session.jobs.current
        is_coming = not self._is_read or (job is not None and isinstance(job.request, ImportRequest))
        if self._is_read:
            self.loading.setText(self.tr("The pages are being imported. They appear here one by one."))
        are_new, focused = self.stack.currentWidget() is not self._content, self.window().focusWidget()
        self.stack.setCurrentWidget(self._content if self.pages else self.loading if is_coming else self.empty)
        if self.pages and are_new and (focused is None or self.isAncestorOf(focused)):
            self.grid.setFocus()  # Qt gives it to the filter, and the first keys would filter the new pages away
        if self.empty.isVisible():
            self.empty.button.setFocus(Qt.FocusReason.OtherFocusReason)  # what to do first is one key away

    def _arrange(self) -> None:
        found = filter_and_sort(self.pages, self.order.currentData(), self.filter.text())
        self.grid.show_pages(found)
        self.no_match.setVisible(bool(self.pages) and not found)
        self.grid.setVisible(bool(found))
        is_filtered = bool(self.filter.text().strip())
        self.shown.setText(self.tr("{0} of {1} shown").format(len(found), len(self.pages)) if is_filtered else "")

    def _select_target(self, page_id: int) -> None:
        self._target = None
        self.grid.select_page(page_id)

    def _open(self, page: PageSummary) -> None:
        if page.page_id == CROPS:
            self._context.go("review", word_id=page.samples[0])
        else:
            self._context.go("page", page_id=page.page_id)

    def _show_menu(self, position: QPoint) -> None:
        """Show a menu with the actions of the buttons at the pointer."""
        selected = self.grid.selected()
        if not selected:
            return
        menu = RoleMenu(self.grid, self.request_role)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            action.setEnabled(self.role.isEnabled())
        menu.addSeparator()
        if len(selected) > 1:
            text = self.tr("Remove these pages from project…")
        elif selected[0].page_id == CROPS:
            text = self.tr("Remove the word images from project…")
        else:
            text = self.tr("Remove this page from project…")
        remove = menu.addAction(text, self.ask_to_remove)
        menu.setToolTipsVisible(self._context.session.read_only)
        disable_with_reason(self._context.session.read_only_message, *menu.actions()[:-2], remove)
        menu.popup(self.grid.viewport().mapToGlobal(position))

    def request_role(self, role: str) -> None:
        """Request this role for the words on the selected pages."""
        self.role_requested.emit([page.page_id for page in self.grid.selected()], role)

    def _selection_changed(self) -> None:
        selected = self.grid.selected()
        words, checked = sum(page.words for page in selected), sum(page.checked for page in selected)
        self.open.setEnabled(len(selected) == 1)
        self.role.setEnabled(words > 0)
        self.remove.setEnabled(bool(selected))
        self.remover.set_selection(selected)
        self.open.setText(self.tr("Review") if selected and selected[0].page_id == CROPS else self.tr("Open page"))
        if not selected:
            text = self.tr("Select pages to set their use or to remove them; Enter opens a page.")
        elif len(selected) == 1:
            text = self.grid.pages.description(selected[0])
        else:
            text = self.tr("{0} pages selected: {1} of {2} words checked.")
            text = text.format(len(selected), integer(checked), integer(words))
        self.selection.setText(text)
        self._offer_segmentation(len(self.pages_without_words()), any(not page.words for page in selected))

    def _offer_segmentation(self, count: int, are_selected: bool) -> None:
        """Offer to find words on the ``count`` pages without any: selected ones, or all.

        Where all pages have words, offer to cut those again that an earlier line reader cut.
        """
        if not count:
            self._offer_to_cut_again([page.page_id for page in self.pages if page.was_cut_before])
            return
        if are_selected:
            text = self.tr("%Ln of the selected pages have no words yet. Ductus can find them on the scans.", "", count)
        else:
            text = self.tr("%Ln page(s) have no words yet. Ductus can find them on the scans.", "", count)
        find = ButtonAction(self.tr("Find the words"), lambda: self.segment_requested.emit(self.pages_without_words()))
        self.wordless.show_message(text, [find])

    def _offer_to_cut_again(self, page_ids: list[int]) -> None:
        if not page_ids:
            self.wordless.dismiss()
            return
        text = self.tr("%Ln page(s) were cut into words by an earlier line reader.", "", len(page_ids))
        stays = self.tr("What you have checked, typed or drawn stays if they are cut again.")
        cut = ButtonAction(self.tr("Cut them again"), lambda: self.cut_again_requested.emit(page_ids))
        leave = ButtonAction(self.tr("Leave them"), lambda: self._leave_cut(page_ids))
        self.wordless.show_message(f"{text} {stays}", [cut, leave])

    def _leave_cut(self, page_ids: list[int]) -> None:
        self._context.session.execute(lambda project: record_cut(project, page_ids), changes=[PAGES])


class RoleMenu(QMenu):
    """The roles with their meanings; ``on_chosen`` is called with one of :data:`ROLES`."""

    def __init__(self, parent: QWidget, on_chosen: Callable[[str], object]) -> None:
        super().__init__(parent)
        for role in ROLES:
            action = self.addAction(self.tr("{0} – {1}").format(role_name(role), role_meaning(role)))
            action.triggered.connect(lambda checked=False, role=role: on_chosen(role))


class StarterBar(MessageBar):
    """Offers suggestions by the starter model and leads to them when they are there, until a word is transcribed.

    That the starter model is being adapted is always shown.
    """

    def __init__(self, starter: StarterOffer, adaptation: Adaptation) -> None:
        super().__init__()
        self._starter, self._adaptation = starter, adaptation
        self._transcribed: int | None = None
        starter.bar = adaptation.bar = self
        starter.changed.connect(self._refresh)
        adaptation.changed.connect(self._refresh)
        self._refresh()

    def set_transcribed(self, count: int) -> None:
        """Set the number of transcribed words of the collection."""
        self._transcribed = count
        self._refresh()

    def _refresh(self) -> None:
        starter, adaptation = self._starter, self._adaptation
        check = ButtonAction(starter.check_text(), starter.check)
        is_untouched = self._transcribed == 0
        if is_untouched and adaptation.is_running and starter.suggested:
            self.show_message(f"{starter.done_text()} {adaptation.text()}", [check])
        elif adaptation.is_running:
            self.show_message(adaptation.text())
        elif not is_untouched:
            self.dismiss()
        elif starter.is_running:
            self.show_message(starter.text())
        elif adaptation.other_suggestions is not None:
            self.show_message(adaptation.done_text(), [check])
        elif starter.is_offered:
            self._offer(starter.text(), ButtonAction(starter.button_text(), starter.start))
        elif adaptation.is_offered:
            self._offer(adaptation.text(), ButtonAction(adaptation.button_text(), adaptation.start))
        elif starter.suggested:
            self.show_message(starter.done_text(), [check])
        else:
            self.dismiss()

    def _offer(self, text: str, start: ButtonAction) -> None:
        self.show_message(self.tr("No word is transcribed yet. {0}").format(text), [start])
