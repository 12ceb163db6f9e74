"""The main window: rail, header, the places, the status line; opening and closing of projects."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.ground import settings as keys
from app.ground.settings import Settings
from app.ground.theme import Theme
from app.session.changes import Changed
from app.session.session import Session
from app.session.worker import sentence
from app.shell.actions import Actions
from app.shell.desk import NOWHERE, Desk, Target
from app.shell.header import Header, job_name
from app.shell.hub import Hub
from app.shell.place import Place
from app.shell.places import PLACES, make_place
from app.shell.rail import Rail
from app.shell.start import StartPage
from app.shell.toasts import Toasts
from core.errors import DuctusError
from core.project.history import Change


class MainWindow(QMainWindow):
    """One window, one project at a time."""

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.settings, self.theme = settings, theme
        self.hub = Hub(self)
        self.actions_ = Actions(self)
        self.session: Session | None = None
        self.desk: Desk | None = None
        self._places: dict[str, Place] = {}
        self.setWindowTitle("Ductus")
        self.setMinimumSize(960, 640)
        self.resize(1280, 800)
        self.header = Header(theme)
        self.rail = Rail(theme, self.actions_, self)
        self.start = StartPage(settings, theme)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.start)
        self.status = QLabel()
        self.status.setObjectName("status")
        self.status.setFixedHeight(28)
        self.status.setContentsMargins(16, 0, 16, 0)
        self._lay_out()
        self.toasts = Toasts(self, self.hub, theme)
        self._connect()
        self._add_actions()
        if saved := settings.get(keys.WINDOW):
            self.restoreGeometry(QByteArray.fromBase64(saved.encode()))
        self._show_start()

    def open_project(self, folder: Path) -> bool:
        """Open a project in place of the one that is open; False, and a notice, when it cannot be."""
        try:
            session = Session(folder)
        except (DuctusError, OSError) as error:
            self.hub.error(sentence(error))
            return False
        self.close_project()
        self.session = session
        session.failed.connect(lambda error: self.hub.error(sentence(error)))
        session.changed.connect(self._changed)
        session.went_back.connect(self._went_back)
        session.crops.trouble.connect(lambda word_id, text: self.say(text))
        session.jobs.finished.connect(self._job_finished)
        self.desk = Desk(session, self.hub, self.actions_, self.theme, self.settings, self)
        self.desk.going.connect(self.show_place)
        self.settings.add_recent(session.folder)
        self.settings.set(keys.LAST_PROJECT, str(session.folder))
        self.setWindowTitle(f"{session.name} – Ductus")
        self.header.set_session(session)
        self.rail.show()
        place, word_id = self._last_place(session.folder)
        self.show_place(place, Target(word_id=word_id))
        return True

    def close_project(self) -> None:
        """Close the project: every write reaches the disk first."""
        if self.session is None:
            return
        self._remember_place()
        for place in self._places.values():
            place.leave()
        self.header.set_session(None)
        self.session.close()
        for place in self._places.values():
            self.stack.removeWidget(place)
            place.deleteLater()
        self._places.clear()
        self.session = self.desk = None
        self._show_start()

    def show_place(self, name: str, target: Target = NOWHERE) -> None:
        """Show a place; without a target the word looked at is carried along."""
        if self.desk is None:
            return
        before = self.stack.currentWidget()
        if isinstance(before, Place):
            if target == NOWHERE:
                target = Target(word_id=before.current_word())
            if before.name != name:
                before.leave()
        if name not in self._places:
            self._places[name] = make_place(name, self.desk)
            self.stack.addWidget(self._places[name])
        self.stack.setCurrentWidget(self._places[name])
        self.rail.choose(name)
        self._places[name].enter(target)

    def place(self) -> Place | None:
        """The place that is shown."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, Place) else None

    def say(self, text: str) -> None:
        """A passing word in the status line."""
        self.status.setText(text)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.set(keys.WINDOW, bytes(self.saveGeometry().toBase64().data()).decode())
        self.close_project()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in ((self.header, 0), (self.stack, 1), (self.status, 0)):
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
        self.header.undo_wanted.connect(self.undo)
        self.header.redo_wanted.connect(self.redo)
        self.header.theme_wanted.connect(self.switch_theme)
        self.header.help_wanted.connect(self.show_shortcuts)
        self.start.project_wanted.connect(lambda folder: self.open_project(Path(folder)))

    def _add_actions(self) -> None:
        add = self.actions_.add
        add(self, self.tr("Undo"), self.undo, shortcut="Ctrl+Z")
        add(self, self.tr("Redo"), self.redo, shortcut=["Ctrl+Shift+Z", "Ctrl+Y"])
        add(self, self.tr("Find an action"), self.show_palette, shortcut="Ctrl+K")
        add(self, self.tr("Show all shortcuts"), self.show_shortcuts, shortcut="F1")
        add(self, self.tr("Switch between light and dark"), self.switch_theme, shortcut="Ctrl+Shift+L")
        add(self, self.tr("New project"), self.start.new_project, shortcut="Ctrl+N")
        add(self, self.tr("Open a project"), self.start.open_other, shortcut="Ctrl+O")
        add(self, self.tr("Close the project"), self.close_project, shortcut="Ctrl+W")
        add(self, self.tr("Export readings"), self.export, shortcut="Ctrl+E")
        add(self, self.tr("Settings"), self.show_settings, shortcut="Ctrl+,")
        add(
            self,
            self.tr("Quit"),
            self.close,
            shortcut=QKeySequence(QKeySequence.StandardKey.Quit).toString() or "Ctrl+Q",
        )

    def undo(self) -> None:
        if self.session:
            self.session.undo()

    def redo(self) -> None:
        if self.session:
            self.session.redo()

    def switch_theme(self) -> None:
        """Dark when it is light now, and the other way round; kept."""
        self.theme.set_mode("light" if self.theme.tokens.name == "dark" else "dark")
        self.settings.set(keys.THEME, self.theme.mode)

    def show_palette(self) -> None:
        from app.shell.palette import Palette

        Palette(self, self.actions_, self.place()).open()

    def show_shortcuts(self) -> None:
        from app.shell.shortcuts import Shortcuts

        Shortcuts(self, self.actions_).open()

    def show_settings(self) -> None:
        from app.shell.preferences import Preferences

        Preferences(self, self.settings, self.theme).open()

    def export(self) -> None:
        if self.desk is not None:
            from app.export.dialog import ExportDialog

            ExportDialog(self.desk, self).open()

    def _show_start(self) -> None:
        self.rail.hide()
        self.header.set_session(None)
        self.setWindowTitle("Ductus")
        self.start.refresh()
        self.stack.setCurrentWidget(self.start)

    def _changed(self, changed: Changed) -> None:
        self.header.refresh()

    def _went_back(self, change: Change) -> None:
        self.say(self.tr("Undone or redone: {0}").format(change.label))
        shown = self.place()
        # only Page and Review show single words; elsewhere the person stays where they are
        if change.word_ids and shown is not None and shown.name in ("page", "review"):
            shown.enter(Target(word_id=change.word_ids[0]))

    def _job_finished(self, job: object) -> None:
        outcome = job.outcome  # type: ignore[attr-defined]
        name = job_name(job)  # type: ignore[arg-type]
        if outcome.ok:
            self.say(self.tr("{0}: done.").format(name))
        elif outcome.stopped:
            self.hub.info(f"{name}: {outcome.text}")
        else:
            self.hub.error(f"{name}: {outcome.text}")

    def _last_place(self, folder: Path) -> tuple[str, int | None]:
        for entry in self.settings.get(keys.LAST_PLACES):
            match entry:
                case [str(where), str(place), int() | None as word_id] if (
                    where == str(folder) and place in PLACES
                ):
                    return place, word_id
        return "collection", None

    def _remember_place(self) -> None:
        shown = self.place()
        if shown is None or self.session is None:
            return
        folder = str(self.session.folder)
        others = [e for e in self.settings.get(keys.LAST_PLACES) if isinstance(e, list) and e[:1] != [folder]]
        word_id = shown.current_word()
        self.settings.set(keys.LAST_PLACES, [[folder, shown.name, word_id], *others][: keys.MOST_RECENT])
