"""The main window: the window of a project with its menu."""

from PySide6.QtGui import QCloseEvent

from app import settings as keys
from app.context import ProjectContext
from app.shell.project_window import ProjectWindow
from app.shell.window_actions import WindowActions


class MainWindow(ProjectWindow):
    """``window_actions`` work on the project's window; its header and its start page request some of them."""

    _may_close = False

    def _build(self) -> None:
        super()._build()
        actions = self.window_actions = WindowActions(self)
        self.header.project.setMenu(actions.menu)
        buttons = self.header.buttons
        buttons["undo"].clicked.connect(actions.undo)
        buttons["redo"].clicked.connect(actions.redo)
        buttons["light"].clicked.connect(actions.switch_theme)
        buttons["help"].clicked.connect(actions.show_guide)
        buttons["palette"].clicked.connect(actions.show_palette)
        buttons["messages"].clicked.connect(actions.show_history)
        self.banner.part_requested.connect(actions.take_out_part)
        self.start.guide.clicked.connect(actions.show_guide)

    def closeEvent(self, event: QCloseEvent) -> None:
        is_lost = self.session is not None and self.session.is_lost
        if not self._may_close and (is_lost or self._running_job() is not None):
            event.ignore()
            self._after_jobs(self._close_now)
            return
        self.settings.set(keys.WINDOW, bytes(self.saveGeometry().toBase64().data()).decode())
        # a job takes some seconds to save what it has; meanwhile the window would not respond
        self.hide()
        self.start.close_demo()
        self._close_dialogs()
        self.window_actions.close_guide()
        self.window_actions.close_graphics_card()
        self.close_project()
        super().closeEvent(event)

    def _set_context(self, context: ProjectContext | None) -> None:
        super()._set_context(context)
        self.window_actions.set_context(context)

    def _close_now(self) -> None:
        self._may_close = True
        self.close()
