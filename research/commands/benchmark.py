"""`python -m research benchmark` and `python -m research simulate`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from core.cli.arguments import parse_numbers
from core.cli.commands.evaluate import show_by_meeting, show_evaluation
from core.cli.console import Console
from core.device import resolve_device
from core.errors import InputError
from core.evaluation.metrics import NO_VALUE, format_share
from core.events import Report, stop_on_signals
from core.store.starter_sources import images_learnt_before
from core.training.presets import Preset, apply_overrides, preset
from research.benchmark.annotation_simulation import AnnotationPlan, simulate, words_until
from research.benchmark.datasets import load_gw, load_gw_pages, load_table
from research.benchmark.folds import SplitKind
from research.benchmark.iam import load_iam
from research.benchmark.job import SHIPPED_STARTER, BenchmarkData, BenchmarkRun
from research.benchmark.run import run_benchmark
from research.benchmark.summary import summarise, summary_rows, table_rows
from research.benchmark.variants import parse_variants
from research.commands.report import run_report, show_costs, show_rows, write_json

REPORT = "report"
"""Instead of a data set: show the rows of stored records."""
AIMS = (0.8, 0.9)
"""Accuracies for which a simulation reports the number of words needed."""


def run(options: argparse.Namespace, console: Console) -> None:
    """Run a benchmark for each fold and seed and show its results; with ``--run`` it can be continued after a stop."""
    if options.name == REPORT:
        run_report(options, console)
        return
    if options.data is None:
        raise InputError("--data names the folder of the data set; it is missing.")
    settings, variants = chosen_preset(options), parse_variants(options.variants or "")
    if not 0 <= options.whole <= settings.members:
        raise InputError(f"--whole takes a number of readers from 0 to {settings.members}, not {options.whole}.")
    seeds = distinct_numbers(options.seeds, "--seeds", [options.seed])
    folds = distinct_numbers(options.folds, "--folds", [options.fold])
    records = records_beside(options.out)
    several = len(seeds) * len(folds) > 1
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as temporary, stop_on_signals() as should_stop:
        base = options.run or Path(temporary)
        for fold in folds:
            data = load_data(options, settings, fold, console)
            for seed in seeds:
                folder = base / f"fold-{fold}-seed-{seed}" if several else base
                one_run = BenchmarkRun.create(data, settings, seed, resolve_device(options.device), folder, records)
                result = run_benchmark(one_run, console.emit, should_stop, variants, options.rivals, options.whole)
                results.append({"fold": fold, **result})
                # after each run, so that stopping loses no result
                write_json(options.out, {"runs": results, "summary": summarise(results)} if several else results[0])
                _show_result(result, console)
    summary = summarise(results)
    if several:
        for name, rows in summary["sections"].items():
            title = f"'{name}': mean and standard deviation of {summary['runs']} runs"
            show_rows(title, summary_rows(rows), console)
    console.result(Report({"runs": results, "summary": summary} if several else results[0]))


def run_simulate(options: argparse.Namespace, console: Console) -> None:
    """For each order of the words, show the accuracy after each training, and the words needed to reach each aim."""
    settings = chosen_preset(options)
    sizes = tuple(distinct_numbers(options.sizes, "--sizes", []))
    plans = [AnnotationPlan(sizes, order) for order in options.orders.split(",")]
    data = load_data(options, settings, options.fold, console)
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary, stop_on_signals() as should_stop:
        folder = options.run or Path(temporary)
        device, records = resolve_device(options.device), records_beside(options.out)
        one_run = BenchmarkRun.create(data, settings, options.seed, device, folder, records)
        for plan in plans:
            rows = simulate(one_run, plan, console.emit, should_stop)
            until = {
                f"{measure} {aim}": {n: words_until(rows, aim, n, measure) for n in ("words", "corrected")}
                for measure in ("h", "right")
                for aim in AIMS
            }
            results[plan.order] = {"rows": rows, "until": until}
            write_json(options.out, results)
    console.close()
    for order, result in results.items():
        _show_simulation(order, result, console)
    console.result(Report({"benchmark": data.name, "preset": settings.name, "seed": options.seed, "orders": results}))


def records_beside(out: Path | None) -> Path | None:
    """Return the folder for records beside the results, so that every figure can be made again; None without a file."""
    return None if out is None else out.with_suffix(".records")


def chosen_preset(options: argparse.Namespace) -> Preset:
    """Return the preset with the options applied."""
    return apply_overrides(
        preset(options.preset).changed(members=options.members, steps=options.steps), options.overrides
    )


def load_data(options: argparse.Namespace, settings: Preset, fold: int, console: Console) -> BenchmarkData:
    """Load one fold of the chosen data set, and report its size.

    Test images that the starter model learnt from are left out where the members begin with it.
    """
    if options.lists is not None and options.name != "iam":
        raise InputError("--lists belongs to the benchmark 'iam'; the other data sets have splits of their own.")
    kind = SplitKind(options.split)
    by_writers = {SplitKind.WRITERS, SplitKind.UNMET}
    impossible = {"gw": by_writers, "iam": {SplitKind.PAGES, *by_writers}}
    if kind in impossible.get(options.name, ()):
        raise InputError(f"--split {kind} is not for the benchmark '{options.name}'.")
    if options.name == "gw":
        data = (load_gw_pages if kind == SplitKind.PAGES else load_gw)(options.data, fold)
    elif options.name == "iam":
        data = load_iam(options.data, fold, options.lists)
    else:
        data = load_table(options.data, fold, options.name, kind)
    if settings.starter:
        data = data.without_test_images_of(images_learnt_before(SHIPPED_STARTER))
    console.print(
        f"{data.name}: {len(data.train.images)} training images of {len(data.train.classes)} words, "
        f"{len(data.test.images)} test images, lexicon of {len(data.lexicon)} words."
    )
    for note in data.notes:
        console.print(note)
    return data


def distinct_numbers(text: str | None, option: str, default: list[int]) -> list[int]:
    """Parse numbers such as ``0,1,2`` without repetitions; None gives ``default``. Raises InputError."""
    numbers = parse_numbers(text, option)
    if numbers is None:
        return default
    if min(numbers) < 0:
        raise InputError(f"{option} takes numbers from 0 on, not {min(numbers)}.")
    return list(dict.fromkeys(numbers))


def _show_result(result: dict[str, Any], console: Console) -> None:
    console.close()
    show_evaluation(result, console)
    show_costs(table_rows(result["baselines"]), console)
    show_by_meeting(result, console)
    for name, variant in result["variants"].items():
        console.print(f"The same embedders completed as '{name}':")
        show_evaluation(variant, console)
        show_costs(table_rows(variant["baselines"]), console)
        show_by_meeting(variant, console)
    if result["other_rules"]:
        title = "Other gates on the same embedders, selected on training words only"
        show_rows(title, table_rows(result["other_rules"]), console)
    minutes = result["train_minutes"]
    duration = "was not timed" if minutes is None else f"took {minutes:.1f} minutes"
    console.print(f"Training {duration}, reading {result['ms_per_word']:.1f} ms a word.")


def _show_simulation(order: str, result: dict[str, Any], console: Console) -> None:
    columns = ("A_u", "A_s", "h", "right")
    console.table(
        f"Order '{order}': words checked, words that the previous model had wrong, and accuracy on test words",
        ["words", "corrected", "A_u", "A_s", "h", "all words"],
        [
            [
                str(row["words"]),
                str(row["corrected"]),
                *(NO_VALUE if row[name] is None else format_share(row[name]) for name in columns),
            ]
            for row in result["rows"]
        ],
    )
    for aim, until in result["until"].items():
        if until["words"] is None:
            console.print(f"{aim} was not reached.")
        else:
            console.print(
                f"{aim} after {until['words']:.0f} checked words, {until['corrected']:.0f} of them corrected."
            )
