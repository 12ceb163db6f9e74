"""With too few images set aside no gates are trained, and the nearest word decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from ensemble_helpers import CLASSES, latin, word_images
from event_helpers import json_into

from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.algorithms import predict_by_margin, predict_per_member
from core.recognition.evidence import embed_all, gather_evidence
from core.store.model_file import load_ensemble, save_ensemble
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import preset
from core.training.samples import Samples


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
