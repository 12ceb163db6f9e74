"""The main window: rail, header, the places, the status line; opening and closing of projects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from app import settings as keys
from app.context import NO_TARGET, NavigationTarget, ProjectContext
from app.notifications.notification_center import NotificationCenter
from app.session.changes import Changed
from app.session.jobs import Job
from app.session.session import Session
from app.session.worker import error_message
from app.settings import Settings
from app.shell.actions import Actions
from app.shell.confirm_stop import ask_to_leave
from app.shell.header import Header, job_name
from app.shell.last_view import last_place, remember_place
from app.shell.maintenance import Maintenance
from app.shell.navigation_bar import NavigationBar
from app.shell.notifications.toasts import Toasts
from app.shell.read_only_banner import ReadOnlyBanner
from app.shell.start.demo_project import train_demo
from app.shell.start.project_from_drop import project_from_drop
from app.shell.start.start_page import StartPage
from app.shell.views import make_view
from app.shell.window_actions import WindowActions
from app.style.theme import Theme
from app.train.retraining_offer import RetrainingOffer
from app.view import View
from core.errors import DamagedError, DuctusError
from core.project.db.history import Change
from core.project.project import folder_of


class MainWindow(QMainWindow):
    """One window, one project at a time."""

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.settings, self.theme = settings, theme
        self.notifications = NotificationCenter(self)
        self.actions_ = Actions(self)
        self.session: Session | None = None
        self.context: ProjectContext | None = None
        self._places: dict[str, View] = {}
        self._may_close = False
        self.setAcceptDrops(True)
        self.setWindowTitle("Ductus")
        self.setMinimumSize(960, 640)
        self.resize(1280, 800)
        self.header = Header(theme)
        self.banner = ReadOnlyBanner(theme)
        self.rail = NavigationBar(theme, self.actions_, self)
        self.start = StartPage(settings, theme)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.start)
        self.status = QLabel()
        self.status.setObjectName("status")
        self.status.setFixedHeight(28)
        self.status.setContentsMargins(16, 0, 16, 0)
        self._lay_out()
        self.upkeep = Maintenance(self)
        self.toasts = Toasts(self, self.notifications, theme)
        self.deeds = WindowActions(
            self,
            settings,
            theme,
            self.notifications,
            self.actions_,
            self.upkeep,
            context=lambda: self.context,
            place=self.place,
            go=self.show_place,
            new=self.start.new_project,
            open_other=self.start.open_other,
            close_project=self.ask_to_close_project,
        )
        self.header.set_menu(self.deeds.menu)
        self._connect()
        if saved := settings.get(keys.WINDOW):
            self.restoreGeometry(QByteArray.fromBase64(saved.encode()))
        self._show_start()

    def open_project(self, folder: Path, *, insist: bool = False) -> bool:
        """Open a project in place of the one that is open; False, and a notice, when it cannot be.

        One that another window has, or that cannot be written, is opened for reading. ``insist``: write on a
        network drive, too.
        """
        again = self._is_open(folder)
        if again and self.session is not None and not self.session.read_only:
            return True
        try:
            session = Session(folder, insist=insist)
        except DamagedError as error:
            self.notifications.error(
                error_message(error), self.tr("Check it"), lambda: self.upkeep.check(folder_of(folder))
            )
            return False
        except (DuctusError, OSError) as error:
            self.notifications.error(error_message(error))
            return False
        if again and session.read_only:
            self.banner.tell(session.hindrance)
            self.say(self.tr("It still cannot be written."))
            session.close()
            return True
        self.close_project()
        self.session = session
        session.failed.connect(lambda error: self.notifications.error(error_message(error)))
        session.changed.connect(self._changed)
        session.undone.connect(self._went_back)
        if session.backups is not None:
            session.backups.failed.connect(self._backup_failed)
        self.banner.tell(session.hindrance)
        session.crops.trouble.connect(lambda word_id, text: self.say(text))
        session.jobs.finished.connect(self._job_finished)
        self.context = ProjectContext(session, self.notifications, self.actions_, self.theme, self.settings, self)
        self.context.going.connect(self.show_place)
        RetrainingOffer.of(self.context)
        self.settings.add_recent(session.folder)
        self.settings.set(keys.LAST_PROJECT, str(session.folder))
        self.setWindowTitle(f"{session.name} – Ductus")
        self.header.set_session(session)
        self.rail.show()
        self._set_has_project(True)
        self.deeds.may_write(not session.read_only)
        place, word_id = last_place(self.settings, session.folder)
        self.show_place(place, NavigationTarget(word_id=word_id))
        return True

    def close_project(self) -> None:
        """Close the project: every write reaches the disk first."""
        if self.session is None:
            return
        if (shown := self.place()) is not None:
            remember_place(self.settings, self.session.folder, shown.name, shown.current_word())
        for place in self._places.values():
            place.leave()
        self.header.set_session(None)
        self.upkeep.end()
        self.banner.tell(None)
        self.session.close()
        for place in self._places.values():
            self.stack.removeWidget(place)
            place.deleteLater()
        self._places.clear()
        self.session = self.context = None
        self._show_start()

    def show_place(self, name: str, target: NavigationTarget = NO_TARGET) -> None:
        """Show a place; without a target the word looked at is carried along."""
        if self.context is None:
            return
        before = self.stack.currentWidget()
        if isinstance(before, View):
            if target == NO_TARGET:
                target = NavigationTarget(word_id=before.current_word())
            if before.name != name:
                before.leave()
        if name not in self._places:
            self._places[name] = make_view(name, self.context)
            self.stack.addWidget(self._places[name])
        self.stack.setCurrentWidget(self._places[name])
        self.rail.choose(name)
        self._places[name].enter(target)

    def place(self) -> View | None:
        """The place that is shown."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, View) else None

    def say(self, text: str) -> None:
        """A passing word in the status line."""
        self.status.setText(text)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._may_close and self._running_job() is not None:
            event.ignore()
            self._leave_project(self._close_now)
            return
        self.settings.set(keys.WINDOW, bytes(self.saveGeometry().toBase64().data()).decode())
        # a job takes some seconds to keep what it has; a window that does not answer meanwhile would frighten
        self.hide()
        self.start.demo.close()
        self.upkeep.end()
        self.close_project()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if project_from_drop(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        folder = project_from_drop(event.mimeData())
        if folder is not None:
            event.acceptProposedAction()
            self._want_project(str(folder))

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in ((self.header, 0), (self.banner, 0), (self.stack, 1), (self.status, 0)):
            right.addWidget(widget, stretch)
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setSpacing(0)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.rail)
        row.addLayout(right, 1)
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_place)
        self.header.undo_wanted.connect(self.deeds.undo)
        self.header.redo_wanted.connect(self.deeds.redo)
        self.header.theme_wanted.connect(self.deeds.switch_theme)
        self.header.help_wanted.connect(self.deeds.show_shortcuts)
        self.header.palette_wanted.connect(self.deeds.show_palette)
        self.header.notices_wanted.connect(self.deeds.show_notices)
        self.header.export_wanted.connect(self.deeds.export)
        self.banner.wanted.connect(self.open_for_writing)
        self.start.project_wanted.connect(self._want_project)
        self.start.demo_made.connect(self._want_demo)
        self.start.trouble.connect(self.notifications.error)

    def open_for_writing(self) -> None:
        """Try again whether the project can be written."""
        if self.session is not None:
            self.open_project(self.session.folder, insist=True)

    def ask_to_close_project(self) -> None:
        """Close the project; first ask, where that would stop a job."""
        self._leave_project(self.close_project)

    def _leave_project(self, then: Callable[[], object]) -> None:
        job = self._running_job()
        if job is None:
            then()
        else:
            ask_to_leave(self, job_name(job), then)

    def _backup_failed(self, text: str) -> None:
        self.say(self.tr("The automatic backup could not be made: {0}").format(text))

    def _is_open(self, folder: Path) -> bool:
        if self.session is None:
            return False
        try:
            return folder_of(folder).samefile(self.session.folder)
        except OSError:
            return False

    def _running_job(self) -> Job | None:
        return self.session.jobs.current if self.session is not None else None

    def _close_now(self) -> None:
        self._may_close = True
        self.close()

    def _want_project(self, folder: str) -> None:
        self._leave_project(lambda: self.open_project(Path(folder)))

    def _want_demo(self, folder: str) -> None:
        self._leave_project(lambda: self._open_demo(Path(folder)))

    def _open_demo(self, folder: Path) -> None:
        if self.open_project(folder) and self.session is not None:
            train_demo(self.session, self.notifications)

    def _show_start(self) -> None:
        self.rail.hide()
        self._set_has_project(False)
        self.header.set_session(None)
        self.setWindowTitle("Ductus")
        self.start.refresh()
        self.stack.setCurrentWidget(self.start)

    def _set_has_project(self, there: bool) -> None:
        self.deeds.has_project(there)
        for action in self.rail.actions_:
            action.setEnabled(there)

    def _changed(self, changed: Changed) -> None:
        self.header.refresh()

    def _went_back(self, change: Change) -> None:
        self.say(self.tr("Undone or redone: {0}").format(change.label))
        shown = self.place()
        # only Page and Review show single words; elsewhere the person stays where they are
        if change.word_ids and shown is not None and shown.name in ("page", "review"):
            shown.enter(NavigationTarget(word_id=change.word_ids[0]))

    def _job_finished(self, job: object) -> None:
        outcome = job.outcome  # type: ignore[attr-defined]
        name = job_name(job)  # type: ignore[arg-type]
        if outcome.ok:
            self.say(self.tr("{0}: done.").format(name))
        elif outcome.stopped:
            self.notifications.info(f"{name}: {outcome.text}")
        else:
            self.notifications.error(f"{name}: {outcome.text}")
