"""The model card holds the content of the file, with figures that can be counted again, and names its gaps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import TinyNet, ensemble

from core.cli.main import main
from core.evaluation.card_text import card_markdown
from core.evaluation.group_figures import GroupFigure
from core.evaluation.model_card import FIGURES, model_card
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
