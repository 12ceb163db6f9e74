"""`ductus app`: the window, started from a terminal."""

import argparse
import os
from importlib.metadata import entry_points

from core.cli.console import Console
from core.errors import DuctusError
from core.system.computer import has_display

ENTRY_POINT = "ductus-app"


def run(options: argparse.Namespace, console: Console) -> int:
    """Show the window until it is closed. Raises DuctusError if that is not possible here."""
    if not has_display() and not os.environ.get("QT_QPA_PLATFORM"):
        raise DuctusError.of(
            "There is no display here to show a window on; start the app from a desktop, "
            "or work with the other commands (ductus --help)."
        )
    # the engine does not import the app: it starts what is installed as `ductus-app`
    apps = list(entry_points(group="gui_scripts", name=ENTRY_POINT))
    if not apps:
        raise DuctusError.of(
            "The app ({entry_point}) is not installed; reinstall Ductus with all its dependencies.",
            entry_point=ENTRY_POINT,
        )
    code: int = apps[0].load()([] if options.project is None else [str(options.project)])
    return code
