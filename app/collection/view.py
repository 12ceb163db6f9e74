"""Collection: the pages, the words that may occur, the numbers; and the way in for new pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QMenu, QTabWidget, QToolButton, QVBoxLayout

from app.collection.drop_overlay import DropOverlay, dropped_paths
from app.collection.import_dialog import ImportDialog
from app.collection.import_run import start_import
from app.collection.lexicon_panel import LexiconPanel
from app.collection.page_summaries import CROPS, PageSummary, word_ids_of
from app.collection.pages_panel import PagesPanel
from app.collection.statistics_panel import StatisticsPanel
from app.context import NO_TARGET, NavigationTarget, ProjectContext
from app.session.changes import LEXICON, WORDS
from app.session.jobs import Outcome
from app.settings import LAST_FOLDER
from app.starter_offer import LEXICON_TAB
from app.style.file_dialog import style_file_dialog
from app.style.icons import icon
from app.text.roles import ROLES, role_name
from app.view import View
from app.widgets.disable_with_reason import disable_with_reason
from core.project.content.word_edits import set_role
from core.project.project import Project


class CollectionView(View):
    """Three panels under one title."""

    name = "collection"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.setAcceptDrops(True)
        title = QLabel(self.tr("Collection"))
        title.setProperty("kind", "title")
        self.summary = QLabel()
        self.summary.setProperty("kind", "quiet")
        self.import_button = QToolButton()
        self.import_button.setText(self.tr("Import …"))
        self.import_button.setProperty("kind", "primary")
        self.import_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.import_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pages = PagesPanel(context)
        self.lexicon = LexiconPanel(context)
        self.statistics = StatisticsPanel(context)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.pages, self.tr("Pages"))
        self.tabs.addTab(self.lexicon, self.tr("Lexicon"))
        self.tabs.addTab(self.statistics, self.tr("Statistics"))
        self.veil = DropOverlay(self, context.theme)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(title)
        top.addWidget(self.summary, 1)
        top.addWidget(self.import_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.tabs, 1)
        self._add_actions()
        self._connect()
        self._paint()

    def enter(self, target: NavigationTarget = NO_TARGET) -> None:
        if target.query == LEXICON_TAB:
            self.tabs.setCurrentWidget(self.lexicon)
        if target.page_id is not None:
            self.tabs.setCurrentWidget(self.pages)
        self.pages.enter(target.page_id)
        self._tab_shown()

    def selected_pages(self) -> list[int]:
        return [tile.page_id for tile in self.pages.grid.selected() if tile.page_id != CROPS]

    def preview(self, sources: Sequence[Path]) -> None:
        """Show what these files and folders hold, and import them if the person says so."""
        if not sources:
            return
        self._remember_folder(sources[0])
        dialog = ImportDialog(sources, self)
        dialog.wanted.connect(lambda paths, choice: start_import(self.context, paths, choice, self))
        dialog.open()

    def choose_files(self) -> None:
        """Ask for files to import."""
        self._ask(self.tr("Files to import"), QFileDialog.FileMode.ExistingFiles, self.preview)

    def choose_folder(self) -> None:
        """Ask for a folder to import."""
        self._ask(self.tr("Folder to import"), QFileDialog.FileMode.Directory, self.preview)

    def choose_list(self) -> None:
        """Ask for a list of words."""
        self._ask(
            self.tr("List of words"),
            QFileDialog.FileMode.ExistingFile,
            lambda paths: self.lexicon.add_list(paths[0]),
            self.tr("Text (*.txt *.tsv *.lst);;All files (*)"),
        )

    def find_words(self, page_ids: Sequence[int]) -> None:
        """Look for words on these pages, as a job."""
        if not page_ids:
            self.context.notifications.info(self.tr("Every page has words already."))
            return
        job = self.session.jobs.start("segment", "--pages", ",".join(map(str, page_ids)), "--role", "train")
        job.finished.connect(self._words_found)

    def use_for(self, page_ids: Sequence[int], role: str) -> None:
        """Say what the words of these pages are for; one edit."""
        if not page_ids:
            self.context.notifications.info(self.tr("Choose the pages first."))
            return
        ids = list(page_ids)
        label = self.tr("use %Ln page(s) for {0}", "", len(ids)).format(role_name(role))

        def edit(project: Project) -> int:
            words = word_ids_of(project, ids)
            with project.edit(label):
                set_role(project, words, role)
            return len(words)

        def told(count: int) -> None:
            text = self.tr("%Ln word(s) are now for: {0}.", "", count).format(role_name(role))
            self.context.notifications.info(text, self.tr("Undo"), self.session.undo)

        self.session.execute(edit, changes=[WORDS, LEXICON], word_ids=None, on_result=told)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()) and not self.session.read_only:
            event.acceptProposedAction()
            self.veil.cover()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.veil.hide()
        event.acceptProposedAction()
        self.preview(dropped_paths(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.veil.isVisible():
            self.veil.cover()

    def _remember_folder(self, chosen: Path) -> None:
        """Remember where the person found it."""
        self.context.settings.set(LAST_FOLDER, str(chosen.parent))

    def _ask(
        self, title: str, mode: QFileDialog.FileMode, then: Callable[[list[Path]], object], filters: str = ""
    ) -> None:
        dialog = QFileDialog(self, title, self.context.settings.get(LAST_FOLDER), filters)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        style_file_dialog(dialog)
        dialog.filesSelected.connect(lambda names: then([Path(name) for name in names]))
        dialog.open()

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view=self.name)
        files = add(self.tr("Import files …"), self.choose_files, shortcut="Ctrl+I")
        folder = add(self.tr("Import a folder …"), self.choose_folder, shortcut="Ctrl+Shift+I")
        menu = QMenu(self.import_button)
        menu.addAction(files)
        menu.addAction(folder)
        self.import_button.setMenu(menu)
        add(self.tr("Filter the pages or find in the lexicon"), self._focus_filter, shortcut="Ctrl+F")
        find = add(
            self.tr("Find words on pages without any"),
            lambda: self.find_words(self.pages.pages_without_words()),
            shortcut="Ctrl+Shift+F",
        )
        take_out = self.context.actions.add(
            self.pages.grid,
            self.tr("Take the chosen pages out of the project"),
            self.pages.ask_take_out,
            shortcut="Del",
            view=self.name,
        )
        roles = [
            add(
                self.tr("Use the words of the chosen pages for: {0}").format(role_name(role)),
                partial(self._use_chosen_for, role),
            )
            for role in ROLES
        ]
        for number, tab in enumerate((self.pages, self.lexicon, self.statistics), 1):
            add(
                self.tr("Show {0}").format(self.tabs.tabText(number - 1)),
                partial(self.tabs.setCurrentWidget, tab),
                shortcut=f"Alt+{number}",
            )
        words = add(self.tr("Add a list of words to the lexicon"), self.choose_list)
        readings = add(self.tr("Take all words read into the lexicon"), self.lexicon.take_readings)
        edits = (files, folder, find, take_out, *roles, words, readings)
        disable_with_reason(self.session.read_only_message, self.import_button, *edits)

    def _use_chosen_for(self, role: str) -> None:
        self.use_for([tile.page_id for tile in self.pages.grid.selected()], role)

    def _connect(self) -> None:
        self.pages.files_wanted.connect(self.choose_files)
        self.pages.folder_wanted.connect(self.choose_folder)
        self.pages.segment_wanted.connect(self.find_words)
        self.pages.role_wanted.connect(self.use_for)
        self.pages.counted.connect(self._count)
        self.lexicon.list_wanted.connect(self.choose_list)
        self.tabs.currentChanged.connect(self._tab_shown)
        self.context.theme.changed.connect(self._paint)

    def _tab_shown(self) -> None:
        shown = self.tabs.currentWidget()
        if shown is self.lexicon:
            self.lexicon.enter()
        elif shown is self.statistics:
            self.statistics.enter()
        else:
            self.pages.enter()

    def _focus_filter(self) -> None:
        field = self.lexicon.search if self.tabs.currentWidget() is self.lexicon else self.pages.filter
        if self.tabs.currentWidget() is self.statistics:
            self.tabs.setCurrentWidget(self.pages)
        field.setFocus()
        field.selectAll()

    def _count(self, tiles: Sequence[PageSummary]) -> None:
        words, read = sum(tile.words for tile in tiles), sum(tile.read for tile in tiles)
        pages = sum(tile.page_id != CROPS for tile in tiles)
        text = self.tr("{0}, {1}, {2} of them read by a person").format(
            self.tr("%Ln page(s)", "", pages), self.tr("%Ln word(s)", "", words), f"{read:,}"
        )
        self.summary.setText(text if tiles else "")

    def _words_found(self, outcome: Outcome) -> None:
        if outcome.ok:
            count = outcome.result.get("words", 0)
            text = self.tr("%Ln word(s) were found. Their boxes can be corrected on the page.", "", count)
            self.context.notifications.info(text)

    def _paint(self) -> None:
        self.import_button.setIcon(icon("import", self.context.theme.tokens.on_accent))
