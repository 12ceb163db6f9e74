"""Light and dark: the palette and style sheet made of the tokens, following the system unless told otherwise."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.style.stylesheet import stylesheet
from app.style.tokens import DARK, LIGHT, Tokens

MODES = ("system", "light", "dark")
_READING_FAMILIES = ("Atkinson Hyperlegible", "Source Code Pro", "Cascadia Mono", "Menlo", "DejaVu Sans Mono")
"""Faces in which I, l, 1 and O, 0 differ; the first that is installed is taken."""


class Theme(QObject):
    """The look in force. ``changed`` is emitted after the application was given a new one."""

    changed = Signal()

    def __init__(self, app: QApplication, mode: str = "system") -> None:
        super().__init__(app)
        self._app = app
        self.mode = mode
        self.tokens: Tokens = LIGHT
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.set_mode(mode)

    def set_mode(self, mode: str) -> None:
        """``system``, ``light`` or ``dark``."""
        self.mode = mode if mode in MODES else "system"
        self._apply()

    def _system_changed(self) -> None:
        if self.mode == "system":
            self._apply()

    def _apply(self) -> None:
        dark = self.mode == "dark" or (
            self.mode == "system" and self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
        self.tokens = DARK if dark else LIGHT
        self._app.setPalette(_palette(self.tokens))
        self._app.setStyleSheet(stylesheet(self.tokens))
        self.changed.emit()


def reading_font(points: float | None = None) -> QFont:
    """The face in which readings are set; ``points`` of None is the system's size."""
    installed = set(QFontDatabase.families())
    family = next((name for name in _READING_FAMILIES if name in installed), None)
    font = QFont(family) if family else QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(points or QApplication.font().pointSizeF())
    return font


def tabular(font: QFont) -> QFont:
    """The font with figures of one width, so that numbers below one another line up."""
    tabbed = QFont(font)
    tabbed.setFeature(QFont.Tag("tnum"), 1)
    return tabbed


def _palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in {
        role.Window: tokens.page,
        role.WindowText: tokens.ink,
        role.Base: tokens.sheet,
        role.AlternateBase: tokens.page,
        role.Text: tokens.ink,
        role.PlaceholderText: tokens.quiet,
        role.Button: tokens.sheet,
        role.ButtonText: tokens.ink,
        role.BrightText: tokens.danger,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Link: tokens.accent,
        role.ToolTipBase: tokens.sheet,
        role.ToolTipText: tokens.ink,
        role.Mid: tokens.line,
        role.Accent: tokens.accent,
    }.items():
        palette.setColor(which, QColor(colour))
    for which in (role.Text, role.ButtonText, role.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(tokens.quiet))
    return palette
