"""The part of a page that a window shows: scale and offset, and how zooming and panning change them. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

Size = tuple[int, int]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""

MAX_SCALE = 8.0
ZOOM_STEP = 1.25
MARGIN = 24
"""Empty border around a page, in pixels of the window."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """A point (x, y) of the page is shown at (x * scale + left, y * scale + top) of the window."""

    scale: float
    left: int
    top: int

    @classmethod
    def fit(cls, page: Size, window: Size) -> Viewport:
        """Return the view of the whole page, centred."""
        return cls(_fitting_scale(page, window), 0, 0).clamped(page, window)

    @classmethod
    def initial(cls, page: Size, window: Size) -> Viewport:
        """Return the first view of a page: its width fills the window, and its upper edge is visible."""
        scale = min(1.0, max(_fitting_scale(page, window), (window[0] - 2 * MARGIN) / page[0]))
        return cls(scale, MARGIN, MARGIN).clamped(page, window)

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        return x * self.scale + self.left, y * self.scale + self.top

    def to_page(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    def rect_to_window(self, rect: Rect) -> Rect:
        x, y = self.to_window(rect[0], rect[1])
        return x, y, rect[2] * self.scale, rect[3] * self.scale

    def zoomed(self, scale: float, at: tuple[float, float], page: Size, window: Size) -> Viewport:
        """Zoom; the same point of the page stays at ``at`` of the window if the edges of the page allow it."""
        scale = min(max(scale, min_scale(page, window)), MAX_SCALE)
        x, y = self.to_page(*at)
        return Viewport(scale, round(at[0] - x * scale), round(at[1] - y * scale)).clamped(page, window)

    def panned(self, dx: int, dy: int, page: Size, window: Size) -> Viewport:
        """Move the page by pixels of the window."""
        return replace(self, left=self.left + dx, top=self.top + dy).clamped(page, window)

    def revealing(self, rect: Rect, page: Size, window: Size, below: int) -> Viewport:
        """Pan as little as possible to show a rectangle of the page and ``below`` pixels under it."""
        x, y, w, h = self.rect_to_window(rect)
        gap = 2 * MARGIN
        dx = _least_move(x - gap, x + w + gap, window[0])
        return self.panned(dx, _least_move(y - gap, y + h + gap + below, window[1]), page, window)

    def clamped(self, page: Size, window: Size) -> Viewport:
        """Keep the page in the window: centred where it is smaller, otherwise without gaps."""
        left = _clamp(self.left, page[0] * self.scale, window[0])
        return Viewport(self.scale, left, _clamp(self.top, page[1] * self.scale, window[1]))


def min_scale(page: Size, window: Size) -> float:
    """Return the smallest useful scale: half of that at which the whole page fits, at most 1."""
    return min(1.0, _fitting_scale(page, window) / 2)


def scroll_range(length: int, scale: float, window: int) -> int:
    """Return the maximum of the scroll bar along a side of a page ``length`` pixels long."""
    return max(0, round(length * scale) + 2 * MARGIN - window)


def _fitting_scale(page: Size, window: Size) -> float:
    fitting = min((window[0] - 2 * MARGIN) / page[0], (window[1] - 2 * MARGIN) / page[1])
    return min(max(fitting, 0.001), MAX_SCALE)


def _clamp(start: int, length: float, window: int) -> int:
    if length + 2 * MARGIN <= window:
        return round((window - length) / 2)
    return max(min(start, MARGIN), round(window - length - MARGIN))


def _least_move(low: float, high: float, window: int) -> int:
    if low < 0 or high - low > window:
        return round(-low)
    return round(min(0.0, window - high))
