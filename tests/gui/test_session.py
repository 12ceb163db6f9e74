"""The session: edits reach the disk, undo tells where it was, pictures arrive, a dead child is told of."""

from __future__ import annotations

import os
import signal

from app.session.changes import WORDS
from app.session.session import Session
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.project import Project


def test_an_edit_is_kept_told_of_and_undone(session: Session, qtbot) -> None:
    word = word_ids(session.project, WordFilter(read=False))[0]
    with qtbot.waitSignal(session.changed) as told:
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    assert told.args[0].concerns(word)
    with Project.open(session.folder, read_only=True) as elsewhere:
        assert get_words(elsewhere, [word])[0].text == "Regiment"
    with qtbot.waitSignal(session.undone) as back:
        session.undo()
    assert word in back.args[0].word_ids
    assert get_words(session.project, [word])[0].text is None


def test_only_the_latest_question_of_a_key_is_answered(session: Session, qtbot) -> None:
    answers: list[int] = []
    for number in range(20):
        session.query(lambda p, n=number: n, answers.append, owner=session, key="same")
    qtbot.waitUntil(lambda: 19 in answers)
    assert answers == sorted(answers) and len(answers) <= 2


def test_pictures_of_words_arrive_and_come_from_the_cache_the_next_time(session: Session, qtbot) -> None:
    word = word_ids(session.project)[0]
    assert session.crops.get(word) is None
    qtbot.waitUntil(lambda: session.crops.get(word) is not None)
    image = session.crops.get(word)
    assert not image.isNull() and image.height() <= 96
    assert (session.folder / "cache" / "crops.sqlite").exists()


def test_a_killed_child_is_told_of_in_words(session: Session, qtbot) -> None:
    job = session.jobs.start("recognise", "--words", "all")
    qtbot.waitUntil(lambda: job.pid > 0)
    with qtbot.waitSignal(session.jobs.finished, timeout=20000):
        os.kill(job.pid, signal.SIGKILL)
    assert not job.outcome.ok and "kept" in job.outcome.text


def test_recognition_runs_as_a_child_and_its_predictions_are_seen(session: Session, qtbot) -> None:
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as done:
        session.jobs.start("recognise", "--words", "unread")
    outcome = done.args[0].outcome
    assert outcome.ok, outcome.text
    assert outcome.result["words"] == len(word_ids(session.project, WordFilter(read=False)))
