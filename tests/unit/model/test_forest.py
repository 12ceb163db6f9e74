"""The sparse forest, equal to scikit-learn's and bounded in memory; and Algorithm 5's padded samples to learn from."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.tree import ExtraTreeClassifier

from core.errors import InputError, ModelFileError
from core.model.word_classifiers import compact_trees, forest
from core.model.word_classifiers.compact_trees import CompactTrees, compact, join
from core.model.word_classifiers.forest import ForestClassifier
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.padded_samples import PaddedSamples

CLASSES, DIMS = 40, 5


@pytest.fixture(scope="module")
def data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((CLASSES, DIMS)).astype(np.float32) * 2
    labels = np.concatenate([np.arange(CLASSES), rng.integers(0, CLASSES, 400)])
    return (centres[labels] + 0.7 * rng.standard_normal((440, DIMS))).astype(np.float32), labels, centres


def queries() -> np.ndarray:
    return (np.random.default_rng(1).standard_normal((500, DIMS)) * 3).astype(np.float32)


@pytest.mark.parametrize("ensemble", [ExtraTreesClassifier, RandomForestClassifier])
@pytest.mark.parametrize("leaves", [None, 30])
def test_predictions_equal_those_of_scikit_learn(
    ensemble: Any, leaves: int | None, data: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> None:
    points, labels, _ = data
    theirs = ensemble(25, max_depth=8, max_leaf_nodes=leaves, random_state=0).fit(points, labels)
    # the trees of an ensemble number classes by their position in its list
    ours = join([compact(tree.tree_, theirs.classes_, DIMS, CLASSES) for tree in theirs.estimators_])
    points = np.concatenate([points, queries()])
    expected = theirs.predict_proba(points)
    np.testing.assert_allclose(ours.probabilities(points), expected, atol=1e-12)
    index, score = ours.best(points)
    np.testing.assert_array_equal(index, theirs.predict(points))
    np.testing.assert_allclose(score, expected.max(axis=1), rtol=1e-6)


def test_points_on_a_threshold_take_the_same_branch() -> None:
    points = np.float32([[0.1], [0.3], [0.7], [1.1]])
    labels = np.arange(4)
    for seed in range(40):
        theirs = ExtraTreeClassifier(random_state=seed).fit(points, labels)
        thresholds = theirs.tree_.threshold[theirs.tree_.children_left >= 0].astype(np.float32)
        edge = np.concatenate(
            [thresholds, np.nextafter(thresholds, np.float32(9)), np.nextafter(thresholds, np.float32(-9))]
        )
        ours = compact(theirs.tree_, theirs.classes_, 1, 4)
        np.testing.assert_array_equal(ours.best(edge[:, None])[0], theirs.predict(edge[:, None]))


def test_classes_missing_in_a_tree_keep_their_numbers() -> None:
    points = np.float32([[0], [1], [2]])
    theirs = ExtraTreeClassifier(random_state=0).fit(points, [3, 70_000, 5])
    ours = compact(theirs.tree_, theirs.classes_, 1, 70_001)
    assert ours.leaf_class.dtype == np.uint32
    assert ours.best(points)[0].tolist() == [3, 70_000, 5]


def test_a_tree_of_one_leaf_returns_its_shares() -> None:
    theirs = ExtraTreeClassifier(random_state=0).fit(np.zeros((4, 2)), [1, 0, 1, 1])
    ours = CompactTrees.from_arrays(compact(theirs.tree_, theirs.classes_, 2, 3).to_arrays())
    np.testing.assert_allclose(ours.probabilities(np.ones((1, 2))), [[0.25, 0.75, 0]])


def test_predicting_in_small_batches_gives_the_same_result(
    data: tuple[np.ndarray, np.ndarray, np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    points, labels, centres = data
    fitted = ForestClassifier(trees=5).fit(SeenWords(points, labels, centres))
    whole = fitted.predict(queries())
    monkeypatch.setattr(compact_trees, "PREDICT_BYTES", 8 * CLASSES * 3)
    for one, other in zip(fitted.predict(queries()), whole, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_forest_recognises_the_centres(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    points, labels, centres = data
    fitted = ForestClassifier(trees=30).fit(SeenWords(points, labels, centres))
    assert (fitted.predict(centres)[0] == np.arange(CLASSES)).mean() > 0.9


def test_leaves_are_bounded_for_many_classes(
    data: tuple[np.ndarray, np.ndarray, np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    points, labels, centres = data
    monkeypatch.setattr(forest, "NODE_BYTES", 16 * CLASSES * 50)
    fitted = ForestClassifier(trees=3, cap=20).fit(SeenWords(points, labels, centres))
    assert fitted.forest is not None
    assert len(fitted.forest.leaf_start) - 1 == 3 * 50
    assert fitted.forest.trees == 3


def test_arrays_are_small_and_of_narrow_types(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    points, labels, centres = data
    fitted = ForestClassifier(trees=10).fit(SeenWords(points, labels, centres))
    arrays = fitted.to_arrays()
    assert arrays["leaf_class"].dtype == np.uint16 and arrays["leaf_count"].dtype == np.uint8
    # entries are distinct pairs of leaf and word: never more than the samples of a tree
    assert len(arrays["leaf_class"]) <= 10 * CLASSES * 10


def _damage(arrays: dict[str, np.ndarray], name: str) -> None:
    if name == "left far":
        arrays["left"] = arrays["left"].astype(np.int32)
        arrays["left"][-1] += 1000
    elif name == "left back":
        arrays["left"] = arrays["left"].astype(np.int32)
        arrays["left"][0] = 0
    elif name == "feature":
        arrays["feature"] = np.where(arrays["feature"] >= 0, DIMS, -1).astype(np.int16)
    elif name == "leaf_class":
        arrays["leaf_class"] = arrays["leaf_class"] + np.uint16(CLASSES)
    elif name == "leaf_count":
        arrays["leaf_count"] = arrays["leaf_count"] * np.uint8(0)
    elif name == "leaf_size":
        arrays["leaf_size"] = arrays["leaf_size"] + np.uint8(1)
    elif name == "roots":
        arrays["roots"] = arrays["roots"][::-1].copy()
    elif name == "no roots":
        arrays["roots"] = arrays["roots"][:0]
    elif name == "threshold":
        arrays["threshold"] = arrays["threshold"][:-1]
    elif name == "shape":
        arrays["shape"] = np.array([10**15, DIMS])
    else:
        del arrays[name]


@pytest.mark.parametrize(
    "name",
    [
        "left far",
        "left back",
        "feature",
        "leaf_class",
        "leaf_count",
        "leaf_size",
        "roots",
        "no roots",
        "threshold",
        "shape",
        "left",
    ],
)
def test_damaged_forests_raise_model_file_error(name: str, data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    points, labels, centres = data
    arrays = ForestClassifier(trees=3).fit(SeenWords(points, labels, centres)).to_arrays()
    _damage(arrays, name)
    with pytest.raises(ModelFileError, match="'rf'"):
        ForestClassifier.from_arrays(arrays)


def test_invalid_options_raise_input_error() -> None:
    for wrong in ({"trees": 0}, {"depth": 0}):
        with pytest.raises(InputError, match="at least one tree"):
            ForestClassifier(**wrong)


def test_a_forest_that_is_not_fitted_raises_value_error() -> None:
    assert ForestClassifier().shape == (0, 0)
    with pytest.raises(ValueError, match="not fitted"):
        ForestClassifier().predict(np.zeros((1, 2)))
    with pytest.raises(ValueError, match="not fitted"):
        ForestClassifier().to_arrays()


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
