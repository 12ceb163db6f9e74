"""A table of word pictures as a benchmark: whole pages are kept for testing, each in one fold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from core.benchmark.crops import FOLDS, load
from core.errors import InputError
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer

WORDS = ("and", "the", "river", "stone", "house", "letter")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten pages of six words, a picture without page, and a word that no alphabet has."""
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


def test_folds_share_out_whole_pages(table: Path) -> None:
    folds = [load(table, fold, "table") for fold in range(1, FOLDS + 1)]
    assert sum(len(fold.test.images) for fold in folds) == 61
    for fold in folds:
        assert len(fold.train.images) + len(fold.test.images) == 61 and fold.left_out == 1
        told = [fold.test.words.count(word) for word in WORDS]
        assert len(set(told)) == 1 and told[0] in (1, 2, 3)  # pages are kept together
        assert set(fold.lexicon) == {*WORDS, "alone"} and fold.alphabet == "latin-extended"
    assert folds[0].name == "table fold 1"
    assert sum("alone" in fold.test.words for fold in folds) == 1


def test_the_draw_is_fixed(table: Path) -> None:
    assert load(table, 2, "table").test.fingerprint() == load(table, 2, "table").test.fingerprint()


@pytest.mark.parametrize("fold", [0, 6])
def test_there_are_five_folds(table: Path, fold: int) -> None:
    with pytest.raises(InputError, match="numbered 1 to 5"):
        load(table, fold, "table")
