"""Values of the database: texts that can be stored and compared, timestamps, and decoding of stored values."""

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from core.errors import DamagedError, InputError
from core.language import tr, tr_hint
from core.lexicon.text import nfc


def check_hint() -> str:
    """Return how to see what is wrong with a project, for the end of an error message."""
    return tr_hint(
        "To see what is intact and how to restore a backup, run: ductus check PROJECT",
        "“Check this project” shows what is intact and how to restore a backup",
    )


def no_project_hint() -> str:
    """Return what to do where a project is missing."""
    return tr_hint("Make one with: ductus new PROJECT", "Create one with “New project”")


def fold_case(text: str) -> str:
    """Return the case-folded form of ``text`` in NFC, by which searches ignore case."""
    return unicodedata.normalize("NFC", nfc(text).casefold())


def text_fault(text: str) -> str | None:
    """Return why ``text`` cannot be a transcription, as a clause for an error message, or None if it can."""
    if not text.strip():
        return tr("the text is empty")
    if "\0" in text:
        return tr("the text contains a NUL character")
    if any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        return tr("the text contains half a character (a lone surrogate)")
    return None


def check_text(text: str) -> None:
    """Raise InputError if ``text`` cannot be a transcription."""
    if fault := text_fault(text):
        raise InputError.of("{text!r} cannot be a transcription: {fault}.", text=text, fault=fault)


def replace_unstorable(text: str | None) -> str | None:
    """Return ``text`` with a mark for each character SQLite cannot store (NUL, surrogates from odd file names)."""
    if text is None or (text.isascii() and "\0" not in text):
        return text
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def utc_now() -> str:
    """Return the time in UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def report_as_damage(what: str) -> Iterator[None]:
    """Raise DamagedError for stored values that cannot be decoded inside; ``what`` names them in the plural."""
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise DamagedError.of(
            "The project database is damaged: it contains invalid {what}. {check_hint}.",
            what=what,
            check_hint=check_hint(),
        ) from error


def decode_json(text: object, what: str, kind: type | None = None) -> Any:
    """Return the JSON value stored as ``text``; raise DamagedError if it is invalid or not of type ``kind``."""
    with report_as_damage(what):
        value = json.loads(text)  # type: ignore[arg-type]
        if kind is not None and not isinstance(value, kind):
            raise TypeError(type(value).__name__)
    return value
