"""The differences between systems are in `core/system` only."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ALLOWED = ROOT / "core" / "system"
MODULES = {"fcntl", "msvcrt", "signal", "resource", "pwd", "grp", "termios", "winreg", "ctypes"}
"""Modules that only some systems have, or that mean different things."""
NAMES = {
    "sys.platform",
    "sys.executable",
    "sys.frozen",
    "os.name",
    "os.uname",
    "os.kill",
    "os.killpg",
    "os.link",
    "os.symlink",
    "os.sysconf",
    "os.fork",
    "platform.system",
    "platform.processor",
}
METHODS = {"is_symlink", "is_junction", "symlink_to", "hardlink_to", "casefold_path"}


def sources() -> list[Path]:
    files = [*(ROOT / "core").rglob("*.py"), *(ROOT / "app").rglob("*.py")]
    return [file for file in files if ALLOWED not in file.parents]


def uses(file: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found += [alias.name for alias in names if alias.name.partition(".")[0] in MODULES]
                found += [alias.name for alias in names if alias.name == "filelock"]
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
                found.append(module)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if f"{owner}.{name}" in NAMES:
                found.append(f"{owner}.{name}")
            case ast.Attribute(attr=name) if name in METHODS:
                found.append(name)
    return found


def test_no_other_module_asks_which_system_this_is() -> None:
    found = {file.relative_to(ROOT).as_posix(): uses(file) for file in sources()}
    assert len(found) > 500
    assert {name: used for name, used in found.items() if used} == {}


def test_the_search_for_uses_finds_them(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("import os, sys, fcntl\nos.kill(1, 2)\nif sys.platform == 'win32': pass\npath.is_symlink()\n")
    assert sorted(uses(file)) == ["fcntl", "is_symlink", "os.kill", "sys.platform"]
