"""The arguments of `ductus`, and the one place where errors become sentences and exit codes."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import core
from core.errors import DuctusError, is_disk_full

FORMATS = ("auto", "folder", "table", "iam", "gtp", "pagexml", "alto", "scans")
ROLES = ("train", "val", "test", "none")


def parser() -> argparse.ArgumentParser:
    """The whole command line. Nothing heavy is imported to build it."""
    top = argparse.ArgumentParser(prog="ductus", description=core.__doc__)
    top.add_argument("--version", action="version", version=f"ductus {core.__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, about: str, project: bool = True) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("--json", action="store_true", help="one JSON object a line instead of text")
        if project:
            command.add_argument("project", type=Path, metavar="PROJECT", help="folder NAME.ductus")
        return command

    demo = add("demo", "make the demo project, train, recognise and report", project=False)
    demo.add_argument("dir", type=Path, nargs="?", default=Path("demo.ductus"), metavar="DIR")
    demo.add_argument("--no-app", action="store_true", help="stop after the report")
    demo.add_argument("--pages-only", action="store_true", help="make the project with its pages, train nothing")
    demo.add_argument("--seed", type=int, default=1)

    app = add("app", "show the window, with a project open if one is named", project=False)
    app.add_argument("project", type=Path, nargs="?", metavar="PROJECT", help="folder NAME.ductus")

    add("new", "make an empty project")

    bring = add("import", "bring pages, crops and transcriptions into a project")
    bring.add_argument("source", type=Path, nargs="+", metavar="SOURCE", help="files and folders, taken in together")
    bring.add_argument("--format", choices=FORMATS, default="auto")
    bring.add_argument("--role", choices=ROLES, help="what the words are for")
    bring.add_argument(
        "--test-share", type=float, metavar="P", help="keep this share of the pages (or words) for testing"
    )
    bring.add_argument("--link", action="store_true", help="leave images where they are instead of copying them")
    bring.add_argument("--segment", action="store_true", help="find words on pages that have none")
    bring.add_argument("--no-labels", action="store_true", help="do not take the words of word images from their names")
    bring.add_argument("--dry-run", action="store_true", help="only say what would be imported")

    segment = add("segment", "find words on pages of the project that have none")
    segment.add_argument("--pages", metavar="ID[,ID...]", help="only these pages")
    segment.add_argument("--role", choices=ROLES, default="train", help="what the words found are for")

    lexicon = add("lexicon", "show or extend the list of words that may occur")
    lexicon.add_argument("--add", type=Path, metavar="FILE", help="UTF-8 text, one word a line")
    lexicon.add_argument("--stats", action="store_true", help="count seen, unseen and unencodable words")
    lexicon.add_argument("--alphabet", default="auto")

    begin = add("begin", "read with the starter model, before anything is transcribed")
    begin.add_argument("--alphabet", default="auto")

    train = add("train", "train an ensemble on the project's transcribed words")
    train.add_argument("--preset", help="a name from resources/presets.toml (phosc-ctc)")
    train.add_argument("--name", help="the model's name")
    train.add_argument("--members", type=int, metavar="L", help="embedders [L]")
    train.add_argument("--gates", type=int, metavar="N", help="gate networks an embedder [n_k]")
    train.add_argument("--dims", metavar="D|full", help="principal components the gates see")
    train.add_argument("--classifier", choices=("nearest", "lda", "lr", "rf"), help="Algorithm 4 among seen words")
    train.add_argument("--epochs", type=int, metavar="E", help="passes over the training images")
    train.add_argument("--steps", type=int, help="optimiser steps, instead of --epochs")
    train.add_argument("--objective", choices=("h", "A_b"), help="what the thresholds are chosen for")
    train.add_argument(
        "--set",
        dest="assignments",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any parameter of the preset; may be given several times",
    )
    train.add_argument("--seed", type=int, default=0)
    train.add_argument("--alphabet", default="auto", help="latin, latin-extended, a file, or auto")
    train.add_argument("--skip-unencodable", action="store_true", help="leave out words the alphabet lacks letters for")
    train.add_argument("--resume", type=int, metavar="RUN", help="go on with a run that was stopped or killed")
    train.add_argument("--from", dest="parent", metavar="MODEL", help="go on from an earlier model's weights")

    add("devices", "say on which processors this computer can train", project=False)
    estimate = add("estimate", "measure how long and with how much memory each preset would train")
    estimate.add_argument("--again", action="store_true", help="measure anew what was measured before")

    model = add("model", "list the project's models; use another, or delete one")
    model.add_argument("--use", metavar="NAME", help="make it the active model")
    model.add_argument("--delete", metavar="NAME", help="delete it with its predictions")
    model.add_argument("--delete-run", type=int, metavar="RUN", help="delete a training run and its folder")

    recognise = add("recognise", "read words with a model")
    recognise.add_argument("--words", choices=("unread", "all", "test"), default="unread")
    evaluate = add("evaluate", "measure a model on the test words")
    evaluate.add_argument("--baselines", action="store_true", help="other ways of deciding beside the gates")
    evaluate.add_argument("--bounds", action="store_true", help="what the theory promises of these members")
    for command in (recognise, evaluate):
        command.add_argument("--model", metavar="NAME", help="the active model when left out")
        command.add_argument("--thres", metavar="N[,N...]", help="other thresholds than the model's own")

    inspect = add("inspect", "say what a project or model holds, or how the vote on a word fell", project=False)
    inspect.add_argument("target", type=Path, metavar="PROJECT|MODEL")
    inspect.add_argument("--word", type=int, metavar="ID")
    inspect.add_argument("--model", metavar="NAME")

    export = add("export", "write what is known of the words to files")
    export.add_argument("out", type=Path, metavar="OUT")
    export.add_argument("--format", choices=("table", "pagexml", "alto", "text", "json"), required=True)
    export.add_argument("--model", metavar="NAME", help="whose predictions fill in for unread words")
    export.add_argument("--no-predictions", action="store_true", help="only what a person wrote or accepted")
    export.add_argument("--pages", metavar="ID[,ID...]", help="only these pages, by the ids that --format json tells")

    check = add("check", "look whether a project is whole, without changing it")
    check.add_argument("--thorough", action="store_true", help="read every image whole and compare it with its SHA-256")
    check.add_argument(
        "--rescue", type=Path, metavar="FOLDER", help="save what can be read of a damaged project in a new folder"
    )

    backup = add("backup", "copy a project, also while it is open; or go back to a backup")
    backup.add_argument(
        "target", type=Path, nargs="?", metavar="TARGET", help="a folder, or the backup's name (beside the project)"
    )
    backup.add_argument("--copy", action="store_true", help="never link images that never change; copy them")
    backup.add_argument("--list", action="store_true", help="list the backups made by themselves")
    backup.add_argument("--restore", metavar="NAME", help="go back to a backup of that list; the present state is kept")

    benchmark = add("benchmark", "run a fixed protocol on a known data set", project=False)
    benchmark.add_argument("name", choices=("gw", "dhsd", "copiste", "table", "iam"))
    benchmark.add_argument("--data", type=Path, required=True, metavar="DIR")
    benchmark.add_argument(
        "--lists", type=Path, metavar="DIR", help="iam: official lists train.txt, test-seen.txt, test-unseen.txt"
    )
    benchmark.add_argument("--fold", type=int, default=1, help="which split of the data (iam: any number)")
    benchmark.add_argument("--folds", metavar="N[,N...]", help="several folds, one after the other")
    benchmark.add_argument("--preset", default="phosc-ctc")
    benchmark.add_argument(
        "--variants",
        metavar="NAME[:PARAMETER=VALUE...][,...]",
        help="finish the same readers by these presets too, such as compact-15:classifier=lda:dims=30",
    )
    benchmark.add_argument(
        "--rivals", action="store_true", help="measure other published ways to decide on the same readers"
    )
    benchmark.add_argument("--members", type=int)
    benchmark.add_argument("--steps", type=int)
    benchmark.add_argument("--seed", type=int, default=0)
    benchmark.add_argument("--seeds", metavar="N[,N...]", help="several seeds, with mean and standard deviation")
    benchmark.add_argument("--run", type=Path, metavar="DIR", help="keep members here, to go on after a stop")
    benchmark.add_argument("--out", type=Path, metavar="FILE", help="write the result as JSON")
    simulate = add("simulate", "how many words a transcriber must go through, in which order", project=False)
    simulate.add_argument("name", choices=("gw", "dhsd", "copiste", "table", "iam"))
    simulate.add_argument("--data", type=Path, required=True, metavar="DIR")
    simulate.add_argument("--lists", type=Path, metavar="DIR", help="as for the benchmark 'iam'")
    simulate.add_argument("--fold", type=int, default=1)
    simulate.add_argument("--preset", default="phosc-ctc")
    simulate.add_argument("--members", type=int, default=1)
    simulate.add_argument("--steps", type=int, default=150)
    simulate.add_argument(
        "--orders", default="page,random,useful", metavar="ORDER[,...]", help="page, random, useful, uncertain"
    )
    simulate.add_argument("--sizes", default="25,50,75,100,150,200,300", metavar="N[,N...]")
    simulate.add_argument("--seed", type=int, default=0)
    simulate.add_argument("--run", type=Path, metavar="DIR", help="keep readers here, to go on after a stop")
    simulate.add_argument("--out", type=Path, metavar="FILE", help="write the result as JSON")
    for command in (benchmark, simulate):
        command.add_argument(
            "--set",
            dest="assignments",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="any parameter of the preset, such as starter=false; may be given again",
        )
    for command in (train, estimate, recognise, evaluate, benchmark, simulate):
        command.add_argument("--device", choices=("auto", "cpu", "cuda", "mps"), default="auto")
    for command in (train, recognise):
        _add_engine(command)
    return top


def _add_engine(command: argparse.ArgumentParser) -> None:
    jobs = command.add_argument_group("where it runs")
    jobs.add_argument(
        "--engine",
        choices=("inline", "local", "slurm"),
        default="inline",
        help="in this process, as child processes here, or as array jobs of a Slurm cluster",
    )
    jobs.add_argument("--partition", metavar="NAME", help="the cluster's queue")
    jobs.add_argument("--gpus-per-job", type=int, metavar="N", help="graphics cards a job")
    jobs.add_argument("--time", type=int, metavar="MINUTES", help="of a job, which then goes on in a new turn")
    jobs.add_argument("--max-parallel", type=int, metavar="N", help="most jobs at once")
    jobs.add_argument("--slurm", type=Path, metavar="FILE", help="TOML with these and account, qos, setup, ...")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0 on success, 2 on bad usage or input, 1 on failure, 130 when stopped."""
    options = parser().parse_args(arguments)
    from core.cli.console import JsonConsole, TextConsole

    console = JsonConsole() if options.json else TextConsole()
    try:
        command = importlib.import_module(f"core.cli.commands.{_MODULES.get(options.command, options.command)}")
        return int(command.run(options, console) or 0)
    except DuctusError as error:
        console.close()
        _tell(options, str(error), error.exit_code)
        return error.exit_code
    except KeyboardInterrupt:
        console.close()
        _tell(options, "Stopped; what was finished is kept.", 130)
        return 130
    except BrokenPipeError:
        # whoever read our output has gone; nothing is left to say to them
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if not is_disk_full(error):
            raise
        console.close()
        where = f"{error.filename}: " if error.filename else ""
        _tell(options, f"{where}the disk is full. Make room on it and try again; what was finished is kept.", 1)
        return 1
    finally:
        console.close()


_MODULES = {"import": "import_command", "begin": "starter"}


def _tell(options: argparse.Namespace, text: str, code: int) -> None:
    if options.json:
        import json

        print(json.dumps({"event": "error", "text": text, "exit_code": code}, ensure_ascii=False), flush=True)
    else:
        print(f"ductus: {text}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
