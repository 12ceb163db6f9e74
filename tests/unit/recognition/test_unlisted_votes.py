"""Words in no list in the vote: a majority that spells them wins, is stored, and stays at other thresholds."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from ensemble_helpers import lexicon, make_evidence
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DuctusError
from core.recognition import free_decoding
from core.recognition.algorithms import NO_WORD, MemberEvidence, SpelledEvidence, gated_vote, word_texts
from core.recognition.candidates import rank_candidates
from core.recognition.free_decoding import Spelling, spellings_of
from core.recognition.revote import at_thresholds, collect_evidence, join_evidence, revote
from core.recognition.unlisted import unlisted_number
from core.recognition.vote_details import (
    Candidate,
    MemberVote,
    count_predictions,
    decode_votes,
    encode_votes,
    is_unlisted,
    member_votes,
    rank_unlisted,
    unlisted_winner,
)

GATES, THRES = 6, 3
SPELLINGS = ("benton", "bennet", "")
sixteenths = st.integers(0, 16).map(lambda n: n / 16)
listed = st.tuples(
    st.integers(0, GATES), st.tuples(st.integers(0, 3), sixteenths), st.tuples(st.integers(4, 7), sixteenths)
)
spelling = st.tuples(st.sampled_from(SPELLINGS), sixteenths, st.booleans())
"""A text ("" for none), its distance, and whether the member answers with it."""
votings = st.lists(st.tuples(listed, spelling), min_size=1, max_size=6)
thresholds = st.lists(st.integers(0, GATES + 1), min_size=6, max_size=6)


def evidence(row: tuple) -> MemberEvidence:
    """Return a member's evidence on one image."""
    (votes, seen, unseen), (text, distance, answers) = row
    third = SpelledEvidence(
        np.array([text], object),
        np.array([unlisted_number(text) if text else NO_WORD], np.int32),
        np.array([distance], np.float32),
        np.array([1.0], np.float32),
        np.array([0.625], np.float32),
        np.array([answers and bool(text)]),
        np.array([True]),
    )
    return replace(make_evidence([votes], [seen], [unseen]), spelled=third)


def voters(thres: list[int]) -> list[SimpleNamespace]:
    return [SimpleNamespace(n_gates=GATES, thres=limit) for limit in thres]


def stored(members: list[MemberEvidence], thres: list[int]) -> list[MemberVote]:
    (votes,) = member_votes(members, voters(thres), lexicon(), spellings_of(None, [], members))  # type: ignore[arg-type]
    return decode_votes(encode_votes(votes))


@given(votings, thresholds)
def test_the_stored_votes_give_the_winner_of_recognition(rows: list[tuple], limits: list[int]) -> None:
    members, thres = [evidence(row) for row in rows], limits[: len(rows)]
    _, result = gated_vote(members, thres)
    (text,) = word_texts(result, members, lexicon().words)
    votes = stored(members, thres)
    first, *others = count_predictions(votes)
    assert first[1:] == (result.votes[0], pytest.approx(float(result.distance[0]), abs=1e-3))
    if not result.tied[0]:
        assert first[0] == text
    assert is_unlisted(votes) == (text in SPELLINGS)
    assert sum(count for _, count, _ in (first, *others)) == len(rows), "each reader counts once"
    evidences = collect_evidence([votes], len(rows))
    for moved in (thres, [0] * len(rows), [GATES + 1] * len(rows)):
        again = revote(evidences, moved).result
        _, expected = gated_vote(members, moved)
        assert again.votes[0] == expected.votes[0] and bool(again.tied[0]) == bool(expected.tied[0])
        if not expected.tied[0]:
            assert [evidences.words[again.word[0]]] == word_texts(expected, members, lexicon().words)
        assert at_thresholds(votes, moved) == stored(members, moved)


@given(votings, st.none() | st.integers(0, 1000).map(lambda n: n / 1000))
def test_votes_with_spellings_survive_encoding(rows: list[tuple], probability: float | None) -> None:
    votes = [
        replace(vote, probability=probability if vote.spelled else None)
        for vote in stored([evidence(row) for row in rows], [THRES] * len(rows))
    ]
    assert decode_votes(encode_votes(votes)) == votes
    for vote, (_, (text, distance, answers)) in zip(votes, rows, strict=True):
        assert vote.unlisted == (answers and bool(text))
        assert vote.spelled == (Spelling(text, pytest.approx(-distance, abs=1e-3)) if text else None)


def test_predictions_of_earlier_versions_have_no_probability() -> None:
    vote = MemberVote(1, GATES, THRES, False, (), (Candidate("and", 0.5),), Spelling("benton", -0.25), True, 0.75)
    items = json.loads(zlib.decompress(encode_votes([vote])))
    assert items == [[1, 6, 3, 2, [], ["and", 0.5], ["benton", -0.25, 0.75]]]
    items[0][6].pop()
    assert decode_votes(zlib.compress(json.dumps(items).encode())) == [replace(vote, probability=None)]
    items[0].pop()  # an answer without its spelling is damaged: the reader counts with its word of the list
    assert not decode_votes(zlib.compress(json.dumps(items).encode()))[0].unlisted


@pytest.mark.parametrize(
    "spelling",
    [
        ["benton"],
        ["benton", 0.5, 2],
        ["benton", 0.5, -1],
        ["benton", 0.5, "x"],
        ["benton", 0.5, 0.5, 0.5],
        ["", 0.5],
        [5, 0.5],
    ],
)
def test_damaged_spellings_raise_one_sentence(spelling: list) -> None:
    with pytest.raises(DuctusError, match="Recognise the word again"):
        decode_votes(zlib.compress(json.dumps([[1, 6, 3, 2, [], ["and", 0.5], spelling]]).encode()))


def vote(word: str, distance: float, text: str | None = None, at: float = 0.1) -> MemberVote:
    spelled = None if text is None else Spelling(text, -at)
    return MemberVote(1, GATES, THRES, False, (), (Candidate(word, distance),), spelled, text is not None)


def test_more_than_half_must_spell_the_same_word() -> None:
    half = [vote("and", 0.5, "benton"), vote("bed", 0.4, "benton"), vote("and", 0.3), vote("bed", 0.2)]
    assert unlisted_winner(half) is None
    assert count_predictions(half) == [("bed", 2, 0.2), ("and", 2, 0.3)], "all count with their words of the list"
    assert rank_unlisted(half) == [("benton", 2, 0.1)]
    more = [*half, vote("cat", 0.1, "benton", 0.05)]
    assert unlisted_winner(more) == ("benton", 3, 0.05)
    assert count_predictions(more) == [("benton", 3, 0.05), ("bed", 1, 0.2), ("and", 1, 0.3)]
    split = [vote("and", 0.5, "benton"), vote("and", 0.4, "bennet"), vote("and", 0.3, "benton"), vote("cat", 0.1)]
    assert unlisted_winner(split) is None and count_predictions(split)[0] == ("and", 3, 0.3)
    assert unlisted_winner([]) is None


def test_a_winner_in_no_list_is_the_first_candidate_and_marked() -> None:
    votes = [vote("and", 0.5, "benton"), vote("and", 0.4, "benton"), vote("bed", 0.3)]
    prediction = SimpleNamespace(text="benton", status="unlisted", votes=2, distance=0.1)
    ranked = rank_candidates(prediction, votes)
    assert [(one.word, one.votes, one.distance, one.is_free) for one in ranked] == [
        ("benton", 2, 0.1, True),
        ("bed", 1, 0.3, False),
        ("and", 0, 0.4, False),
    ]
    # without a majority the members that spell a word count with their word of the list, here as in the vote
    outvoted = [votes[0], vote("cat", 0.2), votes[2]]
    prediction = SimpleNamespace(text="cat", status="unseen", votes=1, distance=0.2)
    assert [(candidate.word, candidate.votes) for candidate in rank_candidates(prediction, outvoted)] == [
        ("cat", 1),
        ("bed", 1),
        ("and", 1),
    ]


def test_joined_parts_keep_the_winners_in_no_list() -> None:
    details = [
        [vote("and", 0.5, "benton"), vote("bed", 0.4, "benton"), vote("and", 0.3)],
        [vote("and", 0.5), vote("and", 0.4), vote("benton", 0.3)],
        [vote("cat", 0.5, "bennet"), vote("and", 0.4, "bennet"), vote("and", 0.3, "bennet", 0.0625)],
    ]
    joined = join_evidence([collect_evidence([detail], 3) for detail in details], 3)
    result = revote(joined, [THRES] * 3).result
    assert [joined.words[word] for word in result.word] == ["benton", "and", "bennet"]
    assert result.votes.tolist() == [2, 2, 3] and result.distance.tolist()[2] == 0.0625
    assert joined.unlisted_wins.tolist() == [True, False, True] and not result.tied.any()


def test_an_answer_is_stored_even_if_another_reader_only_decodes_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    one = evidence(((1, (0, 0.5), (4, 0.5)), ("benton", 0.25, True)))
    other = evidence(((1, (0, 0.5), (4, 0.5)), ("bennet", 0.25, False)))
    without = make_evidence([1], [(0, 0.5)], [(4, 0.5)])
    free = [[Spelling("bentom", -3.0)], [Spelling("bennel", -4.0)], [None]]
    monkeypatch.setattr(free_decoding, "decode_freely", lambda ensemble, embeddings: free)
    members = [one, other, without]
    spelled = spellings_of(None, [], members)  # type: ignore[arg-type]
    assert spelled == [[Spelling("benton", -0.25)], [Spelling("bennel", -4.0)], [None]]
    (votes,) = member_votes(members, voters([THRES] * 3), lexicon(), spelled)
    back = decode_votes(encode_votes(votes))
    assert [member.unlisted for member in back] == [True, False, False]
    assert [member.probability for member in back] == [0.625, None, None], "no probability is that of another text"
