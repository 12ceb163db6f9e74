"""Everything one can do anywhere in the window, each once: for the menu, the keys, F1 and the palette."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from app import settings as keys
from app.context import ProjectContext
from app.notifications.notification_center import NotificationCenter
from app.settings import Settings
from app.shell.actions import Actions
from app.shell.maintenance import Maintenance
from app.style.theme import Theme
from app.view import View


class WindowActions(QObject):
    """``menu`` holds them all. ``context`` and ``place`` tell of the project that is open, or None."""

    def __init__(
        self,
        window: QMainWindow,
        settings: Settings,
        theme: Theme,
        notifications: NotificationCenter,
        actions: Actions,
        upkeep: Maintenance,
        *,
        context: Callable[[], ProjectContext | None],
        place: Callable[[], View | None],
        go: Callable[[str], object],
        new: Callable[[], object],
        open_other: Callable[[], object],
        close_project: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._settings, self._theme, self._notifications = window, settings, theme, notifications
        self._actions, self._upkeep = actions, upkeep
        self._context, self._place, self._go = context, place, go
        add = actions.add
        quit_keys = QKeySequence(QKeySequence.StandardKey.Quit).toString() or "Ctrl+Q"
        begin = [
            add(window, self.tr("New project"), new, shortcut="Ctrl+N"),
            add(window, self.tr("Open a project"), open_other, shortcut="Ctrl+O"),
        ]
        close = add(window, self.tr("Close the project"), close_project, shortcut="Ctrl+W")
        self._need_writing = [
            add(window, self.tr("Undo"), self.undo, shortcut="Ctrl+Z"),
            add(window, self.tr("Redo"), self.redo, shortcut=["Ctrl+Shift+Z", "Ctrl+Y"]),
        ]
        whole = [
            add(window, self.tr("Export readings"), self.export, shortcut="Ctrl+E"),
            add(window, self.tr("Check this project"), self.check, shortcut="Ctrl+Shift+K"),
            add(window, self.tr("Back up…"), self.back_up, shortcut="Ctrl+Shift+B"),
        ]
        general = [
            add(window, self.tr("Find an action"), self.show_palette, shortcut="Ctrl+K"),
            add(window, self.tr("Show past notices"), self.show_notices, shortcut="Ctrl+Shift+N"),
            add(window, self.tr("Show all shortcuts"), self.show_shortcuts, shortcut="F1"),
            add(window, self.tr("Switch between light and dark"), self.switch_theme, shortcut="Ctrl+Shift+L"),
            add(window, self.tr("Settings"), self.show_settings, shortcut="Ctrl+,"),
        ]
        leave = add(window, self.tr("Quit"), window.close, shortcut=quit_keys)
        self._need_project = [close, *self._need_writing, *whole]
        self.menu = QMenu(window)
        for group in ([*begin, close], whole, general, [leave]):
            self.menu.addActions(group)
            self.menu.addSeparator()

    def has_project(self, there: bool) -> None:
        """Whether a project is open: much can be done only to one."""
        for action in self._need_project:
            action.setEnabled(there)

    def may_write(self, may: bool) -> None:
        """Whether the open project can be written."""
        for action in self._need_writing:
            action.setEnabled(may)

    def undo(self) -> None:
        if context := self._context():
            context.session.undo()

    def redo(self) -> None:
        if context := self._context():
            context.session.redo()

    def switch_theme(self) -> None:
        """Dark when it is light now, and the other way round; kept."""
        self._theme.set_mode("light" if self._theme.tokens.name == "dark" else "dark")
        self._settings.set(keys.THEME, self._theme.mode)

    def show_palette(self) -> None:
        from app.shell.dialogs.palette import Palette

        palette = Palette(self._window, self._actions, self._place())
        palette.place_wanted.connect(self._go)
        palette.open()

    def show_shortcuts(self) -> None:
        from app.shell.dialogs.shortcuts import Shortcuts

        Shortcuts(self._window, self._actions).open()

    def show_notices(self) -> None:
        """What was told before, also what has gone from the corner."""
        from app.shell.notifications.notification_history import NotificationHistory

        NotificationHistory(self._window, self._notifications, self._theme).open()

    def show_settings(self) -> None:
        from app.shell.dialogs.preferences import Preferences

        Preferences(self._window, self._settings, self._theme).open()

    def export(self) -> None:
        if context := self._context():
            from app.export.dialog import ExportDialog

            shown = self._place()
            ExportDialog(context, self._window, shown.selected_pages() if shown else ()).open()

    def check(self) -> None:
        """Look whether the project is whole."""
        if context := self._context():
            self._upkeep.check(context.session.folder)

    def back_up(self) -> None:
        """Ask where to, and copy the whole project there while the work goes on."""
        if context := self._context():
            self._upkeep.back_up(context.session.folder)
