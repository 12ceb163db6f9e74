"""Thresholds chosen from X and X' against trying every one, and the confidence of members and of their vote."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ensemble_helpers import CLASSES, ensemble, latin, make_evidence, member, word_images
from ensemble_helpers import outcomes as some_outcomes
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.lexicon.lexicon import Lexicon
from core.model.confidence import CalibrationOutcomes, VoteCalibration
from core.model.ensemble import Member
from core.recognition.algorithms import NO_WORD, MemberEvidence, gated_vote, predict_per_member
from core.recognition.confidence import evidence_features, vote_confidence
from core.training.calibration import margin_candidates, objective_value, threshold_curve
from core.training.confidence_fitting import CalibrationRows, drop_true_word, fit_confidence, fit_vote_calibration
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import preset
from core.training.samples import Samples

row = st.tuples(st.integers(0, 6), st.booleans(), st.booleans(), st.booleans())
table = st.lists(row, min_size=2, max_size=40).filter(lambda rows: len({r[1] for r in rows}) == 2)
INFINITE = float("inf")


def columns(rows: list[tuple[int, bool, bool, bool]]) -> tuple[np.ndarray, ...]:
    return tuple(np.array(column) for column in zip(*rows, strict=True))


@given(table, st.sampled_from(["h", "A_b"]))
def test_curve_equals_counting_rows(rows: list[tuple[int, bool, bool, bool]], objective: str) -> None:
    scores, seen, if_seen, if_unseen = columns(rows)
    curve = threshold_curve(scores, seen, if_seen, if_unseen, np.arange(8), objective)
    values = []
    for place, thres in enumerate(curve.thresholds):
        right = [(s if score >= thres else u) for score, _, s, u in rows]
        # a seen word is right only when sought among the seen, an unseen one only among the unseen
        a_s = sum(r and score >= thres for r, (score, g, _, _) in zip(right, rows, strict=True) if g) / seen.sum()
        a_u = sum(r and score < thres for r, (score, g, _, _) in zip(right, rows, strict=True) if not g) / (~seen).sum()
        assert curve.A_s[place] == pytest.approx(a_s) and curve.A_u[place] == pytest.approx(a_u)
        both = 2 * a_s * a_u / (a_s + a_u) if a_s + a_u else 0.0
        values.append(both if objective == "h" else min(a_s, a_u))
    assert values[curve.best] == pytest.approx(max(values))
    assert (np.diff(curve.A_s) <= 0).all() and (np.diff(curve.A_u) >= 0).all()


def test_a_case_worked_by_hand() -> None:
    scores = np.array([5, 4, 1, 3, 0, 2])
    seen = np.array([True, True, True, False, False, False])
    right_if_seen = np.array([True, True, True, False, False, False])
    right_if_unseen = np.array([False, False, False, True, True, False])
    curve = threshold_curve(scores, seen, right_if_seen, right_if_unseen, np.arange(7))
    assert curve.A_s.tolist() == pytest.approx([1, 1, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 0])
    assert curve.A_u.tolist() == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 2 / 3])
    assert curve.threshold == 4
    by_least = threshold_curve(scores, seen, right_if_seen, right_if_unseen, np.arange(7), "A_b")
    assert by_least.threshold == 4


def test_the_middle_of_a_plateau_is_chosen() -> None:
    everything = np.ones(4, np.bool_)
    curve = threshold_curve(
        np.array([0, 2, 18, 20]), np.array([False, False, True, True]), everything, everything, np.arange(22)
    )
    assert (curve.A_s[3:19] == 1).all() and (curve.A_u[3:19] == 1).all()
    assert curve.threshold in (10, 11)


def test_the_middle_of_the_longer_of_two_plateaus_is_chosen() -> None:
    # h is 2/3 for thresholds 1..2 and 4..9; at 3 a seen word is lost and no unseen word is right yet
    scores = np.array([2, 9, 9, 0, 0, 0, 3, 9, 9])
    seen, right = np.arange(9) < 3, np.ones(9, np.bool_)
    curve = threshold_curve(scores, seen, right, right, np.arange(11))
    h = objective_value(curve.A_s, curve.A_u, "h")
    assert h[[1, 2, 4, 9]].tolist() == pytest.approx([2 / 3] * 4) and h[[0, 3, 10]].max() < 0.6
    assert curve.threshold == 7


def test_a_threshold_that_is_better_by_a_single_image_is_chosen() -> None:
    scores = np.array([9] * 200 + [0] * 199 + [5])
    right = np.ones(400, np.bool_)
    assert threshold_curve(scores, np.arange(400) < 200, right, right, np.arange(11)).threshold == 8


def test_a_threshold_is_chosen_even_if_nothing_is_right() -> None:
    wrong = np.zeros(4, np.bool_)
    curve = threshold_curve(np.arange(4), np.array([True, True, False, False]), wrong, wrong, np.arange(5))
    assert curve.threshold == 2 and not curve.A_s.any()
    assert objective_value(np.zeros(2), np.zeros(2), "h").tolist() == [0, 0]


def test_the_function_takes_calibration_rows_only() -> None:
    """The function has no place through which a test word could come in."""
    assert set(inspect.signature(threshold_curve).parameters) == {
        "scores",
        "is_seen",
        "right_if_seen",
        "right_if_unseen",
        "candidates",
        "objective",
    }


@pytest.mark.parametrize("seen", [[True, True], [False, False]])
def test_rows_of_seen_and_unseen_words_are_required(seen: list[bool]) -> None:
    with pytest.raises(ValueError, match="both seen and unseen"):
        yes = np.ones(2, np.bool_)
        threshold_curve(np.arange(2), np.array(seen), yes, yes, np.arange(3))


def test_an_unknown_objective_is_refused() -> None:
    yes = np.ones(2, np.bool_)
    with pytest.raises(ValueError, match="one of h, A_b"):
        threshold_curve(np.arange(2), np.array([True, False]), yes, yes, np.arange(3), "best")


@given(st.lists(st.floats(-1e5, 1e5, width=32), min_size=1, max_size=30))
def test_margin_candidates_separate_all_values(values: list[float]) -> None:
    margin = np.array(values, np.float32)
    cut = margin_candidates(margin)
    sides = {tuple(margin.astype(np.float64) >= c) for c in cut}
    assert len(sides) == len(cut) == len(set(values)) + 1


def test_margin_candidates_lie_in_the_middle_between_neighbours() -> None:
    assert margin_candidates(np.array([1.0, 0.0, 1.0, 4.0])).tolist() == pytest.approx([0, 0.5, 2.5, 4], abs=1e-5)


def test_the_true_word_is_removed_and_the_others_move_up() -> None:
    made = MemberEvidence(
        np.array([3, 1, 0], np.int32),
        np.array([[4, 7, 2], [4, 7, 2], [5, NO_WORD, NO_WORD]], np.int32),
        np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3], [0.1, INFINITE, INFINITE]], np.float32),
        np.array([[9, 8, 6], [9, 8, 6], [9, NO_WORD, NO_WORD]], np.int32),
        np.array([[0.4, 0.5, 0.6], [0.4, 0.5, 0.6], [0.7, INFINITE, INFINITE]], np.float32),
    )
    without = drop_true_word(made, np.array([7, 6, 5]))
    assert without.seen_words.tolist() == [[4, 2, NO_WORD], [4, 7, 2], [NO_WORD] * 3]
    assert without.unseen_words.tolist() == [[9, 8, 6], [9, 8, NO_WORD], [9, NO_WORD, NO_WORD]]
    np.testing.assert_allclose(without.seen_distances[0], [0.1, 0.3, INFINITE])
    assert np.isinf(without.seen_distances[2]).all()
    assert made.seen_words[0].tolist() == [4, 7, 2], "the original is unchanged"


def easy_evidence(n: int, seed: int) -> tuple[MemberEvidence, np.ndarray]:
    """Return evidence in which the true word is near (0.1) and the next word far (1.0), and the true words."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, n)
    words = np.stack([truth, truth + 5], axis=1).astype(np.int32)
    near = np.abs(rng.normal(0.1, 0.05, n))
    distances = np.stack([near, near + np.abs(rng.normal(1.0, 0.1, n))], axis=1).astype(np.float32)
    none = np.full((n, 2), NO_WORD, np.int32), np.full((n, 2), INFINITE, np.float32)
    return MemberEvidence(np.full(n, 6, np.int32), words, distances, *none), truth


def test_confidence_with_out_of_lexicon_rows_is_low_for_distant_words() -> None:
    evidence, truth = easy_evidence(400, 0)
    probability = {}
    for share in (0.0, 0.05):
        without = drop_true_word(evidence, truth) if share else None
        images = np.arange(400, dtype=np.uint64)
        rows = CalibrationRows(evidence, evidence.votes.astype(np.float32), without, truth, images)
        confidence, outcomes = fit_confidence(rows, 3, 6, share)
        assert len(outcomes.word) == (800 if share else 400)
        assert outcomes.out_of_lexicon.sum() == (400 if share else 0)
        assert outcomes.correct[:400].all() and not outcomes.correct[400:].any()
        new, its_words = easy_evidence(200, 1)
        missing = drop_true_word(new, its_words)
        probability[share] = [
            confidence.probability(evidence_features(one, predict_per_member(one, 3), 3, 6), np.ones(200, bool))
            for one in (new, missing)
        ]
    assert probability[0.0][1].mean() > 0.5, "without such rows it is high for any word"
    assert probability[0.05][1].mean() < 0.1 and probability[0.05][0].mean() > 0.95


def outcomes(*rows: tuple[int, int, float, float, bool], out_of_lexicon: bool = False) -> CalibrationOutcomes:
    """Return outcomes from rows (image, word, confidence, distance, correct)."""
    image, word, confidence, distance, correct = (np.array(column) for column in zip(*rows, strict=True))
    return CalibrationOutcomes(
        image.astype(np.uint64),
        word.astype(np.int32),
        confidence.astype(np.float32),
        distance.astype(np.float32),
        correct,
        np.full(len(rows), out_of_lexicon),
    )


def members_with(*outcomes: CalibrationOutcomes | None) -> list[Member]:
    return [replace(member([0, 1, 2, 4], k), outcomes=one) for k, one in enumerate(outcomes)]


def test_members_vote_on_images_that_several_were_not_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, np.ndarray] = {}

    def fit(mean: np.ndarray, correct: np.ndarray, weight: np.ndarray, images: int) -> VoteCalibration:
        seen.update(mean=mean, correct=correct, weight=weight, images=np.array(images))
        return VoteCalibration()

    monkeypatch.setattr(VoteCalibration, "fit", fit)
    fit_vote_calibration(
        members_with(
            outcomes((1, 5, 0.8, 0.1, True), (2, 6, 0.5, 0.4, False), (3, 7, 0.9, 0.1, True)),
            outcomes((1, 5, 0.6, 0.3, True), (2, 8, 0.7, 0.2, True)),
            outcomes((1, 9, 0.9, 0.0, False), (4, 7, 0.9, 0.1, True)),
        ),
        0.05,
    )
    # image 1: two of three predict 5, the nearest (9) is outvoted; image 2: a tie, 8 is nearer; 3 and 4: one voter each
    np.testing.assert_allclose(seen["mean"], [(0.8 + 0.6) / 3, 0.7 / 2], atol=1e-6)
    assert seen["correct"].tolist() == [True, True] and seen["weight"].tolist() == [1, 1] and seen["images"] == 2


def test_out_of_lexicon_rows_are_votes_of_their_own_weighted_by_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, np.ndarray] = {}
    monkeypatch.setattr(
        VoteCalibration,
        "fit",
        lambda mean, correct, weight, images: seen.update(weight=weight, correct=correct) or VoteCalibration(),
    )
    both = []
    for k in range(2):
        first, second = outcomes((1, 5, 0.8, 0.1, True)), outcomes((1, 6 + k, 0.2, 0.5, False), out_of_lexicon=True)
        columns = {n: np.concatenate([a, second.to_arrays()[n]]) for n, a in first.to_arrays().items()}
        both.append(CalibrationOutcomes.from_arrays(columns))
    fit_vote_calibration(members_with(*both), 0.2)
    assert sorted(seen["weight"].tolist()) == [0.25, 1.0] and seen["correct"][seen["weight"] == 1.0].all()


def test_one_member_or_an_older_one_keeps_the_mean() -> None:
    assert fit_vote_calibration(members_with(some_outcomes()), 0.05) == VoteCalibration()
    assert fit_vote_calibration(members_with(some_outcomes(), None), 0.05) == VoteCalibration()


def test_outcomes_are_stored_and_impossible_probabilities_refused() -> None:
    made = some_outcomes()
    again = CalibrationOutcomes.from_arrays(made.to_arrays())
    assert all(np.array_equal(a, again.to_arrays()[n]) for n, a in made.to_arrays().items())
    with pytest.raises(ModelFileError, match=r"outside 0\.\.1"):
        CalibrationOutcomes.from_arrays(made.to_arrays() | {"chance": np.full(16, 1.5, np.float32)})


def test_a_trained_ensemble_stores_its_outcomes_and_vote_calibration(tmp_path: Path) -> None:
    labels = np.arange(60) % len(CLASSES)
    samples = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    settings = preset("quick").changed(members=2, steps=4, gates=5, gate_epochs=1, ool_percent=10)
    job = TrainingJob(samples, Lexicon([*CLASSES, "gold", "hat"], latin()), latin(), settings, 0, "cpu")
    made = train_ensemble(job, tmp_path / "run", lambda event: None, lambda: False)
    hashes = set(samples.image_hashes().tolist())
    for one in made.members:
        assert one.outcomes is not None
        n = len(one.calibration.votes)
        assert len(one.outcomes.word) == 2 * n and set(one.outcomes.image.tolist()) <= hashes
        assert not set(one.outcomes.image.tolist()) & set(one.trained_on.tolist()), "none of them is a training image"
        assert not one.outcomes.correct[one.outcomes.out_of_lexicon].any()
    shared = set(made.members[0].outcomes.image.tolist()) & set(made.members[1].outcomes.image.tolist())  # type: ignore[union-attr]
    assert made.vote_calibration.images == len(shared) > 0


def test_the_vote_s_confidence_is_the_calibrated_mean() -> None:
    made = ensemble(2)
    evidence = [make_evidence([6, 0], [(0, 0.1), (1, 0.2)], [(6, 0.4), (7, 0.3)])] * 2
    predictions, result = gated_vote(evidence, [3, 3])
    plain = vote_confidence(
        replace(made, vote_calibration=VoteCalibration()), [3, 3], evidence, predictions, result.word
    )
    calibrated = vote_confidence(made, [3, 3], evidence, predictions, result.word)
    np.testing.assert_allclose(calibrated, VoteCalibration(1.25, 0.5, 40).probability(plain))


IMAGES = 240


def member_of_noise(folder: Path, classifier: str) -> Member:
    """Train one member on images whose words are drawn at random: no answer can be right but by luck or by heart."""
    rng = np.random.default_rng(1)
    words = [CLASSES[label] for label in rng.integers(0, len(CLASSES), IMAGES)]
    samples = Samples.of(word_images(rng.integers(0, 16, IMAGES), seed=2), words)
    small = preset("quick").changed(
        members=1, steps=2, gates=5, gate_epochs=1, t=0.3, classifier=classifier, ool_percent=0, cap=100
    )
    job = TrainingJob(samples, Lexicon(CLASSES, latin()), latin(), small, 0, "cpu")
    (member,) = train_ensemble(job, folder, lambda event: None, lambda: False).members
    return member


@pytest.mark.parametrize("classifier", ["rf", "lda"])
def test_no_classifier_is_calibrated_on_rows_it_was_trained_on(tmp_path: Path, classifier: str) -> None:
    member = member_of_noise(tmp_path, classifier)
    of_seen = member.calibration.right_if_seen[member.calibration.is_seen]
    # one of the five seen words is the true one
    assert len(of_seen) > 100 and of_seen.mean() < 0.4
    assert member.word_classifier is not None and member.word_classifier.kind == classifier
    assert member.outcomes is not None
    chosen_seen = member.calibration.votes[member.calibration.is_seen] >= member.thres
    confidence = member.outcomes.confidence[: len(of_seen)]
    assert not chosen_seen.any() or confidence[chosen_seen].mean() < 0.5
