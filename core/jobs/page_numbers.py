"""Numbers of pages as people write them."""

import re

from core.errors import InputError


def parse_page_numbers(text: str | None) -> list[int] | None:
    """Parse ``1-20,25``; None stays None. Raises InputError."""
    if text is None:
        return None
    numbers: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            raise InputError.of(
                "Pages are given as numbers from 1 and ranges, such as 1-20,25, not as '{text}'.", text=text
            )
        numbers += range(first, last + 1)
    return numbers
