"""Voting again at other thresholds gives what recognition would have given with them."""

from __future__ import annotations

import time

import numpy as np
import pytest
from ensemble_helpers import lexicon, readings
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DuctusError
from core.recognition.member import NO_WORD, MemberEvidence
from core.recognition.revote import Evidence, at_thresholds, gather, join, revote
from core.recognition.vote import decide_by_votes, plurality
from core.recognition.vote_details import Candidate, MemberVote, decode_votes, encode_votes, reencode_votes

GATES = 6
# sixteenths survive the rounding of what is kept, and few of them make ties common
pair = st.one_of(st.tuples(st.integers(0, 7), st.integers(0, 8).map(lambda n: n / 16)), st.just((NO_WORD, np.inf)))
one = st.tuples(st.integers(0, GATES), pair, pair)
images = st.integers(1, 6).flatmap(
    lambda members: st.lists(st.lists(one, min_size=members, max_size=members), min_size=1, max_size=8)
)
thresholds = st.lists(st.integers(0, GATES + 1), min_size=6, max_size=6)


def as_members(rows: list[list[tuple]]) -> list[MemberEvidence]:
    return [
        readings([votes for votes, _, _ in column], [s for _, s, _ in column], [u for _, _, u in column])
        for column in zip(*rows, strict=True)
    ]


def as_details(rows: list[list[tuple]], thres: list[int]) -> list[list[MemberVote]]:
    members = as_members(rows)
    verdicts = [decide_by_votes(r, t) for r, t in zip(members, thres, strict=True)]
    gates = [GATES] * len(members)
    return [decode_votes(encode_votes(row, members, verdicts, gates, thres, lexicon())) for row in range(len(rows))]


@given(images, thresholds, thresholds)
def test_it_equals_algorithms_5_and_6(rows: list[list[tuple]], before: list[int], after: list[int]) -> None:
    count = len(rows[0])
    details = as_details(rows, before[:count])
    evidence = gather(details, count)
    outcome = revote(evidence, after[:count])
    verdicts = [decide_by_votes(r, t) for r, t in zip(as_members(rows), after, strict=False)]
    expected = plurality(verdicts)
    told = [evidence.words[w] if w != NO_WORD else None for w in outcome.word]
    words = lexicon().words
    assert told == [words[w] if w != NO_WORD else None for w in expected.word]
    assert outcome.votes.tolist() == expected.votes.tolist()
    assert outcome.distance.tolist() == expected.distance.tolist()
    assert outcome.tied.tolist() == expected.tied.tolist()
    assert outcome.seen.T.tolist() == [verdict.seen.tolist() for verdict in verdicts]


@given(images, thresholds, thresholds)
def test_details_moved_to_thresholds_are_those_recognition_keeps(
    rows: list[list[tuple]], before: list[int], after: list[int]
) -> None:
    count = len(rows[0])
    wanted = as_details(rows, after[:count])
    moved = [at_thresholds(detail, after[:count]) for detail in as_details(rows, before[:count])]
    assert moved == wanted
    assert [decode_votes(reencode_votes(detail)) for detail in moved] == wanted


@given(images, st.integers(1, 3), thresholds)
def test_parts_joined_vote_as_the_whole(rows: list[list[tuple]], size: int, thres: list[int]) -> None:
    count = len(rows[0])
    details = as_details(rows, thres[:count])
    whole = gather(details, count)
    parts = [gather(details[start : start + size], count) for start in range(0, len(details), size)]
    joined = join(parts, count)
    one, other = revote(whole, thres[:count]), revote(joined, thres[:count])
    assert [whole.words[w] if w >= 0 else "" for w in one.word] == [
        joined.words[w] if w >= 0 else "" for w in other.word
    ]
    assert one.votes.tolist() == other.votes.tolist() and one.tied.tolist() == other.tied.tolist()
    assert len(joined) == len(rows) and joined.members == count


def test_another_number_of_members_is_refused() -> None:
    vote = MemberVote(3, GATES, 3, True, (Candidate("and", 0.5),), ())
    with pytest.raises(DuctusError, match="2 readers, the model 3"):
        gather([[vote, vote]], 3)
    with pytest.raises(ValueError, match="2 thresholds for 1"):
        revote(gather([[vote]], 1), [1, 2])


def test_nothing_gathered_is_no_evidence() -> None:
    assert len(gather([], 3)) == 0 and len(join([], 3)) == 0
    assert revote(gather([], 3), [1, 2, 3]).word.tolist() == []


def test_a_hundred_thousand_words_keep_up_with_a_dragged_line() -> None:
    rng = np.random.default_rng(0)
    count, members = 100_000, 5
    truth = rng.integers(0, 2000, (count, 1))

    def words(offset: int) -> np.ndarray:
        other = rng.integers(0, 2000, (count, members))
        return (np.where(rng.random((count, members)) < 0.8, truth, other) + offset).astype(np.int32)

    distances = rng.random((2, count, members)).astype(np.float32)
    votes = rng.integers(0, 501, (count, members)).astype(np.int32)
    evidence = Evidence(tuple(map(str, range(4000))), votes, words(0), distances[0], words(2000), distances[1])
    times = []
    for thres in range(240, 248):
        started = time.perf_counter()
        revote(evidence, [thres] * members)
        times.append(time.perf_counter() - started)
    # the best of eight: what is measured is the vote, not who else uses the machine
    assert min(times) < 0.05
