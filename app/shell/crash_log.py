"""What went wrong inside the app is written down, told in one sentence, and offered after a bad end."""

from __future__ import annotations

import faulthandler
import os
import platform
import sys
import threading
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import QLockFile, QObject, Signal, qVersion

import core
from app.notifications.notification_center import NotificationCenter

FILE = "crash.log"
EARLIER = "crash-earlier.log"
"""What an earlier run left, kept until the next one leaves something."""
_MOST = 1_000_000
_running: _Log | None = None


def begin(folder: Path) -> str | None:
    """Write down from now on what goes wrong, in ``folder``.

    Returns the log of the run before when that did not end well, else None. Where the folder cannot be written
    the app goes on without a log. A second Ductus beside this one has a log of its own.
    """
    global _running
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = QLockFile(str(folder / "crash.lock"))
        lock.setStaleLockTime(0)
        alone = lock.tryLock(0)
        file = folder / (FILE if alone else f"crash-{os.getpid()}.log")
        left = _take_earlier(file) if alone else None
        _running = _Log(file, lock if alone else None)
    except OSError:
        return None
    return left


def end(folder: Path) -> None:
    """The app ends as it should: nothing will be offered. What was written down is kept beside."""
    global _running
    if _running is not None:
        log, _running = _running, None
        log.close()
        if log.has_entries:
            log.file.replace(folder / EARLIER)
        else:
            log.file.unlink(missing_ok=True)
        if log.lock is not None:
            log.lock.unlock()


def tell(notifications: NotificationCenter) -> None:
    """From now on tell through ``notifications`` of each exception that nobody handled."""
    if _running is not None:
        _running.tell(notifications)


def offer(notifications: NotificationCenter, text: str) -> None:
    """Say that the last run did not end well, with a button that shows its log."""
    notifications.warning(
        notifications.tr(
            "Ductus did not end well the last time. No reading is lost: each was saved as it was typed. "
            "If it happens again, the log helps to find out why."
        ),
        notifications.tr("Show the log"),
        lambda: _show(notifications, text),
    )


class _Log(QObject):
    """The open log, and the hooks through which Python tells of exceptions."""

    caught = Signal(str, str)

    def __init__(self, file: Path, lock: QLockFile | None) -> None:
        super().__init__()
        self.file, self.lock = file, lock
        self.has_entries = False
        self._notifications: NotificationCenter | None = None
        self._told: set[str] = set()
        self._stream: TextIO = file.open("w", encoding="utf-8")
        self._write(f"{_about()}\n")
        self._fault_was_on = faulthandler.is_enabled()
        faulthandler.enable(self._stream, all_threads=True)
        self._former = (sys.excepthook, threading.excepthook)
        sys.excepthook, threading.excepthook = self._main, self._thread
        # an exception may come from any thread; the notifications belongs to the window's
        self.caught.connect(self._tell_of)

    def tell(self, notifications: NotificationCenter) -> None:
        self._notifications = notifications

    def close(self) -> None:
        sys.excepthook, threading.excepthook = self._former
        faulthandler.disable()
        if self._fault_was_on and sys.__stderr__ is not None:
            faulthandler.enable(sys.__stderr__)
        self._stream.close()

    def _main(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, Exception):
            self._note(error, trace)
        self._former[0](kind, error, trace)

    def _thread(self, what: threading.ExceptHookArgs) -> None:
        if isinstance(what.exc_value, Exception):
            self._note(what.exc_value, what.exc_traceback)
        self._former[1](what)

    def _note(self, error: BaseException, trace: TracebackType | None) -> None:
        text = "".join(traceback.format_exception(type(error), error, trace))
        self.has_entries = True
        self._write(f"\n{time.strftime('%Y-%m-%d %H:%M:%S')}\n{text}")
        # what a repaint or a timer raises comes again and again; it is told once
        if text not in self._told:
            self._told.add(text)
            self.caught.emit(f"{type(error).__name__}: {error}", text)

    def _write(self, text: str) -> None:
        try:
            if self._stream.tell() < _MOST:
                self._stream.write(text)
                self._stream.flush()
        except (OSError, ValueError):
            return  # a full disk must not make one error into two

    def _tell_of(self, short: str, text: str) -> None:
        notifications = self._notifications
        if notifications is not None:
            told = notifications.tr(
                "Something in Ductus went wrong ({0}). Every reading is saved, and you can go on; "
                "if this part no longer answers, start Ductus anew."
            ).format(short)
            notifications.error(told, notifications.tr("Show the log"), lambda: _show(notifications, text))


def _take_earlier(file: Path) -> str | None:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    file.replace(file.with_name(EARLIER))
    if len(text.strip().splitlines()) <= 1:
        text += "Nothing more was written: Ductus was ended from outside, or the computer was switched off.\n"
    return text


def _about() -> str:
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    return (
        f"Ductus {core.__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}; "
        f"process {os.getpid()}, begun {now}"
    )


def _show(notifications: NotificationCenter, text: str) -> None:
    from PySide6.QtWidgets import QWidget

    from app.shell.dialogs.log_dialog import LogDialog

    parent = notifications.parent()
    LogDialog(text, parent if isinstance(parent, QWidget) else None).open()
