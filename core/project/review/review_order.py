"""In which order words are reviewed."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np

from core.errors import DuctusError, InputError
from core.project.project import Project
from core.project.review.active_learning import most_informative_first
from core.recognition.vote_details import decode_votes

ORDERS = ("useful", "uncertain", "page", "grouped")
"""useful: what a reader learns most from first; uncertain: the most doubtful first; page: as on the pages;
grouped: by predicted word, the largest group first."""

LOOKED_INTO = 4000
"""So many of the most doubtful words are ordered by how near the second-best word came, too."""

CONSIDERED = 20_000
"""Of more words only so many, the most doubtful, are put into a considered order; the others follow by doubt."""

_NEAR = 24
"""So far ahead another prediction is sought, so that two alike do not follow one another."""
_DISTANCE_WEIGHT = 0.25
_GAP_WEIGHT = 0.25


class Evidence(NamedTuple):
    """What one model's prediction says of one word. ``doubt`` is 0 (none) to 1.5, by votes or confidence first."""

    word_id: int
    text: str
    doubt: float
    read: bool
    """Whether a person has read it: then nothing is to be won there."""


@dataclass(frozen=True, slots=True)
class Group:
    """Words that a model reads alike, the most doubtful first."""

    text: str
    ids: tuple[int, ...]


def ordered(project: Project, ids: Sequence[int], model: str | None, order: str) -> list[int]:
    """The words ``ids`` (given in reading order) in one of :data:`ORDERS`.

    Words without a prediction of ``model`` come last, in the order given. The same project gives the same
    order every time. Raises InputError for an unknown order.
    """
    if order not in ORDERS:
        raise InputError(f"There is no order '{order}'; choose one of {', '.join(ORDERS)}.")
    if order == "page" or model is None:
        return list(ids)
    later: list[int] = []
    looked_at = list(ids)
    if len(ids) > CONSIDERED and order != "grouped":
        looked_at, later = _most_doubtful(project, ids, model)
    found = evidence(project, looked_at, model)
    if order == "grouped":
        first = [word_id for group in groups(found) for word_id in group.ids]
    else:
        in_order = useful(found, texts_read(project)) if order == "useful" else uncertain(found)
        first = [e.word_id for e in in_order]
    first += later
    if len(first) == len(ids):
        return first
    placed = set(first)
    return first + [word_id for word_id in ids if word_id not in placed]


def _most_doubtful(project: Project, ids: Sequence[int], model: str) -> tuple[list[int], list[int]]:
    """Of the words with a prediction the :data:`CONSIDERED` most doubtful, in the order given; the others by doubt."""
    rows = project.query(
        "SELECT p.word_id, coalesce(p.confidence, 1.0 * p.votes / p.members), p.distance, w.reading_id IS NOT NULL"
        " FROM prediction AS p JOIN word AS w ON w.id = p.word_id WHERE p.model = ? ORDER BY p.word_id",
        (model,),
    )
    columns = np.array(rows, np.float64).reshape(-1, 4)
    wanted = np.array(ids, np.int64)
    # as float64 an id is whole up to 2 ** 53
    at = np.minimum(np.searchsorted(columns[:, 0], wanted), max(0, len(columns) - 1))
    said = columns[at, 0] == wanted if len(columns) else np.zeros(len(wanted), np.bool_)
    wanted, (_, sure, distance, read) = wanted[said], columns[at[said]].T
    ranks, rank = np.unique(distance, return_inverse=True)
    doubt = 1 - sure + rank * (_DISTANCE_WEIGHT / max(1, len(ranks)))
    order = np.lexsort((-doubt, read))
    return wanted[np.sort(order[:CONSIDERED])].tolist(), wanted[order[CONSIDERED:]].tolist()


def uncertain(found: Sequence[Evidence]) -> list[Evidence]:
    """The most doubtful first, those a person has read last."""
    return sorted(found, key=lambda e: (e.read, -e.doubt))


def useful(found: Sequence[Evidence], examples: Mapping[str, int]) -> list[Evidence]:
    """What a reader learns most from first, those a person has read last.

    ``examples`` says how often each word has been read by people, in ``found`` or elsewhere.
    """
    in_doubt = uncertain(found)
    waiting = [one for one in in_doubt if not one.read]
    order = most_informative_first([one.text for one in waiting], [one.doubt for one in waiting], examples)
    return [*_spread([waiting[place] for place in order]), *in_doubt[len(waiting) :]]


def texts_read(project: Project) -> dict[str, int]:
    """What people have read in the project, and how often."""
    return dict(
        project.query(
            "SELECT r.text, count(*) FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
            " WHERE w.deleted = 0 AND w.not_a_word = 0 GROUP BY r.text"
        )
    )


def groups(found: Sequence[Evidence]) -> list[Group]:
    """The words by prediction, the largest group first; groups of one size by text."""
    by_text: defaultdict[str, list[Evidence]] = defaultdict(list)
    for one in found:
        by_text[one.text].append(one)
    return [
        Group(text, tuple(e.word_id for e in sorted(alike, key=lambda e: -e.doubt)))
        for text, alike in sorted(by_text.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def evidence(project: Project, ids: Sequence[int], model: str) -> list[Evidence]:
    """What ``model`` says of those of the words it has a prediction for, in the order given."""
    rows = project.query(
        "SELECT p.word_id, p.text, p.votes, p.members, p.distance, p.confidence, w.reading_id IS NOT NULL"
        " FROM word AS w JOIN prediction AS p ON p.word_id = w.id AND p.model = ?"
        " WHERE w.id IN (SELECT value FROM json_each(?))",
        (model, json.dumps(list(ids))),
    )
    doubts = doubt_of(
        [votes / members if sure is None else sure for _, _, votes, members, _, sure, _ in rows],
        [row[4] for row in rows],
    )
    doubt = {row[0]: value for row, value in zip(rows, doubts, strict=True)}
    of = {row[0]: row for row in rows}
    # sorting keeps the order given among equals, so that the same project always gives the same order
    worst = sorted((i for i in ids if i in of and not of[i][6]), key=doubt.__getitem__, reverse=True)
    gaps = _gaps(project, worst[:LOOKED_INTO], model)
    for (word_id, _), more in zip(gaps, nearness([gap for _, gap in gaps]), strict=True):
        doubt[word_id] += more
    return [Evidence(i, of[i][1], doubt[i], bool(of[i][6])) for i in ids if i in of]


def doubt_of(sure: Sequence[float], distances: Sequence[float]) -> list[float]:
    """Doubt [N] from confidences 0..1 and, a quarter as much, from how far off the words lie among all."""
    ranks = sorted(set(distances))
    step = _DISTANCE_WEIGHT / max(1, len(ranks))
    rank = {distance: place * step for place, distance in enumerate(ranks)}
    return [1 - chance + rank[distance] for chance, distance in zip(sure, distances, strict=True)]


def nearness(gaps: Sequence[float]) -> list[float]:
    """More doubt [N] the nearer the second-best word came: 0.25 when as near as the best, half at the usual gap."""
    usual = median(gaps) if gaps else 0.0
    return [_GAP_WEIGHT * usual / (usual + gap) if usual else 0.0 for gap in gaps]


def _gaps(project: Project, ids: Sequence[int], model: str) -> list[tuple[int, float]]:
    """Each word with the distance between its best and its second-best word, where it is known."""
    rows = project.query(
        "SELECT word_id, detail FROM prediction WHERE model = ? AND detail IS NOT NULL"
        " AND word_id IN (SELECT value FROM json_each(?))",
        (model, json.dumps(list(ids))),
    )
    return [(word_id, gap) for word_id, detail in rows if (gap := _gap(detail)) is not None]


def _gap(detail: bytes) -> float | None:
    """The members' median distance between the word each chose and its runner-up."""
    try:
        pairs = [member.choices[:2] for member in decode_votes(detail)]
    except DuctusError:
        return None
    found = [max(0.0, pair[1].distance - pair[0].distance) for pair in pairs if len(pair) == 2]
    return median(found) if found else None


def _spread(row: Sequence[Evidence]) -> list[Evidence]:
    """The same words, one that is predicted as the one before it put off while another is near."""
    ahead = deque(row)
    spread: list[Evidence] = []
    last = None
    while ahead:
        chosen = ahead.popleft()
        if chosen.text == last:
            place = next((n for n in range(min(_NEAR, len(ahead))) if ahead[n].text != last), None)
            if place is not None:
                ahead.appendleft(chosen)
                chosen = ahead[place + 1]
                del ahead[place + 1]
        spread.append(chosen)
        last = chosen.text
    return spread
