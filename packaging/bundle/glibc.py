"""The oldest glibc that a folder of programs runs on, by the versions of the symbols that they need."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_VERSION = re.compile(rb"\0GLIBC_(\d+)\.(\d+)(?=\0|\.)")


def oldest_glibc(folder: Path) -> tuple[str, str]:
    """Return the version, as "2.35", and a file that needs it. Raises ValueError for a folder without programs."""
    found = []
    for file in sorted(folder.rglob("*")):
        if file.is_symlink() or not file.is_file():
            continue
        with file.open("rb") as stream:
            if stream.read(4) != b"\x7fELF":
                continue
            versions = [(int(match[1]), int(match[2])) for match in _VERSION.finditer(stream.read())]
        if versions:
            found.append((max(versions), file.relative_to(folder).as_posix()))
    if not found:
        raise ValueError(f"{folder} contains no program for Linux")
    (major, minor), name = max(found)
    return f"{major}.{minor}", name


if __name__ == "__main__":
    print(*oldest_glibc(Path(sys.argv[1])))
