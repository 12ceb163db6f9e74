"""The digests of the words and images that the starter model learnt from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.errors import ModelFileError
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.store import starter_sources
from core.store.starter import starter_digest
from core.store.starter_sources import (
    SOURCES,
    STARTER_ITSELF,
    images_learnt_before,
    load_starter_sources,
    met_by_starter_of,
    read_starter_sources,
    starter_sources_path,
    word_digests,
)
from core.store.tree import write_part, write_tree
from core.training.presets import preset
from core.training.samples import image_hashes
from research.starter.list_sources import joined, save_sources, sources_of

NO_IMAGES = np.zeros(0, np.uint64)
ITSELF = {"preset": {"name": STARTER_ITSELF}}


def test_words_are_met_in_any_capitals_and_unicode_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = sources_of(["Letter", "cafe\u0301", "letter"], NO_IMAGES)
    assert len(sources.words) == 2
    save_sources(tmp_path / "w.h5", sources, [starter_digest()], {})
    monkeypatch.setattr(starter_sources, "starter_sources_path", lambda: tmp_path / "w.h5")
    met = met_by_starter_of(ITSELF, ["LETTER", "caf\u00e9", "lette", "letters"])
    assert met is not None and met.tolist() == [True, True, False, False]


def test_sources_of_the_starter_that_it_began_with_are_kept(tmp_path: Path) -> None:
    first = sources_of(["ink", "pen"], np.array([5, 3, 5], np.uint64))
    save_sources(tmp_path / "first.h5", first, ["first"], {"fonts": 2})
    card, earlier = read_starter_sources(tmp_path / "first.h5")
    assert (card["words"], card["images"], card["about"]) == (2, 2, {"fonts": 2})
    both = joined(sources_of(["pen", "nib"], np.array([4], np.uint64)), earlier)
    save_sources(tmp_path / "second.h5", both, ["second"], {})
    kept = load_starter_sources(tmp_path / "second.h5", "second")
    assert kept is not None and set(kept.words.tolist()) == set(word_digests(["ink", "pen", "nib"]).tolist())
    assert kept.images.tolist() == [3, 4, 5]


def test_a_list_of_another_starter_or_none_says_nothing(tmp_path: Path) -> None:
    save_sources(tmp_path / "w.h5", sources_of(["a"], NO_IMAGES), ["another"], {})
    assert load_starter_sources(tmp_path / "w.h5", starter_digest()) is None
    assert load_starter_sources(tmp_path / "none.h5", starter_digest()) is None


def test_damaged_lists_are_refused(tmp_path: Path) -> None:
    words = word_digests(["a", "b"])
    for damaged in (words.astype(np.float32), np.array([3, 3], np.uint64)):
        for arrays in ({"words": damaged, "images": NO_IMAGES}, {"words": words, "images": damaged}, {"words": words}):
            write_part(tmp_path / "w.h5", SOURCES, arrays, {})
            with pytest.raises(ModelFileError, match=r"w\.h5: the digests"):
                load_starter_sources(tmp_path / "w.h5", "x")
    write_tree(tmp_path / "w.h5", {"format": "other"}, {})
    with pytest.raises(ModelFileError, match="expects another kind of file"):
        load_starter_sources(tmp_path / "w.h5", "x")


def test_the_shipped_list_belongs_to_the_shipped_starter() -> None:
    met = met_by_starter_of(ITSELF, ["the", "and", "street", "xqzzvwkj"])
    assert met is not None and met.tolist() == [True, True, True, False]
    assert len(images_learnt_before({"preset": preset("phosc-ctc").to_json()})) > 10_000


@pytest.mark.parametrize(
    ("card", "is_known"),
    [
        ({"preset": preset("phosc-ctc").to_json(), "starter": starter_digest()}, True),
        ({"preset": preset("phosc-ctc").to_json(), "starter": "a1360696b1bed7e11bbe04b6f9097e13"}, True),
        ({"preset": preset("phosc-ctc").to_json(), "starter": "another"}, False),
        ({"preset": preset("compact-15").to_json()}, False),
        ({"preset": {"name": "starter"}, "starter": {"digest": starter_digest()}}, True),
        ({"preset": {"name": "starter"}, "starter": {"digest": "another"}}, False),
        ({}, False),
    ],
    ids=[
        "trained from it",
        "from its earlier file",
        "from another",
        "from nothing",
        "the starter itself",
        "another itself",
        "an old card",
    ],
)
def test_images_count_as_learnt_for_models_that_began_with_the_starter(card: dict, is_known: bool) -> None:
    assert bool(len(images_learnt_before(card))) == is_known


def test_four_fifths_of_the_writers_of_a_table_were_learnt_from(shared_data: Callable[[str], Path]) -> None:
    """The digests are those of images as they are normalised today, so a change of that would be seen here."""
    folder, known = shared_data("dhsd"), load_starter_sources(starter_sources_path(), starter_digest())
    assert known is not None
    rows = [line.split(",") for line in (folder / "words.csv").read_text("utf-8").splitlines()[1:]]
    learnt = {
        writer: np.isin(image_hashes(normalise_all(read_gray(folder / file) for file in files)), known.images)
        for writer in sorted({row[-1] for row in rows})
        for files in [[row[0] for row in rows if row[-1] == writer][:3]]
    }
    assert sum(bool(found.all()) for found in learnt.values()) >= 20
    assert sum(not found.any() for found in learnt.values()) >= 5
