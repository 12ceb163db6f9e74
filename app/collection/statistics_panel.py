"""What the project holds, in numbers that say what they count."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.collection.legend import Bar, Legend
from app.collection.page_summaries import active_model
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.context import ProjectContext
from app.session.changes import PAGES, PREDICTIONS, WORDS
from app.style.theme import tabular
from app.text.roles import ROLES, role_meaning, role_name
from core.project.content.statistics import Statistics, statistics
from core.project.project import Project

_MOST_WRITERS = 12


class StatisticsPanel(QScrollArea):
    """Read anew whenever it is shown and something changed."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Numbers of this collection"))
        self.bar = Bar(context.theme)
        self.numbers: list[tuple[str, str]] = []
        """What is shown: each number with its meaning."""
        self._rows = QWidget()
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        inner = QWidget()
        inner.setObjectName("page")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 16, 0, 16)
        column.setSpacing(8)
        column.addWidget(self.bar)
        column.addWidget(Legend(context.theme))
        column.addLayout(self._column)
        column.addStretch(1)
        self.setWidget(inner)
        self._rereading = RefreshWhenVisible(self, context.session, (WORDS, PAGES, PREDICTIONS), self._read, 200)

    def enter(self) -> None:
        """The panel is shown."""
        self._rereading.catch_up()

    def _read(self) -> None:
        def question(project: Project) -> Statistics:
            return statistics(project, active_model(project))

        self._context.session.query(question, self._show, owner=self, key="collection.statistics")

    def _show(self, found: Statistics) -> None:
        states = found.states
        predicted = states["seen"] + states["unseen"] + states["uncertain"]
        self.bar.set_shares((states["typed"], states["accepted"], predicted, states["unread"]))
        rest = QWidget()
        grid = QGridLayout(rest)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self.numbers = []
        for title, entries in self._sections(found):
            heading = QLabel(title)
            heading.setProperty("kind", "section")
            heading.setContentsMargins(0, 12, 0, 0)
            grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
            for number, meaning in entries:
                self._add(grid, number, meaning)
        self._column.removeWidget(self._rows)
        self._rows.deleteLater()
        self._rows = rest
        self._column.addWidget(rest)

    def _add(self, grid: QGridLayout, number: str, meaning: str) -> None:
        self.numbers.append((number, meaning))
        value = QLabel(number)
        value.setFont(tabular(value.font()))
        value.setMinimumWidth(64)
        value.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
        told = QLabel(meaning)
        told.setWordWrap(True)
        told.setProperty("kind", "quiet")
        row = grid.rowCount()
        grid.addWidget(value, row, 0)
        grid.addWidget(told, row, 1)

    def _sections(self, found: Statistics) -> list[tuple[str, list[tuple[str, str]]]]:
        states = found.states
        pages = [
            (f"{found.pages:,}", self.tr("page(s)", "", found.pages)),
            (f"{found.words:,}", self.tr("word(s) on these pages or imported as word images", "", found.words)),
        ]
        if found.crops:
            told = self.tr("of these are pictures of their own, on no page", "", found.crops)
            pages.append((f"{found.crops:,}", told))
        read = [
            (
                f"{found.transcribed:,}",
                self.tr("word(s) a person has read ({0} of all)", "", found.transcribed).format(
                    _share(found.transcribed, found.words)
                ),
            ),
            (f"{states['typed']:,}", self.tr("typed here or imported")),
            (f"{states['accepted']:,}", self.tr("accepted from a model")),
        ]
        model = [
            (
                f"{states['seen']:,}",
                self.tr("read by the model only, as words it was trained on (seen)", "", states["seen"]),
            ),
            (
                f"{states['unseen']:,}",
                self.tr("read by the model only, as words it was not trained on (unseen)", "", states["unseen"]),
            ),
            (f"{states['uncertain']:,}", self.tr("read by the model only, and it is not sure")),
            (f"{states['unread']:,}", self.tr("not read by anyone")),
        ]
        roles = [
            (
                f"{found.roles[role][0]:,}",
                self.tr("{0}: {1}; %Ln of them are read", "", found.roles[role][1]).format(
                    role_name(role), role_meaning(role)
                ),
            )
            for role in ROLES
            if role in found.roles
        ]
        different = [
            (f"{found.distinct:,}", self.tr("different words among those a person has read", "", found.distinct)),
            (f"{found.once:,}", self.tr("of them occur only once", "", found.once)),
        ]
        sections = [
            (self.tr("The collection"), pages),
            (self.tr("Read by a person"), read),
            (self.tr("Not yet read by a person"), model),
            (self.tr("What the words are for"), roles),
            (self.tr("Different words"), different),
            (self.tr("Hands"), self._writers(found)),
        ]
        return [(title, entries) for title, entries in sections if entries]

    def _writers(self, found: Statistics) -> list[tuple[str, str]]:
        named = [(name, count) for name, count in found.writers if name]
        unnamed = sum(count for name, count in found.writers if not name)
        shown = [
            (f"{count:,}", self.tr("word(s) by {0}", "", count).format(name)) for name, count in named[:_MOST_WRITERS]
        ]
        if len(named) > _MOST_WRITERS:
            rest = sum(count for _, count in named[_MOST_WRITERS:])
            shown.append((f"{rest:,}", self.tr("words by %Ln further hand(s)", "", len(named) - _MOST_WRITERS)))
        if unnamed:
            told = self.tr("word(s) of which the source names no writer", "", unnamed)
            shown.append((f"{unnamed:,}", told))
        return shown


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "0 %"
