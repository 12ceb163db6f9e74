"""The accessible tree of a window: its objects with name, role, state and value, and the faults of these."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QTabBar,
    QTableView,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QWidget,
)

Role = QAccessible.Role
NAME, DESCRIPTION, VALUE = QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value

CONTROLS = {
    Role.Button,
    Role.ButtonMenu,
    Role.ButtonDropDown,
    Role.CheckBox,
    Role.RadioButton,
    Role.EditableText,
    Role.ComboBox,
    Role.SpinBox,
    Role.Slider,
    Role.ProgressBar,
    Role.List,
    Role.ListItem,
    Role.Table,
    Role.Tree,
    Role.TreeItem,
    Role.ColumnHeader,
    Role.PageTab,
    Role.PageTabList,
    Role.MenuItem,
    Role.Link,
    Role.Dialog,
    Role.Window,
}
"""Roles of controls and messages; each needs a name."""
ROLES: tuple[tuple[type[QWidget], set[Role]], ...] = (
    (QComboBox, {Role.ComboBox}),
    (QAbstractSpinBox, {Role.SpinBox}),
    (QLineEdit, {Role.EditableText}),
    (QPlainTextEdit, {Role.EditableText, Role.Document}),
    (QTextBrowser, {Role.EditableText, Role.StaticText, Role.Document}),
    (QTextEdit, {Role.EditableText, Role.Document}),
    (QTableView, {Role.Table}),
    (QAbstractItemView, {Role.List, Role.Table, Role.Tree}),
    (QTabBar, {Role.PageTabList}),
    (QProgressBar, {Role.ProgressBar}),
    (QAbstractSlider, {Role.Slider}),
)
MAX_ITEMS = 40
"""Items of a list or cells of a table that are read; the others are made by the same code."""


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None, widget
    return found


def walk(root: QWidget) -> Iterator[QAccessibleInterface]:
    """Yield every object of a window that is not hidden, as a screen reader walks through them."""
    waiting = [interface(root)]
    while waiting:
        found = waiting.pop()
        if found.state().invisible:
            continue
        yield found
        children = range(min(found.childCount(), MAX_ITEMS) if found.role() in _ITEM_VIEWS else found.childCount())
        waiting += [child for i in reversed(children) if (child := found.child(i)) is not None]


_ITEM_VIEWS = {Role.List, Role.Table, Role.Tree}


def describe(found: QAccessibleInterface) -> str:
    """Return role, name and owner of an object, for messages of tests."""
    widget = found.object()
    owner = f" ({type(widget).__name__} {widget.objectName()})" if widget is not None else ""
    parent = found.parent().object() if found.parent() is not None else None
    inside = f" in {type(parent).__name__}" if parent is not None else ""
    return f"{found.role().name} '{found.text(NAME)[:60]}'{owner}{inside}"


def faults(root: QWidget) -> list[str]:
    """Return every visible control without a name, with a wrong role, or without the value that it shows."""
    found = []
    for node in walk(root):
        widget = node.object()
        if isinstance(widget, QScrollBar) or _is_part(node):
            continue
        if node.role() in CONTROLS and not node.text(NAME).strip():
            found.append(f"no name: {describe(node)}")
        if isinstance(widget, QWidget):
            found += [f"{fault}: {describe(node)}" for fault in _widget_faults(widget, node)]
    return found


def _widget_faults(widget: QWidget, each: QAccessibleInterface) -> Iterator[str]:
    wanted = _wanted_roles(widget)
    if wanted is not None and each.role() not in wanted:
        yield f"role is not {' or '.join(sorted(role.name for role in wanted))}"
    takes_focus = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    can_focus = takes_focus and widget.isEnabled()
    if can_focus and not _is_internal(widget):
        if not each.text(NAME).strip():
            yield "takes the focus without a name"
        if each.role() in (Role.Client, Role.NoRole, Role.Pane) and not isinstance(widget, QAbstractScrollArea):
            yield "takes the focus without a role"
    if each.state().disabled == widget.isEnabled():
        yield "state does not tell whether it is enabled"
    is_box = isinstance(widget, QAbstractButton) and widget.isCheckable()
    if is_box and (not each.state().checkable or bool(each.state().checked) != widget.isChecked()):
        yield "state does not tell whether it is checked"
    if isinstance(widget, QAbstractSlider | QProgressBar | QAbstractSpinBox) and each.valueInterface() is None:
        yield "no value"
    if isinstance(widget, QLineEdit) and not widget.isReadOnly() and each.text(VALUE) != widget.displayText():
        yield "value is not its text"


def _wanted_roles(widget: QWidget) -> set[Role] | None:
    """Return the roles that a widget of this kind may have, None if any."""
    if isinstance(widget, QAbstractButton):
        if widget.isCheckable():
            group = widget.group()
            is_one_of = widget.autoExclusive() or (group is not None and group.exclusive())
            return {Role.RadioButton} if is_one_of else {Role.CheckBox}
        has_menu = getattr(widget, "menu", lambda: None)() is not None
        if not has_menu:
            return {Role.Button}
        split = (
            isinstance(widget, QToolButton) and widget.popupMode() == QToolButton.ToolButtonPopupMode.MenuButtonPopup
        )
        return {Role.ButtonDropDown, Role.Button} if split else {Role.ButtonMenu}
    return next((roles for kind, roles in ROLES if isinstance(widget, kind)), None)


def _is_internal(widget: QWidget) -> bool:
    """Return whether it is a part of a control that speaks for it."""
    return isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox) or widget.objectName().startswith("qt_")


def _is_part(found: QAccessibleInterface) -> bool:
    """Return whether an object is inside a control that speaks for it: a box, a spin box, a bar of tabs."""
    inner, outer = found, found.parent()
    while outer is not None:
        owner = outer.object()
        is_tab = isinstance(owner, QTabBar) and inner.role() == Role.PageTab
        if isinstance(owner, QComboBox | QAbstractSpinBox | QTabBar) and not is_tab:
            return True
        inner, outer = outer, outer.parent()
    return False
