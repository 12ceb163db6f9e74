"""Measure how much a hand must be transcribed: members trained on the first 100, 300, ... words of a project.

    python -m research.measurements.bench_learning_curve PROJECT.ductus [--sizes 100,300,1000] [--adapted]
        [--records FOLDER]
    python -m research.measurements.bench_learning_curve PROJECT.ductus --plain 2500 [--adapted] [--records FOLDER]

The words for training are transcribed page by page in the order of the project; the words for testing are read with
the lexicon of both. 0 transcribed words are the starter model; with --adapted that of the project, adapted to its
handwriting by `ductus adapt`, with which the members then begin. With --plain one reader is measured instead that
learns from all words for training in so many steps, without X, X' and gates, and takes the nearest word: what
the time of several members buys without the paper's method. Its answers become a row of the record of the project's
model in FOLDER (`python -m research evaluate PROJECT.ductus --records FOLDER`), which is about the same images.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import gzsl_scores
from core.events import ignore_events
from core.lexicon.alphabet import load_alphabet
from core.model.lexicon_search.word_lists import WordSearch
from core.project.content.adapted_starter import adapted_starter
from core.project.project import Project
from core.project.query.review_order import ReviewOrder
from core.recognition.algorithms import NO_WORD, word_texts
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import embed_all, gather_evidence
from core.store.model_file import load_ensemble
from core.store.starter import load_starter, starter_path
from core.training.checkpoints import RunFolder
from core.training.embedder import split_and_train
from core.training.job import AdaptedStarter, MemberTask
from core.training.presets import preset
from core.training.starter_init import starter_ensemble
from research.benchmark.annotation_simulation import AnnotationPlan, Transcribed, simulate
from research.benchmark.folds import Fold
from research.benchmark.job import BenchmarkData, BenchmarkRun
from research.benchmark.records import add_rows, load_records
from research.benchmark.whole_data import ONE_READER
from research.measurements.bench_open_lists import of_project

ALPHABET = "latin-extended"


def starter_alone(run: BenchmarkRun) -> float:
    """Return the share of the test images that the starter model reads rightly among the lexicon."""
    starter = run.adapted.starter if run.adapted else load_starter(starter_path())
    ensemble = starter_ensemble(starter, run.alphabet)
    evidence = gather_evidence(ensemble, embed_all(ensemble, run.data.test.images), run.lexicon)
    _, vote, _ = vote_with_confidence(ensemble, evidence)
    words = word_texts(vote, evidence, run.lexicon.words)
    return float(np.mean([read == word for read, word in zip(words, run.data.test.words, strict=True)]))


def plain_reader(run: BenchmarkRun, steps: int) -> tuple[dict[str, object], NDArray[np.int32]]:
    """Train one reader on all words for training; return its scores and minutes, and the words that it reads [1, N]."""
    job = run.with_preset(run.preset.changed(members=1, steps=steps, max_steps=0)).job()
    began = time.monotonic()
    task = MemberTask(0, job, job.key(), whole=True)
    learner = split_and_train(task, RunFolder(run.folder), ignore_events, lambda: False).learner
    minutes = (time.monotonic() - began) / 60
    embeddings = learner.embed(run.data.test.images, run.device)
    all_words = np.ones(len(run.lexicon), np.bool_)
    nearest = learner.nearest(embeddings, WordSearch(run.lexicon, all_words, 1)).words[:, 0, 0]
    truth = np.array([run.lexicon.find(word) for word in run.data.test.words])
    right = nearest == truth
    scores = gzsl_scores(right, run.lexicon.mask(job.samples.classes)[truth]).to_json()
    row = {"plain reader": steps, "minutes": minutes, "right": float(right.mean()), **scores}
    return row, nearest[None].astype(np.int32)


def keep_plain_reader(run: BenchmarkRun, steps: int, words: NDArray[np.int32], folder: Path) -> None:
    """Add the words of a plain reader to the only record in ``folder``; images that it could not read have none."""
    ((name, record),) = load_records(folder).items()
    read = dict(zip(run.data.test.image_hashes().tolist(), words[0].tolist(), strict=True))
    missing = set(read) - set(record.columns["image"].tolist())
    if missing:
        raise SystemExit(f"{len(missing)} images of the project are not in the record {name}.")
    column = np.array([[read.get(image, NO_WORD) for image in record.columns["image"].tolist()]], np.int32)
    label = f"one reader, all training images, {steps} steps"
    add_rows(folder, name, {ONE_READER: (label, column)}, run.lexicon)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path)
    parser.add_argument("--sizes", default="100,300,1000")
    parser.add_argument("--members", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", type=int, metavar="STEPS")
    parser.add_argument("--adapted", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--records", type=Path, help="keep the answers here, word by word")
    args = parser.parse_args()
    alphabet = load_alphabet(ALPHABET)
    with Project.open(args.project, read_only=True) as project:
        (train, learnt), (test, origins) = (of_project(project, role, alphabet) for role in ("train", "test"))
        name = args.project.stem
        data = BenchmarkData(
            name, train, test, ALPHABET, fold=Fold(name), test_origins=origins, train_groups=learnt.pages
        )
        model = adapted_starter(project)
        if args.adapted and model is None:
            parser.error("the project has no adapted starter model: run ductus adapt")
        adapted = AdaptedStarter.of(load_ensemble(model.file)) if args.adapted and model else None
    settings = preset("phosc-ctc").changed(members=args.members)
    with tempfile.TemporaryDirectory() as folder:
        run = BenchmarkRun.create(data, settings, args.seed, "cpu", Path(folder), args.records)
        run = replace(run, adapted=adapted)
        if args.plain:
            row, words = plain_reader(run, args.plain)
            print(json.dumps(row), flush=True)
            if args.records:
                keep_plain_reader(run, args.plain, words, args.records)
            return
        rows: list[dict[str, object]] = [{"words": 0, "right": starter_alone(run)}]
        print(rows[0], flush=True)
        plan = AnnotationPlan(tuple(int(size) for size in args.sizes.split(",")), ReviewOrder.PAGE)
        rows += simulate(
            run,
            plan,
            lambda event: print(event.to_json(), flush=True) if isinstance(event, Transcribed) else None,
            lambda: False,
        )
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
