"""`ductus model` and `ductus begin`."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.console import Console
from core.jobs.recognition.starter import add_starter
from core.project.content.models import activate_model, delete_model, list_models, load_evaluation
from core.project.content.runs import delete_run
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Activate or delete a model or run, then list the models."""
    has_changes = options.use or options.delete or options.delete_run is not None
    with Project.open(options.project, read_only=not has_changes) as project:
        if options.delete_run is not None:
            delete_run(project, options.delete_run)
        if options.delete:
            delete_model(project, options.delete)
        if options.use:
            activate_model(project, options.use)
        models = [
            {
                "name": model.name,
                "active": model.active,
                "created_at": model.created_at,
                "run": model.run_id,
                "h": (load_evaluation(model) or {}).get("h"),
            }
            for model in list_models(project)
        ]
    console.table("Models", ["name", "active", "made", "h"], [_cells(model) for model in models])
    console.result({"models": models})


def _cells(model: dict[str, Any]) -> list[str]:
    h = f"{model['h']:.3f}" if isinstance(model["h"], float) else ""
    return [model["name"], "yes" if model["active"] else "", model["created_at"][:16].replace("T", " "), h]


def run_begin(options: argparse.Namespace, console: Console) -> None:
    """Add the starter model to the project; its suggestions have no measured confidence."""
    with Project.open(options.project) as project:
        result = add_starter(project, options.alphabet)
    console.print(
        f"The starter model is active. It was not trained on this handwriting: 'ductus recognise {options.project}' "
        "gives first suggestions. Check them, then train on them."
    )
    console.result(result)
