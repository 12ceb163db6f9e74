"""The age of pictures of screens: `picture_digests.py PICTURE...` notes the texts and styles that they show now.

For each picture ``packaging/picture-digests.json`` holds a digest of the texts, the colours and the style of the screen
when it was taken. A test compares them with the source. Another drawing with the same texts is not noticed.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTED = ROOT / "packaging" / "picture-digests.json"
_GUIDE = ROOT / "resources" / "guide"
FOLDERS = (ROOT / "docs" / "screenshots", *(_GUIDE / language / "pictures" for language in ("", "de", "fr")))

_FRAME = ("app/shell/header.py", "app/shell/views.py", "app/shell/views.py")
_STYLE = ("app/style/tokens.py", "app/style/stylesheet.py")
_OTHER_SCREENS = {"groups": "review", "progress": "insight", "word-list": "collection", "start": "shell/start"}
"""The package in ``app`` that a picture shows, where it has another name."""
_DIALOGS = {
    "import": "app/collection/import_dialog.py",
    "export": "app/export_*.py",
    "first-suggestion": "app/collection/import_*.py",
}
_TRANSLATING = ("tr", "_tr", "translate", "tr_noop", "of")  # the last one of errors
_FORMATS = "core/formats/registry.py"
"""Has the names of formats, which these dialogs show."""


def modules(picture: str) -> list[Path]:
    """Return the modules whose texts a picture shows, by its name without the theme."""
    if picture in _DIALOGS:
        return [*sorted(ROOT.glob(_DIALOGS[picture])), ROOT / _FORMATS]
    package = ROOT / "app" / _OTHER_SCREENS.get(picture, picture)
    own = [file for file in package.rglob("*.py") if "dialog" not in file.name]
    return sorted([*own, *(ROOT / name for name in _FRAME)])


def digest(picture: str) -> str:
    """Return a digest of what a picture shows: the texts of its modules, in whichever they stand, and the style."""
    files = modules(picture)
    if not any(file.parent != ROOT / "app" / "shell" for file in files):
        raise ValueError(f"no screen is known that the picture {picture} shows")
    shown = sorted({text for file in files for text in texts(file.read_text(encoding="utf-8"))})
    shown += [_code((ROOT / name).read_text(encoding="utf-8")) for name in _STYLE]
    return hashlib.sha256("\0".join(shown).encode()).hexdigest()[:16]


def texts(source: str) -> set[str]:
    """Return the texts of a module that a person sees: those that can be translated."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in _TRANSLATING:
            found |= {
                part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
    return found


def _code(source: str) -> str:
    """Return the code of a module without its comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [part for part in node.body if not _is_docstring(part)]
    return ast.dump(tree)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def screen(file: Path) -> str:
    """Return the name of the screen on a picture: its own, without the theme."""
    return file.stem.removesuffix("-light").removesuffix("-dark")


def note(files: Iterable[Path]) -> None:
    """Note what the screens of pictures show now; call it when they were taken. Those elsewhere have no age."""
    noted = json.loads(NOTED.read_text(encoding="utf-8")) if NOTED.exists() else {}
    for file in map(Path.resolve, files):
        if file.parent in FOLDERS:
            noted[file.relative_to(ROOT).as_posix()] = digest(screen(file))
    NOTED.write_text(json.dumps(dict(sorted(noted.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    note(map(Path, sys.argv[1:]))
