"""The folders of a user in which programs keep settings and what they can make again."""

import os
from pathlib import Path

from core.system.platforms import is_macos, is_windows


def config_folder() -> Path:
    """Return the folder for settings of the engine, which need not exist. Raises RuntimeError without a home."""
    if is_windows():
        parent = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif is_macos():
        parent = Path.home() / "Library" / "Application Support"
    else:
        parent = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return parent / "ductus"


def cache_folder() -> Path:
    """Return the folder for what can be made again, which need not exist. Raises RuntimeError without a home."""
    if is_windows():
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ductus" / "cache"
    if is_macos():
        return Path.home() / "Library" / "Caches" / "ductus"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ductus"


def data_folder() -> Path:
    """Return the folder for what a person installs or keeps, which need not exist. Raises RuntimeError without a home.

    It belongs to this computer: what Windows copies from one computer to the next is not in it.
    """
    if is_windows():
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ductus" / "data"
    if is_macos():
        return Path.home() / "Library" / "Application Support" / "ductus"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ductus"
