"""The display of the scans of the open project, and the actions that change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from app.context import OnePerContext, ProjectContext
from app.scan_display.adjustment import MOST, NEUTRAL, ScanAdjustment
from app.settings import SCAN_DISPLAY

STEP = 10


class ScanDisplay(OnePerContext):
    """How the scans look.

    The adjustment is kept for each project, because it suits its scans, and in the person's settings, because it suits
    their eyes: other people who open the project see it as it is.
    """

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._settings, self._folder = context.settings, context.session.folder
        self._adjustment = self._stored()

    @property
    def adjustment(self) -> ScanAdjustment:
        return self._adjustment

    def adjust(self, adjustment: ScanAdjustment) -> None:
        """Show the scans so, and keep it."""
        if adjustment == self._adjustment:
            return
        self._adjustment = adjustment
        values = [] if adjustment.is_neutral else [adjustment.brightness, adjustment.contrast, adjustment.is_inverted]
        self._settings.set_of_project(SCAN_DISPLAY, self._folder, values)
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

    def add_actions(self, owner: QWidget, view: str, context: ProjectContext) -> None:
        """Add the actions of a view."""
        add = partial(context.actions.add, owner, view=view)
        commands: list[tuple[str, Callable[[], object], str]] = [
            (self.tr("Invert the scan"), self.invert, "Alt+I"),
            (self.tr("Show the scan brighter"), partial(self.brighten, STEP), "Alt+PgUp"),
            (self.tr("Show the scan darker"), partial(self.brighten, -STEP), "Alt+PgDown"),
            (self.tr("More contrast of the scan"), partial(self.strengthen, STEP), "Alt+Shift+PgUp"),
            (self.tr("Less contrast of the scan"), partial(self.strengthen, -STEP), "Alt+Shift+PgDown"),
            (self.tr("Show the scan as it is"), self.reset, "Alt+0"),
        ]
        for text, run, keys in commands:
            add(text, run, shortcut=keys)

    def _stored(self) -> ScanAdjustment:
        match self._settings.of_project(SCAN_DISPLAY, self._folder):
            case [int(brightness), int(contrast), bool(inverted)]:
                return ScanAdjustment(_limited(brightness), _limited(contrast), inverted)
        return NEUTRAL


def _limited(value: int) -> int:
    return min(max(value, -MOST), MOST)
