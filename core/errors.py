"""The errors a person may cause, each told in one sentence that names the file, the place and the mend."""

from __future__ import annotations

import errno
import os
import unicodedata
from pathlib import Path
from typing import Self

_MOST = 1200
_MOST_PART = 400
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")


def sanitise(text: object, most: int = _MOST) -> str:
    """``text`` as it may stand in a sentence: on one line, of bearable length, all of it visible.

    Errors quote what strangers wrote. Line breaks, control characters, marks that turn the direction of
    writing and halves of characters are written out (``\\u202e``), for a screen would obey them.
    """
    told = str(text)
    if len(told) > most:
        told = told[: most - 1] + "\u2026"
    if told.isascii() and told.isprintable():
        return told
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in _OBEYED else char for char in told
    )


def is_full(error: BaseException) -> bool:
    """Whether an error of the system says that the disk, or one's share of it, is full; HDF5 says it in words."""
    return getattr(error, "errno", None) in _FULL or "No space left on device" in str(error)


def disk_error_text(error: BaseException) -> str:
    """What the system said of a file, without the chatter of a library around it."""
    if is_full(error):
        return "the disk is full"
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else str(error)


def disk_hint(error: BaseException) -> str:
    """What a person can do about it: the part of a sentence that :meth:`InputError.at` takes, or nothing."""
    return "Make room on it and try again" if is_full(error) else ""


class DuctusError(Exception):
    """Something went wrong that the user should read about; the message is a whole sentence."""

    exit_code = 1

    def __init__(self, told: str = "") -> None:
        super().__init__(sanitise(told))

    @classmethod
    def at(cls, path: Path | str, what: str, *, place: str = "", hint: str = "") -> Self:
        """An error about a file: ``path (place): what. hint``."""
        where = f"{path} ({sanitise(place, 120)})" if place else str(path)
        return cls(f"{where}: {sanitise(what, _MOST_PART)}." + (f" {hint}." if hint else ""))


class InputError(DuctusError):
    """What was given cannot be used; nothing was changed."""

    exit_code = 2


class ModelFileError(InputError):
    """A model file is damaged, foreign or too new to be read."""


class DamagedError(InputError):
    """A project's database is damaged; it can be looked through and rescued, not opened."""


class Stopped(DuctusError):
    """The person asked to stop; what was finished is kept."""

    exit_code = 130
