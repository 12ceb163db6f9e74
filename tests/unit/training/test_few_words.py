"""Too few images held back: no gates are trained, and each word is sought where the nearest one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from ensemble_helpers import CLASSES, latin, pictures

from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.read import embed_all, read_embeddings
from core.recognition.vote import decide_by_margin, decide_by_votes
from core.store.model_file import load_ensemble, save_ensemble
from core.training.presets import preset
from core.training.run import TrainingJob, train_ensemble
from core.training.samples import Samples


def trained(tmp_path: Path, least: int, told: list[dict[str, Any]]) -> Ensemble:
    labels = np.arange(36) % len(CLASSES)
    samples = Samples.of(pictures(labels), [CLASSES[label] for label in labels])
    small = preset("quick").changed(
        members=1, steps=3, gates=5, gate_epochs=1, synthetic=False, gate_distances=True, gate_least=least
    )
    lexicon = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
    job = TrainingJob(samples, lexicon, latin(), small, 0, "cpu")
    return train_ensemble(job, tmp_path / str(least), told.append, lambda: False)


def test_the_nearest_word_decides(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    ensemble = trained(tmp_path, 1000, told)
    (member,) = ensemble.members
    assert (member.n_gates, member.thres) == (1, 1)
    assert any("too few to train gates" in str(event.get("text")) for event in told)
    lexicon = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
    (readings,) = read_embeddings(ensemble, embed_all(ensemble, pictures(np.arange(6))), lexicon)
    by_gate, nearest = decide_by_votes(readings, member.thres), decide_by_margin(readings, 0.0)
    np.testing.assert_array_equal(by_gate.word, nearest.word)
    np.testing.assert_array_equal(by_gate.seen, nearest.seen)


def test_with_enough_images_gates_are_trained(tmp_path: Path) -> None:
    ensemble = trained(tmp_path, 3, [])
    assert ensemble.members[0].n_gates == 5


def test_words_that_all_occur_once_will_do(tmp_path: Path) -> None:
    """Nothing can be kept back of known words then, and nothing is needed."""
    words = [a + b for a in "bcdfg" for b in ("and", "ear", "ill", "ook", "ump")]
    samples = Samples.of(pictures(np.arange(len(words)) % len(CLASSES)), words)
    small = preset("quick").changed(members=1, steps=2, synthetic=False, gate_distances=True, gate_least=50)
    job = TrainingJob(samples, Lexicon(sorted(words), latin()), latin(), small, 0, "cpu")
    ensemble = train_ensemble(job, tmp_path, lambda event: None, lambda: False)
    assert not ensemble.members[0].calibration.is_seen.any()
    save_ensemble(tmp_path / "model.h5", ensemble)
    assert load_ensemble(tmp_path / "model.h5").members[0].thres == 1
