"""Images that a project only links: read where somebody at this computer linked images before, nowhere else.

A project from a stranger may name any file of this computer as a linked image. Whoever links images on import
has the folders they lie in noted, in a file of the person and not of the project; a linked image elsewhere is
not opened.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from core.disk import write_atomically
from core.errors import InputError

if TYPE_CHECKING:
    import numpy as np

_inside: set[Path] = set()
"""Folders of projects that this process opened: what lies in them is the projects' own."""


def trust_project_folder(folder: Path) -> None:
    """Images inside this project folder may be read."""
    _inside.add(folder.resolve())


def trust_linked_folders(folders: Iterable[Path]) -> None:
    """Somebody links images in these folders: from now on projects may read images there."""
    known = _known()
    new = {folder for folder in folders if not any(folder.is_relative_to(root) for root in known)}
    if new:
        kept = sorted(str(folder) for folder in known | new)
        write_atomically(trusted_folders_file(), json.dumps(kept, ensure_ascii=True, indent=1).encode())


def verify_trusted(image: Path) -> None:
    """InputError for an image of a project that lies neither in a project nor where images were linked."""
    # by its name first: only to ask for a path on another machine can be too much
    for roots in (_inside, _known()):
        if any(image.is_relative_to(root) for root in roots):
            with contextlib.suppress(OSError, ValueError, RuntimeError):
                real = image.resolve()
                if any(real.is_relative_to(root) for root in roots):
                    return
    raise InputError.at(
        image,
        "the project links to this image, and nobody linked images in that folder on this computer",
        hint="If you trust the project, link the folder: ductus import PROJECT FOLDER --link",
    )


def read_trusted_image(image: Path, frame: int = 0) -> np.ndarray:
    """:func:`core.imaging.read.read_gray` of an image that a project names; InputError for one it may not read."""
    from core.imaging import read

    verify_trusted(image)
    return read.read_gray(image, frame)


def trusted_folders_file() -> Path:
    """Where the folders are noted; ``DUCTUS_LINKED`` names another file."""
    if named := os.environ.get("DUCTUS_LINKED"):
        return Path(named)
    if sys.platform == "win32":
        place = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Application Support"
    else:
        place = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return place / "ductus" / "linked-folders.json"


def _known() -> set[Path]:
    try:
        kept = json.loads(trusted_folders_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return set()
    return {Path(folder) for folder in kept if isinstance(folder, str)} if isinstance(kept, list) else set()
