"""The story of a run from its events, the time left, the arguments of a choice, and what is said of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.session.time_left import format_duration
from app.train.comparison import comparison
from app.train.run_progress import FINISHED, GATES, LEARNING, RunProgress, read_progress
from app.train.time_remaining import TimeRemaining
from app.train.train_messages import kept_line, log_line, member_line, resumable, score_line, state_name
from app.train.train_options import TrainOptions, differing_parameters
from core.cli.arguments import build_parser
from core.cli.commands.train import chosen_preset
from core.jobs.training.estimate import Estimate
from core.project.content.runs import Run
from core.training.presets import preset


def epoch(member: int, done: int, loss: float, accuracy: float | None = None, total: int = 4) -> dict:
    return {
        "event": "progress",
        "part": "embedder",
        "member": member,
        "done": done,
        "total": total,
        "loss": loss,
        "val_accuracy": accuracy,
    }


def gates(member: int, done: int, total: int = 10) -> dict:
    return {"event": "progress", "part": "gates", "member": member, "done": done, "total": total, "loss": 0.1}


def told(*events: dict, members: int = 2) -> RunProgress:
    story = RunProgress()
    story.take({"event": "run", "run": 7, "preset": "quick", "seed": 3})
    story.take({"event": "member", "member": 0, "members": members, "state": "started"})
    for event in events:
        story.take(event)
    return story


def finished(member: int, members: int = 2) -> dict:
    return {"event": "member", "member": member, "members": members, "state": "finished", "thres": 5, "gates": 9}


def test_members_go_from_waiting_to_finished() -> None:
    story = told(epoch(0, 1, 4.0, 0.1), epoch(0, 2, 2.0), epoch(0, 3, 1.0, 0.9), epoch(0, 4, 0.5, 0.8))
    assert [m.state for m in story.members] == [LEARNING, "waiting"]
    assert story.members[0].loss == [4.0, 2.0, 1.0, 0.5] and story.members[0].looked == [1, 3, 4]
    assert story.members[0].best == (3, 0.9)
    story.take(gates(0, 5))
    assert story.members[0].state == GATES and story.share == pytest.approx(0.95 / 2)
    story.take(finished(0))
    assert story.members[0].state == FINISHED and story.finished == 1 and story.current is None
    assert story.share == 0.5


def test_an_epoch_told_again_after_a_resume_replaces_what_was_told_after_it() -> None:
    story = told(epoch(0, 1, 4.0, 0.1), epoch(0, 2, 3.0, 0.2), epoch(0, 3, 2.0, 0.3), epoch(0, 2, 2.5, 0.25))
    assert story.members[0].epochs == [1, 2] and story.members[0].loss == [4.0, 2.5]
    assert story.members[0].accuracy == [0.1, 0.25]


def test_odd_events_change_nothing() -> None:
    story = told(epoch(0, 1, 4.0))
    for odd in ({}, {"event": "progress"}, epoch(-1, 1, 1.0), gates(10**9, 1), {"event": "member", "member": "x"}):
        story.take(odd)
    assert len(story.members) == 2 and story.members[0].epochs == [1]


def test_the_story_is_read_from_a_log_cut_short_by_a_kill(tmp_path: Path) -> None:
    lines = [json.dumps(e) for e in ({"event": "run", "run": 1, "preset": "quick", "seed": 0}, epoch(0, 1, 2.0))]
    (tmp_path / "events.jsonl").write_text("\n".join(lines) + '\n{"event": "prog', encoding="utf-8")
    story = read_progress(tmp_path)
    assert story.run == 1 and story.members[0].epochs == [1]
    assert read_progress(tmp_path / "nothing").members == []


def test_the_time_left_spans_all_members() -> None:
    clock, story = TimeRemaining(), told()
    assert clock.seconds_left(story, 0.0) is None
    for done, at in ((1, 10.0), (2, 20.0), (4, 40.0)):
        event = epoch(0, done, 1.0)
        story.take(event)
        clock.update(event, at)
    assert clock.seconds_left(story, 40.0) == (pytest.approx(40), False), "how long gates take is not known yet"
    for done, at in ((1, 41.0), (2, 42.0)):
        event = gates(0, done)
        story.take(event)
        clock.update(event, at)
    # 8 passes of a second are left of this member; the other takes 4 epochs of 10 s and 10 passes
    assert clock.seconds_left(story, 42.0) == (pytest.approx(8 + 40 + 10), True)
    assert clock.seconds_left(story, 43.0) == (pytest.approx(57), True)


def test_the_estimate_stands_in_for_parts_not_met_yet() -> None:
    clock, story = TimeRemaining(Estimate(2, learn=100, gates=20, memory_bytes=1)), told()
    assert clock.seconds_left(story, 0.0) == (pytest.approx(240), True)


def test_a_choice_becomes_arguments_that_ask_for_exactly_it() -> None:
    base = preset("quick")
    changed = base.changed(steps=7, peak_rate=1e-05, gate_distances=False, synthetic=False, s=0.25)
    choice = TrainOptions(changed, 5, "cpu", "latin", True, "demo")
    options = build_parser().parse_args(["train", "p", *choice.arguments()])
    assert chosen_preset(options, 100) == changed
    assert (options.seed, options.device, options.alphabet) == (5, "cpu", "latin")
    assert options.skip_unencodable and options.parent == "demo"
    assert "--set" not in TrainOptions(base).arguments()


def run(number: int, state: str = "done", **params: object) -> Run:
    whole = {"preset": preset("quick").changed(**params).to_json(), "seed": number, "device": "cpu"}
    start = "2026-01-01T10:00:00.000+00:00"
    return Run(number, "train", state, whole, number, start, start, "2026-01-01T10:05:00.000+00:00", None, "m")


def test_a_comparison_names_what_differs_and_only_that() -> None:
    lines = dict(comparison([run(1), run(2, steps=99)], [{"A_s": 0.5, "A_s_interval": [0.4, 0.6]}, None]))
    assert lines["Training steps"] == [str(preset("quick").steps), "99"]
    assert lines["Random seed"] == ["1", "2"] and "Processor" not in lines and "Number of readers" not in lines
    assert lines["Words trained on, read rightly"] == ["50.0 % (40.0 to 60.0)", "not measured"]
    assert lines["Took"] == ["5 min", "5 min"]
    assert differing_parameters([run(1).params, {}])["seed"] == [1, None]


def test_a_run_that_a_killed_process_left_running_is_broken_off() -> None:
    left = run(1, "running")
    assert state_name("running", ours=False) == "Broken off" and state_name("running", ours=True) == "Running"
    assert resumable(left, ours=False) and not resumable(left, ours=True) and not resumable(run(1), ours=False)


def test_sentences_say_what_was_kept_and_how_long() -> None:
    story = told(finished(0), epoch(1, 2, 1.0))
    assert kept_line(story) == "Kept: 1 finished reader and reader 2 after epoch 2 of 4."
    assert kept_line(told()) == "Nothing was finished yet."
    assert member_line(story.members[1], running=False) == "stopped after epoch 2 of 4"
    assert [format_duration(s) for s in (5, 840, 11400, 86400 * 12)] == ["5 s", "14 min", "3 h 10 min", "12 days"]
    assert "5 of 9" in log_line(finished(0))
    assert score_line(None) == "not measured yet"
    assert "50 % of 4 new words" in score_line({"A_u": 0.5, "n_unseen": 4, "A_s": None})
