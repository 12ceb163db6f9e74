"""Count GW's unseen test words that the starter model met, and measure what it reads of them before any training.

    python tests/benchmarks/bench_starter_words.py GW [--csv FILE]
    python tests/benchmarks/bench_starter_words.py GW --pair WITH.h5 WITHOUT.h5 --learnt FOLDER
    python tests/benchmarks/bench_starter_words.py GW --pair WITH.h5 WITHOUT.h5 --learnt FOLDER --trained FOLDS
        --records FOLDER

A word is unseen if no training image of its fold shows it. The starter reads each image among all words of its fold.
With --pair two starters are compared that differ in this only: the second was made without GW's words (`make.py
--without`). --learnt has the pictures and words of the first one; the words in them are those that it met. With
--trained both are compared after training instead: five members begin with each, on the training images of these folds
(seed 1). Their answers are kept word by word in --records, as the presets phosc-ctc-with and phosc-ctc-without;
``ductus benchmark report FOLDER`` shows the tables, with A_u of the words met and not met.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging" / "starter"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from list_sources import words_of
from make import letters
from numpy.typing import NDArray

from core.benchmark.datasets import load_gw
from core.benchmark.job import BenchmarkRun
from core.benchmark.measurement import record_of_run
from core.evaluation.metrics import wilson_interval
from core.evaluation.paired_tests import mcnemar
from core.events import ignore_events
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.recognition.algorithms import predict_by_margin
from core.recognition.evidence import embed_all, gather_evidence
from core.store.starter import load_starter, starter_path
from core.store.starter_sources import met_by_starter
from core.training.ensemble_training import train_ensemble
from core.training.presets import preset
from core.training.starter_ensemble import starter_ensemble

SEED = 1
"""Of the members that begin with a pair of starters."""
COLUMNS = ("fold", "words", "images", "right", "right_low", "right_high")


def read_unseen(folder: Path, fold: int, starter: Path) -> tuple[list[str], NDArray[np.bool_]]:
    """Return the unseen test words of a fold, one for each image, and which of the images a starter reads rightly."""
    data = load_gw(folder, fold)
    alphabet = load_alphabet(data.alphabet)
    lexicon = Lexicon(data.lexicon, alphabet)
    words = np.array(data.test.words, object)
    unseen = ~np.isin(words, data.train.classes)
    model = starter_ensemble(load_starter(starter), alphabet)
    (evidence,) = gather_evidence(model, embed_all(model, data.test.images[unseen]), lexicon)
    return words[unseen].tolist(), predict_by_margin(evidence, 0.0).word == [lexicon.find(w) for w in words[unseen]]


def keep_trained(folder: Path, fold: int, starter: Path, name: str, known: Collection[str], records: Path) -> None:
    """Train five members that begin with a starter on a fold, and keep their answers for its test images.

    ``known`` are the words that the first starter of the pair met, by their letters.
    """
    data = load_gw(folder, fold)
    with tempfile.TemporaryDirectory() as kept, patch("core.training.embedder.starter_path", lambda: starter):
        run = BenchmarkRun.create(data, preset("phosc-ctc"), SEED, "cpu", Path(kept), records)
        ensemble = train_ensemble(run.job(), run.folder, ignore_events, lambda: False)
    evidence = gather_evidence(ensemble, embed_all(ensemble, data.test.images), run.lexicon)
    met = np.array([word in known for word in data.test.words], np.bool_)
    record_of_run(run, ensemble, evidence, met, f"{run.preset.name}-{name}", {})


def known_words(learnt: Path) -> frozenset[str]:
    """Return the words of a starter's pictures and real words, by their letters."""
    return frozenset(letters(word) for _, _, words in words_of(learnt) for word in words)


def train_pair(folder: Path, pair: Sequence[Path], learnt: Path, folds: Sequence[int], records: Path) -> None:
    """Train members from both starters on each fold, in two processes at once."""
    known = known_words(learnt)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        jobs = [
            pool.submit(keep_trained, folder, fold, starter, name, known, records)
            for fold in folds
            for starter, name in zip(pair, ("with", "without"), strict=True)
        ]
        for job in jobs:
            job.result()


def compare_pair(folder: Path, pair: Sequence[Path], learnt: Path) -> list[dict[str, object]]:
    """Return the rows of two starters on the unseen words that the first one met, and on the others."""
    known = known_words(learnt)
    read = [[read_unseen(folder, fold, starter) for fold in (1, 2, 3, 4)] for starter in pair]
    met = np.array([word in known for words, _ in read[0] for word in words], np.bool_)
    right = [np.concatenate([fold for _, fold in folds]) for folds in read]
    rows: list[dict[str, object]] = []
    for name, group in (("met", met), ("not met", ~met)):
        one, other = (answers[group] for answers in right)
        figures: dict[str, object] = {"words": name, "images": int(group.sum())}
        for part, answers in (("with", one), ("without", other)):
            low, high = wilson_interval(int(answers.sum()), len(answers))
            shares = zip(("", "_low", "_high"), (answers.mean(), low, high), strict=True)
            figures |= {f"{part}{end}": f"{value:.3f}" for end, value in shares}
        test = mcnemar(one, other)
        rows.append(figures | {"only_with": test.only_first, "only_without": test.only_second, "p": f"{test.p:.3f}"})
    return rows


def rows_of(folder: Path, fold: int) -> list[dict[str, object]]:
    """Return the rows of one fold: unseen words met by the starter, and not met."""
    words, right = read_unseen(folder, fold, starter_path())
    met = met_by_starter(words)
    if met is None:
        raise SystemExit("The words of this starter model are not known.")
    found: list[dict[str, object]] = []
    for name, group in (("met", met), ("not met", ~met)):
        low, high = wilson_interval(int(right[group].sum()), int(group.sum()))
        figures = (right[group].mean() if group.any() else 0.0, low, high)
        found.append(
            dict(zip(COLUMNS, (fold, name, int(group.sum()), *(f"{value:.3f}" for value in figures)), strict=True))
            | {"n_right": int(right[group].sum())}
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--pair", type=Path, nargs=2, metavar=("WITH", "WITHOUT"))
    parser.add_argument("--learnt", type=Path, metavar="FOLDER")
    parser.add_argument("--trained", metavar="FOLD[,FOLD...]")
    parser.add_argument("--records", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.trained and not options.records:
        parser.error("--trained needs --records FOLDER")
    if options.trained:
        folds = [int(fold) for fold in options.trained.split(",")]
        train_pair(options.folder, options.pair, options.learnt, folds, options.records)
        return
    if options.pair:
        write(compare_pair(options.folder, options.pair, options.learnt), options.csv)
        return
    rows = [row for fold in (1, 2, 3, 4) for row in rows_of(options.folder, fold)]
    for name in ("met", "not met"):
        part = [row for row in rows if row["words"] == name]
        images, right = (sum(int(str(row[key])) for row in part) for key in ("images", "n_right"))
        low, high = wilson_interval(right, images)
        figures = (f"{value:.3f}" for value in (right / images, low, high))
        rows.append(dict(zip(COLUMNS, ("all", name, images, *figures), strict=True)))
    for row in rows:
        row.pop("n_right", None)
    write(rows, options.csv)


def write(rows: list[dict[str, object]], path: Path | None) -> None:
    """Print the rows, and write them to a file if one is wanted."""
    for row in rows:
        print(row)
    if path:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
