"""Algorithm 1, lines 1 and 2: the words that a member holds out, and the images that it is trained on or holds back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError


@dataclass(frozen=True, slots=True)
class MemberSplit:
    """One member's split of the training images; the three index arrays are disjoint and cover all images."""

    train: NDArray[np.int64]
    """T: images that M1^(k) is trained on."""
    reserved: NDArray[np.int64]
    """X: images of seen words that M1^(k) is not trained on."""
    held_out: NDArray[np.int64]
    """X': images of the words that are held out from M1^(k)."""
    seen_classes: NDArray[np.int64]
    """W_s^(k): class numbers, sorted."""
    held_out_classes: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ParentSplit:
    """The split of an earlier model's member k, which a member that continues from it must respect."""

    trained: NDArray[np.bool_]
    """[N] images it was trained on: they stay in T."""
    seen: NDArray[np.int64]
    """Classes it was trained on: they cannot be held out."""
    held_out: NDArray[np.int64]
    """Classes it held out: they stay held out, so that it has still met no word of X'."""


def member_split(
    labels: NDArray[np.int64], s: float, t: float, seed: int, parent: ParentSplit | None = None
) -> MemberSplit:
    """Split images by their class numbers ``labels`` [N] (Algorithm 1, splits; s about 0.1, t about 0.7).

    A fraction ``s`` of the classes, at least one, is held out. Of every other class the fraction ``t`` of its images,
    at least one, goes to T and the rest to X. With ``parent`` only classes new to that member are drawn, and no image
    moves from T to X or X'; a held-out class with an image that was trained on after all (its word was corrected) is
    seen now.

    Raises:
        ValueError: a fraction lies outside 0..1, or there are fewer than two classes.
        InputError: ``parent`` leaves no class to hold out or none to train on.
    """
    if not (0 < s < 1 and 0 < t < 1):
        raise ValueError(f"the splitting fractions s={s} and t={t} must lie between 0 and 1")
    classes = np.unique(labels)
    if len(classes) < 2:
        raise ValueError("at least two different words are needed to hold one out")
    rng = np.random.default_rng(seed)
    held_out_classes = _draw_held_out(labels, classes, s, rng, parent)
    is_held_out = np.isin(labels, held_out_classes)
    trained = parent.trained if parent else np.zeros(len(labels), np.bool_)
    order = rng.permutation(np.flatnonzero(~is_held_out))
    # by class, and within a class the images that must stay in T first
    order = order[np.lexsort((~trained[order], labels[order]))]
    _, starts, counts = np.unique(labels[order], return_index=True, return_counts=True)
    rank = np.arange(len(order)) - np.repeat(starts, counts)
    to_train = (rank < np.repeat(np.maximum(1, np.round(t * counts)), counts)) | trained[order]
    return MemberSplit(
        train=np.sort(order[to_train]),
        reserved=np.sort(order[~to_train]),
        held_out=np.flatnonzero(is_held_out),
        seen_classes=np.setdiff1d(classes, held_out_classes),
        held_out_classes=held_out_classes,
    )


def whole_split(labels: NDArray[np.int64]) -> MemberSplit:
    """Return the split of images with class numbers ``labels`` [N] that trains on all of them; X and X' are empty."""
    none = np.zeros(0, np.int64)
    return MemberSplit(np.arange(len(labels)), none, none, np.unique(labels), none)


def _draw_held_out(
    labels: NDArray[np.int64],
    classes: NDArray[np.int64],
    s: float,
    rng: np.random.Generator,
    parent: ParentSplit | None,
) -> NDArray[np.int64]:
    if parent is None:
        count = min(max(1, round(s * len(classes))), len(classes) - 1)
        return np.sort(rng.choice(classes, count, replace=False))
    seen = np.union1d(parent.seen, labels[parent.trained])
    still_held_out = np.setdiff1d(np.intersect1d(classes, parent.held_out), seen)
    new = np.setdiff1d(classes, np.union1d(seen, still_held_out))
    least = 0 if len(still_held_out) else 1
    most = len(new) - (len(still_held_out) + len(new) == len(classes))
    if most < least:
        raise InputError.of(
            "The model to continue from was trained on every word of these images, or holds every one out. Import "
            "images of more different words, or train without it."
        )
    drawn = rng.choice(new, min(max(least, round(s * len(new))), most), replace=False)
    return np.union1d(still_held_out, drawn)
