"""Any table of word pictures as a benchmark: a fifth of the pages (or pictures) is kept for testing."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.benchmark.data import BenchmarkData
from core.errors import InputError
from core.formats import table
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.lexicon.alphabet import load_alphabet, split_encodable
from core.training.samples import Samples

FOLDS = 5


def load(data: Path, fold: int, name: str) -> BenchmarkData:
    """Pictures of the table under ``data`` by fold 1..5 of its pages (pictures without a page count as their own).

    The draw of the folds is fixed. Words of ``latin-extended`` only; the lexicon is all words of both parts.
    """
    if not 1 <= fold <= FOLDS:
        raise InputError(f"Folds are numbered 1 to {FOLDS}, not {fold}.")
    alphabet = "latin-extended"
    crops = [crop for crop in table.read(data).crops if crop.text]
    _, bad = split_encodable(sorted({str(crop.text) for crop in crops}), load_alphabet(alphabet))
    odd = {word for word, _ in bad}
    kept = [crop for crop in crops if crop.text not in odd]
    groups = [crop.page or str(crop.image) for crop in kept]
    order = np.random.default_rng(0).permutation(sorted(set(groups)))
    fold_of = {str(group): number % FOLDS + 1 for number, group in enumerate(order)}
    images = normalise_all([read_gray(crop.image) for crop in kept])
    is_test = np.array([fold_of[group] == fold for group in groups])
    words = np.array([crop.text for crop in kept], object)
    return BenchmarkData.of(
        f"{name} fold {fold}",
        Samples.of(images[~is_test], words[~is_test].tolist()),
        Samples.of(images[is_test], words[is_test].tolist()),
        alphabet,
        len(crops) - len(kept),
    )
