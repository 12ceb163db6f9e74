"""How the scans of the open project are shown, and the actions that change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.scan_display.adjustment import MOST, NEUTRAL, ScanAdjustment
from app.settings import MAX_RECENT, SCAN_DISPLAY

STEP = 10


class ScanDisplay(QObject):
    """One per context: see :meth:`for_context`. ``changed()`` when the scans look different.

    The adjustment is kept for each project, because it suits its scans, and in the person's settings, because it suits
    their eyes: other people who open the project see it as it is.
    """

    changed = Signal()

    @classmethod
    def for_context(cls, context: ProjectContext) -> ScanDisplay:
        """Return the context's display, made on the first call."""
        return context.findChild(cls) or cls(context)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._settings, self._folder = context.settings, str(context.session.folder)
        self._adjustment = self._stored()

    @property
    def adjustment(self) -> ScanAdjustment:
        return self._adjustment

    def adjust(self, adjustment: ScanAdjustment) -> None:
        """Show the scans so, and keep it."""
        if adjustment == self._adjustment:
            return
        self._adjustment = adjustment
        others = [entry for entry in self._settings.get(SCAN_DISPLAY) if self._folder not in entry[:1]]
        own = [self._folder, adjustment.brightness, adjustment.contrast, adjustment.is_inverted]
        self._settings.set(SCAN_DISPLAY, ([] if adjustment.is_neutral else [own]) + others[: MAX_RECENT - 1])
        self.changed.emit()

    def reset(self) -> None:
        """Show the scans as they are."""
        self.adjust(NEUTRAL)

    def invert(self) -> None:
        self.adjust(replace(self._adjustment, is_inverted=not self._adjustment.is_inverted))

    def brighten(self, by: int) -> None:
        self.adjust(replace(self._adjustment, brightness=_limited(self._adjustment.brightness + by)))

    def strengthen(self, by: int) -> None:
        """Change the contrast."""
        self.adjust(replace(self._adjustment, contrast=_limited(self._adjustment.contrast + by)))

    def add_actions(self, owner: QWidget, view: str, context: ProjectContext) -> dict[str, QAction]:
        """Add the actions of a view, and return them by name."""
        add = partial(context.actions.add, owner, view=view)
        commands: dict[str, tuple[str, Callable[[], object], str]] = {
            "invert": (self.tr("Invert the scan"), self.invert, "Alt+I"),
            "brighter": (self.tr("Show the scan brighter"), partial(self.brighten, STEP), "Alt+PgUp"),
            "darker": (self.tr("Show the scan darker"), partial(self.brighten, -STEP), "Alt+PgDown"),
            "more": (self.tr("More contrast of the scan"), partial(self.strengthen, STEP), "Alt+Shift+PgUp"),
            "less": (self.tr("Less contrast of the scan"), partial(self.strengthen, -STEP), "Alt+Shift+PgDown"),
            "reset": (self.tr("Show the scan as it is"), self.reset, "Alt+0"),
        }
        return {name: add(text, run, shortcut=keys) for name, (text, run, keys) in commands.items()}

    def _stored(self) -> ScanAdjustment:
        for entry in self._settings.get(SCAN_DISPLAY):
            match entry:
                case [str(folder), int(brightness), int(contrast), bool(inverted)] if folder == self._folder:
                    return ScanAdjustment(_limited(brightness), _limited(contrast), inverted)
        return NEUTRAL


def _limited(value: int) -> int:
    return min(max(value, -MOST), MOST)
