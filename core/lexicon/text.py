"""How words are written down and compared: NFC, plain blanks, numbers in order of size."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile(r"([0-9]+)")


def nfc(text: str) -> str:
    """``text`` in Unicode form NFC, outer white space cut off, every inner run of white space one blank."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def same_text(one: str, other: str) -> bool:
    """Whether two readings are the same text; case, marks and punctuation count, Unicode form does not."""
    return nfc(one) == nfc(other)


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """A key to sort names as people do: ``page 2`` before ``page 10``, case only where all else is equal."""
    plain = nfc(text)
    parts = _DIGITS.split(plain.casefold())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part), plain
