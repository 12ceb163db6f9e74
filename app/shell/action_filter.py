"""Finding actions by words typed in any order, and telling their keys apart."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

from app.shell.actions import ActionEntry


def matches(query: str, text: str) -> bool:
    """Whether all words of ``query`` stand in ``text``; capitals do not count, nor does the order."""
    text = text.casefold()
    return all(word in text for word in query.casefold().split())


def offered(entries: Iterable[ActionEntry], place: str, query: str) -> list[ActionEntry]:
    """The enabled actions that match: those of ``place`` first, then those for everywhere.

    Those of other places come last, and only once something was typed.
    """
    found = [e for e in entries if e.action.isEnabled() and matches(query, plain(e.action))]
    here = [e for e in found if place and e.place == place]
    everywhere = [e for e in found if not e.place]
    elsewhere = [e for e in found if e.place and e.place != place and query.strip()]
    return [*here, *everywhere, *elsewhere]


def plain(action: QAction) -> str:
    """An action's text without the mark of its menu key."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def caps(keys: QKeySequence) -> list[str]:
    """The keys of a shortcut one by one: ``Ctrl+Shift+Z`` is three."""
    parts: list[str] = []
    for stroke in keys.toString(QKeySequence.SequenceFormat.NativeText).split(", "):
        # the plus key itself stands at the end, behind the plus that joins
        if stroke.endswith("+"):
            parts += [*filter(None, stroke[:-1].split("+")), "+"]
        else:
            parts += filter(None, stroke.split("+"))
    return parts
