"""The evidence kept with a prediction: packed, unpacked, counted, and never trusted."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest
from ensemble_helpers import lexicon, readings
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DuctusError
from core.recognition.member import MemberEvidence
from core.recognition.vote import decide_by_votes, plurality
from core.recognition.vote_details import SHOWN, Candidate, MemberVote, decode_votes, encode_votes, tally

pair = st.tuples(st.integers(0, 7), st.integers(0, 2**20).map(lambda n: n / 2**20))
evidence = st.lists(st.tuples(st.integers(0, 6), pair, pair), min_size=1, max_size=6)


@given(evidence)
def test_what_was_packed_comes_back_and_gives_the_same_winner(rows: list[tuple[int, tuple, tuple]]) -> None:
    words = lexicon().words
    members = [readings([votes], [seen], [unseen]) for votes, seen, unseen in rows]
    verdicts = [decide_by_votes(reading, 3) for reading in members]
    packed = encode_votes(0, members, verdicts, [6] * len(rows), [3] * len(rows), lexicon())
    back = decode_votes(packed)
    assert len(packed) < 150 + 60 * len(rows)
    for member, (votes, seen, unseen) in zip(back, rows, strict=True):
        assert (member.votes, member.gates, member.thres, member.seen) == (votes, 6, 3, votes >= 3)
        assert member.seen_words == (Candidate(words[seen[0]], pytest.approx(seen[1], abs=1e-6)),)
        assert member.choices == (member.seen_words if votes >= 3 else member.unseen_words)
        assert member.unseen_words[0].word == words[unseen[0]]
    vote = plurality(verdicts)
    word, count, distance = tally(back)[0]
    assert count == vote.votes[0] and distance == pytest.approx(float(vote.distance[0]), abs=2e-6)
    if not vote.tied[0]:
        assert word == words[vote.word[0]]


def test_the_first_three_are_kept_and_missing_words_left_out() -> None:
    reading = MemberEvidence(
        np.array([2], np.int32),
        np.array([[3, 1, 0, 2, 4]], np.int32),
        np.arange(5, dtype=np.float32)[None] / 8,
        np.array([[6, -1, -1, -1, -1]], np.int32),
        np.array([[0.5] + [np.inf] * 4], np.float32),
    )
    (back,) = decode_votes(encode_votes(0, [reading], [decide_by_votes(reading, 3)], [6], [3], lexicon()))
    assert back == MemberVote(
        2,
        6,
        3,
        False,
        (Candidate("day", 0.0), Candidate("bed", 0.125), Candidate("and", 0.25)),
        (Candidate("gold", 0.5),),
    )
    assert len(back.seen_words) == SHOWN


def test_the_count_runs_from_the_winner_down() -> None:
    def vote(word: str, distance: float) -> MemberVote:
        return MemberVote(5, 6, 3, True, (Candidate(word, distance),), ())

    members = [vote("a", 0.5), vote("b", 0.4), vote("a", 0.3), vote("c", 0.1), vote("b", 0.2)]
    silent = MemberVote(0, 6, 3, False, (Candidate("z", 0.1),), ())
    assert tally([*members, silent]) == [("b", 2, 0.2), ("a", 2, 0.3), ("c", 1, 0.1)]
    assert tally([]) == []


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
def test_damaged_details_are_told_in_a_sentence(content: bytes) -> None:
    with pytest.raises(DuctusError, match="recognise the word again"):
        decode_votes(content)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_bring_anything_else(content: bytes) -> None:
    with pytest.raises(DuctusError):
        decode_votes(zlib.compress(content) if len(content) % 2 else content + b"\0")
