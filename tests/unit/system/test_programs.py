"""Child processes are the same programs from a checkout and in a bundle."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli import bundled
from core.system import programs


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
