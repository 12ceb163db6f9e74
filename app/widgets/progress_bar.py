"""A thin progress bar that stands still where motion is reduced: nothing else moves by itself."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressBar, QStyleOptionProgressBar, QWidget

from core.system.platforms import is_windows

_REDUCED = "reducedMotion"
"""Property of the application: the person asked for it in the settings."""


def reduce_motion(on: bool) -> None:
    """Set whether the person wants less motion, and repaint the screen."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setProperty(_REDUCED, on)
        for widget in app.allWidgets():
            if isinstance(widget, QWidget) and widget.isVisible():
                widget.update()


def is_motion_reduced() -> bool:
    """Return whether nothing may move by itself.

    Of the systems, Qt reads only from Windows whether it animates its controls.
    """
    app = QApplication.instance()
    if app is None:
        return False
    return bool(app.property(_REDUCED)) or (is_windows() and not QApplication.isEffectEnabled(Qt.UIEffect.UI_General))


class ProgressBar(QProgressBar):
    """While the end of the work is unknown, its bar runs to and fro; with reduced motion it stays empty.

    It has no text; ``name`` is what screen readers say.
    """

    def __init__(self, name: str = "", *, total: int = 100) -> None:
        super().__init__(maximum=total, textVisible=False)
        self.setAccessibleName(name)
        self.setFixedHeight(6)

    def initStyleOption(self, option: QStyleOptionProgressBar) -> None:
        super().initStyleOption(option)
        if option.minimum == option.maximum and is_motion_reduced():
            option.minimum, option.maximum, option.progress = 0, 1, 0
