"""`ductus benchmark`."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from core.benchmark import crops, gw
from core.benchmark.rivals import table
from core.benchmark.run import run_benchmark
from core.cli.commands.evaluate import show
from core.cli.console import Console
from core.jobs.events import stop_on_signals
from core.lexicon.alphabet import load_alphabet
from core.model.device import choose
from core.training.presets import preset


def run(options: argparse.Namespace, console: Console) -> None:
    """From pages to a table of results; with ``--run`` a stopped benchmark goes on where it was."""
    settings = preset(options.preset).changed(members=options.members, steps=options.steps)
    variants = [preset(name) for name in (options.variants or "").split(",") if name]
    data = (
        gw.load(options.data, options.fold)
        if options.name == "gw"
        else crops.load(options.data, options.fold, options.name)
    )
    console.say(
        f"{data.name}: {len(data.train.images)} training images of {len(data.train.classes)} words, "
        f"{len(data.test.images)} test images, lexicon of {len(data.lexicon)}."
    )
    with tempfile.TemporaryDirectory() as aside, stop_on_signals() as should_stop:
        result = run_benchmark(
            data, load_alphabet(data.alphabet), settings, options.seed, choose(options.device),
            options.run or Path(aside), console.emit, should_stop, variants,
            options.rivals,
        )  # fmt: skip
    console.close()
    show(result, console)
    for name, variant in result["variants"].items():
        console.say(f"The same readers finished as '{name}':")
        show(variant, console)
    if result["rivals"]:
        console.table(
            "Other ways to decide on the same readers, all chosen on training words only",
            ["", *table.HEAD[1:]],
            table.cells(result["rivals"]),
        )
    console.say(
        f"Training took {result['train_minutes']:.1f} minutes, reading {result['ms_per_word']:.1f} ms a word."
    )
    if options.out is not None:
        options.out.write_text(json.dumps(result, indent=1), encoding="utf-8")
    console.result(result)
