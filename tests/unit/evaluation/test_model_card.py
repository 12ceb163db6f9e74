"""The model card holds the content of the file, names its gaps, and has figures by group that can be counted again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, TinyNet, ensemble
from hypothesis import given
from hypothesis import strategies as st

from core.cli.main import main
from core.evaluation.card_text import card_markdown
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
from core.evaluation.model_card import FIGURES, model_card
from core.evaluation.reliability import expected_calibration_error
from core.evaluation.set_aside_figures import set_aside_figures
from core.model import signature_learner
from core.model.decision import GATES, NO_GATE, STACKING, Decision
from core.model.ensemble import Ensemble
from core.project.content.models import model_path, register_model, save_evaluation
from core.project.project import Project
from core.store.model_file import save_ensemble
from core.store.summary import summary_of

SECTIONS = (
    "Model",
    "Intended use",
    "Training data and licences",
    "Figures on test words, by group",
    "Figures on images set aside from training, by group",
    "Calibration",
    "Limits",
)
DATA = {"images": 36, "words": 6, "lexicon": 9, "fingerprint": "f00d"}
SHARE = (0.5, 0.25, 0.75)
RULES = (NO_GATE, STACKING, GATES)


def text_of(model: Ensemble, *more: Any) -> str:
    return card_markdown(model_card(summary_of(model), *more))


def figure(kind: str, group: str, images: int) -> dict[str, Any]:
    return GroupFigure(kind, group, images, SHARE, (0.0, 0.0, 0.1), SHARE, (0.2, 0.1, 0.3)).to_json()


def test_every_section_is_there_and_the_figures_are_those_of_the_file() -> None:
    model = ensemble(2)
    text = text_of(replace(model, card=model.card | {"data": DATA}))
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == list(SECTIONS)
    assert "36 transcribed word images of 6 different words" in text and "f00d" in text
    first = model.members[0].calibration
    right = np.where(first.votes >= model.members[0].thres, first.right_if_seen, first.right_if_unseen)
    for group in (first.is_seen, ~first.is_seen):
        assert f"{right[group].mean():.1%} of {int(group.sum())} (" in text
    assert "By group: not recorded in the model file" in text and "Not measured" in text


def test_the_card_says_what_decides_and_what_other_rules_would_have_done() -> None:
    model = ensemble(2)
    assert "What decides" not in text_of(model)
    first = Decision(STACKING, {NO_GATE: 0.91, STACKING: 0.94, GATES: 0.93}, dict.fromkeys(RULES, 0.004), 0.12)
    second = Decision(NO_GATE, {NO_GATE: 0.9, STACKING: 0.9}, {NO_GATE: 0.0, STACKING: 0.01}, 0.12)
    members = [replace(one, decision=made) for one, made in zip(model.members, (first, second), strict=True)]
    text = text_of(replace(model, members=tuple(members)))
    assert "| 1 | one offset (stacking) | 12.0% | 91.0% (± 0.4%) | 94.0% (± 0.4%) | 93.0% (± 0.4%) |" in text
    assert "| 2 | no gate | 12.0% | 90.0% (± 0.0%) | 90.0% (± 1.0%) | – |" in text


def test_sources_of_the_starter_and_test_figures_are_named() -> None:
    starter = {
        "pictures": 1000,
        "fonts": 7,
        "learnt_from": [{"title": "Wills | letters", "licence": "CC BY 4.0", "hands": 3, "words": 50}],
    }
    evaluation: dict[str, Any] = {"n_seen": 20, "n_unseen": 6, "A_u": 0.5, "A_s": 0.9, "h": 0.64, "A_b": 0.5}
    evaluation |= {"unread": {"right": 0.8, "interval": [0.6, 0.9]}, "learnt": [4, 5, 6]}
    text = text_of(ensemble(1), starter, evaluation)
    assert "| Wills / letters | CC BY 4.0 | 3 | 50 |" in text and "1,000 pictures" in text
    assert "on 20 test images" in text and "| .500 | .900 | .640 | .500 |" in text
    assert "80.0% of – words (60.0% to 90.0%)" in text and "3 test words were left out" in text
    assert "By group: not recorded by the version that measured it" in text


def test_an_adaptation_of_the_starter_is_described() -> None:
    about = {"images": 1832, "lexicon": 17000, "seed": 3, "shares": [0.5, 0.6], "steps": 300}
    model, starter = ensemble(1), {"pictures": 1000, "fonts": 7}
    assert "adapted" not in text_of(model, starter)
    text = text_of(replace(model, card=model.card | {"adapted": about}), starter)
    assert "of its own readings of 1,832 word images, chosen among 17,000 words" in text
    assert "rounds: 50%, 60%; 300 steps each, random seed 3" in text and "Digest" not in text
    began_with_it = replace(model, card=model.card | {"adapted": {**about, "digest": "c0ffee"}})
    assert "Digest of its weights: c0ffee." in text_of(began_with_it, starter)


def test_groups_stand_with_number_and_interval_and_missing_ones_are_named() -> None:
    held = [figure("status", "seen", 40), figure("length", "4-6", 31), figure("frequency", "21-", 9)]
    groups = [figure("status", "unseen", 7), figure("starter", "not_met", 5), figure("writer", "Ann | B", 3)]
    model = ensemble(1)
    model = replace(model, card=model.card | {FIGURES: [*held, {"kind": "length"}, "damaged"]})
    text = text_of(model, None, {"n_seen": 1, "n_unseen": 7, "groups": groups})
    assert "| words trained on | 40 | 50.0% (25.0% to 75.0%) | 50.0% (25.0% to 75.0%) | 0.0% (0.0% to 10.0%) |" in text
    for row in ("| 4 to 6 | 31 |", "| 21 or more | 9 |", "| not met | 5 |", "| Ann / B | 3 |"):
        assert row in text
    assert "By writer: not known; the training words have no writer" in text and "Of words in no list: not me" in text
    assert "| test words | new words | 7 | 0.200 (0.100 to 0.300) |" in text
    assert "| set aside from training | words trained on | 40 | 0.200 (0.100 to 0.300) |" in text


def test_a_model_without_calibration_says_so() -> None:
    (member,) = ensemble(1).members
    empty = {name: getattr(member.calibration, name)[:0] for name in
             ("votes", "is_seen", "margin", "right_if_seen", "right_if_unseen")}  # fmt: skip
    bare = replace(member, outcomes=None, calibration=replace(member.calibration, **empty))
    text = text_of(replace(ensemble(1), members=(bare,)))
    assert "has no measured meaning" in text
    assert "None: the model was not trained on transcriptions of this handwriting" in text
    assert "rest on 0 images" not in text


def test_the_command_prints_the_card_of_a_file_and_of_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    with Project.create(tmp_path / "p") as project:
        model_path(project, "m").parent.mkdir(exist_ok=True)
        save_ensemble(model_path(project, "m"), ensemble(2))
        save_evaluation(register_model(project, "m"), {"n_seen": 12, "n_unseen": 3, "h": 0.5})
        folder, file = project.folder, model_path(project, "m")
    assert main(["model", "card", str(file)]) == 0
    assert "# Model card: tiny" in capsys.readouterr().out
    assert main(["model", "card", str(folder), "--name", "m"]) == 0
    assert "on 12 test images" in capsys.readouterr().out
    assert main(["model", str(folder), "x"]) == 2
    assert "one argument too many" in capsys.readouterr().err
    assert main(["model", "card", str(tmp_path / "nowhere.h5")]) == 2
    assert "nowhere.h5" in capsys.readouterr().err


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
