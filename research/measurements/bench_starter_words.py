"""Read GW's unseen test words with starter models, before any training or after it.

    python -m research.measurements.bench_starter_words GW --answers FILE
    python -m research.measurements.bench_starter_words GW --pair WITH.h5 WITHOUT.h5 --learnt FOLDER --answers FILE
    python -m research.measurements.bench_starter_words GW --pair WITH.h5 WITHOUT.h5 --learnt FOLDER --trained FOLDS
        --records FOLDER

A word is unseen if no training image of its fold shows it. The shipped starter, or with --pair each of two starters,
reads each image among all words of its fold; --answers keeps what was read, image by image, with whether the starter
met the word, beside what FILE has of other starters. The starters of a pair differ in this only: the second was made
without GW's words (`make.py --without`). --learnt has the pictures and words of the first one; the words in them are
those that it met. With --trained both are compared after training instead: five members begin with each, on the
training images of these folds (seed 1). Their answers are kept word by word in --records, as the presets phosc-ctc-with
and phosc-ctc-without. The tables in research/results follow from both (`make tables`).
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import patch

import numpy as np
import torch
from numpy.typing import NDArray

from core.events import ignore_events
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.recognition.algorithms import predict_by_margin
from core.recognition.evidence import embed_all, gather_evidence
from core.store.starter import load_starter, starter_path
from core.store.starter_sources import met_by_starter_of
from core.training.ensemble_training import train_ensemble
from core.training.presets import preset
from core.training.samples import image_hashes
from core.training.starter_init import starter_ensemble
from research.benchmark.datasets import load_gw
from research.benchmark.job import SHIPPED_STARTER, BenchmarkRun
from research.benchmark.measurement import record_of_run
from research.results.rows import read_csv, write_csv
from research.starter.list_sources import words_of
from research.starter.make import letters

SEED = 1
"""Of the members that begin with a pair of starters."""
Met = Callable[[Sequence[str]], NDArray[np.bool_]]
"""A function that tells of each word whether a starter met it."""


def read_unseen(folder: Path, starters: Mapping[str, Path], has_met: Met) -> Iterator[dict[str, str]]:
    """Yield a row for each test image of an unseen word, of all folds: the word, and what each starter reads.

    ``has_met`` tells which words the first of them learnt from.
    """
    for fold in (1, 2, 3, 4):
        data = load_gw(folder, fold)
        lexicon = Lexicon(data.lexicon, load_alphabet(data.alphabet))
        is_unseen = ~np.isin(np.array(data.test.words, object), data.train.classes)
        images = data.test.images[is_unseen]
        words = [word for word, unseen in zip(data.test.words, is_unseen, strict=True) if unseen]
        read = {name: words_read(path, images, lexicon) for name, path in starters.items()}
        for row, (digest, word, met) in enumerate(zip(image_hashes(images), words, has_met(words), strict=True)):
            yield {
                "fold": str(fold),
                "image": f"{digest:016x}",
                "word": word,
                f"met_by_{next(iter(starters))}": "yes" if met else "no",
                **{name: answers[row] for name, answers in read.items()},
            }


def words_read(starter: Path, images: NDArray[np.uint8], lexicon: Lexicon) -> list[str]:
    """Return the word of ``lexicon`` that a starter reads in each image uint8 [N, 50, 250], before any training."""
    model = starter_ensemble(load_starter(starter), lexicon.alphabet)
    (evidence,) = gather_evidence(model, embed_all(model, images), lexicon)
    return [lexicon.words[word] for word in predict_by_margin(evidence, 0.0).word]


def met_by_shipped(words: Sequence[str]) -> NDArray[np.bool_]:
    """Return [N] whether the shipped starter met each word."""
    met = met_by_starter_of(SHIPPED_STARTER, words)
    if met is None:
        raise SystemExit("The words of this starter model are not known.")
    return met


def keep_trained(folder: Path, fold: int, starter: Path, name: str, known: Collection[str], records: Path) -> None:
    """Train five members that begin with a starter on a fold, and keep their answers for its test images.

    ``known`` are the words that the first starter of the pair met, by their letters.
    """
    # two processes with as many threads each as there are cores wait for each other most of the time
    torch.set_num_threads(1)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--answers", type=Path, metavar="FILE")
    parser.add_argument("--pair", type=Path, nargs=2, metavar=("WITH", "WITHOUT"))
    parser.add_argument("--learnt", type=Path, metavar="FOLDER")
    parser.add_argument("--trained", metavar="FOLD[,FOLD...]")
    parser.add_argument("--records", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if not (options.records if options.trained else options.answers):
        parser.error("give --answers FILE, or --trained FOLDS with --records FOLDER")
    if options.trained:
        folds = [int(fold) for fold in options.trained.split(",")]
        train_pair(options.folder, options.pair, options.learnt, folds, options.records)
    elif options.pair:
        known = known_words(options.learnt)
        starters = dict(zip(("with", "without"), options.pair, strict=True))
        rows = read_unseen(options.folder, starters, lambda words: np.array([word in known for word in words]))
        write(options.answers, list(rows))
    else:
        write(options.answers, list(read_unseen(options.folder, {"shipped": starter_path()}, met_by_shipped)))


def write(path: Path, rows: list[dict[str, str]]) -> None:
    """Write the answers, beside those that the file has of the same images."""
    if path.exists():
        rows = [kept | row for kept, row in zip(read_csv(path), rows, strict=True)]
    write_csv(path, rows[0], rows)


if __name__ == "__main__":
    main()
