"""The page view: shows the pages of the project one at a time and connects the parts that work on them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedLayout, QWidget

from app.context import NavigationTarget, ProjectContext
from app.look_alike_bar import LookAlikeBar
from app.page import accessible_words
from app.page.canvas_editing import BoxEditing, LineEditing
from app.page.interactive_canvas import InteractiveCanvas
from app.page.line_texts import LineTexts
from app.page.page_actions import LINE_EDITS, PageActions
from app.page.page_lines import lines_of_page
from app.page.page_model import PageModel
from app.page.page_queries import UNSURE, PageEntry, WordDetails, count_states, page_entry, read_details, read_entries
from app.page.page_scan import CanvasScan, ScanLoader
from app.page.status import PageBanner, StatusLine
from app.page.toolbar import SidePanel, TopBar
from app.page.transcript_panel import TranscriptPanel
from app.page.transcript_sync import TranscriptSync
from app.page.transcription_controller import TranscriptionController
from app.page.viewport import Viewport
from app.page.word_detection import WordDetection
from app.realignment import Realignment
from app.recalibration import Recalibration
from app.scan_display import ScanDisplay, ScanPanel
from app.session.changes import Changed
from app.settings import SHOW_TRANSCRIPT
from app.text.model_title import title_of
from app.view import View
from app.widgets.builders import column, row
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from core.project.changes import PAGES, WORDS
from core.project.content.words import WordState, get_words, next_word_in_states

_MIN_TRANSCRIPT_WIDTH = 220


class PageView(View):
    """A scan with its words, to transcribe them and to edit their boxes."""

    name = "page"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.page_model = PageModel(self.session, self)
        self.scans = ScanLoader(self.session.folder, self)
        accessible_words.install()
        self.canvas = InteractiveCanvas(context.theme)
        self.transcription = TranscriptionController(context, self.page_model, self.canvas, self)
        self.box_editing = BoxEditing(context, self.page_model, self.canvas, self)
        self.detection = WordDetection(context, self)
        self.line_editing = LineEditing(context, self.page_model, self.canvas, self)
        self.line_texts = LineTexts(context, self.page_model, self.canvas, self)
        self.display = ScanDisplay.for_context(context)
        self.canvas_scan = CanvasScan(self.scans, self.page_model, self.canvas, self.display, context.theme)
        self.transcript = TranscriptPanel(
            context.theme, self.session.read_only_message, self.canvas_scan.cut, lambda: self.canvas.tokens
        )
        self.transcript.unsaved = self.line_texts.unsaved
        self.entries: list[PageEntry] = []
        self._viewports: dict[int, Viewport] = {}
        """The part of each page that was on the screen when it was left."""
        self._word_to_show: int | None = None
        """A word to go to as soon as its page has been read."""
        self._types_there = False
        """True if the word, or the first line that is not checked, is edited then."""
        self._details: WordDetails | None = None
        self._recalibration = Recalibration.for_context(context)
        self._realignment = Realignment.for_context(context)
        self.page_actions = PageActions(
            self,
            self.canvas,
            self.box_editing,
            self.transcription,
            self.line_editing,
            self.transcript,
            turn_page=self.turn_page,
            show_in=self.show_in,
            find_words=self.find_words,
            show_transcript=self.show_transcript,
            go_to_unsure=self.go_to_unsure,
            adjust_scan=self.adjust_scan,
        )
        self.top_bar = TopBar(self.page_actions.toolbar_actions)
        self.display.add_actions(self, self.name)
        self.scan_panel: ScanPanel | None = None
        self.side_panel = SidePanel(self.page_actions.panel_actions)
        self.side_panel.show_buttons(["accept", *LINE_EDITS], False)
        self.banner = PageBanner(self.page_model, self.detection, self._realignment, self.find_words)
        self.status = StatusLine(partial(title_of, self.session.project))
        disable_with_reason(self.session.read_only_message, self.banner.button)
        self.status.show_tool(self.canvas.tool)
        self.empty = EmptyState(context.theme, "page")
        self.empty.show_message(
            self.tr("No pages yet"),
            self.tr("Here you transcribe a scanned page word by word. First import pages in Collection."),
            ButtonAction(self.tr("Go to Collection"), lambda: context.go("collection")),
        )
        self.work_area = QWidget()
        self.look_alikes = LookAlikeBar(context, self, self.name)
        middle = QWidget()
        column(self.banner, self.look_alikes, (self.canvas, 1), self.status, parent=middle, spacing=0)
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.setChildrenCollapsible(False)
        beside.addWidget(middle)
        beside.addWidget(self.transcript)
        beside.setSizes([1000, 1000])  # half of the room each
        self.transcript.setMinimumWidth(_MIN_TRANSCRIPT_WIDTH)
        column(self.top_bar, (row((beside, 1), self.side_panel, spacing=0), 1), parent=self.work_area, spacing=0)
        is_shown = context.settings.get(SHOW_TRANSCRIPT)
        self.page_actions.transcript.setChecked(is_shown)
        self.transcript.setVisible(is_shown)
        self.stack = QStackedLayout(self)
        self.stack.addWidget(self.work_area)
        self.stack.addWidget(self.empty)
        self._connect()
        self._read_entries()

    def enter(self, target: NavigationTarget) -> None:
        """Show the page of the target and its word; without a target stay, or begin with the first page."""
        was_editing = self.transcription.editor.word_id is not None
        self.transcription.save_typed()
        page_id = target.page_id
        if target.word_id is not None:
            words = get_words(self.session.project, [target.word_id])
            if words and words[0].page_id is None:
                self.status.show_text(self.tr("This word image is not on a page."))
            elif words:
                page_id = words[0].page_id
        if page_id is not None and page_id != self.page_model.page_id:
            self.open_page(page_id, target.word_id)
        elif page_id is not None:
            self._word_to_show, self._types_there = target.word_id, was_editing
            self._go_to_word()
        elif self.page_model.page_id is None and self.entries:
            self.open_page(self.entries[0].id)
        if self.transcription.editor.word_id is None:
            self.canvas.setFocus()

    def current_word(self) -> int | None:
        return self.canvas.selection[-1] if self.canvas.selection else None

    def landmarks(self) -> dict[str, QWidget]:
        return {"scan": self.canvas, "legend": self.side_panel.legend}

    def leave(self) -> None:
        """Save what is being typed and the boxes being moved."""
        self.transcription.close()
        self.transcript.end_editing()
        self.canvas.commit()

    def open_page(self, page_id: int, word_id: int | None = None) -> None:
        """Show another page as it was left, or at one of its words."""
        self.leave()
        if self.page_model.content is not None:
            self._viewports[self.page_model.content.page.id] = self.canvas.view
        self._word_to_show, self._types_there, self._details = word_id, False, None
        self.stack.setCurrentWidget(self.work_area)
        self.canvas.set_words((), ())
        self.canvas.set_lines(())
        self.transcript.set_lines(())
        self.canvas.tiles.clear()
        self.top_bar.set_current(page_id)
        self.banner.clear()
        self.page_model.open(page_id)

    def turn_page(self, by: int) -> None:
        """Go to the next (1) or previous (-1) page."""
        ids = [entry.id for entry in self.entries]
        current = ids.index(self.page_model.page_id) if self.page_model.page_id in ids else -1
        if ids and 0 <= current + by < len(ids):
            self.open_page(ids[current + by])
        elif ids:
            first, last = self.tr("This is the first page."), self.tr("This is the last page.")
            self.status.show_text(last if by > 0 else first)

    def go_to_unsure(self, step: int) -> None:
        """Type the next (1) or previous (-1) unsure word: of this page, or the first of a page behind it."""
        page_id, model = self.page_model.page_id, self.page_model.model_name
        if self.page_model.content is None or page_id is None:
            return
        if self.transcript.isVisible():
            is_found = self.transcript.go_to_unsure(step)
        else:
            is_found = self.transcription.go_to_unsure(step)
        if not is_found and step > 0:
            self.session.query(
                lambda project: next_word_in_states(project, UNSURE, page_id, model),
                self._type_word,
                owner=self,
                key="page-unsure",
            )

    def _type_word(self, word_id: int | None) -> None:
        if word_id is None:
            self.context.notifications.info(self.tr("No unsure words follow, on this page or any other."))
            return
        self.enter(NavigationTarget(word_id=word_id))
        self._types_there = True

    def _type_next_page(self) -> None:
        """Go on with the lines of the next page."""
        before = self.page_model.page_id
        self.turn_page(1)
        self._types_there = self.page_model.page_id != before

    def find_words(self) -> None:
        """Find the words of the lines without any, or, if there are no such lines, of the whole page."""
        if self.page_model.content is not None:
            self.detection.find(self.page_model.content)

    def show_transcript(self, on: bool) -> None:
        """Show or hide the transcript beside the scan."""
        self.context.settings.set(SHOW_TRANSCRIPT, on)
        self.transcript.setVisible(on)
        self._transcript_sync.follow_word()
        if on:
            self.transcript.list.setFocus()
        else:
            self.canvas.setFocus()

    def adjust_scan(self) -> None:
        """Show the sliders for brightness and contrast."""
        if self.scan_panel is None:
            self.scan_panel = ScanPanel(self.display, self)
        self.scan_panel.show_at(self.top_bar.buttons["scan"])

    def show_in(self, view: str) -> None:
        """Show the selected word in another view."""
        self.context.go(view, word_id=self.current_word())

    def _connect(self) -> None:
        self.session.changed.connect(self._changed)
        self._recalibration.changed.connect(self._update_status)
        self.canvas_scan.paper_changed.connect(lambda: self.side_panel.legend.set_paper(self.canvas.tokens))
        self.canvas_scan.paper_changed.connect(self.transcript.line_editor.scan.update)
        self.canvas_scan.failed.connect(self.banner.show_scan_error)
        self.canvas_scan.refresh()
        self._realignment.changed.connect(self._show_better_lines)
        self.page_model.opened.connect(self._page_opened)
        self.page_model.refreshed.connect(self._page_refreshed)
        self.page_model.failed.connect(self.banner.show_message)
        self.canvas.selection_changed.connect(self._update_status)
        self.canvas.selection_changed.connect(lambda: accessible_words.announce_selection(self.canvas))
        self.canvas.view_changed.connect(lambda: self.top_bar.set_scale(self.canvas.view.scale))
        self.canvas.tool_changed.connect(self._tool_changed)
        self.canvas.space_tapped.connect(lambda: self.show_in("review"))
        self.transcription.details_read.connect(self._show_details)
        self.top_bar.page_chosen.connect(self._choose_page)
        self.side_panel.legend.hidden_changed.connect(self._hide_states)
        self._transcript_sync = TranscriptSync(self.transcript, self.canvas, self.line_texts, self)
        self.transcript.reordered.connect(self.line_editing.put_in_order)
        self.transcript.unsure_wanted.connect(self.go_to_unsure)
        self.transcript.finished.connect(self._type_next_page)
        self.transcript.word_changed.connect(self._read_candidates)

    def _read_candidates(self, word_id: int | None) -> None:
        """Read the candidates of the word at the cursor of the transcript."""
        model = self.page_model.model_name
        if word_id is not None:
            self.session.query(
                lambda project: read_details(project, word_id, model).candidates,
                lambda candidates: self.transcript.line_editor.show_candidates(word_id, candidates),
                owner=self,
                key="line-candidates",
            )

    def _choose_page(self, page_id: int) -> None:
        if page_id != self.page_model.page_id:
            self.open_page(page_id)
        self.canvas.setFocus()

    def _changed(self, changed: Changed) -> None:
        if changed.touches(PAGES) or (changed.touches(WORDS) and changed.word_ids is None):
            self._read_entries()

    def _read_entries(self) -> None:
        self.session.query(read_entries, self._set_entries, owner=self, key="page-entries")

    def _set_entries(self, entries: list[PageEntry]) -> None:
        self.entries = entries
        ids = {entry.id for entry in entries}
        if not ids:
            self.page_model.close()
            self.stack.setCurrentWidget(self.empty)
        elif self.page_model.page_id not in ids:
            self.open_page(entries[0].id)
        self.top_bar.set_entries(entries, self.page_model.page_id)

    def _page_opened(self) -> None:
        content = self.page_model.content
        assert content is not None
        page = content.page
        self.canvas.show_page((page.width, page.height), self._viewports.get(page.id))
        self.scans.show(page)
        self._page_refreshed()
        self.top_bar.set_scale(self.canvas.view.scale)

    def _page_refreshed(self) -> None:
        content = self.page_model.content
        assert content is not None
        self.canvas.set_words(content.words, content.lines)
        lines = lines_of_page(content.page.id, content.all_lines, content.words)
        self.canvas.set_lines(lines)
        self.transcript.set_lines(lines)
        counts = count_states(content.words)
        self.side_panel.legend.set_counts(counts)
        self.side_panel.show_buttons(["accept"], bool(counts[WordState.ALIGNED]))
        self.top_bar.update_entry(page_entry(content.page, counts))
        if new := self.box_editing.take_new():
            self.canvas.select(new)
        if new_lines := self.line_editing.take_new():
            self.canvas.select_lines(new_lines)
        self._transcript_sync.follow_word()
        self._go_to_word()
        self._show_better_lines()
        self._update_status()

    def _go_to_word(self) -> None:
        """Go to the word to show, and edit it or the first line where that is wanted."""
        word = self.page_model.word(self._word_to_show)
        if word is None and self._word_to_show is not None:
            return
        types, self._word_to_show, self._types_there = self._types_there, None, False
        if word is not None:
            self.canvas.select([word.id])
            self.canvas.reveal(word.box)
        if types and self.transcript.isVisible():
            self.transcript.edit_current() if word is None else self.transcript.edit_word(word.id)
        elif types and word is not None:
            self.transcription.open(word.id)

    def _show_better_lines(self) -> None:
        """Draw where the words of lines that fit better would be, and offer to move them."""
        lines = self._realignment.lines_of_page(self.page_model.page_id) if self._realignment.is_shown else []
        self.canvas.outlines.proposed = tuple(word.new for line in lines for word in line.words)
        self.canvas.viewport().update()
        self.banner.refresh()

    def _hide_states(self, states: frozenset[str]) -> None:
        self.canvas.outlines.set_hidden(states)
        self.canvas.viewport().update()

    def _tool_changed(self) -> None:
        self.page_actions.check_tool(self.canvas.tool)
        self.side_panel.show_buttons(LINE_EDITS, self.canvas.tool.is_for_lines)
        if self.canvas.tool.is_permanent:
            self._update_status()
        else:
            self.transcription.close()
            self.status.show_tool(self.canvas.tool)

    def _show_details(self, details: WordDetails) -> None:
        self._details = details
        self._update_status()

    def _update_status(self) -> None:
        words = [word for selected in self.canvas.selection if (word := self.page_model.word(selected))]
        content = self.page_model.content
        if words and content is not None:
            self.status.show_words(
                words,
                len(content.words),
                self._details,
                is_starter=content.is_starter,
                is_outdated=self._recalibration.is_outdated,
            )
        else:
            self.status.show_tool(self.canvas.tool)
