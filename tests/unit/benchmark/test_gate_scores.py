"""Each rival's score against a calculation by hand."""

from __future__ import annotations

import numpy as np
import pytest
from competing_gates_helpers import evidence, known

from core.benchmark.competing_gates.boosted import boosted, features
from core.benchmark.competing_gates.cosmo import cosmo, log_odds, probabilities, temperature
from core.benchmark.competing_gates.ood_scores import mixture, neighbours, relative_mahalanobis
from core.evaluation.roc import roc
from core.recognition.member import TOP_K

NONE: list[list[float]] = []


def at(*places: float) -> object:
    return evidence([[place] for place in places], NONE, NONE)


def test_neighbours_are_counted_among_x_alone() -> None:
    # the row at 2 belongs to X' and is no neighbour
    rows = known([[0.0], [1.0], [5.0], [2.0]], [True, True, True, False], [0, 0, 0, 10])
    assert neighbours(1)(rows)(at(2.0, 5.0)).tolist() == [-1.0, 0.0]
    assert neighbours(2)(rows)(at(2.0)).tolist() == [-2.0]
    assert neighbours(9)(rows)(at(2.0)).tolist() == [-3.0]  # no more neighbours than X has rows
    assert neighbours(1)(rows).numbers == 3  # it keeps X, one number a row


def test_relative_mahalanobis_by_hand() -> None:
    # errors -1, 1, -1, 1 about the centres 0 and 10: variance 1; X as a whole: mean 5, variance 26
    rows = known([[-1.0], [1.0], [9.0], [11.0], [500.0]], [True] * 4 + [False], [0, 0, 1, 1, 10], [[0.0], [10.0]])
    scores = relative_mahalanobis(rows)(at(0.0, 5.0, 12.0))
    expected = [25 / 26 - 0, 0 - 25 / 1, 49 / 26 - 4 / 1]
    assert scores.tolist() == pytest.approx(expected, rel=2e-3)
    assert relative_mahalanobis(rows).numbers == 2 + 2 + 1  # two variances, two words, the middle


def test_relative_mahalanobis_moves_the_words_by_the_mean_error() -> None:
    # every image lies 3 to the right of its word, so words without images in X are expected there as well
    rows = known([[2.0], [4.0], [12.0], [14.0]], [True] * 4, [0, 0, 1, 1], [[0.0], [10.0], [30.0]])
    scores = relative_mahalanobis(rows)(at(3.0, 33.0, 30.0))
    assert scores[0] == pytest.approx(25 / 26, rel=2e-3)
    assert scores[1] == pytest.approx(625 / 26, rel=2e-3)
    assert scores[1] - scores[2] == pytest.approx((625 - 484) / 26 + 9, rel=2e-3)


@pytest.mark.parametrize("shared", [False, True])
def test_mixture_of_one_part_is_a_normal_density(shared: bool) -> None:
    rows = known([[-1.0], [1.0], [9.0]], [True, True, False], [0, 0, 10])
    scores = mixture(1, shared, 0)(rows)(at(0.0, 3.0))
    expected = [-0.5 * np.log(2 * np.pi) - place**2 / 2 for place in (0.0, 3.0)]
    assert scores.tolist() == pytest.approx(expected, rel=3e-3)
    assert mixture(1, shared, 0)(rows).numbers == 3  # weight, mean, variance


def test_mixture_of_a_single_row_still_ranks_by_distance() -> None:
    rows = known([[2.0, 1.0], [9.0, 9.0]], [True, False], [0, 10])
    near, far = mixture(16, False, 0)(rows)(evidence([[2.0, 1.0], [2.1, 1.0]], NONE, NONE))
    assert near > far


def test_features_of_the_boosted_gate() -> None:
    rows = evidence([[7.0, 8.0]], [[0.3, 0.1, 0.6]], [[0.5]])
    # a word classifier's pick may lead the seen words without being the nearest
    assert features(rows).tolist() == [pytest.approx([7, 8, 0.1, 0.5, 0.4, 0.2, 1e3 - 0.5, 1.0], rel=1e-5)]


def test_the_boosted_gate_learns_what_no_single_number_shows() -> None:
    rng = np.random.default_rng(0)
    points = rng.uniform(-1, 1, (400, 2))
    is_seen = points[:, 0] * points[:, 1] > 0  # two opposite quarters
    far = [[1.0]] * 400
    rows = known(points.tolist(), is_seen.tolist(), [0] * 400, seen=far, unseen=far)
    score = boosted(15, 150, 0)(rows)
    assert score.numbers == 150 * 29
    fresh = rng.uniform(-1, 1, (300, 2))
    curve = roc(score(evidence(fresh, far[:300], far[:300])), fresh[:, 0] * fresh[:, 1] > 0)
    assert curve is not None and curve.auroc > 0.97


def test_log_odds_by_hand() -> None:
    # seen: .8 (.8 x .5 + .2 / 4) = .36; unseen: .2 (.2 x .9 + .8 / 10) = .052
    odds = log_odds(np.array([0.8]), np.array([0.5]), np.array([0.9]), 4, 10)
    assert odds.tolist() == pytest.approx([np.log(0.36 / 0.052)])


def test_a_sure_gate_leaves_its_expert_alone() -> None:
    sure = log_odds(np.array([1.0, 0.0]), np.array([0.4, 0.4]), np.array([0.9, 0.9]), 4, 10)
    assert sure[0] > 20 and sure[1] < -20


def test_probabilities_are_a_soft_maximum_over_the_words_there_are() -> None:
    hot = 3.0
    distances = np.array([[1.0, 1.0 + hot * np.log(2), np.inf]], np.float32)
    assert probabilities(distances, hot)[0].tolist() == pytest.approx([2 / 3, 1 / 3, 0])


def test_temperature_makes_the_first_word_as_likely_as_it_is_right() -> None:
    # always the same lead; 6 right and 2 wrong with the made-up mistake are odds of 2: lead / log 2
    lead = 5.0
    distances = np.tile(np.array([0.0, lead], np.float32), (8, 1))
    words = np.tile(np.array([0, 1], np.int32), (8, 1))
    hot = temperature(distances, words, np.array([0, 0, 0, 1] * 2))
    assert hot == pytest.approx(lead / np.log(2), rel=0.13)  # the next steps are 26 % apart


def test_temperature_of_an_expert_without_mistakes_stays_above_nil() -> None:
    distances = np.tile(np.array([0.0, 2.0], np.float32), (50, 1))
    words = np.tile(np.array([0, 1], np.int32), (50, 1))
    assert temperature(distances, words, np.zeros(50, np.int64)) == pytest.approx(2 / np.log(50), rel=0.13)
    # rows whose word is not among the kept ones have nothing to say
    unknown = np.where(np.arange(50) < 10, 0, 9)
    assert temperature(distances, words, unknown) == pytest.approx(2 / np.log(10), rel=0.13)


@pytest.mark.parametrize("flatter", [1.0, 3.0])
def test_cosmo_goes_by_how_sure_either_expert_is(flatter: float) -> None:
    rng = np.random.default_rng(0)
    is_seen = np.arange(200) % 2 == 0

    def rows(count: int) -> tuple[list[list[float]], list[list[float]]]:
        sure, unsure = rng.uniform(2, 4, count), rng.uniform(0, 1, count)
        flags = np.arange(count) % 2 == 0
        seen = [[1.0, 1.0 + (s if flag else u)] for s, u, flag in zip(sure, unsure, flags, strict=True)]
        unseen = [[1.0, 1.0 + (u if flag else s)] for s, u, flag in zip(sure, unsure, flags, strict=True)]
        return seen, unseen

    seen, unseen = rows(200)
    wrong = np.arange(200) % 7 == 0  # without mistakes an expert would be sure of everything
    truth = np.where(is_seen, 0, 10) + wrong
    learnt = known([[0.0]] * 200, is_seen.tolist(), truth.tolist(), seen=seen, unseen=unseen)
    fresh = evidence([[0.0]] * 50, *rows(50))
    assert cosmo(flatter)(learnt).numbers == 2 * TOP_K + 1 + 2
    curve = roc(cosmo(flatter)(learnt)(fresh), np.arange(50) % 2 == 0)
    assert curve is not None and curve.auroc == 1.0
