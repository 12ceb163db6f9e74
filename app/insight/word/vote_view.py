"""The vote on a word: sentences, each reader's part, and the count of Algorithm 6."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.insight.word.explanation_text import ExplanationText, near
from app.insight.word.vote_bar import VoteBar
from app.insight.word.vote_explanation import MISSED, RIGHT, WRONG_SIDE, WRONG_WORD, Reader, VoteExplanation
from app.style.theme import Theme
from app.widgets.text_table import NUMBER, WORD, Column, TextRow, TextTable

_BAR, _JUDGED = 1, 7


class VoteView(QScrollArea):
    """Shows a :class:`VoteExplanation`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sentences = ExplanationText(self)
        self.sentences: list[str] = []
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.RichText)
        self.said.setWordWrap(True)
        self.said.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.readers = self._readers_table(theme)
        self.counts = self._counts_table()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._lay_out()

    def show_story(self, story: VoteExplanation) -> None:
        """Show the vote on another word."""
        self.sentences = self._sentences.of(story)
        lines = "<br>".join(escape(sentence) for sentence in self.sentences)
        self.said.setText(f'<div style="line-height: 140%">{lines}</div>')
        self.said.setAccessibleName(" ".join(self.sentences))
        judged = any(reader.judged for reader in story.readers) and story.truth != story.word
        self.readers.setColumnHidden(_JUDGED, not judged)
        self.readers.show_rows([TextRow(self._line(reader), reader) for reader in story.readers])
        top = story.counts[0] if story.counts else None
        rows = []
        for place, count in enumerate(story.counts):
            if place == 0:
                how = self.tr("wins")
            elif top is not None and count.votes == top.votes:
                how = self.tr("as many votes, but farther from the picture")
            else:
                how = self.tr("fewer votes")
            votes = self.tr("{0} of {1}").format(count.votes, len(story.readers))
            rows.append(TextRow((count.word, votes, near(count.distance), how), bold=place == 0))
        self.counts.show_rows(rows)

    def _line(self, reader: Reader) -> list[str]:
        judged = {
            RIGHT: self.tr("right"),
            WRONG_SIDE: self.tr("gate wrong"),
            WRONG_WORD: self.tr("reading wrong"),
            MISSED: self.tr("gate and reading wrong"),
            "": "",
        }
        votes = self.tr("{0} of {1} (threshold {2})").format(reader.votes, reader.gates, reader.thres)
        status = self.tr("a word it was trained on") if reader.seen else self.tr("not in its training")
        first, second = reader.first, reader.second
        return [
            str(reader.number),
            votes,
            status,
            first.word if first else "–",
            near(first.distance) if first else "–",
            second.word if second else "–",
            near(second.distance) if second else "–",
            judged[reader.judged],
        ]

    def _readers_table(self, theme: Theme) -> TextTable:
        distance = self.tr("How far the picture lies from the word; smaller is nearer.")
        table = TextTable(
            self.tr("The readers' votes"),
            [
                Column(self.tr("Reader"), self.tr("Member k of the ensemble"), NUMBER, 64),
                Column(
                    self.tr("Networks that say “in training”"),
                    self.tr(
                        "So many of its n_k gate networks hold the word for one of its training; from the "
                        "threshold (thres) on it is sought among those."
                    ),
                ),
                Column(self.tr("Takes it for"), self.tr("Seen or unseen, by its gate"), width=176),
                Column(self.tr("Reads"), self.tr("The nearest word on the side its gate chose"), WORD, 120),
                Column(self.tr("Distance"), distance, NUMBER, 80),
                Column(self.tr("Runner-up"), self.tr("The second nearest word on that side"), WORD, 120),
                Column(self.tr("Distance"), distance, NUMBER, 80),
                Column(self.tr("Against the person's"), self.tr("Which side was wrong"), width=144),
            ],
        )
        table.setItemDelegateForColumn(_BAR, VoteBar(theme, table))
        return table

    def _counts_table(self) -> TextTable:
        return TextTable(
            self.tr("The count of the votes"),
            [
                Column(self.tr("Word"), kind=WORD, width=160),
                Column(self.tr("Readers"), self.tr("How many readers gave this word"), NUMBER, 96),
                Column(self.tr("Least distance"), self.tr("That of the nearest of them"), NUMBER, 112),
                Column(self.tr("Result"), self.tr("Most votes win; among equals the least distance")),
            ],
            max_rows=5,
        )

    def _lay_out(self) -> None:
        inner = QWidget()
        inner.setObjectName("page")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(8)
        column.addWidget(self.said)
        for title, table in (
            (self.tr("What each reader found"), self.readers),
            (self.tr("How the votes were counted"), self.counts),
        ):
            label = QLabel(title)
            label.setProperty("kind", "section")
            label.setContentsMargins(0, 8, 0, 0)
            column.addWidget(label)
            column.addWidget(table)
        column.addStretch(1)
        self.setWidget(inner)
