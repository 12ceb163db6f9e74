"""Algorithm 5: balanced samples, real ones first, then e(c) plus a pooled residual."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.padded_samples import PaddedSamples


def make_samples(counts: list[int], cap: int, seed: int = 0) -> PaddedSamples:
    """Classes with ``counts`` images; every feature differs, and class c lies near (100 c, 0)."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    centres = np.c_[100.0 * np.arange(len(counts)), np.zeros(len(counts))]
    features = centres[labels] + rng.uniform(-1, 1, (len(labels), 2))
    return PaddedSamples(SeenWords(features, labels, centres), cap, (seed,))


def rows(array: np.ndarray) -> Counter[tuple[float, ...]]:
    return Counter(map(tuple, array.tolist()))


def test_every_class_has_as_many_samples_as_the_largest() -> None:
    samples = make_samples([5, 1, 0, 3], cap=100)
    points, labels = samples.draw()
    assert samples.per_class == 5 and len(samples) == len(points) == 20
    assert np.bincount(labels).tolist() == [5, 5, 5, 5]
    assert points.dtype == np.float32 and labels.dtype == np.int64


def test_every_image_is_used_once_and_the_rest_is_padding_from_the_pool() -> None:
    samples = make_samples([5, 1, 0, 3], cap=100)
    points, labels = samples.draw()
    drawn = rows(points)
    assert all(drawn[row] >= 1 for row in rows(samples.features))
    residual = points - samples.centres[labels]
    pool = samples.residuals
    nearest = np.abs(residual[:, None] - pool[None]).max(axis=2).min(axis=1)
    assert nearest.max() < 1e-4
    # residuals of other classes are among the padding, as D is one pool for all
    assert len(np.unique(np.round(residual[labels == 2], 4), axis=0)) > 1


def test_the_cap_bounds_the_samples_and_large_classes_use_images_in_turn() -> None:
    samples = make_samples([50, 2], cap=4)
    assert samples.per_class == 4
    own = rows(samples.features)
    drawn: Counter[tuple[float, ...]] = Counter()
    for _ in range(200):
        points, labels = samples.draw()
        assert np.bincount(labels).tolist() == [4, 4]
        of_large = rows(points[labels == 0])
        assert set(of_large) <= set(own) and max(of_large.values()) == 1, "no padding, no image twice"
        drawn += of_large
    assert len(drawn) == 50, "all images of the large class are used"


def test_padding_is_drawn_again_each_time() -> None:
    samples = make_samples([6, 0, 0, 0], cap=6)
    one, two = samples.draw()[0], samples.draw()[0]
    assert not np.array_equal(np.sort(one[6:], axis=0), np.sort(two[6:], axis=0))


def test_only_one_batch_and_one_round_are_in_memory() -> None:
    samples = make_samples([1000] + [1] * 49, cap=1000)
    stream = samples.batches(64)
    sizes = [len(next(stream)[0]) for _ in range(10)]
    assert sizes == [64] * 10


def test_minibatches_are_balanced_throughout_the_pass() -> None:
    samples = make_samples([9, 1, 1, 1, 1], cap=9)
    for _, labels in samples.batches(10):
        counts = np.bincount(labels, minlength=5)
        assert counts.max() - counts.min() <= 2


def test_equal_seeds_give_equal_batches() -> None:
    one, two = (list(make_samples([4, 2, 1], cap=4, seed=3).batches(5)) for _ in range(2))
    for (a, b), (c, d) in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, c)
        np.testing.assert_array_equal(b, d)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=6).filter(any),
    st.integers(1, 8),
    st.integers(1, 25),
    st.integers(0, 1000),
)
def test_a_pass_of_minibatches_is_a_full_draw(counts: list[int], cap: int, size: int, seed: int) -> None:
    samples = make_samples(counts, cap, seed)
    parts = list(samples.batches(size))
    points = np.concatenate([part for part, _ in parts])
    labels = np.concatenate([part for _, part in parts])
    assert all(len(part) == size for part, _ in parts[:-1]) and 1 <= len(parts[-1][0]) <= size
    assert np.bincount(labels, minlength=len(counts)).tolist() == [samples.per_class] * len(counts)
    own = rows(samples.features)
    for c, count in enumerate(counts):
        real = sum(1 for row in map(tuple, points[labels == c].tolist()) if row in own)
        assert real >= min(count, samples.per_class)


def test_empty_x_raises_input_error_with_a_hint() -> None:
    with pytest.raises(InputError, match="'nearest'"):
        PaddedSamples(SeenWords(np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros((3, 2))), 5, (0,))


def test_a_cap_below_one_raises_input_error() -> None:
    with pytest.raises(InputError, match="cap"):
        make_samples([2, 1], cap=0)


def test_labels_and_shapes_that_do_not_match_raise_value_error() -> None:
    with pytest.raises(ValueError, match="share D"):
        PaddedSamples(SeenWords(np.zeros((2, 3)), np.zeros(2, np.int64), np.zeros((3, 2))), 5, (0,))
    with pytest.raises(ValueError, match="number the classes"):
        PaddedSamples(SeenWords(np.zeros((2, 2)), np.array([0, 3]), np.zeros((3, 2))), 5, (0,))
