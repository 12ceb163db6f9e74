"""Labelled images and the fingerprint by which one set is known from another."""

from __future__ import annotations

import numpy as np
import pytest
from ensemble_helpers import word_images

from core.training.samples import Samples, are_known, evenly_spaced, image_hashes

WORDS = ("day", "and", "day", "cafe\N{COMBINING ACUTE ACCENT}")


def samples() -> Samples:
    return Samples.of(word_images([1, 2, 3, 4]), WORDS)


def test_words_are_composed_and_classes_sorted() -> None:
    made = samples()
    assert made.words[3] == "caf\N{LATIN SMALL LETTER E WITH ACUTE}"
    assert made.classes == ("and", "caf\N{LATIN SMALL LETTER E WITH ACUTE}", "day")
    assert made.labels().tolist() == [2, 0, 2, 1]


def test_the_fingerprint_does_not_depend_on_the_order() -> None:
    made = samples()
    order = [2, 0, 3, 1]
    turned = Samples.of(made.images[order], [made.words[i] for i in order])
    assert turned.fingerprint() == made.fingerprint()
    assert (turned.image_hashes() == made.image_hashes()[order]).all()


def test_any_change_gives_another_fingerprint() -> None:
    made = samples()
    image = made.images.copy()
    image[1, 0, 0] ^= 1
    others = [
        Samples.of(image, WORDS),
        Samples.of(made.images, ("day", "and", "days", WORDS[3])),
        Samples.of(made.images, ("and", "day", "day", WORDS[3])),
        Samples.of(made.images[:3], WORDS[:3]),
        Samples.of(made.images[[0, 0, 1, 2, 3]], ("day", *WORDS)),
    ]
    assert len({other.fingerprint() for other in [made, *others]}) == 6


def test_hashes_are_equal_for_equal_images_only() -> None:
    twice = Samples.of(word_images([1, 2])[[0, 1, 0]], ("a", "b", "c"))
    first, second, third = twice.image_hashes().tolist()
    assert first == third != second


def test_empty_samples_are_allowed() -> None:
    none = Samples.of(np.zeros((0, 50, 250), np.uint8), [])
    assert none.classes == () and none.labels().shape == (0,) and len(none.fingerprint()) == 32


def test_numbers_of_words_and_images_must_match() -> None:
    with pytest.raises(ValueError, match="4 images but 3 words"):
        Samples.of(word_images([1, 2, 3, 4]), WORDS[:3])


def test_a_blank_image_is_never_known() -> None:
    images = word_images([1, 2, 3])
    images[1] = 255
    assert are_known(images, image_hashes(images[:2])).tolist() == [True, False, False]


@pytest.mark.parametrize(("count", "most"), [(0, 3), (2, 3), (3, 3), (5, 3), (100, 3), (100, 99)])
def test_evenly_spaced_items_are_no_more_than_wanted(count: int, most: int) -> None:
    chosen = evenly_spaced(np.arange(count), most)
    assert len(chosen) == min(count, most)
    assert len(set(np.diff(chosen).tolist())) <= 1 and set(chosen.tolist()) <= set(range(count))
    assert count < 2 * most or chosen[-1] > count / 2
