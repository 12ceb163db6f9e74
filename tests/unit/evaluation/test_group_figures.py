"""Figures by group: every answer counts once in each kind, repeated images do not narrow an interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from ensemble_helpers import CLASSES, ensemble
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.decision_rules import DecisionRule
from core.evaluation.group_figures import (
    MET,
    NOT_MET,
    Answers,
    GroupFigure,
    Kind,
    Status,
    figures_from_json,
    group_figures,
    scores_by_starter_words,
)
from core.evaluation.metrics import wilson_interval
from core.evaluation.reliability import expected_calibration_error
from core.evaluation.set_aside_figures import set_aside_figures


def answers(rows: Sequence[tuple[str, Status, int, str, bool, float]]) -> Answers:
    words, status, frequency, writers, correct, confidence = zip(*rows, strict=True)
    images = np.arange(len(rows), dtype=np.uint64)
    return Answers(
        images, words, status, np.array(frequency), writers, np.array(correct, np.bool_), np.array(confidence)
    )


def by_name(figures: Sequence[GroupFigure]) -> dict[tuple[str, str], GroupFigure]:
    return {(figure.kind, figure.group): figure for figure in figures}


ROWS = st.tuples(
    st.text("abc", min_size=1, max_size=14),
    st.sampled_from(Status),
    st.integers(0, 40),
    st.sampled_from(["", "Ann", "Bob"]),
    st.booleans(),
    st.floats(0, 1),
)


@given(st.lists(ROWS, min_size=1, max_size=40))
def test_each_answer_stands_in_one_group_of_each_kind(rows: list[tuple[str, Status, int, str, bool, float]]) -> None:
    figures = group_figures(answers(rows))
    listed = [row for row in rows if row[1] != Status.UNLISTED]
    for kind, expected in ((Kind.STATUS, rows), (Kind.LENGTH, listed), (Kind.FREQUENCY, listed)):
        chosen = [figure for figure in figures if figure.kind == kind]
        assert sum(one.images for one in chosen) == len(expected)
        right = sum(one.images * one.right[0] for one in chosen)
        assert right == pytest.approx(sum(row[4] for row in expected))
    for one in figures:
        for share in (one.right, one.sure_wrong, one.confidence, one.ece or (0, 0, 0)):
            assert 0 <= share[1] <= share[0] <= share[2] <= 1
    assert figures_from_json([figure.to_json() for figure in figures]) == tuple(figures)


def test_figures_of_a_group_are_counted_by_hand() -> None:
    given_rows = [
        ("be", Status.SEEN, 3, "Ann", True, 0.95),
        ("bed", Status.SEEN, 3, "Ann", False, 0.92),
        ("garden", Status.UNSEEN, 0, "", True, 0.4),
        ("gardens", Status.UNLISTED, 0, "", False, 0.3),
    ]
    one = replace(answers(given_rows), met=np.array([False, False, True, True]))
    found = by_name(group_figures(one))
    short = found["length", "1-3"]
    assert (short.images, short.right[0], short.sure_wrong[0]) == (2, 0.5, 0.5)
    assert short.right[1:] == wilson_interval(1, 2) and short.confidence[0] == pytest.approx(0.935)
    assert found["status", "seen"].ece[0] == pytest.approx(expected_calibration_error([0.95, 0.92], [True, False]))
    assert found["writer", "Ann"].images == 2 and found["writer", ""].images == 1
    assert found["starter", MET].images == 1 and ("starter", NOT_MET) not in found
    assert found["frequency", "0"].images == 1 and ("length", "7-9") not in found, "in no list: by status only"
    assert found["status", "unlisted"].right[0] == 0


def test_answers_of_several_readers_to_one_image_count_as_one_image() -> None:
    once = answers([("be", Status.SEEN, 1, "", n % 2 == 0, 0.5) for n in range(10)])
    figures = by_name(group_figures(replace(once, images=once.images // 2)))
    assert figures["status", "seen"].images == 5
    assert figures["status", "seen"].right[1:] == wilson_interval(2, 5)
    assert not any(kind == Kind.WRITER for kind, _ in figures), "no writer is known"


def test_damaged_figures_are_left_out() -> None:
    good = group_figures(answers([("be", Status.SEEN, 1, "", True, 0.5)]))[0].to_json()
    bad = [good | {"right": [0.5, 0.6, 0.7]}, good | {"right": None}, 3, {}, good | {"images": "many"}]
    assert [one.to_json() for one in figures_from_json([*bad, good])] == [good]
    assert figures_from_json(None) == figures_from_json({"a": 1}) == ()


def test_figures_on_x_are_those_of_the_readers_outcomes() -> None:
    model = ensemble(2)
    hashes = np.concatenate([np.arange(8, dtype=np.uint64) + 2**60, np.array([3], np.uint64)])
    words = [*(CLASSES[n % 6] for n in range(8)), CLASSES[0]]
    figures = by_name(set_aside_figures(model.members, CLASSES, words, hashes, [*["Z"] * 3, *["A"] * 5, None]))
    right = [member.outcomes.correct for member in model.members]
    is_seen = [
        [words[n % 8] in {CLASSES[c] for c in member.seen} and n < 8 for n in range(16)] for member in model.members
    ]
    share = np.concatenate(right)[np.concatenate(is_seen)].mean()
    assert figures["status", "seen"].right[0] == pytest.approx(share)
    assert figures["status", "unlisted"].images == 8 and figures["status", "unlisted"].right[0] == 0
    # the image with the digest 3 is in T of both readers
    assert figures["frequency", "1"].images == 2
    assert figures["writer", "1"].images == 5 and figures["writer", "2"].images == 3, "no names, most images first"


def test_images_that_the_starter_learnt_from_give_no_figures() -> None:
    model = ensemble(2)
    hashes = np.arange(8, dtype=np.uint64) + 2**60
    words = [CLASSES[n % 6] for n in range(8)]

    # as if these two images had changed since the training
    changed = hashes.copy()
    changed[[0, 5]] = 7, 8
    figures = set_aside_figures(model.members, CLASSES, words, hashes, learnt_before=hashes[[0, 5]])
    assert figures == set_aside_figures(model.members, CLASSES, words, changed)
    assert figures != set_aside_figures(model.members, CLASSES, words, hashes)
    assert set_aside_figures(model.members, CLASSES, words, hashes, learnt_before=hashes) == []


def test_figures_without_outcomes_or_images_are_none() -> None:
    bare = [replace(member, outcomes=None) for member in ensemble(2).members]
    assert set_aside_figures(bare, CLASSES, ["and"], np.array([1], np.uint64)) == []
    assert set_aside_figures(ensemble(1).members, CLASSES, ["and"], np.array([1], np.uint64)) == []


SEEN = np.array([1, 0, 0, 0, 0, 0], np.bool_)
MET_BY_STARTER = np.array([1, 1, 1, 1, 0, 0], np.bool_)


def test_only_new_words_count_each_group_with_its_own_interval() -> None:
    gated = np.array([0, 1, 1, 0, 1, 0], np.bool_)
    alone = np.array([gated, [1, 0, 0, 0, 0, 0]], np.bool_)
    result = scores_by_starter_words({DecisionRule.GATED: gated, DecisionRule.ONE_MEMBER: alone}, SEEN, MET_BY_STARTER)
    assert result["images"] == {"met": 3, "not_met": 2}
    row = result["rules"][DecisionRule.GATED]
    assert (row["met"]["A_u"], row["not_met"]["A_u"]) == (2 / 3, 1 / 2)
    assert row["met"]["A_u_interval"] == list(wilson_interval(2, 3))
    members = result["rules"][DecisionRule.ONE_MEMBER]
    assert (members["met"]["A_u"], members["met"]["A_u_interval"]) == (1 / 3, None)


def test_a_group_without_words_has_no_score() -> None:
    right = np.ones(6, np.bool_)
    row = scores_by_starter_words({DecisionRule.GATED: right}, SEEN, np.ones(6, np.bool_))["rules"][DecisionRule.GATED]
    assert row["not_met"] == {"A_u": None, "A_u_interval": None}
