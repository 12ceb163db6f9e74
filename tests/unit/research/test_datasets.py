"""A table of word images as a benchmark: each page is in the test part of one fold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from core.errors import InputError
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from research.benchmark.datasets import TABLE_FOLDS, load_table

WORDS = ("and", "the", "river", "stone", "house", "letter")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write ten pages of six words, an image without a page, and a word that the alphabet cannot encode."""
    root = tmp_path_factory.mktemp("crops")
    rng = np.random.default_rng(0)
    lines = ["file,text,page"]
    rows = [(word, f"p{page}") for page in range(10) for word in WORDS]
    for number, (word, page) in enumerate([*rows, ("alone", ""), ("\u4e2d", "p1")]):
        shown = word if word.isascii() else "x"
        Image.fromarray(render_word(shown, Writer(), rng)).save(root / f"{number}.png")
        lines.append(f"{number}.png,{word},{page}")
    (root / "words.csv").write_text("\n".join(lines), encoding="utf-8")
    return root


def test_folds_split_whole_pages(table: Path) -> None:
    folds = [load_table(table, fold, "table") for fold in range(1, TABLE_FOLDS + 1)]
    assert sum(len(fold.test.images) for fold in folds) == 61
    for fold in folds:
        assert len(fold.train.images) + len(fold.test.images) == 61 and fold.left_out == 1
        counts = [fold.test.words.count(word) for word in WORDS]
        assert len(set(counts)) == 1 and counts[0] in (1, 2, 3)  # pages are not divided
        assert set(fold.lexicon) == {*WORDS, "alone"} and fold.alphabet == "latin-extended"
    assert folds[0].name == "table fold 1"
    assert sum("alone" in fold.test.words for fold in folds) == 1


def test_folds_are_reproducible(table: Path) -> None:
    assert load_table(table, 2, "table").test.fingerprint() == load_table(table, 2, "table").test.fingerprint()


@pytest.mark.parametrize("fold", [0, 6])
def test_fold_out_of_range_raises_input_error(table: Path, fold: int) -> None:
    with pytest.raises(InputError, match="numbered 1 to 5"):
        load_table(table, fold, "table")
