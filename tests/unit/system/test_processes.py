"""Requests to stop by signal and by closed input, and child processes that are the same program in a bundle."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.cli import bundled
from core.system import processes, programs

WAIT_FOR_STOP = """
import sys, time
from core.events import stop_on_signals
with stop_on_signals() as should_stop:
    print("ready", flush=True)
    end = time.monotonic() + 30
    while not should_stop() and time.monotonic() < end:
        time.sleep(0.01)
print("stopped" if should_stop() else "late", flush=True)
"""


def child(**environment: str) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", WAIT_FOR_STOP],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )
    assert started.stdout is not None and started.stdout.readline() == "ready\n"
    return started


def close_input(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    process.stdin = None


def test_a_child_stops_at_the_request() -> None:
    process = child()
    processes.ask_to_stop(process.pid)
    assert process.communicate(timeout=20)[0] == "stopped\n"


def test_a_child_that_stops_by_input_stops_when_it_is_closed() -> None:
    process = child(**{processes.STOP_BY_INPUT: "1"})
    close_input(process)
    assert process.communicate(timeout=20)[0] == "stopped\n"


def test_closed_input_means_nothing_elsewhere() -> None:
    process = child()
    close_input(process)
    time.sleep(0.3)
    assert process.poll() is None
    processes.ask_to_stop(process.pid)
    assert process.communicate(timeout=20)[0] == "stopped\n"


def test_only_windows_stops_by_input(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not processes.stops_by_input()
    monkeypatch.setattr(sys, "platform", "win32")
    assert processes.stops_by_input()


def test_a_process_is_alive_until_it_ends() -> None:
    process = child()
    assert processes.is_alive(process.pid)
    process.kill()
    process.communicate(timeout=20)
    assert not processes.is_alive(process.pid)
    assert not processes.is_alive(2**40)


@pytest.mark.parametrize(("handle", "state", "alive"), [(7, 0x102, True), (7, 0, False), (0, 0x102, False)])
def test_on_windows_nobody_is_signalled_to_ask_whether_they_live(
    monkeypatch: pytest.MonkeyPatch, handle: int, state: int, alive: bool
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("os.kill ends a process on Windows")

    closed = []
    kernel = SimpleNamespace(
        OpenProcess=lambda *_: handle, WaitForSingleObject=lambda *_: state, CloseHandle=closed.append
    )
    import ctypes

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "kill", refuse)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert processes.is_alive(1234) is alive
    assert closed == ([handle] if handle else [])


@pytest.mark.parametrize(("system", "expected"), [("linux", "start_new_session"), ("win32", "creationflags")])
def test_a_detached_program_has_a_session_of_its_own(
    monkeypatch: pytest.MonkeyPatch, system: str, expected: str
) -> None:
    seen: dict[str, Any] = {}
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(subprocess, "Popen", lambda command, **options: seen.update(options))
    processes.start_detached(["program"])
    assert list(seen) == [expected]


def test_ctrl_c_is_ignored_only_meanwhile() -> None:
    before = signal.getsignal(signal.SIGINT)
    with processes.ignoring_interrupts():
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) == before


def test_other_threads_leave_signals_alone() -> None:
    def in_thread(work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    seen = []

    def work() -> None:
        with processes.ignoring_interrupts(), processes.on_stop_request(lambda: None):
            seen.append((signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)))

    in_thread(work)
    assert seen == [before]


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "_internal"), raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "ductus-app"))
    return tmp_path


def test_without_a_bundle_python_runs_the_module() -> None:
    assert programs.bundle_folder() is None
    assert programs.command_line("check", "a b") == [sys.executable, "-m", "core.cli.main", "check", "a b"]
    done = subprocess.run(programs.command_line("--version"), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ductus ")


def test_in_a_bundle_the_window_starts_the_command_line_beside_it(bundle: Path) -> None:
    assert programs.command_line("check", "a b") == [str(bundle / "ductus"), "check", "a b"]
    assert programs.module_command("core.imaging.pdf_child", "x")[0] == str(bundle / "ductus")
    assert programs.bundle_folder() == bundle / "_internal"


def test_on_windows_it_has_its_suffix(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert programs.interpreter() == str(bundle / "ductus.exe")


def test_programs_of_the_system_do_not_load_the_libraries_of_a_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        monkeypatch.setenv(name, "/bundle/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    monkeypatch.setenv("PYINSTALLER_RESET_ENVIRONMENT", "")
    programs.clear_loader_environment()
    assert os.environ["LD_LIBRARY_PATH"] == "/opt/lib"
    assert not {"DYLD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG"} & set(os.environ)
    assert os.environ["PYINSTALLER_RESET_ENVIRONMENT"] == "1"


@pytest.mark.parametrize(
    ("arguments", "module", "rest"),
    [
        (["-P", "-m", "core.imaging.pdf_child", "f.pdf", "-m"], "core.imaging.pdf_child", ["f.pdf", "-m"]),
        (["-u", "-m", "submitit.core._submit", "folder"], "submitit.core._submit", ["folder"]),
        (["check", "-m"], None, ["check", "-m"]),
        (["-m"], None, ["-m"]),
        ([], None, []),
    ],
)
def test_a_bundle_understands_the_arguments_of_python(
    arguments: list[str], module: str | None, rest: list[str]
) -> None:
    assert bundled.requested_module(arguments) == (module, rest)


def test_a_bundle_runs_only_the_modules_that_are_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ductus", "-m", "http.server"])
    assert bundled.main() == 2
    assert "http.server" in capsys.readouterr().err


def test_a_bundle_runs_commands_and_modules() -> None:
    for arguments, expected in ((["--version"], "ductus "), (["-u", "-m", "core.cli.main", "--version"], "ductus ")):
        code = f"import sys; sys.argv = ['ductus', *{arguments!r}]; from core.cli.bundled import main; sys.exit(main())"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.startswith(expected)
