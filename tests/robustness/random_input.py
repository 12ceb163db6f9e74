"""Random input for the real window in a random language: clicks, drags, the wheel, keys, actions, sizes and themes.

`random_input.py PROJECT SEED STEPS OUT` writes a JSON object to OUT: the number of steps of each kind, each error with
the steps before it, how often each message was shown, the seconds, and the memory, open files and threads after every
twentieth of the steps. Input that would quit, leave the project, start a training or open other programs is left out.
"""

from __future__ import annotations

import json
import logging
import os
import random
import sys
import threading
import time
import traceback
from collections import Counter, deque
from pathlib import Path
from typing import Any, TypeVar

from child_window import open_window
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QLineEdit, QPlainTextEdit, QWidget
from soak import measure_resources

from app.notifications import Notification
from app.page.canvas import PageCanvas
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style.theme import MODES
from app.text.translations import NAMES

W = TypeVar("W", bound=QWidget)
EXCLUDED_NAMES = (
    *("quit", "train", "adapt", "open a project", "new project", "close the project", "demo", "choose"),
    *("beenden", "anpassen", "projekt öffnen", "neues projekt", "projekt schließen", "wählen"),
    *("quitter", "entraîn", "ouvrir un projet", "nouveau projet", "fermer le projet", "démonstration", "choisir"),
)
"""Parts of the names of buttons and actions that are never used, in every language."""
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
EXCLUDED_WITH_CTRL = {Qt.Key.Key_Q, Qt.Key.Key_W, Qt.Key.Key_O, Qt.Key.Key_N}
"""With Ctrl these keys leave the project."""
MODIFIERS = [
    *[Qt.KeyboardModifier.NoModifier] * 8,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
]
DRAG_KEYS = [Qt.Key.Key_Escape, Qt.Key.Key_Z, Qt.Key.Key_Delete, Qt.Key.Key_N, Qt.Key.Key_J, Qt.Key.Key_F]
"""Pressed while a mouse button is down."""
SIZES = [(1280, 800), (1024, 700), (1600, 1000)]
PAUSE_MS = 8
SAMPLES = 20


class RandomInput:
    """Runs one step after another: each kind once, then any.

    Each step starts the timer of the next first, because a menu or a drag may block it.
    """

    def __init__(self, window: MainWindow, seed: int, steps: int) -> None:
        self.window, self.rng, self.steps_left = window, random.Random(seed), steps
        self.sample_every = max(steps // SAMPLES, 1)
        self.samples: list[dict[str, float]] = []
        self.counts: Counter[str] = Counter()
        self.latest_steps: deque[str] = deque(maxlen=12)
        self.errors: dict[str, list[str]] = {}
        self.messages: Counter[str] = Counter()
        window.notifications.added.connect(self._count_message)
        self.has_ended = False
        kinds = {
            self.press_button: 25,
            self.press_key: 30,
            self.show_view: 8,
            self.trigger_action: 8,
            self.use_mouse: 16,
            self.choose_item: 4,
            self.turn_wheel: 3,
            self.open_context_menu: 3,
            self.type_word: 8,
            self.undo_or_redo: 2,
            self.change_window: 1,
        }
        self.kinds, self.weights = list(kinds), list(kinds.values())

    def step(self) -> None:
        if self.has_ended:
            return
        if self.steps_left % self.sample_every == 0:
            self.samples.append(measure_resources())
        if not self.steps_left or not self.window.isVisible():
            self.has_ended = True
            QApplication.exit(0)
            return
        QTimer.singleShot(PAUSE_MS, self.step)
        self.steps_left -= 1
        try:
            unused = [kind for kind in self.kinds if kind.__name__ not in self.counts]
            kind = unused[0] if unused else self.rng.choices(self.kinds, self.weights)[0]
            root = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window
            if isinstance(root, QFileDialog):
                root.reject()
            elif root is not self.window and self.rng.random() < 0.12:
                QTest.keyClick(root, Qt.Key.Key_Escape)
            else:
                kind(root)
                self.counts[kind.__name__] += 1
        except RuntimeError as error:
            if "already deleted" not in str(error):  # a widget may be deleted at any moment
                self.add_error(type(error), error, error.__traceback__)

    def add_error(self, kind: type[BaseException], value: BaseException | None, trace: Any) -> None:
        self.errors.setdefault("".join(traceback.format_exception(kind, value, trace)), list(self.latest_steps))

    def _count_message(self, message: Notification) -> None:
        self.messages[f"{message.level}: {message.text}"] += 1

    def press_button(self, root: QWidget) -> None:
        buttons = [button for button in _usable(QAbstractButton, root) if not _is_excluded(button)]
        if buttons:
            button = self.rng.choice(buttons)
            self.latest_steps.append(f"press {button.text() or button.toolTip()}")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def press_key(self, root: QWidget) -> None:
        key, modifier = self.rng.choice(KEYS), self.rng.choice(MODIFIERS)
        if modifier & Qt.KeyboardModifier.ControlModifier and key in EXCLUDED_WITH_CTRL:
            return
        self.latest_steps.append(f"press {modifier} {key}")
        for _ in range(self.rng.choice([1, 1, 1, 3])):
            focused = QApplication.focusWidget() or root
            if not (isinstance(focused, QAbstractButton) and _is_excluded(focused)):
                QTest.keyClick(focused, key, modifier)

    def show_view(self, root: QWidget) -> None:
        if root is self.window:
            name = self.rng.choice(VIEWS)
            self.latest_steps.append(f"show {name}")
            self.window.show_view(name)

    def trigger_action(self, root: QWidget) -> None:
        actions = [e.action for e in self.window.app_actions.all() if e.action.isEnabled()]
        actions = [action for action in actions if not _has_excluded_name(action.text())]
        if root is self.window and actions:
            action = self.rng.choice(actions)
            self.latest_steps.append(f"trigger {action.text()}")
            action.trigger()

    def choose_item(self, root: QWidget) -> None:
        boxes = [box for box in _usable(QComboBox, root) if box.count()]
        if boxes:
            box = self.rng.choice(boxes)
            self.latest_steps.append(f"choose in {box.accessibleName()}")
            box.setCurrentIndex(self.rng.randrange(box.count()))

    def use_mouse(self, root: QWidget) -> None:
        widgets = [w for w in _usable(QWidget, root) if w.width() > 20 and w.height() > 10]
        widgets = [w for w in widgets if not (isinstance(w, QAbstractButton) and _is_excluded(w))]
        canvases = [w for w in widgets if isinstance(w.parent(), PageCanvas)]
        if canvases and self.rng.random() < 0.5:
            widgets = canvases
        if not widgets:
            return
        widget, modifier = self.rng.choice(widgets), self.rng.choice(MODIFIERS)
        start, end = (QPoint(self.rng.randrange(widget.width()), self.rng.randrange(widget.height())) for _ in range(2))
        button = self.rng.choice([*[Qt.MouseButton.LeftButton] * 6, Qt.MouseButton.MiddleButton])
        gesture = self.rng.choice(["click", "double click", "drag", "drag", "drag with keys"])
        target = f"{type(widget).__name__} of {type(widget.parent()).__name__}"
        self.latest_steps.append(f"{gesture} on {target}, {modifier}")
        if gesture == "click":
            QTest.mouseClick(widget, button, modifier, start)
        elif gesture == "double click":
            QTest.mouseDClick(widget, button, modifier, start)
        else:
            QTest.mousePress(widget, button, modifier, start)
            QTest.mouseMove(widget, (start + end) / 2)
            QTest.mouseMove(widget, end)
            if gesture == "drag with keys":
                QApplication.processEvents()
                control = self.rng.choice([Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
                key = self.rng.choice([k for k in DRAG_KEYS if not control or k not in EXCLUDED_WITH_CTRL])
                QTest.keyClick(QApplication.focusWidget() or root, key, control)
            QTest.mouseRelease(widget, button, modifier, end)

    def turn_wheel(self, root: QWidget) -> None:
        if place := self._place(root):
            widget, position = place
            turn, modifier = QPoint(0, self.rng.choice([-480, -120, 120, 480])), self.rng.choice(MODIFIERS)
            self.latest_steps.append(f"turn the wheel on {type(widget).__name__}, {modifier}")
            there, button, phase = QPointF(position), Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
            over = QPointF(widget.mapToGlobal(position))
            event = QWheelEvent(there, over, QPoint(), turn, button, modifier, phase, False)
            QApplication.sendEvent(widget, event)

    def open_context_menu(self, root: QWidget) -> None:
        if place := self._place(root):
            widget, position = place
            self.latest_steps.append(f"open the menu of {type(widget).__name__} of {type(widget.parent()).__name__}")
            reason = self.rng.choice([QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard])
            event = QContextMenuEvent(reason, position, widget.mapToGlobal(position))
            QApplication.sendEvent(widget, event)

    def type_word(self, root: QWidget) -> None:
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit | QPlainTextEdit):
            self.latest_steps.append(f"type a word into {type(field).__name__} of {type(field.parent()).__name__}")
            QTest.keyClicks(field, "".join(self.rng.choices("aehinrst -", k=self.rng.randrange(1, 9))))
            QTest.keyClick(field, Qt.Key.Key_Return)

    def undo_or_redo(self, root: QWidget) -> None:
        actions = self.window.window_actions
        redo_more = [actions.undo, actions.redo, actions.redo]  # keys and buttons undo more than they redo
        for _ in range(self.rng.choice([1, 1, 5])):
            self.latest_steps.append("undo or redo")
            self.rng.choice(redo_more)()

    def change_window(self, root: QWidget) -> None:
        kind = self.rng.choice(["size", "theme"])
        self.latest_steps.append(f"change the {kind}")
        if kind == "size":
            self.window.resize(*self.rng.choice(SIZES))
        else:
            self.window.theme.set_mode(self.rng.choice(MODES))

    def _place(self, root: QWidget) -> tuple[QWidget, QPoint] | None:
        """Return a widget and a position in it; None if none is large enough."""
        widgets = [w for w in _usable(QWidget, root) if w.width() > 20 and w.height() > 10]
        if not widgets:
            return None
        widget = self.rng.choice(widgets)
        return widget, QPoint(self.rng.randrange(widget.width()), self.rng.randrange(widget.height()))


class ErrorLog(logging.Handler):
    """Adds what is logged as an error to the errors of the random input."""

    def __init__(self, user: RandomInput) -> None:
        super().__init__(logging.ERROR)
        self._user = user

    def emit(self, record: logging.LogRecord) -> None:
        self._user.errors.setdefault(self.format(record), list(self._user.latest_steps))


def _usable(kind: type[W], root: QWidget) -> list[W]:
    """Return the widgets of a kind that can be used now."""
    return [w for w in root.findChildren(kind) if w.isVisible() and w.isEnabled() and w.window() is root.window()]


def _is_excluded(button: QAbstractButton) -> bool:
    return _has_excluded_name(f"{button.text()} {button.toolTip()} {button.accessibleName()}")


def _has_excluded_name(name: str) -> bool:
    return any(part in name.casefold() for part in EXCLUDED_NAMES)


def main(project: Path, seed: int, steps: int, out: Path) -> int:
    os.environ["HOME"] = str(out.parent.resolve())  # exports go into the folder for documents
    language = random.Random(seed).choice(list(NAMES))
    window, session = open_window(project, out.with_suffix(".settings"), language)
    if session is None:
        return 1
    window.resize(1280, 800)
    user, started_at = RandomInput(window, seed, steps), time.monotonic()
    sys.excepthook = user.add_error
    logging.getLogger().addHandler(ErrorLog(user))
    session.failed.connect(lambda error: user.add_error(type(error), error, error.__traceback__))
    threading.excepthook = lambda failure: user.add_error(failure.exc_type, failure.exc_value, failure.exc_traceback)
    QTimer.singleShot(0, user.step)
    QApplication.exec()
    seconds = time.monotonic() - started_at
    window.close_project()
    errors = [{"error": error, "after": after} for error, after in user.errors.items()]
    result = {
        "counts": user.counts,
        "steps_left": user.steps_left,
        "errors": errors,
        "messages": user.messages,
        "seconds": round(seconds, 1),
        "samples": user.samples,
    }
    out.write_text(json.dumps(result), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])))
