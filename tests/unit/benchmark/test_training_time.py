"""The clock of a training: what each part took, kept over stops, and never taken from another job."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmark.training_time import TrainingClock, TrainingMinutes
from core.events import Event


class Watch:
    """A clock that stands still until told."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def member(k: int, state: str) -> Event:
    return {"event": "member", "member": k, "members": 2, "state": state, "thres": 1, "gates": 2}


def part(name: str, k: int = 0) -> Event:
    return {"event": "progress", "part": name, "member": k, "done": 1, "total": 2, "loss": 1.0}


def play(clock: TrainingClock, watch: Watch, *steps: tuple[float, Event]) -> None:
    for seconds, event in steps:
        watch.time += seconds
        clock(event)


def test_time_counts_for_the_part_that_the_event_is_about(tmp_path: Path) -> None:
    heard: list[Event] = []
    watch = Watch()
    clock = TrainingClock(tmp_path, "job", heard.append, watch)
    steps = (
        (50, {"event": "note", "text": "before"}),
        (1, member(0, "started")),
        (60, part("embedder")),
        (60, part("embedder")),
        (30, part("gates")),
        (15, member(0, "finished")),
        (500, member(1, "started")),
        (120, part("embedder", 1)),
        (60, member(1, "finished")),
    )
    play(clock, watch, *steps)
    assert clock.minutes(2) == TrainingMinutes(4.0, 1.75) and clock.minutes(2).total == 5.75
    assert clock.minutes(1) == TrainingMinutes(2.0, 0.75)
    assert heard == [event for _, event in steps]


def test_a_run_gone_on_with_adds_to_what_was_spent_before(tmp_path: Path) -> None:
    watch = Watch()
    first = TrainingClock(tmp_path, "job", lambda event: None, watch)
    play(first, watch, (0, member(0, "started")), (60, part("embedder")))
    watch.time += 10_000  # killed, and gone on with much later
    second = TrainingClock(tmp_path, "job", lambda event: None, watch)
    play(second, watch, (0, member(0, "started")), (30, part("embedder")), (6, member(0, "finished")))
    assert second.minutes(1) == TrainingMinutes(1.5, pytest.approx(0.1))
    # the third run finds the member finished
    third = TrainingClock(tmp_path, "job", lambda event: None, watch)
    play(third, watch, (9, {"event": "note", "text": "kept"}), (9, member(0, "finished")))
    assert third.minutes(1) == second.minutes(1)


def test_members_trained_before_anybody_counted_have_unknown_minutes(tmp_path: Path) -> None:
    clock = TrainingClock(tmp_path, "job", lambda event: None, Watch())
    play(clock, Watch(), (9, member(0, "finished")))
    assert clock.minutes(1) == TrainingMinutes(None, None) and clock.minutes(1).total is None
    assert clock.minutes(1).plus_gates(3.0).gates is None
    assert TrainingMinutes(2.0, 1.0).plus_gates(0.5).total == 3.5


@pytest.mark.parametrize("text", ["", "[]", "{", '{"key": "job"}', '{"key": "job", "seconds": {"0": 3}}'])
def test_a_record_of_another_job_or_a_damaged_one_is_not_taken_up(tmp_path: Path, text: str) -> None:
    watch = Watch()
    play(
        TrainingClock(tmp_path, "other", lambda event: None, watch),
        watch,
        (0, member(0, "started")),
        (60, part("embedder")),
        (1, member(0, "finished")),
    )
    assert TrainingClock(tmp_path, "job", lambda event: None, watch).minutes(1) == TrainingMinutes()
    (tmp_path / "minutes.json").write_text(text, encoding="utf-8")
    assert TrainingClock(tmp_path, "job", lambda event: None, watch).minutes(1) == TrainingMinutes()
