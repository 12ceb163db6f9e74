"""The system that this process runs on."""

import platform
import sys
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
