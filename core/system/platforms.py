"""The system that this process runs on, and the folders in which its programs keep settings and files of a user."""

import os
import platform
import sys
from pathlib import Path
from typing import Any


def is_windows() -> bool:
    """Return whether this is Windows."""
    return sys.platform == "win32"


def is_macos() -> bool:
    """Return whether this is macOS."""
    return sys.platform == "darwin"


def is_linux() -> bool:
    """Return whether this is Linux."""
    return sys.platform.startswith("linux")


def system_name() -> str:
    """Return system and processor as ``linux-x86_64``, ``windows-x86_64`` or ``macos-arm64``."""
    system = "windows" if is_windows() else "macos" if is_macos() else "linux"
    return f"{system}-{platform.machine().lower().replace('amd64', 'x86_64')}"


def windows_libraries() -> Any:
    """Return the system's libraries by name; only Windows has them."""
    import ctypes

    return ctypes.windll  # type: ignore[attr-defined]


def windows_language() -> str:
    """Return the name of the language in which Windows shows itself, such as ``de_DE``; "" for an unknown one."""
    import locale

    return locale.windows_locale.get(windows_libraries().kernel32.GetUserDefaultUILanguage(), "")


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
