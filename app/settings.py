"""The settings of the app: all are declared here and stored in one JSON file."""

import json
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QStandardPaths

logger = logging.getLogger(__name__)

T = TypeVar("T", str, int, float, bool, list)


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A setting with its key in the file."""

    key: str
    default: T


THEME = Setting("theme", "system")
TEXT_PERCENT = Setting("text_percent", 100)
"""Size of the texts in percent of the system's."""
LANGUAGE = Setting("language", "system")
"""The code of the language of the texts, numbers and dates, or "system"."""
KEEP_MESSAGES = Setting("keep_messages", False)
"""True if messages stay on the screen until they are closed."""
REDUCE_MOTION = Setting("reduce_motion", False)
"""True if nothing moves by itself, also where the system does not ask for that."""
RESEARCH = Setting("research", False)
"""True if presets, gates, thresholds and single readers are shown."""
RECENT: Setting[list] = Setting("recent", [])
LAST_PROJECT = Setting("last_project", "")
REOPEN = Setting("reopen_last_project", True)
WINDOW = Setting("window", "")
"""Geometry of the window, as Qt saves it, in base64."""
LAST_FOLDER = Setting("last_folder", "")
LAST_MANIFEST = Setting("last_manifest", "")
"""Address or file of the IIIF manifest whose images are not all fetched yet."""
LAST_EXPORT = Setting("last_export_folder", "")
LAST_VIEWS: Setting[list] = Setting("last_places", [])
"""[project folder, view, word id] of the recent projects."""
SCAN_DISPLAY: Setting[list] = Setting("scan_display", [])
"""[project folder, brightness, contrast, whether it is inverted] of the recent projects whose scans are adjusted."""
DEVICE = Setting("device", "auto")
SHOW_TRANSCRIPT = Setting("show_transcript", False)
"""True if the Page shows the transcript beside the scan."""
WRITING_LANGUAGE = Setting("writing_language", "")
"""The language that was last named for scans without transcriptions (ISO 639-1)."""
AUTHOR = Setting("author", "")
"""The name that is stored with the person's edits."""
AUTHOR_ASKED = Setting("author_asked", False)
"""True once the person was asked for it, also if they gave none."""
REVIEW_ORDER = Setting("review_order", "useful")
OFFER_RETRAINING_AFTER = Setting("offer_retraining_after", 100)
"""Corrections since the last training after which retraining is suggested."""

MAX_RECENT = 10


def default_file() -> Path:
    """Return the settings file; the environment variable ``DUCTUS_SETTINGS`` overrides it."""
    if path := os.environ.get("DUCTUS_SETTINGS"):
        return Path(path)
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)) / "settings.json"


def log_file() -> Path:
    """Return the log file: in the app's data folder, or beside the settings that ``DUCTUS_SETTINGS`` names."""
    if path := os.environ.get("DUCTUS_SETTINGS"):
        return Path(path).parent / "ductus.log"
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)) / "ductus.log"


class Settings:
    """The current values. A damaged file counts as empty and is renamed to ``settings.json.damaged``."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._values = self._read()

    def get(self, setting: Setting[T]) -> T:
        """Return the value, or the default if there is none or one of another type."""
        value = self._values.get(setting.key, setting.default)
        return value if type(value) is type(setting.default) else setting.default

    def has(self, setting: Setting[Any]) -> bool:
        """Return whether a value was ever set."""
        return setting.key in self._values

    def set(self, setting: Setting[T], value: T) -> None:
        """Set a value and write the file at once."""
        if self._values.get(setting.key) == value:
            return
        self._values[setting.key] = value
        self._write()

    def of_project(self, setting: Setting[list], folder: Path) -> list[Any]:
        """Return the values that a setting like :data:`LAST_VIEWS` holds for a project; [] if unset."""
        found = (entry for entry in self.get(setting) if _is_of(entry, folder))
        return next(found, [])[1:]

    def set_of_project(self, setting: Setting[list], folder: Path, values: Sequence[object]) -> None:
        """Put the values of a project first, or remove them if they are empty; the oldest are dropped."""
        others = [entry for entry in self.get(setting) if isinstance(entry, list) and not _is_of(entry, folder)]
        own = [[str(folder), *values]] if values else []
        self.set(setting, [*own, *others][:MAX_RECENT])

    def add_recent(self, folder: Path) -> None:
        """Put a project first among the recent ones."""
        others = [p for p in self.get(RECENT) if isinstance(p, str) and p != str(folder)]
        self.set(RECENT, [str(folder), *others][:MAX_RECENT])

    def _read(self) -> dict[str, Any]:
        try:
            values = json.loads(self.file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            logger.warning("The settings file is damaged")
            with suppress(OSError):
                self.file.replace(self.file.with_name(self.file.name + ".damaged"))
            return {}
        return values if isinstance(values, dict) else {}

    def _write(self) -> None:
        new_file = self.file.with_name(self.file.name + ".new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            new_file.write_text(json.dumps(self._values, ensure_ascii=False, indent=1), encoding="utf-8")
            new_file.replace(self.file)
        except OSError as error:
            # without permission or room to write the value holds until the app closes
            logger.warning("The settings could not be saved: %s", error)


def _is_of(entry: object, folder: Path) -> bool:
    """Return whether an entry ``[project folder, value, …]`` belongs to a project."""
    return isinstance(entry, list) and entry[:1] == [str(folder)]
