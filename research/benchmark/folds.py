"""Folds of a benchmark: which images are for testing, and from which pages and writers they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

FOLDS = 5


class SplitKind(StrEnum):
    """The property that no training image shares with a test image; the values are those of the option ``--split``."""

    USUAL = "usual"
    """Nothing is promised: the split that publications use, or a fifth of the pages at random."""
    PAGES = "pages"
    WRITERS = "writers"
    UNMET = "unmet"
    """Writers of whom the starter model learnt no image are for testing, all in one fold."""


@dataclass(frozen=True, slots=True)
class Fold:
    """One split of a data set into images for training and for testing."""

    data: str = ""
    """Name of the data set."""
    kind: SplitKind = SplitKind.USUAL
    number: int = 1
    left_out: tuple[str, ...] = ()
    """The pages or writers that only test images are from, sorted; empty for the usual folds."""

    def __str__(self) -> str:
        return f"{self.data} {'' if self.kind == SplitKind.USUAL else f'{self.kind} '}fold {self.number}"

    def to_json(self) -> dict[str, Any]:
        """Return the fields as they stand in results and on the cards of records."""
        return {"data": self.data, "split": self.kind.value, "fold": self.number, "left_out": list(self.left_out)}


@dataclass(frozen=True, slots=True)
class Origins:
    """The page and the writer of each of N images; "" where it is unknown, empty rows where all are."""

    pages: tuple[str, ...] = ()
    writers: tuple[str, ...] = ()


def check_fold(fold: int, kind: SplitKind = SplitKind.USUAL) -> None:
    """Raise InputError unless there is a fold of this number."""
    if kind == SplitKind.UNMET and fold != 1:
        raise InputError(f"The split by {kind} has one fold, not {fold}.")
    if not 1 <= fold <= FOLDS:
        raise InputError(f"Folds are numbered 1 to {FOLDS}, not {fold}.")


def consecutive_folds(groups: Sequence[str]) -> dict[str, int]:
    """Return the fold of each group, with neighbours in the order of their names in one fold.

    Neighbouring pages share letters and with them rare words, so a page alone would be tested beside its own letter.
    Raises InputError for fewer groups than folds.
    """
    names = sorted(set(groups))
    _check_number(names)
    return {name: number * FOLDS // len(names) + 1 for number, name in enumerate(names)}


def balanced_folds(groups: Sequence[str]) -> dict[str, int]:
    """Return the fold of each group: the largest first, each into the fold that has the fewest images so far.

    ``groups`` names the group of each image. Raises InputError for fewer groups than folds.
    """
    counts = Counter(groups)
    _check_number(sorted(counts))
    images = [0] * FOLDS
    fold_of = {}
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        least = images.index(min(images))
        images[least] += count
        fold_of[name] = least + 1
    return fold_of


def unmet_fold(groups: Sequence[str], learnt: NDArray[np.bool_]) -> dict[str, int]:
    """Return 1 for each group none of whose images the starter model learnt from, 0 for the others.

    ``groups`` names the group of each of N images, ``learnt`` [N] tells whether the starter learnt from it. Raises
    InputError where all groups are of one kind.
    """
    met = {group for group, is_learnt in zip(groups, learnt.tolist(), strict=True) if is_learnt}
    if not met:
        raise InputError(
            "The starter model learnt from none of these images, so any split will do. Take --split writers."
        )
    if met == set(groups):
        raise InputError("The starter model learnt from images of all of these writers: none is left for a test.")
    return {group: int(group not in met) for group in groups}


def groups_of(kind: SplitKind, origins: Origins) -> tuple[str, ...]:
    """Return the page or the writer of each image. Raises InputError where an image names none."""
    names, column = (origins.pages, "page") if kind == SplitKind.PAGES else (origins.writers, "writer")
    missing = names.count("")
    if missing or not names:
        problem = f"{missing} of {len(names)} images name no {column}" if names else f"no image names a {column}"
        raise InputError(f"The split by {kind} is impossible: {problem}. Fill the column '{column}'.")
    return names


def _check_number(names: Sequence[str]) -> None:
    if len(names) < FOLDS:
        raise InputError(f"{FOLDS} folds need at least {FOLDS} pages or writers; there are {len(names)}.")
