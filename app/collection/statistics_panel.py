"""The panel of statistics: counts of words by state, role and writer."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.collection.page_summaries import state_shares
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.collection.state_bar import Legend, StateBar
from app.context import ProjectContext
from app.style.theme import tabular
from app.text.formats import in_percent, integer
from app.text.names import ROLES, role_meaning, role_name
from app.widgets import builders
from core.project.changes import PAGES, PREDICTIONS, WORDS
from core.project.content.models import active_model
from core.project.content.statistics import Statistics, WorkDone, statistics
from core.project.project import Project

_MAX_WRITERS = 12
Row = tuple[int, str]
"""A number and its meaning."""


class StatisticsPanel(QScrollArea):
    """A state bar of all words, and rows of counts under headings."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Statistics of this collection"))
        self.bar = StateBar(context.theme)
        self.rows: list[Row] = []
        """All rows that are shown."""
        self._table = QWidget()
        self._column = builders.column(self._table)
        content = QWidget()
        content.setObjectName("page")
        margins = (0, 16, 0, 16)
        builders.column(self.bar, Legend(context.theme), self._column, 1, parent=content, margins=margins)
        self.setWidget(content)
        self._refresher = RefreshWhenVisible(self, context.session, (WORDS, PAGES, PREDICTIONS), self._refresh, 200)

    def enter(self) -> None:
        """Read the statistics if the project has changed."""
        self._refresher.refresh_if_stale()

    def _refresh(self) -> None:
        session = self._context.session

        def read(project: Project) -> tuple[Statistics, WorkDone]:
            model = active_model(project)
            return statistics(project, model.name if model else None), session.work_done(project)

        session.query(read, lambda read: self._show(*read), owner=self, key="collection.statistics")

    def _show(self, stats: Statistics, done: WorkDone) -> None:
        self.bar.set_shares(state_shares(stats.states))
        table = QWidget()
        grid = builders.grid(1, parent=table, margins=(0, 8, 0, 0))
        self.rows = []
        for title, rows in self._sections(stats, done):
            heading = builders.label(title, "section", wrap=False)
            heading.setContentsMargins(0, 12, 0, 0)
            grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
            for number, meaning in rows:
                value = QLabel(integer(number))
                value.setFont(tabular(value.font()))
                value.setMinimumWidth(64)
                value.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
                row = grid.rowCount()
                grid.addWidget(value, row, 0)
                grid.addWidget(builders.label(meaning, "quiet"), row, 1)
            self.rows += rows
        self._column.replaceWidget(self._table, table)
        self._table.deleteLater()
        self._table = table

    def _sections(self, stats: Statistics, done: WorkDone) -> list[tuple[str, list[Row]]]:
        states = stats.states
        share = in_percent(stats.transcribed / stats.words if stats.words else 0)
        collection = [
            (stats.pages, self.tr("page(s)", "", stats.pages)),
            (stats.words, self.tr("word(s) on these pages or imported as word images", "", stats.words)),
        ]
        if stats.crops:
            collection.append((stats.crops, self.tr("of these are word images without a page", "", stats.crops)))
        checked = [
            (
                stats.transcribed,
                self.tr("word(s) checked by a person ({0} of all)", "", stats.transcribed).format(share),
            ),
            (states["typed"], self.tr("typed or imported")),
            (states["accepted"], self.tr("accepted: suggestions and aligned words")),
        ]
        unchecked = [
            (states["aligned"], self.tr("aligned automatically with the text of their line")),
            (states["seen"], self.tr("suggested: word(s) the model was trained on", "", states["seen"])),
            (states["unseen"], self.tr("suggested: new word(s)", "", states["unseen"])),
            (states["unlisted"], self.tr("suggested: word(s) in no list", "", states["unlisted"])),
            (states["uncertain"], self.tr("suggested: uncertain")),
            (states["unread"], self.tr("no suggestion yet")),
        ]
        roles = []
        for role in ROLES:
            if role in stats.roles:
                words, transcribed = stats.roles[role]
                text = self.tr("{0}: {1}; %Ln with a transcription", "", transcribed)
                roles.append((words, text.format(role_name(role), role_meaning(role))))
        different = [
            (stats.distinct, self.tr("different word(s) among the transcriptions", "", stats.distinct)),
            (stats.once, self.tr("of them occur only once", "", stats.once)),
        ]
        session = [
            (done.words, self.tr("word(s) checked", "", done.words)),
            (done.corrected, self.tr("of them were suggested otherwise", "", done.corrected)),
            (done.minutes, self.tr("minute(s), without long pauses", "", done.minutes)),
        ]
        sections = [
            (self.tr("The collection"), collection),
            (self.tr("Checked by a person"), checked),
            (self.tr("Since the project was opened"), session if done.words else []),
            (self.tr("Not checked yet"), unchecked),
            (self.tr("Use of the words"), roles),
            (self.tr("Different words"), different),
            (self.tr("Writers"), self._writers(stats)),
        ]
        return [(title, rows) for title, rows in sections if rows]

    def _writers(self, stats: Statistics) -> list[Row]:
        named = [(name, count) for name, count in stats.writers if name]
        unnamed = sum(count for name, count in stats.writers if not name)
        rows = [(count, self.tr("word(s) by {0}", "", count).format(name)) for name, count in named[:_MAX_WRITERS]]
        if others := named[_MAX_WRITERS:]:
            rows.append((sum(count for _, count in others), self.tr("words by %Ln more writer(s)", "", len(others))))
        if unnamed:
            rows.append((unnamed, self.tr("word(s) without a writer in the source", "", unnamed)))
        return rows
