"""The training clock: the time of each part, over interrupted runs, and never of another job."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.events import Event, MemberChanged, Note, Progress, ignore_events
from research.benchmark.training_time import TrainingClock, TrainingMinutes


class ManualClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def member(k: int, state: str) -> Event:
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
        (1, member(0, "started")),
        (60, part("embedder")),
        (60, part("embedder")),
        (30, part("gates")),
        (15, member(0, "finished")),
        (500, member(1, "started")),
        (120, part("embedder", 1)),
        (60, member(1, "finished")),
    )
    send(clock, manual, *steps)
    assert clock.minutes(2) == TrainingMinutes(4.0, 1.75) and clock.minutes(2).total == 5.75
    assert clock.minutes(1) == TrainingMinutes(2.0, 0.75)
    assert received == [event for _, event in steps]


def test_continued_run_adds_to_the_time_before(tmp_path: Path) -> None:
    manual = ManualClock()
    first = TrainingClock(tmp_path, "job", ignore_events, manual)
    send(first, manual, (0, member(0, "started")), (60, part("embedder")))
    manual.time += 10_000  # killed, and continued much later
    second = TrainingClock(tmp_path, "job", ignore_events, manual)
    send(second, manual, (0, member(0, "started")), (30, part("embedder")), (6, member(0, "finished")))
    assert second.minutes(1) == TrainingMinutes(1.5, pytest.approx(0.1))
    # in the third run the member is finished already
    third = TrainingClock(tmp_path, "job", ignore_events, manual)
    send(third, manual, (9, Note("kept")), (9, member(0, "finished")))
    assert third.minutes(1) == second.minutes(1)


def test_members_trained_without_a_clock_have_unknown_minutes(tmp_path: Path) -> None:
    clock = TrainingClock(tmp_path, "job", ignore_events, ManualClock())
    send(clock, ManualClock(), (9, member(0, "finished")))
    assert clock.minutes(1) == TrainingMinutes(None, None) and clock.minutes(1).total is None
    assert clock.minutes(1).plus_gates(3.0).gates is None
    assert TrainingMinutes(2.0, 1.0).plus_gates(0.5).total == 3.5


@pytest.mark.parametrize("text", ["", "[]", "{", '{"key": "job"}', '{"key": "job", "seconds": {"0": 3}}'])
def test_records_of_another_job_and_damaged_ones_are_ignored(tmp_path: Path, text: str) -> None:
    manual = ManualClock()
    send(
        TrainingClock(tmp_path, "other", ignore_events, manual),
        manual,
        (0, member(0, "started")),
        (60, part("embedder")),
        (1, member(0, "finished")),
    )
    assert TrainingClock(tmp_path, "job", ignore_events, manual).minutes(1) == TrainingMinutes()
    (tmp_path / "minutes.json").write_text(text, encoding="utf-8")
    assert TrainingClock(tmp_path, "job", ignore_events, manual).minutes(1) == TrainingMinutes()
