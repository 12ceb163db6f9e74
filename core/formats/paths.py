"""Where things lie on disk: files in natural order, folders that are not left, the image of a page."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import unquote

from core.errors import InputError, sanitise
from core.formats.records import Skipped
from core.lexicon.text import natural_key

LEADS_OUT = "the link or path leads out of the folder, so it was left alone"


def files_under(root: Path, suffixes: frozenset[str] | None = None) -> list[Path]:
    """All files below ``root`` in natural order, hidden ones and linked folders left out."""
    found: list[Path] = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if not name.startswith(".")]
        here = Path(folder)
        visible = [here / name for name in names if not name.startswith(".")]
        found += [path for path in visible if suffixes is None or path.suffix.lower() in suffixes]
    return sorted(found, key=lambda path: natural_key(path.relative_to(root).as_posix()))


class Fence:
    """Tells whether a path, once its links are followed, still lies in one folder."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        self._parents: dict[Path, Path] = {}

    def holds(self, path: Path) -> bool:
        """True when ``path`` really lies inside; it need not exist."""
        try:
            if path.is_symlink() or path.name in ("", ".", ".."):
                real = Path(os.path.realpath(path))
            else:
                parent = self._parents.get(path.parent)
                if parent is None:
                    parent = self._parents[path.parent] = Path(os.path.realpath(path.parent))
                real = parent / path.name
        except (OSError, ValueError):
            return False
        return real.is_relative_to(self.root)


def relative_inside(name: str) -> Path | None:
    """``name`` as a relative path with ``/`` or ``\\`` between folders; None when absolute or with ``..``."""
    if not name or "\0" in name or PureWindowsPath(name).drive or PureWindowsPath(name).root:
        return None
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return None if ".." in parts or not parts else Path(*parts)


def skip(file: Path, place: str, error: Exception) -> Skipped:
    """An error about ``file`` as an entry of what was skipped, without naming the file twice."""
    return Skipped(file, place, str(error).removeprefix(sanitise(file)).lstrip(": "))


def need_folder(source: Path, what: str) -> None:
    """InputError unless ``source`` is a folder that exists."""
    if not source.exists():
        raise InputError.at(source, "there is no such file or folder")
    if not source.is_dir():
        raise InputError.at(source, f"this is a file, but {what} is a folder")


def root_of(source: Path) -> Path:
    """The folder images of ``source`` may lie in: its own, or the one above a ``page`` or ``alto`` folder."""
    folder = Path(os.path.realpath(source if source.is_dir() else source.parent))
    return folder.parent if folder.name.lower() in ("page", "pagexml", "alto", "xml", "gt") else folder


def find_image(xml: Path, declared: str | None, root: Path, suffixes: frozenset[str]) -> Path:
    """The page image of a transcription, never outside ``root``.

    Tried in order: the declared path beside the file; the declared name, then the file's own name with an
    image suffix, beside the file and one folder up. Raises InputError when none is there.
    """
    fence = Fence(root)
    names: list[Path] = []
    if declared and (inside := relative_inside(declared)) is not None:
        names.append(inside)
    if declared:
        last = re.split(r"[/\\]", declared.strip())[-1]
        names += [Path(name) for name in (last, unquote(last)) if relative_inside(name) == Path(name)]
    for suffix in sorted(suffixes):
        names += [Path(xml.stem + suffix), Path(xml.stem + suffix.upper())]
    for name in names:
        for folder in (xml.parent, xml.parent.parent):
            candidate = folder / name
            if fence.holds(candidate) and candidate.is_file():
                return candidate
    told = f"its image '{declared}'" if declared else "its image"
    raise InputError.at(xml, f"{told} was not found beside it", hint="Put the image into the same folder")
