"""Text normalisation: NFC with plain blanks, and natural sort order of names."""

import re
import unicodedata

_DIGITS = re.compile(r"([0-9]+)")


def nfc(text: str) -> str:
    """Return ``text`` in Unicode form NFC, stripped, with every run of white space as one blank."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """Return a key that sorts names naturally: ``page 2`` before ``page 10``, case only to break ties.

    Different texts have different keys.
    """
    parts = []
    for i, part in enumerate(_DIGITS.split(nfc(text).casefold())):
        if i % 2:
            digits = part.lstrip("0")
            parts.append((0, len(digits), digits))  # by length, then by digits: the order of the numbers, however long
        elif part:
            parts.append((1, 0, part))
    return tuple(parts), text
