"""Settings of the app: each declared once here, kept in one JSON file that is replaced whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

T = TypeVar("T", str, int, float, bool, list)


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One setting: its key in the file, and its value until a person chooses another."""

    key: str
    default: T


THEME = Setting("theme", "system")
RECENT: Setting[list] = Setting("recent", [])
LAST_PROJECT = Setting("last_project", "")
REOPEN = Setting("reopen_last_project", True)
WINDOW = Setting("window", "")
"""Geometry of the window, as Qt saves it, in base64."""
LAST_FOLDER = Setting("last_folder", "")
LAST_EXPORT = Setting("last_export_folder", "")
LAST_PLACES: Setting[list] = Setting("last_places", [])
"""[project folder, place, word id] of the projects last worked on."""
DEVICE = Setting("device", "auto")
REVIEW_ORDER = Setting("review_order", "useful")
OFFER_RETRAINING_AFTER = Setting("offer_retraining_after", 100)
"""Corrections since the last training after which another is offered."""

MOST_RECENT = 10


def default_file() -> Path:
    """Where the settings lie when nobody says otherwise; ``DUCTUS_SETTINGS`` names another file."""
    from PySide6.QtCore import QStandardPaths

    if named := os.environ.get("DUCTUS_SETTINGS"):
        return Path(named)
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(place) / "settings.json"


class Settings:
    """The values in force. A damaged file counts as empty; it is kept beside as ``settings.json.damaged``."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._values = self._read()

    def get(self, setting: Setting[T]) -> T:
        """The value chosen, or the default where none was or one of another kind stands in the file."""
        value = self._values.get(setting.key, setting.default)
        return value if type(value) is type(setting.default) else setting.default

    def set(self, setting: Setting[T], value: T) -> None:
        """Choose a value and write the file at once."""
        if self._values.get(setting.key) == value:
            return
        self._values[setting.key] = value
        self._write()

    def add_recent(self, folder: Path) -> None:
        """Put a project at the head of the recent ones."""
        before = [p for p in self.get(RECENT) if isinstance(p, str) and p != str(folder)]
        self.set(RECENT, [str(folder), *before][:MOST_RECENT])

    def _read(self) -> dict[str, Any]:
        try:
            values = json.loads(self.file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            self._set_aside()
            return {}
        return values if isinstance(values, dict) else {}

    def _set_aside(self) -> None:
        try:
            self.file.replace(self.file.with_name(self.file.name + ".damaged"))
        except OSError:
            return

    def _write(self) -> None:
        aside = self.file.with_name(self.file.name + ".new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            aside.write_text(json.dumps(self._values, ensure_ascii=False, indent=1), encoding="utf-8")
            aside.replace(self.file)
        except OSError:
            # a full or write-protected disk must not stop the work; the choice holds until the app closes
            return
