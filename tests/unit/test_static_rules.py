"""Rules that the sources keep: a project's files through one module, its tables in core, systems in `core/system`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WATCHED = ("core", "app")
CALLS = {
    *("write_text", "write_bytes", "read_text", "read_bytes", "open_text"),
    *("glob", "rglob", "iterdir", "scandir", "listdir"),
    *("unlink", "rmdir", "rmtree", "touch", "mkdir", "makedirs", "mkfifo"),
    *("copyfile", "copy2", "copytree"),
}
OF_OTHERS = {"walk", "move"}
"""Names that :class:`ProjectFiles` or Qt has as well: only those of ``os`` and ``shutil`` are meant."""
OPENERS = {"QImage", "File", "FileLock", "QLockFile", "fdopen", "file_lock"}
"""Functions and classes of libraries that open what they are given; ``File`` is that of h5py."""
DOORS = {"path", "database", "path_below", "open_below"}
"""Functions whose result may be given to what opens a path itself: they have looked at it right before."""
OWN_FOLDER = "reads and writes files of the program or of the person, none of a project"
CHOSEN = "writes where a person chose"
NAMED = "reads what a person named, outside a project"
LOOKED_AT = "opens a path that its caller looked at right before"
ELSEWHERE: dict[str, str] = {
    "core/project/project_files.py": "this is the one",
    "core/system/plain_files.py": "what that one is made of",
    "core/system/files.py": "makes the lock of a path that its caller looked at",
    "core/system": OWN_FOLDER,
    "core/cli/main.py": "opens the null device",
    "core/disk.py": "writes where a person chose, or in folders of the program",
    "core/language.py": OWN_FOLDER,
    "core/logs.py": OWN_FOLDER,
    "core/formats": "reads what a person named, and writes where a person chose",
    "core/imaging": LOOKED_AT + " (core/project/file_access.py), or that a person named",
    "core/lexicon/alphabet.py": OWN_FOLDER,
    "core/model": OWN_FOLDER,
    "core/recognition/spotting_index.py": LOOKED_AT,
    "core/store/tree.py": LOOKED_AT + "; what it writes replaces a link, and follows none",
    "core/store": "reads the models that come with Ductus, which the laboratory writes",
    "core/torch_build.py": OWN_FOLDER,
    "core/training/presets.py": OWN_FOLDER,
    "core/training/checkpoints.py": "makes the folder in which measurements train, outside any project",
    "core/project/file_store.py": NAMED,
    "core/project/backup/project_copy.py": "writes a new project",
    "core/project/backup/restore.py": "reads a backup that a person chose",
    "core/project/parts/take_out.py": "writes a new project",
    "core/project/project.py": "makes the folder of a new project",
    "core/project/file_access.py": OWN_FOLDER,
    "core/project/content/lexicon.py": NAMED,
    "core/project/integrity/rescue_read.py": "works on a copy in a temporary folder",
    "core/project/integrity/table_roots.py": "works on that copy",
    "core/project/integrity/rescue_write.py": CHOSEN,
    "core/project/db/guarded_open.py": "opens databases as SQLite does, by paths that were looked at right before",
    "core/project/db/database_copy.py": "writes the copy of a database under a path that its caller looked at",
    "core/jobs/demo.py": "makes pages in a temporary folder, and deletes a whole earlier demo",
    "core/jobs/download": "writes a download under a path that its caller looked at",
    "core/jobs/graphics_card": OWN_FOLDER,
    "core/jobs/export": CHOSEN,
    "core/executors/cluster.py": "makes the private folder of submitit below a folder that was looked at right before",
    "core/executors/submitit_clusters.py": "deletes the links of submitit in that private folder",
    "core/jobs/executor_settings.py": OWN_FOLDER,
    "app/plots/save_button.py": CHOSEN,
    "app/settings.py": OWN_FOLDER,
    "app/style": OWN_FOLDER,
    "app/shell/crash_log.py": OWN_FOLDER,
    "app/shell/guide": OWN_FOLDER,
    "app/shell/start/start_page.py": "makes the folder for new projects",
    "app/shell/dialogs/about.py": OWN_FOLDER,
    "app/shell/dialogs/report_dialog.py": CHOSEN,
}
"""Modules and packages that may call them, and why."""
SQL = re.compile(r"\b(SELECT|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA|FROM \w+|JOIN \w+|ORDER BY)\b")
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


def _is_allowed(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}/") for name in ELSEWHERE)


def _opens(call: ast.Call) -> bool:
    """Return whether a call of ``open`` opens a file: by its mode or encoding; a dialog or a project has neither."""
    words = {word.arg for word in call.keywords}
    modes = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return bool(words & {"encoding", "mode", "buffering"}) or any(set(mode) <= set("rwabx+t") for mode in modes)


def _takes_path(name: str, call: ast.Call) -> bool:
    return name in OPENERS and (name != "QImage" or len(call.args) == 1)


def _is_through_door(call: ast.Call) -> bool:
    """Return whether a path is looked at in the call itself: ``QImage(str(files.path(name)))``."""
    inner = [node.func for argument in call.args for node in ast.walk(argument) if isinstance(node, ast.Call)]
    return any((f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "")) in DOORS for f in inner)


def _is_in_memory(call: ast.Call) -> bool:
    return bool(call.args) and isinstance(call.args[0], ast.Constant)


def calls(file: Path) -> list[str]:
    """Return the lines of a module with a call that reaches a file by its path."""
    found = []
    tree = ast.parse(file.read_text(encoding="utf-8"))
    alone = {
        node.value if isinstance(node, ast.Expr) else node.body
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.Lambda)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open"):
                found.append(f"{node.lineno}: open")
            case ast.Attribute(attr="open") if _opens(node) or not (node.args or node.keywords or node in alone):
                found.append(f"{node.lineno}: .open")  # a dialog is opened for its own sake, a file for what it gives
            case ast.Attribute(value=ast.Name(id="os" | "io"), attr="open"):
                found.append(f"{node.lineno}: os.open")
            case ast.Attribute(value=ast.Name(id="sqlite3"), attr="connect") if not _is_in_memory(node):
                found.append(f"{node.lineno}: sqlite3.connect")
            case ast.Name(id=name) | ast.Attribute(attr=name) if _takes_path(name, node) and not _is_through_door(node):
                found.append(f"{node.lineno}: {name}")
            case ast.Attribute(value=ast.Name(id="os" | "shutil"), attr=name) if name in OF_OTHERS:
                found.append(f"{node.lineno}: {name}")
            case ast.Attribute(attr=name) if name in CALLS:
                found.append(f"{node.lineno}: .{name}")
    return found


def watched() -> list[Path]:
    return sorted(file for name in WATCHED for file in (ROOT / name).rglob("*.py"))


def test_no_other_module_reaches_a_projects_files() -> None:
    assert len(watched()) > 600
    found = {}
    for file in watched():
        module = file.relative_to(ROOT).as_posix()
        if not _is_allowed(module) and (lines := calls(file)):
            found[module] = lines
    assert not found, found


def test_every_exception_is_still_needed() -> None:
    modules = {file.relative_to(ROOT).as_posix(): file for file in watched()}
    for name in ELSEWHERE:
        own = [file for module, file in modules.items() if module == name or module.startswith(f"{name}/")]
        assert any(calls(file) for file in own), name


def test_such_calls_are_found(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text(
        "open(path)\npath.open('rb')\npath.write_text('')\nshutil.rmtree(folder)\nos.open(path, 0)\nos.walk(folder)\n"
        "with path.open() as file: pass\nh5py.File(path, 'r')\nsqlite3.connect(path)\n"
        "FileLock(path)\nQImage(str(path))\n"
    )
    assert len(calls(source)) == 11
    source.write_text(
        "dialog.open()\nProject.open(folder)\nproject.files.open(name)\nfiles.walk('')\nfiles.read(name)\n"
        "sqlite3.connect(':memory:')\nfile_lock(files.path(name))\nQImage(str(files.path(name)))\nQImage()\n"
        "os.fdopen(open_below(folder, name, 0))\n"
    )
    assert not calls(source)


def sql(file: Path) -> list[str]:
    """Return the strings of a module that hold SQL."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    strings = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [string for string in strings if SQL.search(string)]


def test_the_app_asks_the_project_by_functions() -> None:
    found = {file.as_posix(): lines for file in sorted((ROOT / "app").rglob("*.py")) if (lines := sql(file))}
    assert not found, found
    assert sql(ROOT / "core/project/content/pages.py")


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
