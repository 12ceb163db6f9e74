"""The latest searches, each with its project and kind, kept in the settings. Needs no Qt."""

from __future__ import annotations

from app.settings import Setting, Settings

RECENT_SEARCHES: Setting[list] = Setting("recent_searches", [])
"""[project folder, kind of search, text], newest first."""

MOST = 40
SHOWN = 8


def recent(settings: Settings, folder: str, kind: str) -> list[str]:
    """The texts sought last in this project, newest first."""
    found = [
        str(entry[2])
        for entry in settings.get(RECENT_SEARCHES)
        if isinstance(entry, list) and len(entry) == 3 and entry[:2] == [folder, kind]
    ]
    return found[:SHOWN]


def remember(settings: Settings, folder: str, kind: str, text: str) -> None:
    """Put a search at the head of the list."""
    if text.strip():
        entry = [folder, kind, text.strip()]
        others = [other for other in settings.get(RECENT_SEARCHES) if other != entry]
        settings.set(RECENT_SEARCHES, [entry, *others][:MOST])
