"""How the state of a word is drawn: colour, kind of line and a mark, the same on the page and in the legend."""

from __future__ import annotations

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPen

from app.page.page_queries import NOT_A_WORD
from app.page.viewport import Rect
from app.style.tokens import Tokens

_WIDTHS = {"typed": 2.0, "accepted": 2.0, "uncertain": 2.0}
_DASHES = {"uncertain": [4.0, 3.0], "unread": [1.0, 3.0]}
_LINES_ONLY = ("unseen", NOT_A_WORD)
_MARKS = {"accepted": ((0, -3, 3, 0), (3, 0, 8, -7)), "typed": ((2, -1, 8, -7), (0, 0.5, 2, -1.5))}
"""Lines of the marks, in pixels from their lower left."""
CORNER = 9.0
"""Length of the open corner of a word that was not in the training."""


def colour(state: str, tokens: Tokens) -> QColor:
    """The colour of one of the states of the legend."""
    return QColor(tokens.unread if state == NOT_A_WORD else tokens.state(state))


def outline_pen(state: str, tokens: Tokens, ratio: float) -> QPen:
    """The pen of the outline, as wide at any zoom; ``ratio``: the screen's pixels for each of the window's."""
    pen = QPen(colour(state, tokens), _WIDTHS.get(state, 1.0) * ratio)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dashes := _DASHES.get(state):
        pen.setDashPattern(dashes)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def mark_pen(state: str, tokens: Tokens, ratio: float) -> QPen:
    """The pen of the mark beside the outline."""
    pen = QPen(colour(state, tokens), 2.0 * ratio)
    pen.setCosmetic(True)
    return pen


def has_rectangle(state: str) -> bool:
    """Whether the outline is a whole rectangle; else it is made of :func:`outline_lines`."""
    return state not in _LINES_ONLY


def has_mark(state: str) -> bool:
    """Whether :func:`mark_lines` draws anything for this state."""
    return state in _MARKS


def outline_lines(state: str, box: Rect, pixel: float) -> list[QLineF]:
    """The outline of a state without a whole rectangle; ``pixel``: one of the screen's in the box's measure."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    if state == NOT_A_WORD:
        return [QLineF(left, top, right, bottom), QLineF(left, bottom, right, top)]
    gap = min(CORNER * pixel, width / 2, height / 2)
    return [
        QLineF(left, top, right - gap, top),
        QLineF(left, top, left, bottom),
        QLineF(left, bottom, right, bottom),
        QLineF(right, top + gap, right, bottom),
    ]


def mark_lines(state: str, box: Rect, pixel: float) -> list[QLineF]:
    """A pen (typed) or a tick (accepted) over the upper right corner of the box; else nothing."""
    x, y = box[0] + box[2] - 8 * pixel, box[1] - 3 * pixel
    return [
        QLineF(x + x0 * pixel, y + y0 * pixel, x + x1 * pixel, y + y1 * pixel)
        for x0, y0, x1, y1 in _MARKS.get(state, ())
    ]
