"""How words are written down and compared: NFC, plain blanks, numbers in order of size."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile(r"([0-9]+)")


def nfc(text: str) -> str:
    """``text`` in Unicode form NFC, outer white space cut off, every inner run of white space one blank."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """A key to sort names as people do: ``page 2`` before ``page 10``, case only where all else is equal.

    Equal only for equal texts.
    """
    parts = []
    for i, part in enumerate(_DIGITS.split(nfc(text).casefold())):
        if i % 2:
            digits = part.lstrip("0")
            parts.append((0, len(digits), digits))  # compares as the number, however long
        elif part:
            parts.append((1, 0, part))
    return tuple(parts), text
