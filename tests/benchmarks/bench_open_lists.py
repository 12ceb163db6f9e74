"""Measure a trained ensemble with lists of several lengths: closed, training words alone, and a language's words added.

    python tests/benchmarks/bench_open_lists.py SOURCE --language en [--lists a,b,c,e] [--parts] [--out FILE.json]

SOURCE is a project with a model and words for testing (PROJECT.ductus), or ``gw:FOLDER:FOLD:SEED:RUN`` or
``writers:FOLDER:SEED:RUN[:READERS]`` for George Washington's pages and a table of words with writers (a fifth of the
writers is for testing), with the run folder of a training of the preset phosc-ctc; it is trained there first if it is
empty. READERS are fewer readers than the preset's, to compare two of which one has no more yet.

Lists: (a) all words of the training and test images, (b) of the training images, (c) as (a) with 50,000 words of the
language, (e) with 200,000, (o) as (a) without 15 % of the words of the test images, of those that no training image
shows, (n) as (o) with (c)'s words, (p) as (c) without the words of ``--names`` that no training image shows. In each
the embedders stay and everything else is fitted for the list, as if the words had been added before the training.
``unadjusted`` is the program without that: everything fitted for (a), as adding words after the training was before.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.benchmark.datasets import load_gw
from core.evaluation.metrics import harmonic_mean
from core.evaluation.reliability import expected_calibration_error
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.lexicon.alphabet import Alphabet, choose_alphabet, load_alphabet, split_encodable
from core.lexicon.language_lists import frequencies
from core.lexicon.lexicon import Lexicon
from core.lexicon.surface_forms import with_surface_forms, writing_habits
from core.model.ensemble import Ensemble
from core.project.content.models import get_model
from core.project.content.words import labelled_words
from core.project.project import Project
from core.project.word_images.loading import load_all_images
from core.recognition.algorithms import (
    combine_predictions,
    predict_by_margin,
    predict_on_side,
    predict_unlisted,
    prefer_majority,
    word_texts,
)
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import embed_all, gather_evidence
from core.recognition.free_decoding import decode_freely, vote_on_spelling
from core.store.model_file import load_ensemble
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import Preset, preset
from core.training.recalibration import recalibrate
from core.training.samples import Samples

SIZES = {"c": 50_000, "e": 200_000, "n": 50_000, "p": 50_000}
MISSING = 0.15


@dataclass(frozen=True)
class Source:
    """An ensemble, the images it was trained on, and those it is measured on."""

    ensemble: Ensemble
    train: Samples
    test: Samples
    more_words: tuple[str, ...] = ()
    """Words of the project's list without an image."""


def load(source: str) -> Source:
    kind, *rest = source.split(":")
    if kind == "gw":
        folder, fold, seed, run = rest
        data = load_gw(Path(folder), int(fold))
        return trained(data.train, data.test, load_alphabet("latin"), int(seed), Path(run))
    if kind == "writers":
        folder, seed, run, *count = rest
        train, test = by_writers(Path(folder))
        alphabet = choose_alphabet("auto", [*train.words, *test.words])
        return trained(train, test, alphabet, int(seed), Path(run), int(*count) or None)
    with Project.open(Path(source), read_only=True) as project:
        model = get_model(project, None)
        ensemble = load_ensemble(model.file)
        train, test = (of_project(project, role, ensemble.alphabet) for role in ("train", "test"))
    return Source(ensemble, train, test)


def of_project(project: Project, role: str, alphabet: Alphabet) -> Samples:
    texts = dict(labelled_words(project, role))
    _, refused = split_encodable(sorted(set(texts.values())), alphabet)
    bad = {word for word, _ in refused}
    texts = {word_id: text for word_id, text in texts.items() if text not in bad}
    block = load_all_images(project, list(texts), lambda event: None)
    return Samples.of(block.images, [texts[word_id] for word_id in block.ids])


def by_writers(folder: Path) -> tuple[Samples, Samples]:
    with (folder / "words.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["text"]]
    _, refused = split_encodable(sorted({row["text"] for row in rows}), load_alphabet("latin-extended"))
    bad = {word for word, _ in refused}
    rows = [row for row in rows if row["text"] not in bad]
    writers = np.random.default_rng(0).permutation(sorted({row["writer"] for row in rows}))
    testing = set(writers[: len(writers) // 5].tolist())
    images = normalise_all([read_gray(folder / row["file"]) for row in rows])

    def part(is_test: bool) -> Samples:
        chosen = [number for number, row in enumerate(rows) if (row["writer"] in testing) == is_test]
        return Samples.of(images[chosen], [rows[number]["text"] for number in chosen])

    return part(False), part(True)


def trained(
    train: Samples, test: Samples, alphabet: Alphabet, seed: int, run: Path, readers: int | None = None
) -> Source:
    lexicon = Lexicon(sorted(set(train.classes) | set(test.classes)), alphabet)
    settings = preset("phosc-ctc")
    job = TrainingJob(train, lexicon, alphabet, replace(settings, members=readers or settings.members), seed, "cpu")
    return Source(train_ensemble(job, run, lambda event: None, lambda: False), train, test)


def lists(
    source: Source, wanted: Sequence[str], language: str, names: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Lexicon]]:
    closed = sorted(set(source.train.classes) | set(source.test.classes))
    unseen = sorted(set(source.test.classes) - set(source.train.classes))
    count = round(MISSING * len(source.test.classes))
    missing = set(np.random.default_rng(0).permutation(unseen)[:count].tolist())
    listed: dict[str, list[str]] = {
        "b": list(source.train.classes),
        "o": [word for word in closed if word not in missing],
        "n": [word for word in closed if word not in missing],
        "p": [word for word in closed if word not in names.intersection(unseen)],
    }
    taken_out = {"n": missing, "p": names.intersection(unseen)}
    for name in wanted:
        words, counts = listed.get(name, closed), {}
        if name in SIZES:
            known = frequencies(language, SIZES[name])
            counts = with_surface_forms(known, writing_habits(Counter(source.train.words), known, language))
            encodable, _ = split_encodable(counts, source.ensemble.alphabet)
            words = [*words, *(word for word in encodable if word not in taken_out.get(name, ()))]
        yield name, Lexicon(words, source.ensemble.alphabet, counts)


def figures(texts: Sequence[str], source: Source, lexicon: Lexicon, confidence: Any = None) -> dict[str, Any]:
    truth = source.test.words
    right = np.array([text == word for text, word in zip(texts, truth, strict=True)])
    seen_words = set(source.train.classes)
    seen = np.array([word in seen_words for word in truth])
    listed = np.array([word in lexicon for word in truth])

    def share(rows: Any) -> float | None:
        return float(right[rows].mean()) if rows.any() else None

    row = {
        "right": share(np.ones(len(truth), bool)),
        "A_s": share(seen),
        "A_u": share(~seen & listed),
        "A_o": share(~listed),
        "listed": share(listed),
        "unlisted_images": int((~listed).sum()),
    }
    row["h"] = harmonic_mean(row["A_s"], row["A_u"])
    if confidence is not None:
        row["ece"] = expected_calibration_error(confidence, right)
        row["ece_seen"] = expected_calibration_error(confidence[seen], right[seen])
        row["ece_unseen"] = expected_calibration_error(confidence[~seen & listed], right[~seen & listed])
        row["ece_unlisted"] = expected_calibration_error(confidence[~listed], right[~listed])
        row["sure_and_wrong_unlisted"] = int(((confidence >= 0.9) & ~right & ~listed).sum())
    return row


def measure(ensemble: Ensemble, embeddings: list[Any], source: Source, lexicon: Lexicon) -> dict[str, Any]:
    """Return the figures of every rule on one calibration."""
    started = time.perf_counter()
    evidence = gather_evidence(ensemble, embeddings, lexicon)
    seconds = time.perf_counter() - started
    _, vote, confidence = vote_with_confidence(ensemble, evidence)
    rows = {"ours": figures(word_texts(vote, evidence, lexicon.words), source, lexicon, confidence)}
    rows["ours"]["ms_a_word"] = round(1000 * seconds / len(source.test.words), 2)
    truth = np.array([lexicon.find(word) for word in source.test.words])
    own = [set(np.flatnonzero(lexicon.mask([ensemble.classes[c] for c in m.seen])).tolist()) for m in ensemble.members]
    rules = {
        "no gate": [predict_by_margin(one, 0.0) for one in evidence],
        "stacking": [predict_by_margin(one, m.stacking) for m, one in zip(ensemble.members, evidence, strict=True)],
        "perfect gate": [
            predict_on_side(one, np.array([word in seen for word in truth.tolist()]))
            for one, seen in zip(evidence, own, strict=True)
        ],
        "gates alone": [
            predict_on_side(one, one.votes >= m.thres) for m, one in zip(ensemble.members, evidence, strict=True)
        ],
    }
    for name, predictions in rules.items():
        texts = word_texts(combine_predictions(predictions), evidence, lexicon.words)
        rows[name] = figures(texts, source, lexicon)
        if name in ("no gate", "stacking"):
            with_third = [predict_unlisted(one, each) for one, each in zip(evidence, predictions, strict=True)]
            both = prefer_majority(combine_predictions(predictions), with_third)
            rows[f"{name}, third answer"] = figures(word_texts(both, evidence, lexicon.words), source, lexicon)
    return rows


def letters_alone(ensemble: Ensemble, embeddings: list[Any], source: Source, lexicon: Lexicon) -> dict[str, Any]:
    spelled = decode_freely(ensemble, embeddings) or []
    votes = [vote_on_spelling([member[row] for member in spelled]) for row in range(len(source.test.words))]
    return figures([vote.text if vote else "" for vote in votes], source, lexicon)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("--language", default="en")
    parser.add_argument("--lists", default="a,b,c,e,o,n")
    parser.add_argument("--parts", action="store_true", help="also without the prior, the third answer, and both")
    parser.add_argument("--names", type=Path, help="names of persons and places, one a line, for the list p")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    source = load(args.source)
    embeddings = embed_all(source.ensemble, source.test.images)
    ours = preset("phosc-ctc")
    if source.ensemble.card["preset"]["learner"] != "phosc-ctc":
        ours = replace(Preset.from_json(source.ensemble.card["preset"]), prior=True)
    ways = {"": ours}
    if args.parts:
        ways |= {
            "without prior": ours.changed(prior=False),
            "without third answer": ours.changed(unlisted=False),
            "without both": ours.changed(prior=False, unlisted=False),
        }
    before: Ensemble | None = None
    result: dict[str, Any] = {"source": args.source, "train": len(source.train.words), "test": len(source.test.words)}
    names = frozenset(args.names.read_text(encoding="utf-8").split("\n")) if args.names else frozenset()
    for name, lexicon in lists(source, args.lists.split(","), args.language, names):
        entry: dict[str, Any] = {"words": len(lexicon)}
        for way, settings in ways.items():
            started = time.perf_counter()
            adjusted = recalibrate(
                source.ensemble, source.train, lexicon, settings, "cpu", lambda event: None, lambda: False
            )
            seconds = time.perf_counter() - started
            rows = measure(adjusted, embeddings, source, lexicon)
            rows["ours"]["adjusting_s"] = round(seconds, 1)
            rows["ours"]["members"] = [
                {
                    "prior": round(m.prior_weight, 4),
                    "thres": m.thres,
                    "bar": round(m.unlisted.bar, 3) if m.unlisted else None,
                }
                for m in adjusted.members
            ]
            entry |= {f"{rule}, {way}" if way else rule: row for rule, row in rows.items() if not way or rule == "ours"}
        entry["letters alone"] = letters_alone(source.ensemble, embeddings, source, lexicon)
        if before is None:
            plain = ours.changed(prior=False, unlisted=False)
            before = recalibrate(source.ensemble, source.train, lexicon, plain, "cpu", lambda e: None, lambda: False)
        entry["unadjusted"] = measure(before, embeddings, source, lexicon)["ours"]
        result[name] = entry
        print(f"({name}) {len(lexicon)} words")
        for rule, row in entry.items():
            if isinstance(row, dict):
                shown = {k: f"{v:.3f}" for k, v in row.items() if isinstance(v, float)}
                print(f"  {rule:32}", " ".join(f"{k} {v}" for k, v in shown.items()), flush=True)
        if args.out:
            args.out.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
