"""`ductus demo`."""

import argparse
import time

from core.cli.commands.evaluate import show_evaluation
from core.cli.console import Console
from core.device import resolve_device
from core.evaluation.decision_rules import DecisionRule
from core.events import Report
from core.jobs.demo import make_pages, run_demo
from core.jobs.requests import DemoPagesRequest
from core.system.computer import has_display
from core.system.processes import start_detached
from core.system.programs import command_line


def run(options: argparse.Namespace, console: Console) -> None:
    """Make the demo project; unless only its pages are wanted, train, recognise, report, and open it in the app."""
    if options.pages_only:
        make_demo_pages(DemoPagesRequest(options.dir, options.seed), console)
    else:
        _run_all(options, console)


def make_demo_pages(request: DemoPagesRequest, console: Console) -> None:
    """Make the demo project with its pages only."""
    with console.job() as should_stop:
        result = make_pages(request.folder, request.seed, console.emit, should_stop)
    console.say_plural(
        "The project {project} has {n} page and no model yet.",
        "The project {project} has {n} pages and no model yet.",
        result.pages,
        project=result.project,
    )
    console.result(result)


def _run_all(options: argparse.Namespace, console: Console) -> None:
    started = time.perf_counter()
    with console.job() as should_stop:
        result = run_demo(options.dir, options.seed, resolve_device("auto"), console.emit, should_stop)
    rules = (DecisionRule.ONE_MEMBER, DecisionRule.UNGATED_VOTE, DecisionRule.GATED)
    show_evaluation(result | {"baselines": {rule: result["baselines"][rule] for rule in rules}}, console)
    minutes = (time.perf_counter() - started) / 60
    console.say("Done in {minutes:.1f} minutes. The project is {project}.", minutes=minutes, project=result["project"])
    console.result(Report(result))
    if not options.no_app and not options.json and has_display():
        start_detached(command_line("app", result["project"]))
