"""What decides in a member is chosen by the words it is to read; with too few images, the nearest word does."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, latin, word_images
from hypothesis import given
from hypothesis import strategies as st
from job_helpers import json_into

from core.errors import ModelFileError
from core.evaluation.decision_rules import DecisionRule, deciding_rules
from core.events import ignore_events
from core.executors.training_worker import read_job, write_job
from core.lexicon.lexicon import Lexicon
from core.model.decision import GATES, NO_GATE, STACKING, Decision
from core.model.ensemble import Ensemble
from core.recognition.algorithms import predict_by_margin, predict_per_member
from core.recognition.evidence import embed_all, gather_evidence
from core.store.model_file import load_ensemble, save_ensemble
from core.training.calibration import margin_candidates, most_right_threshold
from core.training.decision import SetAside, decide
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.lines import SampleLine
from core.training.presets import preset
from core.training.samples import Samples


def calibration(margin: Any, is_seen: Any, votes: Any = None) -> Any:
    """Rows on which the right word is found on its own side."""
    seen = np.asarray(is_seen, np.bool_)
    score = np.asarray(margin, np.float32)
    return SimpleNamespace(
        margin=score,
        votes=score if votes is None else np.asarray(votes, np.float32),
        is_seen=seen,
        right_if_seen=seen,
        right_if_unseen=~seen,
    )


def set_aside(n: int) -> SetAside:
    return SetAside(np.full(n, 1 / n), np.arange(n), 0.2)


rows = st.lists(st.tuples(st.integers(-5, 5), st.booleans(), st.floats(0.01, 1)), min_size=1, max_size=30)


@given(rows)
def test_the_threshold_is_the_best_of_all(table: list[tuple[int, bool, float]]) -> None:
    margin, seen, weight = (np.array(column) for column in zip(*table, strict=True))
    candidates = margin_candidates(margin)
    data = calibration(margin, seen)

    def total(limit: float) -> float:
        return float(weight[(margin >= limit) == seen].sum())

    best = most_right_threshold(margin.astype(float), data, weight, candidates)
    assert total(best) == pytest.approx(max(map(total, candidates)))


def test_words_of_few_pages_stand_for_the_new_words_of_the_next_page() -> None:
    """Two words of eight images are on one page alone; "b" is held out and on one page, "c" on two."""
    labels = np.array([0, 0, 0, 0, 1, 2, 2, 3])
    pages = np.array([1, 2, 1, 2, 1, 1, 2, 2])
    found = SetAside.of(labels, pages, np.array([2, 3, 4, 5, 6]), np.array([1, 1, 0, 0, 0], np.bool_), 0.0)
    assert found.new_share == 2 / 8
    as_new = np.array([0, 0, 1, 0.5, 0.5]) / 2
    known = np.array([5 / 16, 5 / 16, 1 / 8, 1 / 8, 1 / 8])
    np.testing.assert_allclose(found.weights, 0.75 * known + 0.25 * as_new)
    assert found.pages.tolist() == [1, 2, 1, 1, 2]


def test_without_pages_every_image_has_one_and_missing_words_are_none_of_the_list() -> None:
    labels = np.array([0, 0, 1, 2, 3, 3])
    found = SetAside.of(labels, np.full(6, -1), np.array([1, 4, 5]), np.array([1, 0, 0], np.bool_), 0.2)
    assert found.new_share == pytest.approx((2 / 6 - 0.2) / 0.8)
    assert len(set(found.pages.tolist())) == 3 and found.weights.sum() == pytest.approx(1)


def test_stacking_decides_where_distances_favour_trained_words() -> None:
    is_seen = np.arange(200) % 2 == 0
    margin = np.where(is_seen, 2.0, 0.8) + 0.001 * np.arange(200)
    votes = np.where(is_seen ^ (np.arange(200) < 20), 6, 4)
    decision, thres, offset = decide(calibration(margin, is_seen, votes), 10, set_aside(200))
    assert decision.rule == STACKING and 1.0 < offset < 2.0
    assert thres in (5, 6) and decision.right[GATES] == pytest.approx(0.9)
    assert decision.right[NO_GATE] == pytest.approx(0.5)


def test_near_distractors_of_a_long_list_take_away_what_an_offset_would_gain() -> None:
    """A fifth of X lies nearer to new words than X' does; with distractors in the list a tenth of X' is still found."""
    number = np.arange(200)
    is_seen, ten = number % 2 == 0, number // 10
    margin = np.where(is_seen, np.where(ten % 5, 2.0, 0.5), 0.8) + 0.0001 * number
    unhindered, hindered = calibration(margin, is_seen), calibration(margin, is_seen)
    hindered.right_if_unseen = ~is_seen & (ten % 10 == 1)
    (short, _, offset), (long, _, of_long) = (decide(rows, None, set_aside(200)) for rows in (unhindered, hindered))
    assert short.rule == STACKING and 2.0 > offset > 0.8 and short.right[STACKING] == pytest.approx(0.9, abs=0.01)
    assert long.rule == NO_GATE and of_long < 0.5 and long.right[STACKING] == pytest.approx(0.5, abs=0.01)


def test_gates_decide_where_the_distances_mislead() -> None:
    is_seen = np.arange(200) % 2 == 0
    margin = np.random.default_rng(0).normal(size=200)
    decision, thres, _ = decide(calibration(margin, is_seen, np.where(is_seen, 6, 4)), 10, set_aside(200))
    assert decision.rule == GATES and thres in (5, 6)


@given(st.integers(0, 30))
def test_no_gate_stays_where_a_rule_gains_no_more_than_chance(seed: int) -> None:
    """The distances are unbiased: whatever an offset gains on these rows is chance."""
    rng = np.random.default_rng(seed)
    is_seen = rng.random(300) < 0.8
    margin = np.where(is_seen, 1.0, -1.0) + rng.normal(size=300)
    found = SetAside(np.full(300, 1 / 300), np.arange(300) // 10, 0.2)
    decision, _, _ = decide(calibration(margin, is_seen, rng.integers(0, 11, 300)), 10, found)
    gain = decision.right[decision.rule] - decision.right[NO_GATE]
    assert decision.rule == NO_GATE or gain > decision.chance[decision.rule] > 0
    assert decision.rule != GATES


def test_chance_is_that_of_pages() -> None:
    """The gains all stand on one page, so they may be its own."""
    is_seen = np.ones(100, np.bool_)
    margin = np.where(np.arange(100) < 10, -1.0, 1.0)
    one_page = SetAside(np.full(100, 0.01), np.arange(100) // 10, 0.0)
    scattered = SetAside(np.full(100, 0.01), np.arange(100), 0.0)
    assert decide(calibration(margin, is_seen), None, one_page)[0].rule == NO_GATE
    assert decide(calibration(margin, is_seen), None, scattered)[0].rule == STACKING


def job(lines: tuple[SampleLine, ...] = (), objective: str = "accuracy") -> TrainingJob:
    labels = np.arange(60) % len(CLASSES)
    samples = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    settings = preset("quick").changed(members=2, steps=3, gates=5, gate_epochs=1, objective=objective)
    lexicon = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
    return TrainingJob(samples, lexicon, latin(), settings, 0, "cpu", lines=lines)


def test_a_model_says_what_decides_and_reads_by_it(tmp_path: Path) -> None:
    ensemble = train_ensemble(job(), tmp_path / "run", ignore_events, lambda: False)
    save_ensemble(tmp_path / "m.h5", ensemble)
    ensemble = load_ensemble(tmp_path / "m.h5")
    evidence = gather_evidence(ensemble, embed_all(ensemble, word_images(np.arange(12) % 6)), job().lexicon)
    for member, found, rule in zip(ensemble.members, evidence, deciding_rules(ensemble), strict=True):
        assert member.decision is not None and rule == member.decision.rule
        offset = {DecisionRule.UNGATED_VOTE: 0.0, DecisionRule.STACKING: member.stacking}.get(rule)
        if offset is not None:
            by_rule = predict_by_margin(found, offset)
            np.testing.assert_array_equal(predict_per_member(found, member.thres).word, by_rule.word)


def test_pages_are_part_of_the_job_only_where_they_count(tmp_path: Path) -> None:
    lines = (SampleLine(3, (0, 1)),)
    assert job(lines).pages()[:3].tolist() == [3, 3, -1]
    assert job(lines).key() != job().key()
    assert job(lines, "h").key() == job(objective="h").key()
    write_job(tmp_path / "job.h5", job(lines), "key", 1)
    assert read_job(tmp_path / "job.h5")[0].key() == job(lines).key()


@pytest.mark.parametrize("change", [{"rule": "luck"}, {"right": {"vote": float("nan")}}, {"chance": {}}, {"right": 3}])
def test_damaged_figures_are_refused(change: dict[str, Any]) -> None:
    data = Decision(STACKING, {NO_GATE: 0.5, STACKING: 0.6}, {NO_GATE: 0.0, STACKING: 0.01}, 0.1).to_json()
    assert Decision.from_json(data) == Decision(STACKING, data["right"], data["chance"], 0.1)
    with pytest.raises(ModelFileError, match="decides"):
        Decision.from_json(data | change)


def trained(tmp_path: Path, least: int, events: list[dict[str, Any]]) -> Ensemble:
    labels = np.arange(36) % len(CLASSES)
    samples = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    small = preset("quick").changed(
        members=1, steps=3, gates=5, gate_epochs=1, synthetic=False, gate_distances=True, min_gate_images=least
    )
    lexicon = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
    job = TrainingJob(samples, lexicon, latin(), small, 0, "cpu")
    return train_ensemble(job, tmp_path / str(least), json_into(events), lambda: False)


def test_the_nearest_word_decides(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    ensemble = trained(tmp_path, 1000, events)
    (member,) = ensemble.members
    assert member.n_gates == 5 and 1 <= member.thres <= 5
    assert any("vote in their place" in str(event.get("text")) for event in events)
    lexicon = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
    (evidence,) = gather_evidence(ensemble, embed_all(ensemble, word_images(np.arange(6))), lexicon)
    by_gate, nearest = predict_per_member(evidence, member.thres), predict_by_margin(evidence, 0.0)
    np.testing.assert_array_equal(by_gate.word, nearest.word)
    np.testing.assert_array_equal(by_gate.seen, nearest.seen)


def test_with_fewer_images_than_gates_need_the_stacking_offset_decides(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("core.training.member._LEAST_SET_ASIDE", 3)
    ensemble = trained(tmp_path, 1000, [])
    (member,) = ensemble.members
    assert member.n_gates == 5 and member.stacking != 0
    lexicon = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
    (evidence,) = gather_evidence(ensemble, embed_all(ensemble, word_images(np.arange(6))), lexicon)
    by_gate, stacked = predict_per_member(evidence, member.thres), predict_by_margin(evidence, member.stacking)
    np.testing.assert_array_equal(by_gate.word, stacked.word)
    np.testing.assert_array_equal(by_gate.seen, stacked.seen)


def test_the_steps_that_vote_span_the_margins_of_images_set_aside(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("core.training.member._LEAST_SET_ASIDE", 3)
    (member,) = trained(tmp_path, 1000, []).members
    rows = member.calibration
    order = np.argsort(rows.margin, kind="stable")
    assert (np.diff(rows.votes[order]) >= 0).all(), "more votes, the larger the margin"
    assert rows.votes.max() >= 4 and rows.votes.min() <= 1
    np.testing.assert_array_equal(rows.votes >= member.thres, rows.margin > member.stacking)


def test_with_enough_images_gates_are_trained(tmp_path: Path) -> None:
    ensemble = trained(tmp_path, 3, [])
    assert ensemble.members[0].n_gates == 5


def test_words_that_all_occur_once_can_be_trained_on(tmp_path: Path) -> None:
    """No image of a seen word can be reserved then, and none is needed."""
    words = [a + b for a in "bcdfg" for b in ("and", "ear", "ill", "ook", "ump")]
    samples = Samples.of(word_images(np.arange(len(words)) % len(CLASSES)), words)
    small = preset("quick").changed(members=1, steps=2, synthetic=False, gate_distances=True, min_gate_images=50)
    job = TrainingJob(samples, Lexicon(sorted(words), latin()), latin(), small, 0, "cpu")
    ensemble = train_ensemble(job, tmp_path, lambda event: None, lambda: False)
    assert not ensemble.members[0].calibration.is_seen.any()
    save_ensemble(tmp_path / "model.h5", ensemble)
    assert load_ensemble(tmp_path / "model.h5").members[0].thres == ensemble.members[0].thres
