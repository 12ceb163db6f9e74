"""The errors a person may cause, each told in one sentence that names the file, the place and the mend."""

from __future__ import annotations

import unicodedata
from pathlib import Path

_MOST = 1200
_MOST_PART = 400
_OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")


def shown(text: object, most: int = _MOST) -> str:
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
        char.encode("unicode_escape").decode() if unicodedata.category(char) in _OBEYED else char
        for char in told
    )


class DuctusError(Exception):
    """Something went wrong that the user should read about; the message is a whole sentence."""

    exit_code = 1

    def __init__(self, told: str = "") -> None:
        super().__init__(shown(told))


class InputError(DuctusError):
    """What was given cannot be used; nothing was changed."""

    exit_code = 2

    @classmethod
    def at(cls, path: Path | str, what: str, *, place: str = "", mend: str = "") -> InputError:
        """An error about a file: ``path (place): what. mend``."""
        where = f"{path} ({shown(place, 120)})" if place else str(path)
        return cls(f"{where}: {shown(what, _MOST_PART)}." + (f" {mend}." if mend else ""))


class ModelFileError(InputError):
    """A model file is damaged, foreign or too new to be read."""


class DamagedError(InputError):
    """A project's database is damaged; it can be looked through and rescued, not opened."""


class Stopped(DuctusError):
    """The person asked to stop; what was finished is kept."""

    exit_code = 130
