"""Sentences with a count, right for one as well."""

from __future__ import annotations


def plural(count: int, one: str, many: str, *more: object) -> str:
    """``one`` for a count of 1, else ``many``; {0} in it is the count, {1} and on are ``more``."""
    return (one if count == 1 else many).format(f"{count:,}", *more)
