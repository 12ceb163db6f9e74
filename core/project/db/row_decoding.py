"""Values as the database gives them: what no Ductus would have written there is told as damage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from core.errors import DamagedError


@contextmanager
def as_damage(what: str) -> Iterator[None]:
    """Turn what Python says of values that make no sense into one sentence; ``what`` names them in the plural."""
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise DamagedError(
            f"The project database is damaged: it holds {what} that make no sense. "
            "See what is whole, and how to go back to a backup, with: ductus check PROJECT."
        ) from error


def stored_json(text: object, what: str, kind: type | None = None) -> Any:
    """The JSON value kept as ``text``; DamagedError when it is none, or not of ``kind``."""
    with as_damage(what):
        value = json.loads(text)  # type: ignore[arg-type]
        if kind is not None and not isinstance(value, kind):
            raise TypeError(type(value).__name__)
    return value
