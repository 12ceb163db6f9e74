"""A screen reader finds every visible control of every view and dialog with name, role, state and value."""

from __future__ import annotations

from pathlib import Path

import pytest
from accessible_helpers import DESCRIPTION, NAME, Role, faults, interface, walk
from dialog_states import all_dialog_classes, dialog_states
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QMessageBox, QToolButton, QWidget
from shiboken6 import isValid
from view_states import settle, view_states

from app.look_alikes.bar import LookAlikeDialog
from app.session.jobs import Job, Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.widgets.popover import Popover


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
