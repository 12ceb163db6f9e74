"""The person at work in this process, whose name is stored with each edit and transcription."""

import os

from core.errors import InputError
from core.language import tr

VARIABLE = "DUCTUS_AUTHOR"
"""The environment variable with the name, which child processes inherit."""
MAX_CHARS = 80


def current_author() -> str | None:
    """Return the name of the person at work; None if nobody has given one."""
    try:
        return checked_name(os.environ.get(VARIABLE, "")) or None
    except InputError:
        return None


def set_author(name: str) -> None:
    """Store a name for this process and the jobs that it starts; "" for none. Raises InputError as `checked_name`."""
    name = checked_name(name)
    if name:
        os.environ[VARIABLE] = name
    else:
        os.environ.pop(VARIABLE, None)


def checked_name(name: str) -> str:
    """Return a name trimmed, with single blanks; raises InputError for one that is too long or cannot be stored."""
    name = " ".join(name.split())
    if len(name) > MAX_CHARS or not name.isprintable() or any(0xD800 <= ord(char) <= 0xDFFF for char in name):
        problem = tr(
            "A name has at most {max_chars} visible characters, on one line; give a shorter one.", max_chars=MAX_CHARS
        )
        raise InputError(problem)
    return name
