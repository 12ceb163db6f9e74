"""The candidates that the words of a line offer to context, from all members, each with a cost.

The cost of a candidate is the negative logarithm of the share it gets in a conditional logit model (D. McFadden,
"Conditional Logit Analysis of Qualitative Choice Behavior", 1974) with four features: how much farther than each
member's own word it is, whether the members' gates chose the other side, whether members list it at all, and how many
members answer with it. Distances of different learners have different units; the model's coefficients make them
comparable to logarithms of probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.language import tr
from core.recognition.algorithms import NO_WORD, MemberEvidence, MemberPrediction
from core.recognition.line_readings import Offer
from core.recognition.vote_details import STORED_WORDS, MemberVote, count_predictions, is_unlisted

MAX_OFFERED = 9
"""Candidates of a word that are offered to its line."""

FEATURES = 4


@dataclass(frozen=True, slots=True)
class MemberList:
    """A member's nearest words of one image as (word, distance): those of the side that its gates chose, and others.

    The first word of the chosen side is the member's own.
    """

    chosen: Sequence[tuple[str, float]]
    other: Sequence[tuple[str, float]]

    @classmethod
    def of_vote(cls, vote: MemberVote) -> MemberList:
        """Return the list in a stored vote."""
        other = vote.unseen_words if vote.seen else vote.seen_words
        return MemberList(*([(choice.word, choice.distance) for choice in side] for side in (vote.choices, other)))


@dataclass(frozen=True, slots=True)
class CandidateTable:
    """A member's lists on N images: first :data:`STORED_WORDS` words of the side its gates chose, then of the other."""

    words: NDArray[np.int32]
    """[N, 2 * STORED_WORDS] positions in the lexicon; NO_WORD for none."""
    distances: NDArray[np.float32]

    @classmethod
    def of_evidence(cls, evidence: MemberEvidence, listed: MemberPrediction) -> CandidateTable:
        """Return the lists of the evidence; ``listed`` is the member's prediction among the words of the lexicon."""
        seen = listed.seen[:, None]
        pairs = ((evidence.seen_words, evidence.unseen_words), (evidence.seen_distances, evidence.unseen_distances))
        words, distances = (
            np.column_stack([_first(np.where(seen, s, u)), _first(np.where(seen, u, s))])
            for s, u in ((_padded(s), _padded(u)) for s, u in pairs)
        )
        return cls(words.astype(np.int32), distances.astype(np.float32))

    def row(self, row: int, names: Sequence[str]) -> MemberList:
        """Return the list of one image; ``names`` are the words of the lexicon."""
        pairs = list(zip(self.words[row].tolist(), self.distances[row].tolist(), strict=True))
        sides = pairs[:STORED_WORDS], pairs[STORED_WORDS:]
        return MemberList(*([(names[word], far) for word, far in side if word != NO_WORD] for side in sides))


@dataclass(frozen=True, slots=True)
class CandidateCosts:
    """The coefficients of the features, at least 0; distances count up to ``cap``."""

    weights: tuple[float, ...]
    """[FEATURES]"""
    cap: float
    growth: float = 0.0
    """L members are surer than one: costs grow by L ** growth."""

    def offer(self, lists: Sequence[MemberList], winner: str) -> Offer:
        """Return what an image offers to its line: the vote's ``winner`` first, then the others by cost.

        The winner has the least cost: without context the vote stands.
        """
        words, features = candidate_features(lists, winner, self.cap)
        a, b, c, d = (weight * max(1, len(lists)) ** self.growth for weight in self.weights)
        costs = [a * far + b * other + c * absent + d * without for far, other, absent, without in features]
        lowest = costs[0] = min(costs)
        order = [0, *sorted(range(1, len(costs)), key=costs.__getitem__)[: MAX_OFFERED - 1]]
        return Offer(tuple(words[i] for i in order), tuple(costs[i] - lowest for i in order))

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as they are stored in a model's card."""
        return {"weights": list(self.weights), "cap": self.cap, "growth": self.growth}

    @classmethod
    def from_json(cls, data: Any) -> CandidateCosts:
        """Rebuild from :meth:`to_json`. Raises ModelFileError."""
        try:
            weights = tuple(float(weight) for weight in data["weights"])
            costs = cls(weights, float(data["cap"]), float(data["growth"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFileError(tr("invalid costs of candidates ({error})", error=error)) from error
        if len(costs.weights) != FEATURES or not all(
            0 <= number < 1e9 for number in (*costs.weights, costs.cap, costs.growth)
        ):
            raise ModelFileError(tr("costs of candidates out of range"))
        return costs


def candidate_features(
    lists: Sequence[MemberList], winner: str, cap: float
) -> tuple[list[str], list[tuple[float, float, float, float]]]:
    """Return the m candidates of an image, ``winner`` first, and their features [m][FEATURES], means over the members.

    Plain Python: for some twenty candidates it takes a fraction of the time of arrays.
    """
    numbers: dict[str, int] = {winner: 0}
    for member in lists:
        for word, _ in (*member.chosen, *member.other):
            numbers.setdefault(word, len(numbers))
    far, other, listed, answers = ([0.0] * len(numbers) for _ in range(FEATURES))
    all_far = 0.0
    for member in lists:
        pairs = (*member.chosen, *member.other)
        own = pairs[0][1] if pairs else 0.0
        excess = [min(cap, max(0.0, distance - own)) for _, distance in pairs]
        # a word that the member does not list is farther than all that it does
        last = max(excess, default=cap)
        all_far += last
        for place, ((word, _), distance) in enumerate(zip(pairs, excess, strict=True)):
            number = numbers[word]
            far[number] += distance - last
            other[number] += place >= len(member.chosen)
            listed[number] += 1
            answers[number] += place == 0
    count = max(1, len(lists))
    features = [
        ((all_far + more) / count, side / count, 1 - known / count, 1 - given / count)
        for more, side, known, given in zip(far, other, listed, answers, strict=True)
    ]
    return list(numbers), features


def offer_of_votes(costs: CandidateCosts, votes: Sequence[MemberVote]) -> Offer:
    """Return what the stored votes on an image offer to its line: a word in no list stands as the vote has it."""
    counted = count_predictions(votes)
    if not counted:
        return Offer()
    winner = counted[0][0]
    if is_unlisted(votes):
        return Offer.known(winner)
    return costs.offer([MemberList.of_vote(vote) for vote in votes], winner)


def changed_by_line(text: str, votes: Sequence[MemberVote]) -> bool:
    """Return whether a prediction ``text`` is another word than the stored votes have chosen: its line changed it."""
    counted = count_predictions(votes)
    return bool(counted) and counted[0][0] != text


def _padded(columns: NDArray[Any]) -> NDArray[Any]:
    """Return [N, at least STORED_WORDS]."""
    missing = STORED_WORDS - columns.shape[1]
    if missing <= 0:
        return columns
    fill = NO_WORD if columns.dtype.kind == "i" else np.inf
    return np.pad(columns, ((0, 0), (0, missing)), constant_values=fill)


def _first(columns: NDArray[Any]) -> NDArray[Any]:
    return columns[:, :STORED_WORDS]
