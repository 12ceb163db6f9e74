"""The candidates for a word that is read together with its line, from all members and the line, each with a cost.

The cost of a candidate is the negative logarithm of the share it gets in a conditional logit model (D. McFadden,
"Conditional Logit Analysis of Qualitative Choice Behavior", 1974) of seven features. Four are of the members: how much
farther than each member's own word it is, whether the members' gates chose the other side, whether members list it at
all, and how many members answer with it. Three are of the line's reading (:mod:`core.recognition.line_voice`): the cost
of its letters, how rare the word is, and how familiar the line reader is with its letters. Distances of different
learners have different units; the model's coefficients make them comparable to logarithms of probabilities.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.model.reading_weights import ReadingWeights
from core.recognition.algorithms import NO_WORD, MemberEvidence, MemberPrediction
from core.recognition.vote_details import STORED_WORDS, MemberVote, count_predictions
from core.recognition.word_model import MARKS

MAX_RANKED = 9
"""Candidates of a word that share its probability."""

FEATURES = 7
OF_MEMBERS = 4
"""The first features are the members', the others those of the line's reading."""

MOST_COST = 40.0
"""Differences of costs in the line's reading, and of rarity, count up to this."""

LEAST_SHARE = 1e-4
"""The share of a reading among its candidates counts as no nearer to 0 and 1 than this."""

Rarity = Callable[[str], float]
"""From a word to the negative logarithm of the share that it is expected to have of all words."""

Familiarity = Callable[[str], float]
"""From a word to the logarithm of its probability in the words that the line reader is familiar with."""


@dataclass(frozen=True, slots=True)
class LineReading:
    """The reading of a whole line for one of its words."""

    costs: Mapping[str, float]
    """The costs of candidates, at least one, the likeliest word first; those of the members are among them."""
    rarity: Rarity
    familiarity: Familiarity = lambda word: 0.0

    def first(self) -> str:
        """Return the word of the least cost, rare words costing more: the answer of the line alone."""
        words = list(self.costs)
        return min(zip(words, self.features(words), strict=True), key=lambda pair: pair[1][0] + pair[1][1])[0]

    def features(self, words: Sequence[str]) -> list[tuple[float, float, float]]:
        """Return how much more each word costs than the least, how much rarer it is than the commonest, and how much
        more familiar than the least familiar.
        """
        most = max(self.costs.values())
        costs = [self.costs.get(word, most) for word in words]
        rarities = [self.rarity(word) for word in words]
        known = [self.familiarity(word) for word in words]
        least, commonest, strangest = min(costs), min(rarities), min(known)
        return [
            (min(MOST_COST, cost - least), min(MOST_COST, rarity - commonest), min(MOST_COST, familiar - strangest))
            for cost, rarity, familiar in zip(costs, rarities, known, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class MemberList:
    """A member's nearest words of one image as (word, distance): those of the side that its gates chose, and others.

    The first word of the chosen side is the member's own.
    """

    chosen: Sequence[tuple[str, float]]
    other: Sequence[tuple[str, float]]

    @property
    def words(self) -> list[str]:
        """All its words, the member's own first."""
        return [word for word, _ in (*self.chosen, *self.other)]

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
class Ranking:
    """The candidates of a word, in NFC, with their costs, the least first."""

    words: tuple[str, ...]
    costs: tuple[float, ...]

    @property
    def share(self) -> float:
        """The share of the first candidate: costs are negative logarithms of probabilities."""
        return 1 / sum(math.exp(self.costs[0] - cost) for cost in self.costs)


@dataclass(frozen=True, slots=True)
class CandidateCosts:
    """The coefficients of the features, at least 0; distances count up to ``cap``."""

    weights: tuple[float, ...]
    """[FEATURES]"""
    cap: float

    @property
    def reads_lines(self) -> bool:
        """Return whether the reading of whole lines counts."""
        return self.weights[OF_MEMBERS] > 0

    @property
    def counts_familiarity(self) -> bool:
        """Return whether it counts how familiar the line reader is with a word."""
        return self.weights[-1] > 0

    def weighed(self, weights: ReadingWeights, usual: ReadingWeights) -> CandidateCosts:
        """Return the coefficients for other ``weights`` of words and of familiar ones than the ``usual`` ones."""
        *members, cost, rarity, _ = self.weights
        return replace(self, weights=(*members, cost, rarity * weights.words / usual.words, cost * weights.familiar))

    def rank(self, lists: Sequence[MemberList], winner: str, line: LineReading) -> Ranking:
        """Return the candidates of an image by cost: the members' vote, which ``winner`` won, and its line choose."""
        words, features = candidate_features(lists, winner, self.cap, line)
        costs = [sum(map(operator.mul, self.weights, row)) for row in features]
        lowest = min(costs)
        order = sorted(range(len(costs)), key=costs.__getitem__)[:MAX_RANKED]
        return Ranking(tuple(words[i] for i in order), tuple(costs[i] - lowest for i in order))

    def rank_voted(self, votes: Sequence[MemberVote], line: LineReading) -> Ranking:
        """Return the candidates of an image by cost, given the stored votes on it."""
        counted = count_predictions(votes)
        winner = counted[0][0] if counted else next(iter(line.costs))
        return self.rank([MemberList.of_vote(vote) for vote in votes], winner, line)

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as they are stored in a model's card."""
        return {"weights": list(self.weights), "cap": self.cap}

    @classmethod
    def from_json(cls, data: Any) -> CandidateCosts:
        """Rebuild from :meth:`to_json`. Raises ModelFileError."""
        try:
            costs = cls(tuple(float(weight) for weight in data["weights"]), float(data["cap"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFileError.of("invalid costs of candidates ({error})", error=error) from error
        if len(costs.weights) == FEATURES - 1:  # of a version without familiarity
            costs = replace(costs, weights=(*costs.weights, 0.0))
        if len(costs.weights) != FEATURES or not all(0 <= number < 1e9 for number in (*costs.weights, costs.cap)):
            raise ModelFileError.of("costs of candidates out of range")
        return costs


def candidate_features(
    lists: Sequence[MemberList], winner: str, cap: float, line: LineReading
) -> tuple[list[str], list[tuple[float, ...]]]:
    """Return the m candidates of an image, ``winner`` first, and their features [m][FEATURES].

    Those of the members are means over them. A word that only the line offers has those of the members for the same
    word with other capitals and marks: these the line sees better.

    Plain Python: for some twenty candidates it takes a fraction of the time of arrays.
    """
    numbers: dict[str, int] = {winner: 0}
    for member in lists:
        for word in member.words:
            numbers.setdefault(word, len(numbers))
    for word in line.costs:
        numbers.setdefault(word, len(numbers))
    far, other, listed, answers = ([0.0] * len(numbers) for _ in range(OF_MEMBERS))
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
    _share_between_spellings(numbers, (answers, listed, far, other))
    count = max(1, len(lists))
    words = list(numbers)
    features: list[tuple[float, ...]] = [
        ((all_far + more) / count, side / count, 1 - known / count, 1 - given / count, *own)
        for more, side, known, given, own in zip(far, other, listed, answers, line.features(words), strict=True)
    ]
    return words, features


def _share_between_spellings(numbers: Mapping[str, int], columns: tuple[list[float], ...]) -> None:
    """Give words that no member lists the numbers of the most answered one with the same letters, if there is one.

    ``columns`` [OF_MEMBERS][m] begin with how many members answer with each word, and how many list it.
    """
    answers, listed, *_ = columns
    of_letters = [(word.strip(MARKS).lower(), number) for word, number in numbers.items()]
    known: dict[str, int] = {}
    for letters, number in of_letters:
        if letters and listed[number] and (letters not in known or answers[number] > answers[known[letters]]):
            known[letters] = number
    for letters, number in of_letters:
        if not listed[number] and (like := known.get(letters)) is not None:
            for column in columns:
                column[number] = column[like]


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
