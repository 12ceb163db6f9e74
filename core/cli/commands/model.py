"""`ductus model` and `ductus begin`."""

import argparse
from pathlib import Path
from typing import Any

from core.cli.console import Console
from core.errors import InputError
from core.evaluation.card_text import card_markdown
from core.evaluation.model_card import model_card
from core.events import Report
from core.jobs.recognition.starter import add_starter
from core.jobs.requests import BeginRequest
from core.language import format_number, tr
from core.project.content.models import (
    activate_model,
    calibrated_file,
    delete_model,
    get_model,
    list_models,
    load_evaluation,
)
from core.project.content.runs import delete_run
from core.project.project import Project
from core.store.starter import starter_about
from core.store.starter_sources import began_with_starter
from core.store.summary import model_summary

CARD = "card"
"""In the place of a project: print the card of a model."""


def run(options: argparse.Namespace, console: Console) -> None:
    """Activate or delete a model or run, then list the models; or print a model's card."""
    if options.of is not None:
        if str(options.project) != CARD:
            raise InputError.of(
                "'{of}' is one argument too many. The card of a model: ductus model card {of}", of=options.of
            )
        print_card(options.of, options.name, console)
        return
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
    console.table(tr("Models"), [tr("name"), tr("active"), tr("made"), "h"], [_cells(model) for model in models])
    console.result(Report({"models": models}))


def print_card(path: Path, name: str | None, console: Console) -> None:
    """Print the card of a model file, or of a project's model ``name`` (None: the active one), as Markdown."""
    evaluation = None
    file = path
    if path.is_dir() or not path.exists():
        with Project.open(path, read_only=True) as project:
            model = get_model(project, name)
            file, evaluation = calibrated_file(project, model), load_evaluation(model)
    summary = model_summary(file)
    starter = starter_about() if began_with_starter(summary.card) else None
    text = card_markdown(model_card(summary, starter, evaluation))
    console.print(text)
    console.result(Report({"model": summary.card.get("name"), "card": text}))


def _cells(model: dict[str, Any]) -> list[str]:
    h = format_number(model["h"], ".3f") if isinstance(model["h"], float) else ""
    return [model["name"], "yes" if model["active"] else "", model["created_at"][:16].replace("T", " "), h]


def begin(folder: Path, request: BeginRequest, console: Console) -> None:
    """Add the starter model to the project; its suggestions have no measured confidence."""
    with Project.open(folder) as project:
        result = add_starter(project, request.alphabet)
    console.say(
        "The starter model is active. It was not trained on this handwriting: 'ductus recognise "
        "{project}' gives first suggestions. Check them, then train on them.",
        project=folder,
    )
    console.result(Report(result))
