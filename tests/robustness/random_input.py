"""A hand that does anything at all to the real window: clicks, drags, keys and actions, drawn by a seed.

``random_input.py PROJECT SEED STEPS OUT`` writes one JSON object to OUT when it is done: the steps of each kind, and
each error that was raised with the steps that led to it. What leaves the project or starts something that outlives
the window's patience (quitting, other projects, files of the system, training) is left alone.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import traceback
from collections import Counter, deque
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QWidget

from app.main import make_window
from app.settings import Settings
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style.theme import Theme

W = TypeVar("W", bound=QWidget)
LEFT_ALONE = (
    "quit",
    "train",
    "open a project",
    "new project",
    "close the project",
    "demo",
    "browse",
    "choose",
    "light",
    "dark",
)
"""Parts of names that the hand keeps away from; another look is slow and no danger."""
KEYS = [
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Space,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_F2,
    Qt.Key.Key_Minus,
    Qt.Key.Key_Plus,
    *(Qt.Key(code) for code in (*range(ord("A"), ord("Z") + 1), *range(ord("0"), ord("9") + 1))),
]
LEAVING = {Qt.Key.Key_Q, Qt.Key.Key_W, Qt.Key.Key_O, Qt.Key.Key_N, Qt.Key.Key_L}
"""With Ctrl these leave the project or change the look."""
HELD = [
    *[Qt.KeyboardModifier.NoModifier] * 8,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
]
MIDST = [Qt.Key.Key_Escape, Qt.Key.Key_Z, Qt.Key.Key_Delete, Qt.Key.Key_N, Qt.Key.Key_J, Qt.Key.Key_F]
"""Pressed while a button of the mouse is down."""
PAUSE_MS = 8


class Hand:
    """One step after another; each sets the next going first, for a menu or a drag may hold it up."""

    def __init__(self, window: MainWindow, seed: int, steps: int) -> None:
        self.window, self.rng, self.left = window, random.Random(seed), steps
        self.done: Counter[str] = Counter()
        self.trail: deque[str] = deque(maxlen=12)
        self.errors: dict[str, list[str]] = {}
        self.ended = False
        kinds = {self.press: 25, self.type: 30, self.go: 10, self.act: 10, self.point: 20, self.choose: 5}
        self.kinds, self.weights = list(kinds), list(kinds.values())

    def step(self) -> None:
        if self.ended:
            return
        if not self.left or not self.window.isVisible():
            self.ended = True
            QApplication.exit(0)
            return
        QTimer.singleShot(PAUSE_MS, self.step)
        self.left -= 1
        try:
            (kind,) = self.rng.choices(self.kinds, self.weights)
            root = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window
            if isinstance(root, QFileDialog):
                root.reject()
            elif root is not self.window and self.rng.random() < 0.12:
                QTest.keyClick(root, Qt.Key.Key_Escape)
            else:
                kind(root)
                self.done[kind.__name__] += 1
        except RuntimeError as error:
            if "already deleted" not in str(error):  # what the hand itself held may go at any moment
                self.failed(type(error), error, error.__traceback__)

    def failed(self, kind: type[BaseException], value: BaseException | None, trace: Any) -> None:
        told = "".join(traceback.format_exception(kind, value, trace))
        self.errors.setdefault(told, list(self.trail))

    def press(self, root: QWidget) -> None:
        buttons = [button for button in _there(QAbstractButton, root) if not _is_left_alone(button)]
        if buttons:
            button = self.rng.choice(buttons)
            self.trail.append(f"press {button.text() or button.toolTip()}")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def type(self, root: QWidget) -> None:
        key, held = self.rng.choice(KEYS), self.rng.choice(HELD)
        if held & Qt.KeyboardModifier.ControlModifier and key in LEAVING:
            return
        self.trail.append(f"type {held} {key}")
        for _ in range(self.rng.choice([1, 1, 1, 3])):
            focused = QApplication.focusWidget() or root
            if not (isinstance(focused, QAbstractButton) and _is_left_alone(focused)):
                QTest.keyClick(focused, key, held)

    def go(self, root: QWidget) -> None:
        if root is self.window:
            name = self.rng.choice(VIEWS)
            self.trail.append(f"go to {name}")
            self.window.show_view(name)

    def act(self, root: QWidget) -> None:
        actions = [e.action for e in self.window.app_actions.all() if e.action.isEnabled()]
        actions = [action for action in actions if not _named_so(action.text())]
        if root is self.window and actions:
            action = self.rng.choice(actions)
            self.trail.append(f"act {action.text()}")
            action.trigger()

    def choose(self, root: QWidget) -> None:
        boxes = [box for box in _there(QComboBox, root) if box.count()]
        if boxes:
            box = self.rng.choice(boxes)
            self.trail.append(f"choose in {box.accessibleName()}")
            box.setCurrentIndex(self.rng.randrange(box.count()))

    def point(self, root: QWidget) -> None:
        places = [w for w in _there(QWidget, root) if w.width() > 20 and w.height() > 10]
        places = [w for w in places if not (isinstance(w, QAbstractButton) and _is_left_alone(w))]
        sheets = [w for w in places if type(w.parent()).__name__ == "Canvas"]
        if sheets and self.rng.random() < 0.5:
            places = sheets
        if not places:
            return
        on, held = self.rng.choice(places), self.rng.choice(HELD)
        start, end = (QPoint(self.rng.randrange(on.width()), self.rng.randrange(on.height())) for _ in range(2))
        button = self.rng.choice([*[Qt.MouseButton.LeftButton] * 6, Qt.MouseButton.MiddleButton])
        how = self.rng.choice(["click", "twice", "drag", "drag", "drag with keys"])
        self.trail.append(f"{how} on {type(on).__name__} of {type(on.parent()).__name__}, {held}")
        if how == "click":
            QTest.mouseClick(on, button, held, start)
        elif how == "twice":
            QTest.mouseDClick(on, button, held, start)
        else:
            QTest.mousePress(on, button, held, start)
            QTest.mouseMove(on, (start + end) / 2)
            QTest.mouseMove(on, end)
            if how == "drag with keys":
                QApplication.processEvents()
                control = self.rng.choice([Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
                key = self.rng.choice([k for k in MIDST if not control or k not in LEAVING])
                QTest.keyClick(QApplication.focusWidget() or root, key, control)
            QTest.mouseRelease(on, button, held, end)


def _there(kind: type[W], root: QWidget) -> list[W]:
    """What of a kind can be reached now."""
    found = root.findChildren(kind)
    return [w for w in found if w.isVisible() and w.isEnabled() and w.window() is root.window()]


def _is_left_alone(button: QAbstractButton) -> bool:
    return _named_so(f"{button.text()} {button.toolTip()} {button.accessibleName()}")


def _named_so(name: str) -> bool:
    return any(part in name.casefold() for part in LEFT_ALONE)


def main(project: Path, seed: int, steps: int, out: Path) -> int:
    app = QApplication(sys.argv[:1])
    window = make_window(Settings(out.with_suffix(".settings")), Theme(app, "light"))
    window.resize(1280, 800)
    window.show()
    if not window.open_project(project):
        return 1
    hand = Hand(window, seed, steps)
    sys.excepthook = hand.failed
    threading.excepthook = lambda told: hand.failed(told.exc_type, told.exc_value, told.exc_traceback)
    QTimer.singleShot(0, hand.step)
    app.exec()
    window.close_project()
    errors = [{"error": error, "after": after} for error, after in hand.errors.items()]
    out.write_text(json.dumps({"done": hand.done, "left": hand.left, "errors": errors}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])))
