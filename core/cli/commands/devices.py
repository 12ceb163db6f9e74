"""`ductus devices`."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from core.cli.console import Console
from core.device import devices, resolve_device


def run(options: argparse.Namespace, console: Console) -> None:
    """List the processors and why one cannot be used."""
    found = devices()
    console.table(
        "Processors",
        ["name", "usable", "what was found"],
        [[device.name, "yes" if device.usable else "no", device.about] for device in found],
    )
    console.result({"devices": [asdict(device) for device in found], "auto": resolve_device("auto")})
