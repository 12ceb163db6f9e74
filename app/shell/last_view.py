"""Where a person was in each of the projects last worked on."""

from __future__ import annotations

from pathlib import Path

from app import settings as keys
from app.settings import Settings
from app.shell.views import VIEWS


def last_place(settings: Settings, folder: Path) -> tuple[str, int | None]:
    """The place and the word looked at when the project was left; the Collection for a project not known."""
    for entry in settings.get(keys.LAST_PLACES):
        match entry:
            case [str(where), str(place), int() | None as word_id] if where == str(folder) and place in VIEWS:
                return place, word_id
    return "collection", None


def remember_place(settings: Settings, folder: Path, place: str, word_id: int | None) -> None:
    """Keep for the next time where the person is now."""
    entries = settings.get(keys.LAST_PLACES)
    others = [entry for entry in entries if isinstance(entry, list) and entry[:1] != [str(folder)]]
    settings.set(keys.LAST_PLACES, [[str(folder), place, word_id], *others][: keys.MOST_RECENT])
