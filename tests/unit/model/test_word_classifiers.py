"""What all four word classifiers have in common, and what each must do better."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.model.word_classifiers import WORD_CLASSIFIERS, load_word_classifier
from core.model.word_classifiers.lda import LdaWords, shrunk_covariance
from core.model.word_classifiers.lr import LrWords
from core.model.word_classifiers.nearest import NearestWords

CLASSES, DIMS = 30, 6
SMALL: dict[str, dict[str, Any]] = {
    "nearest": {},
    "lda": {},
    "lr": {"epochs": 25, "batch": 64, "cap": 15},
    "rf": {"trees": 60, "depth": 14, "cap": 15},
}


class Words:
    """Word images with a few frequent words, noise of unequal spread and many words met once or never."""

    def __init__(self, seed: int = 0, noise: float = 0.3) -> None:
        rng = np.random.default_rng(seed)
        self.centres = rng.standard_normal((CLASSES, DIMS)).astype(np.float32) * 2
        self.spread = noise * np.array([3, 1, 1, 0.5, 0.5, 0.5])
        frequency = 1 / np.arange(1, CLASSES + 1)
        self.labels = rng.choice(CLASSES, 150, p=frequency / frequency.sum())
        self.features = self.images(self.labels, rng)
        self.wanted = rng.integers(0, CLASSES, 400)
        self.queries = self.images(self.wanted, rng)

    def images(self, labels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        noise = rng.standard_normal((len(labels), DIMS)) * self.spread
        return (self.centres[labels] + noise).astype(np.float32)


@pytest.fixture(scope="module")
def words() -> Words:
    return Words()


def fitted(kind: str, words: Words, **options: Any) -> Any:
    classifier = WORD_CLASSIFIERS[kind](**SMALL[kind])
    return classifier.fit(words.features, words.labels, words.centres, **options)


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_words_are_recognised_also_those_without_images(kind: str, words: Words) -> None:
    index, score = fitted(kind, words, seed=1).predict(words.queries)
    assert index.dtype == np.int64 and score.dtype == np.float32 and len(index) == len(score) == 400
    assert (index == words.wanted).mean() > 0.85
    without = ~np.isin(words.wanted, words.labels)
    assert without.any() and (index == words.wanted)[without].mean() > 0.75


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_surer_answers_are_right_more_often(kind: str) -> None:
    words = Words(noise=1.2)
    index, score = fitted(kind, words, seed=1).predict(words.queries)
    right = index == words.wanted
    surer = score > np.median(score)
    assert right[surer].mean() > right[~surer].mean() + 0.05


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_arrays_give_the_same_classifier_back(kind: str, words: Words) -> None:
    classifier = fitted(kind, words, seed=2)
    again = load_word_classifier(kind, classifier.to_arrays())
    assert again.kind == kind and again.shape == classifier.shape == (CLASSES, DIMS)
    for one, other in zip(again.predict(words.queries), classifier.predict(words.queries), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("kind", ["lr", "rf"])
def test_same_seed_same_answers_and_another_seed_others(kind: str, words: Words) -> None:
    one, two, other = (fitted(kind, words, seed=seed).predict(words.queries)[1] for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, two)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(("kind", "steps"), [("lr", 25), ("rf", 60)])
def test_progress_is_told_and_stopping_heeded(kind: str, steps: int, words: Words) -> None:
    told: list[tuple[int, int]] = []
    fitted(kind, words, progress=lambda done, of: told.append((done, of)))
    assert told == [(done, steps) for done in range(1, steps + 1)]
    asked: list[None] = []
    with pytest.raises(Stopped):
        fitted(kind, words, should_stop=lambda: asked.append(None) or len(asked) == 3)  # type: ignore[func-returns-value]
    assert len(asked) == 3


@pytest.mark.parametrize("kind", WORD_CLASSIFIERS)
def test_no_queries_give_no_answers_and_wrong_widths_are_refused(kind: str, words: Words) -> None:
    classifier = fitted(kind, words)
    index, score = classifier.predict(np.zeros((0, DIMS), np.float32))
    assert index.shape == score.shape == (0,)
    with pytest.raises(ValueError, match=rf"\[N, {DIMS}\]"):
        classifier.predict(np.zeros((2, DIMS + 1)))


@pytest.mark.parametrize("kind", ["lda", "lr", "rf"])
def test_an_empty_x_is_told_with_the_mend(kind: str, words: Words) -> None:
    with pytest.raises(InputError, match="'nearest'"):
        WORD_CLASSIFIERS[kind]().fit(words.features[:0], words.labels[:0], words.centres)


def test_nearest_needs_no_images(words: Words) -> None:
    classifier = NearestWords().fit(words.features[:0], words.labels[:0], words.centres)
    assert (classifier.predict(words.centres)[0] == np.arange(CLASSES)).all()


def test_nearest_by_cosine_does_not_mind_the_length(words: Words) -> None:
    classifier = NearestWords("cosine").fit(words.features, words.labels, words.centres)
    index, score = classifier.predict(words.centres * 7)
    assert (index == np.arange(CLASSES)).all()
    np.testing.assert_allclose(score, 0, atol=1e-6)
    assert load_word_classifier("nearest", classifier.to_arrays()).to_arrays()["metric"] == 0


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(InputError, match="cosine, euclid"):
        NearestWords("manhattan")


def test_lda_beats_nearest_where_the_spread_is_unequal() -> None:
    words = Words(noise=0.6)
    right = {
        kind: (fitted(kind, words).predict(words.queries)[0] == words.wanted).mean() for kind in ("lda", "nearest")
    }
    assert right["lda"] > right["nearest"] + 0.03


def test_lda_allows_for_what_all_residuals_have_in_common() -> None:
    words = Words()
    shift = np.float32([1.5, -2, 1, 0, 2, -1])
    classifier = LdaWords().fit(words.features + shift, words.labels, words.centres)
    assert (classifier.predict(words.queries + shift)[0] == words.wanted).mean() > 0.9


def test_lda_distances_are_mahalanobis_distances(words: Words) -> None:
    classifier = LdaWords().fit(words.features, words.labels, words.centres)
    residuals = (words.features - words.centres[words.labels]).astype(float)
    offset = residuals.mean(axis=0)
    covariance, weight = shrunk_covariance(residuals - offset)
    assert classifier.shrinkage == pytest.approx(weight)
    gaps = words.queries[:20, None] - words.centres - offset
    wanted = np.sqrt(np.einsum("qci,ij,qcj->qc", gaps, np.linalg.inv(covariance), gaps))
    index, score = classifier.predict(words.queries[:20])
    np.testing.assert_allclose(-score, wanted.min(axis=1), rtol=1e-3)
    np.testing.assert_array_equal(index, wanted.argmin(axis=1))


def test_shrinkage_is_ledoit_and_wolf_s() -> None:
    from sklearn.covariance import ledoit_wolf

    rng = np.random.default_rng(0)
    for rows, dims in ((20, 40), (200, 5), (5, 3)):
        centred = rng.standard_normal((rows, dims)) * np.linspace(0.2, 2, dims)
        covariance, weight = shrunk_covariance(centred)
        wanted, wanted_weight = ledoit_wolf(centred, assume_centered=True)
        np.testing.assert_allclose(covariance, wanted, atol=1e-10)
        assert weight == pytest.approx(wanted_weight)


@pytest.mark.parametrize("rows", [1, 2])
def test_lda_manages_with_hardly_any_images(rows: int, words: Words) -> None:
    classifier = LdaWords().fit(words.features[:rows], words.labels[:rows], words.centres)
    index, score = classifier.predict(words.queries)
    assert np.isfinite(score).all() and np.isfinite(classifier.whiten).all()
    assert (index == words.wanted).mean() > 0.3


def test_lr_probabilities_sum_to_one(words: Words) -> None:
    classifier = fitted("lr", words)
    index, score = classifier.predict(words.queries)
    logits = ((words.queries - classifier.mean) / classifier.scale) @ classifier.weight + classifier.bias
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(score, shares.max(axis=1), rtol=1e-3)
    np.testing.assert_array_equal(index, shares.argmax(axis=1))


def test_lr_that_runs_away_is_told(words: Words) -> None:
    features = words.features.copy()
    features[0] = np.nan
    with pytest.raises(DuctusError, match="'lda'"):
        LrWords(epochs=1).fit(features, words.labels, words.centres)


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
def test_damaged_arrays_are_refused(kind: str, name: str, value: np.ndarray | None, words: Words) -> None:
    arrays = WORD_CLASSIFIERS[kind]().fit(words.features, words.labels, words.centres).to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match=kind):
        load_word_classifier(kind, arrays)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ModelFileError, match="newer Ductus"):
        load_word_classifier("svm", {})
