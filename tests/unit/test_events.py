"""Events as lines of JSON, and stopping politely."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from core.events import StopFlag, ignore_events, log_events, stop_on_signals, write_json_lines
from core.project.project_files import ProjectFiles


def test_each_event_is_one_line_and_flushed() -> None:
    class Pipe(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    pipe = Pipe()
    listen = write_json_lines(pipe)
    listen({"event": "progress", "done": np.int64(3), "loss": np.float32(0.5), "path": Path("a/b")})
    listen({"event": "note", "text": "Zwei\nZeilen, größer", "rows": np.arange(2)})
    lines = pipe.getvalue().splitlines()
    assert pipe.flushed == 2 and len(lines) == 2
    assert json.loads(lines[0]) == {"event": "progress", "done": 3, "loss": 0.5, "path": str(Path("a/b"))}
    assert json.loads(lines[1]) == {"event": "note", "text": "Zwei\nZeilen, größer", "rows": [0, 1]}


def test_the_standard_output_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    write_json_lines()({"event": "note", "text": "here"})
    assert json.loads(capsys.readouterr().out) == {"event": "note", "text": "here"}


def test_odd_letters_and_undecodable_file_names_pass_any_stream(tmp_path: Path) -> None:
    raw = io.BytesIO()
    narrow = io.TextIOWrapper(raw, encoding="ascii")
    event = {"event": "note", "text": "ſchön 字", "path": Path("bad\udcff.png")}
    log_events(partial(ProjectFiles(tmp_path).append, "log"), write_json_lines(narrow))(event)
    wanted = {**event, "path": "bad\udcff.png"}
    assert json.loads(raw.getvalue()) == json.loads((tmp_path / "log").read_text()) == wanted


def test_the_log_is_added_to_and_passes_on(tmp_path: Path) -> None:
    heard: list[dict] = []
    append = partial(ProjectFiles(tmp_path).append, "log.jsonl")
    listen = log_events(append, heard.append)
    listen({"event": "a"})
    log_events(append, ignore_events)({"event": "b"})
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [{"event": "a"}, {"event": "b"}] and heard == [{"event": "a"}]


def test_what_json_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="object cannot be part of an event"):
        write_json_lines(io.StringIO())({"event": object()})


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
