"""Where a page lies in its window: scale and offset, and how zooming and panning change them. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

Size = tuple[int, int]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""

LARGEST = 8.0
STEP = 1.25
MARGIN = 24
"""Empty border around a page, in the window's pixels."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """A point (x, y) of the page is shown at (x * scale + left, y * scale + top) of the window."""

    scale: float
    left: int
    top: int

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        return x * self.scale + self.left, y * self.scale + self.top

    def to_page(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    def rect_to_window(self, rect: Rect) -> Rect:
        x, y = self.to_window(rect[0], rect[1])
        return x, y, rect[2] * self.scale, rect[3] * self.scale


def smallest(page: Size, window: Size) -> float:
    """The smallest scale that makes sense: half of that at which the whole page fits, at most 100 %."""
    return min(1.0, _fitting(page, window) / 2)


def fit(page: Size, window: Size) -> Viewport:
    """The whole page, in the middle."""
    return placed(Viewport(_fitting(page, window), 0, 0), page, window)


def start(page: Size, window: Size) -> Viewport:
    """How a page is shown first: its width fills the window, its upper edge is in view."""
    scale = min(1.0, max(_fitting(page, window), (window[0] - 2 * MARGIN) / page[0]))
    return placed(Viewport(scale, MARGIN, MARGIN), page, window)


def zoomed(view: Viewport, scale: float, at: tuple[float, float], page: Size, window: Size) -> Viewport:
    """The same point of the page stays at ``at`` of the window, as far as the page's edges let it."""
    scale = min(max(scale, smallest(page, window)), LARGEST)
    x, y = view.to_page(*at)
    return placed(Viewport(scale, round(at[0] - x * scale), round(at[1] - y * scale)), page, window)


def panned(view: Viewport, dx: int, dy: int, page: Size, window: Size) -> Viewport:
    """The page moved by so many of the window's pixels."""
    return placed(replace(view, left=view.left + dx, top=view.top + dy), page, window)


def shown(view: Viewport, rect: Rect, page: Size, window: Size, below: int = 0) -> Viewport:
    """The least move that brings a rectangle of the page, and ``below`` pixels under it, into the window."""
    x, y, w, h = view.rect_to_window(rect)
    gap = 2 * MARGIN
    left = view.left + _least_move(x - gap, x + w + gap, window[0])
    top = view.top + _least_move(y - gap, y + h + gap + below, window[1])
    return placed(Viewport(view.scale, left, top), page, window)


def placed(view: Viewport, page: Size, window: Size) -> Viewport:
    """``view`` with the page kept in the window: in the middle where it is smaller, else without gaps."""
    return Viewport(
        view.scale, _kept(view.left, page[0] * view.scale, window[0]), _kept(view.top, page[1] * view.scale, window[1])
    )


def scroll_range(length: int, scale: float, window: int) -> int:
    """How far one can scroll along a side of a page ``length`` pixels long."""
    return max(0, round(length * scale) + 2 * MARGIN - window)


def _fitting(page: Size, window: Size) -> float:
    across = (window[0] - 2 * MARGIN) / page[0]
    down = (window[1] - 2 * MARGIN) / page[1]
    return min(max(min(across, down), 0.001), LARGEST)


def _kept(start: int, length: float, window: int) -> int:
    if length + 2 * MARGIN <= window:
        return round((window - length) / 2)
    return max(min(start, MARGIN), round(window - length - MARGIN))


def _least_move(low: float, high: float, window: int) -> int:
    if low < 0 or high - low > window:
        return round(-low)
    return round(min(0.0, window - high))
