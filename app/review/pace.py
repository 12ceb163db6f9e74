"""How many words were handled in this sitting, and how long the rest will take at the present pace."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

_BREAK_S = 120.0
"""A longer pause is a break; it says nothing of the pace."""
_FEWEST = 5
"""With fewer words than this the pace is not told: it would be a guess."""


class Pace:
    """``hear(n)`` when words were handled; the pace is that of the last few minutes of work."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._spent: deque[tuple[float, int]] = deque(maxlen=40)
        self.handled = 0

    def hear(self, words: int = 1) -> None:
        """``words`` were handled just now, together."""
        now = self._clock()
        seconds, self._last = now - self._last, now
        self.handled += words
        if seconds < _BREAK_S:
            self._spent.append((seconds, words))

    def take_back(self, words: int = 1) -> None:
        """An edit was undone or failed: these words were not handled after all."""
        self.handled = max(0, self.handled - words)

    def left(self, words: int) -> float | None:
        """Seconds for so many more words; None while too little is known."""
        handled = sum(n for _, n in self._spent)
        if handled < _FEWEST:
            return None
        return sum(s for s, _ in self._spent) / handled * words
