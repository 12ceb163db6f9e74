"""Every colour of the app, by its meaning. No other module names a colour."""

from __future__ import annotations

from dataclasses import dataclass

from core.project.content.words import WordState

NOT_A_WORD = "not_a_word"
"""The state of a box that a person marked as not a word."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme: colours as ``#RRGGBB``."""

    name: str
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

    def state(self, name: str) -> str:
        """Return the colour of a word's state, a :class:`WordState` or :data:`NOT_A_WORD`."""
        if name == NOT_A_WORD:
            return self.unread
        if name not in list(WordState):
            raise KeyError(name)
        return str(getattr(self, name))


LIGHT = Tokens(
    "light",
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


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
