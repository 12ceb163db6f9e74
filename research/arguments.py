"""The commands and options of `python -m research`. Nothing heavy is imported to build the parser."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli.arguments import Commands, add_device, add_overrides

DATA_SETS = ("gw", "dhsd", "copiste", "table", "iam")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    commands = Commands("research", "Measure what is published about Ductus.", "research.commands")
    _add_experiments(commands)
    evaluate = commands.add("evaluate", "measure a model of a project, and keep its answers for every test word")
    evaluate.add_argument(
        "--records", type=Path, metavar="DIR", required=True, help="keep the answers here, for benchmark report"
    )
    evaluate.add_argument("--model", metavar="NAME", help="default: the active model")
    add_device(evaluate)
    return commands.parser


def _add_experiments(commands: Commands) -> None:
    benchmark = commands.add("benchmark", "run a fixed protocol on a public data set", project=False)
    benchmark.add_argument("--folds", metavar="N[,N...]", help="several folds, one after the other")
    benchmark.add_argument("--seeds", metavar="N[,N...]", help="several seeds, with mean and standard deviation")
    benchmark.add_argument(
        "--variants",
        metavar="NAME[:PARAMETER=VALUE...][,...]",
        help="complete the same embedders with these presets too, such as compact-15:classifier=lda:dims=30",
    )
    benchmark.add_argument("--rivals", action="store_true", help="compare with other published gates on the embedders")
    benchmark.add_argument(
        "--whole",
        type=int,
        default=0,
        metavar="N",
        help="also train N readers on all training images, as baselines without gates",
    )
    benchmark.add_argument("--members", type=int)
    benchmark.add_argument("--steps", type=int)
    simulate = commands.add(
        "simulate", "simulate how many words must be transcribed", project=False, entry="benchmark:run_simulate"
    )
    simulate.add_argument(
        "--orders",
        default="page,random,useful",
        metavar="ORDER[,...]",
        help="orders of the words: page, random, useful, uncertain",
    )
    simulate.add_argument("--sizes", default="25,50,75,100,150,200,300", metavar="N[,N...]", help="transcribed words")
    simulate.add_argument("--members", type=int, default=1)
    simulate.add_argument("--steps", type=int, default=150)
    for command in (benchmark, simulate):
        is_benchmark = command is benchmark
        command.add_argument("name", choices=(*DATA_SETS, "report") if is_benchmark else DATA_SETS)
        command.add_argument(
            "--data", type=Path, required=not is_benchmark, metavar="DIR", help="folder of the data set"
        )
        command.add_argument("--lists", type=Path, metavar="DIR", help="iam: folder of the official lists")
        command.add_argument("--fold", type=int, default=1, help="split of the data (iam: any number)")
        command.add_argument(
            "--split",
            choices=("usual", "pages", "writers", "unmet"),
            default="usual",
            help="leave whole pages or writers out of the training (5 folds), or all writers that the starter model "
            "has not met (unmet, 1 fold); usual: as published",
        )
        command.add_argument("--preset", default="phosc-ctc")
        add_overrides(command)
        command.add_argument("--seed", type=int, default=0, help="random seed")
        command.add_argument("--run", type=Path, metavar="DIR", help="keep trained members here, to continue later")
        command.add_argument(
            "--out",
            type=Path,
            metavar="FILE",
            help="write the result as JSON, and its records, word by word, beside it",
        )
        add_device(command)
    benchmark.add_argument(
        "folder", type=Path, nargs="?", metavar="FOLDER", help="report: a folder of records, or an archive of them"
    )
    benchmark.add_argument(
        "--against",
        metavar="ROW[,...]",
        help="report: rows to compare the others with: PRESET/RULE, or RULE for that row of each preset; "
        "none: compare nothing",
    )
    benchmark.add_argument(
        "--cluster",
        choices=("page", "writer", "word", "image"),
        help="report: images that err together (default: as known); image: none do",
    )
