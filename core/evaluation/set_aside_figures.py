"""The figures of an ensemble on X and X' by group of words: each reader alone, on images it was not trained on."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.evaluation.group_figures import Answers, GroupFigure, Status, group_figures
from core.model.ensemble import Member

_NOT_FOUND = -1
_NO_DIGESTS = np.zeros(0, np.uint64)


def set_aside_figures(
    members: Sequence[Member],
    classes: Sequence[str],
    words: Sequence[str],
    hashes: NDArray[np.uint64],
    writers: Sequence[str | None] = (),
    learnt_before: NDArray[np.uint64] = _NO_DIGESTS,
) -> list[GroupFigure]:
    """Return the figures of all readers together.

    ``words`` and ``hashes`` [N] are those of the training images, ``writers`` [N] where they are known; ``classes`` are
    W_s. Writers are numbered by their number of images, since a model may go to other people than its project. The
    frequency of a word is that in T of the reader that answers. Images that have changed since are left out, and so are
    those whose digests are in ``learnt_before``: on the images that a starter model learnt from,
    a reader that began with it cannot be measured. No figure comes from readers without outcomes.
    """
    order = np.argsort(hashes, kind="stable")
    names = _numbered(writers or [None] * len(words))
    answers = (_answers(member, classes, words, hashes, order, names, learnt_before) for member in members)
    parts = [part for part in answers if part is not None]
    return group_figures(_joined(parts)) if parts else []


def _answers(
    member: Member,
    classes: Sequence[str],
    words: Sequence[str],
    hashes: NDArray[np.uint64],
    order: NDArray[np.int64],
    writers: Sequence[str],
    learnt_before: NDArray[np.uint64],
) -> Answers | None:
    outcomes = member.outcomes
    if outcomes is None or not len(hashes):
        return None
    place = np.searchsorted(hashes, outcomes.image, sorter=order)
    row = order[np.minimum(place, len(order) - 1)]
    row = np.where(hashes[row] == outcomes.image, row, _NOT_FOUND)
    kept = np.flatnonzero((row != _NOT_FOUND) & ~np.isin(outcomes.image, learnt_before))
    if not len(kept):
        return None
    rows = row[kept].tolist()
    seen = {classes[number] for number in member.seen.tolist()}
    trained = np.flatnonzero(np.isin(hashes, member.trained_on))
    known, counts = np.unique(np.array([words[at] for at in trained.tolist()], dtype=object), return_counts=True)
    count_of = dict(zip(known.tolist(), counts.tolist(), strict=True))
    return Answers(
        outcomes.image[kept],
        [words[at] for at in rows],
        [
            Status.UNLISTED if unlisted else Status.SEEN if words[at] in seen else Status.UNSEEN
            for at, unlisted in zip(rows, outcomes.out_of_lexicon[kept].tolist(), strict=True)
        ],
        np.array([count_of.get(words[at], 0) for at in rows], np.int64),
        [writers[at] for at in rows],
        outcomes.correct[kept],
        outcomes.confidence[kept].astype(np.float64),
    )


def _joined(parts: Sequence[Answers]) -> Answers:
    return Answers(
        np.concatenate([part.images for part in parts]),
        [word for part in parts for word in part.words],
        [status for part in parts for status in part.status],
        np.concatenate([part.frequency for part in parts]),
        [writer for part in parts for writer in part.writers],
        np.concatenate([part.correct for part in parts]),
        np.concatenate([part.confidence for part in parts]),
    )


def _numbered(writers: Sequence[str | None]) -> list[str]:
    """Return each writer's number from 1 in the order of the number of images; "" where it is not known."""
    names, counts = np.unique(np.array([writer or "" for writer in writers], dtype=object), return_counts=True)
    ranked = sorted((-count, name) for name, count in zip(names.tolist(), counts.tolist(), strict=True) if name)
    width = len(str(len(ranked)))
    numbers = {name: f"{number:0{width}d}" for number, (_, name) in enumerate(ranked, start=1)}
    return [numbers.get(writer or "", "") for writer in writers]
