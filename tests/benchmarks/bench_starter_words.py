"""Count GW's unseen test words that the starter model met, and measure what it reads of them before any training.

    python tests/benchmarks/bench_starter_words.py GW [--csv FILE]

A word is unseen if no training image of its fold shows it. The starter reads each image among all words of its fold.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.benchmark.datasets import load_gw
from core.evaluation.metrics import wilson_interval
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.recognition.algorithms import predict_by_margin
from core.recognition.evidence import embed_all, gather_evidence
from core.store.starter import load_starter, starter_path
from core.store.starter_words import met_by_starter
from core.training.starter_ensemble import starter_ensemble

COLUMNS = ("fold", "words", "images", "right", "right_low", "right_high")


def rows_of(folder: Path, fold: int) -> list[dict[str, object]]:
    """Return the rows of one fold: unseen words met by the starter, and not met."""
    data = load_gw(folder, fold)
    alphabet = load_alphabet(data.alphabet)
    lexicon = Lexicon(data.lexicon, alphabet)
    words = np.array(data.test.words, object)
    unseen = ~np.isin(words, data.train.classes)
    model = starter_ensemble(load_starter(starter_path()), alphabet)
    (evidence,) = gather_evidence(model, embed_all(model, data.test.images[unseen]), lexicon)
    right = predict_by_margin(evidence, 0.0).word == [lexicon.find(word) for word in words[unseen]]
    met = met_by_starter(words[unseen].tolist())
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
    options = parser.parse_args()
    rows = [row for fold in (1, 2, 3, 4) for row in rows_of(options.folder, fold)]
    for name in ("met", "not met"):
        part = [row for row in rows if row["words"] == name]
        images, right = (sum(int(str(row[key])) for row in part) for key in ("images", "n_right"))
        low, high = wilson_interval(right, images)
        figures = (f"{value:.3f}" for value in (right / images, low, high))
        rows.append(dict(zip(COLUMNS, ("all", name, images, *figures), strict=True)))
    for row in rows:
        row.pop("n_right", None)
        print(row)
    if options.csv:
        with options.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
