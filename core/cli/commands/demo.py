"""`ductus demo`."""

from __future__ import annotations

import argparse
import time

from core.cli.commands.evaluate import show
from core.cli.console import Console
from core.evaluation.rows import ONE, OURS, VOTE
from core.jobs.demo import run_demo
from core.jobs.events import stop_on_signals
from core.model.device import choose


def run(options: argparse.Namespace, console: Console) -> None:
    """Make the demo project, train on it, read its pages and report."""
    started = time.perf_counter()
    with stop_on_signals() as should_stop:
        result = run_demo(options.dir, options.seed, choose("auto"), console.emit, should_stop)
    console.close()
    rows = result["baselines"]
    show(result | {"baselines": {name: rows[name] for name in (ONE, VOTE, OURS)}}, console)
    console.say(
        f"Done in {(time.perf_counter() - started) / 60:.1f} minutes. The project lies in {options.dir}."
    )
    console.result(result)
