"""`ductus app`: the window, for those who start it from a terminal."""

from __future__ import annotations

import argparse
import os
import sys

from core.cli.console import Console
from core.errors import DuctusError

_LIBRARIES = "packaging/system-libraries.sh"


def run(options: argparse.Namespace, console: Console) -> int:
    """Show the window until it is closed. Raises DuctusError where none can be shown."""
    if not has_display() and not os.environ.get("QT_QPA_PLATFORM"):
        raise DuctusError(
            "There is no display here to show a window on; start the app from a desktop, "
            "or work with the other commands (ductus --help)."
        )
    try:
        import PySide6.QtWidgets  # noqa: F401 - the toolkit is tried before anything of ours needs it
        import qtawesome  # noqa: F401
    except ImportError as error:
        mend = (
            f"{_LIBRARIES} names the system libraries it needs, and installs them when asked to"
            if sys.platform.startswith("linux")
            else "install Ductus anew, with all it depends on"
        )
        raise DuctusError(f"The app's toolkit cannot be loaded ({error}); {mend}.") from error
    from app.main import main

    return main([] if options.project is None else [str(options.project)])


def has_display() -> bool:
    """Whether a window could be shown here."""
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
