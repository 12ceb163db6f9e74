"""The order in which words are reviewed: by doubt, by page, by prediction, or by what a reader learns most from."""

import json
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import InputError
from core.project.content.words import TRANSCRIBED_SQL
from core.project.project import Project
from core.project.query.candidates import stored_votes
from core.recognition.vote_details import MemberVote

MAX_GAPS = 4000
"""The most doubtful words, for which the distance to the second-best word is decoded as well."""

MAX_SORTED = 20_000
"""Of more words, only the most doubtful are sorted by the full criteria; the others follow by doubt."""

MAX_PLANNED = 400
"""Words ordered with regard to those before them: more are seldom transcribed between two trainings."""

MAX_CANDIDATES = 2000
"""Planned words are chosen among this many, those with the largest value at the start."""

REPEAT_VALUE = 0.3
"""Value of each further example of a letter pair, relative to the one before: a few examples are enough."""

DOUBT_WEIGHT = 0.4
"""Share of a word's value that depends on its doubt: correctly predicted words teach nearly as much."""

_LOOKAHEAD = 24
"""Items among which a different prediction is searched for, so that equal ones do not follow one another."""
_DISTANCE_WEIGHT = 0.25
_GAP_WEIGHT = 0.25


class ReviewOrder(StrEnum):
    """Most useful for training first; most doubtful first; as on the pages; by predicted word, largest group first."""

    USEFUL = "useful"
    UNCERTAIN = "uncertain"
    PAGE = "page"
    GROUPED = "grouped"


class ReviewItem(NamedTuple):
    """One word with a model's prediction. ``doubt`` is 0 (none) to 1.5, mainly by confidence or votes."""

    word_id: int
    text: str
    doubt: float
    transcribed: bool


@dataclass(frozen=True, slots=True)
class PredictionGroup:
    """Words with the same prediction, the most doubtful first."""

    text: str
    ids: tuple[int, ...]


def order_words(project: Project, ids: Sequence[int], model: str | None, order: str) -> list[int]:
    """Return the words ``ids`` (given in reading order) in a :class:`ReviewOrder`.

    Words without a prediction of ``model`` come last: aligned ones that fit worst first, then the others in the order
    given. The result is deterministic. Raises
    InputError for an unknown order.
    """
    if order not in list(ReviewOrder):
        raise InputError.of(
            "There is no order '{order}'; choose one of {choices}.", order=order, choices=", ".join(ReviewOrder)
        )
    if order == ReviewOrder.PAGE or model is None:
        return list(ids)
    rest: list[int] = []
    candidates = list(ids)
    if len(ids) > MAX_SORTED and order != ReviewOrder.GROUPED:
        candidates, rest = _most_doubtful(project, ids, model)
    items = review_items(project, candidates, model)
    if order == ReviewOrder.GROUPED:
        first = [word_id for group in group_by_prediction(items) for word_id in group.ids]
    elif order == ReviewOrder.USEFUL:
        first = [item.word_id for item in most_useful_first(items, transcription_counts(project))]
    else:
        first = [item.word_id for item in most_doubtful_first(items)]
    first += rest
    if len(first) == len(ids):
        return first
    placed = set(first)
    return first + _worst_aligned_first(project, [word_id for word_id in ids if word_id not in placed])


def _worst_aligned_first(project: Project, ids: Sequence[int]) -> list[int]:
    fits: dict[int, float] = dict(
        project.query(
            "SELECT w.id, coalesce(r.fit, 0) FROM word AS w JOIN transcription AS r"
            " ON r.id = w.transcription_id WHERE r.aligned"
        )
    )
    return sorted(ids, key=lambda word_id: fits.get(word_id, 2.0))


def _most_doubtful(project: Project, ids: Sequence[int], model: str) -> tuple[list[int], list[int]]:
    """Return the :data:`MAX_SORTED` most doubtful predicted words in the order given, and the others by doubt."""
    rows = project.query(
        "SELECT p.word_id, coalesce(p.confidence, 1.0 * p.votes / p.members), p.distance,"
        " w.transcription_id IS NOT NULL FROM prediction AS p JOIN word AS w ON w.id = p.word_id"
        " WHERE p.model = ? ORDER BY p.word_id",
        (model,),
    )
    columns = np.array(rows, np.float64).reshape(-1, 4)  # float64 represents ids up to 2 ** 53 exactly
    wanted = np.array(ids, np.int64)
    at = np.minimum(np.searchsorted(columns[:, 0], wanted), max(0, len(columns) - 1))
    is_predicted = columns[at, 0] == wanted if len(columns) else np.zeros(len(wanted), np.bool_)
    wanted, (_, confidence, distance, transcribed) = wanted[is_predicted], columns[at[is_predicted]].T
    order = np.lexsort((-prediction_doubts(confidence, distance), transcribed))
    return wanted[np.sort(order[:MAX_SORTED])].tolist(), wanted[order[MAX_SORTED:]].tolist()


def most_doubtful_first(items: Sequence[ReviewItem]) -> list[ReviewItem]:
    """Sort the items by doubt, the largest first and transcribed words last."""
    return sorted(items, key=lambda item: (item.transcribed, -item.doubt))


def most_useful_first(items: Sequence[ReviewItem], examples: Mapping[str, int]) -> list[ReviewItem]:
    """Sort the items by how much a model learns from them, transcribed words last.

    ``examples`` counts how often each word has been transcribed, in ``items`` or elsewhere.
    """
    by_doubt = most_doubtful_first(items)
    waiting = [item for item in by_doubt if not item.transcribed]
    order = most_informative_first([item.text for item in waiting], [item.doubt for item in waiting], examples)
    return [*_spread([waiting[place] for place in order]), *by_doubt[len(waiting) :]]


def transcription_counts(project: Project) -> dict[str, int]:
    """Return how often each text is a current transcription."""
    return dict(project.query(f"SELECT r.text, count(*){TRANSCRIBED_SQL} GROUP BY r.text"))


def group_by_prediction(items: Sequence[ReviewItem]) -> list[PredictionGroup]:
    """Group the items by prediction, the largest group first, groups of equal size by text."""
    by_text: defaultdict[str, list[ReviewItem]] = defaultdict(list)
    for item in items:
        by_text[item.text].append(item)
    return [
        PredictionGroup(text, tuple(item.word_id for item in sorted(group, key=lambda item: -item.doubt)))
        for text, group in sorted(by_text.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    ]


def review_items(project: Project, ids: Sequence[int], model: str) -> list[ReviewItem]:
    """Return the words that ``model`` has predicted, in the order of ``ids``."""
    rows = project.query(
        "SELECT p.word_id, p.text, p.votes, p.members, p.distance, p.confidence, w.transcription_id IS NOT NULL"
        " FROM word AS w JOIN prediction AS p ON p.word_id = w.id AND p.model = ?"
        " WHERE w.id IN (SELECT value FROM json_each(?))",
        (model, json.dumps(list(ids))),
    )
    doubts = prediction_doubts(
        [votes / members if confidence is None else confidence for _, _, votes, members, _, confidence, _ in rows],
        [row[4] for row in rows],
    )
    doubt = {row[0]: value for row, value in zip(rows, doubts.tolist(), strict=True)}
    by_id = {row[0]: row for row in rows}
    # A stable sort keeps the order of ids among equals, which makes the result deterministic.
    worst = sorted((i for i in ids if i in by_id and not by_id[i][6]), key=doubt.__getitem__, reverse=True)
    gaps = _runner_up_gaps(project, worst[:MAX_GAPS], model)
    for (word_id, _), more in zip(gaps, runner_up_doubts([gap for _, gap in gaps]), strict=True):
        doubt[word_id] += more
    return [ReviewItem(i, by_id[i][1], doubt[i], bool(by_id[i][6])) for i in ids if i in by_id]


def prediction_doubts(confidences: ArrayLike, distances: ArrayLike) -> NDArray[np.float64]:
    """Return doubts [N]: 1 minus the confidence (0 to 1), plus up to 0.25 by the rank of the distance."""
    ranks, rank = np.unique(distances, return_inverse=True)
    return 1 - np.asarray(confidences, np.float64) + rank * (_DISTANCE_WEIGHT / max(1, len(ranks)))


def runner_up_doubts(gaps: Sequence[float]) -> list[float]:
    """Return further doubts [N] by the gap to the second-best word: 0.25 at no gap, half of it at the median gap."""
    usual = median(gaps) if gaps else 0.0
    return [_GAP_WEIGHT * usual / (usual + gap) if usual else 0.0 for gap in gaps]


def _runner_up_gaps(project: Project, ids: Sequence[int], model: str) -> list[tuple[int, float]]:
    """Return each word with the distance between its best and second-best word, if known."""
    rows = project.query(
        "SELECT word_id, detail FROM prediction WHERE model = ? AND detail IS NOT NULL"
        " AND word_id IN (SELECT value FROM json_each(?))",
        (model, json.dumps(list(ids))),
    )
    return [(word_id, gap) for word_id, detail in rows if (gap := _runner_up_gap(detail)) is not None]


def _runner_up_gap(detail: bytes) -> float | None:
    """Return the members' median distance between the word each chose and its runner-up."""
    pairs = map(_first_two_distances, stored_votes(detail))
    gaps = [max(0.0, pair[1] - pair[0]) for pair in pairs if len(pair) == 2]
    return median(gaps) if gaps else None


def _first_two_distances(member: MemberVote) -> list[float]:
    listed = [candidate.distance for candidate in member.choices[:2]]
    if member.unlisted and member.spelled is not None:
        return [-member.spelled.score, *listed[:1]]
    return listed


def _spread(items: Sequence[ReviewItem]) -> list[ReviewItem]:
    """Postpone an item with the prediction of the one before it while a different one is near."""
    ahead = deque(items)
    spread: list[ReviewItem] = []
    last = None
    while ahead:
        chosen = ahead.popleft()
        if chosen.text == last:
            place = next((n for n in range(min(_LOOKAHEAD, len(ahead))) if ahead[n].text != last), None)
            if place is not None:
                ahead.appendleft(chosen)
                chosen = ahead[place + 1]
                del ahead[place + 1]
        spread.append(chosen)
        last = chosen.text
    return spread


def most_informative_first(texts: Sequence[str], doubts: Sequence[float], examples: Mapping[str, int]) -> list[int]:
    """Return the indices of the words predicted as ``texts``, the most valuable first, equal ones in order.

    The value of a letter pair is its share of each waiting word that contains it. It falls with each example of it
    among ``examples`` (transcribed words with their counts) and among the words before. ``doubts`` are 0 or more.
    """
    pairs = {text: _letter_pairs(text) for text in set(texts)}
    value: Counter[str] = Counter()
    for text, count in Counter(texts).items():
        value.update(dict.fromkeys(pairs[text], count / len(pairs[text])))
    n_examples: Counter[str] = Counter()
    for text, count in examples.items():
        n_examples.update(dict.fromkeys(_letter_pairs(text), count))
    remaining = {pair: worth * REPEAT_VALUE ** n_examples[pair] for pair, worth in value.items()}
    text_value = {text: sum(remaining[pair] for pair in row) for text, row in pairs.items()}
    weight = np.array([1 - DOUBT_WEIGHT + DOUBT_WEIGHT * doubt for doubt in doubts], np.float64)
    order = np.argsort(-weight * np.array([text_value[text] for text in texts]), kind="stable")
    first = order[:MAX_CANDIDATES]
    planned = first[_plan([pairs[texts[place]] for place in first], weight[first], remaining)]
    rest = order[~np.isin(order, planned)]
    return [*planned.tolist(), *rest.tolist()]


def _plan(rows: Sequence[Sequence[str]], weight: NDArray[np.float64], value: Mapping[str, float]) -> NDArray[np.int64]:
    """Return up to :data:`MAX_PLANNED` indices of the words with the pairs ``rows``, chosen greedily by value."""
    column = {pair: n for n, pair in enumerate(dict.fromkeys(pair for row in rows for pair in row))}
    has = np.zeros((len(rows), len(column)))
    for n, row in enumerate(rows):
        has[n, [column[pair] for pair in row]] = 1
    pair_value = np.array([value[pair] for pair in column])
    open_weight = weight.copy()
    chosen = np.zeros(min(MAX_PLANNED, len(rows)), np.int64)
    for n in range(len(chosen)):
        chosen[n] = best = int(np.where(open_weight > 0, open_weight * (has @ pair_value), -1).argmax())
        pair_value[has[best] > 0] *= REPEAT_VALUE
        open_weight[best] = -1
    return chosen


def _letter_pairs(text: str) -> tuple[str, ...]:
    """Return the distinct pairs of neighbouring letters of a word, with a blank at either end."""
    padded = f" {text} "
    return tuple(dict.fromkeys(padded[n : n + 2] for n in range(len(padded) - 1)))
