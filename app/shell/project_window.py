"""A window for one project: navigation bar, header, views and status line; projects are opened and closed in it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QToolButton, QWidget

from app import settings as keys
from app.actions import Actions
from app.background.main_thread_gc import scan_all
from app.context import NO_TARGET, NavigationTarget, ProjectContext
from app.notifications import NotificationCenter
from app.research import Research
from app.settings import Settings
from app.shell.drop_overlay import DropOverlay, dropped_paths, project_from_drop
from app.shell.header import Header
from app.shell.leaving import LostProject, SessionSummary, StopQuestion
from app.shell.read_only_banner import ReadOnlyBanner
from app.shell.start.start_page import StartPage, train_demo
from app.shell.toasts import Toasts
from app.shell.views import NavigationBar, ProjectViews, ViewArea, WindowParts, last_view, remember_view
from app.style.theme import Theme
from app.text.names import edit_name, job_name
from app.view import View
from app.widgets import builders
from app.widgets.accessibility import announce
from core.errors import DamagedError, DuctusError

if TYPE_CHECKING:
    from app.session.jobs import Job
    from app.session.session import Session
    from app.shell.guide.tour import Tour
    from core.project.content.history import ReplayedEdit

USUAL_SIZE = QSize(1280, 800)
MINIMUM_SIZE = QSize(840, 480)
"""A laptop of 1280x800 pixels scaled to 150 % has 853x533 for the window and the bars of the system."""
_MAX_LOOKED_AT = 50
"""Words of an undone edit among which one to show is searched for: those that a split made are gone again."""

logger = logging.getLogger(__name__)


class ProjectWindow(QMainWindow):
    """One window, one project at a time; :class:`~app.shell.window.MainWindow` adds the menu."""

    def __init__(self, settings: Settings, theme: Theme, parts: WindowParts) -> None:
        super().__init__()
        self.settings, self.theme, self._parts = settings, theme, parts
        self.notifications = NotificationCenter(self)
        self.app_actions = Actions(self)
        self.research = Research(settings, self.notifications, self)
        self.app_actions.research_needed.connect(self.research.require)
        self.session: Session | None = None
        self.context: ProjectContext | None = None
        self._lost_project: LostProject | None = None
        self._done = ""
        """The last message that a job is done."""
        self.setAcceptDrops(True)
        self.setWindowTitle("Ductus")
        self.setMinimumSize(MINIMUM_SIZE)
        self.resize(USUAL_SIZE)
        self.toasts = Toasts(self, self.notifications, settings)
        self._tour: Tour | None = None
        self._build()
        if geometry := settings.get(keys.WINDOW):
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))
        self._show_start()

    def _build(self) -> None:
        """Build the parts of the window."""
        settings, theme = self.settings, self.theme
        self.header = Header(theme)
        self.banner = ReadOnlyBanner(theme)
        self.navigation_bar = NavigationBar(self.app_actions, self)
        self.start = StartPage(settings, theme)
        self.view_area = ViewArea()
        self.stack = self.view_area.stack
        self._views = ProjectViews(self._parts.make_view, self.stack)
        self.stack.addWidget(self.start)
        self.drop_overlay = DropOverlay(self.view_area, theme)
        self.status_label = QLabel()
        self.status_label.setObjectName("status")
        self.status_label.setFixedHeight(28)
        self.status_label.setContentsMargins(16, 0, 16, 0)
        self._lay_out()
        self.app_actions.add(self, self.tr("Answer the newest message"), self.toasts.focus_newest, shortcut="F6")
        self.navigation_bar.chosen.connect(self.show_view)
        self.header.buttons["export"].clicked.connect(self.export)
        self.banner.write_requested.connect(self.open_for_writing)
        self.start.project_requested.connect(self._request_project)
        self.start.import_requested.connect(self._preview)
        self.start.demo_made.connect(self._request_demo)
        self.start.tour.clicked.connect(self.take_tour)
        self.start.failed.connect(self.notifications.error)

    def fit_screen(self) -> None:
        """Make the window no larger than its screen has room for."""
        builders.fit_screen(self, self.width(), self.height())

    def open_project(self, folder: Path, *, force: bool = False) -> bool:
        """Open a project in place of the open one; return False after an error message if that is not possible.

        A project that another window has open, or that cannot be written to, is opened read-only. ``force``: write
        on a network drive, too.
        """
        # imported now: the first window must not wait for what only a project needs
        from app.session.session import Session
        from app.session.worker import error_message
        from app.shell.dialogs.check_dialog import CheckDialog
        from core.project.project import project_folder

        is_open = self._is_open(folder)
        if is_open and self.session is not None and not self.session.read_only:
            return True
        try:
            session = Session(folder, force=force)
        except DamagedError as error:
            self.notifications.error(
                error_message(error), self.tr("Check it"), lambda: CheckDialog(project_folder(folder), self).open()
            )
            return False
        except (DuctusError, OSError) as error:
            self.notifications.error(error_message(error))
            return False
        if is_open and session.read_only:
            self.banner.show_reason(session.read_only_reason)
            self.show_status(self.tr("The project still cannot be written to."))
            session.close()
            return True
        self.close_project()
        self._set_session(session)
        return True

    def close_project(self) -> None:
        """Close the project once every write has reached the disk."""
        if self.session is None:
            return
        if (view := self.current_view()) is not None:
            remember_view(self.settings, self.session.folder, view.name, view.current_word())
        self._views.leave()
        self.toasts.show_changed(-1)
        self.header.set_session(None)
        self._close_dialogs()
        self.banner.show_reason(None)
        summary = SessionSummary().text(self.session)
        self.session.close()
        logger.info("Project closed")
        self._views.delete()
        self.session = self.context = self._lost_project = None
        scan_all()
        self.show_status(summary)
        self._show_start()

    def _close_dialogs(self) -> None:
        """Stop the checks and backups that run, and close their dialogs and the palette: its commands are of views."""
        from app.shell.dialogs.job_dialog import JobDialog
        from app.shell.dialogs.palette import Palette

        for palette in self.findChildren(Palette):
            palette.reject()
        for dialog in self.findChildren(JobDialog):
            dialog.stop_and_close()

    def show_view(self, name: str, target: NavigationTarget = NO_TARGET) -> None:
        """Show a view; without a target it goes to the word in focus in the view before."""
        if self.context is None:
            return
        before = self.current_view()
        if before is not None and target == NO_TARGET:
            target = NavigationTarget(word_id=before.current_word(), was_in_focus=True)
        view = self._views.bring_up(name, self.context)
        self.navigation_bar.choose(name)
        view.enter(target)
        self.toasts.arrange()

    def current_view(self) -> View | None:
        return self._views.current

    def build_views(self, on_built: Callable[[], bool]) -> None:
        """Build the views that were not shown yet, one in each turn of the event loop: their actions are to be listed.

        ``on_built`` is called after each; if it returns False, the others are left.
        """
        if self.context is not None and self._views.build_next(self.context) and on_built():
            QTimer.singleShot(0, self, lambda: self.build_views(on_built))

    def show_status(self, text: str) -> None:
        """Show a passing message in the status line, and let screen readers say it."""
        self.status_label.setText(text)
        announce(self.status_label, text)

    def open_for_writing(self) -> None:
        """Try again to open the project for writing."""
        if self.session is not None:
            self.open_project(self.session.folder, force=True)

    def ask_to_close_project(self) -> None:
        """Close the project; ask first if that stops a job."""
        self._after_jobs(self.close_project)

    def export(self) -> None:
        if self.context is not None:
            view = self.current_view()
            self._parts.open_export(self.context, self, view.selected_pages() if view else ())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button with the focus, as in a dialog; Qt lets only the space bar do so."""
        focused = self.focusWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if is_enter and isinstance(focused, QPushButton | QToolButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        can_import = self.session is None or not self.session.read_only
        is_project = project_from_drop(event.mimeData()) is not None
        if not is_project and not (can_import and dropped_paths(event.mimeData())):
            event.ignore()
            return
        if not is_project:
            self.drop_overlay.cover(begins_project=self.session is None)
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a project that is dropped anywhere on the window, or show what an import would bring.

        On the start page the import is into a new project.
        """
        self.drop_overlay.hide()
        event.acceptProposedAction()
        if (folder := project_from_drop(event.mimeData())) is not None:
            self._request_project(str(folder))
        elif self.session is None:
            self.start.new_project(dropped_paths(event.mimeData()))
        else:
            self._preview(dropped_paths(event.mimeData()))

    def _preview(self, files: list[Path]) -> None:
        self.show_view("collection", NavigationTarget(files=tuple(files)))

    def _lay_out(self) -> None:
        right = builders.column(self.header, self.banner, (self.view_area, 1), self.status_label, spacing=0)
        whole = QWidget()
        builders.row(self.navigation_bar, (right, 1), parent=whole, spacing=0)
        self.setCentralWidget(whole)

    def _set_session(self, session: Session) -> None:
        from app.realignment import Realignment
        from app.recalibration import Recalibration
        from app.session.worker import error_message

        self.session = session
        session.failed.connect(lambda error: self.notifications.error(error_message(error)))
        self._lost_project = LostProject(session, self.notifications, self)
        self._lost_project.saved.connect(self._go_on_in)
        session.changed.connect(self.header.show_changed)
        session.changed.connect(lambda _: self.toasts.show_changed(session.last_edit()))
        session.undone.connect(lambda edit: self._replayed(edit, self.tr("Undone: {0}")))
        session.redone.connect(lambda edit: self._replayed(edit, self.tr("Redone: {0}")))
        if session.backups is not None:
            session.backups.failed.connect(self._backup_failed)
        session.crops.failed.connect(lambda word_id, text: self.show_status(text))
        session.jobs.finished.connect(self._job_finished)
        session.jobs.changed.connect(self._forget_done)
        self.context = ProjectContext(
            session, self.notifications, self.app_actions, self.theme, self.settings, self, self.research
        )
        self.context.view_requested.connect(self.show_view)
        self._parts.project_opened(self.context)
        recalibration = Recalibration.for_context(self.context)
        recalibration.changed.connect(lambda: self.header.mark_model(recalibration.explanation()))
        Realignment.for_context(self.context)
        self.settings.add_recent(session.folder)
        self.settings.set(keys.LAST_PROJECT, str(session.folder))
        logger.info("Project opened%s: %s", " read-only" if session.read_only else "", session.folder)
        self.banner.show_reason(session.read_only_reason)
        self.setWindowTitle(f"{session.name} – Ductus")
        self.header.set_session(session)
        self.navigation_bar.show()
        self._set_context(self.context)
        view, word_id = last_view(self.settings, session.folder)
        self.show_view(view, NavigationTarget(word_id=word_id))
        if self._tour is not None:
            self._tour.project_changed(True)

    def _set_context(self, context: ProjectContext | None) -> None:
        for action in self.navigation_bar.go_actions:
            action.setEnabled(context is not None)

    @property
    def tour(self) -> Tour:
        """The tour, made when it is first taken."""
        from app.shell.guide.tour import Tour

        if self._tour is None:
            self._tour = Tour(self, self.theme, self._landmark, self.show_view)
        return self._tour

    def take_tour(self) -> None:
        self.tour.start(self.context is not None)

    def _landmark(self, view: str, name: str) -> QWidget | None:
        """Return the control that the tour points at in a view, or in the header and on the start page ("")."""
        if not view:
            start = {"demo": self.start.try_demo, "awaited": self.start.demo_progress}
            return {**self.header.buttons, **start}.get(name)
        shown = self.current_view()
        return shown.landmarks().get(name) if shown is not None and shown.name == view else None

    def _show_start(self) -> None:
        self.navigation_bar.hide()
        self._set_context(None)
        self.header.set_session(None)
        self.setWindowTitle("Ductus")
        self.start.refresh()
        self.stack.setCurrentWidget(self.start)
        if self._tour is not None:
            self._tour.project_changed(False)

    def _after_jobs(self, then: Callable[[], object]) -> None:
        """Call ``then``; if a job is running, or the project is only in memory, ask first whether it may be left."""
        job = self._running_job()
        if self.session is not None and self.session.is_lost and self._lost_project is not None:
            self._lost_project.ask_before(then)
        elif self.session is None or job is None:
            then()
        else:
            StopQuestion(self.session.jobs, job, then, self).open()

    def _backup_failed(self, text: str) -> None:
        self.show_status(self.tr("The automatic backup could not be made: {0}").format(text))

    def restore(self, folder: Path, name: str) -> None:
        """Close the project, restore a backup of it, and open it again; the state before is kept as a backup."""
        from app.shell.dialogs.restore_dialog import RestoreDialog

        is_open = self._is_open(folder)

        def run() -> None:
            if is_open:
                self.close_project()
            dialog = RestoreDialog(folder, name, self)
            dialog.ended.connect(lambda: self.open_project(folder))
            dialog.open()

        if is_open:
            self._after_jobs(run)
        else:
            run()

    def _is_open(self, folder: Path) -> bool:
        from core.project.project import project_folder

        if self.session is None:
            return False
        try:
            return project_folder(folder).samefile(self.session.folder)
        except OSError:
            return False

    def _running_job(self) -> Job | None:
        """Return the running job that a person started."""
        job = self.session.jobs.current if self.session is not None else None
        return None if job is None or job.is_in_background else job

    def _request_project(self, folder: str) -> None:
        self._after_jobs(lambda: self.open_project(Path(folder)))

    def _go_on_in(self, folder: Path) -> None:
        """Open the project that the open one was saved as, in the same view."""
        view = self.current_view()
        if self.open_project(folder) and view is not None:
            self.show_view(view.name)

    def _request_demo(self, folder: str) -> None:
        self._after_jobs(lambda: self._open_demo(Path(folder)))

    def _open_demo(self, folder: Path) -> None:
        if self.open_project(folder) and self.session is not None:
            train_demo(self.session, self.notifications)
            if self._tour is None or self._tour.step is None:
                text = self.tr("New here? A tour of three minutes shows where everything is.")
                self.notifications.info(text, self.tr("Take the tour"), self.take_tour)

    def _replayed(self, replayed: ReplayedEdit, text: str) -> None:
        from core.project.content.words import get_words

        self.show_status(text.format(edit_name(replayed.edit)))
        view = self.current_view()
        # only Page and Review show single words; elsewhere the person stays at the same place
        if not replayed.word_ids or self.session is None or view is None or view.name not in ("page", "review"):
            return
        words = get_words(self.session.project, replayed.word_ids[:_MAX_LOOKED_AT])
        word_id = next((word.id for word in words if not word.deleted), replayed.word_ids[0])
        view.enter(NavigationTarget(word_id=word_id))

    def _forget_done(self) -> None:
        """Take back that a job is done, where another one has begun."""
        is_busy = self.session is not None and self.session.jobs.current is not None
        if is_busy and self._done and self.status_label.text() == self._done:
            self.show_status("")

    def _job_finished(self, job: Job) -> None:
        assert job.outcome is not None
        if job.is_in_background:
            return
        name = job_name(job.kind)
        if job.outcome.ok:
            self._done = self.tr("{0}: done.").format(name)
            self.show_status(self._done)
        elif job.outcome.stopped:
            self.notifications.info(f"{name}: {job.outcome.text}")
        else:
            self.notifications.error(f"{name}: {job.outcome.text}")
