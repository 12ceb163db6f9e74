"""An archive's size: long lexicons, importing and reading 100,000 crops, opening a project of a million words.

Run: python -m research.measurements.bench_scale [--crops 100000] [--words 1000000] [--parts import,read,open]
     python -m research.measurements.bench_scale --parts lexicon --readers FOLDER --data GW [--lists FILE ...]
The lexicons need readers trained on George Washington's letters (``member-*.h5`` of a run) and its pages.
Ends with status 1 when the import takes 2 GB, memory grows while 100,000 words are read, or a project takes 5 s of
processor time to open. Processor time is given beside time by the clock, because other work may run beside this.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PARTS = ("lexicon", "import", "read", "open")
IMPORT_MB, OPEN_S, GROWTH = 2000, 5.0, 1.1
MODEL = ("--preset", "phosc-ctc", "--members", "2", "--steps", "60", "--set", "starter=false")


def lexicons(options: argparse.Namespace) -> bool:
    """A line for each size and kind of reader."""
    print("\nLexicon      distance              CPU ms/query  by clock  built s  memory MB  nearest of all found")
    for size in options.sizes:
        _told(
            "scale_lexicon",
            options.readers,
            options.data,
            options.fold,
            size,
            options.queries,
            options.checked,
            options.checked_spelled,
            *options.lists,
        )
    return True


def archive(options: argparse.Namespace, where: Path) -> bool:
    """Import the crops, and read them all."""
    from research.measurements.scale_archive import measure_import, measure_reading

    project, ran = measure_import(where, options.crops, options.model.split() if options.model else MODEL)
    rate = options.crops / ran.seconds
    print(f"\n{options.crops:,} crops imported in {ran.seconds:.0f} s, {ran.cpu:.0f} s of them processor time")
    print(f"({rate:.0f} a second by the clock, {options.crops / ran.cpu:.0f} by processor time);", end=" ")
    print(f"greatest memory {ran.most_mb:.0f} MB")
    fine = ran.most_mb < IMPORT_MB
    if "read" in options.parts:
        ran, seconds = measure_reading(project)
        words, wall = seconds.pop("words"), seconds.pop("wall")
        everything = seconds.pop("all")
        print(f"{words:,.0f} words read in {wall:.0f} s: {words / wall:.0f} a second by the clock,", end=" ")
        print(f"{words / everything:.0f} by processor time")
        for part, taken in sorted(seconds.items(), key=lambda item: -item[1]):
            print(f"  {part:<24} {1000 * taken / words:6.2f} ms a word {taken / everything:6.0%}")
        third = len(ran.memory) // 3
        early, late = max(ran.memory[: 2 * third]), max(ran.memory[2 * third :])
        print(f"Memory: {early:.0f} MB at most in the first two thirds, {late:.0f} MB in the last")
        fine &= late < GROWTH * early
    return fine


def opening(options: argparse.Namespace, where: Path) -> bool:
    """A project of very many words, in the window and by commands."""
    from research.measurements.scale_archive import COMMANDS, make_large

    folder = make_large(where, options.words)
    pages, pages_cpu, first, first_cpu, memory = _numbers("scale_archive", "open", folder)
    print(f"\nProject of {options.words:,} words, all predicted: pages shown after {pages:.1f} s", end=" ")
    print(f"({pages_cpu:.1f} s processor time), Review's first word {first:.1f} s later ({first_cpu:.1f} s);", end=" ")
    print(f"memory {memory:.0f} MB")
    for command in COMMANDS:
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "core.cli.main", command, "--json", str(folder)],
            stdout=subprocess.DEVNULL,
            check=False,
        )
        print(f"ductus {command}: {time.perf_counter() - started:.1f} s")
    return pages_cpu < OPEN_S


def _told(script: str, *arguments: object) -> list[str]:
    lines = _results(script, *arguments)
    print(*lines, sep="\n", flush=True)
    return lines


def _numbers(script: str, *arguments: object) -> list[float]:
    return [float(n) for n in _results(script, *arguments)[-1].split()]


def _results(script: str, *arguments: object) -> list[str]:
    """Run the script in a process of its own, so that memory is counted apart; return its figures."""
    done = subprocess.run(
        [sys.executable, "-m", f"research.measurements.{script}", "--child", *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return re.findall(r"^RESULT (.*)$", done.stdout, re.M)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", type=lambda text: text.split(","), default=list(PARTS))
    parser.add_argument("--crops", type=int, default=100_000)
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--model", help="how the model that reads is trained, as options of ductus train")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--readers", type=Path, help="folder with member-*.h5")
    parser.add_argument("--data", type=Path, help="George Washington's pages")
    parser.add_argument("--fold", type=int, default=1)
    parser.add_argument("--lists", type=Path, nargs="*", help="files with a word at the start of each line")
    parser.add_argument("--queries", type=int, default=400, help="test words each reader looks for")
    parser.add_argument("--checked", type=int, default=1000, help="how many of all are checked by brute force")
    parser.add_argument("--checked-spelled", type=int, default=100, help="as many by spelling, which takes long")
    options = parser.parse_args()
    options.lists = options.lists or [Path(__file__).parents[2] / "resources/words/english.txt"]
    fine = True
    if "lexicon" in options.parts:
        if options.readers and options.data:
            fine &= lexicons(options)
        else:
            print("Lexicons are left out: they need --readers and --data.")
    with tempfile.TemporaryDirectory() as where:
        if "import" in options.parts:
            fine &= archive(options, Path(where))
        if "open" in options.parts:
            fine &= opening(options, Path(where) / "open")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
