"""Notices as toasts in the lower right corner of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ground.icons import icon
from app.ground.theme import Theme
from app.shell.hub import Hub, Notice

_SHOWN_MS = {"info": 6000, "warning": 12000, "error": 0}
_MOST = 3
_GAP = 8


class Toasts(QObject):
    """Shows the hub's notices over ``window``, the newest lowest; at most three at a time."""

    def __init__(self, window: QWidget, hub: Hub, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self.shown: list[Toast] = []
        hub.told.connect(self._show)
        window.installEventFilter(self)

    def _show(self, notice: Notice) -> None:
        toast = Toast(self._window, notice, self._theme)
        toast.closed = lambda: self._drop(toast)
        self.shown.append(toast)
        while len(self.shown) > _MOST:
            self._drop(self.shown[0])
        if ms := _SHOWN_MS[notice.level]:
            QTimer.singleShot(ms, toast, lambda: self._drop(toast))
        toast.show()
        self._arrange()

    def _drop(self, toast: Toast) -> None:
        if toast in self.shown:
            self.shown.remove(toast)
            toast.hide()
            toast.deleteLater()
            self._arrange()

    def _arrange(self) -> None:
        bottom = self._window.height() - 28 - 2 * _GAP
        for toast in reversed(self.shown):
            toast.setFixedWidth(min(480, self._window.width() - 4 * _GAP))
            toast.adjustSize()
            bottom -= toast.height()
            toast.move(self._window.width() - toast.width() - 2 * _GAP, bottom)
            toast.raise_()
            bottom -= _GAP

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._arrange()
        return super().eventFilter(watched, event)


class Toast(QFrame):
    """One notice with its button and a cross."""

    def __init__(self, parent: QWidget, notice: Notice, theme: Theme) -> None:
        super().__init__(parent)
        self.notice = notice
        self.closed = lambda: None
        self.setObjectName("toast")
        self.setProperty("level", notice.level)
        self.setAccessibleName(notice.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        text = QLabel(notice.text)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(text, 1)
        if notice.action and notice.run is not None:
            button = QPushButton(notice.action)
            button.clicked.connect(self._act)
            row.addWidget(button)
        cross = QToolButton()
        cross.setProperty("kind", "flat")
        cross.setIcon(icon("close", theme.tokens.quiet))
        cross.setAccessibleName(self.tr("Close this notice"))
        cross.clicked.connect(lambda: self.closed())
        row.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)

    def _act(self) -> None:
        assert self.notice.run is not None
        self.notice.run()
        self.closed()
