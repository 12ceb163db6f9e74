"""The list of trainings: their details, comparisons, and buttons to resume and delete them."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.context import ProjectContext
from app.session.changes import Changed
from app.session.run_progress import RunProgress, read_progress
from app.text.formats import format_timestamp
from app.text.model_title import titles_of
from app.train.compare_view import CompareView
from app.train.list_panel import ListPanel
from app.train.project_lists import Evaluation, read_evaluations
from app.train.run_view import RunView
from app.train.train_messages import is_resumable, run_duration, state_name, tr
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.text_table import TextRow
from core.project.changes import MODELS, RUNS
from core.project.content.runs import Run, RunState, delete_run, is_run_active, list_runs, run_folder
from core.project.project import Project

Details = tuple[list[Run], list[RunProgress], list[Evaluation]]

POLL_MS = 3000
"""The interval at which runs are read: other processes, such as a terminal, change them without notice."""

_TABLE_HEIGHT = 168
_STATE_COLUMN = 3


class RunsPanel(ListPanel):
    """``resume_requested(run id)``."""

    resume_requested = Signal(int)

    def __init__(self, context: ProjectContext) -> None:
        titles = [tr("Run"), tr("Preset"), tr("Seed"), tr("State"), tr("Started"), tr("Duration"), tr("Model")]
        super().__init__(context, tr("Trainings"), titles, multi_select=True)
        self._runs: dict[int, Run] = {}
        self._live: RunProgress | None = None
        self._busy = False
        self._elsewhere: frozenset[int] = frozenset()
        """The running runs of other living processes."""
        self._announced: list[Run] = []
        self._poll_timer = QTimer(self, interval=POLL_MS)
        self._poll_timer.timeout.connect(self._poll)
        self.table.setFixedHeight(_TABLE_HEIGHT)
        self.resume = builders.push_button(self.tr("Resume"), self._resume)
        self.hint = builders.label("", "quiet")
        self.view, self.compare = RunView(context), CompareView(context)
        self.details = QStackedWidget()
        for widget in (QWidget(), self.view, self.compare):
            self.details.addWidget(widget)
        builders.fit_current(self.details)
        disable_with_reason(context.session.read_only_message, self.resume, self.delete)
        text = self.tr("Every training is listed here with its curves, so that trainings can be compared.")
        row = builders.row((self.hint, 1), self.resume, self.delete)
        self._lay_out(self.tr("No training yet"), text, self.table, row, self.question, (self.details, 1))

    def show_runs(self, runs: list[Run], live: RunProgress | None, busy: bool) -> None:
        """Replace the runs, newest first; ``live`` is the progress of this window's own, ``busy``: a job is running."""
        self._live, self._busy = live, busy
        self._runs = {run.id: run for run in runs}
        self._show()
        self._poll()

    def update_live(self) -> None:
        """Show the new progress of this window's own run."""
        keys = self.table.selected_keys()
        if self._live is not None and keys == [self._live.run_id] and self.details.currentWidget() is self.view:
            self.view.show_progress(self._live, True)

    def select(self, *run_ids: int) -> None:
        """Select only these runs."""
        self.table.clearSelection()
        self.table.select_keys(run_ids)

    def ask_delete(self) -> None:
        keys = self.table.selected_keys()
        if not keys or not self.delete.isEnabled():
            return
        text = self.tr(
            "Delete %Ln training(s)? Curves, log and unfinished readers are lost; models are kept.", "", len(keys)
        )
        self.question.ask(text, self.tr("Delete permanently"), lambda: self._delete(keys), self.tr("Keep"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._poll_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._poll_timer.stop()

    def _poll(self) -> None:
        self._session.query(_read_runs, self._polled, owner=self, key="train-alive")

    def _polled(self, result: tuple[list[Run], frozenset[int]]) -> None:
        runs, active = result
        before = self._elsewhere
        self._elsewhere = active - {run.id for run in runs if self._is_ours(run)}
        if runs != list(self._runs.values()):
            # announced once: the view then reads all lists and calls show_runs
            if runs != self._announced:
                self._announced = runs
                self._session.changed.emit(Changed(frozenset({RUNS, MODELS})))
        elif self._elsewhere != before:
            self._show()
        elif self._elsewhere & set(self.table.selected_keys()):
            self._selection_changed()  # its curves have grown

    def _show(self) -> None:
        runs = list(self._runs.values())
        titles = titles_of(self._session.project)
        self._show_rows([self._row(run, titles) for run in runs], [run.id for run in runs[:1]])

    def _delete(self, keys: list[int]) -> None:
        def delete_all(project: Project) -> None:
            for key in keys:
                delete_run(project, key)

        self._session.execute(delete_all, changes=[RUNS])

    def _row(self, run: Run, titles: dict[str, str]) -> TextRow:
        state = state_name(run.state, self._is_ours(run), run.id in self._elsewhere)
        cells = (
            str(run.id),
            str(run.params.get("preset", {}).get("name", "")),
            "" if run.seed is None else str(run.seed),
            state,
            format_timestamp(run.started_at),
            run_duration(run),
            titles.get(run.model, run.model) if run.model else "",
        )
        return TextRow(cells, run.id, tips={_STATE_COLUMN: run.message or state})

    def _is_ours(self, run: Run) -> bool:
        return self._live is not None and self._live.run_id == run.id

    def _selection_changed(self) -> None:
        selected = [self._runs[key] for key in self.table.selected_keys() if key in self._runs]
        only = selected[0] if len(selected) == 1 else None
        self.resume.setEnabled(
            only is not None and not self._busy and is_resumable(only, self._is_ours(only), only.id in self._elsewhere)
        )
        in_training = any(self._is_ours(run) or run.id in self._elsewhere for run in selected)
        self.delete.setEnabled(bool(selected) and not in_training)
        self.hint.setText(self._hint(only))
        if not selected:
            self.details.setCurrentIndex(0)
        elif only is not None and self._is_ours(only) and self._live is not None:
            self._show_details(([only], [self._live], [None]))
        else:
            self._session.query(
                lambda project: _read_details(project, selected), self._show_details, owner=self, key="train-runs"
            )

    def _hint(self, run: Run | None) -> str:
        if run is None:
            return self.tr("Select one training to see its curves, or several (Ctrl) to compare them.")
        if run.id in self._elsewhere:
            return self.tr(
                "Another program, such as a terminal, is running this training. Its curves are updated here too; stop "
                "it where it was started."
            )
        if run.state == RunState.RUNNING and not self._is_ours(run):
            return self.tr("This training was interrupted when its process ended. Finished work is kept: resume it.")
        return run.message or self.tr("Select several (Ctrl) to compare them.")

    def _show_details(self, details: Details) -> None:
        runs, progress, evaluations = details
        if len(runs) == 1:
            in_training = progress[0] is self._live or runs[0].id in self._elsewhere
            self.view.show_progress(progress[0], in_training)
            self.details.setCurrentWidget(self.view)
        else:
            self.compare.show_runs(runs, progress, evaluations, titles_of(self._session.project))
            self.details.setCurrentWidget(self.compare)

    def _resume(self) -> None:
        keys = self.table.selected_keys()
        if len(keys) == 1:
            self.resume_requested.emit(keys[0])


def _read_details(project: Project, runs: list[Run]) -> Details:
    """Return the progress of the runs and the evaluations of their models."""
    evaluations = read_evaluations(project)
    progress = [read_progress(project.files, run_folder(project, run.id)) for run in runs]
    return runs, progress, [evaluations.get(run.model or "") for run in runs]


def _read_runs(project: Project) -> tuple[list[Run], frozenset[int]]:
    """Return all trainings, newest first, and the ids of those that a living process works on."""
    runs = list_runs(project)
    active = (run.id for run in runs if run.state == RunState.RUNNING and is_run_active(project, run.id))
    return runs, frozenset(active)
