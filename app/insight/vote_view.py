"""The vote on a word: sentences, a table of the readers' votes with bars, and the count (Algorithm 3)."""

from html import escape

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.insight.explanation_text import ExplanationText
from app.insight.vote_explanation import Judgement, MemberExplanation, VoteExplanation, WordCount
from app.style.theme import Theme, tabular
from app.text.formats import distance, percent
from app.widgets import builders
from app.widgets.text_table import NUMBER, WORD, Column, TextRow, TextTable
from core.recognition.vote_details import MemberVote

_BAR_COLUMN, _JUDGEMENT_COLUMN = 1, 7
_DISTANCE_COLUMN = 2
_BAR_HEIGHT = 10
_EDGE = 8


class VoteView(QScrollArea):
    """Shows a :class:`VoteExplanation`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._text = ExplanationText(self)
        self.sentences: list[str] = []
        self._vote: VoteExplanation | None = None
        self._shows_readers = True
        self.explanation = builders.label()
        self.explanation.setTextFormat(Qt.TextFormat.RichText)
        self.explanation.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.members = self._make_members_table(theme)
        self.counts = TextTable(
            self.tr("Vote count"),
            [
                Column(self.tr("Word"), kind=WORD, width=160),
                Column(self.tr("Readers"), self.tr("Number of readers that suggest this word"), NUMBER, 96),
                Column(self.tr("Least distance"), self.tr("Distance of the nearest of them"), NUMBER, 112),
                Column(self.tr("Result"), self.tr("Most votes win; among equals the least distance")),
            ],
            max_rows=5,
        )
        inner = QWidget()
        inner.setObjectName("page")
        column = builders.column(self.explanation, parent=inner, margins=(0, 8, 0, 8))
        self._headings = []
        for title, table in ((self.tr("Votes by reader"), self.members), (self.tr("Vote count"), self.counts)):
            heading = builders.label(title, "section", wrap=False)
            self._headings.append(heading)
            heading.setContentsMargins(0, 8, 0, 0)
            column.addWidget(heading)
            column.addWidget(table)
        column.addStretch(1)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_research(self, on: bool) -> None:
        """Show or hide the votes of the single readers and of their gates."""
        self._shows_readers = on
        self.members.setVisible(on)
        self._headings[0].setVisible(on)
        self.counts.setColumnHidden(_DISTANCE_COLUMN, not on)
        if self._vote is not None:
            self.show_vote(self._vote)

    def show_vote(self, vote: VoteExplanation) -> None:
        """Replace the vote."""
        self._vote = vote
        self.sentences = self._text.sentences(vote, with_gates=self._shows_readers)
        lines = "<br>".join(escape(sentence) for sentence in self.sentences)
        self.explanation.setText(f'<div style="line-height: 140%">{lines}</div>')
        self.explanation.setAccessibleName(" ".join(self.sentences))
        judged = any(member.judgement for member in vote.members) and vote.transcription != vote.word
        self.members.setColumnHidden(_JUDGEMENT_COLUMN, not judged)
        self.members.show_rows([TextRow(self._member_cells(member), member) for member in vote.members])
        rows = []
        for number, count in enumerate(vote.counts):
            if number == 0:
                result = self.tr("wins: in no list") if vote.is_unlisted else self.tr("wins")
            elif count.votes == vote.counts[0].votes:
                result = self.tr("as many votes, but farther from the image")
            else:
                result = self.tr("fewer votes")
            rows.append(self._count_row(vote, count, result, bold=number == 0))
        needs = self.tr("in no list; would need more than half of the readers")
        rows += [self._count_row(vote, count, needs) for count in vote.outvoted]
        self.counts.show_rows(rows)

    def _count_row(self, vote: VoteExplanation, count: WordCount, result: str, bold: bool = False) -> TextRow:
        votes = self.tr("{0} of {1}").format(count.votes, len(vote.members))
        return TextRow((count.word, votes, distance(count.distance), result), bold=bold)

    def _member_cells(self, member: MemberExplanation) -> list[str]:
        judgements = {
            Judgement.CORRECT: self.tr("correct"),
            Judgement.GATE_WRONG: self.tr("gate wrong"),
            Judgement.WORD_WRONG: self.tr("word wrong"),
            Judgement.SPELLING_WRONG: self.tr("spelling wrong"),
            Judgement.BOTH_WRONG: self.tr("gate and word wrong"),
        }
        vote = member.vote
        candidates = [
            cell
            for candidate in (member.first, member.second)
            for cell in ((candidate.word, distance(candidate.distance)) if candidate else ("–", "–"))
        ]
        return [
            str(member.number),
            self.tr("{0} of {1} (threshold {2})").format(vote.votes, vote.gates, vote.thres),
            self._kind(vote),
            *candidates,
            judgements[member.judgement] if member.judgement else "",
        ]

    def _kind(self, vote: MemberVote) -> str:
        if not vote.unlisted:
            return self.tr("trained on") if vote.seen else self.tr("new word")
        if vote.probability is None:
            return self.tr("in no list")
        return self.tr("in no list ({0} %)").format(percent(vote.probability))

    def _make_members_table(self, theme: Theme) -> TextTable:
        distance_tip = self.tr("Between the image and the word; smaller is nearer")
        table = TextTable(
            self.tr("Votes by reader"),
            [
                Column(self.tr("Reader"), self.tr("Reader k of the model"), NUMBER, 64),
                Column(
                    self.tr("Votes for “trained on”"),
                    self.tr(
                        "Gate networks that vote “trained on”, out of n_k. From the threshold (thres) on, the reader "
                        "chooses among the words it was trained on."
                    ),
                ),
                Column(self.tr("Treated as"), self._about_kinds(), width=136),
                Column(
                    self.tr("Suggests"),
                    self.tr("The nearest word on the side that its gate chose; for a word in no list, its spelling"),
                    WORD,
                    120,
                ),
                Column(self.tr("Distance"), distance_tip, NUMBER, 80),
                Column(
                    self.tr("Runner-up"),
                    self.tr("The second nearest word on that side; beside a spelling, the nearest word of the list"),
                    WORD,
                    120,
                ),
                Column(self.tr("Distance"), distance_tip, NUMBER, 80),
                Column(self.tr("Transcription"), self.tr("Compared with the transcription"), width=144),
            ],
        )
        table.setItemDelegateForColumn(_BAR_COLUMN, VoteBarDelegate(theme, table))
        return table

    def _about_kinds(self) -> str:
        return self.tr(
            "Trained on or new, by its gate. In no list, if the letters that it sees are more likely to be right than "
            "any word of the list: with that probability."
        )


class VoteBarDelegate(QStyledItemDelegate):
    """Paints the votes of a :class:`MemberExplanation`, the row's key, as a bar with a mark at the threshold."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        member = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(member, MemberExplanation):
            super().paint(painter, option, index)
            return
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        right_to_left = option.direction == Qt.LayoutDirection.RightToLeft
        cell = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected:
            painter.fillRect(cell, QColor(tokens.accent))
        painter.setFont(tabular(option.font))
        width = min(cell.width() * 0.7, _widest_text(index, painter.fontMetrics()) + 2.0 * _EDGE)
        top = cell.center().y() - _BAR_HEIGHT / 2
        track = QRectF(cell.left() + _EDGE, top, cell.width() - width - 2 * _EDGE, _BAR_HEIGHT)
        text = QRectF(track.right() + _EDGE, cell.top(), width - _EDGE, cell.height())
        if right_to_left:
            text.moveLeft(cell.left() + _EDGE)
            track.moveLeft(text.right() + _EDGE)
        self._paint_bar(painter, track, member.vote, right_to_left)
        painter.setPen(QColor(tokens.on_accent if selected else tokens.ink))
        side = Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft
        shown = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, int(text.width()))
        painter.drawText(text, int(side | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()

    def _paint_bar(self, painter: QPainter, track: QRectF, vote: MemberVote, right_to_left: bool) -> None:
        tokens = self._theme.tokens
        colour = QColor(tokens.unlisted if vote.unlisted else tokens.seen if vote.seen else tokens.unseen)
        pattern = Qt.BrushStyle.DiagCrossPattern if vote.unlisted else Qt.BrushStyle.Dense3Pattern
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.line))
        painter.drawRoundedRect(track, 3, 3)
        bar = QRectF(track)
        bar.setWidth(track.width() * min(1.0, vote.votes / max(1, vote.gates)))
        if right_to_left:
            bar.moveRight(track.right())
        is_solid = vote.seen and not vote.unlisted
        painter.setBrush(QBrush(colour) if is_solid else QBrush(colour, pattern))
        painter.drawRoundedRect(bar, 3, 3)
        offset = track.width() * min(1.0, vote.thres / max(1, vote.gates))
        x = track.right() - offset if right_to_left else track.left() + offset
        top = track.top() - 4
        painter.setPen(QPen(QColor(tokens.ink), 2))
        painter.drawLine(QPointF(x, top), QPointF(x, track.bottom() + 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.ink))
        painter.drawPolygon(QPolygonF([QPointF(x - 4, top - 4), QPointF(x + 4, top - 4), QPointF(x, top + 1)]))


def _widest_text(index: QModelIndex | QPersistentModelIndex, metrics: QFontMetrics) -> int:
    """Return the width of the column's widest text, so that all bars have the same length."""
    model, column = index.model(), index.column()
    return max(metrics.horizontalAdvance(str(model.index(row, column).data())) for row in range(model.rowCount()))
