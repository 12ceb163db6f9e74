"""Loaders of benchmark data: George Washington's letter books, and any table of word images."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.benchmark.job import BenchmarkData
from core.errors import InputError
from core.formats import gtp, table
from core.formats.xml_parse import parse
from core.geometry import Box
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.lexicon.alphabet import load_alphabet, split_encodable
from core.training.samples import Samples

TABLE_FOLDS = 5


def load_gw(folder: Path, fold: int) -> BenchmarkData:
    """Load the alphabetic words of the pages in ``folder``, split by ``gw_cv{fold}_{train,test}.xml``; folds 1 to 4.

    Raises InputError where a fold's list is missing or does not contain a word.
    """
    boxes = {role: _fold_boxes(folder / f"gw_cv{fold}_{role}.xml") for role in ("train", "test")}
    images: dict[str, list[np.ndarray]] = {"train": [], "test": []}
    words: dict[str, list[str]] = {"train": [], "test": []}
    for page in gtp.read(folder).pages:
        gray = read_gray(page.image, page.frame)
        for word in page.words:
            if word.text is None or not word.text.isalpha():
                continue
            key = (page.image.name, word.box)
            role = next((role for role, listed in boxes.items() if key in listed), None)
            if role is None:
                raise InputError.at(page.image, f"the word '{word.text}' at {word.box} is in no list of fold {fold}")
            x, y, w, h = word.box
            images[role].append(gray[y : y + h, x : x + w])
            words[role].append(word.text)
    train, test = (Samples.of(normalise_all(images[role]), words[role]) for role in ("train", "test"))
    return BenchmarkData(f"gw fold {fold}", train, test)


def load_table(folder: Path, fold: int, name: str) -> BenchmarkData:
    """Load the word images of a table, with a fifth of the pages for testing: fold 1 to 5 of a fixed random split.

    An image without a page counts as a page of its own. Words that the alphabet "latin-extended" cannot encode are left
    out. Raises InputError for another fold.
    """
    if not 1 <= fold <= TABLE_FOLDS:
        raise InputError(f"Folds are numbered 1 to {TABLE_FOLDS}, not {fold}.")
    alphabet = "latin-extended"
    crops = [crop for crop in table.read(folder).crops if crop.text]
    _, bad = split_encodable(sorted({str(crop.text) for crop in crops}), load_alphabet(alphabet))
    unencodable = {word for word, _ in bad}
    usable = [crop for crop in crops if crop.text not in unencodable]
    pages = [crop.page or str(crop.image) for crop in usable]
    order = np.random.default_rng(0).permutation(sorted(set(pages)))
    fold_of = {str(page): number % TABLE_FOLDS + 1 for number, page in enumerate(order)}
    images = normalise_all([read_gray(crop.image) for crop in usable])
    is_test = np.array([fold_of[page] == fold for page in pages])
    words = np.array([crop.text for crop in usable], object)
    train, test = (Samples.of(images[rows], words[rows].tolist()) for rows in (~is_test, is_test))
    return BenchmarkData(f"{name} fold {fold}", train, test, alphabet, len(crops) - len(usable))


def _fold_boxes(path: Path) -> set[tuple[str, Box]]:
    """Return image name and box of every word in a list of a fold."""
    if not path.is_file():
        raise InputError.at(path, "the list of the fold's words is missing", hint="Folds are numbered 1 to 4")
    boxes = set()
    for spot in parse(path).iter("spot"):
        x, y, w, h = (int(spot.get(name)) for name in ("x", "y", "w", "h"))
        boxes.add((str(spot.get("image")), (x, y, w, h)))
    return boxes
