"""Search for all that does not fit in a window: texts that are cut off, and controls that nobody can reach."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QToolButton,
    QWidget,
)

_SLACK = 1
"""Pixels of rounding in font metrics."""
_FIELD_EDGE = 3
"""Pixels of border and space that a field needs above and below its text."""
_USABLE = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractSlider)


def clipped_texts(root: QWidget) -> list[str]:
    """Return every visible label, button and field whose text does not fit, with the space it has and needs."""
    found = []
    for widget in _visible(root):
        width, height = widget.width() + _SLACK, widget.height() + _SLACK
        needs = _needed(widget)
        if needs is not None and (needs[0] > width or needs[1] > height):
            found.append(f"{_name(widget)} has {widget.width()}x{widget.height()} of {needs[0]}x{needs[1]} px")
    return found


def unreachable(root: QWidget) -> list[str]:
    """Return every visible control that no scrolling brings into view as a whole."""
    found = []
    for widget in _visible(root):
        if not isinstance(widget, _USABLE) or isinstance(widget, QScrollBar) or not widget.isEnabled():
            continue
        if isinstance(widget.parentWidget(), QLineEdit | QTabBar | QAbstractSpinBox | QComboBox):
            continue  # parts of these, which they place themselves
        _scroll_to(widget)
        shown = widget.visibleRegion().boundingRect()
        whole = widget.rect()
        if isinstance(widget, QCheckBox | QRadioButton):
            whole.setWidth(min(whole.width(), widget.sizeHint().width()))  # what follows the text is empty
        if shown.width() < whole.width() - _SLACK or shown.height() < whole.height() - _SLACK:
            found.append(f"{_name(widget)} {_place(widget)}: {_size(shown)} of {_size(whole)} px can be seen")
    return found


def letters_for_alt(root: QWidget) -> list[str]:
    """Return every letter that Alt reaches twice among what is visible at the same time, with the two texts."""
    found: dict[str, list[str]] = {}
    for widget in _visible(root):
        texts = []
        if isinstance(widget, QAbstractButton) or (isinstance(widget, QLabel) and widget.buddy() is not None):
            texts = [widget.text()]
        elif isinstance(widget, QTabBar):
            texts = [widget.tabText(number) for number in range(widget.count())]
        for text in texts:
            found.setdefault(mnemonic(text), []).append(text)
    return [f"Alt+{letter}: {texts}" for letter, texts in found.items() if letter and len(texts) > 1]


def mnemonic(text: str) -> str:
    """Return the letter after a single "&" in upper case, "" without one."""
    match = re.search(r"&(\w)", text.replace("&&", ""))
    return match[1].upper() if match else ""


def _visible(root: QWidget) -> Iterator[QWidget]:
    for widget in [root, *root.findChildren(QWidget)]:
        if widget.isVisible() and (widget is root or widget.window() is root.window()):
            yield widget


def _needed(widget: QWidget) -> tuple[int, int] | None:
    """Return the width and height that the text of a widget needs; None for a widget whose text may be shortened."""
    if isinstance(widget, QLabel):
        # elided labels have a class or property of that name, and a tooltip with the whole text
        if not widget.text() or "Elided" in type(widget).__name__ or widget.property("elided"):
            return None
        if widget.wordWrap():
            return 0, widget.heightForWidth(widget.width())
        return widget.sizeHint().width(), widget.fontMetrics().height()
    if isinstance(widget, QToolButton) and (
        widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly or not widget.text()
    ):
        return None
    if isinstance(widget, QPushButton | QToolButton | QCheckBox | QRadioButton) and widget.text():
        return widget.sizeHint().width(), widget.fontMetrics().height()
    if isinstance(widget, QLineEdit | QComboBox | QAbstractSpinBox) and not isinstance(
        widget.parentWidget(), QAbstractSpinBox | QComboBox
    ):
        return 0, widget.fontMetrics().height() + 2 * _FIELD_EDGE
    return None


def _scroll_to(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea) and parent.widget() is not None and parent.widget().isAncestorOf(widget):
            # not ensureWidgetVisible, which is content with the cursor of a field
            rect = QRect(widget.mapTo(parent.widget(), QPoint(0, 0)), widget.size())
            centre = rect.center()
            parent.ensureVisible(centre.x(), centre.y(), rect.width() // 2 + 1, rect.height() // 2 + 1)
        parent = parent.parentWidget()


def _name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel | QLineEdit) else ""
    return f"{type(widget).__name__} '{(text or widget.accessibleName() or widget.objectName())[:60]}'"


def _place(widget: QWidget) -> str:
    corner = widget.mapTo(widget.window(), widget.rect().topLeft())
    return f"at {corner.x()},{corner.y()} of {_size(widget.window().rect())}"


def _size(rect: QRect) -> str:
    return f"{rect.width()}x{rect.height()}"
