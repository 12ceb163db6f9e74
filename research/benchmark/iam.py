"""IAM as in Section 4 of the paper: 7,898 seen and 509 unseen words, split by official lists or at random."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.formats import iam
from core.imaging.normalise import HEIGHT, WIDTH, normalise
from core.imaging.read import read_gray
from core.training.samples import Samples
from research.benchmark.folds import Fold, Origins
from research.benchmark.job import BenchmarkData

SEEN_WORDS, UNSEEN_WORDS = 7_898, 509
TEST_SHARE = 0.2
"""Share of the images of a seen word (with two or more) that are for testing, where no list names them."""
RARE = 2
"""Unseen words are drawn among those with at most this many images while there are enough of them, as in the published
split, where 509 words have 538 test images."""

TRAIN, TEST_SEEN, TEST_UNSEEN = "train.txt", "test-seen.txt", "test-unseen.txt"
_IMAGE_ID = re.compile(r"[a-z]\d\d-\d{3}[a-z]?-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class OfficialList:
    """A list file: ``entries`` in its order, either image ids (``a01-000u-00-00``) or words in lower case."""

    path: Path
    entries: tuple[str, ...]
    are_ids: bool


@dataclass(frozen=True, slots=True)
class Split:
    """Rows of the usable images for training and for testing."""

    train: NDArray[np.int64]
    test: NDArray[np.int64]
    notes: tuple[str, ...] = ()


def load_iam(folder: Path, fold: int, lists: Path | None = None) -> BenchmarkData:
    """Load the words of ``folder`` that consist of the letters a to z, in lower case as in the paper.

    ``lists`` is the folder of :func:`read_lists`; it also decides on words whose segmentation is marked as wrong.
    Without it the split is drawn from the seed ``fold``. The notes of the result state all differences from the
    paper's protocol. Raises InputError where the lists are invalid or no image is left.
    """
    official = read_lists(lists) if lists is not None else None
    contents = iam.read(folder, include_errors=official is not None)
    crops = [crop for crop in contents.crops if _lower_letters(crop.text)]
    words = np.array([_lower_letters(crop.text) for crop in crops], object)
    ids = [str(crop.ref) for crop in crops]
    split = draw_split(words, fold) if official is None else listed_split(words, ids, official, fold)
    rows = np.concatenate([split.train, split.test])
    images = np.empty((len(rows), HEIGHT, WIDTH), np.uint8)
    readable = np.ones(len(rows), np.bool_)
    for n, row in enumerate(rows):
        try:
            images[n] = normalise(read_gray(crops[row].image))
        except InputError:
            readable[n] = False  # IAM has a few damaged files
    is_train = np.arange(len(rows)) < len(split.train)
    is_test = readable & ~is_train
    is_train &= readable
    if not is_train.any() or not is_test.any():
        raise InputError.at(folder, "no readable image is left for training or for testing")
    train, test = (Samples.of(images[part], words[rows[part]].tolist()) for part in (is_train, is_test))
    left_out = len(contents.crops) + len(contents.skipped) - int(readable.sum())
    name = f"iam split {fold}" if official is None else "iam official lists"
    tested = [crops[row] for row in rows[is_test]]
    origins = Origins(tuple(crop.page or "" for crop in tested), tuple(crop.writer or "" for crop in tested))
    one_fold = Fold("iam" if official is None else "iam official lists", number=fold)
    pages = tuple(crops[row].page or "" for row in rows[is_train])
    return BenchmarkData(name, train, test, "latin", left_out, split.notes, one_fold, origins, train_groups=pages)


def draw_split(words: NDArray[np.object_], seed: int) -> Split:
    """Draw a split of images with ``words`` [N] with the paper's numbers of words, or as many in proportion.

    Unseen words are rare ones. All their images are for testing, and a fifth of those of every seen word. Raises
    InputError for fewer than two different words.
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
            f"This folder has {len(classes):,} words; the paper's split has {SEEN_WORDS + UNSEEN_WORDS:,}. It was "
            f"scaled down to {seen:,} seen and {unseen:,} unseen words, so the figures cannot be compared with the "
            "paper's."
        )
    notes.append("No official lists were given (--lists): the split is drawn from a seed.")
    order = rng.permutation(len(classes))
    order = order[np.argsort(counts[order] > RARE, kind="stable")]
    unseen_words, rest = classes[order[:unseen]], rng.permutation(order[unseen:])[:seen]
    train, test = _split_images(words, classes[rest], rng)
    test = np.sort(np.concatenate([test, np.flatnonzero(np.isin(words.astype(str), unseen_words))]))
    return Split(train, test, tuple(notes))


def listed_split(words: NDArray[np.object_], ids: list[str], official: dict[str, OfficialList], seed: int) -> Split:
    """Return the split that the lists give to images with ``words`` [N] and ``ids`` [N].

    A list of words means images as follows: all images of the unseen words; a fifth, drawn from ``seed``, of those of
    the seen test words (of all training words where that list is missing); and the other images of the training words.
    Raises InputError where a word would be both seen and unseen, or an image in two lists.
    """
    plain, notes = words.astype(str), []
    row_of = {image_id.lower(): row for row, image_id in enumerate(ids)}
    rows: dict[str, NDArray[np.int64]] = {}
    for name, one in official.items():
        known = row_of if one.are_ids else set(plain.tolist())
        missing = [entry for entry in one.entries if entry not in known]
        if len(missing) == len(one.entries):
            raise InputError.at(one.path, f"nothing in this list is in the folder, for example '{missing[0]}'")
        if missing:
            notes.append(f"{len(missing):,} of the {len(one.entries):,} entries of {name} are not in the folder.")
        rows[name] = (
            np.array([row_of[entry] for entry in one.entries if entry in row_of], np.int64)
            if one.are_ids
            else np.flatnonzero(np.isin(plain, one.entries))
        )
    train, unseen, test_seen = rows[TRAIN], rows[TEST_UNSEEN], rows.get(TEST_SEEN)
    rng = np.random.default_rng([seed, 8])
    if test_seen is None or not official[TEST_SEEN].are_ids:
        candidates = train if test_seen is None else np.intersect1d(train, test_seen)
        _, drawn_rows = _split_images(plain[candidates].astype(object), np.unique(plain[candidates]), rng)
        test_seen = candidates[drawn_rows]
        notes.append("No list names the test images of seen words: a fifth of each word's images was drawn.")
        train = np.setdiff1d(train, test_seen)
    elif not official[TRAIN].are_ids:
        train = np.setdiff1d(train, test_seen)
    _check_disjoint(plain, ids, train, test_seen, unseen, official)
    untrained = len(np.unique(plain[test_seen[~np.isin(plain[test_seen], plain[train])]]))
    if untrained:
        notes.append(f"{untrained:,} words of {TEST_SEEN} have no training image and count as unseen.")
    return Split(np.sort(train), np.sort(np.concatenate([test_seen, unseen])), tuple(notes))


def read_lists(folder: Path) -> dict[str, OfficialList]:
    """Read the lists in ``folder``, by file name; ``test-seen.txt`` may be missing.

    They are text files in UTF-8 with one entry a line. Of a line, only the text before the first blank, tab or comma
    counts, without a path and the ending ``.png``. ``#`` begins a comment; empty lines are ignored. A list holds image
    ids or words, not both. Raises InputError with file and line.
    """
    if not folder.is_dir():
        raise InputError.at(folder, "this is not a folder", hint=f"Choose one with {TRAIN} and {TEST_UNSEEN}")
    lists = {}
    for name in (TRAIN, TEST_SEEN, TEST_UNSEEN):
        path = folder / name
        if path.is_file():
            lists[name] = read_list(path)
        elif name != TEST_SEEN:
            raise InputError.at(path, "the list is missing")
    return lists


def read_list(path: Path) -> OfficialList:
    """Read one list. Raises InputError when it is empty, is not UTF-8, or mixes ids with words."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise InputError.from_os_error(path, "the file cannot be opened", error) from error
    except UnicodeDecodeError as error:
        raise InputError.at(path, "the file is not UTF-8") from error
    entries: dict[str, None] = {}
    are_ids: bool | None = None
    for number, line in enumerate(lines, start=1):
        entry = _entry(line)
        if not entry:
            continue
        is_id = _IMAGE_ID.fullmatch(entry) is not None
        if are_ids is not None and is_id != are_ids:
            problem = (
                f"'{entry[:40]}' is a word in a list of image ids"
                if are_ids
                else f"'{entry[:40]}' is an image id in a list of words"
            )
            hint = "Use only ids or only words in one list"
            raise InputError.at(path, problem, place=f"line {number}", hint=hint)
        are_ids = is_id
        entries[entry] = None
    if are_ids is None:
        raise InputError.at(path, "the list is empty")
    return OfficialList(path, tuple(entries), are_ids)


def _entry(line: str) -> str:
    text = re.split(r"[\s,]", line.partition("#")[0].strip(), maxsplit=1)[0]
    return text.rpartition("/")[2].removesuffix(".png").lower()


def _check_disjoint(
    words: NDArray[np.str_],
    ids: list[str],
    train: NDArray[np.int64],
    test_seen: NDArray[np.int64],
    unseen: NDArray[np.int64],
    official: dict[str, OfficialList],
) -> None:
    leaked = np.intersect1d(words[train], words[unseen])
    if len(leaked):
        raise InputError.at(
            official[TEST_UNSEEN].path,
            (f"the word '{leaked[0]}' should be unseen, but {TRAIN} has images of it ({len(leaked)} such words)"),
            hint="Remove it from one of the lists",
        )
    twice = np.concatenate([np.intersect1d(train, test_seen), np.intersect1d(test_seen, unseen)])
    if len(twice):
        raise InputError.at(
            official[TEST_SEEN].path,
            f"the image {ids[twice[0]]} is in two lists ({len(twice)} such images)",
            hint="Remove it from one of them",
        )


def _split_images(
    words: NDArray[np.object_], classes: NDArray[np.str_], rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows of the ``classes``' images for training and for testing: a fifth, at least one of two or more."""
    order = rng.permutation(np.flatnonzero(np.isin(words.astype(str), classes)))
    order = order[np.argsort(words[order].astype(str), kind="stable")]
    _, starts, counts = np.unique(words[order].astype(str), return_index=True, return_counts=True)
    rank = np.arange(len(order)) - np.repeat(starts, counts)
    test_counts = np.where(counts > 1, np.maximum(1, np.round(TEST_SHARE * counts)), 0)
    is_test = rank < np.repeat(test_counts, counts)
    return np.sort(order[~is_test]), np.sort(order[is_test])


def _lower_letters(text: str | None) -> str:
    """Return the word in lower case; empty if it has anything but the letters a to z."""
    lower = (text or "").lower()
    return lower if lower.isascii() and lower.isalpha() else ""
