"""The Train view: set up a training, follow it, compare earlier ones, and manage models."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QTabWidget, QWidget

from app.adaptation import Adaptation
from app.context import NavigationTarget, ProjectContext
from app.session.jobs import Job
from app.session.run_progress import RunProgress, read_progress
from app.settings import DEVICE
from app.starter_offer import StarterOffer
from app.text.model_title import title_of
from app.text.names import job_name
from app.train.data_panel import StarterBox
from app.train.devices import DeviceProbe
from app.train.models_panel import ModelsPanel
from app.train.project_lists import ProjectLists
from app.train.retraining_offer import RETRAIN, RetrainingOffer
from app.train.setup import SetupPanel
from app.train.speed_benchmark import SpeedBenchmark
from app.train.train_messages import comparison_text
from app.view import View
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.message_bar import MessageBar
from core.jobs.executor_settings import INLINE, ExecutorSettings
from core.jobs.requests import EvaluateRequest, RecogniseRequest, TrainModelRequest
from core.jobs.results import Trained
from core.jobs.training.estimate import Estimate
from core.project.changes import RUNS, WORDS
from core.project.content.runs import RunState, list_runs, run_folder
from core.training.train_request import TrainRequest

if TYPE_CHECKING:
    from app.train.live import LiveRun
    from app.train.runs_panel import RunsPanel

_SETUP, _RUNS, _MODELS = range(3)


class TrainView(View):
    """Panels with plots are built when first shown."""

    name = "train"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.probe = DeviceProbe(self.session.folder, self)
        starter = StarterBox(StarterOffer.for_context(context), Adaptation.for_context(context))
        self.setup = SetupPanel(context.settings.get(DEVICE), starter)
        self.setup.disable(self.session.read_only_message)
        self._benchmark = SpeedBenchmark(self, self.probe, self.setup, self.session, context.notifications)
        self.models_panel = ModelsPanel(context)
        self.live: LiveRun | None = None
        self.runs_panel: RunsPanel | None = None
        self.offer = RetrainingOffer.for_context(context)
        self.message = MessageBar()
        self._lists = ProjectLists(self, self.session, lambda: self.setup.counted_words)
        self._recognise_after: Job | None = None
        """The training after which words are recognised."""
        self._recognise_if_used = ""
        """The new model that is to recognise words once a person has chosen it."""
        self.first = QStackedWidget()
        self.first.addWidget(self.setup)
        self.tabs = QTabWidget()
        self._runs_tab = QStackedWidget()
        self.tabs.addTab(self.first, self.tr("Train a model"))
        self.tabs.addTab(self._runs_tab, self.tr("Earlier trainings"))
        self.tabs.addTab(self.models_panel, self.tr("Models"))
        builders.fit_current(self.tabs)
        about = self.tr("A model is trained on the words you transcribed, and then suggests readings for the others.")
        title = builders.label(self.tr("Train"), "title", wrap=False)
        top = builders.row(title, (builders.label(about, "quiet"), 1), spacing=16)
        builders.column(top, self.message, (self.tabs, 1), parent=self, margins=(24, 16, 24, 16))
        self._connect()
        self._add_actions()
        self._show_research()

    def enter(self, target: NavigationTarget) -> None:
        self._lists.refresh()
        self._benchmark.begin()
        self._follow_current_job()
        if target.query == RETRAIN:
            self.prepare_retraining()
        elif self.focusWidget() is None:
            self.setup.focus_preset()

    def landmarks(self) -> dict[str, QWidget]:
        return {"start": self.setup.start}

    def leave(self) -> None:
        # measuring would slow down the other views; it continues when the view is shown again
        self.probe.stop()

    def start(self, training: TrainRequest) -> None:
        """Start a training and follow it."""
        self.context.settings.set(DEVICE, training.device)
        executor, preset = ExecutorSettings(self.setup.executor), training.preset
        job = self.session.jobs.start(TrainModelRequest(training, keep_active=True, executor=executor))
        progress = RunProgress(preset=preset.name)
        progress.expect_members(preset.members)
        self._follow(job, progress, self.setup.estimate(preset) if executor.name == INLINE else None)

    def resume(self, run_id: int) -> None:
        """Resume a run that was stopped or interrupted, or failed."""
        self.session.query(
            lambda project: read_progress(project.files, run_folder(project, run_id)),
            lambda progress: self._resume(run_id, progress),
            owner=self,
            key="train-resume",
        )

    def prepare_retraining(self) -> None:
        """Set up a training that continues from the active model."""
        if not self._lists.models:
            # the view was only just opened, and its lists are still being read
            self._lists.read_now()
        model = self._lists.active_model
        if model is not None:
            self._show_setup()
            self.setup.prepare_retraining(model.name, str(model.info.get("preset", "")))

    def recognise(self, model: str, words: str = "unread") -> None:
        """Recognise all words, or those without a transcription ("unread"); transcriptions are kept."""
        self.session.jobs.start(RecogniseRequest(model, words, self.setup.device.chosen))

    def measure_model(self, model: str) -> None:
        """Measure a model on the test words; the result is stored beside the model."""
        self.session.jobs.start(EvaluateRequest(model, self.setup.device.chosen))

    def _resume(self, run_id: int, progress: RunProgress) -> None:
        executor = ExecutorSettings(self.setup.advanced.executor)
        job = self.session.jobs.start(TrainModelRequest(resume=run_id, keep_active=True, executor=executor))
        self._follow(job, progress, None)

    def _follow(self, job: Job, progress: RunProgress, estimate: Estimate | None) -> None:
        live = self._live_run()
        self._recognise_after = job if self.setup.recognise_after.isChecked() else None
        live.follow(job, progress, estimate, offers_recognition=self._recognise_after is None)
        self.first.setCurrentWidget(live)
        self.tabs.setCurrentIndex(_SETUP)
        # the button that started it is hidden now; on "Stop and keep" a second press of the key would stop it
        live.focus_log()
        self._lists.refresh_soon(RUNS)

    def _follow_current_job(self) -> None:
        """Follow a training that another part of the window has started."""
        job = self.session.jobs.current
        if (
            job is None
            or not isinstance(job.request, TrainModelRequest)
            or (self.live is not None and self.live.job is job)
        ):
            return
        runs = list_runs(self.session.project)
        running = next((run for run in runs if run.state == RunState.RUNNING), None)
        if running is None:
            self._follow(job, RunProgress() if job.training is None else job.training.run, None)
            return
        self.session.query(
            lambda project: read_progress(project.files, run_folder(project, running.id)),
            lambda progress: self._follow(job, progress, None) if job.is_running else None,
            owner=self,
            key="train-follow",
        )

    def _live_run(self) -> LiveRun:
        if self.live is None:
            from app.train.live import LiveRun

            self.live = LiveRun(self.context)
            self.first.addWidget(self.live)
            self.live.setup_requested.connect(self._show_setup)
            self.live.resume_requested.connect(self.resume)
            self.live.recognise_requested.connect(self.recognise)
            self.live.use_requested.connect(self._use)
            self.live.back_requested.connect(self._go_back)
            self.live.measure_requested.connect(self.measure_model)
            self.live.updated.connect(self._update_live_run)
            self.live.show_research(self.context.research.is_on)
        return self.live

    def _runs_list(self) -> RunsPanel:
        if self.runs_panel is None:
            from app.train.runs_panel import RunsPanel

            self.runs_panel = RunsPanel(self.context)
            self._runs_tab.addWidget(self.runs_panel)
            self.runs_panel.resume_requested.connect(self.resume)
            self.runs_panel.setup_requested.connect(self._show_setup)
        return self.runs_panel

    def _show_research(self) -> None:
        """Show or hide what only researchers need. A list that is hidden now gives way to the setup."""
        on = self.context.research.is_on
        if not on and self.tabs.currentIndex() == _RUNS:
            self.tabs.setCurrentIndex(_SETUP)
        self.tabs.setTabVisible(_RUNS, on)
        self.setup.show_research(on)
        if self.live is not None:
            self.live.show_research(on)

    def _show_setup(self) -> None:
        self.tabs.setCurrentIndex(_SETUP)
        # a running training is not hidden
        if self.live is None or not self.live.is_running:
            self.first.setCurrentWidget(self.setup)

    def _show_lists(self) -> None:
        lists = self._lists
        learners = {
            run.model: str(run.params["preset"]["learner"])
            for run in lists.runs
            if run.model and "preset" in run.params
        }
        self.setup.show_models(lists.models, learners, has_adapted=lists.has_adapted)
        active = lists.active_model
        if self.live is not None:
            self.live.check_active()
        self.setup.simple.show_model(active, None if active is None else lists.evaluations.get(active.name))
        self.models_panel.show_models(lists.models, lists.evaluations)
        if self.tabs.currentIndex() == _RUNS or self.runs_panel is not None:
            progress = self.live.progress if self.live is not None and self.live.is_running else None
            self._runs_list().show_runs(lists.runs, progress, self.session.jobs.current is not None)

    def _update_live_run(self) -> None:
        if self.runs_panel is not None:
            self.runs_panel.update_live()

    def _jobs_changed(self) -> None:
        current = self.session.jobs.current
        # those that the app starts by itself give way to a training
        is_in_the_way = current is not None and not current.is_in_background
        self.setup.show_running_job(job_name(current.kind) if current is not None and is_in_the_way else "")
        if current is not None:
            # at the same time the job would be slower, and the measured times too long
            self.probe.stop()
        self._lists.refresh_soon(RUNS)

    def _job_finished(self, job: Job) -> None:
        result = None if job.outcome is None else job.outcome.result
        if not isinstance(result, Trained):
            return
        model, is_wanted = result.model, job is self._recognise_after
        self._recognise_after = None
        if result.comparison is not None and not result.active:
            self._recognise_if_used = model if is_wanted else ""
            if not self.isVisible():
                self.context.notifications.info(
                    comparison_text(result.comparison, partial(title_of, self.session.project)),
                    self.tr("Decide"),
                    lambda: self.context.go(self.name),
                )
        elif is_wanted and not job.stop_requested:
            self.recognise(model)

    def _use(self, model: str, previous: str) -> None:
        """Make a new model the active one, and let it read if that was wanted."""
        self.models_panel.activate_model(model, lambda: self._live_run().show_used(model, previous))
        if self._recognise_if_used == model:
            self._recognise_if_used = ""
            self.recognise(model)

    def _go_back(self, model: str) -> None:
        self.models_panel.activate_model(model, lambda: self._live_run().show_back(model))

    def _show_offer(self) -> None:
        if not self.offer.is_due:
            self.message.dismiss()
            return
        accept = ButtonAction(self.offer.button_text(), self._accept_offer, "primary")
        self.message.show_message(self.offer.text(), [accept, ButtonAction(self.tr("Not now"), self.message.dismiss)])

    def _accept_offer(self) -> None:
        self.message.dismiss()
        self.prepare_retraining()

    def _tab_changed(self, number: int) -> None:
        if number == _RUNS:
            self._show_lists()

    def _connect(self) -> None:
        self._lists.changed.connect(self._show_lists)
        self._lists.readiness_read.connect(self.setup.show_readiness)
        self.session.jobs.changed.connect(self._jobs_changed)
        self.session.jobs.finished.connect(self._job_finished)
        self.setup.start_requested.connect(self.start)
        self.setup.data.view_requested.connect(self.context.go)
        self.setup.simple.insight_requested.connect(lambda tab: self.context.go("insight", query=tab))
        self.context.research.changed.connect(self._show_research)
        self.setup.data_changed.connect(lambda: self._lists.refresh_soon(WORDS))
        self.models_panel.recognise_requested.connect(partial(self.recognise, words="all"))
        self.models_panel.measure_requested.connect(self.measure_model)
        self.models_panel.setup_requested.connect(self._show_setup)
        self.offer.changed.connect(self._show_offer)
        self.tabs.currentChanged.connect(self._tab_changed)
        self._show_offer()

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view=self.name)
        start = add(self.tr("Start training"), self.setup.press_start, shortcut="Ctrl+Return")
        disable_with_reason(self.session.read_only_message, start)
        add(self.tr("Stop training and keep it"), self._stop, shortcut="Ctrl+.")
        research = partial(add, research=True)
        research(self.tr("Show presets"), partial(self._show_parameters, False), shortcut="Alt+1")
        research(self.tr("Show all parameters"), partial(self._show_parameters, True), shortcut="Alt+2")
        research(self.tr("Show earlier trainings"), partial(self.tabs.setCurrentIndex, _RUNS), shortcut="Alt+3")
        add(self.tr("Show models"), partial(self.tabs.setCurrentIndex, _MODELS), shortcut="Alt+4")
        add(self.tr("Set up retraining"), self.prepare_retraining, shortcut="Ctrl+R")

    def _show_parameters(self, advanced: bool) -> None:
        self._show_setup()
        self.setup.show_advanced(advanced)

    def _stop(self) -> None:
        if self.live is not None:
            self.live.stop_and_keep()
