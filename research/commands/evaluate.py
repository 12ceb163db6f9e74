"""`python -m research evaluate`."""

from __future__ import annotations

import argparse
from functools import partial

from core.cli.commands.evaluate import show_by_meeting, show_evaluation
from core.cli.console import Console
from core.device import resolve_device
from core.events import Report, stop_on_signals
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.requests import EvaluateRequest
from core.project.project import Project
from research.benchmark.measurement import keep_project_record


def run(options: argparse.Namespace, console: Console) -> None:
    """Measure a model on the test words by every decision rule, and keep its answers word by word."""
    request = EvaluateRequest(options.model, resolve_device(options.device))
    with Project.open(options.project, read_only=True) as project, stop_on_signals() as should_stop:
        keep = partial(keep_project_record, options.records, project)
        result = evaluate(project, request, console.emit, should_stop, keep)
    console.close()
    show_evaluation(result, console)
    show_by_meeting(result, console)
    console.result(Report(result))
