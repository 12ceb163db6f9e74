"""Labelled images, their fingerprint, and Algorithm 1's split: images to train on, images reserved, words held out."""

from __future__ import annotations

import numpy as np
import pytest
from ensemble_helpers import word_images
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import InputError
from core.training.samples import Samples, are_known, evenly_spaced, image_hashes
from core.training.splits import MemberSplit, ParentSplit, member_split

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


labels_of = st.lists(st.integers(0, 12), min_size=2, max_size=60).filter(lambda rows: len(set(rows)) > 1)


def check_parts(split: MemberSplit, labels: np.ndarray) -> None:
    rows = np.concatenate([split.train, split.reserved, split.held_out])
    assert sorted(rows.tolist()) == list(range(len(labels))), "T, X and X' must be disjoint and cover all"
    assert set(labels[split.held_out]) == set(split.held_out_classes.tolist())
    assert not set(labels[np.concatenate([split.train, split.reserved])]) & set(split.held_out_classes.tolist())
    assert set(labels[split.train]) == set(split.seen_classes.tolist()), "every seen word has an image in T"
    assert sorted({*split.seen_classes.tolist(), *split.held_out_classes.tolist()}) == sorted(set(labels.tolist()))


@given(labels_of, st.floats(0.01, 0.9), st.floats(0.05, 0.95), st.integers(0, 2**31 - 1))
def test_parts_are_disjoint_and_cover_all_images(rows: list[int], s: float, t: float, seed: int) -> None:
    labels = np.array(rows)
    split = member_split(labels, s, t, seed)
    check_parts(split, labels)
    classes = len(set(rows))
    assert len(split.held_out_classes) == min(max(1, round(s * classes)), classes - 1)
    for number in split.seen_classes:
        count = int((labels == number).sum())
        assert (labels[split.train] == number).sum() == max(1, round(t * count))
    again = member_split(labels, s, t, seed)
    assert all(np.array_equal(getattr(split, f), getattr(again, f)) for f in MemberSplit.__slots__)


def test_a_single_image_of_a_word_goes_to_training() -> None:
    labels = np.arange(30)
    split = member_split(labels, 0.1, 0.3, 0)
    assert len(split.train) == 27 and len(split.reserved) == 0 and len(split.held_out) == 3


def test_seeds_change_held_out_words_and_training_images() -> None:
    labels = np.repeat(np.arange(40), 10)
    splits = [member_split(labels, 0.1, 0.7, seed) for seed in range(3)]
    assert len({tuple(split.held_out_classes) for split in splits}) == 3
    assert len({tuple(split.train) for split in splits}) == 3
    assert [len(split.train) for split in splits] == [36 * 7] * 3


@pytest.mark.parametrize(("s", "t"), [(0, 0.5), (1, 0.5), (0.1, 0), (0.1, 1), (float("nan"), 0.5)])
def test_fractions_outside_0_to_1_are_refused(s: float, t: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        member_split(np.array([0, 1]), s, t, 0)


def test_one_word_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="two different words"):
        member_split(np.zeros(5, np.int64), 0.1, 0.7, 0)


@given(labels_of, st.data())
def test_a_split_respects_the_parent_s_split(rows: list[int], data: st.DataObject) -> None:
    labels = np.array(rows)
    kinds = data.draw(st.lists(st.sampled_from(["seen", "held", "new"]), min_size=13, max_size=13))
    seen = np.array([c for c in range(13) if kinds[c] == "seen"], np.int64)
    held = np.array([c for c in range(13) if kinds[c] == "held"], np.int64)
    # any image may have been trained on: its word can have been corrected since
    trained = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))))
    try:
        split = member_split(labels, 0.3, 0.5, data.draw(st.integers(0, 99)), ParentSplit(trained, seen, held))
    except InputError:
        known = set(seen.tolist()) | set(labels[trained].tolist())
        classes = set(rows)
        assert classes <= known or not (classes & known or classes - known - set(held.tolist()))
        return
    check_parts(split, labels)
    assert set(np.flatnonzero(trained)) <= set(split.train.tolist())
    assert not set(seen.tolist()) & set(split.held_out_classes.tolist())
    still = set(held.tolist()) & set(rows) - set(labels[trained].tolist())
    assert still <= set(split.held_out_classes.tolist())
    assert len(split.held_out_classes) and len(split.seen_classes)


def test_the_same_images_keep_the_parent_s_held_out_words() -> None:
    labels = np.repeat(np.arange(20), 5)
    first = member_split(labels, 0.2, 0.6, 3)
    trained = np.zeros(100, np.bool_)
    trained[first.train] = True
    second = member_split(labels, 0.2, 0.6, 8, ParentSplit(trained, first.seen_classes, first.held_out_classes))
    assert (second.held_out_classes == first.held_out_classes).all() and (second.train == first.train).all()


@given(st.integers(1, 8), st.floats(0.01, 0.9))
def test_some_of_entirely_new_words_are_held_out(new: int, s: float) -> None:
    """A parent that shares no word with the new images: some are held out, some are not."""
    assume(new > 1)
    none = np.array([], np.int64)
    split = member_split(np.arange(new), s, 0.5, 0, ParentSplit(np.zeros(new, np.bool_), none, none))
    assert 0 < len(split.held_out_classes) < new


def test_no_word_left_to_hold_out_raises_input_error() -> None:
    labels = np.array([0, 0, 1, 1])
    with pytest.raises(InputError, match="trained on every word of these images"):
        member_split(labels, 0.5, 0.5, 0, ParentSplit(np.zeros(4, np.bool_), np.array([0, 1]), np.array([], np.int64)))


def test_one_word_stays_to_train_on_whatever_the_share() -> None:
    split = member_split(np.array([3, 3, 8]), 0.99, 0.5, 1)
    assert len(split.held_out_classes) == len(split.seen_classes) == 1


def test_of_new_words_the_share_of_their_own_number_is_held_out() -> None:
    """However many words the earlier model was trained on."""
    labels = np.arange(50)
    parent = ParentSplit(labels < 40, np.arange(40), np.zeros(0, np.int64))
    split = member_split(labels, 0.2, 0.5, 1, parent)
    assert len(split.held_out_classes) == 2 and (split.held_out_classes >= 40).all()
