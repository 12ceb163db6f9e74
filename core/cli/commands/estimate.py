"""`ductus estimate`."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from core.cli.console import Console
from core.device import resolve_device
from core.events import stop_on_signals
from core.jobs.training.estimate import Estimate, cached_rates, estimate, keep_rates
from core.jobs.training.speed_measurement import measure
from core.jobs.training.train import AUTO
from core.jobs.training.training_readiness import training_readiness
from core.project.project import Project
from core.training.presets import presets


def run(options: argparse.Namespace, console: Console) -> None:
    """Time some steps of every kind of reader, and scale them to the project's words and each preset."""
    with Project.open(options.project, read_only=True) as project, stop_on_signals() as should_stop:
        device = resolve_device(options.device)
        folder = project.folder
        known = None if options.again else cached_rates(folder, device)
        rates = measure(device, known, console.emit, should_stop, lambda rates: keep_rates(folder, rates))
        data = training_readiness(project, AUTO)
        found = {name: estimate(preset, rates, data) for name, preset in presets().items()}
    console.close()
    console.table(
        f"Training on {data.images} words with {device}, from steps timed on this computer",
        ["preset", "readers", "time", "memory"],
        [[name, str(presets()[name].members), *_cells(one)] for name, one in found.items()],
    )
    console.result(
        {
            "device": device,
            "rates": rates.to_json(),
            "images": data.images,
            "presets": {
                name: None if one is None else asdict(one) | {"seconds": one.seconds} for name, one in found.items()
            },
        }
    )


def _cells(found: Estimate | None) -> list[str]:
    if found is None:
        return ["too few words", ""]
    more = f" and the {found.without}" if found.without else ""
    memory = max(found.memory_bytes, found.device_bytes)
    return [f"{found.seconds / 60:.1f} min{more}", f"{memory / 2**30:.1f} GiB"]
