"""`ductus simulate`."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from core.benchmark.annotation_simulation import AnnotationPlan, simulate, words_until
from core.benchmark.job import BenchmarkRun
from core.cli.commands.benchmark import load, numbers, tell_data
from core.cli.console import Console
from core.device import resolve_device
from core.evaluation.table import format_share
from core.events import stop_on_signals
from core.training.presets import apply_overrides, preset

AIMS = (0.8, 0.9)


def run(options: argparse.Namespace, console: Console) -> None:
    """A table for each order: h after so many transcribed words, and how many it takes to reach each aim."""
    settings = apply_overrides(
        preset(options.preset).changed(members=options.members, steps=options.steps), options.overrides
    )
    sizes = tuple(numbers(options.sizes, "--sizes", []))
    plans = [AnnotationPlan(sizes, order) for order in options.orders.split(",")]
    data = load(options, options.fold)
    tell_data(data, console)
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as aside, stop_on_signals() as should_stop:
        folder = options.run or Path(aside)
        one_run = BenchmarkRun.create(data, settings, options.seed, resolve_device(options.device), folder)
        for plan in plans:
            rows = simulate(one_run, plan, console.emit, should_stop)
            until = {
                f"{measure} {aim}": {n: words_until(rows, aim, n, measure) for n in ("words", "corrected")}
                for measure in ("h", "right")
                for aim in AIMS
            }
            results[plan.order] = {"rows": rows, "until": until}
            if options.out is not None:
                options.out.write_text(json.dumps(results, indent=1), encoding="utf-8")
    console.close()
    for order, result in results.items():
        show(order, result, console)
    console.result({"benchmark": data.name, "preset": settings.name, "seed": options.seed, "orders": results})


def show(order: str, result: dict[str, Any], console: Console) -> None:
    """One order's table and what it comes to."""
    console.table(
        f"Order '{order}': words gone through, those the last reader had wrong, and how test words are then read",
        ["words", "corrected", "A_u", "A_s", "h", "right of all"],
        [
            [str(row["words"]), str(row["corrected"]), *(_share(row[n]) for n in ("A_u", "A_s", "h", "right"))]
            for row in result["rows"]
        ],
    )
    for aim, until in result["until"].items():
        if until["words"] is None:
            console.print(f"{aim} was not reached.")
        else:
            console.print(
                f"{aim} after {until['words']:.0f} words gone through, {until['corrected']:.0f} of them corrected."
            )


def _share(value: float | None) -> str:
    return "–" if value is None else format_share(value)
