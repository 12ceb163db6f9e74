"""IAM as in the paper's table 2: 7,898 words seen in training, 509 never seen, lexicon of all 8,407."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.benchmark.data import BenchmarkData
from core.benchmark.iam_lists import SEEN, TRAIN, UNSEEN, OfficialList, read_lists
from core.errors import InputError
from core.formats import iam
from core.imaging.normalise import HEIGHT, WIDTH, normalise
from core.imaging.read import read_gray
from core.training.samples import Samples

SEEN_WORDS, UNSEEN_WORDS = 7_898, 509
TEST_SHARE = 0.2
"""Of the images of a seen word with two or more, where no list says which are for testing."""
RARE = 2
"""Unseen words are drawn among those with at most so many images, as long as there are enough: as in the
published split, where 509 words have 538 test images."""


@dataclass(frozen=True, slots=True)
class Split:
    """Rows of the usable words' images."""

    train: NDArray[np.int64]
    test: NDArray[np.int64]
    notes: tuple[str, ...] = ()


def load(data: Path, fold: int, lists: Path | None = None) -> BenchmarkData:
    """The words under ``data`` that are made of the letters a to z, in small letters as the paper takes them.

    ``lists``: the folder of :func:`core.benchmark.iam_lists.read_lists`; it decides also over words whose
    segmentation is marked as wrong. Otherwise a split drawn from the seed ``fold``. The notes of the result say
    what differs from the paper's protocol.
    """
    official = read_lists(lists) if lists is not None else None
    found = iam.read(data, include_errors=official is not None)
    crops = [crop for crop in found.crops if _plain(crop.text)]
    words = np.array([_plain(crop.text) for crop in crops], object)
    refs = [str(crop.ref) for crop in crops]
    split = drawn(words, fold) if official is None else listed(words, refs, official, fold)
    used = np.concatenate([split.train, split.test])
    pictures = np.empty((len(used), HEIGHT, WIDTH), np.uint8)
    whole = np.ones(len(used), np.bool_)
    for place, row in enumerate(used):
        try:
            pictures[place] = normalise(read_gray(crops[row].image))
        except InputError:
            whole[place] = False  # IAM has a few files that cannot be opened
    for_train = np.arange(len(used)) < len(split.train)
    parts = []
    for rows in (whole & for_train, whole & ~for_train):
        if not rows.any():
            raise InputError.at(data, "no picture is left for training or for testing")
        parts.append(Samples.of(pictures[rows], words[used[rows]].tolist()))
    left_out = len(found.crops) + len(found.skipped) - int(whole.sum())
    name = f"iam split {fold}" if official is None else "iam official lists"
    return BenchmarkData.of(name, parts[0], parts[1], "latin", left_out, split.notes)


def drawn(words: NDArray[np.object_], seed: int) -> Split:
    """A split of the images' ``words`` [N] with the paper's numbers of words, or as many in proportion.

    Unseen words are rare ones; all their images are for testing, and a fifth of every seen word's.
    """
    rng = np.random.default_rng([seed, 7])
    classes, counts = np.unique(words.astype(str), return_counts=True)
    if len(classes) < 2:
        raise InputError("IAM: at least two different words made of the letters a to z are needed.")
    notes = []
    unseen, seen = UNSEEN_WORDS, SEEN_WORDS
    if len(classes) < unseen + seen:
        unseen = max(1, round(len(classes) * unseen / (unseen + seen)))
        seen = len(classes) - unseen
        notes.append(
            f"This folder has {len(classes):,} words where the paper's split has {SEEN_WORDS + UNSEEN_WORDS:,}: "
            f"scaled down to {seen:,} seen and {unseen:,} unseen words, so the figures are not those of the paper."
        )
    notes.append("No official lists were given (--lists): the split is drawn from a seed.")
    order = rng.permutation(len(classes))
    order = order[np.argsort(counts[order] > RARE, kind="stable")]
    unseen_words, rest = classes[order[:unseen]], rng.permutation(order[unseen:])[:seen]
    train, test = _share_out(words, classes[rest], rng)
    test = np.sort(np.concatenate([test, np.flatnonzero(np.isin(words.astype(str), unseen_words))]))
    return Split(train, test, tuple(notes))


def listed(words: NDArray[np.object_], refs: list[str], official: dict[str, OfficialList], seed: int) -> Split:
    """The split that the lists give to images with ``words`` [N] and ids ``refs`` [N].

    Lists of words are turned into images: all images of the unseen words; of the words to be tested as seen
    ones a fifth drawn from ``seed`` (of all training words where there is no such list); the rest of the
    training words' images. Raises InputError where a word would be both seen and unseen.
    """
    plain, notes = words.astype(str), []
    place = {ref.lower(): row for row, ref in enumerate(refs)}
    rows: dict[str, NDArray[np.int64]] = {}
    for name, one in official.items():
        known = place if one.ids else set(plain.tolist())
        missing = [entry for entry in one.entries if entry not in known]
        if len(missing) == len(one.entries):
            raise InputError.at(one.path, f"nothing in this list is in the folder, such as '{missing[0]}'")
        if missing:
            notes.append(f"{len(missing):,} of the {len(one.entries):,} entries of {name} are not in the folder.")
        rows[name] = (
            np.array([place[entry] for entry in one.entries if entry in place], np.int64)
            if one.ids
            else np.flatnonzero(np.isin(plain, one.entries))
        )
    train, unseen, test_seen = rows[TRAIN], rows[UNSEEN], rows.get(SEEN)
    rng = np.random.default_rng([seed, 8])
    if test_seen is None or not official[SEEN].ids:
        candidates = train if test_seen is None else np.intersect1d(train, test_seen)
        _, drawn_rows = _share_out(plain[candidates].astype(object), np.unique(plain[candidates]), rng)
        test_seen = candidates[drawn_rows]
        notes.append("No list names the test images of seen words: a fifth of each word's was drawn.")
        train = np.setdiff1d(train, test_seen)
    elif not official[TRAIN].ids:
        train = np.setdiff1d(train, test_seen)
    _check_apart(plain, refs, train, test_seen, unseen, official)
    strange = len(np.unique(plain[test_seen[~np.isin(plain[test_seen], plain[train])]]))
    if strange:
        notes.append(f"{strange:,} words of {SEEN} have no training image and count as unseen.")
    return Split(np.sort(train), np.sort(np.concatenate([test_seen, unseen])), tuple(notes))


def _check_apart(
    plain: NDArray[np.str_],
    refs: list[str],
    train: NDArray[np.int64],
    test_seen: NDArray[np.int64],
    unseen: NDArray[np.int64],
    official: dict[str, OfficialList],
) -> None:
    leaked = np.intersect1d(plain[train], plain[unseen])
    if len(leaked):
        raise InputError.at(
            official[UNSEEN].path,
            f"'{leaked[0]}' is to be unseen, but {TRAIN} has images of it ({len(leaked)} such words)",
            hint="Take it out of one of the lists",
        )
    twice = np.concatenate([np.intersect1d(train, test_seen), np.intersect1d(test_seen, unseen)])
    if len(twice):
        raise InputError.at(
            official[SEEN].path,
            f"the image {refs[twice[0]]} is in two lists ({len(twice)} such images)",
            hint="Take it out of one of them",
        )


def _share_out(
    words: NDArray[np.object_], classes: NDArray[np.str_], rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of the ``classes``' images for training and for testing: one in five, one at least of two or more."""
    order = rng.permutation(np.flatnonzero(np.isin(words.astype(str), classes)))
    order = order[np.argsort(words[order].astype(str), kind="stable")]
    _, starts, counts = np.unique(words[order].astype(str), return_index=True, return_counts=True)
    rank = np.arange(len(order)) - np.repeat(starts, counts)
    tested = np.where(counts > 1, np.maximum(1, np.round(TEST_SHARE * counts)), 0)
    is_test = rank < np.repeat(tested, counts)
    return np.sort(order[~is_test]), np.sort(order[is_test])


def _plain(text: str | None) -> str:
    """The word in small letters; empty where it has anything but the letters a to z."""
    low = (text or "").lower()
    return low if low.isascii() and low.isalpha() else ""
