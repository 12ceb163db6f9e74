"""Rows of several records together: the answers of each decision rule over the folds, with the cluster of each image.

An image that several seeds or members answered counts once, with the share of right answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluation.decision_rules import DecisionRule
from core.evaluation.metrics import harmonic_mean
from research.benchmark.clustered import ClusterCounts, count_clusters
from research.benchmark.record_report import correct_answers, gate_figures, stacking_figures, unlisted_images
from research.benchmark.records import Record, conditions_text

Run = tuple[int, int]
"""Fold and seed."""
Conditions = tuple[tuple[str, Any], ...]
"""Names and values (text or numbers) in the order of the card."""
FIGURES = {DecisionRule.GATED: gate_figures, DecisionRule.STACKING: stacking_figures}
"""The functions that measure, from a record, how a rule separates seen from unseen words, and its confidence."""

COUNTED = ("readers", "offset_readers", "no_gate_readers")
"""Those that are sums over the runs."""


class ClusterBy(StrEnum):
    """The property that images share which err together; the values are those of the option ``--cluster``."""

    PAGE = "page"
    WRITER = "writer"
    WORD = "word"
    IMAGE = "image"
    """None: each image errs for itself."""


@dataclass(frozen=True, slots=True)
class FoldImages:
    """The N test images of one fold."""

    digests: NDArray[np.uint64]
    is_seen: NDArray[np.bool_]
    is_unlisted: NDArray[np.bool_]
    """[N] True for words that no training image shows and that are not in the lexicon."""
    names: dict[ClusterBy, NDArray[np.str_]]
    """[N] the page, writer, word and digest of each; "" where it is unknown."""

    @property
    def is_new(self) -> NDArray[np.bool_]:
        """Return [N] True for unseen words of the lexicon."""
        return ~self.is_seen & ~self.is_unlisted


@dataclass(frozen=True, slots=True)
class PooledRow:
    """One decision rule of one preset, in all records of one group."""

    name: str
    """Such as ``phosc-ctc/gate``."""
    about: str
    answers: dict[Run, NDArray[np.bool_]]
    """[N] of each run, or [L, N] of the members alone."""
    met: dict[Run, NDArray[np.int8]] = field(default_factory=dict)
    """[N] of each run: whether the starter model met each image's word: 1, 0, or -1 where that is not known."""
    figures: dict[Run, dict[str, float | None]] = field(default_factory=dict)
    """Figures of the rule's side of seen and unseen words and of its confidence in each run; see :data:`FIGURES`."""

    @property
    def preset(self) -> str:
        """Return the preset or variant by which the members were finished."""
        return self.name.rpartition("/")[0]

    @property
    def rule(self) -> str:
        """Return the key of the decision rule."""
        return self.name.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """The records of one data set that was split in one way, and measured in the same conditions."""

    data: str
    split: str
    conditions: dict[str, Any]
    """Further properties that distinguish these records, such as the lexicon; empty for most benchmarks."""
    folds: dict[int, FoldImages]
    rows: tuple[PooledRow, ...]

    @property
    def title(self) -> str:
        """Return data set and split, such as ``gw by pages``, and the conditions."""
        split = "" if self.split == "usual" else f" by {self.split}"
        return f"{self.data}{split}{conditions_text(self.conditions)}"

    def cluster_by(self, chosen: ClusterBy | None = None) -> ClusterBy | None:
        """Return what to cluster by: as chosen, else writer or page where they are known, the larger of them first.

        None where neither is known. Raises InputError where the chosen one is not known of every image.
        """
        if chosen is not None:
            if not self._knows(chosen):
                raise InputError(f"The records of {self.title} do not name the {chosen} of every image.")
            return chosen
        usable = (by for by in (ClusterBy.WRITER, ClusterBy.PAGE) if self._knows(by) and self._number(by) > 1)
        return next(usable, None)

    def shares(self, row: PooledRow, runs: Collection[Run]) -> NDArray[np.float64]:
        """Return [N] the share of right answers to each image of the runs' folds, fold by fold."""
        by_fold: defaultdict[int, list[NDArray[np.float64]]] = defaultdict(list)
        for fold, seed in sorted(runs):
            answers = row.answers[fold, seed].astype(np.float64)
            by_fold[fold].append(answers if answers.ndim == 1 else answers.mean(axis=0))
        return np.concatenate([np.mean(shares, axis=0) for _, shares in sorted(by_fold.items())])

    def is_unlisted(self, runs: Collection[Run]) -> NDArray[np.bool_]:
        """Return [N] whether the word of each image of the runs' folds is in no list, fold by fold."""
        return np.concatenate([self.folds[fold].is_unlisted for fold in sorted({fold for fold, _ in runs})])

    def new_images(self, row: PooledRow, met: bool) -> NDArray[np.bool_] | None:
        """Return [N] which images of the row's folds show an unseen word of the lexicon that the starter met, or not.

        None where that is not known of all of them, or is not the same in all runs of a fold.
        """
        of_fold: dict[int, NDArray[np.int8]] = {}
        for (fold, _), answers in sorted(row.met.items()):
            if answers.min(initial=0) < 0 or not np.array_equal(of_fold.setdefault(fold, answers), answers):
                return None
        is_new = np.concatenate([self.folds[fold].is_new for fold in of_fold])
        return is_new & (np.concatenate(list(of_fold.values())) == met)

    def h_of_run(self, row: PooledRow, run: Run) -> float | None:
        """Return h of the row in one run; None where the test images are of one kind only."""
        share, test = self.shares(row, [run]), self.folds[run[0]]
        is_new = test.is_new
        if not is_new.any() or not test.is_seen.any():
            return None
        return harmonic_mean(float(share[test.is_seen].mean()), float(share[is_new].mean()))

    def counts(
        self, row: PooledRow, runs: Collection[Run], by: ClusterBy, images: NDArray[np.bool_] | None = None
    ) -> ClusterCounts:
        """Return the row's answers to ``images`` [N] of the runs' folds, by cluster.

        Without ``images`` they are those of words that are seen or in the lexicon.
        """
        tests = [self.folds[fold] for fold in sorted({fold for fold, _ in runs})]
        is_seen = np.concatenate([test.is_seen for test in tests])
        clusters = np.concatenate([test.names[by] for test in tests])
        kept = ~self.is_unlisted(runs) if images is None else images
        return count_clusters(self.shares(row, runs)[kept], is_seen[kept], clusters[kept].tolist())

    def _knows(self, by: ClusterBy) -> bool:
        return all((test.names[by] != "").all() for test in self.folds.values())

    def _number(self, by: ClusterBy) -> int:
        return len(set().union(*(test.names[by].tolist() for test in self.folds.values())))


def group_records(records: Mapping[str, Record]) -> list[RecordGroup]:
    """Return the records by data set, split and conditions, in the order of their names.

    Runs of one preset in several folders are distinguished by the folder's name. Raises InputError where two records of
    one fold are not about the same images.
    """
    names = _row_names(records)
    parts: defaultdict[tuple[str, str, Conditions], list[str]] = defaultdict(list)
    for key, record in records.items():
        parts[str(record.card["data"]), str(record.card["split"]), tuple(record.conditions.items())].append(key)
    return [
        RecordGroup(data, split, dict(conditions), _folds(keys, records), _rows(keys, records, names))
        for (data, split, conditions), keys in parts.items()
    ]


def _row_names(records: Mapping[str, Record]) -> dict[str, str]:
    """Return the name of the preset of each record, with the folder before it where it would not be unique."""
    own = {
        key: (*(record.card[part] for part in _IDENTITY), tuple(record.conditions.items()))
        for key, record in records.items()
    }
    repeated = {identity[0] for identity, count in Counter(own.values()).items() if count > 1}
    names = {}
    for key, identity in own.items():
        folder = PurePosixPath(key).parent.name.removesuffix(".records")
        names[key] = f"{folder}/{identity[0]}" if identity[0] in repeated and folder else str(identity[0])
    return names


_IDENTITY = ("name", "data", "split", "fold", "seed")
"""The parts of a card that no two records of one folder share, but for records in other conditions."""


def _folds(keys: Sequence[str], records: Mapping[str, Record]) -> dict[int, FoldImages]:
    folds: dict[int, FoldImages] = {}
    first: dict[int, str] = {}
    for key in keys:
        columns, fold = records[key].columns, int(records[key].card["fold"])
        names = {ClusterBy.PAGE: columns["page"], ClusterBy.WRITER: columns["writer"]}
        test = FoldImages(
            columns["image"],
            columns["is_seen"].astype(np.bool_),
            unlisted_images(records[key]),
            names | {ClusterBy.WORD: columns["words"][columns["truth"]], ClusterBy.IMAGE: columns["image"].astype(str)},
        )
        known = folds.setdefault(fold, test)
        same = all(
            np.array_equal(getattr(known, part), getattr(test, part)) for part in ("digests", "is_seen", "is_unlisted")
        )
        if not same:
            raise InputError(f"The records {first[fold]} and {key} are of fold {fold}, but of different test images.")
        first.setdefault(fold, key)
    return folds


def _rows(keys: Sequence[str], records: Mapping[str, Record], names: Mapping[str, str]) -> tuple[PooledRow, ...]:
    rows: dict[str, PooledRow] = {}
    for key in keys:
        card = records[key].card
        for rule, label in card["labels"].items():
            name = f"{names[key]}/{rule}"
            row = rows.setdefault(name, PooledRow(name, f"{names[key]}: {label}", {}))
            run = int(card["fold"]), int(card["seed"])
            row.answers[run] = correct_answers(records[key], rule)
            row.met[run] = records[key].columns["starter_met"]
            if rule in FIGURES:
                row.figures[run] = FIGURES[DecisionRule(rule)](records[key])
    return tuple(rows.values())
