"""The Train view of the helpers' project, with stored times, so that tests do not wait for measurements."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from gui_helpers import opened
from PySide6.QtWidgets import QPushButton
from pytest import MonkeyPatch

from app.context import ProjectContext
from app.train.devices import DeviceProbe
from app.train.view import TrainView
from core.device import DeviceFound
from core.jobs.rates import GateRates, LearnerRates, Rates
from core.jobs.training.estimate import save_rates
from core.project.content.runs import create_run, end_run, run_folder, start_run
from core.project.project import Project
from core.training.presets import preset, presets

CPU = DeviceFound("cpu", True, "2 threads")
CUDA = DeviceFound("cuda", False, "no NVIDIA card or driver was found")


def rates(device: str = "cpu") -> Rates:
    """Return artificial rates of every learner and gate width of the presets."""
    all_presets = presets().values()
    return Rates(
        device,
        200_000_000,
        {p.learner: LearnerRates(0.004, 0.01, 0.001, 1e-6, 2_000_000, 2_000_000) for p in all_presets},
        {p.gate_width: GateRates(15, 10, 2e-4) for p in all_presets},
    )


def report_devices(probe: DeviceProbe) -> None:
    """List the processors without a child process."""
    probe.devices.emit([CPU, CUDA], "cpu")


def training_view(context: ProjectContext, qtbot: Any, monkeypatch: MonkeyPatch) -> TrainView:
    """Return the view, shown; its processors are listed and measured already."""
    save_rates(context.session.folder, rates())
    monkeypatch.setattr(DeviceProbe, "list_devices", report_devices)
    return opened(TrainView, context, qtbot)


def shown_buttons(view: TrainView) -> list[str]:
    """Return the texts of the visible and enabled buttons."""
    return [b.text() for b in view.findChildren(QPushButton) if b.isVisible() and b.isEnabled()]


def button(view: TrainView, text: str) -> QPushButton:
    """Return the visible and enabled button with this text."""
    shown = [b for b in view.findChildren(QPushButton) if b.text() == text and b.isVisible() and b.isEnabled()]
    assert shown, f"there is no button '{text}' to press"
    return shown[-1]


def until(qtbot: Any, condition: Callable[[], bool], seconds: int = 90) -> None:
    """Wait for a condition; the machine may be busy."""
    qtbot.waitUntil(condition, timeout=1000 * seconds)


def add_run(project: Project, state: str, seed: int, losses: list[float], model: str | None = None) -> int:
    """Add a run of two members with a log; returns its id."""
    params = {
        "preset": preset("quick").to_json(),
        "seed": seed,
        "device": "cpu",
        "alphabet": "auto",
        "skip_unencodable": False,
        "parent": None,
        "name": None,
    }
    run = create_run(project, params, seed)
    start_run(project, run.id)
    events: list[dict] = [{"event": "run", "run": run.id, "preset": "quick", "seed": seed}]
    for member in range(2):
        events += [
            {
                "event": "progress",
                "part": "embedder",
                "member": member,
                "done": number + 1,
                "total": 4,
                "loss": loss,
                "val_accuracy": 0.2 * number,
            }
            for number, loss in enumerate(losses)
        ]
    text = "".join(json.dumps(event) + "\n" for event in events)
    (run_folder(project, run.id) / "events.jsonl").write_text(text, encoding="utf-8")
    if state != "running":
        end_run(project, run.id, state, model=model)
    return run.id
