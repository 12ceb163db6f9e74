"""Algorithms 6 (among seen words), 2 (each member) and 3 (vote) of the paper, on the evidence of the members M1^(k)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import AnswerKind

if TYPE_CHECKING:
    from core.model.word_classifiers import WordClassifier

NO_WORD = -1
"""Position of "no word" in the lexicon: the lexicon holds fewer words of that kind than are listed."""

FIRST_UNLISTED = 2**30
"""Numbers from here on stand for words that are in no lexicon (:func:`core.recognition.unlisted.unlisted_number`)."""


@dataclass(frozen=True, slots=True)
class SpelledEvidence:
    """A member's best spelling of each of N images that is not in the lexicon."""

    text: NDArray[np.object_]
    """[N] in NFC; "" where there is none."""
    word: NDArray[np.int32]
    """[N] the number that stands for ``text``; NO_WORD where there is none."""
    distance: NDArray[np.float32]
    """[N] comparable to the distances of words."""
    lead: NDArray[np.float32]
    """[N] how much farther the next spelling is."""
    probability: NDArray[np.float32]
    """[N] that the spelling is right rather than the best word of the list."""
    is_chosen: NDArray[np.bool_]
    """[N] True where the spelling is the member's answer: it holds that the word is in no list."""
    is_best: NDArray[np.bool_]
    """[N] True where no word of the list is spelled more likely."""

    def columns(self) -> tuple[NDArray[Any], ...]:
        """Return all columns in the order of the fields."""
        return self.text, self.word, self.distance, self.lead, self.probability, self.is_chosen, self.is_best


@dataclass(frozen=True, slots=True)
class MemberEvidence:
    """Everything member k finds on N images; its word at any ``thres`` follows without a network.

    Each list holds K words, best first, as positions in the lexicon (:data:`NO_WORD` and an infinite distance fill up).
    """

    votes: NDArray[np.int32]
    """[N] gate networks that vote "seen", 0..n_k."""
    seen_words: NDArray[np.int32]
    """[N, K] the word of Algorithm 6 (among seen words), then the nearest other words of W_s^(k)."""
    seen_distances: NDArray[np.float32]
    unseen_words: NDArray[np.int32]
    """[N, K] the nearest words that the member was not trained on."""
    unseen_distances: NDArray[np.float32]
    spelled: SpelledEvidence | None = None
    """The third answer; None for a member that has no rule for it."""

    @property
    def margin(self) -> NDArray[np.float32]:
        """[N] nearest unseen distance minus nearest seen distance; positive values are evidence for "seen"."""
        return self.unseen_distances[:, 0] - self.seen_distances.min(axis=1)

    def take(self, rows: NDArray[np.generic] | slice) -> MemberEvidence:
        """Return the evidence on some of the images."""
        votes, seen, seen_distances, unseen, unseen_distances = (column[rows] for column in self._columns())
        spelled = self.spelled and SpelledEvidence(*(column[rows] for column in self.spelled.columns()))
        return MemberEvidence(votes, seen, seen_distances, unseen, unseen_distances, spelled)

    @classmethod
    def concatenate(cls, parts: Sequence[MemberEvidence]) -> MemberEvidence:
        """Join the evidence of one member on several blocks of images."""
        votes, seen, seen_distances, unseen, unseen_distances = map(
            np.concatenate, zip(*(part._columns() for part in parts), strict=True)
        )
        columns = [part.spelled.columns() for part in parts if part.spelled is not None]
        spelled = SpelledEvidence(*map(np.concatenate, zip(*columns, strict=True))) if columns else None
        return cls(votes, seen, seen_distances, unseen, unseen_distances, spelled)

    def _columns(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        return self.votes, self.seen_words, self.seen_distances, self.unseen_words, self.unseen_distances


@dataclass(frozen=True, slots=True)
class MemberPrediction:
    """The output of Algorithm 2 (each member) for one member on N images."""

    word: NDArray[np.int32]
    """[N] positions in the lexicon; NO_WORD only where the lexicon is empty."""
    distance: NDArray[np.float32]
    """[N] distance ||e(word) - F[k]|| (in the learner's metric)."""
    seen: NDArray[np.bool_]
    """[N] whether the word was searched for among the seen words W_s^(k)."""
    unlisted: NDArray[np.bool_] | None = None
    """[N] True where the member holds that the word is in no list; None: nowhere. ``seen`` is False there."""

    @property
    def kind(self) -> NDArray[np.int64]:
        """[N] the :class:`AnswerKind` of each word."""
        kind = np.where(self.seen, AnswerKind.SEEN, AnswerKind.UNSEEN)
        return kind if self.unlisted is None else np.where(self.unlisted, AnswerKind.UNLISTED, kind)


@dataclass(frozen=True, slots=True)
class VoteResult:
    """The output of Algorithm 3 (the vote) on N images."""

    word: NDArray[np.int32]
    votes: NDArray[np.int32]
    """[N] members that predict the word, 1..L."""
    distance: NDArray[np.float32]
    """[N] least distance of a member that predicts the word."""
    tied: NDArray[np.bool_]
    """[N] whether another word has as many votes, so that the distance decided."""

    def replaced(self, rows: NDArray[np.bool_], other: VoteResult) -> VoteResult:
        """Return the result with that of ``other`` in the ``rows`` [N] that are True."""
        return VoteResult(
            np.where(rows, other.word, self.word).astype(np.int32),
            np.where(rows, other.votes, self.votes).astype(np.int32),
            np.where(rows, other.distance, self.distance).astype(np.float32),
            np.where(rows, other.tied, self.tied),
        )


def predict_among_seen(
    classifier: WordClassifier | None,
    points: NDArray[np.float32],
    nearest: NDArray[np.int32],
    positions: NDArray[np.int64],
) -> NDArray[np.int32]:
    """Algorithm 6 (among seen words): predict the word of N feature vectors among the seen words W_s^(k).

    Return lexicon positions [N]: the classifier's choice (random forest, logistic regression, LDA) on the projected
    ``points`` [N, D], or ``nearest`` [N] where there is no classifier or its choice is no longer in the lexicon.
    ``positions`` [C] are the lexicon positions of the classifier's classes, NO_WORD for a word that was removed.
    """
    if classifier is None:
        return nearest
    classes, _ = classifier.predict(points)
    chosen = positions[classes]
    return np.where(chosen == NO_WORD, nearest, chosen).astype(np.int32)


def predict_per_member(evidence: MemberEvidence, thres: float) -> MemberPrediction:
    """Algorithm 2 (the word of a member), lines 3 to 7: take a seen word if at least ``thres`` gates vote "seen"."""
    return predict_on_side(evidence, evidence.votes >= thres)


def predict_by_margin(evidence: MemberEvidence, offset: float) -> MemberPrediction:
    """Predict by calibrated stacking (Chao et al., ECCV 2016): "seen" if the margin is at least ``offset``.

    An offset of 0 takes the nearest word of all: no gate.
    """
    return predict_on_side(evidence, evidence.margin >= offset)


def predict_on_side(evidence: MemberEvidence, is_seen: NDArray[np.bool_]) -> MemberPrediction:
    """Predict the word of each image on the side given by ``is_seen`` [N].

    If the lexicon holds no word on that side the other side is taken, and stands in the result's ``seen``.
    """
    seen = np.where(evidence.unseen_words[:, 0] == NO_WORD, True, is_seen)
    seen = np.where(evidence.seen_words[:, 0] == NO_WORD, False, seen)
    word = np.where(seen, evidence.seen_words[:, 0], evidence.unseen_words[:, 0])
    distance = np.where(seen, evidence.seen_distances[:, 0], evidence.unseen_distances[:, 0])
    return MemberPrediction(word.astype(np.int32), distance.astype(np.float32), seen)


def combine_predictions(predictions: Sequence[MemberPrediction]) -> VoteResult:
    """Algorithm 3 (the vote): the most frequent word of L members; ties go to the least distance ||e(c) - F[l]||."""
    return combine_words(
        np.stack([prediction.word for prediction in predictions]),
        np.stack([prediction.distance for prediction in predictions]),
    )


def combine_words(words: NDArray[np.int32], distances: NDArray[np.floating[Any]]) -> VoteResult:
    """Algorithm 3 (the vote) on arrays: ``words`` [L, N] and their ``distances`` [L, N].

    Members are compared pair by pair, which needs no array of [N, L, L].
    """
    counts = np.ones(words.shape, np.int8 if len(words) < 128 else np.int32)
    for k in range(len(words)):
        for other in range(k + 1, len(words)):
            same = words[k] == words[other]
            counts[k] += same
            counts[other] += same
    votes = counts.max(axis=0)
    leading = counts == votes
    candidates = np.where(leading, distances, np.inf)
    winner = candidates.argmin(axis=0)
    columns = np.arange(words.shape[1])
    word = words[winner, columns]
    return VoteResult(
        word.astype(np.int32),
        votes.astype(np.int32),
        candidates[winner, columns].astype(np.float32),
        (leading & (words != word)).any(axis=0),
    )


def predict_unlisted(evidence: MemberEvidence, listed: MemberPrediction) -> MemberPrediction:
    """Return the member's prediction ``listed``, with its spelling where it holds that the word is in no list."""
    spelled = evidence.spelled
    if spelled is None:
        return listed
    chosen = spelled.is_chosen
    return MemberPrediction(
        np.where(chosen, spelled.word, listed.word).astype(np.int32),
        np.where(chosen, spelled.distance, listed.distance).astype(np.float32),
        listed.seen & ~chosen,
        chosen,
    )


def gated_vote(evidence: Sequence[MemberEvidence], thres: Sequence[float]) -> tuple[list[MemberPrediction], VoteResult]:
    """Apply Algorithms 2 (each member), at the members' thresholds, and 3 (vote), with the third answer.

    A word that is in no list wins if more than half of the members spell it; otherwise the members' words of the list
    are put to the vote.
    """
    listed = [predict_per_member(found, limit) for found, limit in zip(evidence, thres, strict=True)]
    predictions = [predict_unlisted(found, answer) for found, answer in zip(evidence, listed, strict=True)]
    return predictions, prefer_majority(combine_predictions(listed), predictions)


def prefer_majority(result: VoteResult, predictions: Sequence[MemberPrediction]) -> VoteResult:
    """Return the vote with the words that are in no list where more than half of the members predict the same one."""
    if all(answer.unlisted is None for answer in predictions):
        return result
    count = len(predictions)
    # a member that predicts a word of the list abstains: a number of its own at infinite distance never wins
    words = [
        np.where(answer.kind == AnswerKind.UNLISTED, answer.word, NO_WORD - 1 - k)
        for k, answer in enumerate(predictions)
    ]
    distances = [np.where(answer.kind == AnswerKind.UNLISTED, answer.distance, np.inf) for answer in predictions]
    unlisted = combine_words(np.stack(words), np.stack(distances))
    return result.replaced((unlisted.word >= FIRST_UNLISTED) & is_majority(unlisted.votes, count), unlisted)


def is_majority(votes: Any, members: int) -> Any:
    """Return whether ``votes`` (one number or [N]) are a majority of the ``members``.

    A word that is in no list needs a majority, because a single spelling is too often wrong.
    """
    return 2 * votes > members


def word_texts(result: VoteResult, evidence: Sequence[MemberEvidence], words: Sequence[str]) -> list[str]:
    """Return the text of every vote [N]; ``words`` are those of the lexicon. "" for NO_WORD."""
    spelled = [found.spelled for found in evidence if found.spelled is not None]

    def text(row: int, word: int) -> str:
        if word >= FIRST_UNLISTED:
            return next(str(spelling.text[row]) for spelling in spelled if spelling.word[row] == word)
        return words[word] if word != NO_WORD else ""

    return [text(row, word) for row, word in enumerate(result.word.tolist())]


def rank_words(words: Sequence[str], distances: Sequence[float]) -> list[tuple[str, int, float]]:
    """Rank the words of L members on one image as the vote does: (word, votes, least distance), winner first.

    The vote is repeated without the words that are ranked already.
    """
    numbers = {word: number for number, word in enumerate(sorted(set(words)))}
    names = list(numbers)
    # equal distances: the first in the alphabet wins, whichever member predicted it
    order = sorted(range(len(words)), key=lambda k: numbers[words[k]])
    left = np.array([[numbers[words[k]]] for k in order], np.int32).reshape(-1, 1)
    reach = np.array([[distances[k]] for k in order], np.float64).reshape(-1, 1)
    ranked = []
    while len(left):
        winner = combine_words(left, reach)
        number = int(winner.word[0])
        same = left[:, 0] == number
        ranked.append((names[number], int(winner.votes[0]), float(reach[same].min())))
        left, reach = left[~same], reach[~same]
    return ranked
