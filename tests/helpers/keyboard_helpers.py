"""Walk through a window with the Tab key: what takes the focus, and which controls no key reaches."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

USABLE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
MAX_STOPS = 250


def tab_round(
    start: QWidget, *, backwards: bool = False, visit: Callable[[QWidget], object] = lambda stop: None
) -> list[QWidget]:
    """Press Tab from ``start`` until it has the focus again; return the stops, ``start`` first.

    ``visit`` is called with each stop while it has the focus.

    Raises AssertionError if the focus does not come back: it is trapped, or goes round without ``start``.
    """
    start.setFocus(Qt.FocusReason.TabFocusReason)
    first = QApplication.focusWidget()
    assert first is not None, f"{name(start)} does not take the focus"
    stops, key = [first], Qt.Key.Key_Backtab if backwards else Qt.Key.Key_Tab
    modifier = Qt.KeyboardModifier.ShiftModifier if backwards else Qt.KeyboardModifier.NoModifier
    while len(stops) < MAX_STOPS:
        QTest.keyClick(stops[-1], key, modifier)
        focused = QApplication.focusWidget()
        for _ in range(MAX_STOPS):
            if focused is not stops[-1] or not isinstance(focused, QTextBrowser):
                break
            QTest.keyClick(focused, key, modifier)  # from one link of a text to the next
            focused = QApplication.focusWidget()
        assert focused is not None, f"Tab loses the focus after {name(stops[-1])}"
        if focused is first:
            return stops
        assert focused is not stops[-1], f"{name(focused)} traps the focus"
        assert focused not in stops, f"Tab never comes back to {name(first)}: round from {name(focused)}"
        stops.append(focused)
        visit(focused)
    raise AssertionError(f"Tab does not come back to {name(first)}")


def unreached(root: QWidget, stops: list[QWidget]) -> list[QWidget]:
    """Return the visible, enabled controls that are no stops; of several of which one is chosen, one is enough."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if isinstance(widget, USABLE)
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window() is root.window()
        and not isinstance(widget, QScrollBar)
        and not _is_part(widget)
        and widget not in stops
        and not _is_group_reached(widget, stops)
    ]


def is_in_sight(widget: QWidget) -> bool:
    """Return whether some of a widget that has the focus can be seen: nothing has scrolled it away."""
    return not widget.visibleRegion().isEmpty()


def shows_focus(widget: QWidget) -> bool:
    """Return whether a widget with the focus, with the pixels around it, looks different without it."""
    window = widget.window()
    area = QRect(widget.mapTo(window, QPoint(-3, -3)), widget.size()).adjusted(0, 0, 6, 6).intersected(window.rect())
    with_focus = window.grab(area).toImage()
    widget.clearFocus()
    without = window.grab(area).toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    return bool(with_focus != without)


def name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton | QLineEdit) else ""
    parent = widget.parentWidget()
    return (
        f"{type(widget).__name__} '{widget.accessibleName() or text or widget.objectName()}' in {type(parent).__name__}"
    )


def _is_part(widget: QWidget) -> bool:
    """Return whether it belongs to a control that has the focus for it."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QComboBox | QAbstractSpinBox | QLineEdit | QTabBar | QAbstractItemView):
            return True
        parent = parent.parentWidget()
    return False


def _is_group_reached(widget: QWidget, stops: list[QWidget]) -> bool:
    if not isinstance(widget, QAbstractButton) or not widget.isCheckable():
        return False
    group = widget.group()
    if group is not None and group.exclusive():
        return any(button in stops for button in group.buttons())
    if not widget.autoExclusive():
        return False
    return any(isinstance(stop, QAbstractButton) and stop.parent() is widget.parent() for stop in stops)
