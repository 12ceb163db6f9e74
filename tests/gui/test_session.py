"""The session: edits are saved and undone, word images are loaded, jobs run and fail."""

from __future__ import annotations

import os
import signal

from app.session.session import Session
from core.jobs.requests import CheckRequest, RecogniseRequest, SegmentRequest
from core.project.changes import WORDS
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.project import Project


def test_edit_is_saved_announced_and_undone(session: Session, qtbot) -> None:
    word = word_ids(session.project, WordFilter(transcribed=False))[0]
    with qtbot.waitSignal(session.changed) as changed:
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    assert changed.args[0].concerns(word)
    with Project.open(session.folder, read_only=True) as elsewhere:
        assert get_words(elsewhere, [word])[0].text == "Regiment"
    with qtbot.waitSignal(session.undone) as undone:
        session.undo()
    assert word in undone.args[0].word_ids
    assert get_words(session.project, [word])[0].text is None


def test_only_latest_query_with_a_key_is_reported(session: Session, qtbot) -> None:
    results: list[int] = []
    for number in range(20):
        session.query(lambda p, n=number: n, results.append, owner=session, key="same")
    qtbot.waitUntil(lambda: 19 in results)
    assert results == sorted(results) and len(results) <= 2


def test_word_images_are_loaded_and_cached(session: Session, qtbot) -> None:
    word = word_ids(session.project)[0]
    assert session.crops.get(word) is None
    qtbot.waitUntil(lambda: session.crops.get(word) is not None)
    image = session.crops.get(word)
    assert not image.isNull() and image.height() <= 96
    assert (session.folder / "cache" / "crops.sqlite").exists()


def test_killed_job_has_error_message(session: Session, qtbot) -> None:
    job = session.jobs.start(RecogniseRequest(words="all"))
    qtbot.waitUntil(lambda: job.pid > 0)
    with qtbot.waitSignal(session.jobs.finished, timeout=20000):
        os.kill(job.pid, signal.SIGKILL)
    assert not job.outcome.ok and "kept" in job.outcome.text


def test_short_job_does_not_wait_for_a_long_one(session: Session, qtbot) -> None:
    long = session.jobs.start(RecogniseRequest(words="all"))
    qtbot.waitUntil(lambda: long.pid > 0)
    os.kill(long.pid, signal.SIGSTOP)
    try:
        with qtbot.waitSignal(session.jobs.finished, timeout=60_000) as finished:
            short = session.jobs.start_beside(CheckRequest())
        assert finished.args[0] is short and short.outcome.ok, short.outcome
        assert session.jobs.current is long and session.jobs.unfinished == [long]
    finally:
        os.kill(long.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: session.jobs.current is None, timeout=20_000)


def test_closing_ends_a_short_job_too(session: Session, qtbot) -> None:
    job = session.jobs.start_beside(SegmentRequest((1,), again=True))
    qtbot.waitUntil(lambda: job.pid > 0)
    session.jobs.close()
    assert not job.is_running


def test_recognition_runs_as_job(session: Session, qtbot) -> None:
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        session.jobs.start(RecogniseRequest())
    outcome = finished.args[0].outcome
    assert outcome.ok, outcome.text
    assert outcome.result["words"] == len(word_ids(session.project, WordFilter(transcribed=False)))
