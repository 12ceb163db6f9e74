"""Algorithm 1, lines 1-2: which words member k holds out, and which images it trains on or keeps back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError


@dataclass(frozen=True, slots=True)
class MemberSplit:
    """One member's share of the training images; the three index arrays are disjoint and cover all images."""

    train: NDArray[np.int64]
    """T: images M1^(k) is trained on."""
    kept: NDArray[np.int64]
    """X: images of seen words, kept back from M1^(k)."""
    held_out: NDArray[np.int64]
    """X': images of the words that M1^(k) is not to know."""
    seen_classes: NDArray[np.int64]
    """W_s^(k): class numbers, sorted."""
    held_out_classes: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ParentSplit:
    """What an earlier model's member k already knows, and a member that goes on from it must not count as new."""

    trained: NDArray[np.bool_]
    """[N] images it was trained on: they stay in T."""
    seen: NDArray[np.int64]
    """Classes it was trained on: they cannot be held out."""
    held_out: NDArray[np.int64]
    """Classes it held out: they stay held out, so that X' remains unknown to it."""


def member_split(
    labels: NDArray[np.int64], s: float, t: float, seed: int, inherited: ParentSplit | None = None
) -> MemberSplit:
    """Split images by their class numbers ``labels`` [N] (Algorithm 1; s about 0.1, t about 0.7).

    A fraction ``s`` of the classes is held out. Of every other class the fraction ``t`` of its images, at
    least one, goes to T and the rest to X; a class with one image gives it to T. At least one class is held
    out and at least one is kept, so two classes are needed; else ValueError. With ``inherited`` only classes
    the earlier member never met are newly drawn, and no image moves from T to X or X'; a held-out class one of
    whose images it was trained on after all (its word was corrected) is known from now on. InputError where
    that leaves no class to hold out or none to train on.
    """
    if not (0 < s < 1 and 0 < t < 1):
        raise ValueError(f"the splitting fractions s={s} and t={t} must lie between 0 and 1")
    classes = np.unique(labels)
    if len(classes) < 2:
        raise ValueError("at least two different words are needed to hold one out")
    rng = np.random.default_rng(seed)
    held_out_classes = _draw_held_out(labels, classes, s, rng, inherited)
    is_held_out = np.isin(labels, held_out_classes)
    trained = inherited.trained if inherited else np.zeros(len(labels), np.bool_)
    order = rng.permutation(np.flatnonzero(~is_held_out))
    # by class, and within a class the images that must be trained on first
    order = order[np.lexsort((~trained[order], labels[order]))]
    _, starts, counts = np.unique(labels[order], return_index=True, return_counts=True)
    rank = np.arange(len(order)) - np.repeat(starts, counts)
    to_train = (rank < np.repeat(np.maximum(1, np.round(t * counts)), counts)) | trained[order]
    return MemberSplit(
        train=np.sort(order[to_train]),
        kept=np.sort(order[~to_train]),
        held_out=np.flatnonzero(is_held_out),
        seen_classes=np.setdiff1d(classes, held_out_classes),
        held_out_classes=held_out_classes,
    )


def _draw_held_out(
    labels: NDArray[np.int64],
    classes: NDArray[np.int64],
    s: float,
    rng: np.random.Generator,
    inherited: ParentSplit | None,
) -> NDArray[np.int64]:
    if inherited is None:
        count = min(max(1, round(s * len(classes))), len(classes) - 1)
        return np.sort(rng.choice(classes, count, replace=False))
    known = np.union1d(inherited.seen, labels[inherited.trained])
    kept = np.setdiff1d(np.intersect1d(classes, inherited.held_out), known)
    new = np.setdiff1d(classes, np.union1d(known, kept))
    least = 0 if len(kept) else 1
    most = len(new) - (len(kept) + len(new) == len(classes))
    if most < least:
        raise InputError(
            "Every word of these images is known to the model to go on from, or every one is held out by it; "
            "bring images of more different words or train from nothing."
        )
    drawn = rng.choice(new, min(max(least, round(s * len(new))), most), replace=False)
    return np.union1d(kept, drawn)
