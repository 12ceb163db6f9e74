"""Scans, boxes and a list of words, nothing transcribed: first guesses of the starter model with one click."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from gui_helpers import opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from train_helpers import training_place, until

from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.insight.view import InsightView
from app.review.view import ReviewView
from app.session.changes import EVERYTHING, Changed
from app.session.session import Session
from app.starter_offer import StarterOffer
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.jobs.recognition.starter import add_starter
from core.project.content.lexicon import add_words
from core.project.content.models import get_model, is_starter, list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.project.query.word_query import find_words
from core.store.model_file import load_ensemble

CLICK = Qt.MouseButton.LeftButton
WORDS = ("letter", "captain", "river", "company", "orders", "regiment", "march", "fort")
GUESS = "Use the starter model"


@pytest.fixture
def bare(tmp_path: Path, context: ProjectContext) -> Iterator[Callable[[bool], ProjectContext]]:
    """Opens a project of one page with boxes, with or without a lexicon; no word of it is transcribed."""
    sessions: list[Session] = []

    def make(lexicon: bool) -> ProjectContext:
        image, truth = render_page(list(WORDS), Writer(), np.random.default_rng(1))
        image = image[: max(y + h for (_, y, _, h), _, _ in truth) + 40]
        cv2.imwrite(str(tmp_path / "sheet.png"), image)
        boxes = tuple(WordRecord(box, None, line=line) for box, _, line in truth)
        page = PageRecord(tmp_path / "sheet.png", image.shape[1], image.shape[0], words=boxes)
        with Project.create(tmp_path / "bare") as project:
            import_contents(project, SourceContents("pagexml", pages=(page,)), role="train")
            if lexicon:
                add_words(project, WORDS, added_by="names.txt")
        sessions.append(Session(project.folder))
        return ProjectContext(
            sessions[0], context.notifications, context.actions, context.theme, context.settings, context
        )

    yield make
    for session in sessions:
        session.close()


def test_from_scans_to_the_first_corrected_word(
    bare: Callable[[bool], ProjectContext], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = bare(True)
    session = context.session
    place = training_place(context, qtbot, monkeypatch)
    box = place.set_up.starter
    until(qtbot, box.isVisible)
    assert box.button.text() == GUESS and not place.set_up.start.isEnabled()
    review = opened(ReviewView, context, qtbot)
    until(qtbot, lambda: GUESS in [button.text() for button in review.banner.buttons])
    QTest.mouseClick(box.button, CLICK)
    assert not box.isVisible() and session.jobs.current is not None and session.jobs.current.kind == "begin"
    ids = word_ids(session.project)
    until(qtbot, lambda: session.jobs.current is None and all(predictions_by_model(session.project, i) for i in ids))
    until(qtbot, lambda: len(place.models_panel._models) == 1)
    assert not box.isVisible(), "there is a model now"
    assert place.set_up.advanced.parent_box.count() == 1, "it is none to go on from"
    assert place.models_panel.table.model().index(0, 0).data() == "Starter model (first guesses)"
    place.prepare_retraining()
    assert place.set_up.advanced.parent_name is None

    review.renew()
    review.activateWindow()
    until(qtbot, lambda: review.one.ready and review.one.field.placeholderText() in WORDS)
    told = review.one.vote.text()
    assert "not measured" in told and "%" not in told
    word = review.current_word()
    QTest.keyClicks(review.one.field, "Winchester")
    with qtbot.waitSignal(session.changed):
        QTest.keyClick(review.one.field, Qt.Key.Key_Return)
    (row,) = get_words(session.project, [word])
    assert (row.text, row.source) == ("Winchester", "typed")
    assert word is not None and predictions_by_model(session.project, word)["starter"].text in WORDS
    for query in ("conf<0.6", "conf>0.6"):
        assert find_words(session.project, query, "starter") == [], "no confidence is neither low nor high"


def test_insight_says_that_nothing_was_measured(bare: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    context = bare(True)
    read_at_once(context.session.folder)
    place = opened(InsightView, context, qtbot, NavigationTarget(word_id=word_ids(context.session.project)[0]))
    until(qtbot, lambda: place.word.facts is not None and place.word.facts.story is not None)
    assert "starter model" in " ".join(place.word.vote.sentences) and "not measured" in place.word.state.text()
    assert "Starter model" in place.model_text.text() and "as trained" not in place.model_text.text()
    for name in ("thresholds", "votes", "enough"):
        place.show_tab(name)
        until(qtbot, lambda name=name: name in place.made and place.made[name].empty.isVisible())
        until(qtbot, lambda name=name: place.made[name].empty.title.text() == "First guesses only")
        assert "starter model" in place.made[name].empty.text.text()
    place.show_tab("results")
    until(qtbot, lambda: "results" in place.made and place.made["results"].empty.isVisible())
    place.show_tab("spectrum")
    until(qtbot, lambda: "spectrum" in place.made and place.made["spectrum"].plot.isVisible())
    place.show_tab("card")
    until(qtbot, lambda: "card" in place.made and len(place.made["card"].facts.rows) > 0)
    told = dict(row.cells for row in place.made["card"].facts.rows)
    assert told["Different words (W_s)"] == "0" and told["Trained on"] == "no picture of this project"
    assert told["Thresholds"].startswith("none")


def test_without_a_lexicon_the_button_leads_there(bare: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    context = bare(False)
    review = opened(ReviewView, context, qtbot)
    until(qtbot, lambda: "Open the word list" in [button.text() for button in review.banner.buttons])
    assert "lexicon, which is empty" in review.banner.text.text()
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.mouseClick(review.banner.find_button("Open the word list"), CLICK)
    assert context.session.jobs.current is None
    where, target = going.args
    assert where == "collection"
    collection = opened(CollectionView, context, qtbot, target)
    assert collection.tabs.currentWidget() is collection.lexicon


def test_collection_offers_it_above_the_pages_until_a_word_is_read(
    bare: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    context = bare(True)
    session = context.session
    place = opened(CollectionView, context, qtbot)
    strip = place.pages.starter
    until(qtbot, strip.isVisible)
    assert strip.button.text() == GUESS and "No word is read yet" in strip.text.text()
    word = word_ids(session.project)[0]
    session.execute(lambda project: set_transcription(project, word, "letter"), changes=["words"], word_ids=[word])
    until(qtbot, lambda: not strip.isVisible())
    assert StarterOffer.for_context(context).is_offered, "Train offers it still: other words are unread"
    session.undo()
    until(qtbot, strip.isVisible)
    QTest.mouseClick(strip.button, CLICK)
    assert session.jobs.current is not None and session.jobs.current.kind == "begin"
    assert strip.isVisible() and not strip.button.isVisible() and "go on meanwhile" in strip.text.text()
    session.jobs.current.kill()
    until(qtbot, strip.button.isVisible)


def test_insight_offers_it_where_there_is_no_model(bare: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    context = bare(True)
    session = context.session
    place = opened(InsightView, context, qtbot)
    until(qtbot, lambda: place.empty.button.text() == GUESS and place.empty.button.isVisible())
    assert "first guesses" in place.empty.text.text() and place.empty.buttons[1].text() == "Train a model"
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.mouseClick(place.empty.buttons[1], CLICK)
    assert going.args[0] == "train" and session.jobs.current is None
    QTest.mouseClick(place.empty.button, CLICK)
    assert session.jobs.current is not None and session.jobs.current.kind == "begin"
    assert place.empty.progress.isVisible() and not place.empty.button.isVisible()
    session.jobs.current.kill()
    until(qtbot, lambda: session.jobs.current is None and place.empty.button.isVisible())
    read_at_once(session.folder)
    session.announce(Changed(EVERYTHING, None))
    until(qtbot, lambda: place.stack.currentWidget() is place.tabs)
    until(qtbot, lambda: place.word.facts is not None and place.word.facts.story is not None)


def test_without_a_lexicon_collection_and_insight_lead_there(
    bare: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    context = bare(False)
    collection, insight = opened(CollectionView, context, qtbot), opened(InsightView, context, qtbot)
    for button in (collection.pages.starter.button, insight.empty.button):
        until(qtbot, lambda button=button: button.text() == "Open the word list")
        with qtbot.waitSignal(context.view_requested) as going:
            QTest.mouseClick(button, CLICK)
        assert going.args[0] == "collection"
        collection.enter(going.args[1])
        assert collection.tabs.currentWidget() is collection.lexicon
        collection.tabs.setCurrentWidget(collection.pages)


def test_with_a_model_it_is_not_offered(context: ProjectContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    place = training_place(context, qtbot, monkeypatch)
    until(qtbot, lambda: bool(place.models_panel._models))
    assert not place.set_up.starter.isVisible()
    assert not is_starter(get_model(context.session.project)) and len(list_models(context.session.project)) == 1


def test_not_while_another_job_runs(bare: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    """A training that was started ends with a model: the starter model is not to take its place."""
    context = bare(True)
    starter = StarterOffer.for_context(context)
    until(qtbot, lambda: starter.is_offered)
    job = context.session.jobs.start("check")
    assert not starter.is_offered
    starter.start()
    assert context.session.jobs.waiting == 0
    with qtbot.waitSignal(job.finished, timeout=60_000):
        job.kill()
    until(qtbot, lambda: starter.is_offered)


def read_at_once(folder: Path) -> None:
    """Make the starter model and let it read, without the jobs."""
    from core.jobs.recognition.recognise import recognise

    with Project.open(folder) as project:
        add_starter(project)
        assert not load_ensemble(get_model(project).file).members[0].calibration.votes.size
        recognise(project, None, "all", "cpu", lambda event: None, lambda: False)
