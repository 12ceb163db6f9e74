"""A confidence that has met words the lexicon lacks, and the vote of members on images they had not learnt from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ensemble_helpers import CLASSES, ensemble, latin, member, pictures, readings
from ensemble_helpers import trials as some_trials

from core.errors import ModelFileError
from core.lexicon.lexicon import Lexicon
from core.model.calibration_outcomes import CalibrationOutcomes
from core.model.ensemble import Member
from core.model.vote_calibration import VoteCalibration
from core.recognition.confidence import confidences, evidence_features
from core.recognition.member import NO_WORD, MemberEvidence
from core.recognition.vote import decide, gated_vote
from core.training.confidence_fitting import drop_true_word, fit_confidence, fit_vote_calibration
from core.training.presets import preset
from core.training.run import TrainingJob, train_ensemble
from core.training.samples import Samples

FAR = float("inf")


def test_the_word_is_taken_out_and_the_others_move_up() -> None:
    made = MemberEvidence(
        np.array([3, 1, 0], np.int32),
        np.array([[4, 7, 2], [4, 7, 2], [5, NO_WORD, NO_WORD]], np.int32),
        np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3], [0.1, FAR, FAR]], np.float32),
        np.array([[9, 8, 6], [9, 8, 6], [9, NO_WORD, NO_WORD]], np.int32),
        np.array([[0.4, 0.5, 0.6], [0.4, 0.5, 0.6], [0.7, FAR, FAR]], np.float32),
    )
    without = drop_true_word(made, np.array([7, 6, 5]))
    assert without.seen_words.tolist() == [[4, 2, NO_WORD], [4, 7, 2], [NO_WORD] * 3]
    assert without.unseen_words.tolist() == [[9, 8, 6], [9, 8, NO_WORD], [9, NO_WORD, NO_WORD]]
    np.testing.assert_allclose(without.seen_distances[0], [0.1, 0.3, FAR])
    assert np.isinf(without.seen_distances[2]).all()
    assert made.seen_words[0].tolist() == [4, 7, 2], "what was read stays as it is"


def evidence(n: int, seed: int) -> tuple[MemberEvidence, np.ndarray]:
    """Images whose word lies near (0.1) and is read rightly, the next word far away (1.0)."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, n)
    words = np.stack([truth, truth + 5], axis=1).astype(np.int32)
    near = np.abs(rng.normal(0.1, 0.05, n))
    distances = np.stack([near, near + np.abs(rng.normal(1.0, 0.1, n))], axis=1).astype(np.float32)
    none = np.full((n, 2), NO_WORD, np.int32), np.full((n, 2), FAR, np.float32)
    return MemberEvidence(np.full(n, 6, np.int32), words, distances, *none), truth


def test_a_confidence_that_met_lacking_words_mistrusts_what_lies_far_away() -> None:
    read, truth = evidence(400, 0)
    chance = {}
    for share in (0.0, 0.05):
        confidence, trials = fit_confidence(
            read,
            drop_true_word(read, truth) if share else None,
            read.votes.astype(np.float32),
            thres=3,
            gates=6,
            truth=truth,
            images=np.arange(400, dtype=np.uint64),
            share=share,
        )
        assert len(trials.word) == (800 if share else 400) and trials.lacking.sum() == (400 if share else 0)
        assert trials.right[:400].all() and not trials.right[400:].any()
        new, its = evidence(200, 1)
        lost = drop_true_word(new, its)
        chance[share] = [
            confidence.probability(evidence_features(one, decide(one, one.votes >= 3), 3, 6), np.ones(200, bool))
            for one in (new, lost)
        ]
    assert chance[0.0][1].mean() > 0.5, "never having met one it is sure of any word"
    assert chance[0.05][1].mean() < 0.1 and chance[0.05][0].mean() > 0.95


def answers(*rows: tuple[int, int, float, float, bool], lacking: bool = False) -> CalibrationOutcomes:
    """Rows (image, word, chance, distance, right)."""
    image, word, chance, distance, right = (np.array(column) for column in zip(*rows, strict=True))
    return CalibrationOutcomes(
        image.astype(np.uint64),
        word.astype(np.int32),
        chance.astype(np.float32),
        distance.astype(np.float32),
        right,
        np.full(len(rows), lacking),
    )


def voters(*trials: CalibrationOutcomes | None) -> list[Member]:
    return [replace(member([0, 1, 2, 4], k), trials=one) for k, one in enumerate(trials)]


def test_members_vote_where_several_had_not_learnt_from_an_image(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, np.ndarray] = {}

    def fit(mean: np.ndarray, right: np.ndarray, weight: np.ndarray, images: int) -> VoteCalibration:
        seen.update(mean=mean, right=right, weight=weight, images=np.array(images))
        return VoteCalibration()

    monkeypatch.setattr(VoteCalibration, "fit", fit)
    fit_vote_calibration(
        voters(
            answers((1, 5, 0.8, 0.1, True), (2, 6, 0.5, 0.4, False), (3, 7, 0.9, 0.1, True)),
            answers((1, 5, 0.6, 0.3, True), (2, 8, 0.7, 0.2, True)),
            answers((1, 9, 0.9, 0.0, False), (4, 7, 0.9, 0.1, True)),
        ),
        0.05,
    )
    # image 1: two of three say 5, the nearest (9) is outvoted; image 2: a tie, 8 is nearer; 3 and 4: one voter each
    np.testing.assert_allclose(seen["mean"], [(0.8 + 0.6) / 3, 0.7 / 2], atol=1e-6)
    assert seen["right"].tolist() == [True, True] and seen["weight"].tolist() == [1, 1] and seen["images"] == 2


def test_second_trials_are_votes_of_their_own_and_count_as_words_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, np.ndarray] = {}
    monkeypatch.setattr(
        VoteCalibration,
        "fit",
        lambda mean, right, weight, images: seen.update(weight=weight, right=right) or VoteCalibration(),
    )
    both = []
    for k in range(2):
        first, second = answers((1, 5, 0.8, 0.1, True)), answers((1, 6 + k, 0.2, 0.5, False), lacking=True)
        columns = {n: np.concatenate([a, second.to_arrays()[n]]) for n, a in first.to_arrays().items()}
        both.append(CalibrationOutcomes(**columns))
    fit_vote_calibration(voters(*both), 0.2)
    assert sorted(seen["weight"].tolist()) == [0.25, 1.0] and seen["right"][seen["weight"] == 1.0].all()


def test_one_member_or_one_from_before_leaves_the_mean_alone() -> None:
    assert fit_vote_calibration(voters(some_trials()), 0.05) == VoteCalibration()
    assert fit_vote_calibration(voters(some_trials(), None), 0.05) == VoteCalibration()


def test_arrays_come_back_and_odd_probabilities_are_refused() -> None:
    made = some_trials()
    again = CalibrationOutcomes.from_arrays(made.to_arrays())
    assert all(np.array_equal(a, again.to_arrays()[n]) for n, a in made.to_arrays().items())
    with pytest.raises(ModelFileError, match=r"outside 0\.\.1"):
        CalibrationOutcomes.from_arrays(made.to_arrays() | {"chance": np.full(16, 1.5, np.float32)})


def test_a_trained_ensemble_keeps_its_trials_and_what_the_vote_made_of_them(tmp_path: Path) -> None:
    labels = np.arange(60) % len(CLASSES)
    samples = Samples.of(pictures(labels), [CLASSES[label] for label in labels])
    settings = preset("quick").changed(members=2, steps=4, gates=5, gate_epochs=1, lacking=10)
    job = TrainingJob(samples, Lexicon([*CLASSES, "gold", "hat"], latin()), latin(), settings, 0, "cpu")
    made = train_ensemble(job, tmp_path / "run", lambda event: None, lambda: False)
    hashes = set(samples.image_hashes().tolist())
    for one in made.members:
        assert one.trials is not None
        n = len(one.calibration.votes)
        assert len(one.trials.word) == 2 * n and set(one.trials.image.tolist()) <= hashes
        assert not set(one.trials.image.tolist()) & set(one.trained_on.tolist()), "none of them was learnt from"
        assert not one.trials.right[one.trials.lacking].any()
    shared = set(made.members[0].trials.image.tolist()) & set(made.members[1].trials.image.tolist())  # type: ignore[union-attr]
    assert made.agreement.images == len(shared) > 0


def test_the_vote_tells_more_than_the_mean_of_its_members() -> None:
    made = ensemble(2)
    read = [readings([6, 0], [(0, 0.1), (1, 0.2)], [(6, 0.4), (7, 0.3)])] * 2
    verdicts, final = gated_vote(read, [3, 3])
    plain = confidences(replace(made, agreement=VoteCalibration()), [3, 3], read, verdicts, final.word)
    told = confidences(made, [3, 3], read, verdicts, final.word)
    np.testing.assert_allclose(told, VoteCalibration(1.25, 0.5, 40).probability(plain))
