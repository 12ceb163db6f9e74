"""Less motion on the screen, for a person who chose that in the settings or whose system asks for it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from core.system.platforms import is_windows

_REDUCED = "reducedMotion"
"""Property of the application: the person asked for it in the settings."""


def reduce(on: bool) -> None:
    """Set whether the person wants less motion, and repaint the screen."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setProperty(_REDUCED, on)
        for widget in app.allWidgets():
            if isinstance(widget, QWidget) and widget.isVisible():
                widget.update()


def is_reduced() -> bool:
    """Return whether nothing may move by itself.

    Of the systems, Qt reads only from Windows whether it animates its controls.
    """
    app = QApplication.instance()
    if app is None:
        return False
    return bool(app.property(_REDUCED)) or (is_windows() and not QApplication.isEffectEnabled(Qt.UIEffect.UI_General))
