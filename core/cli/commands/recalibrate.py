"""`ductus recalibrate`."""

from pathlib import Path

from core.cli.console import Console
from core.device import resolve_device
from core.events import stop_on_signals
from core.jobs.recognition.recalibrate import recalibrate_model
from core.jobs.requests import RecalibrateRequest
from core.language import tr
from core.project.project import Project


def recalibrate(folder: Path, request: RecalibrateRequest, console: Console) -> None:
    """Calibrate a model for the project's present lexicon."""
    device = resolve_device(request.device)
    with Project.open(folder) as project, stop_on_signals() as should_stop:
        result = recalibrate_model(project, request.model, device, console.emit, should_stop)
    console.close()
    console.print(tr("'{model}' is calibrated for {lexicon} words, on {images} images.", **result))
    console.result(result)
