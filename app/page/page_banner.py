"""The message above the scan: the reason why the page cannot be transcribed as it is, and the button that solves it."""

from __future__ import annotations

from collections.abc import Callable

from app.page.page_model import PageModel
from app.page.word_detection import WordDetection
from app.realignment import Realignment
from app.text.number_format import integer
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar


class PageBanner(MessageBar):
    """Shows one message, the most urgent; ``find_words`` starts the search for the words of the page."""

    def __init__(
        self, page: PageModel, detection: WordDetection, realignment: Realignment, find_words: Callable[[], object]
    ) -> None:
        super().__init__()
        self._page, self._detection, self._realignment = page, detection, realignment
        self._find_words = find_words
        self._scan_error = ""
        detection.busy_changed.connect(self.refresh)

    def clear(self) -> None:
        """Drop the message of a page that is left."""
        self._scan_error = ""
        self.dismiss()

    def show_scan_error(self, message: str) -> None:
        """Report that the scan of the page cannot be shown."""
        self._scan_error = message
        self.refresh()

    def refresh(self) -> None:
        """Show the message for the present state of the page, if there is one."""
        content = self._page.content
        if self._detection.page_id is not None and self._detection.page_id == self._page.page_id:
            self.show_message(self.tr("Looking for words on this page …"), busy=True)
        elif self._scan_error:
            text = self.tr("The scan cannot be shown; its words and transcriptions are kept. {0}")
            self.show_message(text.format(self._scan_error))
        elif content is not None and content.lines:
            count = len(content.lines)
            text = self.tr("%Ln line(s) of this page are not cut into words yet.", "", count)
            find = self.tr("Find the words in these lines", "", count)
            self.show_message(text, [ButtonAction(find, self._find_words, "primary")])
        elif content is not None and not content.words:
            find = self.tr("Find the words")
            text = self.tr("No words are marked on this page yet.")
            self.show_message(text, [ButtonAction(find, self._find_words, "primary")])
        elif self._realignment.is_shown:
            here, all_lines = self._realignment.lines_of_page(self._page.page_id), self._realignment.lines
            on_page = self.tr("%Ln line(s) of this page", "", len(here))
            text = self.tr("{0}, {1} in all, fit better where the dashed boxes stand. Words you touched stay.")
            move = ButtonAction(self.tr("Move the words of all"), self._realignment.apply, "primary")
            leave = ButtonAction(self.tr("Leave them"), self._realignment.dismiss)
            self.show_message(text.format(on_page, integer(len(all_lines))), [move, leave])
        else:
            self.dismiss()
