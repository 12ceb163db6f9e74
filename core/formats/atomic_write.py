"""Files are written aside and then put in place, so that a failed save leaves the old file whole."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from core.errors import InputError, disk_error_text, disk_hint

_ASIDE = re.compile(r"\.(.{1,80})\.[a-z0-9_]{8}\.part", re.DOTALL)


def save_bytes(out: Path, data: bytes) -> None:
    """Replace ``out`` by ``data`` in one step, its folder made if need be; InputError when it cannot be."""
    aside: Path | None = None
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{out.name[:80]}.", suffix=".part", dir=out.parent)
        aside = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        mask = os.umask(0)
        os.umask(mask)
        aside.chmod(0o666 & ~mask)
        aside.replace(out)
    except OSError as error:
        if aside is not None:
            aside.unlink(missing_ok=True)
        raise InputError.at(
            out, f"the file cannot be written ({disk_error_text(error)})", hint=disk_hint(error)
        ) from error


def clear_unfinished(folder: Path, name: str | None = None) -> None:
    """Delete what :func:`save_bytes` left in ``folder`` where it was killed: of the file ``name``, or of any.

    For whoever alone writes there. What cannot be deleted is let be; it does no harm.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            match = _ASIDE.fullmatch(path.name)
            if match and (name is None or match[1] == name[:80]):
                path.unlink(missing_ok=True)
