"""Our logistic regression says what a well-known one says, and what rows that count twice mean."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from core.model.logistic import fit_logistic, sigmoid

SEEDS = st.integers(0, 2**16)


def data(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(60, 3))
    answers = (inputs @ [1.5, -1.0, 0.0] + rng.normal(size=60) > 0).astype(np.float64)
    return inputs, answers, rng.integers(1, 4, 60).astype(np.float64)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.floats(0.1, 10))
def test_the_weights_are_those_of_scikit_learn(seed: int, ridge: float) -> None:
    inputs, answers, counts = data(seed)
    theirs = LogisticRegression(C=1 / ridge, fit_intercept=False, tol=1e-10, max_iter=1000)
    theirs.fit(inputs, answers, sample_weight=counts)
    ours = fit_logistic(inputs, answers, counts, np.full(3, ridge))
    np.testing.assert_allclose(ours, theirs.coef_[0], atol=1e-4)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_row_that_counts_twice_is_as_good_as_two(seed: int) -> None:
    inputs, answers, counts = data(seed)
    times = counts.astype(int)
    one = fit_logistic(inputs, answers, counts, np.ones(3))
    many = fit_logistic(inputs.repeat(times, 0), answers.repeat(times), np.ones(times.sum()), np.ones(3))
    np.testing.assert_allclose(one, many, atol=1e-8)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_with_an_offset_no_step_makes_it_better(seed: int) -> None:
    inputs, answers, counts = data(seed)
    offset, ridge = np.linspace(-2, 2, 60), np.array([0.5, 1.0, 4.0])
    weights = fit_logistic(inputs, answers, counts, ridge, offset)
    wrong = sigmoid(offset + inputs @ weights) - answers
    np.testing.assert_allclose(inputs.T @ (counts * wrong) + ridge * weights, 0, atol=1e-6)


def test_chances_stay_finite_however_sure() -> None:
    np.testing.assert_allclose(sigmoid(np.array([-1e9, 0.0, 1e9])), [0, 0.5, 1], atol=1e-20)
