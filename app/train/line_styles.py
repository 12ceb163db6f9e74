"""How the curves of several members or runs are told apart: colour, kind of line, and a number at their end."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from app.style.tokens import Tokens

_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_COLOURS = ("seen", "unseen", "typed", "uncertain", "accepted", "unread")


def colour(tokens: Tokens, number: int) -> str:
    """The colour of member or run ``number`` (from 0)."""
    return tokens.state(_COLOURS[number % len(_COLOURS)])


def pen(tokens: Tokens, number: int, width: float = 2.0) -> QPen:
    """Its line: no two of the first 24 are alike."""
    line = QPen(QColor(colour(tokens, number)), width)
    line.setCosmetic(True)
    # neighbours differ in colour, and those of one colour in their dashes
    line.setStyle(_DASHES[number // len(_COLOURS) % len(_DASHES)])
    return line
