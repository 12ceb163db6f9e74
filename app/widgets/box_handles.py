"""The handles of a box: hit tests, what dragging them or pressing arrow keys does to it, and the mouse over them."""

from collections.abc import Mapping

from PySide6.QtCore import Qt

from core.geometry import Box, clip, union

Size = tuple[int, int]
MIN_SIDE = 4
"""Least width and height of a box, in pixels of the page."""

HANDLES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""The eight handles of a box, in halves of its width and height, clockwise from the upper left."""
LOWER_RIGHT = 4
"""The handle that Shift and the arrow keys move."""
REACH = 9
"""Pixels of the screen around a handle in which it can be grabbed."""
ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""The directions in which keys move a box or a handle."""
_CURSORS = (
    Qt.CursorShape.SizeFDiagCursor,
    Qt.CursorShape.SizeVerCursor,
    Qt.CursorShape.SizeBDiagCursor,
    Qt.CursorShape.SizeHorCursor,
)


def handle_cursor(handle: int) -> Qt.CursorShape:
    """Return the shape of the mouse over a handle: arrows along which it is dragged."""
    return _CURSORS[handle % 4]


def handle_at(box: Box, x: float, y: float, reach: float) -> int | None:
    """Return the index in :data:`HANDLES` of the handle nearest to a point, or None beyond ``reach``."""
    nearest, found = reach, None
    for number, (across, down) in enumerate(HANDLES):
        distance = max(abs(box[0] + box[2] * across / 2 - x), abs(box[1] + box[3] * down / 2 - y))
        if distance <= nearest:
            nearest, found = distance, number
    return found


def resize(box: Box, handle: int, dx: int, dy: int, page: Size) -> Box:
    """Drag one handle of a box by (dx, dy); the box stays on the page and never turns inside out."""
    across, down = HANDLES[handle]
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    if across == 0:
        left = min(max(left + dx, 0), right - MIN_SIDE)
    elif across == 2:
        right = max(min(right + dx, page[0]), left + MIN_SIDE)
    if down == 0:
        top = min(max(top + dy, 0), bottom - MIN_SIDE)
    elif down == 2:
        bottom = max(min(bottom + dy, page[1]), top + MIN_SIDE)
    return left, top, right - left, bottom - top


def move(box: Box, dx: int, dy: int, page: Size) -> Box:
    """Move a box, but not off the page."""
    x = min(max(box[0] + dx, 0), max(0, page[0] - box[2]))
    y = min(max(box[1] + dy, 0), max(0, page[1] - box[3]))
    return x, y, box[2], box[3]


def move_or_resize(boxes: Mapping[int, Box], handle: int | None, dx: int, dy: int, page: Size) -> dict[int, Box]:
    """Move boxes together, keeping all of them on the page; with a ``handle`` resize them instead."""
    if handle is not None:
        return {word_id: resize(box, handle, dx, dy, page) for word_id, box in boxes.items()}
    whole = union(boxes.values())
    x, y, _, _ = move(whole, dx, dy, page)
    return {key: (box[0] + x - whole[0], box[1] + y - whole[1], box[2], box[3]) for key, box in boxes.items()}


def box_between(x0: float, y0: float, x1: float, y1: float, page: Size) -> Box | None:
    """Return the box between two corners, clipped to the page; None if it is too small to be intended."""
    left, right = sorted((round(x0), round(x1)))
    top, bottom = sorted((round(y0), round(y1)))
    box = clip((left, top, right - left, bottom - top), *page)
    return box if box is not None and min(box[2:]) >= MIN_SIDE else None
