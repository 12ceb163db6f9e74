"""Measure a trained ensemble with lists of several lengths: closed, training words alone, and a language's words added.

    python -m research.measurements.bench_open_lists SOURCE --records FOLDER --language en [--lists a,b,c,e] [--parts]
        [--objectives]
    python -m research.measurements.bench_open_lists --records FOLDER

SOURCE is a project with a model and words for testing (PROJECT.ductus), or ``gw:FOLDER:FOLD:SEED:RUN`` or
``writers:FOLDER:SEED:RUN[:READERS]`` for George Washington's pages and a table of words with writers (a fifth of the
writers is for testing), with the run folder of a training of the preset phosc-ctc; it is trained there first if it is
empty. READERS are fewer readers than the preset's, to compare two of which one has no more yet.

Lists: (a) all words of the training and test images, (b) of the training images, (c) as (a) with 50,000 words of the
language, (e) with 200,000, (u) with 50,000 without their counts, (o) as (a) without 15 % of the words of the test
images, of those that no training image shows, (n) as (o) with (c)'s words, (p) as (c) without the words of ``--names``
that no training image shows. In each the embedders stay and everything else is fitted for the list, as if the words had
been added before the training.
``adjusted=false`` is the program without that: everything fitted for (a), as adding words after the training was
before. The answers are kept word by word in FOLDER; ``python -m research benchmark report FOLDER`` shows the tables,
the second command that of what decides, from the records of --objectives. In it A_u is about words that are in the
list, A_o about those in none; all rules but those that say so have the third answer, and gains have one standard error
by page, or by writer where pages are not known.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import accuracy, harmonic_mean
from core.events import ignore_events
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
from core.project.word_images import load_all_images
from core.recognition.algorithms import (
    MemberEvidence,
    MemberPrediction,
    combine_predictions,
    predict_by_margin,
    predict_per_member,
    predict_unlisted,
    prefer_majority,
    word_texts,
)
from core.recognition.evidence import embed_all, gather_evidence
from core.recognition.free_decoding import decode_freely, vote_on_spelling
from core.store.model_file import load_ensemble
from core.store.starter_sources import met_by_starter_of
from core.training.ensemble_training import train_ensemble
from core.training.presets import Preset, preset
from core.training.recalibration import recalibrate
from core.training.samples import Samples
from research.benchmark.datasets import load_gw
from research.benchmark.folds import Fold, Origins, SplitKind
from research.benchmark.job import BenchmarkData, BenchmarkRun
from research.benchmark.measurement import origins_of, record_of_run
from research.benchmark.record_report import correct_answers, gate_figures, unlisted_images
from research.benchmark.records import Record, add_rows, load_records

SIZES = {"c": 50_000, "e": 200_000, "n": 50_000, "p": 50_000, "u": 50_000}
MISSING = 0.15
FOR_H = ":objective=h"
"""Ends the name of records in which thresholds are for h."""
HEADINGS = ("list", "rule", "all", "A_s", "A_u", "A_o", "h", "gain in all over no gate", "ECE", "AUROC of confidence")
RULES = {
    "no gate": "vote_third",
    "stacking": "stacking_third",
    "**chosen**": "gate",
    "chosen, no third answer": "gate_listed",
    "no gate, no third answer": "vote",
}
WITHOUT_THIRD = {"no gate": "vote", "stacking": "stacking", "**chosen**": "gate"}
"""The rules of records by their names in the table, and those of members that have no third answer."""

LISTS = {
    "a": "closed",
    "b": "training words alone",
    "c": "closed and 50 000",
    "e": "closed and 200 000",
    "u": "closed and 50 000 without counts",
    "o": "closed without 15 percent",
    "n": "50 000 without 15 percent",
    "p": "50 000 without names",
}
"""The lists as they are named in the records."""


@dataclass(frozen=True)
class Source:
    """An ensemble, and the images it was trained on and those it is measured on."""

    ensemble: Ensemble
    data: BenchmarkData
    seed: int


def load(source: str) -> Source:
    kind, *rest = source.split(":")
    if kind == "gw":
        folder, fold, seed, run = rest
        return trained(load_gw(Path(folder), int(fold)), load_alphabet("latin"), int(seed), Path(run))
    if kind == "writers":
        folder, seed, run, *count = rest
        data = by_writers(Path(folder))
        alphabet = choose_alphabet("auto", [*data.train.words, *data.test.words])
        return trained(data, alphabet, int(seed), Path(run), int(*count) or None)
    with Project.open(Path(source), read_only=True) as project:
        ensemble = load_ensemble(get_model(project, None).file)
        (train, learnt), (test, origins) = (of_project(project, role, ensemble.alphabet) for role in ("train", "test"))
    name = Path(source).stem
    data = BenchmarkData(name, train, test, fold=Fold(name), test_origins=origins, train_groups=learnt.pages)
    return Source(ensemble, data, int(ensemble.card["seed"]))


def of_project(project: Project, role: str, alphabet: Alphabet) -> tuple[Samples, Origins]:
    texts = dict(labelled_words(project, role))
    _, refused = split_encodable(sorted(set(texts.values())), alphabet)
    bad = {word for word, _ in refused}
    texts = {word_id: text for word_id, text in texts.items() if text not in bad}
    block = load_all_images(project, list(texts), ignore_events)
    samples = Samples.of(block.images, [texts[word_id] for word_id in block.ids])
    return samples, origins_of(project, block.ids)


def by_writers(folder: Path) -> BenchmarkData:
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

    # the name of the data set is the first part of its folder's, as in "copiste_fr"
    fold = Fold(folder.name.split("_")[0], SplitKind.WRITERS, 1, tuple(sorted(testing)))
    tested, learnt = (
        tuple(row["writer"] for row in rows if (row["writer"] in testing) == is_test) for is_test in (True, False)
    )
    origins = Origins(writers=tested)
    return BenchmarkData(str(fold), part(False), part(True), fold=fold, test_origins=origins, train_groups=learnt)


def trained(data: BenchmarkData, alphabet: Alphabet, seed: int, run: Path, readers: int | None = None) -> Source:
    lexicon = Lexicon(sorted(set(data.train.classes) | set(data.test.classes)), alphabet)
    settings = preset("phosc-ctc")
    settings = replace(settings, members=readers or settings.members)
    job = BenchmarkRun(data, lexicon, alphabet, settings, seed, "cpu", run).job()
    return Source(train_ensemble(job, run, ignore_events, lambda: False), data, seed)


def lists(
    source: Source, wanted: Sequence[str], language: str, names: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Lexicon]]:
    closed = sorted(set(source.data.train.classes) | set(source.data.test.classes))
    unseen = sorted(set(source.data.test.classes) - set(source.data.train.classes))
    count = round(MISSING * len(source.data.test.classes))
    missing = set(np.random.default_rng(0).permutation(unseen)[:count].tolist())
    listed: dict[str, list[str]] = {
        "b": list(source.data.train.classes),
        "o": [word for word in closed if word not in missing],
        "n": [word for word in closed if word not in missing],
        "p": [word for word in closed if word not in names.intersection(unseen)],
    }
    taken_out = {"n": missing, "p": names.intersection(unseen)}
    for name in wanted:
        words, counts = listed.get(name, closed), {}
        if name in SIZES:
            known = frequencies(language, SIZES[name])
            counts = with_surface_forms(known, writing_habits(Counter(source.data.train.words), known, language))
            encodable, _ = split_encodable(counts, source.ensemble.alphabet)
            words = [*words, *(word for word in encodable if word not in taken_out.get(name, ()))]
            counts = {} if name == "u" else counts
        yield name, Lexicon(words, source.ensemble.alphabet, counts)


class Recorder:
    """Keeps the answers on one source in a folder."""

    def __init__(self, folder: Path, source: Source) -> None:
        self.folder, self.source = folder, source
        self.embeddings = embed_all(source.ensemble, source.data.test.images)
        self.letters = self._read_letters()

    def keep(self, ensemble: Ensemble, lexicon: Lexicon, list_name: str, name: str, with_letters: bool) -> None:
        """Recognise with one list, and keep the answers of every rule, with and without the third answer."""
        data, alphabet = self.source.data, self.source.ensemble.alphabet
        evidence = gather_evidence(ensemble, self.embeddings, lexicon)
        met = met_by_starter_of(self.source.ensemble.card, data.test.words)
        settings = Preset.from_json(self.source.ensemble.card["preset"])
        run = BenchmarkRun(data, lexicon, alphabet, settings, self.source.seed, "cpu", self.folder, self.folder)
        conditions = {"list": list_name, "words": len(lexicon)}
        file = record_of_run(run, ensemble, evidence, met, name, {"conditions": conditions})
        assert file is not None
        rows = self._rows(ensemble, evidence, lexicon)
        if with_letters and self.letters is not None:
            rows["letters"] = ("letters, no list", self.letters)
        add_rows(self.folder, file.stem, rows, lexicon)
        print(file.stem, flush=True)

    def _rows(
        self, ensemble: Ensemble, evidence: Sequence[MemberEvidence], lexicon: Lexicon
    ) -> dict[str, tuple[str, NDArray[Any]]]:
        """Return the gates without the third answer, and no gate and stacking with it."""
        pairs = list(zip(ensemble.members, evidence, strict=True))

        def vote(predictions: Sequence[MemberPrediction], third: bool) -> NDArray[np.object_]:
            result = combine_predictions(predictions)
            if third:
                answers = [predict_unlisted(one, each) for one, each in zip(evidence, predictions, strict=True)]
                result = prefer_majority(result, answers)
            return np.array(word_texts(result, evidence, lexicon.words), np.object_)

        gated = [predict_per_member(one, member.thres) for member, one in pairs]
        rows = {"gate_listed": ("vote, gates, without the third answer", vote(gated, False))}
        if any(one.spelled is not None for one in evidence):
            stacked = [predict_by_margin(one, member.stacking) for member, one in pairs]
            nearest = [predict_by_margin(one, 0.0) for one in evidence]
            rows["vote_third"] = ("vote, no gate, third answer", vote(nearest, True))
            rows["stacking_third"] = ("vote, stacking, third answer", vote(stacked, True))
        return rows

    def _read_letters(self) -> NDArray[np.object_] | None:
        """Return the members' vote without a list; None where they decode no letters."""
        spelled = decode_freely(self.source.ensemble, self.embeddings)
        if spelled is None:
            return None
        votes = [vote_on_spelling([member[row] for member in spelled]) for row in range(len(self.embeddings[0]))]
        return np.array([vote.text if vote else "" for vote in votes], np.object_)


def ways_of(trained_by: dict[str, Any], parts: bool, objectives: bool) -> dict[str, Preset]:
    """Return the settings that everything is fitted with, by name; the first are the default's.

    ``trained_by`` is the preset of the ensemble's card.
    """
    ours = preset("phosc-ctc")
    if trained_by["learner"] != ours.learner:
        ours = Preset.from_json(trained_by).changed(prior=True, objective=ours.objective)
    name = str(trained_by["name"])
    ways = {name: ours}
    if parts:
        ways |= {
            f"{name}:prior=false": ours.changed(prior=False),
            f"{name}:unlisted=false": ours.changed(unlisted=False),
            f"{name}:prior=false:unlisted=false": ours.changed(prior=False, unlisted=False),
        }
    if objectives:
        ways[f"{name}{FOR_H}"] = ours.changed(objective="h")
    return ways


def table(records: Mapping[str, Record]) -> Iterator[list[str]]:
    """Yield a line of cells for each list and rule."""
    by_name = {(str(record.card["name"]), record.conditions["list"]): record for record in records.values()}
    for (name, listed), record in by_name.items():
        if ":" in name:
            continue
        rules = RULES if RULES["no gate"] in record.card["labels"] else WITHOUT_THIRD
        rows = {label: (record, rule) for label, rule in rules.items()}
        if (for_h := by_name.get((f"{name}{FOR_H}", listed))) is not None:
            rows["for h"] = for_h, "gate"
        base = correct_answers(*rows["no gate"])
        for label, (of, rule) in rows.items():
            figures = gate_figures(of) if rule == "gate" else {}
            right = correct_answers(of, rule)
            values = [*_shares(right, of), *(figures.get(key) for key in ("ece", "confidence_auroc"))]
            shown = ["–" if value is None else f"{value:.4f}" for value in values]
            gain, error = _gain(right.astype(np.float64) - base, of)
            shown.insert(-2, f"{gain:.4f} ± {error:.4f}")
            yield [f"{listed}, {record.conditions['words']} words", label, *shown]


def _shares(right: NDArray[np.bool_], record: Record) -> tuple[float | None, ...]:
    """Return the shares of all, of A_s, of A_u and of A_o that are right, and h; None for those without images."""
    seen, unlisted = record.columns["is_seen"].astype(np.bool_), unlisted_images(record)
    a_s, a_u = accuracy(right[seen]), accuracy(right[~seen & ~unlisted])
    return accuracy(right), a_s, a_u, accuracy(right[unlisted]), harmonic_mean(a_s, a_u)


def _gain(differences: NDArray[np.float64], record: Record) -> tuple[float, float]:
    """Return the mean of ``differences`` [N] and its standard error by page or writer."""
    mean = differences.mean()
    pages = record.columns["page"]
    _, cluster = np.unique(pages if (pages != "").all() else record.columns["writer"], return_inverse=True)
    sums = np.bincount(cluster, differences - mean)
    return float(mean), float(np.sqrt(len(sums) / max(1, len(sums) - 1) * (sums**2).sum()) / len(differences))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", help="without it the records that are there are shown")
    parser.add_argument("--records", type=Path, required=True)
    parser.add_argument("--language", default="en")
    parser.add_argument("--lists", default="a,b,c,e,o,n")
    parser.add_argument("--parts", action="store_true", help="also without the prior, the third answer, and both")
    parser.add_argument("--objectives", action="store_true", help="also with thresholds for h, as the paper has them")
    parser.add_argument("--names", type=Path, help="names of persons and places, one a line, for the list p")
    args = parser.parse_args()
    if args.source is None:
        lines = table(load_records(args.records))
        print("\n".join(f"| {' | '.join(line)} |" for line in (HEADINGS, ["---"] * len(HEADINGS), *lines)))
        return
    source = load(args.source)
    recorder = Recorder(args.records, source)
    (name, ours), *_ = (ways := ways_of(source.ensemble.card["preset"], args.parts, args.objectives)).items()

    def adjusted(lexicon: Lexicon, settings: Preset) -> Ensemble:
        data = source.data
        return recalibrate(
            source.ensemble, data.train, lexicon, settings, "cpu", ignore_events, lambda: False, lines=data.lines()
        )

    before: Ensemble | None = None
    names = frozenset(args.names.read_text(encoding="utf-8").split("\n")) if args.names else frozenset()
    for letter, lexicon in lists(source, args.lists.split(","), args.language, names):
        for way, settings in ways.items():
            recorder.keep(adjusted(lexicon, settings), lexicon, LISTS[letter], way, with_letters=way == name)
        if before is None:
            ((_, closed),) = lists(source, ["a"], args.language)
            before = adjusted(closed, ours.changed(prior=False, unlisted=False))
        recorder.keep(before, lexicon, LISTS[letter], f"{name}:adjusted=false", with_letters=False)


if __name__ == "__main__":
    main()
