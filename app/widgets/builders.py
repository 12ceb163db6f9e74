"""Labels, flat buttons, box layouts and scroll areas, each in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

Item = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""A widget or layout, alone or with its stretch factor; or the stretch factor of an empty space."""

_FRAME = QSize(16, 48)
"""Room for the frame of a window, which the system adds."""

L = TypeVar("L", bound=QBoxLayout)


def label(text: str = "", kind: str = "", *, wrap: bool = True) -> QLabel:
    """Return a label in the style of ``kind``: "title", "section", "quiet", "caption", "danger", "warn" or ""."""
    made = QLabel(text)
    if kind:
        made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    return made


def flat_button(name: str, on_click: Callable[[], object], width: int | None = None) -> QToolButton:
    """Return a button for an icon, with ``name`` as its tooltip."""
    button = QToolButton()
    button.setProperty("kind", "flat")
    if width is not None:
        button.setFixedWidth(width)
    button.setToolTip(name)
    button.setAccessibleName(name)
    button.clicked.connect(lambda: on_click())
    return button


def column(
    *items: Item, parent: QWidget | None = None, margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int = 8
) -> QVBoxLayout:
    """Return a vertical layout of ``items``, set on ``parent`` if there is one."""
    return _fill(QVBoxLayout(parent) if parent is not None else QVBoxLayout(), items, margins, spacing)


def row(
    *items: Item, parent: QWidget | None = None, margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int = 8
) -> QHBoxLayout:
    """Return a horizontal layout of ``items``, set on ``parent`` if there is one."""
    return _fill(QHBoxLayout(parent) if parent is not None else QHBoxLayout(), items, margins, spacing)


def _fill(layout: L, items: tuple[Item, ...], margins: tuple[int, int, int, int], spacing: int) -> L:
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for item in items:
        if isinstance(item, int):
            layout.addStretch(item)
            continue
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, QLayout):
            layout.addLayout(part, stretch)
        else:
            layout.addWidget(part, stretch)
    return layout


def scroll_area(inner: QWidget) -> QScrollArea:
    """Return a frameless area in which ``inner`` scrolls, on the background of the area's parent."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inner)
    for part in (area.viewport(), inner):
        part.setAutoFillBackground(False)
    return area


def fit_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window this size, or what its screen has room for besides the frame that the system adds."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - _FRAME))
