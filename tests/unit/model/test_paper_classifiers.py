"""The paper's own word classifiers: scikit-learn's random forest of depth 10 and its logistic regression."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from core.model.word_classifiers import WORD_CLASSIFIERS
from core.model.word_classifiers.compact_trees import LEAF, CompactTrees
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.padded_samples import PaddedSamples
from core.model.word_classifiers.paper_classifiers import PaperForestClassifier, PaperLogisticClassifier
from core.training.presets import presets


def words(classes: int, images: int = 150) -> tuple[Any, Any, Any]:
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
    features, labels, centres = words(60, 600)
    forest = PaperForestClassifier(trees=4, cap=100).fit(SeenWords(features, labels, centres, seed=2)).forest
    assert forest is not None and max(depths(forest)) == 10
    again = PaperForestClassifier(trees=4, cap=100).fit(SeenWords(features, labels, centres, seed=2)).forest
    assert again is not None
    np.testing.assert_array_equal(forest.threshold, again.threshold)


def test_a_tree_is_one_of_a_random_forest() -> None:
    features, labels, centres = words(20, 200)
    ours = PaperForestClassifier(trees=1, cap=10_000).fit(SeenWords(features, labels, centres, seed=4))
    points, targets = PaddedSamples(SeenWords(features, labels, centres), 10_000, (4, 5)).draw()
    seed = int(np.random.default_rng((4, 6, 0)).integers(2**31))
    theirs = RandomForestClassifier(1, max_depth=10, random_state=seed).fit(points, targets)
    assert theirs.criterion == "gini" and theirs.bootstrap
    np.testing.assert_array_equal(ours.predict(features)[0], theirs.predict(features))


@pytest.mark.parametrize("classes", [2, 12])
def test_the_regression_is_that_of_scikit_learn(classes: int) -> None:
    features, labels, centres = words(classes)
    ours = PaperLogisticClassifier(cap=10_000).fit(SeenWords(features, labels, centres, seed=3))
    points, targets = PaddedSamples(SeenWords(features, labels, centres), 10_000, (3, 4)).draw()
    theirs = LogisticRegression(max_iter=1000).fit(points, targets)
    index, score = ours.predict(features)
    np.testing.assert_array_equal(index, theirs.predict(features))
    np.testing.assert_allclose(score, theirs.predict_proba(features).max(axis=1), rtol=1e-4)


def test_a_single_word_is_the_only_answer() -> None:
    features, labels, centres = words(1, 5)
    index, score = PaperLogisticClassifier().fit(SeenWords(features, labels, centres)).predict(features)
    assert not index.any() and (score == 1).all()
