"""`ductus benchmark`."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from core.benchmark.datasets import load_gw, load_table
from core.benchmark.iam import load_iam
from core.benchmark.job import BenchmarkData, BenchmarkRun
from core.benchmark.run import run_benchmark
from core.benchmark.summary import summarise, summary_rows
from core.benchmark.variants import parse_variants
from core.cli.commands.evaluate import show_evaluation
from core.cli.console import Console
from core.device import resolve_device
from core.errors import InputError
from core.evaluation.metrics import SCORES
from core.evaluation.table import COST_HEADERS, HEADERS, cost_cell, table_rows
from core.events import stop_on_signals
from core.training.presets import apply_overrides, preset

COSTS = "What the rows rest on and cost (minutes of training; a dash: means nothing here, or was not timed)"


def run(options: argparse.Namespace, console: Console) -> None:
    """From pages to a table of results; with ``--run`` a stopped benchmark goes on where it was."""
    settings = apply_overrides(
        preset(options.preset).changed(members=options.members, steps=options.steps), options.overrides
    )
    variants = parse_variants(options.variants or "")
    seeds = numbers(options.seeds, "--seeds", [options.seed])
    folds = numbers(options.folds, "--folds", [options.fold])
    several = len(seeds) * len(folds) > 1
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as aside, stop_on_signals() as should_stop:
        base = options.run or Path(aside)
        for fold in folds:
            data = load(options, fold)
            tell_data(data, console)
            for seed in seeds:
                folder = base / f"fold-{fold}-seed-{seed}" if several else base
                one_run = BenchmarkRun.create(data, settings, seed, resolve_device(options.device), folder)
                result = run_benchmark(one_run, console.emit, should_stop, variants, options.rivals)
                results.append({"fold": fold, **result})
                # after each run: a stop then loses nothing that was measured
                write(options.out, results, several)
                show_result(result, console)
    summary = summarise(results)
    if several:
        show_summary(summary, console)
    console.result({"runs": results, "summary": summary} if several else results[0])


def load(options: argparse.Namespace, fold: int) -> BenchmarkData:
    """The data of the benchmark that was asked for."""
    if options.lists is not None and options.name != "iam":
        raise InputError("--lists belongs to the benchmark 'iam'; the others have splits of their own.")
    if options.name == "gw":
        return load_gw(options.data, fold)
    if options.name == "iam":
        return load_iam(options.data, fold, options.lists)
    return load_table(options.data, fold, options.name)


def numbers(text: str | None, option: str, default: list[int]) -> list[int]:
    """``0,1,2`` as numbers, each once. Raises InputError where it is no such list."""
    if text is None:
        return default
    try:
        found = list(dict.fromkeys(int(part) for part in text.split(",")))
    except ValueError:
        raise InputError(f"{option} is a list of whole numbers such as 0,1,2, not '{text}'.") from None
    if min(found) < 0:
        raise InputError(f"{option} takes numbers from 0 on, not {min(found)}.")
    return found


def write(path: Path | None, results: list[dict[str, Any]], several: bool) -> None:
    """The JSON file: one result, or all so far with their summary."""
    if path is not None:
        content = {"runs": results, "summary": summarise(results)} if several else results[0]
        path.write_text(json.dumps(content, indent=1), encoding="utf-8")


def tell_data(data: BenchmarkData, console: Console) -> None:
    console.print(
        f"{data.name}: {len(data.train.images)} training images of {len(data.train.classes)} words, "
        f"{len(data.test.images)} test images, lexicon of {len(data.lexicon)}."
    )
    for note in data.notes:
        console.print(note)


def show_result(result: dict[str, Any], console: Console) -> None:
    console.close()
    show_evaluation(result, console)
    show_costs(result["baselines"], console)
    for name, variant in result["variants"].items():
        console.print(f"The same readers finished as '{name}':")
        show_evaluation(variant, console)
        show_costs(variant["baselines"], console)
    if result["rivals"]:
        in_halves(
            "Other ways to decide on the same readers, all chosen on training words only",
            table_rows(result["rivals"]),
            console,
        )
    minutes = result["train_minutes"]
    spent = "was not timed" if minutes is None else f"took {minutes:.1f} minutes"
    console.print(f"Training {spent}, reading {result['ms_per_word']:.1f} ms a word.")


def show_costs(rows: dict[str, Any], console: Console) -> None:
    console.table(
        COSTS,
        ["", *COST_HEADERS.values()],
        [[row["about"], *(cost_cell(row, name) for name in COST_HEADERS)] for row in rows.values()],
    )


def show_summary(summary: dict[str, Any], console: Console) -> None:
    for name, rows in summary["sections"].items():
        in_halves(f"'{name}': mean and standard deviation of {summary['runs']} runs", summary_rows(rows), console)


def in_halves(title: str, lines: list[list[str]], console: Console) -> None:
    """Lines of the results table as two tables, scores and costs: together they are wider than a terminal."""
    split = 1 + len(SCORES)
    console.table(title, ["", *HEADERS[1:split]], [line[:split] for line in lines])
    console.table(COSTS, ["", *HEADERS[split:]], [[line[0], *line[split:]] for line in lines])
