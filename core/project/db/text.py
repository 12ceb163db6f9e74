"""What may be kept as a text, and how a search compares texts."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

from core.errors import InputError
from core.lexicon.text import nfc


def folded(text: str) -> str:
    """The form in which a search compares that takes capitals and small letters as one; itself in NFC."""
    return unicodedata.normalize("NFC", nfc(text).casefold())


def fault_in(text: str) -> str | None:
    """Why ``text`` cannot be a reading (a clause for an error sentence), or None if it can."""
    if not text.strip():
        return "the text is empty"
    if "\0" in text:
        return "the text holds a NUL character"
    if any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        return "the text holds half a character (a lone surrogate)"
    return None


def checked(text: str) -> str:
    """``text`` unchanged; raises InputError when it cannot be a reading."""
    fault = fault_in(text)
    if fault:
        raise InputError(f"{text!r} cannot be a reading: {fault}.")
    return text


def storable(text: str | None) -> str | None:
    """``text`` with what SQLite cannot hold (NUL, half characters from odd file names) shown as a mark."""
    if text is None or (text.isascii() and "\0" not in text):
        return text
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def now() -> str:
    """The time in UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
