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


LIGHT = Tokens(
    "light",
    is_dark=False,
    is_high_contrast=False,
    page="#F7F4EE",
    sheet="#FFFFFF",
    ink="#1E2330",
    quiet="#585F6E",
    line="#E2DDD3",
    border="#857F73",
    disabled="#9CA1AC",
    accent="#2B5C8F",
    on_accent="#FFFFFF",
    hover="#EEE9DF",
    danger="#A32D2D",
    warn="#8F5200",
    typed="#0F6E53",
    accepted="#3A7022",
    aligned="#006370",
    seen="#2963A8",
    unseen="#8F4E00",
    unlisted="#6A4BC4",
    uncertain="#A63A74",
    unread="#5C6270",
)

DARK = Tokens(
    "dark",
    is_dark=True,
    is_high_contrast=False,
    page="#15171C",
    sheet="#1D2027",
    ink="#E9E6DF",
    quiet="#A3A9B5",
    line="#2D323C",
    border="#767D8B",
    disabled="#5F6673",
    accent="#82B4E6",
    on_accent="#10151C",
    hover="#272B34",
    danger="#F08A8A",
    warn="#F0AE57",
    typed="#5CC9A4",
    accepted="#9CCB74",
    aligned="#5CC5D4",
    seen="#7FB2EE",
    unseen="#F0AE57",
    unlisted="#B7A2F5",
    uncertain="#EE8DBF",
    unread="#8F97A4",
)

CONTRAST = Tokens(
    "contrast",
    is_dark=False,
    is_high_contrast=True,
    page="#FFFFFF",
    sheet="#FFFFFF",
    ink="#000000",
    quiet="#333333",
    line="#6B6B6B",
    border="#000000",
    disabled="#6B6B6B",
    accent="#003B8E",
    on_accent="#FFFFFF",
    hover="#E8E8E8",
    danger="#8B0000",
    warn="#5E3600",
    typed="#004D38",
    accepted="#1F4A00",
    aligned="#004A57",
    seen="#003F87",
    unseen="#663300",
    unlisted="#46208F",
    uncertain="#7A1050",
    unread="#3A3A3A",
)

CONTRAST_DARK = Tokens(
    "contrast-dark",
    is_dark=True,
    is_high_contrast=True,
    page="#000000",
    sheet="#000000",
    ink="#FFFFFF",
    quiet="#E0E0E0",
    line="#8A8A8A",
    border="#FFFFFF",
    disabled="#8A8A8A",
    accent="#FFD84D",
    on_accent="#000000",
    hover="#2B2B2B",
    danger="#FFA8A8",
    warn="#FFC873",
    typed="#6BF0C0",
    accepted="#B5F07A",
    aligned="#6BE8FF",
    seen="#A3CFFF",
    unseen="#FFC873",
    unlisted="#D6C6FF",
    uncertain="#FFA8D8",
    unread="#CFCFCF",
)

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
