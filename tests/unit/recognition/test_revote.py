"""Voting again at other thresholds equals recognition with those thresholds."""

from __future__ import annotations

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
from core.recognition.vote_details import Candidate, MemberVote, decode_votes, encode_votes, member_votes
from core.store.model_file import save_ensemble
from core.store.summary import model_summary

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
