"""The place Page: puts its parts together and goes from page to page."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.context import NavigationTarget, ProjectContext
from app.page.box_editing import BoxEditing
from app.page.canvas import Canvas
from app.page.page_actions import PageActions
from app.page.page_model import PageModel
from app.page.page_queries import PageEntry, WordDetails, counted, read_entries
from app.page.pyramid import Pyramid
from app.page.scan_loader import ScanLoader
from app.page.status import StatusLine
from app.page.toolbar import SidePanel, TopBar
from app.page.transcription_controller import TranscriptionController
from app.page.viewport import Viewport
from app.page.word_detection import WordDetection
from app.session.changes import PAGES, WORDS, Changed
from app.view import View
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from core.project.content.words import get_words


class PageView(View):
    """A scan with its words, to be read and put right where they stand."""

    name = "page"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.sheet = PageModel(self.session, self)
        self.scans = ScanLoader(self.session.folder / "cache", self)
        self.canvas = Canvas(context.theme)
        self.reading = TranscriptionController(context, self.sheet, self.canvas, self)
        self.boxes = BoxEditing(context, self.sheet, self.canvas, self)
        self.finding = WordDetection(context, self)
        self.entries: list[PageEntry] = []
        self._views: dict[int, Viewport] = {}
        self._wanted: int | None = None
        """A word to go to as soon as it is on the sheet."""
        self._details: WordDetails | None = None
        self._scan_trouble = ""
        self.deeds = PageActions(
            context,
            self,
            self.canvas,
            self.boxes,
            self.reading,
            turn=self.turn,
            go_to=self.go_to,
            find_words=self.find_words,
        )
        self.top = TopBar(context.theme, self.deeds.of_the_row)
        self.side = SidePanel(context.theme, self.deeds.of_the_panel)
        self.banner, self.status = MessageBar(), StatusLine()
        disable_with_reason(self.session.read_only_message, self.banner.button)
        self.status.show_tool(self.canvas.tool)
        self.empty = EmptyState(context.theme, "page")
        self.empty.show_message(
            self.tr("No pages yet"),
            self.tr("Here you transcribe a scanned page word by word. First import pages in Collection."),
            ButtonAction(self.tr("Go to Collection"), lambda: context.go("collection")),
        )
        self._lay_out()
        self._connect()
        self._ask_entries()

    def enter(self, target: NavigationTarget) -> None:
        """Show the page, or the page of the word and the word on it; else stay, or begin with the first page."""
        was_reading = self.reading.editor.word_id is not None
        self.reading.keep_typed()
        page_id = target.page_id
        if target.word_id is not None:
            found = get_words(self.session.project, [target.word_id])
            if found and found[0].page_id is None:
                self.status.setText(self.tr("This word is a picture of its own; it stands on no page."))
            elif found:
                page_id = found[0].page_id
        if page_id is not None and page_id != self.sheet.page_id:
            self.open_page(page_id, target.word_id)
        elif page_id is not None:
            self._wanted = target.word_id
            self._go_to_wanted(was_reading)
        elif self.sheet.page_id is None and self.entries:
            self.open_page(self.entries[0].id)
        if self.reading.editor.word_id is None:
            self.canvas.setFocus()

    def current_word(self) -> int | None:
        return self.canvas.selection[-1] if self.canvas.selection else None

    def leave(self) -> None:
        """Keep what is being typed and what is under the hand."""
        self.reading.close()
        self.canvas.let_go()

    def open_page(self, page_id: int, word_id: int | None = None) -> None:
        """Show another page, where it was left, or at a word of it."""
        self.leave()
        if self.sheet.content is not None:
            self._views[self.sheet.content.page.id] = self.canvas.view
        self._wanted, self._details, self._scan_trouble = word_id, None, ""
        self.stack.setCurrentWidget(self.work)
        self.canvas.set_words((), ())
        self.canvas.tiles.clear()
        self.top.set_current(page_id)
        self.banner.dismiss()
        self.sheet.open(page_id)

    def turn(self, by: int) -> None:
        """Go to the page ``by`` places on."""
        ids = [entry.id for entry in self.entries]
        here = ids.index(self.sheet.page_id) if self.sheet.page_id in ids else -1
        if ids and 0 <= here + by < len(ids):
            self.open_page(ids[here + by])
        elif ids:
            self.status.setText(self.tr("This is the last page.") if by > 0 else self.tr("This is the first page."))

    def find_words(self) -> None:
        """Look for words in the lines without any, or, where there are none, on the whole page."""
        if self.sheet.content is not None:
            self.finding.find(self.sheet.content, self.sheet.content.lines)

    def _connect(self) -> None:
        self.session.changed.connect(self._changed)
        self.sheet.opened.connect(self._opened)
        self.sheet.refreshed.connect(self._refreshed)
        self.sheet.failed.connect(self.banner.show_message)
        self.scans.preview.connect(self._preview)
        self.scans.ready.connect(self._scan)
        self.scans.failed.connect(self._no_scan)
        self.canvas.chosen.connect(self._tell)
        self.canvas.view_changed.connect(lambda: self.top.set_scale(self.canvas.view.scale))
        self.canvas.tool_changed.connect(self._tool_changed)
        self.canvas.space_tapped.connect(lambda: self.go_to("review"))
        self.reading.details.connect(self._take_details)
        self.finding.busy.connect(lambda _: self._update_banner())
        self.top.page_chosen.connect(self._choose_page)
        self.side.legend.filtered.connect(self._filter)

    def go_to(self, place: str) -> None:
        """Show the word in hand in another place."""
        self.context.go(place, word_id=self.current_word())

    def _choose_page(self, page_id: int) -> None:
        if page_id != self.sheet.page_id:
            self.open_page(page_id)
        self.canvas.setFocus()

    def _changed(self, changed: Changed) -> None:
        if changed.touches(PAGES) or (changed.touches(WORDS) and changed.word_ids is None):
            self._ask_entries()

    def _ask_entries(self) -> None:
        self.session.query(read_entries, self._took_entries, owner=self, key="page-entries")

    def _took_entries(self, entries: list[PageEntry]) -> None:
        self.entries = entries
        ids = {entry.id for entry in entries}
        if not ids:
            self.sheet.close()
            self.stack.setCurrentWidget(self.empty)
        elif self.sheet.page_id not in ids:
            self.open_page(entries[0].id)
        self.top.set_entries(entries, self.sheet.page_id)

    def _opened(self) -> None:
        content = self.sheet.content
        assert content is not None
        page = content.page
        self.canvas.show_page((page.width, page.height), self._views.get(page.id))
        self.scans.show(page)
        self._refreshed()
        self.top.set_scale(self.canvas.view.scale)

    def _refreshed(self) -> None:
        content = self.sheet.content
        assert content is not None
        self.canvas.set_words(content.words, content.lines)
        counts = counted(content.words)
        self.side.legend.set_counts(counts)
        total = sum(counts.values()) - counts["not_a_word"]
        read = counts["typed"] + counts["accepted"]
        self.top.set_entry(PageEntry(content.page.id, content.page.name, read, total))
        if new := self.boxes.take_new():
            self.canvas.select(new)
        self._go_to_wanted(False)
        self._update_banner()
        self._tell()

    def _go_to_wanted(self, read: bool) -> None:
        word = self.sheet.word(self._wanted)
        if word is None:
            return
        self._wanted = None
        if read:
            self.reading.open(word.id)
            return
        self.canvas.select([word.id])
        self.canvas.reveal(word.box)

    def _preview(self, page_id: int, image: QImage) -> None:
        if page_id == self.sheet.page_id:
            self.canvas.tiles.set_preview(image)
            self.canvas.viewport().update()

    def _scan(self, page_id: int) -> None:
        pyramid: Pyramid | None = self.scans.cached(page_id)
        if page_id == self.sheet.page_id and pyramid is not None:
            self.canvas.tiles.set_pyramid(pyramid)
            self.canvas.dark_scan = pyramid.is_dark
            self.side.legend.set_paper(pyramid.is_dark)
            self.canvas.viewport().update()

    def _no_scan(self, page_id: int, told: str) -> None:
        if page_id == self.sheet.page_id:
            self._scan_trouble = told
            self._update_banner()

    def _update_banner(self) -> None:
        content = self.sheet.content
        if self.finding.is_busy:
            self.banner.show_message(self.tr("Looking for words on this page …"), busy=True)
        elif self._scan_trouble:
            self.banner.show_message(
                self.tr("The scan cannot be shown; its words and readings are kept. {0}").format(self._scan_trouble)
            )
        elif content is not None and content.lines:
            count = len(content.lines)
            text = self.tr("%Ln line(s) of this page are not cut into words yet.", "", count)
            find = self.tr("Find the words in these lines", "", count)
            self.banner.show_message(text, [ButtonAction(find, self.find_words, "primary")])
        elif content is not None and not content.words:
            find = self.tr("Find the words")
            text = self.tr("No words are marked on this page yet.")
            self.banner.show_message(text, [ButtonAction(find, self.find_words, "primary")])
        else:
            self.banner.dismiss()

    def _filter(self, hidden: frozenset[str]) -> None:
        self.canvas.outlines.set_hidden(hidden)
        self.canvas.viewport().update()

    def _tool_changed(self) -> None:
        self.deeds.show_tool(self.canvas.tool)
        if self.canvas.tool.stays:
            self._tell()
        else:
            self.reading.close()
            self.status.show_tool(self.canvas.tool)

    def _take_details(self, details: WordDetails) -> None:
        self._details = details
        self._tell()

    def _tell(self) -> None:
        words = [word for one in self.canvas.selection if (word := self.sheet.word(one))]
        if words:
            self.status.show_words(words, len(self.sheet.words), self._details)
        else:
            self.status.show_tool(self.canvas.tool)

    def _lay_out(self) -> None:
        self.work = QWidget()
        middle = QVBoxLayout()
        middle.setSpacing(0)
        for widget, stretch in ((self.banner, 0), (self.canvas, 1), (self.status, 0)):
            middle.addWidget(widget, stretch)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addLayout(middle, 1)
        below.addWidget(self.side)
        column = QVBoxLayout(self.work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addLayout(below, 1)
        self.stack = QStackedLayout(self)
        self.stack.addWidget(self.work)
        self.stack.addWidget(self.empty)
