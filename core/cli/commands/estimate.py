"""`ductus devices` and `ductus estimate`."""

from dataclasses import asdict
from pathlib import Path

from core.cli.console import Console
from core.device import devices, resolve_device
from core.jobs.requests import DevicesRequest, EstimateRequest
from core.jobs.results import DevicesListed, Estimated
from core.jobs.training.estimate import Estimate, estimate, load_rates, save_rates
from core.jobs.training.speed_measurement import measure
from core.jobs.training.training_readiness import training_readiness
from core.language import format_number, tr, tr_plural
from core.lexicon.alphabet import AUTO
from core.project.project import Project
from core.training.presets import preset, presets


def list_devices(request: DevicesRequest, console: Console) -> None:
    """List the processors, and why one cannot be used."""
    found = devices()
    console.table(
        tr("Processors"),
        [tr("name"), tr("usable"), tr("details")],
        [[device.name, tr("yes") if device.usable else tr("no"), device.about] for device in found],
    )
    console.result(DevicesListed(found, resolve_device("auto")))


def estimate_training(folder: Path, request: EstimateRequest, console: Console) -> None:
    """Measure the speed of a preset's readers and estimate its training, and those of others measured before."""
    wanted = preset(request.preset)
    with Project.open(folder, read_only=True) as project, console.job() as should_stop:
        device = resolve_device(request.device)
        known = None if request.again else load_rates(project.folder, device)
        rates = measure(
            wanted, device, known, console.emit, should_stop, lambda rates: save_rates(project.folder, rates)
        )
        readiness = training_readiness(project, AUTO)
        estimates = {name: estimate(settings, rates, readiness) for name, settings in presets().items()}
    console.table(
        tr_plural(
            "Training on {n} word with {device}, estimated from measurements on this computer",
            "Training on {n} words with {device}, estimated from measurements on this computer",
            readiness.images,
            device=device,
        ),
        [tr("preset"), tr("readers"), tr("time"), tr("memory")],
        [
            [name, str(presets()[name].members), *_cells(found)]
            for name, found in estimates.items()
            if presets()[name].learner in rates.learners
        ],
    )
    console.result(
        Estimated(
            device,
            rates,
            readiness.images,
            {
                name: None
                if found is None
                else asdict(found) | {"seconds": found.seconds, "most_seconds": found.most_seconds}
                for name, found in estimates.items()
            },
        )
    )


def _cells(found: Estimate | None) -> list[str]:
    if found is None:
        return [tr("too few words"), ""]
    memory = max(found.memory_bytes, found.device_bytes)
    minutes, most = found.seconds / 60, found.most_seconds / 60
    time = tr("{minutes:.1f} min", minutes=minutes)
    if most > minutes:
        time = tr("{minutes:.1f} to {most:.1f} min", minutes=minutes, most=most)
    return [
        tr("{time} and the {without}", time=time, without=found.without) if found.without else time,
        f"{format_number(memory / 2**30, '.1f')} GiB",
    ]
