"""All word classifiers, and properties of each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.covariance import ledoit_wolf
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.model.word_classifiers import WORD_CLASSIFIERS, load_word_classifier
from core.model.word_classifiers.compact_trees import LEAF, CompactTrees
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.lda import LdaClassifier
from core.model.word_classifiers.lr import LogisticClassifier
from core.model.word_classifiers.nearest import NearestClassifier
from core.model.word_classifiers.padded_samples import PaddedSamples
from core.model.word_classifiers.paper_classifiers import PaperForestClassifier, PaperLogisticClassifier
from core.training.presets import presets

CLASSES, DIMS = 30, 6
SMALL: dict[str, dict[str, Any]] = {
    "nearest": {},
    "lda": {},
    "lr": {"epochs": 25, "batch": 64, "cap": 15},
    "rf": {"trees": 60, "depth": 14, "cap": 15},
    "paper-lr": {"cap": 100},
    "paper-rf": {"trees": 30, "cap": 40},
}


class Words:
    """Word images with a few frequent words, noise of unequal spread, and many words with one image or none."""

    def __init__(self, seed: int = 0, noise: float = 0.3) -> None:
        rng = np.random.default_rng(seed)
        self.centres = rng.standard_normal((CLASSES, DIMS)).astype(np.float32) * 2
        self.spread = noise * np.array([3, 1, 1, 0.5, 0.5, 0.5])
        frequency = 1 / np.arange(1, CLASSES + 1)
        self.labels = rng.choice(CLASSES, 150, p=frequency / frequency.sum())
        self.features = self.images(self.labels, rng)
        self.expected = rng.integers(0, CLASSES, 400)
        self.queries = self.images(self.expected, rng)

    def images(self, labels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        noise = rng.standard_normal((len(labels), DIMS)) * self.spread
        return (self.centres[labels] + noise).astype(np.float32)


@pytest.fixture(scope="module")
def words() -> Words:
    return Words()


def fitted(kind: str, words: Words, **options: Any) -> Any:
    classifier = WORD_CLASSIFIERS[kind](**SMALL[kind])
    return classifier.fit(SeenWords(words.features, words.labels, words.centres, **options))


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_words_with_and_without_images_are_recognised(kind: str, words: Words) -> None:
    index, score = fitted(kind, words, seed=1).predict(words.queries)
    assert index.dtype == np.int64 and score.dtype == np.float32 and len(index) == len(score) == 400
    assert (index == words.expected).mean() > 0.85
    without = ~np.isin(words.expected, words.labels)
    assert without.any() and (index == words.expected)[without].mean() > 0.75


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_higher_scores_are_correct_more_often(kind: str) -> None:
    words = Words(noise=1.2)
    index, score = fitted(kind, words, seed=1).predict(words.queries)
    correct = index == words.expected
    high = score > np.median(score)
    assert correct[high].mean() > correct[~high].mean() + 0.05


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_arrays_restore_the_same_classifier(kind: str, words: Words) -> None:
    classifier = fitted(kind, words, seed=2)
    again = load_word_classifier(kind, classifier.to_arrays())
    assert again.kind == kind and again.shape == classifier.shape == (CLASSES, DIMS)
    for one, other in zip(again.predict(words.queries), classifier.predict(words.queries), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("kind", ["lr", "rf"])
def test_equal_seeds_give_equal_answers_and_other_seeds_others(kind: str, words: Words) -> None:
    one, two, other = (fitted(kind, words, seed=seed).predict(words.queries)[1] for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, two)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("kind", ["lr", "rf"])
def test_training_stops_at_the_next_step(kind: str, words: Words) -> None:
    calls: list[None] = []
    with pytest.raises(Stopped):
        fitted(kind, words, should_stop=lambda: calls.append(None) or len(calls) == 3)  # type: ignore[func-returns-value]
    assert len(calls) == 3


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_no_queries_give_no_answers_and_wrong_widths_raise(kind: str, words: Words) -> None:
    classifier = fitted(kind, words)
    index, score = classifier.predict(np.zeros((0, DIMS), np.float32))
    assert index.shape == score.shape == (0,)
    with pytest.raises(ValueError, match=rf"\[N, {DIMS}\]"):
        classifier.predict(np.zeros((2, DIMS + 1)))


@pytest.mark.parametrize("kind", ["lda", "lr", "rf"])
def test_empty_x_raises_input_error_with_a_hint(kind: str, words: Words) -> None:
    with pytest.raises(InputError, match="'nearest'"):
        WORD_CLASSIFIERS[kind]().fit(SeenWords(words.features[:0], words.labels[:0], words.centres))


def test_nearest_needs_no_images(words: Words) -> None:
    classifier = NearestClassifier().fit(SeenWords(words.features[:0], words.labels[:0], words.centres))
    assert (classifier.predict(words.centres)[0] == np.arange(CLASSES)).all()


def test_nearest_by_cosine_ignores_the_length(words: Words) -> None:
    classifier = NearestClassifier("cosine").fit(SeenWords(words.features, words.labels, words.centres))
    index, score = classifier.predict(words.centres * 7)
    assert (index == np.arange(CLASSES)).all()
    np.testing.assert_allclose(score, 0, atol=1e-6)
    assert load_word_classifier("nearest", classifier.to_arrays()).to_arrays()["metric"] == 0


def test_an_unknown_metric_raises_input_error() -> None:
    with pytest.raises(InputError, match="cosine, euclid"):
        NearestClassifier("manhattan")


def test_lda_beats_nearest_where_the_spread_is_unequal() -> None:
    words = Words(noise=0.6)
    accuracy = {
        kind: (fitted(kind, words).predict(words.queries)[0] == words.expected).mean() for kind in ("lda", "nearest")
    }
    assert accuracy["lda"] > accuracy["nearest"] + 0.03


def test_lda_corrects_the_mean_of_the_residuals() -> None:
    words = Words()
    shift = np.float32([1.5, -2, 1, 0, 2, -1])
    classifier = LdaClassifier().fit(SeenWords(words.features + shift, words.labels, words.centres))
    assert (classifier.predict(words.queries + shift)[0] == words.expected).mean() > 0.9


def test_lda_distances_are_mahalanobis_distances(words: Words) -> None:
    classifier = LdaClassifier().fit(SeenWords(words.features, words.labels, words.centres))
    residuals = (words.features - words.centres[words.labels]).astype(float)
    offset = residuals.mean(axis=0)
    covariance, weight = ledoit_wolf(residuals - offset, assume_centered=True)
    assert classifier.shrinkage == pytest.approx(weight)
    difference = words.queries[:20, None] - words.centres - offset
    expected = np.sqrt(np.einsum("qci,ij,qcj->qc", difference, np.linalg.inv(covariance), difference))
    index, score = classifier.predict(words.queries[:20])
    np.testing.assert_allclose(-score, expected.min(axis=1), rtol=1e-3)
    np.testing.assert_array_equal(index, expected.argmin(axis=1))


@pytest.mark.parametrize("rows", [1, 2])
def test_lda_works_with_one_or_two_images(rows: int, words: Words) -> None:
    classifier = LdaClassifier().fit(SeenWords(words.features[:rows], words.labels[:rows], words.centres))
    index, score = classifier.predict(words.queries)
    assert np.isfinite(score).all() and np.isfinite(classifier.whiten).all()
    assert (index == words.expected).mean() > 0.3


def test_lr_probabilities_sum_to_one(words: Words) -> None:
    classifier = fitted("lr", words)
    index, score = classifier.predict(words.queries)
    logits = ((words.queries - classifier.mean) / classifier.scale) @ classifier.weight + classifier.bias
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(score, shares.max(axis=1), rtol=1e-3)
    np.testing.assert_array_equal(index, shares.argmax(axis=1))


def test_diverged_lr_raises_ductus_error(words: Words) -> None:
    features = words.features.copy()
    features[0] = np.nan
    with pytest.raises(DuctusError, match="'lda'"):
        LogisticClassifier(epochs=1).fit(SeenWords(features, words.labels, words.centres))


DAMAGE: list[tuple[str, str, np.ndarray | None]] = [
    ("nearest", "centres", np.zeros(3, np.float32)),
    ("nearest", "metric", np.array(9, np.uint8)),
    ("nearest", "metric", None),
    ("lda", "whiten", np.zeros((DIMS, DIMS + 1), np.float32)),
    ("lda", "centres", np.full((CLASSES, DIMS), np.inf, np.float32)),
    ("lda", "shrinkage", np.array(1.5)),
    ("lr", "bias", np.zeros(CLASSES - 1, np.float32)),
    ("lr", "scale", np.zeros(DIMS, np.float32)),
    ("lr", "weight", np.zeros((DIMS, CLASSES), np.int8)),
    ("lr", "odd", np.zeros(1)),
]


@pytest.mark.parametrize(("kind", "name", "value"), DAMAGE)
def test_damaged_arrays_raise_model_file_error(kind: str, name: str, value: np.ndarray | None, words: Words) -> None:
    arrays = WORD_CLASSIFIERS[kind]().fit(SeenWords(words.features, words.labels, words.centres)).to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match=kind):
        load_word_classifier(kind, arrays)


def test_an_unknown_kind_raises_model_file_error() -> None:
    with pytest.raises(ModelFileError, match="newer Ductus"):
        load_word_classifier("svm", {})


def labelled_points(classes: int, images: int = 150) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((classes, 4)).astype(np.float32) * 2
    labels = np.concatenate([np.arange(classes), rng.integers(0, classes, images)])
    return (centres[labels] + 0.5 * rng.standard_normal((len(labels), 4))).astype(np.float32), labels, centres


def test_the_papers_presets_use_them_uncapped() -> None:
    settings = presets()
    assert settings["paper-15-rf"].classifier == "paper-rf" and settings["paper-15-lr"].classifier == "paper-lr"
    assert settings["paper-15-rf"].cap == settings["paper-15-lr"].cap == 10_000
    forest, regression = WORD_CLASSIFIERS["paper-rf"](), WORD_CLASSIFIERS["paper-lr"]()
    assert isinstance(forest, PaperForestClassifier) and (forest.trees, forest.depth) == (100, 10)
    assert isinstance(regression, PaperLogisticClassifier) and regression.iterations == 1000


def depths(trees: CompactTrees) -> list[int]:
    """Return the depth of each tree."""
    inner_before = np.cumsum(trees.feature != LEAF)
    ends = [*trees.roots[1:].tolist(), len(trees.feature)]
    found = []
    for root, end in zip(trees.roots.tolist(), ends, strict=True):
        depth = {root: 0}
        for node in range(root, end):
            if trees.feature[node] != LEAF:
                left = node + int(trees.left[inner_before[node] - 1])
                depth[left] = depth[left + 1] = depth[node] + 1
        found.append(max(depth.values()))
    return found


def test_trees_grow_to_a_depth_of_ten_by_gini_splits() -> None:
    features, labels, centres = labelled_points(60, 600)
    forest = PaperForestClassifier(trees=4, cap=100).fit(SeenWords(features, labels, centres, seed=2)).forest
    assert forest is not None and max(depths(forest)) == 10
    again = PaperForestClassifier(trees=4, cap=100).fit(SeenWords(features, labels, centres, seed=2)).forest
    assert again is not None
    np.testing.assert_array_equal(forest.threshold, again.threshold)


def test_a_tree_is_one_of_a_random_forest() -> None:
    features, labels, centres = labelled_points(20, 200)
    ours = PaperForestClassifier(trees=1, cap=10_000).fit(SeenWords(features, labels, centres, seed=4))
    points, targets = PaddedSamples(SeenWords(features, labels, centres), 10_000, (4, 5)).draw()
    seed = int(np.random.default_rng((4, 6, 0)).integers(2**31))
    theirs = RandomForestClassifier(1, max_depth=10, random_state=seed).fit(points, targets)
    assert theirs.criterion == "gini" and theirs.bootstrap
    np.testing.assert_array_equal(ours.predict(features)[0], theirs.predict(features))


@pytest.mark.parametrize("classes", [2, 12])
def test_the_regression_is_that_of_scikit_learn(classes: int) -> None:
    features, labels, centres = labelled_points(classes)
    ours = PaperLogisticClassifier(cap=10_000).fit(SeenWords(features, labels, centres, seed=3))
    points, targets = PaddedSamples(SeenWords(features, labels, centres), 10_000, (3, 4)).draw()
    theirs = LogisticRegression(max_iter=1000).fit(points, targets)
    index, score = ours.predict(features)
    np.testing.assert_array_equal(index, theirs.predict(features))
    np.testing.assert_allclose(score, theirs.predict_proba(features).max(axis=1), rtol=1e-4)


def test_a_single_word_is_the_only_answer() -> None:
    features, labels, centres = labelled_points(1, 5)
    index, score = PaperLogisticClassifier().fit(SeenWords(features, labels, centres)).predict(features)
    assert not index.any() and (score == 1).all()
