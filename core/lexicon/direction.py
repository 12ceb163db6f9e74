"""The writing direction of text, by the bidirectional classes of its letters (Unicode Standard Annex 9)."""

import unicodedata
from collections.abc import Iterator, Sequence

_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def reads_right_to_left(text: str) -> bool:
    """Return whether the first letter with a direction of its own is written from right to left (rules P2 and P3)."""
    return next(_directions(text), False)


def visual_order(words: Sequence[str]) -> list[int]:
    """Return the indices of a line's words as they stand on the paper, from left to right.

    In a line from right to left, runs of words from left to right keep their own order; numbers run with the words
    before them (rule W7).
    """
    if not reads_right_to_left(" ".join(words)):
        return _with_reversed_runs(words, base_is_right=False)
    return _with_reversed_runs(words, base_is_right=True)[::-1]


def _with_reversed_runs(words: Sequence[str], *, base_is_right: bool) -> list[int]:
    """Return the indices in the direction of the line, with each run of words of the other direction reversed."""
    order: list[int] = []
    run: list[int] = []
    is_right = base_is_right
    for index, word in enumerate(words):
        own = next(_directions(word), None)
        if own is not None:
            is_right = own
        elif not any(c.isdigit() for c in word):
            is_right = base_is_right
        if is_right == base_is_right:
            order += run[::-1]
            run = []
            order.append(index)
        else:
            run.append(index)
    return order + run[::-1]


def _directions(text: str) -> Iterator[bool]:
    """Yield for each letter with a direction of its own whether it is written from right to left."""
    classes = map(unicodedata.bidirectional, text)
    return (found in _RIGHT_TO_LEFT for found in classes if found in _RIGHT_TO_LEFT or found == "L")
