"""Collection: the pages, the word list, the statistics, and the import of new pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QTabWidget, QToolButton, QWidget

from app.collection.lexicon_panel import LexiconPanel
from app.collection.page_summaries import CROPS, PageSummary, word_ids_on_pages
from app.collection.pages_panel import PagesPanel
from app.collection.statistics_panel import StatisticsPanel
from app.context import NO_TARGET, NavigationTarget, ProjectContext
from app.session.jobs import Job, Outcome
from app.settings import LAST_FOLDER, LAST_MANIFEST, WRITING_LANGUAGE
from app.starter_offer import FIRST_LANGUAGE, LEXICON_TAB, StarterOffer
from app.style.file_dialog import choose_paths
from app.style.icons import icon
from app.text.formats import integer
from app.text.names import ROLES, role_name
from app.view import View
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from core.jobs.requests import CutAgainRequest, FetchRequest, ImportRequest, SegmentRequest
from core.jobs.results import CutAgain, Fetched, Imported, Segmented
from core.project.changes import LEXICON, WORDS
from core.project.content.pages import uncut_line_counts
from core.project.content.word_edits import set_role
from core.project.project import Project

if TYPE_CHECKING:
    from app.collection.iiif_dialog import IiifDialog
    from app.collection.import_options import ImportOptions, ImportPlan
    from core.events import InputSkipped


class CollectionView(View):
    """Three panels under one title."""

    name = "collection"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._awaits_offer: ImportOptions | None = None
        StarterOffer.for_context(context).changed.connect(self._offer_suggestions)
        self.summary = builders.label("", "quiet", wrap=False)
        self.import_button = QToolButton()
        self.import_button.setText(self.tr("Import…"))
        self.import_button.setIcon(icon("import", "on_accent"))
        self.import_button.setProperty("kind", "primary")
        self.import_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.import_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pages = PagesPanel(context)
        self.lexicon = LexiconPanel(context)
        self.statistics = StatisticsPanel(context)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.pages, self.tr("Pages"))
        self.tabs.addTab(self.lexicon, self.tr("Word list"))
        self.tabs.addTab(self.statistics, self.tr("Statistics"))
        title = builders.label(self.tr("Collection"), "title", wrap=False)
        top = builders.row(title, (self.summary, 1), self.import_button, spacing=16)
        builders.column(top, (self.tabs, 1), parent=self, margins=(24, 16, 24, 16))
        self._add_actions()
        self._connect()

    def enter(self, target: NavigationTarget = NO_TARGET) -> None:
        if target.query in (LEXICON_TAB, FIRST_LANGUAGE):
            self.tabs.setCurrentWidget(self.lexicon)
        if target.query == FIRST_LANGUAGE:
            self.lexicon.choose_first_language()
        if target.page_id is not None:
            self.tabs.setCurrentWidget(self.pages)
        self.pages.enter(target.page_id)
        self._refresh_tab()
        if target.files:
            self.preview(target.files)

    def landmarks(self) -> dict[str, QWidget]:
        return {"import": self.import_button, "pages": self.pages.grid, "tabs": self.tabs.tabBar()}

    def selected_pages(self) -> list[int]:
        return [page.page_id for page in self.pages.grid.selected() if page.page_id != CROPS]

    def preview(self, sources: Sequence[Path], images: Path | None = None) -> None:
        """Show the contents of these files and folders in a dialog that offers to import them.

        Transcriptions look for their images in the folder ``images``, too. An IIIF manifest is shown in its own dialog.
        """
        # imported now: opening a project must not wait for all formats that can be imported
        from app.collection.file_filters import MANIFEST_SUFFIX
        from app.collection.import_dialog import ImportDialog

        if not sources:
            return
        self.context.settings.set(LAST_FOLDER, str(sources[0].parent))
        if len(sources) == 1 and sources[0].suffix.lower() == MANIFEST_SUFFIX:
            self.import_from_address(str(sources[0]))
            return
        dialog = ImportDialog(sources, self, images=images)
        self._awaits_offer = dialog.options
        dialog.finished.connect(self._forget_offer)
        self._offer_suggestions()
        dialog.import_requested.connect(self._start_import)
        self.context.help_on(dialog, "first-collection.md", "2-import-the-scans")
        dialog.open()

    def _offer_suggestions(self) -> None:
        """Offer suggestions in the open preview as soon as the project was read: a new one may not have been yet."""
        starter = StarterOffer.for_context(self.context)
        if self._awaits_offer is not None and starter.can_follow_import:
            self._awaits_offer.offer_suggestions(self._first_language() if starter.needs_lexicon else None)
            self._awaits_offer = None

    def _forget_offer(self) -> None:
        self._awaits_offer = None

    def import_from_address(self, address: str = "") -> None:
        """Open the dialog that fetches the images of an IIIF manifest from its address or file."""
        from app.collection.iiif_dialog import IiifDialog

        dialog = IiifDialog(self.context, self, address)
        dialog.fetch_requested.connect(lambda request: self._fetch(request, dialog))
        self.context.help_on(dialog, "first-collection.md", "2-import-the-scans")
        dialog.open()

    def choose_files(self) -> None:
        from app.collection.file_filters import import_filters

        mode = QFileDialog.FileMode.ExistingFiles
        self._choose_paths(self.tr("Files to import"), mode, self.preview, import_filters())

    def choose_folder(self) -> None:
        self._choose_paths(self.tr("Folder to import"), QFileDialog.FileMode.Directory, self.preview)

    def choose_word_list(self) -> None:
        self._choose_paths(
            self.tr("Words to add"),
            QFileDialog.FileMode.ExistingFile,
            lambda paths: self.lexicon.add_list(paths[0]),
            self.tr("Text (*.txt *.tsv *.lst);;All files (*)"),
        )

    def cut_lines(self) -> None:
        """Start the job that cuts the lines without words."""

        def cut(lines: dict[int, int]) -> None:
            if lines:
                self.find_words(list(lines))
            else:
                self.context.notifications.info(self.tr("All lines are cut into words already."))

        self.session.query(uncut_line_counts, cut, owner=self)

    def find_words(self, page_ids: Sequence[int]) -> None:
        """Start the job that finds words on these pages."""
        if not page_ids:
            self.context.notifications.info(self.tr("All pages already have words."))
            return
        job = self.session.jobs.start(SegmentRequest(tuple(page_ids)))
        job.finished.connect(lambda outcome: self._words_found(outcome, job.remarks))

    def cut_again(self, page_ids: Sequence[int]) -> None:
        """Start the job that finds words again on these pages; the active model reads the new ones."""
        job = self.session.jobs.start(CutAgainRequest(tuple(page_ids)))
        job.finished.connect(self._cut_again)

    def set_role(self, page_ids: Sequence[int], role: str) -> None:
        """Set the role of all words on these pages, in one edit."""
        if not page_ids:
            self.context.notifications.info(self.tr("Select pages first."))
            return

        def edit(project: Project) -> int:
            words = word_ids_on_pages(project, page_ids)
            with project.edit("role of pages", n=len(page_ids), role=role):
                set_role(project, words, role)
            return len(words)

        def notify(count: int) -> None:
            text = self.tr("%Ln word(s) are now for: {0}.", "", count).format(role_name(role))
            self.context.report_edit(text)

        self.session.execute(edit, changes=[WORDS, LEXICON], word_ids=None, owner=self, on_result=notify)

    def _choose_paths(
        self, title: str, mode: QFileDialog.FileMode, on_chosen: Callable[[list[Path]], object], filters: str = ""
    ) -> None:
        choose_paths(self, title, mode, self.context.settings.get(LAST_FOLDER), on_chosen, filters)

    def _fetch(self, request: FetchRequest, dialog: IiifDialog) -> None:
        """Fetch the images of a manifest, to which the person has agreed; the dialog shows how it goes on."""
        job = self.session.jobs.start(replace(request, is_agreed=True))
        job.finished.connect(lambda outcome: self._fetched(outcome, job.skipped))
        dialog.follow(job)

    def _fetched(self, outcome: Outcome, skipped: list[InputSkipped]) -> None:
        if not isinstance(outcome.result, Fetched):
            return  # the window reports failed jobs
        self.context.settings.set(LAST_MANIFEST, "")
        text = self.tr("%Ln image(s) were fetched and are pages now.", "", outcome.result.pages)
        if skipped:
            left_out = self.tr("%Ln item(s) were left out.", "", len(skipped))
            show = self.tr("Show what was left out"), lambda: self._show_skipped(skipped)
            self.context.notifications.warning(f"{text} {left_out}", *show)
        else:
            self.context.notifications.info(text)

    def _start_import(self, plan: ImportPlan) -> None:
        job = self.session.jobs.start(plan.request)
        job.finished.connect(lambda outcome: self._imported(outcome, plan.request, job.skipped, job.remarks))
        if plan.suggest:
            self.context.settings.set(WRITING_LANGUAGE, (*plan.languages, self._first_language())[0])
            job.finished.connect(lambda outcome: self._suggest(outcome, job, plan.languages))

    def _imported(
        self, outcome: Outcome, request: ImportRequest, skipped: list[InputSkipped], remarks: list[str]
    ) -> None:
        from app.collection.import_messages import ImportTexts

        result = outcome.result
        if not isinstance(result, Imported):
            return  # the window reports failed jobs
        notifications, was_cut, uncut = self.context.notifications, request.segment, result.uncut_lines
        left_out = sum(not entry.is_note for entry in skipped)
        label = self.tr("Show what was left out") if left_out else self.tr("Show the notes")
        show_skipped = label, lambda: self._show_skipped(skipped, request.sources)
        text = ImportTexts().result(result, was_cut=was_cut)
        if uncut and not was_cut:
            notifications.info(text, self.tr("Cut into words…"), self.cut_lines)
        elif uncut and remarks:
            notifications.info(text, self.tr("Show the reasons"), lambda: self._show_remarks(remarks))
        elif left_out:
            notifications.warning(text, *show_skipped)
        elif skipped:
            notifications.info(text, *show_skipped)
        else:
            notifications.info(text)
        if uncut and left_out:
            notifications.warning(self.tr("%Ln item(s) were left out.", "", left_out), *show_skipped)

    def _first_language(self) -> str:
        """Return the language that was named last, else that of the computer, else English."""
        from core.lexicon.language_lists import LANGUAGES

        known = (self.context.settings.get(WRITING_LANGUAGE), QLocale.system().name()[:2])
        return next((code for code in known if code in LANGUAGES), "en")

    def _suggest(self, outcome: Outcome, job: Job, languages: tuple[str, ...]) -> None:
        """Let the starter model read the words of an import, with the words of these languages if it has none."""
        if not outcome.ok or job.stop_requested:
            return
        if languages:
            self.lexicon.add_first_languages(languages)
        else:
            StarterOffer.for_context(self.context).start_with_words()

    def _show_skipped(self, entries: list[InputSkipped], sources: Sequence[Path] = ()) -> None:
        """Show what was left out of these sources; where images are missing, a folder with them can be chosen."""
        from app.collection.skipped_table import SkippedDialog

        dialog = SkippedDialog(entries, self)
        dialog.folder_chosen.connect(lambda folder: self.preview(sources, folder))
        dialog.open()

    def _show_remarks(self, remarks: list[str]) -> None:
        from app.collection.skipped_table import RemarksDialog

        RemarksDialog(remarks, self).open()

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view=self.name)
        files = add(self.tr("Import files…"), self.choose_files, shortcut="Ctrl+I")
        folder = add(self.tr("Import a folder…"), self.choose_folder, shortcut="Ctrl+Shift+I")
        address = add(self.tr("Import from an address (IIIF)…"), lambda: self.import_from_address())
        menu = QMenu(self.import_button)
        for action in (files, folder, address):
            menu.addAction(action)
        self.import_button.setMenu(menu)
        add(self.tr("Filter the pages or search the word list"), self._focus_filter, shortcut="Ctrl+F")
        find = add(
            self.tr("Find words on pages without any"),
            lambda: self.find_words(self.pages.pages_without_words()),
            shortcut="Ctrl+Shift+F",
        )
        cut = add(self.tr("Cut lines into words"), self.cut_lines)
        remove = self.context.actions.add(
            self.pages.grid,
            self.tr("Remove the selected pages from the project…"),
            self.pages.ask_to_remove,
            shortcut="Del",
            view=self.name,
        )
        roles = [
            add(
                self.tr("Use the selected pages for: {0}").format(role_name(role)),
                partial(self.pages.request_role, role),
            )
            for role in ROLES
        ]
        for number, tab in enumerate((self.pages, self.lexicon, self.statistics), 1):
            add(
                self.tr("Show {0}").format(self.tabs.tabText(number - 1)),
                partial(self.tabs.setCurrentWidget, tab),
                shortcut=f"Alt+{number}",
            )
        words = add(self.tr("Add words from a file to the word list…"), self.choose_word_list)
        language = add(self.tr("Add the words of a language to the word list…"), self.lexicon.choose_language)
        transcribed = add(self.tr("Add all transcribed words to the word list"), self.lexicon.add_transcribed)
        edits = (files, folder, address, find, cut, remove, *roles, words, language, transcribed)
        disable_with_reason(self.session.read_only_message, self.import_button, *edits)

    def _connect(self) -> None:
        self.pages.files_requested.connect(self.choose_files)
        self.pages.folder_requested.connect(self.choose_folder)
        self.pages.segment_requested.connect(self.find_words)
        self.pages.cut_again_requested.connect(self.cut_again)
        self.pages.role_requested.connect(self.set_role)
        self.pages.refreshed.connect(self._show_summary)
        self.lexicon.adding.file.clicked.connect(self.choose_word_list)
        self.tabs.currentChanged.connect(self._refresh_tab)

    def _refresh_tab(self) -> None:
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

    def _show_summary(self, summaries: Sequence[PageSummary]) -> None:
        words, checked = sum(page.words for page in summaries), sum(page.checked for page in summaries)
        pages = sum(page.page_id != CROPS for page in summaries)
        text = self.tr("{0}, {1}, {2} of them checked").format(
            self.tr("%Ln page(s)", "", pages), self.tr("%Ln word(s)", "", words), integer(checked)
        )
        self.summary.setText(text if summaries else "")

    def _words_found(self, outcome: Outcome, remarks: list[str]) -> None:
        result = outcome.result
        if not isinstance(result, Segmented):
            return
        text = self.tr("%Ln word(s) were found. Their boxes can be corrected on the page.", "", result.words)
        if remarks:
            kept = self.tr("%Ln line(s) or page(s) stay as they are.", "", len(remarks))
            text = f"{text} {kept}"
            self.context.notifications.info(text, self.tr("Show the reasons"), lambda: self._show_remarks(remarks))
        else:
            self.context.notifications.info(text)

    def _cut_again(self, outcome: Outcome) -> None:
        if not isinstance(outcome.result, CutAgain):
            return
        added = outcome.result.added
        text = self.tr("%Ln new word(s). What you had checked, typed or drawn has stayed.", "", len(added))
        self.context.notifications.info(text)
        self.session.read_words(added)
