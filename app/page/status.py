"""The line under the page: what is selected, its state in words, who read it, how sure the model is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel

from app.page.page_queries import PageWord, WordDetails
from app.page.tool import Tool
from app.style.tokens import NOT_A_WORD
from app.text.number_format import percent


class StatusLine(QLabel):
    """One line of text; short enough to be cut off nowhere that matters."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("status")
        self.setMinimumHeight(32)
        self.setContentsMargins(12, 0, 12, 0)
        self.setMinimumWidth(1)

    def show_tool(self, tool: Tool) -> None:
        """What the tool in hand waits for."""
        told = {
            Tool.DRAW: self.tr("Drag a box around a word, or press Enter for one in the middle. Esc: not now."),
            Tool.SPLIT: self.tr("Click where the word is to be cut, or move the line with ← → and press Enter."),
            Tool.BOXES: self.tr("Click a box, then drag it or its handles. Arrows move it, Shift+arrows resize it."),
            Tool.READ: self.tr("Click a word to read it, or press Enter. Drag to move the page."),
        }
        self._say(told[tool])

    def show_words(self, words: Sequence[PageWord], total: int, details: WordDetails | None) -> None:
        """The selection: one word with all that is known of it, or how many."""
        if len(words) > 1:
            self._say(self.tr("{0} words selected of {1} on this page").format(len(words), total))
        elif words:
            self._say(" · ".join(self._of(words[0], details)))

    def _of(self, word: PageWord, details: WordDetails | None) -> list[str]:
        parts = [f"“{word.text}”" if word.text else self.tr("No text yet"), self._state(word)]
        reading = details.reading if details and details.word_id == word.id else None
        if reading is not None:
            when = reading.created_at[:10]
            who = self.tr("by {0} on {1}").format(reading.who, when) if reading.who else when
            parts.append(who)
            if reading.model:
                parts.append(self.tr("model {0}").format(reading.model))
        elif word.votes is not None and word.state not in ("unread", NOT_A_WORD):
            if word.members and word.members > 1:
                parts.append(self.tr("{0} of {1} readers chose this word").format(word.votes, word.members))
            if word.confidence is not None:
                parts.append(
                    self.tr("confidence {0} % (about so many such readings are right)").format(percent(word.confidence))
                )
            else:
                parts.append(self.tr("how sure that is, was not measured"))
        return parts

    def _state(self, word: PageWord) -> str:
        if word.source == "imported" and word.state == "typed":
            return self.tr("came with the page")
        return {
            "typed": self.tr("typed by a person"),
            "accepted": self.tr("read by a model, accepted by a person"),
            "seen": self.tr("read by the model: a word it was trained on"),
            "unseen": self.tr("read by the model: a word it was not trained on"),
            "uncertain": self.tr("read by the model, uncertain"),
            "unread": self.tr("not read yet"),
            NOT_A_WORD: self.tr("marked as not a word"),
        }[word.state]

    def _say(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(text)
        self.setAccessibleName(text)
