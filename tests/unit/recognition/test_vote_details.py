"""The votes stored with a prediction: encoded, decoded, ranked, never trusted, counted again at other thresholds."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from ensemble_helpers import ensemble, lexicon, make_evidence
from executor_helpers import labelled_project, small_net
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DuctusError
from core.events import ignore_events
from core.jobs.recognition.recognise import recognise
from core.jobs.recognition.revote_predictions import revote_block
from core.jobs.requests import RecogniseRequest
from core.project.content.lexicon import add_words
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition.algorithms import NO_WORD, MemberEvidence, combine_predictions, predict_per_member
from core.recognition.revote import at_thresholds, collect_evidence, join_evidence, revote
from core.recognition.vote_details import (
    STORED_WORDS,
    Candidate,
    MemberVote,
    count_predictions,
    decode_votes,
    encode_votes,
    member_votes,
)
from core.store.model_file import save_ensemble
from core.store.summary import model_summary

VOTER = SimpleNamespace(n_gates=6, thres=3)
pair = st.tuples(st.integers(0, 7), st.integers(0, 2**20).map(lambda n: n / 2**20))
evidence = st.lists(st.tuples(st.integers(0, 6), pair, pair), min_size=1, max_size=6)
GATES = 6
# sixteenths survive the rounding of what is kept, and few of them make ties common
coarse_pair = st.one_of(
    st.tuples(st.integers(0, 7), st.integers(0, 8).map(lambda n: n / 16)), st.just((NO_WORD, np.inf))
)
one = st.tuples(st.integers(0, GATES), coarse_pair, coarse_pair)
images = st.integers(1, 6).flatmap(
    lambda members: st.lists(st.lists(one, min_size=members, max_size=members), min_size=1, max_size=8)
)
thresholds = st.lists(st.integers(0, GATES + 1), min_size=6, max_size=6)


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


def as_members(rows: list[list[tuple]]) -> list[MemberEvidence]:
    return [
        make_evidence([votes for votes, _, _ in column], [s for _, s, _ in column], [u for _, _, u in column])
        for column in zip(*rows, strict=True)
    ]


def as_details(rows: list[list[tuple]], thres: list[int]) -> list[list[MemberVote]]:
    members = as_members(rows)
    voters = [SimpleNamespace(n_gates=GATES, thres=limit) for limit in thres]
    return [decode_votes(encode_votes(votes)) for votes in member_votes(members, voters, lexicon())]


@given(images, thresholds, thresholds)
def test_revote_equals_the_words_of_members_and_the_vote(
    rows: list[list[tuple]], before: list[int], after: list[int]
) -> None:
    count = len(rows[0])
    details = as_details(rows, before[:count])
    evidence = collect_evidence(details, count)
    revoted = revote(evidence, after[:count])
    predictions = [predict_per_member(one, limit) for one, limit in zip(as_members(rows), after, strict=False)]
    result, expected = revoted.result, combine_predictions(predictions)
    words = lexicon().words
    assert [evidence.words[w] if w != NO_WORD else None for w in result.word] == [
        words[w] if w != NO_WORD else None for w in expected.word
    ]
    assert result.votes.tolist() == expected.votes.tolist()
    assert result.distance.tolist() == expected.distance.tolist()
    assert result.tied.tolist() == expected.tied.tolist()
    assert revoted.seen.T.tolist() == [prediction.seen.tolist() for prediction in predictions]


@given(images, thresholds, thresholds)
def test_votes_at_other_thresholds_equal_those_of_recognition(
    rows: list[list[tuple]], before: list[int], after: list[int]
) -> None:
    count = len(rows[0])
    wanted = as_details(rows, after[:count])
    moved = [at_thresholds(detail, after[:count]) for detail in as_details(rows, before[:count])]
    assert moved == wanted
    assert [decode_votes(encode_votes(detail)) for detail in moved] == wanted


@given(images, st.integers(1, 3), thresholds)
def test_joined_parts_vote_as_the_whole(rows: list[list[tuple]], size: int, thres: list[int]) -> None:
    count = len(rows[0])
    details = as_details(rows, thres[:count])
    whole = collect_evidence(details, count)
    parts = [collect_evidence(details[start : start + size], count) for start in range(0, len(details), size)]
    joined = join_evidence(parts, count)
    one, other = revote(whole, thres[:count]).result, revote(joined, thres[:count]).result
    assert [whole.words[w] if w >= 0 else "" for w in one.word] == [
        joined.words[w] if w >= 0 else "" for w in other.word
    ]
    assert one.votes.tolist() == other.votes.tolist() and one.tied.tolist() == other.tied.tolist()
    assert len(joined) == len(rows) and joined.members == count


def test_another_number_of_members_is_refused() -> None:
    vote = MemberVote(3, GATES, 3, True, (Candidate("and", 0.5),), ())
    with pytest.raises(DuctusError, match="2 readers, the model has 3"):
        collect_evidence([[vote, vote]], 3)
    with pytest.raises(ValueError, match="2 thresholds for 1"):
        revote(collect_evidence([[vote]], 1), [1, 2])


def test_no_predictions_give_empty_evidence() -> None:
    assert len(collect_evidence([], 3)) == 0 and len(join_evidence([], 3)) == 0
    assert revote(collect_evidence([], 3), [1, 2, 3]).result.word.tolist() == []


__all__ = ["small_net"]


pytestmark = pytest.mark.usefixtures("small_net")


MODEL = "tiny"


def read(project: Project) -> list[Prediction]:
    recognise(project, RecogniseRequest(words="all", line_part=False), ignore_events, lambda: False)
    return predictions(project)


def predictions(project: Project) -> list[Prediction]:
    return list(iter_predictions(project, MODEL, word_ids(project)))


@pytest.mark.parametrize("other", [(1, 6, 2), (7, 7, 7)])
def test_other_thresholds_give_the_words_and_confidences_of_a_model_with_them(
    tmp_path: Path, other: tuple[int, ...]
) -> None:
    model = ensemble(len(other))
    with labelled_project(tmp_path, copies=2) as project:
        add_words(project, [*model.classes, "gold", "hat", "ink"], added_by="test")
        file = model_path(project, MODEL)
        file.parent.mkdir(exist_ok=True)
        save_ensemble(file, model)
        register_model(project, MODEL)
        before = read(project)
        revote_block(project, MODEL, model_summary(file), other)
        revoted = predictions(project)
        members = tuple(replace(one, thres=limit) for one, limit in zip(model.members, other, strict=True))
        save_ensemble(file, replace(model, members=members), replace=True)
        expected = read(project)
    assert [each.confidence for each in revoted] != [each.confidence for each in before]
    # distances are stored with six digits
    assert [each.confidence for each in revoted] == pytest.approx([each.confidence for each in expected], abs=1e-4)
    assert [(each.text, each.status, each.votes, each.detail) for each in revoted] == [
        (each.text, each.status, each.votes, each.detail) for each in expected
    ]
