"""Algorithms 2, 3 and 6 against slow, literal versions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from ensemble_helpers import make_evidence
from hypothesis import given
from hypothesis import strategies as st

from core.recognition.algorithms import (
    FIRST_UNLISTED,
    NO_WORD,
    MemberPrediction,
    SpelledEvidence,
    combine_predictions,
    combine_words,
    gated_vote,
    predict_among_seen,
    predict_by_margin,
    predict_on_side,
    predict_per_member,
    rank_words,
)

# quarters are exact in float32, and few of them make ties common
said = st.tuples(st.integers(0, 4), st.integers(0, 12).map(lambda n: n / 4))


@given(
    st.integers(1, 7).flatmap(
        lambda members: st.lists(st.lists(said, min_size=members, max_size=members), min_size=1, max_size=8)
    )
)
def test_vote_equals_counting_by_hand(images: list[list[tuple[int, float]]]) -> None:
    predictions = [
        MemberPrediction(
            np.array([w for w, _ in column], np.int32),
            np.array([d for _, d in column], np.float32),
            np.zeros(len(column), np.bool_),
        )
        for column in zip(*images, strict=True)
    ]
    result = combine_predictions(predictions)
    for i, votes in enumerate(images):
        counts: dict[int, int] = {}
        least: dict[int, float] = {}
        for word, distance in votes:
            counts[word] = counts.get(word, 0) + 1
            least[word] = min(least.get(word, np.inf), distance)
        most = max(counts.values())
        leaders = [word for word in counts if counts[word] == most]
        nearest = min(least[word] for word in leaders)
        assert result.word[i] in [word for word in leaders if least[word] == nearest]
        assert result.votes[i] == most and result.distance[i] == nearest == least[int(result.word[i])]
        assert result.tied[i] == (len(leaders) > 1)


def test_votes_count_more_than_distance_and_distance_breaks_ties() -> None:
    def prediction(word: int, distance: float) -> MemberPrediction:
        return MemberPrediction(np.array([word], np.int32), np.array([distance], np.float32), np.array([True]))

    majority = combine_predictions([prediction(1, 0.9), prediction(2, 0.1), prediction(1, 0.8)])
    assert (majority.word[0], majority.votes[0], majority.tied[0]) == (1, 2, False)
    tie = combine_predictions([prediction(1, 0.9), prediction(2, 0.1)])
    assert (tie.word[0], tie.votes[0], tie.tied[0]) == (2, 1, True)
    lone = combine_predictions([prediction(3, 0.5)])
    assert (lone.word[0], lone.votes[0], lone.tied[0]) == (3, 1, False)


def test_each_member_takes_the_seen_side_from_the_threshold_on() -> None:
    evidence = make_evidence([4, 5, 6], [(1, 0.5)] * 3, [(2, 0.25)] * 3)
    prediction = predict_per_member(evidence, 5)
    assert prediction.seen.tolist() == [False, True, True] and prediction.word.tolist() == [2, 1, 1]
    assert prediction.distance.tolist() == [0.25, 0.5, 0.5]
    assert predict_per_member(evidence, 0).seen.all() and not predict_per_member(evidence, 7).seen.any()


def test_stacking_without_offset_takes_the_nearest_word_of_all() -> None:
    evidence = make_evidence([0, 0, 0], [(1, 0.5), (1, 0.25), (1, 0.5)], [(2, 0.25), (2, 0.5), (2, 0.5)])
    assert predict_by_margin(evidence, 0.0).word.tolist() == [2, 1, 1]
    assert predict_by_margin(evidence, 0.25).word.tolist() == [2, 1, 2]
    assert predict_by_margin(evidence, -0.25).word.tolist() == [1, 1, 1]


def test_an_empty_side_is_replaced_by_the_other() -> None:
    none = (NO_WORD, np.inf)
    evidence = make_evidence([0, 9, 3], [(1, 0.5), none, none], [none, (2, 0.5), none])
    for wanted in (True, False):
        prediction = predict_on_side(evidence, np.full(3, wanted))
        assert prediction.word.tolist() == [1, 2, NO_WORD] and prediction.seen.tolist()[:2] == [True, False]


def test_among_seen_words_takes_the_classifiers_word_unless_it_left_the_lexicon() -> None:
    class Classifier:
        def predict(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return np.array([2, 1, 0]), np.zeros(3)

    nearest, positions = np.array([7, 7, 7], np.int32), np.array([4, NO_WORD, 6])
    points = np.zeros((3, 2), np.float32)
    assert predict_among_seen(Classifier(), points, nearest, positions).tolist() == [6, 7, 4]  # type: ignore[arg-type]
    assert predict_among_seen(None, points, nearest, positions) is nearest


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([0.25, 0.5, 0.75])), max_size=7))
def test_ranked_words_are_ordered_by_votes_then_distance_then_alphabet(answers: list[tuple[str, float]]) -> None:
    ranked = rank_words([word for word, _ in answers], [distance for _, distance in answers])
    expected = []
    for word in {word for word, _ in answers}:
        distances = [distance for other, distance in answers if other == word]
        expected.append((word, len(distances), min(distances)))
    assert ranked == sorted(expected, key=lambda line: (-line[1], line[2], line[0]))


def test_votes_of_very_many_members_are_counted() -> None:
    result = combine_words(np.ones((130, 1), np.int32), np.zeros((130, 1), np.float32))
    assert result.votes.tolist() == [130] and result.word.tolist() == [1]


def test_a_word_in_no_list_is_on_no_side_and_wins_by_a_majority() -> None:
    """The first of the numbers that stand for such words as well."""
    count = 3
    columns = (np.array(["x"], object), np.array([FIRST_UNLISTED], np.int32), *np.zeros((3, 1), np.float32))
    evidence = []
    for chosen in (True, True, False):
        flags = np.array([chosen]), np.array([chosen])
        evidence.append(replace(make_evidence([9], [(1, 0.5)], [(2, 0.5)]), spelled=SpelledEvidence(*columns, *flags)))
    predictions, result = gated_vote(evidence, [0] * count)
    assert [prediction.seen.tolist() for prediction in predictions] == [[False], [False], [True]]
    assert [prediction.kind.tolist() for prediction in predictions] == [[2], [2], [1]]
    assert (result.word[0], result.votes[0]) == (FIRST_UNLISTED, 2)
