"""What a program says: events as lines of JSON, the output for people, the log file; and stopping politely."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from core import logs
from core.cli.console import TextConsole
from core.events import (
    Collision,
    Event,
    Failed,
    InputSkipped,
    JobPart,
    MemberChanged,
    NetworkPass,
    Note,
    OpenJobs,
    Progress,
    Report,
    RunBegan,
    StopFlag,
    Unencodable,
    WorkerBegan,
    card_note,
    from_json,
    ignore_events,
    log_events,
    stop_on_signals,
    write_json_lines,
)
from core.project.project_files import ProjectFiles

logger = logging.getLogger("core.test_logs")


def test_each_event_is_one_line_and_flushed() -> None:
    class Pipe(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    pipe = Pipe()
    listen = write_json_lines(pipe)
    listen(Progress(JobPart.GATES, np.int64(3), 4, loss=np.float32(0.5)))
    listen(Report({"text": "Zwei\nZeilen, größer", "rows": np.arange(2), "path": Path("a/b")}))
    lines = pipe.getvalue().splitlines()
    assert pipe.flushed == 2 and len(lines) == 2
    assert json.loads(lines[0]) == {"event": "progress", "part": "gates", "done": 3, "total": 4, "loss": 0.5}
    wanted = {"event": "result", "text": "Zwei\nZeilen, größer", "rows": [0, 1], "path": str(Path("a/b"))}
    assert json.loads(lines[1]) == wanted


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RunBegan(3, "quick", 1), '{"event": "run", "run": 3, "preset": "quick", "seed": 1}'),
        (Note("here"), '{"event": "note", "text": "here"}'),
        (card_note("none"), '{"event": "note", "text": "none", "about": "graphics-card"}'),
        (
            Progress(JobPart.EMBEDDER, 1, 9, 0, 2.5, None, 80.0),
            '{"event": "progress", "part": "embedder", "done": 1, "total": 9, "member": 0, "loss": 2.5, '
            '"val_accuracy": null, "images_per_second": 80.0}',
        ),
        (
            Progress(JobPart.EMBEDDER, 40, 100, 1),
            '{"event": "progress", "part": "embedder", "done": 40, "total": 100, "member": 1}',
        ),
        (
            Progress(JobPart.FETCHING, 0, 3, bytes=0),
            '{"event": "progress", "part": "fetching", "done": 0, "total": 3, "bytes": 0}',
        ),
        (MemberChanged(0, 2, "started"), '{"event": "member", "member": 0, "members": 2, "state": "started"}'),
        (
            MemberChanged(1, 2, "finished", 3, 9),
            '{"event": "member", "member": 1, "members": 2, "state": "finished", "thres": 3, "gates": 9}',
        ),
        (Unencodable("ß", "ß"), '{"event": "unencodable", "word": "\\u00df", "characters": "\\u00df"}'),
        (Collision(("a", "b")), '{"event": "collision", "words": ["a", "b"]}'),
        (
            InputSkipped(Path("a.png"), "page 2", "torn"),
            '{"event": "skipped", "file": "a.png", "place": "page 2", "reason": "torn"}',
        ),
        (
            InputSkipped(Path("a.xml"), "", "no image", True),
            '{"event": "skipped", "file": "a.xml", "place": "", "reason": "no image", "image_missing": true}',
        ),
        (NetworkPass(7), '{"event": "network_pass", "words": 7}'),
        (OpenJobs(1), '{"event": "jobs", "open": 1}'),
        (WorkerBegan("here", 4), '{"event": "began", "host": "here", "pid": 4}'),
        (Failed("Stopped.", 130), '{"event": "error", "text": "Stopped.", "exit_code": 130}'),
        (Report({"words": 3}), '{"event": "result", "words": 3}'),
    ],
)
def test_an_event_is_the_same_line_as_ever_and_comes_back(event: Event, line: str) -> None:
    out = io.StringIO()
    write_json_lines(out)(event)
    assert out.getvalue() == line + "\n" and from_json(line) == event


@pytest.mark.parametrize(
    "line",
    [
        *("", "[1]", "3", "{}", "Loading a library", '{"event": "prog', '{"event": "of a later version"}'),
        *('{"event": "progress"}', '{"event": "member", "member": "x", "members": 2, "state": "started"}'),
        *('{"event": ["note"]}', '{"event": "note", "text": 3}'),
    ],
)
def test_what_is_no_event_is_none(line: str) -> None:
    assert from_json(line) is None


def test_what_a_later_version_adds_to_an_event_is_ignored() -> None:
    assert from_json('{"event": "note", "text": "a", "colour": "red"}') == Note("a")


def test_the_standard_output_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    write_json_lines()(Note("here"))
    assert json.loads(capsys.readouterr().out) == {"event": "note", "text": "here"}


def test_odd_letters_and_undecodable_file_names_pass_any_stream(tmp_path: Path) -> None:
    raw = io.BytesIO()
    narrow = io.TextIOWrapper(raw, encoding="ascii")
    event = InputSkipped(Path("bad\udcff.png"), "", "ſchön 字")
    log_events(partial(ProjectFiles(tmp_path).append, "log"), write_json_lines(narrow))(event)
    assert from_json(raw.getvalue()) == from_json((tmp_path / "log").read_text()) == event


def test_the_log_is_added_to_and_passes_on(tmp_path: Path) -> None:
    heard: list[Event] = []
    append = partial(ProjectFiles(tmp_path).append, "log.jsonl")
    listen = log_events(append, heard.append)
    listen(Note("a"))
    log_events(append, ignore_events)(Note("b"))
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert [from_json(line) for line in lines] == [Note("a"), Note("b")] and heard == [Note("a")]


def test_what_json_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="object cannot be part of an event"):
        write_json_lines(io.StringIO())(Report({"odd": object()}))


def test_a_flag_stays_set() -> None:
    flag = StopFlag()
    assert not flag()
    flag.set()
    flag.set()
    assert flag()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to oneself here, which Windows does not do")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_asks_and_the_second_interrupts_as_usual(number: int) -> None:
    heard: list[int] = []
    former = signal.signal(number, lambda got, frame: heard.append(got))
    try:
        mine = signal.getsignal(number)
        with stop_on_signals() as flag:
            assert not flag()
            signal.raise_signal(number)
            assert flag() and heard == []
            signal.raise_signal(number)
            assert heard == [number]
        assert signal.getsignal(number) is mine
    finally:
        signal.signal(number, former)


def test_handlers_are_put_back_when_the_job_fails() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), stop_on_signals():
        assert signal.getsignal(signal.SIGINT) is not before
        _ = 1 / 0
    assert signal.getsignal(signal.SIGINT) is before


def test_a_job_in_another_thread_gets_a_flag_without_signals() -> None:
    seen: list[bool] = []

    def work() -> None:
        with stop_on_signals() as flag:
            seen.append(signal.getsignal(signal.SIGINT) is before)
            flag.set()
            seen.append(flag())

    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [True, True]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_that_something_happens_before_there_is_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    console = TextConsole()
    deadline = time.monotonic() + 20
    while "Preparing …" not in terminal.getvalue():  # shown by a thread, so that quick commands do not flicker
        assert time.monotonic() < deadline, terminal.getvalue()
        time.sleep(0.01)
    console.emit(Progress(JobPart.READING, 1, 2))
    console.close()
    assert "Reading" in terminal.getvalue().rpartition("Preparing …")[2]


def test_a_file_gets_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    console = TextConsole()
    console.print("done")
    console.close()
    assert not file.getvalue()


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "data" / "ductus.log"
    logs.configure(path)
    yield path
    logs.close()


def test_lines_have_time_level_process_and_logger(log_file: Path) -> None:
    logger.info("Job %s started", "train")
    logger.debug("not logged")
    logging.getLogger("somelibrary").info("not logged either")
    (line,) = log_file.read_text(encoding="utf-8").splitlines()
    assert " INFO " in line and line.endswith("core.test_logs: Job train started") and line[:2] == "20"
    assert logs.read_tail() == line + "\n"


def test_full_file_is_rotated_and_only_five_old_ones_are_kept(log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_BYTES", 500)
    logs.configure(log_file)
    for number in range(200):
        logger.warning("naïve message %d", number)
    files = sorted(path.name for path in log_file.parent.iterdir())
    assert files == ["ductus.log", *(f"ductus.log.{n}" for n in range(1, 6))]
    assert all(path.stat().st_size <= 500 for path in log_file.parent.iterdir())
    assert "naïve message 199" in logs.read_tail() and len(logs.read_tail(40)) <= 40


def test_tracebacks_are_logged_without_messages(log_file: Path) -> None:
    try:
        try:
            raise ValueError("the word 'secret'\nof a transcription")
        except ValueError as error:
            raise KeyError("secret") from error
    except KeyError:
        logger.exception("Unexpected error")
    text = log_file.read_text(encoding="utf-8")
    assert "secret" not in text and "transcription" not in text
    assert "ValueError" in text and "KeyError" in text and "test_output.py" in text


def test_without_permission_there_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    logs.configure(tmp_path / "file" / "ductus.log")
    logger.info("nowhere")
    assert logs.read_tail() == ""
