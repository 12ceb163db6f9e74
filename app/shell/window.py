"""The main window: the window of a project with its menu; it is rebuilt when the language is switched."""

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from app import settings as keys
from app.context import ProjectContext
from app.shell.project_window import ProjectWindow
from app.shell.window_actions import WindowActions
from app.text import translations


class MainWindow(ProjectWindow):
    """``window_actions`` work on the project's window; its header and its start page request some of them."""

    _may_close = False

    def _build(self) -> None:
        super()._build()
        actions = self.window_actions = WindowActions(self)
        # the dialog that asks for it is replaced, too: not while it is still sending the signal
        actions.language_requested.connect(lambda choice: QTimer.singleShot(0, self, lambda: self._change(choice)))
        self.header.set_menu(actions.menu)
        self.header.undo_requested.connect(actions.undo)
        self.header.redo_requested.connect(actions.redo)
        self.header.theme_requested.connect(actions.switch_theme)
        self.header.help_requested.connect(actions.show_guide)
        self.header.palette_requested.connect(actions.show_palette)
        self.header.history_requested.connect(actions.show_history)
        self.banner.part_requested.connect(actions.take_out_part)
        self.start.guide_requested.connect(actions.show_guide)

    def set_language(self, choice: str) -> None:
        """Switch to another language: all parts with texts are rebuilt and show what they showed before.

        The project stays open, its jobs continue, and nothing is saved or lost.
        """
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.settings.set(keys.LANGUAGE, choice)
        shown = self.current_view()
        self._views.hand_over()
        guide, start, actions = self.window_actions.guide_place(), self.start, self.window_actions
        tour_stop = None if self._tour is None else self._tour.number
        translations.install(app, choice)
        self.setLocale(QLocale())  # a field has the locale of its window, which was made in another language
        self._take_down()
        self._build()
        self.start.take_over(start)
        actions.deleteLater()
        if self.session is None:
            self._show_start()
        else:
            self._show_project(self.session)
            self.show_view(shown.name if shown is not None else "collection")
        self.toasts.arrange()
        if guide is not None:
            self.window_actions.reopen_guide(guide)
        if tour_stop is not None:
            self.tour.resume(tour_stop, self.context is not None)

    def _take_down(self) -> None:
        """Remove all parts with texts; views that wait for a job live on."""
        self.window_actions.close_guide()
        self.app_actions.forget_all()
        for action in self.actions():
            self.removeAction(action)
            action.deleteLater()
        self.window_actions.menu.deleteLater()
        if self.session is not None:
            self._views.take_down(self.session)
        if self._tour is not None:
            self._tour.stop()
            self._tour.discard()
            self._tour = None

    def closeEvent(self, event: QCloseEvent) -> None:
        is_lost = self.session is not None and self.session.is_lost
        if not self._may_close and (is_lost or self._running_job() is not None):
            event.ignore()
            self._after_jobs(self._close_now)
            return
        self.settings.set(keys.WINDOW, bytes(self.saveGeometry().toBase64().data()).decode())
        # a job takes some seconds to save what it has; meanwhile the window would not respond
        self.hide()
        self.start.demo.close()
        self._close_dialogs()
        self.window_actions.close_guide()
        self.window_actions.close_graphics_card()
        self.close_project()
        super().closeEvent(event)

    def _set_context(self, context: ProjectContext | None) -> None:
        super()._set_context(context)
        self.window_actions.set_context(context)

    def _change(self, choice: str) -> None:
        """Switch the language for the settings, which are shown again where they were."""
        from app.shell.dialogs.preferences import Preferences

        place = None
        for dialog in self.findChildren(Preferences):
            place = dialog.pos()
            dialog.close()
        self.set_language(choice)
        if place is not None:
            self.window_actions.show_settings(place)

    def _close_now(self) -> None:
        self._may_close = True
        self.close()
