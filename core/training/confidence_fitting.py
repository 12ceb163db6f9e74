"""Fit the confidence of members and of their vote on X and X', including answers to out-of-lexicon words.

All words of X and X' are in the lexicon; a confidence fitted on them alone would be far too high for words that are in
no lexicon. So each image has a second row with its word removed from the lexicon, where every answer is wrong, weighted
by the expected out-of-lexicon rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import AnswerKind, CalibrationOutcomes, Confidence, VoteCalibration
from core.model.ensemble import Member
from core.recognition.algorithms import NO_WORD, MemberEvidence, combine_words, predict_on_side, predict_unlisted
from core.recognition.candidate_costs import CandidateTable
from core.recognition.confidence import evidence_features

_NO_DISTANCE = 1e6
"""Stands for an infinite distance, where the lexicon holds no word."""


@dataclass(frozen=True, slots=True)
class CalibrationRows:
    """A member's evidence on the n images of X and X'."""

    evidence: MemberEvidence
    votes: NDArray[np.float32]
    """[n] out-of-bag votes."""
    out_of_lexicon: MemberEvidence | None
    """The evidence with each image's word removed from the lexicon (:func:`drop_true_word`); None: not modelled."""
    truth: NDArray[np.int64]
    """[n] lexicon positions."""
    images: NDArray[np.uint64]
    """[n] digests of the images."""
    ool_rows: NDArray[np.int64] | None = None
    """[m] the images that ``out_of_lexicon`` is about; None: all of them, in order."""
    ool_words: NDArray[np.int32] | None = None
    """[m] the numbers that stand for their true words (:func:`core.recognition.unlisted.unlisted_number`); None: no
    word that is in no list is ever answered."""


def drop_true_word(evidence: MemberEvidence, truth: NDArray[np.int64]) -> MemberEvidence:
    """Return the evidence as if the lexicon did not hold each image's word ``truth`` [N]; the votes stay."""
    return MemberEvidence(
        evidence.votes,
        *_drop(evidence.seen_words, evidence.seen_distances, truth),
        *_drop(evidence.unseen_words, evidence.unseen_distances, truth),
    )


def fit_confidence(
    rows: CalibrationRows, thres: int, gates: int, ool_rate: float
) -> tuple[Confidence, CalibrationOutcomes]:
    """Fit a member's confidence at ``thres`` of ``gates`` votes; return it with the rows it was fitted on.

    ``ool_rate`` (0 to under 1) is the expected share of out-of-lexicon words.
    """
    listed = predict_on_side(rows.evidence, rows.votes >= thres)
    prediction = predict_unlisted(rows.evidence, listed)
    candidates = CandidateTable.of_evidence(rows.evidence, listed)
    features = evidence_features(replace(rows.evidence, votes=rows.votes.astype(np.int32)), prediction, thres, gates)
    kind, correct = prediction.kind, prediction.word == rows.truth
    word, distance, images = prediction.word, prediction.distance, rows.images
    if rows.out_of_lexicon is not None:
        without = rows.out_of_lexicon
        answer = predict_unlisted(without, predict_on_side(without, without.votes >= thres))
        features = np.vstack([features, evidence_features(without, answer, thres, gates)])
        is_right = np.zeros(len(answer.word), np.bool_) if rows.ool_words is None else answer.word == rows.ool_words
        kind, correct = np.append(kind, answer.kind), np.append(correct, is_right)
        word, distance = np.append(word, answer.word), np.append(distance, answer.distance)
        images = np.append(images, images if rows.ool_rows is None else images[rows.ool_rows])
    is_ool = np.arange(len(kind)) >= len(rows.truth)
    kinds = len(AnswerKind) - (rows.ool_words is None)
    confidence = Confidence.fit(features, kind, correct, _weight(is_ool, ool_rate), kinds)
    outcomes = CalibrationOutcomes(
        images,
        word.astype(np.int32),
        confidence.probability(features, kind).astype(np.float32),
        np.nan_to_num(distance, posinf=_NO_DISTANCE).astype(np.float32),
        correct,
        is_ool,
        candidates.words,
        np.nan_to_num(candidates.distances, posinf=_NO_DISTANCE).astype(np.float32),
    )
    return confidence, outcomes


def fit_vote_calibration(members: Sequence[Member], ool_rate: float) -> VoteCalibration:
    """Fit the confidence of the vote on the images that at least two members were not trained on.

    Those members vote by Algorithm 3 (the vote). Members without stored outcomes (older models) give the default: the
    mean of the members' confidences.
    """
    outcomes = [member.outcomes for member in members if member.outcomes is not None]
    if len(outcomes) < len(members) or len(outcomes) < 2:
        return VoteCalibration()
    keys, row = np.unique(np.concatenate([_keys(outcome) for outcome in outcomes]), return_inverse=True)
    # all members' outcomes side by side, one image (with or without its word) a row
    shape = len(keys), len(outcomes)
    # a member that was trained on the image abstains: a word of its own at infinite distance never wins
    word = np.tile(np.arange(NO_WORD - len(outcomes), NO_WORD, dtype=np.int32), (len(keys), 1))
    distance, confidence = np.full(shape, np.inf, np.float32), np.zeros(shape)
    votes, correct, is_ool = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_), np.zeros(len(keys), np.bool_)
    ends = np.cumsum([len(outcome.word) for outcome in outcomes])
    for k, (rows, outcome) in enumerate(zip(np.split(row, ends[:-1]), outcomes, strict=True)):
        word[rows, k], distance[rows, k], confidence[rows, k] = outcome.word, outcome.distance, outcome.confidence
        votes[rows, k], correct[rows, k], is_ool[rows] = True, outcome.correct, outcome.out_of_lexicon
    several = votes.sum(axis=1) >= 2
    word, confidence, is_ool = word[several], confidence[several], is_ool[several]
    agree = word == combine_words(word.T, distance[several].T).word[:, None]
    mean = (agree * confidence).sum(axis=1) / votes[several].sum(axis=1)
    is_right = (agree & correct[several]).any(axis=1)
    return VoteCalibration.fit(mean, is_right, _weight(is_ool, ool_rate), int((~is_ool).sum()))


def _keys(outcomes: CalibrationOutcomes) -> NDArray[np.uint64]:
    """Return a key for each row; the highest bit distinguishes an image's out-of-lexicon row from its first one."""
    flag = np.where(outcomes.out_of_lexicon, np.uint64(1 << 63), np.uint64(0))
    return np.asarray(outcomes.image ^ flag, np.uint64)


def _weight(is_ool: NDArray[np.bool_], ool_rate: float) -> NDArray[np.float64]:
    """Return weights [n] that make out-of-lexicon rows count as ``ool_rate`` of all."""
    others = (~is_ool).sum() / max(1, is_ool.sum())
    return np.where(is_ool, others * ool_rate / (1 - ool_rate), 1.0)


def _drop(
    words: NDArray[np.int32], distances: NDArray[np.float32], truth: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return lists [N, K] without each row's true word: later words move up and the last entry is empty."""
    hit = words == truth[:, None]
    after = np.cumsum(hit, axis=1) > 0
    column = np.arange(words.shape[1])[None, :] + after
    padded_words = np.column_stack([words, np.full(len(words), NO_WORD, np.int32)])
    padded_distances = np.column_stack([distances, np.full(len(words), np.inf, np.float32)])
    return np.take_along_axis(padded_words, column, axis=1), np.take_along_axis(padded_distances, column, axis=1)
