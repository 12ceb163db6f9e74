"""Search for actions by words in any order, and the keys of a shortcut one by one."""

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

from app.actions import ActionEntry


def contains_all_words(query: str, text: str) -> bool:
    """Return whether ``text`` contains all words of ``query``, in any order and whatever their case."""
    text = text.casefold()
    return all(word in text for word in query.casefold().split())


def matching_actions(entries: Iterable[ActionEntry], view: str, query: str) -> list[ActionEntry]:
    """Return the enabled actions that match: those of ``view`` first, then those for everywhere.

    Those of other views come last, and only if there is a query.
    """
    found = [e for e in entries if e.action.isEnabled() and contains_all_words(query, plain_text(e.action))]
    here = [e for e in found if view and e.view == view]
    everywhere = [e for e in found if not e.view]
    elsewhere = [e for e in found if e.view and e.view != view and query.strip()]
    return [*here, *everywhere, *elsewhere]


def plain_text(action: QAction) -> str:
    """Return an action's text without the mnemonic marker."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def key_caps(keys: QKeySequence) -> list[str]:
    """Return the keys of a shortcut one by one: three for ``Ctrl+Shift+Z``."""
    parts: list[str] = []
    for stroke in keys.toString(QKeySequence.SequenceFormat.NativeText).split(", "):
        # the plus key itself stands at the end, after the plus that joins
        if stroke.endswith("+"):
            parts += [*filter(None, stroke[:-1].split("+")), "+"]
        else:
            parts += filter(None, stroke.split("+"))
    return parts
