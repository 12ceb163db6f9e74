"""The Train place: set up a training, follow it, look at earlier ones, choose and measure models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QTabWidget, QVBoxLayout

from app.context import NavigationTarget, ProjectContext
from app.session.changes import LEXICON, MODELS, RUNS, WORDS, Changed
from app.session.jobs import Job
from app.settings import DEVICE
from app.starter_offer import StarterOffer
from app.text.job_names import job_name
from app.train.device_probe import DeviceProbe
from app.train.models_panel import Measured, ModelsPanel
from app.train.retraining_offer import RETRAIN, RetrainingOffer
from app.train.run_progress import RunProgress, read_progress
from app.train.setup import SetUp
from app.train.speed_benchmark import SpeedBenchmark
from app.train.starter_box import StarterBox
from app.train.train_options import TrainOptions, engine_arguments
from app.view import View
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.message_bar import MessageBar
from core.executors.settings import INLINE
from core.jobs.training.estimate import Estimate
from core.jobs.training.training_readiness import TrainingReadiness, training_readiness
from core.project.content.models import Model, list_models, load_evaluation
from core.project.content.runs import Run, delete_run, list_runs, run_folder
from core.project.project import Project

if TYPE_CHECKING:
    from app.train.live import LiveRun
    from app.train.runs_panel import RunsPanel

_SETTLE_MS = 400
_SET_UP, _RUNS, _MODELS = range(3)


@dataclass(frozen=True, slots=True)
class Lists:
    """What the place shows of runs and models."""

    runs: list[Run]
    models: list[Model]
    measured: Measured


class TrainView(View):
    """Panels with plots are built when first looked at."""

    name = "train"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.probes = DeviceProbe(self.session.folder, self)
        self.set_up = SetUp(context.theme, context.settings.get(DEVICE), StarterBox(StarterOffer.for_context(context)))
        self.set_up.refuse(self.session.read_only_message)
        self._measuring = SpeedBenchmark(self, self.probes, self.set_up, self.session, context.notifications)
        self.models_panel = ModelsPanel(self.session, context.theme)
        self.live: LiveRun | None = None
        self.runs_panel: RunsPanel | None = None
        self.offer = RetrainingOffer.for_context(context)
        self.notice = MessageBar()
        self._lists = Lists([], [], {})
        self._read_after: Job | None = None
        self._stale: set[str] = {WORDS, RUNS}
        self.first = QStackedWidget()
        self.first.addWidget(self.set_up)
        self.tabs = QTabWidget()
        self._runs_tab = QStackedWidget()
        for widget, title in (
            (self.first, self.tr("Train a model")),
            (self._runs_tab, self.tr("Earlier trainings")),
            (self.models_panel, self.tr("Models")),
        ):
            self.tabs.addTab(widget, title)
        self._settle = QTimer(self, interval=_SETTLE_MS, singleShot=True)
        self._settle.timeout.connect(self._refresh)
        self._lay_out()
        self._connect()
        self._add_actions()

    def enter(self, target: NavigationTarget) -> None:
        self._refresh()
        self._measuring.begin()
        self._adopt()
        if target.query == RETRAIN:
            self.prepare_retraining()
        elif self.focusWidget() is None:
            self.set_up.focus_first()

    def leave(self) -> None:
        # measuring would take the processor from what the person does elsewhere; it goes on when they come back
        self.probes.stop()

    def start(self, choice: TrainOptions) -> None:
        """Start a training and follow it."""
        self.context.settings.set(DEVICE, choice.device)
        job = self.session.jobs.start("train", *choice.arguments())
        story = RunProgress()
        story.expect(choice.preset.members)
        story.preset = choice.preset.name
        self._follow(job, story, self.set_up.estimate(choice.preset) if choice.engine == INLINE else None)

    def resume(self, run_id: int) -> None:
        """Go on with a run that was stopped, failed or broken off."""
        self.session.query(
            lambda project: read_progress(run_folder(project, run_id)),
            lambda story: self._resume(run_id, story),
            owner=self,
            key="train-resume",
        )

    def prepare_retraining(self) -> None:
        """Set up a training from the active model."""
        if not self._lists.models:
            # the lists are on their way: the place was only just opened
            self._lists = _read_lists(self.session.project)
            self._show_lists(self._lists)
        model = next((model for model in self._lists.models if model.active), None)
        if model is None:
            return
        self._show_set_up()
        self.set_up.prepare_retraining(model.name, str(model.info.get("preset", "")))

    def read_unread(self, model: str) -> None:
        """Read the words that have no reading by a person."""
        self._run("recognise", "--words", "unread", "--model", model)

    def read_all(self, model: str) -> None:
        """Read all words; a person's readings stay as they are."""
        self._run("recognise", "--words", "all", "--model", model)

    def measure_model(self, model: str) -> None:
        """Measure a model on the words kept for testing; the result is kept beside the model."""
        self._run("evaluate", "--baselines", "--model", model)

    def _run(self, kind: str, *arguments: str) -> None:
        self.session.jobs.start(kind, *arguments, "--device", self.set_up.device.chosen)

    def _resume(self, run_id: int, story: RunProgress) -> None:
        where = engine_arguments(self.set_up.advanced.engine)
        job = self.session.jobs.start("train", "--resume", str(run_id), *where)
        self._follow(job, story, None)

    def _follow(self, job: Job, story: RunProgress, estimate: Estimate | None) -> None:
        live = self._live_panel()
        self._read_after = job if self.set_up.read_after.isChecked() else None
        live.attach(job, story, estimate, offers_reading=self._read_after is None)
        self.first.setCurrentWidget(live)
        self.tabs.setCurrentIndex(_SET_UP)
        self._soon(RUNS)

    def _adopt(self) -> None:
        """Follow a training that somebody else started in this window."""
        job = self.session.jobs.current
        if job is None or job.kind != "train" or (self.live is not None and self.live.job is job):
            return
        running = next((run for run in list_runs(self.session.project, "train") if run.state == "running"), None)
        if running is None:
            self._follow(job, RunProgress(), None)
            return
        self.session.query(
            lambda project: read_progress(run_folder(project, running.id)),
            lambda story: self._follow(job, story, None) if job.is_running else None,
            owner=self,
            key="train-adopt",
        )

    def _live_panel(self) -> LiveRun:
        if self.live is None:
            from app.train.live import LiveRun

            self.live = LiveRun(self.context.theme)
            self.first.addWidget(self.live)
            self.live.discarded.connect(self._delete_run)
            self.live.again_wanted.connect(self._show_set_up)
            self.live.resume_wanted.connect(self.resume)
            self.live.read_wanted.connect(self.read_unread)
            self.live.measure_wanted.connect(self.measure_model)
            self.live.redrawn.connect(self._redraw_runs)
        return self.live

    def _runs_list(self) -> RunsPanel:
        if self.runs_panel is None:
            from app.train.runs_panel import RunsPanel

            self.runs_panel = RunsPanel(self.session, self.context.theme)
            self._runs_tab.addWidget(self.runs_panel)
            self.runs_panel.resume_wanted.connect(self.resume)
            self.runs_panel.set_up_wanted.connect(self._show_set_up)
        return self.runs_panel

    def _delete_run(self, run_id: int) -> None:
        self.session.execute(lambda project: delete_run(project, run_id), changes=[RUNS])

    def _show_set_up(self) -> None:
        self.tabs.setCurrentIndex(_SET_UP)
        # a training under way is not hidden behind the next one's preparation
        if self.live is None or not self.live.running:
            self.first.setCurrentWidget(self.set_up)

    def _changed(self, changed: Changed) -> None:
        if changed.touches(WORDS, LEXICON):
            self._soon(WORDS)
        if changed.touches(RUNS, MODELS):
            self._soon(RUNS)

    def _soon(self, what: str) -> None:
        self._stale.add(what)
        if self.isVisible():
            self._settle.start()

    def _refresh(self) -> None:
        """Ask anew for what has become stale."""
        if WORDS in self._stale:
            alphabet = self.set_up.advanced.alphabet_name
            self.session.query(
                lambda project: training_readiness(project, alphabet),
                self._show_outlook,
                owner=self,
                key="train-outlook",
            )
        if RUNS in self._stale:
            self.session.query(_read_lists, self._show_lists, owner=self, key="train-lists")
        self._stale.clear()

    def _show_outlook(self, found: TrainingReadiness) -> None:
        self.set_up.show_outlook(found)

    def _show_lists(self, lists: Lists) -> None:
        self._lists = lists
        learners = {
            run.model: str(run.params["preset"]["learner"])
            for run in lists.runs
            if run.model and "preset" in run.params
        }
        self.set_up.show_models(lists.models, learners)
        self.models_panel.show_models(lists.models, lists.measured)
        if self.tabs.currentIndex() == _RUNS or self.runs_panel is not None:
            live = self.live.story if self.live is not None and self.live.running else None
            busy = self.session.jobs.current is not None
            self._runs_list().show_runs(lists.runs, live, busy)

    def _redraw_runs(self) -> None:
        if self.runs_panel is not None:
            self.runs_panel.redraw_live()

    def _jobs_changed(self) -> None:
        current = self.session.jobs.current
        self.set_up.show_busy("" if current is None else job_name(current.kind))
        if current is not None:
            # two at once would slow the job down and make the times come out too long
            self.probes.stop()
        self._soon(RUNS)

    def _job_finished(self, job: Job) -> None:
        wanted, self._read_after = self._read_after, None if job is self._read_after else self._read_after
        if job is wanted and job.outcome is not None and job.outcome.ok and not job.stop_requested:
            self.read_unread(str(job.outcome.result["model"]))

    def _show_offer(self) -> None:
        if not self.offer.due:
            self.notice.dismiss()
            return
        accept = ButtonAction(self.offer.title(), self._accept_offer, "primary")
        self.notice.show_message(self.offer.sentence(), [accept, ButtonAction(self.tr("Not now"), self.notice.dismiss)])

    def _accept_offer(self) -> None:
        self.notice.dismiss()
        self.prepare_retraining()

    def _tab_changed(self, number: int) -> None:
        if number == _RUNS:
            self._show_lists(self._lists)

    def _connect(self) -> None:
        self.session.changed.connect(self._changed)
        self.session.jobs.changed.connect(self._jobs_changed)
        self.session.jobs.finished.connect(self._job_finished)
        self.set_up.start_wanted.connect(self.start)
        self.set_up.going.connect(self.context.go)
        self.set_up.data_changed.connect(lambda: self._soon(WORDS))
        self.models_panel.read_wanted.connect(self.read_all)
        self.models_panel.measure_wanted.connect(self.measure_model)
        self.models_panel.set_up_wanted.connect(self._show_set_up)
        self.offer.changed.connect(self._show_offer)
        self.tabs.currentChanged.connect(self._tab_changed)
        self._show_offer()

    def _add_actions(self) -> None:
        add = self.context.actions.add
        start = add(self, self.tr("Start training"), self.set_up.press_start, shortcut="Ctrl+Return", view=self.name)
        disable_with_reason(self.session.read_only_message, start)
        add(self, self.tr("Stop training and keep it"), self._stop, shortcut="Ctrl+.", view=self.name)
        add(self, self.tr("Show presets"), lambda: self._show_view(False), shortcut="Alt+1", view=self.name)
        add(self, self.tr("Show all parameters"), lambda: self._show_view(True), shortcut="Alt+2", view=self.name)
        add(
            self,
            self.tr("Show earlier trainings"),
            lambda: self.tabs.setCurrentIndex(_RUNS),
            shortcut="Alt+3",
            view=self.name,
        )
        add(self, self.tr("Show models"), lambda: self.tabs.setCurrentIndex(_MODELS), shortcut="Alt+4", view=self.name)
        add(self, self.tr("Set up retraining"), self.prepare_retraining, shortcut="Ctrl+R", view=self.name)

    def _show_view(self, advanced: bool) -> None:
        self._show_set_up()
        self.set_up.show_advanced(advanced)

    def _stop(self) -> None:
        if self.live is not None:
            self.live.stop_and_keep()

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Train"))
        title.setProperty("kind", "title")
        about = QLabel(self.tr("A model learns from the words you transcribed, and then reads the others."))
        about.setProperty("kind", "quiet")
        about.setWordWrap(True)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(title)
        top.addWidget(about, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.notice)
        column.addWidget(self.tabs, 1)


def _read_lists(project: Project) -> Lists:
    found = list_models(project)
    measured: dict[str, dict[str, Any] | None] = {model.name: load_evaluation(model) for model in found}
    return Lists(list_runs(project, "train"), found, measured)
