"""The errors a person may cause, each told in one sentence that names the file, the place and the mend."""

from __future__ import annotations

from pathlib import Path


class DuctusError(Exception):
    """Something went wrong that the user should read about; the message is a whole sentence."""

    exit_code = 1


class InputError(DuctusError):
    """What was given cannot be used; nothing was changed."""

    exit_code = 2

    @classmethod
    def at(cls, path: Path | str, what: str, *, place: str = "", mend: str = "") -> InputError:
        """An error about a file: ``path (place): what. mend``."""
        where = f"{path} ({place})" if place else str(path)
        return cls(f"{where}: {what}." + (f" {mend}." if mend else ""))


class ModelFileError(InputError):
    """A model file is damaged, foreign or too new to be read."""


class Stopped(DuctusError):
    """The person asked to stop; what was finished is kept."""

    exit_code = 130
