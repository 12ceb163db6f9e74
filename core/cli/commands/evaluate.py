"""`ductus evaluate`."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.commands.recognise import thresholds
from core.cli.console import Console
from core.evaluation.rows import ABOUT, OURS
from core.evaluation.table import COLUMNS, cell
from core.jobs.evaluate import evaluate
from core.jobs.events import stop_on_signals
from core.model.device import choose
from core.project.models import get_model, save_evaluation
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Measure on the test words and print the table."""
    with Project.open(options.project, read_only=True) as project, stop_on_signals() as should_stop:
        result = evaluate(
            project, options.model, choose(options.device), console.emit, should_stop,
            baselines=options.baselines, thres=thresholds(options.thres),
        )  # fmt: skip
        # the table of a person's other thresholds is not the model's own
        if options.thres is None and options.baselines:
            save_evaluation(get_model(project, result["model"]), result)
    console.close()
    show(result, console)
    console.result(result)


def show(result: dict[str, Any], console: Console) -> None:
    """The table of an evaluation, and what its numbers rest on."""
    rows = result.get("baselines") or {OURS: {"about": ABOUT[OURS], **result}}
    n = f"{result['n_seen']} test words of seen classes, {result['n_unseen']} of unseen"
    console.table(
        f"Share read rightly, 95 % intervals ({n})",
        ["", *COLUMNS],
        [[row["about"], *(cell(row, column) for column in COLUMNS)] for row in rows.values()],
    )
    console.say(
        "A_u: words never seen in training; A_s: seen ones; h: their harmonic mean; A_b: the lesser. "
        "Thresholds were chosen on training words only."
    )
