"""The differences between systems are in `core/system` only."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ALLOWED = ROOT / "core" / "system"
MODULES = {"fcntl", "msvcrt", "signal", "resource", "pwd", "grp", "termios", "pty", "tty", "syslog", "winreg", "ctypes"}
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
    "os.umask",
    "os.chown",
    "os.getuid",
    "os.geteuid",
    "os.getgid",
    "os.setsid",
    "os.getpgid",
    "os.readlink",
    "os.mkfifo",
    "os.statvfs",
    "os.startfile",
    "os.sched_getaffinity",
    "os.path.normcase",
    "os.path.islink",
    "sys.getwindowsversion",
    "platform.system",
    "platform.processor",
}
METHODS = {"is_symlink", "is_junction", "symlink_to", "hardlink_to", "readlink", "is_mount"}
KEYWORDS = {"creationflags", "startupinfo", "start_new_session", "process_group", "preexec_fn", "pass_fds"}
"""Arguments of a child process that only some systems have."""
FOLDERS = ("/proc/", "/sys/", "/dev/", "/etc/", "/usr/", "/tmp/", "C:\\", "\\\\?\\")
"""Beginnings of paths that only some systems have."""
LENGTHS = {255, 256, 259, 260}
"""Limits of names and paths, where they are compared with a length."""


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
            case ast.Attribute() if ast.unparse(node) in NAMES:
                found.append(ast.unparse(node))
            case ast.Attribute(attr=name) if name in METHODS:
                found.append(name)
            case ast.keyword(arg=str(name)) if name in KEYWORDS:
                found.append(name)
            case ast.Constant(value=str(text)) if text.startswith(FOLDERS):
                found.append(text)
            case ast.Compare() if "len(" in ast.unparse(node) and "path" in ast.unparse(node).lower():
                found += [
                    str(n) for n in LENGTHS if any(c.value == n for c in ast.walk(node) if isinstance(c, ast.Constant))
                ]
    return found


def test_no_other_module_asks_which_system_this_is() -> None:
    found = {file.relative_to(ROOT).as_posix(): uses(file) for file in sources()}
    assert len(found) > 500
    assert {name: used for name, used in found.items() if used} == {}


def test_the_search_for_uses_finds_them(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        "import os, sys, fcntl\nos.kill(1, 2)\nif sys.platform == 'win32': pass\npath.is_symlink()\n"
        "Popen(a, start_new_session=True)\nopen('/proc/self')\nos.path.normcase(a)\nif len(str(path)) > 259: pass\n"
    )
    expected = ["/proc/self", "259", "fcntl", "is_symlink", "os.kill", "os.path.normcase", "start_new_session"]
    assert sorted(uses(file)) == [*expected, "sys.platform"]
