"""The votes stored with a prediction: encoded, decoded, ranked, and never trusted."""

from __future__ import annotations

import json
import zlib
from types import SimpleNamespace

import numpy as np
import pytest
from ensemble_helpers import lexicon, make_evidence
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DuctusError
from core.recognition.algorithms import MemberEvidence, combine_predictions, predict_per_member
from core.recognition.vote_details import (
    STORED_WORDS,
    Candidate,
    MemberVote,
    count_predictions,
    decode_votes,
    encode_votes,
    member_votes,
)

VOTER = SimpleNamespace(n_gates=6, thres=3)
pair = st.tuples(st.integers(0, 7), st.integers(0, 2**20).map(lambda n: n / 2**20))
evidence = st.lists(st.tuples(st.integers(0, 6), pair, pair), min_size=1, max_size=6)


@given(evidence)
def test_decoded_votes_equal_the_encoded_and_give_the_same_winner(rows: list[tuple[int, tuple, tuple]]) -> None:
    words = lexicon().words
    members = [make_evidence([votes], [seen], [unseen]) for votes, seen, unseen in rows]
    predictions = [predict_per_member(one, 3) for one in members]
    (votes_of_members,) = member_votes(members, [VOTER] * len(rows), lexicon())
    packed = encode_votes(votes_of_members)
    back = decode_votes(packed)
    assert len(packed) < 150 + 60 * len(rows)
    for member, (votes, seen, unseen) in zip(back, rows, strict=True):
        assert (member.votes, member.gates, member.thres, member.seen) == (votes, 6, 3, votes >= 3)
        assert member.seen_words == (Candidate(words[seen[0]], pytest.approx(seen[1], abs=1e-6)),)
        assert member.choices == (member.seen_words if votes >= 3 else member.unseen_words)
        assert member.unseen_words[0].word == words[unseen[0]]
    vote = combine_predictions(predictions)
    word, count, distance = count_predictions(back)[0]
    assert count == vote.votes[0] and distance == pytest.approx(float(vote.distance[0]), abs=2e-6)
    if not vote.tied[0]:
        assert word == words[vote.word[0]]


def test_three_words_are_stored_and_missing_ones_left_out() -> None:
    one = MemberEvidence(
        np.array([2], np.int32),
        np.array([[3, 1, 0, 2, 4]], np.int32),
        np.arange(5, dtype=np.float32)[None] / 8,
        np.array([[6, -1, -1, -1, -1]], np.int32),
        np.array([[0.5] + [np.inf] * 4], np.float32),
    )
    (votes,) = member_votes([one], [VOTER], lexicon())
    (back,) = decode_votes(encode_votes(votes))
    assert back == MemberVote(
        2,
        6,
        3,
        False,
        (Candidate("day", 0.0), Candidate("bed", 0.125), Candidate("and", 0.25)),
        (Candidate("gold", 0.5),),
    )
    assert len(back.seen_words) == STORED_WORDS


def test_predictions_are_ranked_from_the_winner_down() -> None:
    def vote(word: str, distance: float) -> MemberVote:
        return MemberVote(5, 6, 3, True, (Candidate(word, distance),), ())

    members = [vote("a", 0.5), vote("b", 0.4), vote("a", 0.3), vote("c", 0.1), vote("b", 0.2)]
    other = MemberVote(0, 6, 3, False, (Candidate("z", 0.1),), ())
    assert count_predictions([*members, other]) == [("b", 2, 0.2), ("a", 2, 0.3), ("c", 1, 0.1)]
    assert count_predictions([]) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not zlib",
        zlib.compress(b"[1, 2]"),
        zlib.compress(b"[[1,2,3]]"),
        zlib.compress(b"{"),
        zlib.compress(b'[[1,2,3,0,["a"],[]]]'),
        zlib.compress(b"[[null,2,3,0,[],[]]]"),
        zlib.compress(b"7"),
        zlib.compress(b"[[Infinity,2,3,0,[],[]]]"),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b"\xff\xfe"),
        zlib.compress(json.dumps([[1, 2, 3, 0, ["a", "b"], []]]).encode()),
        zlib.compress(b" " * 50_000_000),
        zlib.compress(b"[[1,2,3,0,[],[]]]")[:-8],
    ],
)
def test_damaged_details_raise_one_sentence(content: bytes) -> None:
    with pytest.raises(DuctusError, match="Recognise the word again"):
        decode_votes(content)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_raise_nothing_else(content: bytes) -> None:
    with pytest.raises(DuctusError):
        decode_votes(zlib.compress(content) if len(content) % 2 else content + b"\0")
