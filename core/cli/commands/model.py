"""`ductus model`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.project.content.models import activate_model, delete_model, load_evaluation, models
from core.project.content.runs import delete_run
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Use or delete what was named, then list the models."""
    changes = options.use or options.delete or options.delete_run is not None
    with Project.open(options.project, read_only=not changes) as project:
        if options.delete_run is not None:
            delete_run(project, options.delete_run)
        if options.delete:
            delete_model(project, options.delete)
        if options.use:
            activate_model(project, options.use)
        found = [(model, load_evaluation(model)) for model in models(project)]
    console.table(
        "Models",
        ["name", "active", "made", "h"],
        [
            [m.name, "yes" if m.active else "", m.created_at[:16].replace("T", " "), _score(measured)]
            for m, measured in found
        ],
    )
    console.result(
        {
            "models": [
                {
                    "name": m.name,
                    "active": m.active,
                    "created_at": m.created_at,
                    "run": m.run_id,
                    "h": (measured or {}).get("h"),
                }
                for m, measured in found
            ]
        }
    )


def _score(measured: dict | None) -> str:
    h = (measured or {}).get("h")
    return f"{h:.3f}" if isinstance(h, float) else ""
