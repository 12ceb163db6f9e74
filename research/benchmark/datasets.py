"""Loaders of benchmark data: George Washington's letter books, and any table or project with word images."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.events import ignore_events
from core.formats import gtp, table
from core.formats.markup import parse
from core.geometry import Box
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.lexicon.alphabet import load_alphabet, split_encodable
from core.project.content.words import get_words, labelled_words
from core.project.project import DATABASE, Project, project_folder
from core.project.word_images import load_all_images
from core.store.starter_sources import images_learnt_before
from core.training.samples import Samples, are_known
from research.benchmark.folds import (
    FOLDS,
    Fold,
    Origins,
    SplitKind,
    balanced_folds,
    check_fold,
    consecutive_folds,
    groups_of,
    unmet_fold,
)
from research.benchmark.job import SHIPPED_STARTER, BenchmarkData

Loader = Callable[[Sequence[int]], tuple[NDArray[np.int64], NDArray[np.uint8]]]
TABLE_FOLDS = FOLDS
COPISTE = "copiste"
_SHEET = re.compile(r"(_double)?(_\d)?$")
"""The end of Copiste's page names that differs between the sheets of one participant: ``wikitexte_0018_2``."""


@dataclass(frozen=True, slots=True)
class LabelledWords:
    """N words with a text."""

    texts: tuple[str, ...]
    origins: Origins
    places: tuple[str, ...]
    """[N] the page of each word, or a name of its own where no page is known."""
    load: Loader
    """Returns those of the given words whose image can be read, and the images [M, 50, 250]."""


def read_labelled_words(source: Path) -> LabelledWords:
    """Read a table, the one table in a folder, or the checked words of a project. Raises InputError."""
    if (project_folder(source) / DATABASE).is_file():
        with Project.open(source, read_only=True) as project:
            return _from_project(project, source)
    crops = [crop for crop in table.read(source).crops if crop.text]

    def load(rows: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        return np.array(rows, np.int64), normalise_all(read_gray(crops[row].image) for row in rows)

    return LabelledWords(
        tuple(str(crop.text) for crop in crops),
        Origins(tuple(crop.page or "" for crop in crops), tuple(crop.writer or "" for crop in crops)),
        tuple(crop.page or str(crop.image) for crop in crops),
        load,
    )


def _from_project(project: Project, source: Path) -> LabelledWords:
    labelled = labelled_words(project)
    if not labelled:
        raise InputError.at(source, "no word of this project is transcribed", hint="Check some words first")
    ids = [word_id for word_id, _ in labelled]
    words = get_words(project, ids)
    names: dict[int, str] = dict(project.query("SELECT id, name FROM page"))
    pages = tuple(
        word.page_label or "" if word.page_id is None else f"{names[word.page_id]} ({word.page_id})" for word in words
    )

    def load(rows: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        with Project.open(source, read_only=True) as again:
            block = load_all_images(again, [ids[row] for row in rows], ignore_events)
        row_of = {ids[row]: row for row in rows}
        return np.array([row_of[word_id] for word_id in block.ids], np.int64), block.images

    return LabelledWords(
        tuple(text for _, text in labelled),
        Origins(pages, tuple(word.writer or "" for word in words)),
        tuple(page or f"word {word_id}" for page, word_id in zip(pages, ids, strict=True)),
        load,
    )


def load_gw(folder: Path, fold: int) -> BenchmarkData:
    """Load the alphabetic words of the pages in ``folder``, split by ``gw_cv{fold}_{train,test}.xml``; folds 1 to 4.

    Raises InputError where a fold's list is missing or does not contain a word.
    """
    boxes = {role: _fold_boxes(folder / f"gw_cv{fold}_{role}.xml") for role in ("train", "test")}

    def is_test(page: str, box: Box, word: str) -> bool:
        role = next((role for role, listed in boxes.items() if (page, box) in listed), None)
        if role is None:
            raise InputError.at(folder / page, f"the word '{word}' at {box} is in no list of fold {fold}")
        return role == "test"

    return _gw_data(folder, Fold("gw", SplitKind.USUAL, fold), is_test)


def load_gw_pages(folder: Path, fold: int) -> BenchmarkData:
    """Load the same words with a fifth of the pages left out: neighbours in the order of their names; folds 1 to 5."""
    check_fold(fold)
    names = [page.image.name for page in gtp.read(folder).pages]
    fold_of = consecutive_folds(names)
    left_out = tuple(sorted(name for name in names if fold_of[name] == fold))
    return _gw_data(folder, Fold("gw", SplitKind.PAGES, fold, left_out), lambda page, box, word: page in left_out)


def _gw_data(folder: Path, fold: Fold, is_test: Callable[[str, Box, str], bool]) -> BenchmarkData:
    images: dict[bool, list[np.ndarray]] = {False: [], True: []}
    words: dict[bool, list[str]] = {False: [], True: []}
    pages: dict[bool, list[str]] = {False: [], True: []}
    for page in gtp.read(folder).pages:
        gray = read_gray(page.image, page.frame)
        for word in page.words:
            if word.text is None or not word.text.isalpha():
                continue
            role = is_test(page.image.name, word.box, word.text)
            x, y, w, h = word.box
            images[role].append(gray[y : y + h, x : x + w])
            words[role].append(word.text)
            pages[role].append(page.image.name)
    train, test = (Samples.of(normalise_all(images[role]), words[role]) for role in (False, True))
    return BenchmarkData(
        str(fold), train, test, fold=fold, test_origins=Origins(tuple(pages[True])), train_groups=tuple(pages[False])
    )


def load_table(folder: Path, fold: int, name: str, kind: SplitKind = SplitKind.USUAL) -> BenchmarkData:
    """Load the word images of a table or a project, with a fifth of them for testing: folds 1 to 5.

    The usual folds are a fixed random split of the pages; an image without a page counts as a page of its own. By
    pages neighbours in the order of their names stay together, by writers the folds have about as many images each; the
    one fold of writers that the starter model has not met is that of all of them.
    Words that the alphabet "latin-extended" cannot encode are left out. Raises InputError for another fold, and for a
    split by pages or writers where an image names none.
    """
    check_fold(fold, kind)
    alphabet = "latin-extended"
    labelled = read_labelled_words(folder)
    _, bad = split_encodable(sorted(set(labelled.texts)), load_alphabet(alphabet))
    unencodable = {word for word, _ in bad}
    rows, images = labelled.load([row for row, text in enumerate(labelled.texts) if text not in unencodable])
    words = np.array(labelled.texts, object)[rows]
    origins = _origins(labelled, rows, name)
    if kind == SplitKind.USUAL:
        groups = tuple(labelled.places[row] for row in rows)
        order = np.random.default_rng(0).permutation(sorted(set(groups)))
        fold_of = {str(page): number % FOLDS + 1 for number, page in enumerate(order)}
    else:
        groups = groups_of(kind, origins)
        fold_of = _folds(kind, groups, images)
    is_test = np.array([fold_of[group] == fold for group in groups])
    train, test = (Samples.of(images[part], words[part].tolist()) for part in (~is_test, is_test))
    left_out = () if kind == SplitKind.USUAL else tuple(sorted({g for g in groups if fold_of[g] == fold}))
    one_fold = Fold(name, kind, fold, left_out)
    test_origins = Origins(
        *(tuple(np.array(names, object)[is_test]) if any(names) else () for names in (origins.pages, origins.writers))
    )
    missing = len(labelled.texts) - len(rows)
    return BenchmarkData(
        str(one_fold),
        train,
        test,
        alphabet,
        missing,
        _notes(kind, name),
        fold=one_fold,
        test_origins=test_origins,
        train_groups=tuple(np.array(groups, object)[~is_test]),
    )


def _folds(kind: SplitKind, groups: Sequence[str], images: NDArray[np.uint8]) -> dict[str, int]:
    if kind == SplitKind.UNMET:
        return unmet_fold(groups, are_known(images, images_learnt_before(SHIPPED_STARTER)))
    return (consecutive_folds if kind == SplitKind.PAGES else balanced_folds)(groups)


def copiste_writer(page: str) -> str:
    """Return the participant who wrote a page of Copiste: its name without the number of the sheet.

    The table's column ``writer`` puts 79 pages of many hands together under "wikitexte", because it was made by taking
    away the last part of names such as ``wikitexte_0189``, which have no number of a sheet.
    """
    return _SHEET.sub("", page)


def _origins(labelled: LabelledWords, rows: np.ndarray, name: str) -> Origins:
    pages, writers = (tuple(names[row] for row in rows) for names in (labelled.origins.pages, labelled.origins.writers))
    if name == COPISTE and all(pages):
        writers = tuple(copiste_writer(page) for page in pages)
    return Origins(pages, writers)


def _notes(kind: SplitKind, name: str) -> tuple[str, ...]:
    if kind in (SplitKind.WRITERS, SplitKind.UNMET) and name == COPISTE:
        return ("Writers are known by the names of the pages; the same person may have taken part under two names.",)
    return ()


def _fold_boxes(path: Path) -> set[tuple[str, Box]]:
    """Return image name and box of every word in a list of a fold."""
    if not path.is_file():
        raise InputError.at(path, "the list of the fold's words is missing", hint="Folds are numbered 1 to 4")
    boxes = set()
    for spot in parse(path).iter("spot"):
        x, y, w, h = (int(spot.get(name)) for name in ("x", "y", "w", "h"))
        boxes.add((str(spot.get("image")), (x, y, w, h)))
    return boxes
