"""A screen reader finds every visible control of every view and dialog with name, role, state and value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
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
from shiboken6 import isValid
from view_states import all_dialog_classes, dialog_states, settle, view_states

from app.look_alike_bar import LookAlikeDialog
from app.session.jobs import Job, Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.widgets.popover import Popover

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


@pytest.fixture(scope="module")
def window(measured_window: MainWindow) -> MainWindow:
    return measured_window


def test_every_control_of_every_view_speaks(window: MainWindow, qtbot) -> None:
    window.notifications.warning("A message", "Undo", lambda: None)
    found, seen = {}, 0
    for name, show in view_states(window, qtbot).items():
        show()
        settle(qtbot, window)
        seen += sum(1 for _ in walk(window))
        if wrong := faults(window):
            found[name] = wrong
    assert not found, "\n".join(f"{name}: {fault}" for name, wrong in found.items() for fault in wrong)
    assert seen > 1000


@pytest.mark.parametrize("kind", sorted(all_dialog_classes(), key=str), ids=lambda kind: kind.__qualname__)
def test_every_control_of_every_dialog_speaks(
    kind: type[QWidget], window: MainWindow, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "start", lambda job: None)  # no dialog is to change the project
    window.show_view("review")
    dialog = dialog_states(window, tmp_path)[kind]()
    if isinstance(dialog, Popover):
        dialog.show_at(window.header.buttons["help"])
    else:
        dialog.show()
    settle(qtbot, window)
    for field in dialog.findChildren(QLineEdit):
        if not field.isReadOnly() and not field.text():
            field.setText("1")  # the buttons in a field that is filled
    if isinstance(dialog, JobDialog):
        dialog.show_result("It is done", "<p>One line</p>")
    settle(qtbot, window)
    assert faults(dialog) == []
    assert isinstance(dialog, Popover) or interface(dialog).text(NAME)
    if isinstance(dialog, JobDialog):
        dialog.job.outcome = Outcome(True, False, None, "")
    dialog.close()
    if isValid(dialog):
        dialog.deleteLater()


def test_message_box_and_tour_speak(window: MainWindow, qtbot) -> None:
    box = QMessageBox(window)
    box.setText("Is it to be stopped?")
    box.addButton("Stop", QMessageBox.ButtonRole.AcceptRole)
    box.open()
    assert any(node.text(NAME) == "Is it to be stopped?" for node in walk(box))
    box.close()
    window.tour.start(True)
    qtbot.wait(20)
    assert faults(window) == []
    window.tour.stop()


def test_views_are_one_of_several_and_can_be_chosen_by_a_screen_reader(window: MainWindow, qtbot) -> None:
    window.show_view("collection")
    for name in VIEWS:
        found = interface(window.navigation_bar.buttons[name])
        actions = found.actionInterface()
        assert found.role() == Role.RadioButton and actions.pressAction() in actions.actionNames()
        actions.doAction(actions.pressAction())
        assert window.current_view().name == name and found.state().checked


def test_pictures_are_pictures_with_a_name(window: MainWindow, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    settle(qtbot, window)
    pictures = [node.text(NAME) for node in walk(window) if node.role() == Role.Graphic and node.text(NAME)]
    assert pictures == ["The word on its page"]
    view_states(window, qtbot)["results"]()
    settle(qtbot, window)
    assert [node.text(NAME) for node in walk(window) if node.role() == Role.Chart]


def test_field_of_review_tells_what_it_shows(window: MainWindow, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    settle(qtbot, window)
    view = window.current_view()
    card = view.review.card
    spoken = interface(view.word_view.field).text(DESCRIPTION)
    assert card.text in spoken and view.word_view.state.text() in spoken


def test_faults_are_found(qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    whole.setWindowTitle("A window")
    QLabel("a text", whole)
    nameless, field, box = QToolButton(whole), QLineEdit(whole), QCheckBox(whole)
    whole.show()
    assert len([fault for fault in faults(whole) if fault.startswith("no name")]) == 3
    for control in (nameless, field, box):
        control.setAccessibleName("a name")
    assert faults(whole) == []


def test_look_alikes_can_be_unticked_by_a_screen_reader(window: MainWindow, tmp_path: Path, qtbot) -> None:
    dialog = dialog_states(window, tmp_path)[LookAlikeDialog]()
    qtbot.addWidget(dialog)
    dialog.show()
    items = [node for node in walk(dialog.list) if node.role() == Role.ListItem]
    assert items and all(item.state().checkable and item.state().checked for item in items)


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
