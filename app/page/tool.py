"""What the left button of the mouse does on the page."""

from __future__ import annotations

from enum import Enum


class Tool(Enum):
    """READ and BOXES stay until another is chosen; DRAW and SPLIT do one thing and give way again."""

    READ = "read"
    BOXES = "boxes"
    DRAW = "draw"
    SPLIT = "split"

    @property
    def stays(self) -> bool:
        return self in (Tool.READ, Tool.BOXES)
