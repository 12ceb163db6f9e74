"""Every colour of the app, by its meaning. No other module names a colour."""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import dataclass

STATES = frozenset({"typed", "accepted", "aligned", "seen", "unseen", "unlisted", "uncertain", "unread"})
"""The values of :class:`core.project.content.words.WordState`, with which the whole database would be imported."""
_GOLDEN_SECTION = 0.381966
NOT_A_WORD = "not_a_word"
"""The state of a box that a person marked as not a word."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme: colours as ``#RRGGBB``."""

    name: str
    is_dark: bool
    is_high_contrast: bool
    """True if texts have a contrast of 7 and all else one of 4.5, in place of 4.5 and 3."""
    page: str
    sheet: str
    ink: str
    quiet: str
    line: str
    """Lines that only divide."""
    border: str
    """Edges of what can be used: fields, buttons, cards, lists."""
    disabled: str
    """Texts of menus that cannot be chosen now."""
    accent: str
    on_accent: str
    """Text on the accent colour."""
    hover: str
    danger: str
    warn: str
    typed: str
    accepted: str
    aligned: str
    seen: str
    unseen: str
    unlisted: str
    uncertain: str
    unread: str

    def colours(self) -> dict[str, str]:
        """Return the colours by their names."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in values.items() if str(value).startswith("#")}

    def on_scan(self, is_dark: bool) -> Tokens:
        """Return the colours for drawing on a scan, whose paper is light in the dark theme, too."""
        return find_tokens(is_dark=is_dark, is_high_contrast=self.is_high_contrast)

    def reader(self, number: int) -> str:
        """Return the colour of reader ``number`` (from 0) in plots; neighbours differ most."""
        lightness = (
            (0.78 if self.is_high_contrast else 0.7) if self.is_dark else 0.22 if self.is_high_contrast else 0.32
        )
        red, green, blue = hls_to_rgb((0.58 + number * _GOLDEN_SECTION) % 1, lightness, 0.75)
        return f"#{round(255 * red):02X}{round(255 * green):02X}{round(255 * blue):02X}"

    def state(self, name: str) -> str:
        """Return the colour of a word's state, one of :data:`STATES` or :data:`NOT_A_WORD`."""
        if name == NOT_A_WORD:
            return self.unread
        if name not in STATES:
            raise KeyError(name)
        return str(getattr(self, name))


_COLOURS = {
    "page": ("#F7F4EE", "#15171C", "#FFFFFF", "#000000"),
    "sheet": ("#FFFFFF", "#1D2027", "#FFFFFF", "#000000"),
    "ink": ("#1E2330", "#E9E6DF", "#000000", "#FFFFFF"),
    "quiet": ("#585F6E", "#A3A9B5", "#333333", "#E0E0E0"),
    "line": ("#E2DDD3", "#2D323C", "#6B6B6B", "#8A8A8A"),
    "border": ("#857F73", "#767D8B", "#000000", "#FFFFFF"),
    "disabled": ("#9CA1AC", "#5F6673", "#6B6B6B", "#8A8A8A"),
    "accent": ("#2B5C8F", "#82B4E6", "#003B8E", "#FFD84D"),
    "on_accent": ("#FFFFFF", "#10151C", "#FFFFFF", "#000000"),
    "hover": ("#EEE9DF", "#272B34", "#E8E8E8", "#2B2B2B"),
    "danger": ("#A32D2D", "#F08A8A", "#8B0000", "#FFA8A8"),
    "warn": ("#8F5200", "#F0AE57", "#5E3600", "#FFC873"),
    "typed": ("#0F6E53", "#5CC9A4", "#004D38", "#6BF0C0"),
    "accepted": ("#3A7022", "#9CCB74", "#1F4A00", "#B5F07A"),
    "aligned": ("#006370", "#5CC5D4", "#004A57", "#6BE8FF"),
    "seen": ("#2963A8", "#7FB2EE", "#003F87", "#A3CFFF"),
    "unseen": ("#8F4E00", "#F0AE57", "#663300", "#FFC873"),
    "unlisted": ("#6A4BC4", "#B7A2F5", "#46208F", "#D6C6FF"),
    "uncertain": ("#A63A74", "#EE8DBF", "#7A1050", "#FFA8D8"),
    "unread": ("#5C6270", "#8F97A4", "#3A3A3A", "#CFCFCF"),
}
"""The colours of the light and the dark theme, and of these two with high contrast."""


def _theme(place: int, name: str, *, is_dark: bool, is_high_contrast: bool) -> Tokens:
    colours = {meaning: of_themes[place] for meaning, of_themes in _COLOURS.items()}
    return Tokens(name, is_dark=is_dark, is_high_contrast=is_high_contrast, **colours)


LIGHT = _theme(0, "light", is_dark=False, is_high_contrast=False)
DARK = _theme(1, "dark", is_dark=True, is_high_contrast=False)
CONTRAST = _theme(2, "contrast", is_dark=False, is_high_contrast=True)
CONTRAST_DARK = _theme(3, "contrast-dark", is_dark=True, is_high_contrast=True)
ALL = (LIGHT, DARK, CONTRAST, CONTRAST_DARK)


def find_tokens(*, is_dark: bool, is_high_contrast: bool) -> Tokens:
    """Return the theme that is dark or light, and of usual or of high contrast."""
    return next(theme for theme in ALL if (theme.is_dark, theme.is_high_contrast) == (is_dark, is_high_contrast))


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
