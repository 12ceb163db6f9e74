"""Estimates of the time left."""

from __future__ import annotations

import pytest

from app.session.time_left import ProgressRate, WorkRate, format_duration
from core.events import JobPart, Progress


def test_rate_needs_some_steps_and_leaves_out_breaks() -> None:
    rate = WorkRate(0.0, window=40, break_s=120.0, min_steps=5)
    for now in (2, 4, 6, 8):
        rate.advance(1, now)
    assert rate.seconds_left(10) is None
    rate.advance(1, 3608)
    assert rate.seconds_left(10) is None, "the break does not count"
    rate.advance(1, 3610)
    assert rate.seconds_left(10) == pytest.approx(20)


def test_rate_with_a_window_follows_the_latest_steps() -> None:
    rate = WorkRate(0.0, window=2)
    for now in (100, 101, 102):
        rate.advance(1, now)
    assert rate.seconds_left(10) == pytest.approx(10)


def test_progress_rate_starts_anew_with_each_part_and_counts_down() -> None:
    rate = ProgressRate()
    for done, now in ((1, 10.0), (2, 20.0), (3, 30.0)):
        rate.update(Progress(JobPart.EMBEDDER, done, 10, 0), now)
    assert rate.seconds_left(30.0) == pytest.approx(70)
    assert rate.seconds_left(35.0) == pytest.approx(65)
    rate.update(Progress(JobPart.GATES, 1, 10, 0), 40.0)
    assert rate.seconds_left(41.0) is None


def test_durations_are_rounded() -> None:
    durations = [format_duration(seconds) for seconds in (0, 40, 840, 11400, 86400 * 12)]
    assert durations == ["1 s", "40 s", "14 min", "3 h 10 min", "12 days"]
