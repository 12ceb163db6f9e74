"""The message above the scan, and the line under it about the selected word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.page.canvas import Tool
from app.page.page_model import PageModel
from app.page.page_queries import PageWord, WordDetails
from app.page.word_detection import WordDetection
from app.realignment import Realignment
from app.style.tokens import NOT_A_WORD
from app.text.formats import integer, percent
from app.text.names import state_names
from app.widgets.button_row import ButtonAction
from app.widgets.elided_label import ElidedLabel
from app.widgets.message_bar import MessageBar
from core.jobs.training.training_words import is_sure
from core.project.content.transcriptions import TranscriptionSource
from core.project.content.words import WordState
from core.recognition.prediction_status import PredictionStatus


class StatusLine(ElidedLabel):
    """One line of text, cut off at the end where the window is narrow; the tooltip has all of it.

    ``title_of`` returns the title of a model by its name.
    """

    def __init__(self, title_of: Callable[[str], str] = str) -> None:
        super().__init__()
        self._title_of = title_of
        self.setObjectName("status")
        self.setMinimumHeight(32)
        self.setContentsMargins(12, 0, 12, 0)
        self.setMinimumWidth(1)

    def show_tool(self, tool: Tool) -> None:
        """Show how to use a tool."""
        texts = {
            Tool.DRAW: self.tr("Drag a box around a word, or press Enter for one in the middle. Esc cancels."),
            Tool.SPLIT: self.tr("Click where the word is to be split, or move the line with ← → and press Enter."),
            Tool.BOXES: self.tr("Click a box, then drag it or its handles. Arrows move it, Shift+arrows resize it."),
            Tool.LINES: self.tr(
                "Drag to draw a line. Click one to select it, then drag it or its handles; the arrows move it, too."
            ),
            Tool.SPLIT_LINE: self.tr("Click a line where it ends and another begins; with Shift it is cut lengthwise."),
            Tool.NUMBER_LINES: self.tr("Click the lines in the order in which they are read. Enter ends, Esc cancels."),
            Tool.TRANSCRIBE: self.tr("Click a word to transcribe it, or press Enter. Drag to move the page."),
        }
        self.show_text(texts[tool])

    def show_words(
        self, words: Sequence[PageWord], total: int, details: WordDetails | None, *, is_starter: bool, is_outdated: bool
    ) -> None:
        """Show the number of selected words, or what is known of the only one.

        ``is_outdated``: confidences were made with another word list.
        """
        if len(words) > 1:
            self.show_text(self.tr("{0} of {1} words on this page selected").format(len(words), total))
        elif words:
            self.show_text(" · ".join(self._parts(words[0], details, is_starter, is_outdated)))

    def show_text(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)

    def _parts(self, word: PageWord, details: WordDetails | None, is_starter: bool, is_outdated: bool) -> list[str]:
        parts = [self.tr("“{0}”").format(word.text) if word.text else self.tr("No text yet"), self._state(word)]
        transcription = details.transcription if details and details.word_id == word.id else None
        if transcription is not None:
            date = transcription.created_at[:10]
            parts.append(self.tr("by {0} on {1}").format(transcription.who, date) if transcription.who else date)
            if transcription.source == TranscriptionSource.ALIGNED:
                parts.append(self._fit(transcription.fit))
            if transcription.model:
                parts.append(self.tr("model {0}").format(self._title_of(transcription.model)))
        elif word.votes is not None and word.state not in (WordState.UNREAD, NOT_A_WORD):
            if word.members and word.members > 1:
                in_no_list = word.status == PredictionStatus.UNLISTED
                text = (
                    self.tr("{0} of {1} readers spell it so")
                    if in_no_list
                    else self.tr("{0} of {1} readers chose this word")
                )
                parts.append(text.format(word.votes, word.members))
            parts.append(self._confidence(word, is_starter, is_outdated))
        return parts

    def _fit(self, fit: float | None) -> str:
        if fit is None:
            return self.tr("cut by the gaps between words")
        return self.tr("its letters fit well") if is_sure(fit) else self.tr("its letters fit badly")

    def _confidence(self, word: PageWord, is_starter: bool, is_outdated: bool) -> str:
        if word.confidence is not None:
            if is_outdated:
                return self.tr("confidence {0} % (earlier word list)").format(percent(word.confidence))
            return self.tr("confidence {0} %").format(percent(word.confidence))
        if is_starter and word.state == WordState.UNCERTAIN:
            return self.tr("confidence unknown (starter model), but the letters fit badly")
        return self.tr("confidence unknown (starter model)") if is_starter else self.tr("confidence not measured")

    def _state(self, word: PageWord) -> str:
        if word.state == NOT_A_WORD:
            return self.tr("marked as not a word")
        if word.source == TranscriptionSource.IMPORTED and word.state == WordState.TYPED:
            return self.tr("imported with the page")
        return state_names()[word.state]


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
