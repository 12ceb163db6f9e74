"""Requests to stop, and other processes of this computer."""

import os
import platform
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from core.system.platforms import is_windows, windows_libraries

STOP_BY_INPUT = "DUCTUS_STOP_BY_INPUT"
"""Environment variable of a child that is asked to stop by closing its standard input."""
_SYNCHRONIZE = 0x00100000
_WAIT_TIMEOUT = 0x102


def host_name() -> str:
    """Return the name of this computer."""
    return platform.node()


def is_alive(pid: int) -> bool:
    """Return whether a process of this user is running."""
    if is_windows():
        return _is_alive_on_windows(pid)  # there, os.kill with signal 0 would interrupt it
    try:
        os.kill(pid, 0)
    except (OSError, ValueError, OverflowError):
        return False
    return True


def ask_to_stop(pid: int) -> None:
    """Send a process the request to stop; on Windows it ends at once. Raises OSError if there is none."""
    os.kill(pid, signal.SIGTERM)


def start_detached(command: Sequence[str]) -> None:
    """Start a process that outlives this one and its terminal."""
    if is_windows():
        flags = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        subprocess.Popen(command, creationflags=flags)
    else:
        subprocess.Popen(command, start_new_session=True)


def stops_by_input() -> bool:
    """Return whether a child is asked to stop by closing its input: Windows has no signal for that."""
    return is_windows()


@contextmanager
def on_stop_request(handler: Callable[[], None]) -> Iterator[None]:
    """Call ``handler`` at the first Ctrl-C or SIGTERM; a second one interrupts as usual.

    In a child with :data:`STOP_BY_INPUT` it is called when standard input ends, too. Only the main thread gets signals.
    """
    former: dict[int, Any] = {}

    def handle(number: int, frame: Any) -> None:
        handler()
        for known, earlier in former.items():
            signal.signal(known, earlier)

    if threading.current_thread() is threading.main_thread():
        for wanted in (signal.SIGINT, signal.SIGTERM):
            former[wanted] = signal.signal(wanted, handle)
    if os.environ.get(STOP_BY_INPUT):
        threading.Thread(target=_wait_for_end_of_input, args=(handler,), daemon=True).start()
    try:
        yield
    finally:
        for number, earlier in former.items():
            signal.signal(number, earlier)


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C, so that processes started meanwhile ignore it, too; only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def _wait_for_end_of_input(handler: Callable[[], None]) -> None:
    with suppress(OSError, ValueError):  # no input at all, or closed by us
        while os.read(sys.stdin.fileno(), 1024):
            pass
        handler()


def _is_alive_on_windows(pid: int) -> bool:
    kernel = windows_libraries().kernel32
    handle = kernel.OpenProcess(_SYNCHRONIZE, False, pid)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == _WAIT_TIMEOUT)
    finally:
        kernel.CloseHandle(handle)
