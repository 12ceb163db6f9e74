"""The digests of the words that the starter model learnt from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import ModelFileError
from core.store import starter_words
from core.store.starter import starter_digest
from core.store.starter_words import (
    earlier_digests,
    load_starter_words,
    met_by_starter,
    save_starter_words,
    word_digests,
)
from core.store.tree import write_tree


def test_words_are_met_in_any_capitals_and_unicode_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert save_starter_words(tmp_path / "w.h5", ["Letter", "cafe\u0301", "letter"], starter_digest(), {}) == 2
    monkeypatch.setattr(starter_words, "starter_words_path", lambda: tmp_path / "w.h5")
    met = met_by_starter(["LETTER", "caf\u00e9", "lette", "letters"])
    assert met is not None and met.tolist() == [True, True, False, False]


def test_words_of_the_starter_that_it_began_with_are_kept(tmp_path: Path) -> None:
    save_starter_words(tmp_path / "first.h5", ["ink", "pen"], "first", {})
    earlier = earlier_digests(tmp_path / "first.h5")
    assert save_starter_words(tmp_path / "second.h5", ["pen", "nib"], "second", {}, earlier) == 3
    digests = load_starter_words(tmp_path / "second.h5", "second")
    assert digests is not None and np.isin(word_digests(["ink", "pen", "nib"]), digests).all()


def test_a_list_of_another_starter_or_none_says_nothing(tmp_path: Path) -> None:
    save_starter_words(tmp_path / "w.h5", ["a"], "another", {})
    assert load_starter_words(tmp_path / "w.h5", starter_digest()) is None
    assert load_starter_words(tmp_path / "none.h5", starter_digest()) is None


def test_damaged_lists_are_refused(tmp_path: Path) -> None:
    card = {"format": starter_words.FORMAT, "version": 1, "starter": "x"}
    for digests in (word_digests(["a", "b"])[::1].astype(np.float32), np.array([3, 3], np.uint64)):
        write_tree(tmp_path / "w.h5", card, {"digests": digests})
        with pytest.raises(ModelFileError, match=r"w\.h5: the digests"):
            load_starter_words(tmp_path / "w.h5", "x")
    write_tree(tmp_path / "w.h5", {"format": "other"}, {})
    with pytest.raises(ModelFileError, match="not a list of the starter's words"):
        load_starter_words(tmp_path / "w.h5", "x")


def test_the_shipped_list_belongs_to_the_shipped_starter() -> None:
    met = met_by_starter(["the", "and", "street", "xqzzvwkj"])
    assert met is not None and met.tolist() == [True, True, True, False]
