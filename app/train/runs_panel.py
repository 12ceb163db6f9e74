"""All trainings of the project: looked at again, compared, resumed, deleted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QWidget

from app.session.changes import MODELS, RUNS, Changed
from app.session.session import Session
from app.style.theme import Theme
from app.text.date_format import format_timestamp
from app.train.compare_view import CompareView
from app.train.list_panel import ListPanel
from app.train.run_progress import RunProgress, read_progress
from app.train.run_view import RunView
from app.train.train_messages import resumable, state_name, took
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.text_table import TextRow
from core.project.content.models import list_models, load_evaluation
from core.project.content.runs import Run, delete_run, is_run_active, list_runs, run_folder
from core.project.project import Project

Details = tuple[list[Run], list[RunProgress], list[dict[str, Any] | None]]

LOOK_MS = 3000
"""So often it is looked what other processes, for instance in a terminal, did to the runs. Nothing tells of it."""


class RunsPanel(ListPanel):
    """``resume_wanted(int)``."""

    resume_wanted = Signal(int)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(session, theme, multi_select=True)
        self._runs: dict[int, Run] = {}
        self._live: RunProgress | None = None
        self._busy = False
        self._elsewhere: frozenset[int] = frozenset()
        """The running ones on which another living process works."""
        self._told: list[Run] = []
        self._look_timer = QTimer(self, interval=LOOK_MS)
        self._look_timer.timeout.connect(self._look)
        self.table.setFixedHeight(168)
        self.resume = QPushButton(self.tr("Resume"))
        self.hint = QLabel()
        self.hint.setProperty("kind", "quiet")
        self.hint.setWordWrap(True)
        self.view = RunView(theme)
        self.compare = CompareView(theme)
        self.details = QStackedWidget()
        for widget in (QWidget(), self.view, self.compare):
            self.details.addWidget(widget)
        disable_with_reason(session.read_only_message, self.resume, self.delete)
        self._lay_out()
        self.resume.clicked.connect(self._resume)

    def show_runs(self, runs: list[Run], live: RunProgress | None, busy: bool) -> None:
        """All runs, newest first. ``live``: the story of this window's own; ``busy``: some job runs."""
        self._live, self._busy = live, busy
        self._runs = {run.id: run for run in runs}
        self._show()
        self._look()

    def redraw_live(self) -> None:
        """The window's own run has told more."""
        keys = self.table.selected_keys()
        if self._live is not None and keys == [self._live.run] and self.details.currentIndex() == 1:
            self.view.show_story(self._live, True)

    def select(self, *run_ids: int) -> None:
        """Select these runs alone."""
        self.table.clearSelection()
        self.table.select_keys(run_ids)

    def ask_delete(self) -> None:
        """Ask in place, then delete the selected runs with their folders."""
        keys = self.table.selected_keys()
        if not keys or not self.delete.isEnabled():
            return
        self.asking.ask(
            self.tr("Delete {0}? Curves, log and unfinished readers go for good; models stay.").format(
                self.tr("run {0}").format(keys[0]) if len(keys) == 1 else self.tr("{0} runs").format(len(keys))
            ),
            self.tr("Delete for good"),
            lambda: self._delete(keys),
            self.tr("Keep"),
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look_timer.stop()

    def _look(self) -> None:
        self._session.query(_alive, self._looked, owner=self, key="train-alive")

    def _looked(self, seen: tuple[list[Run], frozenset[int]]) -> None:
        found, alive = seen
        ours = {run.id for run in found if self._is_ours(run)}
        elsewhere, before = alive - ours, self._elsewhere
        self._elsewhere = elsewhere
        if found != list(self._runs.values()):
            # told once: the place then reads both lists anew and shows them here
            if found != self._told:
                self._told = found
                self._session.announce(Changed(frozenset({RUNS, MODELS})))
        elif elsewhere != before:
            self._show()
        elif elsewhere & set(self.table.selected_keys()):
            self._selected()  # its curves have grown

    def _show(self) -> None:
        found = list(self._runs.values())
        self._show_rows([self._row(run) for run in found], [run.id for run in found[:1]])

    def _delete(self, keys: list[int]) -> None:
        def delete_all(project: Project) -> None:
            for key in keys:
                delete_run(project, key)

        self._session.execute(delete_all, changes=[RUNS])

    def _row(self, run: Run) -> TextRow:
        name = str(run.params.get("preset", {}).get("name", ""))
        state = state_name(run.state, self._is_ours(run), run.id in self._elsewhere)
        cells = (
            str(run.id),
            name,
            "" if run.seed is None else str(run.seed),
            state,
            format_timestamp(run.started_at),
            took(run),
            run.model or "",
        )
        return TextRow(cells, run.id, tips={3: run.message or state})

    def _is_ours(self, run: Run) -> bool:
        return self._live is not None and self._live.run == run.id

    def _selected(self) -> None:
        keys = self.table.selected_keys()
        chosen = [self._runs[key] for key in keys if key in self._runs]
        one = chosen[0] if len(chosen) == 1 else None
        self.resume.setEnabled(
            one is not None and not self._busy and resumable(one, self._is_ours(one), one.id in self._elsewhere)
        )
        in_work = any(self._is_ours(run) or run.id in self._elsewhere for run in chosen)
        self.delete.setEnabled(bool(chosen) and not in_work)
        self.hint.setText(self._hint(chosen))
        if not chosen:
            self.details.setCurrentIndex(0)
        elif one is not None and self._is_ours(one) and self._live is not None:
            self._show_details(([one], [self._live], [None]))
        else:
            self._session.query(
                lambda project: _details(project, chosen), self._show_details, owner=self, key="train-runs"
            )

    def _hint(self, chosen: list[Run]) -> str:
        if len(chosen) != 1:
            return self.tr("Select one training to look at it, several (Ctrl) to compare them.")
        run = chosen[0]
        if run.id in self._elsewhere:
            return self.tr(
                "Another program, for instance in a terminal, is at work on this training. Its curves grow here "
                "too; stop it where it was started."
            )
        if run.state == "running" and not self._is_ours(run):
            return self.tr("This training was broken off when its process ended. What was finished is kept: resume it.")
        return run.message or self.tr("Select several (Ctrl) to compare them.")

    def _show_details(self, details: Details) -> None:
        runs, stories, measured = details
        if len(runs) == 1:
            in_work = stories[0] is self._live or runs[0].id in self._elsewhere
            self.view.show_story(stories[0], in_work)
            self.details.setCurrentIndex(1)
        else:
            self.compare.show_runs(runs, stories, measured)
            self.details.setCurrentIndex(2)

    def _resume(self) -> None:
        keys = self.table.selected_keys()
        if len(keys) == 1:
            self.resume_wanted.emit(keys[0])

    def _name(self) -> str:
        return self.tr("Trainings")

    def _titles(self) -> list[str]:
        return [
            self.tr("Run"),
            self.tr("Preset"),
            self.tr("Seed"),
            self.tr("State"),
            self.tr("Started"),
            self.tr("Took"),
            self.tr("Model"),
        ]

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.hint, 1)
        buttons.addWidget(self.resume)
        buttons.addWidget(self.delete)
        nothing = self.tr("Each training you start is kept here with its curves, to compare them.")
        self._put(self.tr("No training yet"), nothing, buttons, [(self.table, 0), (self.asking, 0), (self.details, 1)])


def _details(project: Project, runs: list[Run]) -> Details:
    """The stories of these runs and what was measured of their models."""
    measured = {model.name: load_evaluation(model) for model in list_models(project)}
    return (
        runs,
        [read_progress(run_folder(project, run.id)) for run in runs],
        [measured.get(run.model or "") for run in runs],
    )


def _alive(project: Project) -> tuple[list[Run], frozenset[int]]:
    """All trainings, newest first, and the running ones on which some living process works."""
    found = list_runs(project, "train")
    alive = (run.id for run in found if run.state == "running" and is_run_active(project, run.id))
    return found, frozenset(alive)
