"""The files that a project may read: those in its own folder, and linked images in folders that the user trusts.

A project of unknown origin may name any file of this computer as a linked image. Importing with links records the
folders of the images as trusted, in a file of the user and not of the project. Linked images elsewhere are not
opened.
"""

import contextlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from core.disk import write_atomically
from core.errors import InputError
from core.language import tr, tr_hint
from core.project.db.values import report_as_damage
from core.project.project_files import ProjectFiles
from core.system.platforms import config_folder

_MAX_PATH_CHARS = 4096

_project_folders: set[Path] = set()
"""Folders of the projects opened by this process; their own files are trusted."""


def resolve_file(folder: Path, path: str, linked: bool) -> Path:
    """Return the file that a row of the table ``file`` names.

    Raises InputError for a path out of the project, and for a link or a pipe in it.
    """
    with report_as_damage(tr("file names")):
        if "\0" in path or len(path) > _MAX_PATH_CHARS:
            raise ValueError(path)
        if linked:
            return Path(path)
        files = ProjectFiles(folder.resolve())
        try:
            return files.path(str(path))
        except OSError:
            return files.folder / path  # such as a name that is too long: whoever opens it reports that


def trust_project_folder(folder: Path) -> None:
    """Allow reading images inside this project folder."""
    _project_folders.add(folder.resolve())


def trust_linked_folders(folders: Iterable[Path]) -> None:
    """Allow all projects to read images in these folders, from now on."""
    trusted = _trusted_folders()
    new = {folder for folder in folders if not any(folder.is_relative_to(root) for root in trusted)}
    if new:
        paths = sorted(str(folder) for folder in trusted | new)
        write_atomically(trusted_folders_file(), json.dumps(paths, ensure_ascii=True, indent=1).encode())


def verify_trusted(image: Path) -> None:
    """Raise InputError for an image that lies neither in a project nor in a trusted folder; no link in a project."""
    for folder in _project_folders.intersection(image.parents):
        with contextlib.suppress(OSError, ValueError):
            ProjectFiles(folder).path(image)
    # Compare names first: even resolving a path on another computer can send credentials there.
    for roots in (_project_folders, _trusted_folders()):
        if not roots.isdisjoint(image.parents):
            with contextlib.suppress(OSError, ValueError, RuntimeError):
                if not roots.isdisjoint(image.resolve().parents):
                    return
    raise InputError.at(
        image,
        tr("the project links to this image, but this computer does not trust the image's folder"),
        hint=tr_hint(
            "If you trust the project, link the folder: ductus import PROJECT FOLDER --link",
            "If you trust the project, import the images again without copying them",
        ),
    )


def trusted_folders_file() -> Path:
    """Return the file that lists the trusted folders; ``DUCTUS_LINKED`` overrides it."""
    if override := os.environ.get("DUCTUS_LINKED"):
        return Path(override)
    return config_folder() / "linked-folders.json"


def _trusted_folders() -> set[Path]:
    try:
        paths = json.loads(trusted_folders_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return set()
    return {Path(path) for path in paths if isinstance(path, str)} if isinstance(paths, list) else set()
