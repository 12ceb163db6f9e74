"""Draws the state of a word: a colour, a kind of line and a mark, so that no state depends on colour alone.

A state is one of ``STATES`` or ``NOT_A_WORD``.
"""

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.style.icons import draw_icon
from app.style.tokens import NOT_A_WORD, Tokens
from app.widgets.box_handles import HANDLES

BY_PERSON = ("typed", "accepted")
_WIDE = (*BY_PERSON, "uncertain")
_WIDTHS = {"unlisted": 1.5, "unread": 1.5}
"""Lines wider than one pixel, because half of the outline is missing."""
_DASHES = {"uncertain": [4.0, 3.0], "unread": [1.5, 2.0], "aligned": [7.0, 2.0, 1.0, 2.0]}
_LINES_ONLY = ("unseen", "unlisted", NOT_A_WORD)
_ICONS = {"typed": "pen", "accepted": "accept", NOT_A_WORD: "not_a_word"}
_MARKS = {
    "accepted": ((0, -3, 3, 0), (3, 0, 8, -7)),
    "typed": ((2, -1, 8, -7), (0, 0.5, 2, -1.5)),
    "aligned": ((0, -5, 8, -5), (0, -1.5, 8, -1.5)),
}
"""Lines of the marks, in pixels from their lower left."""
_OPEN_CORNER = 9.0
"""Pixels missing at the upper right corner of a word the model was not trained on."""
_BRACKET = 7.0
"""Length in pixels of the horizontal lines of the brackets around a word that is in no list."""


def outline_pen(state: str, tokens: Tokens, ratio: float) -> QPen:
    """Return the pen of the outline, equally wide at any zoom; ``ratio`` is that of device to logical pixels."""
    return _pen(state, tokens, (2.0 if state in _WIDE else _WIDTHS.get(state, 1.0)) * ratio)


def halo_pen(tokens: Tokens, ratio: float) -> QPen:
    """Return the pen of the light line under a dotted outline, without which it is lost on a grey scan."""
    colour = QColor(tokens.sheet)
    colour.setAlpha(200)
    pen = QPen(colour, 3.5 * ratio)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def mark_pen(state: str, tokens: Tokens, ratio: float) -> QPen:
    """Return the pen of the mark beside the outline."""
    pen = QPen(QColor(tokens.state(state)), 2.0 * ratio)
    pen.setCosmetic(True)
    return pen


def has_rectangle(state: str) -> bool:
    """Return whether the outline is a whole rectangle; otherwise it consists of :func:`outline_lines`."""
    return state not in _LINES_ONLY


def has_mark(state: str) -> bool:
    """Return whether :func:`mark_lines` draws anything for this state."""
    return state in _MARKS


def outline_lines(state: str, box: tuple[float, float, float, float], pixel: float) -> list[QLineF]:
    """Return the lines of an outline that is not a whole rectangle: an open corner, brackets, or a cross.

    ``box`` is x, y, width, height; ``pixel`` is one pixel of the screen in the units of the box.
    """
    left, top, width, height = box
    right, bottom = left + width, top + height
    if state == NOT_A_WORD:
        return [QLineF(left, top, right, bottom), QLineF(left, bottom, right, top)]
    if state == "unlisted":
        length = min(_BRACKET * pixel, width / 3)
        return [
            QLineF(left, top, left, bottom),
            QLineF(right, top, right, bottom),
            *(QLineF(left, y, left + length, y) for y in (top, bottom)),
            *(QLineF(right - length, y, right, y) for y in (top, bottom)),
        ]
    gap = min(_OPEN_CORNER * pixel, width / 2, height / 2)
    return [
        QLineF(left, top, right - gap, top),
        QLineF(left, top, left, bottom),
        QLineF(left, bottom, right, bottom),
        QLineF(right, top + gap, right, bottom),
    ]


def mark_lines(state: str, box: tuple[float, float, float, float], pixel: float) -> list[QLineF]:
    """Return a pen (typed), a tick (accepted), two bars (aligned) or nothing, above the box's upper right corner."""
    x, y = box[0] + box[2] - 8 * pixel, box[1] - 3 * pixel
    return [
        QLineF(x + x0 * pixel, y + y0 * pixel, x + x1 * pixel, y + y1 * pixel)
        for x0, y0, x1, y1 in _MARKS.get(state, ())
    ]


def draw_outline(
    painter: QPainter, rect: QRectF, state: str, tokens: Tokens, width: float = 1.0, radius: float = 0.0
) -> None:
    """Draw the outline of one word.

    The line is ``width`` pixels wide, and 1 more for the states set by a person; ``radius`` rounds its corners.
    """
    painter.setPen(_pen(state, tokens, (width + (state in BY_PERSON)) * painter.device().devicePixelRatioF()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if has_rectangle(state):
        painter.drawRoundedRect(rect, radius, radius)
    else:
        painter.drawLines(outline_lines(state, (rect.x(), rect.y(), rect.width(), rect.height()), 1.0))


def draw_state_icon(painter: QPainter, box: QRect, state: str, tokens: Tokens, width: float = 1.0) -> None:
    """Draw a small mark: an icon for the states set by a person, otherwise an outline, with "?" if uncertain."""
    if state in _ICONS:
        side = min(box.width(), box.height())
        square = QRect(0, 0, side, side)
        square.moveCenter(box.center())
        draw_icon(painter, square, _ICONS[state], tokens.state(state))
        return
    inner = box.adjusted(2, 3, -2, -3)
    draw_outline(painter, QRectF(inner).adjusted(0.5, 0.5, -0.5, -0.5), state, tokens, width)
    if state == "uncertain":
        painter.save()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.75)
        painter.setFont(font)
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, "?")
        painter.restore()


def _pen(state: str, tokens: Tokens, width: float) -> QPen:
    pen = QPen(QColor(tokens.state(state)), width)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dashes := _DASHES.get(state):
        pen.setDashPattern(dashes)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def draw_handles(painter: QPainter, rect: QRectF) -> None:
    """Draw the handles of a box as squares, with the painter's pen and brush; all in pixels of the window."""
    for across, down in HANDLES:
        x, y = rect.left() + rect.width() * across / 2, rect.top() + rect.height() * down / 2
        painter.drawRect(QRectF(x - 4, y - 4, 8, 8))
