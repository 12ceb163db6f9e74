"""The errors that Ductus shows to a person: one sentence with the file, the place in it and what to do."""

import errno
import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from core.language import kind_of, tr

_MAX_MESSAGE, _MAX_PROBLEM, _MAX_PLACE = 1200, 400, 120
"""Lengths in characters; messages quote input that may be arbitrarily long."""

_DISK_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories that a screen obeys instead of showing: controls, formats, surrogates, line separators."""


def sanitise(text: object, max_length: int = _MAX_MESSAGE) -> str:
    """Return ``text`` on one line, shortened to ``max_length`` characters and with all of it visible.

    Errors quote untrusted input. Line breaks, control characters, marks that change the writing direction
    and lone surrogates are escaped (``\\u202e``).
    """
    shown = str(text)
    if len(shown) > max_length:
        shown = shown[: max_length - 1] + "\u2026"
    if shown.isascii() and shown.isprintable():
        return shown
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in _INVISIBLE else char for char in shown
    )


def is_disk_full(error: BaseException) -> bool:
    """Return whether the disk or the user's quota is full. HDF5 reports it only in its message."""
    return getattr(error, "errno", None) in _DISK_FULL or "No space left on device" in str(error)


def _os_reason(error: BaseException) -> str:
    if is_disk_full(error):
        return tr("the disk is full")
    if isinstance(error, ValueError):
        return tr("its name is not valid")  # a path with a NUL character
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else str(error)


def _ended(text: str) -> str:
    """Return a sentence with a full stop, unless it is a question or there is none."""
    return text if not text or text.endswith("?") else f"{text}."


class DuctusError(Exception):
    """An error for the user to read: one or more whole sentences, then ``hint``, what to do, without a full stop."""

    exit_code = 1
    _file: str | None = None
    _reason = ""

    def __init__(self, message: str = "", *, hint: str = "") -> None:
        super().__init__(sanitise(" ".join(filter(None, (message, _ended(hint))))))
        self.kind = kind_of(message)
        """The problem without the names and numbers in which errors of its kind differ."""

    @classmethod
    def of(cls, template: str, /, *, hint: str = "", **fields: object) -> Self:
        """Return an error that says the sentence of a template in the language of the person."""
        return cls(tr(template, **fields), hint=hint)

    @classmethod
    def at(cls, path: Path | str, problem: str, *, place: str = "", hint: str = "") -> Self:
        """Return an error about a file: ``path (place): problem. hint.``"""
        place = sanitise(place, _MAX_PLACE)
        reason = " ".join(filter(None, (_ended(sanitise(problem, _MAX_PROBLEM)), _ended(hint))))
        error = cls(tr("{where}: {problem}", where=f"{path} ({place})" if place else path, problem=reason))
        error.kind = kind_of(problem)
        error._file = str(path)
        error._reason = sanitise(tr("{where}: {problem}", where=f"({place})", problem=reason) if place else reason)
        return error

    def about(self, file: Path | str) -> str:
        """Return the message, without the name of ``file`` if that is the file it is about."""
        return self._reason if self._file == str(file) else str(self)

    @classmethod
    def from_os_error(cls, path: Path | str, problem: str, error: BaseException, *, hint: str = "") -> Self:
        """Return an error about a file that the system refused: ``path: problem (reason). hint.``

        Where the disk is full, the hint is to make room.
        """
        hint = tr("Make room on it and try again") if is_disk_full(error) else hint
        refused = cls.at(path, f"{problem} ({_os_reason(error)})", hint=hint)
        refused.kind = kind_of(problem)
        return refused

    @classmethod
    @contextmanager
    def if_refused(cls, path: Path | str, problem: str, *, hint: str = "") -> Iterator[None]:
        """Raise :meth:`from_os_error` for what the system refuses inside."""
        try:
            yield
        except OSError as error:
            raise cls.from_os_error(path, problem, error, hint=hint) from error


class InputError(DuctusError):
    """The input cannot be used; nothing was changed."""

    exit_code = 2


class ModelFileError(InputError):
    """A model file that is damaged, foreign or of a later version."""


class DamagedError(InputError):
    """A damaged project database: it can be checked and rescued, but not opened."""


class Stopped(DuctusError):
    """The user stopped the work; what was finished is kept."""

    exit_code = 130


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Raise InputError unless a setting lies between ``low`` and ``high``, both included."""
    if not low <= value <= high:
        raise InputError.of(
            "{name} = {value:g} is out of range: it lies between {low:g} and {high:g}.",
            name=name,
            value=value,
            low=low,
            high=high,
        )
