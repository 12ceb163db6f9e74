"""The themes, light and dark, of usual and of high contrast: palette and style sheet made from the tokens."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.style.icons import FontIconEngine
from app.style.stylesheet import stylesheet
from app.style.tokens import LIGHT, Tokens, find_tokens

MODES = ("system", "light", "dark", "contrast", "contrast-dark")
_READING_FAMILIES = ("Atkinson Hyperlegible", "Source Code Pro", "Cascadia Mono", "Menlo", "DejaVu Sans Mono")
"""Fonts in which I, l, 1 and O, 0 differ; the first that is installed is used."""
_SYSTEM_POINTS = "systemPoints"
"""Property of the application: the size in points of the system's font."""


class Theme(QObject):
    """The current theme, that of the system unless a mode is set. ``changed()``: it was applied to the application."""

    changed = Signal()

    def __init__(self, app: QApplication, mode: str = "system", text_percent: int = 100) -> None:
        super().__init__(app)
        self._app = app
        self.mode = mode
        if app.property(_SYSTEM_POINTS) is None:
            app.setProperty(_SYSTEM_POINTS, app.font().pointSizeF())
        self._set_font(text_percent)
        self.tokens: Tokens = LIGHT
        app.setStyle("Fusion")
        # some desktops put coloured ones on what Qt itself offers in menus
        app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
        self._hints = app.styleHints()
        self._hints.colorSchemeChanged.connect(self._system_changed)
        if hasattr(self._hints, "accessibility"):
            self._hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)
        self.set_mode(mode)

    def set_mode(self, mode: str) -> None:
        """Set one of :data:`MODES`; any other counts as ``system``."""
        self.mode = mode if mode in MODES else "system"
        self._apply()

    def switched(self) -> str:
        """Return the mode that is dark where this one is light, and the reverse, with the same contrast."""
        dark, light = ("contrast-dark", "contrast") if self.tokens.is_high_contrast else ("dark", "light")
        return light if self.tokens.is_dark else dark

    @property
    def text_percent(self) -> int:
        """Size of the texts in percent of the system's."""
        return round(100 * text_scale())

    def set_text_percent(self, percent: int) -> None:
        """Set the size of the texts. Fonts that a view has made already change when it is built again."""
        self._set_font(percent)
        self._apply()

    def _set_font(self, percent: int) -> None:
        font = self._app.font()
        font.setPointSizeF(self._app.property(_SYSTEM_POINTS) * percent / 100)
        self._app.setFont(font)

    def follow(self, paint: Callable[[], object]) -> None:
        """Call ``paint`` now and whenever the colours have changed."""
        self.changed.connect(paint)
        paint()

    def _system_changed(self) -> None:
        if self.mode == "system":
            self._apply()

    def _apply(self) -> None:
        is_dark, is_high_contrast = self.mode.endswith("dark"), self.mode.startswith("contrast")
        if self.mode == "system":
            is_dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
            is_high_contrast = wants_high_contrast(self._app)
        self.tokens = FontIconEngine.tokens = find_tokens(is_dark=is_dark, is_high_contrast=is_high_contrast)
        # in place of another sheet Qt would polish every widget once for each widget around it
        self._app.setStyleSheet("")
        self._app.setPalette(_palette(self.tokens))
        self._app.setStyleSheet(stylesheet(self.tokens, text_scale()))
        self.changed.emit()


def wants_high_contrast(app: QApplication) -> bool:
    """Return whether the system asks for high contrast; False where Qt does not report it: before 6.10."""
    hints = app.styleHints()  # held, because the answers die with it
    if not hasattr(hints, "accessibility"):
        return False
    return bool(hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast)


def reading_font(points: float | None = None, *, times: float = 1.0) -> QFont:
    """Return the font of transcriptions: ``points`` for texts of the usual size, else ``times`` as large as others."""
    installed = set(QFontDatabase.families())
    family = next((name for name in _READING_FAMILIES if name in installed), None)
    font = QFont(family) if family else QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(points * text_scale() if points else QApplication.font().pointSizeF() * times)
    return font


def text_scale() -> float:
    """Return the size of the texts relative to the system's."""
    app = QApplication.instance()
    system = None if app is None else app.property(_SYSTEM_POINTS)
    return QApplication.font().pointSizeF() / system if system else 1.0


def tabular(font: QFont) -> QFont:
    """Return the font with digits of one width, which line up in columns."""
    tabbed = QFont(font)
    tabbed.setFeature(QFont.Tag("tnum"), 1)
    return tabbed


def _palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for colour_role, colour in {
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
        palette.setColor(colour_role, QColor(colour))
    for colour_role in (role.Text, role.ButtonText, role.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, colour_role, QColor(tokens.quiet))
    return palette
