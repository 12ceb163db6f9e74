"""The gate's verdict and the members' vote against a slow reading of Algorithms 5 and 6."""

from __future__ import annotations

import numpy as np
from ensemble_helpers import readings
from hypothesis import given
from hypothesis import strategies as st

from core.recognition.member import NO_WORD
from core.recognition.vote import MemberPrediction, decide, decide_by_margin, decide_by_votes, plurality

# quarters are exact in float32, and few of them make ties common
said = st.tuples(st.integers(0, 4), st.integers(0, 12).map(lambda n: n / 4))


@given(
    st.integers(1, 7).flatmap(
        lambda members: st.lists(st.lists(said, min_size=members, max_size=members), min_size=1, max_size=8)
    )
)
def test_plurality_equals_counting_by_hand(images: list[list[tuple[int, float]]]) -> None:
    verdicts = [
        MemberPrediction(
            np.array([w for w, _ in column], np.int32),
            np.array([d for _, d in column], np.float32),
            np.zeros(len(column), np.bool_),
        )
        for column in zip(*images, strict=True)
    ]
    tally = plurality(verdicts)
    for i, votes in enumerate(images):
        counts: dict[int, int] = {}
        least: dict[int, float] = {}
        for word, distance in votes:
            counts[word] = counts.get(word, 0) + 1
            least[word] = min(least.get(word, np.inf), distance)
        most = max(counts.values())
        leaders = [word for word in counts if counts[word] == most]
        nearest = min(least[word] for word in leaders)
        assert tally.word[i] in [word for word in leaders if least[word] == nearest]
        assert tally.votes[i] == most and tally.distance[i] == nearest == least[int(tally.word[i])]
        assert tally.tied[i] == (len(leaders) > 1)


def test_more_votes_beat_a_smaller_distance_and_equal_votes_do_not() -> None:
    def verdict(word: int, distance: float) -> MemberPrediction:
        return MemberPrediction(np.array([word], np.int32), np.array([distance], np.float32), np.array([True]))

    majority = plurality([verdict(1, 0.9), verdict(2, 0.1), verdict(1, 0.8)])
    assert (majority.word[0], majority.votes[0], majority.tied[0]) == (1, 2, False)
    tie = plurality([verdict(1, 0.9), verdict(2, 0.1)])
    assert (tie.word[0], tie.votes[0], tie.tied[0]) == (2, 1, True)
    lone = plurality([verdict(3, 0.5)])
    assert (lone.word[0], lone.votes[0], lone.tied[0]) == (3, 1, False)


def test_the_gate_says_seen_from_the_threshold_on() -> None:
    evidence = readings([4, 5, 6], [(1, 0.5)] * 3, [(2, 0.25)] * 3)
    verdict = decide_by_votes(evidence, 5)
    assert verdict.seen.tolist() == [False, True, True] and verdict.word.tolist() == [2, 1, 1]
    assert verdict.distance.tolist() == [0.25, 0.5, 0.5]
    assert decide_by_votes(evidence, 0).seen.all() and not decide_by_votes(evidence, 7).seen.any()


def test_without_offset_the_nearest_word_of_all_is_taken() -> None:
    evidence = readings([0, 0, 0], [(1, 0.5), (1, 0.25), (1, 0.5)], [(2, 0.25), (2, 0.5), (2, 0.5)])
    assert decide_by_margin(evidence, 0.0).word.tolist() == [2, 1, 1]
    assert decide_by_margin(evidence, 0.25).word.tolist() == [2, 1, 2]
    assert decide_by_margin(evidence, -0.25).word.tolist() == [1, 1, 1]


def test_an_empty_side_gives_way_to_the_other() -> None:
    none = (NO_WORD, np.inf)
    evidence = readings([0, 9, 3], [(1, 0.5), none, none], [none, (2, 0.5), none])
    for wanted in (True, False):
        verdict = decide(evidence, np.full(3, wanted))
        assert verdict.word.tolist() == [1, 2, NO_WORD] and verdict.seen.tolist()[:2] == [True, False]
