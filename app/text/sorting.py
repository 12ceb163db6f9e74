"""The order of names for people, in the language of the app: ``page 2`` before ``page 10``, ``é`` beside ``e``."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QCollator, QCollatorSortKey, QLocale, Qt

T = TypeVar("T")


def by_name(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the items in the order of their names; equal names keep their order."""
    collator = QCollator(QLocale())
    collator.setNumericMode(True)
    collator.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    keys: list[tuple[QCollatorSortKey, T]] = [(collator.sortKey(name(item)), item) for item in items]
    return [item for _, item in sorted(keys, key=lambda entry: entry[0])]
