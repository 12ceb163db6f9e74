"""What a benchmark measures beside accuracy: confidence in words of no list, costs of members, and training time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, DIMS, GATES, TinyNet, ensemble, latin, lexicon, member, word_images

from core.cli.commands.evaluate import show_evaluation
from core.cli.console import Console
from core.evaluation.decision_rules import ground_truth
from core.events import Event, MemberChanged, Note, Progress, ignore_events
from core.model import signature_learner
from core.recognition.algorithms import gated_vote
from core.recognition.confidence import vote_confidence
from core.recognition.evidence import embed_all, gather_evidence
from research.benchmark.measurement import embedder_parameters, gate_parameters, ool_confidence
from research.benchmark.training_time import TrainingClock, TrainingMinutes

WORDS = ("gold", "and", "hat")


@pytest.fixture(autouse=True)
def use_tiny_net(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    yield


def test_ool_confidence_equals_recognition_without_the_word() -> None:
    model, images = ensemble(2), word_images([6, 0, 7])
    embeddings, whole = embed_all(model, images), lexicon()
    truth = ground_truth(WORDS, model, whole)
    result = ool_confidence(model, embeddings, gather_evidence(model, embeddings, whole), truth)
    thres, confidence = [member.thres for member in model.members], []
    for row, word in ((0, "gold"), (2, "hat")):
        shorter = lexicon([w for w in whole.words if w != word])
        evidence = gather_evidence(model, [rows[[row]] for rows in embeddings], shorter)
        predictions, vote = gated_vote(evidence, thres)
        confidence += vote_confidence(model, thres, evidence, predictions, vote.word).tolist()
    assert result["images"] == 2 and result["confidence"] == pytest.approx(np.mean(confidence))
    assert result["half"] == np.mean([c >= 0.5 for c in confidence])
    assert result["nine_tenths"] == np.mean([c >= 0.9 for c in confidence])


def test_ool_confidence_without_unseen_words_is_none() -> None:
    model, images = ensemble(2), word_images([0, 1])
    embeddings = embed_all(model, images)
    truth = ground_truth(CLASSES[:2], model, lexicon())
    result = ool_confidence(model, embeddings, gather_evidence(model, embeddings, lexicon()), truth)
    assert result == {"images": 0, "confidence": None, "half": None, "nine_tenths": None}


def test_confidence_is_printed_below_the_table() -> None:
    console = Console()
    printed: list[str] = []
    console.print = printed.append  # type: ignore[method-assign]
    scores = dict.fromkeys(("A_u", "A_s", "h", "A_b"), 0.5)
    result: dict[str, Any] = {
        "n_seen": 3,
        "n_unseen": 0,
        **scores,
        **{f"{key}_interval": [0.4, 0.6] for key in scores},
        "confidence": {"ece_seen": 0.024, "ece_unseen": None, "augrc": 0.0123},
    }
    show_evaluation(result, console)
    text = printed[-1]
    assert "calibration error of 0.024 (words trained on)." in text and "AUGRC 0.0123" in text
    lost = {"images": 7, "confidence": 0.161, "half": 0.2, "nine_tenths": 0.06}
    show_evaluation(result | {"ool": lost}, console)
    text = printed[-1]
    assert "the 7 new test words" in text and "confidence of 0.16, and 6% of them" in text


def test_parameters_of_embedder_and_gates() -> None:
    one = member([0, 1])
    net = one.learner.net  # type: ignore[attr-defined]
    assert embedder_parameters(one.learner) == sum(weight.numel() for weight in net.parameters())
    one_gate = (DIMS * 4 + 4) + (4 * 4 + 4) + (4 + 1)
    width = latin().dim
    assert gate_parameters(one) == 1 + (width + width * DIMS) + 2 * DIMS + GATES * one_gate


class ManualClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def member_event(k: int, state: str) -> Event:
    return MemberChanged(k, 2, state, 1, 2)


def part(name: str, k: int = 0) -> Event:
    return Progress(name, 1, 2, k, 1.0)


def send(clock: TrainingClock, manual: ManualClock, *steps: tuple[float, Event]) -> None:
    for seconds, event in steps:
        manual.time += seconds
        clock(event)


def test_time_counts_for_the_part_of_the_event(tmp_path: Path) -> None:
    received: list[Event] = []
    manual = ManualClock()
    clock = TrainingClock(tmp_path, "job", received.append, manual)
    steps = (
        (50, Note("before")),
        (1, member_event(0, "started")),
        (60, part("embedder")),
        (60, part("embedder")),
        (30, part("gates")),
        (15, member_event(0, "finished")),
        (500, member_event(1, "started")),
        (120, part("embedder", 1)),
        (60, member_event(1, "finished")),
    )
    send(clock, manual, *steps)
    assert clock.minutes(2) == TrainingMinutes(4.0, 1.75) and clock.minutes(2).total == 5.75
    assert clock.minutes(1) == TrainingMinutes(2.0, 0.75)
    assert received == [event for _, event in steps]


def test_continued_run_adds_to_the_time_before(tmp_path: Path) -> None:
    manual = ManualClock()
    first = TrainingClock(tmp_path, "job", ignore_events, manual)
    send(first, manual, (0, member_event(0, "started")), (60, part("embedder")))
    manual.time += 10_000  # killed, and continued much later
    second = TrainingClock(tmp_path, "job", ignore_events, manual)
    send(second, manual, (0, member_event(0, "started")), (30, part("embedder")), (6, member_event(0, "finished")))
    assert second.minutes(1) == TrainingMinutes(1.5, pytest.approx(0.1))
    # in the third run the member is finished already
    third = TrainingClock(tmp_path, "job", ignore_events, manual)
    send(third, manual, (9, Note("kept")), (9, member_event(0, "finished")))
    assert third.minutes(1) == second.minutes(1)


def test_members_trained_without_a_clock_have_unknown_minutes(tmp_path: Path) -> None:
    clock = TrainingClock(tmp_path, "job", ignore_events, ManualClock())
    send(clock, ManualClock(), (9, member_event(0, "finished")))
    assert clock.minutes(1) == TrainingMinutes(None, None) and clock.minutes(1).total is None
    assert clock.minutes(1).plus_gates(3.0).gates is None
    assert TrainingMinutes(2.0, 1.0).plus_gates(0.5).total == 3.5


@pytest.mark.parametrize("text", ["", "[]", "{", '{"key": "job"}', '{"key": "job", "seconds": {"0": 3}}'])
def test_records_of_another_job_and_damaged_ones_are_ignored(tmp_path: Path, text: str) -> None:
    manual = ManualClock()
    send(
        TrainingClock(tmp_path, "other", ignore_events, manual),
        manual,
        (0, member_event(0, "started")),
        (60, part("embedder")),
        (1, member_event(0, "finished")),
    )
    assert TrainingClock(tmp_path, "job", ignore_events, manual).minutes(1) == TrainingMinutes()
    (tmp_path / "minutes.json").write_text(text, encoding="utf-8")
    assert TrainingClock(tmp_path, "job", ignore_events, manual).minutes(1) == TrainingMinutes()
