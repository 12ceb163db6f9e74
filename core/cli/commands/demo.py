"""`ductus demo`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from core.cli.commands.app import has_display
from core.cli.console import Console
from core.events import stop_on_signals


def run(options: argparse.Namespace, console: Console) -> None:
    """Make the demo project; unless only its pages are wanted, train on it, read it, report, and show it."""
    if options.pages_only:
        _only_pages(options, console)
    else:
        _all(options, console)


def _only_pages(options: argparse.Namespace, console: Console) -> None:
    from core.jobs.demo import make_pages

    with stop_on_signals() as should_stop:
        result = make_pages(options.dir, options.seed, console.emit, should_stop)
    console.close()
    console.say(f"The project lies in {result['project']}; it has {result['pages']} pages and no model yet.")
    console.result(result)


def _all(options: argparse.Namespace, console: Console) -> None:
    from core.cli.commands.evaluate import show
    from core.device import resolve_device
    from core.evaluation.decision_rules import GATED, ONE, VOTE
    from core.jobs.demo import run_demo

    started = time.perf_counter()
    with stop_on_signals() as should_stop:
        result = run_demo(options.dir, options.seed, resolve_device("auto"), console.emit, should_stop)
    console.close()
    rows = result["baselines"]
    show(result | {"baselines": {name: rows[name] for name in (ONE, VOTE, GATED)}}, console)
    minutes = (time.perf_counter() - started) / 60
    console.say(f"Done in {minutes:.1f} minutes. The project lies in {result['project']}.")
    console.result(result)
    if not options.no_app and not options.json and has_display():
        show_in_app(Path(result["project"]))


def show_in_app(folder: Path) -> None:
    """Start the app on a project as a program of its own, which goes on when this one ends."""
    subprocess.Popen([sys.executable, "-m", "core.cli.main", "app", str(folder)], start_new_session=True)
