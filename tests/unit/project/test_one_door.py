"""A project's files are reached through `core.project.project_files` only, and its tables through `core` only."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WATCHED = ("core/project", "core/jobs", "core/executors", "core/events.py", "core/training/checkpoints.py", "app")
CALLS = {
    *("write_text", "write_bytes", "read_text", "read_bytes", "open_text"),
    *("glob", "rglob", "iterdir", "scandir", "listdir", "walk"),
    *("unlink", "rmdir", "rmtree", "touch", "mkdir", "makedirs", "mkfifo"),
    *("copyfile", "copy2", "copytree", "move", "fdopen"),
}
OF_OTHERS = {"walk", "move"}
"""Names that :class:`ProjectFiles` or Qt has as well: only those of ``os`` and ``shutil`` are meant."""

OWN_FOLDER = "reads and writes files of the program or of the person, none of a project"
CHOSEN = "writes where a person chose"
ELSEWHERE: dict[str, str] = {
    "core/project/project_files.py": "this is the one",
    "core/project/files/file_store.py": "reads the files that a person imports, from where they lie",
    "core/project/backup": "writes a new project or copies databases; links are refused before, in WindowLock and here",
    "core/project/project.py": "makes the folder of a new project",
    "core/project/files/access.py": OWN_FOLDER,
    "core/project/content/lexicon.py": "reads the word list that a person chose",
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
    "core/executors/slurm.py": "deletes the links of submitit in that private folder",
    "core/jobs/executor_settings.py": OWN_FOLDER,
    "core/training/checkpoints.py": "makes the folder in which measurements train, outside any project",
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


def _is_allowed(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}/") for name in ELSEWHERE)


def _opens(call: ast.Call) -> bool:
    """Return whether a call of ``open`` opens a file: by its mode or encoding; a dialog or a project has neither."""
    words = {word.arg for word in call.keywords}
    modes = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return bool(words & {"encoding", "mode", "buffering"}) or any(set(mode) <= set("rwabx+t") for mode in modes)


def calls(file: Path) -> list[str]:
    """Return the lines of a module with a call that reaches a file by its path."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open"):
                found.append(f"{node.lineno}: open")
            case ast.Attribute(value=ast.Name(id="os" | "shutil" | "io" as module), attr=name) if (
                name in CALLS or name == "open"
            ):
                found.append(f"{node.lineno}: {module}.{name}")
            case ast.Attribute(attr="open") if _opens(node):
                found.append(f"{node.lineno}: .open")
            case ast.Attribute(attr=name) if name in CALLS - OF_OTHERS:
                found.append(f"{node.lineno}: .{name}")
    return found


def watched() -> list[Path]:
    roots = [ROOT / name for name in WATCHED]
    return sorted(file for root in roots for file in ([root] if root.is_file() else root.rglob("*.py")))


def test_no_other_module_reaches_a_projects_files() -> None:
    assert len(watched()) > 300
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
        "dialog.open()\nProject.open(folder)\nproject.files.open(name)\nfiles.walk('')\nfiles.read(name)\n"
    )
    assert len(calls(source)) == 6


def sql(file: Path) -> list[str]:
    """Return the strings of a module that hold SQL."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    strings = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [string for string in strings if SQL.search(string)]


def test_the_app_asks_the_project_by_functions() -> None:
    found = {file.as_posix(): lines for file in sorted((ROOT / "app").rglob("*.py")) if (lines := sql(file))}
    assert not found, found
    assert sql(ROOT / "core/project/content/pages.py")
