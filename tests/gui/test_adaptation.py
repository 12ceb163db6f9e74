"""The starter model adapts itself after the first suggestions: told, stopped, refused, taken up again, offered."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import adaptation_helpers
import pytest
from adaptation_helpers import ADAPTED_MODEL, FIRST, GO, SECOND, add_model, make_bare_project, suggest
from gui_helpers import opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import report_devices, training_view, until

from app.adaptation import Adaptation
from app.collection.view import CollectionView
from app.context import ProjectContext
from app.main import make_window
from app.session.changes import Changed
from app.session.session import Session
from app.settings import Settings
from app.shell.dialogs.palette import Palette
from app.starter_offer import StarterOffer
from app.style.theme import Theme
from app.text.model_title import model_title
from app.text.names import job_name
from app.train.devices import DeviceProbe
from app.train.view import TrainView
from core.jobs.requests import CheckRequest, TrainModelRequest
from core.project.changes import MODELS, PREDICTIONS
from core.project.content.adapted_starter import use_adapted_starter
from core.project.content.models import activate_model, get_model, list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project
from core.training.presets import preset
from core.training.train_request import TrainRequest

CLICK = Qt.MouseButton.LeftButton
WORDS = 210
ADAPT = "Adapt to this handwriting"
OFFER = "learns from its own surest suggestions"
RUNNING = "now adapting itself to this handwriting"
DONE = "The starter model has adapted itself to this handwriting: 105 words have another suggestion now."
Open = Callable[..., ProjectContext]


@pytest.fixture(autouse=True)
def quick_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    script = adaptation_helpers.__file__
    monkeypatch.setattr("app.session.jobs.job_command", lambda: [sys.executable, script])


@pytest.fixture
def open_bare(tmp_path: Path, context: ProjectContext) -> Iterator[Open]:
    """Opens a project of so many words, which no model has read; ``prepare`` changes it before."""
    sessions: list[Session] = []

    def make(words: int = WORDS, prepare: Callable[[Project], object] = lambda project: None) -> ProjectContext:
        folder = make_bare_project(tmp_path, words)
        with Project.open(folder) as project:
            prepare(project)
        sessions.append(Session(folder))
        own = (context.notifications, context.actions, context.theme, context.settings, context)
        return ProjectContext(sessions[0], *own)

    yield make
    for session in sessions:
        session.close()


def read_by_starter(project: Project) -> None:
    """The project as an earlier version left it."""
    add_model(project, "starter")
    suggest(project, "starter")


def go(context: ProjectContext, verdict: str) -> None:
    """Let the running adaptation end."""
    (context.session.folder / GO).write_text(verdict, encoding="utf-8")


def running(context: ProjectContext, qtbot: QtBot) -> Adaptation:
    """Wait until the adaptation runs."""
    adaptation, jobs = Adaptation.for_context(context), context.session.jobs
    until(qtbot, lambda: jobs.current is not None and jobs.current.kind == "adapt")
    assert adaptation.is_running
    return adaptation


def started(context: ProjectContext, qtbot: QtBot) -> Adaptation:
    """Start the offered adaptation and return it."""
    adaptation = Adaptation.for_context(context)
    until(qtbot, lambda: adaptation.is_offered)
    adaptation.start()
    return running(context, qtbot)


def active(context: ProjectContext) -> str:
    return get_model(context.session.project).name


def told(context: ProjectContext) -> list[tuple[str, str]]:
    return [(message.level, message.text) for message in context.notifications.history]


def test_it_follows_the_first_suggestions_and_the_better_ones_take_their_place_at_once(
    open_bare: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = open_bare()
    session = context.session
    bar = opened(CollectionView, context, qtbot).pages.starter
    until(qtbot, bar.isVisible)
    QTest.mouseClick(bar.button, CLICK)
    adaptation = running(context, qtbot)
    ids = word_ids(session.project)
    assert {predictions_by_model(session.project, n)["starter"].text for n in ids} == {FIRST}, "these come first"
    assert bar.isVisible() and RUNNING in bar.text.text() and f"readings for {WORDS} words" in bar.text.text()
    assert bar.button.text() == "Check them" and not adaptation.is_offered
    typed = ids[1]
    session.execute(lambda project: set_transcription(project, typed, "fort"), changes=["words"], word_ids=[typed])
    until(qtbot, lambda: bar.text.text().startswith("The starter model is now"))
    assert active(context) == "starter"
    go(context, "better")
    until(qtbot, lambda: adaptation.other_suggestions is not None)
    assert active(context) == ADAPTED_MODEL and adaptation.other_suggestions == 104
    assert predictions_by_model(session.project, ids[2])[ADAPTED_MODEL].text == SECOND
    assert get_words(session.project, [typed])[0].text == "fort", "a transcription is nobody's to change"
    until(qtbot, lambda: not bar.isVisible())
    assert told(context)[-1] == ("info", DONE.replace("105", "104"))
    view = training_view(context, qtbot, monkeypatch)
    until(qtbot, lambda: len(view.models_panel._models) == 2)
    titles = [view.models_panel.table.model().index(row, 0).data() for row in range(2)]
    assert titles == ["Starter model, adapted to this handwriting", "Starter model (first suggestions)"]
    assert "Begins with the starter model adapted to this handwriting." in view.setup.cost.text()
    assert view.setup.advanced.parent_box.count() == 1, "it is none to go on from"
    # a reading of the project that began before the model was used may arrive after it
    until(qtbot, lambda: not view.setup.starter.isVisible())


def test_without_the_collection_on_the_screen_messages_tell_of_it(open_bare: Open, qtbot: QtBot) -> None:
    context = open_bare()
    Adaptation.for_context(context)
    starter = StarterOffer.for_context(context)
    until(qtbot, lambda: starter.is_offered)
    starter.start()
    running(context, qtbot)
    suggested, adapting = context.notifications.history
    assert f"readings for {WORDS} words" in suggested.text and suggested.action == "Check them"
    assert RUNNING in adapting.text and adapting.action == "Stop"
    go(context, "better")
    until(qtbot, lambda: told(context)[-1] == ("info", DONE))
    with qtbot.waitSignal(context.view_requested) as requested:
        context.notifications.history[-1].on_action()
    assert requested.args[0] == "review"


def test_a_stop_leaves_everything_and_it_can_be_started_again(
    open_bare: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = open_bare(prepare=read_by_starter)
    view = training_view(context, qtbot, monkeypatch)
    box = view.setup.starter
    until(qtbot, box.isVisible)
    assert box.button.text() == ADAPT and OFFER in box.about.text() and "no transcription" in box.about.text()
    QTest.mouseClick(box.button, CLICK)
    adaptation = running(context, qtbot)
    assert box.isVisible() and not box.button.isVisible() and RUNNING in box.about.text()
    assert told(context) == [], "it stands there"
    context.session.jobs.current.stop()
    until(qtbot, lambda: adaptation.is_offered and box.button.isVisible())
    assert told(context) == [("info", "The starter model stays as it was, and so do all suggestions.")]
    assert active(context) == "starter" and len(list_models(context.session.project)) == 1
    QTest.mouseClick(box.button, CLICK)
    running(context, qtbot)
    go(context, "better")
    until(qtbot, lambda: active(context) == ADAPTED_MODEL)


def test_a_failure_is_none_of_the_suggestions(open_bare: Open, qtbot: QtBot) -> None:
    context = open_bare(prepare=read_by_starter)
    adaptation = started(context, qtbot)
    go(context, "fail")
    until(qtbot, lambda: not adaptation.is_running)
    text = "The starter model could not adapt itself to this handwriting. All suggestions stay. The disk is full."
    assert told(context)[-1] == ("warning", text) and active(context) == "starter"


def test_a_worse_model_does_not_read_and_is_not_tried_again(open_bare: Open, qtbot: QtBot) -> None:
    context = open_bare(prepare=read_by_starter)
    adaptation = started(context, qtbot)
    go(context, "worse")
    until(qtbot, lambda: not adaptation.is_running)
    assert told(context)[-1][1].startswith("The suggestions stay as they are: adapted to this handwriting")
    qtbot.wait(600)
    session = context.session
    assert session.jobs.current is None and active(context) == "starter" and adaptation.other_suggestions is None
    assert ADAPTED_MODEL not in predictions_by_model(session.project, word_ids(session.project)[0])
    assert adaptation.can_start and not adaptation.is_offered


def test_suggestions_that_were_not_finished_are_made_without_adapting_again(open_bare: Open, qtbot: QtBot) -> None:
    def prepare(project: Project) -> None:
        read_by_starter(project)
        add_model(project, ADAPTED_MODEL, adapted=WORDS, active=False)
        use_adapted_starter(project, ADAPTED_MODEL)

    context = open_bare(prepare=prepare)
    adaptation = Adaptation.for_context(context)
    until(qtbot, lambda: adaptation.is_offered)
    adaptation.start()
    job = context.session.jobs.current
    assert job is not None and job.kind == "recognise" and "is suggesting readings" in adaptation.text()
    until(qtbot, lambda: active(context) == ADAPTED_MODEL)
    until(qtbot, lambda: told(context) == [("info", DONE)])


def test_a_model_that_a_person_chose_meanwhile_stays(open_bare: Open, qtbot: QtBot) -> None:
    def prepare(project: Project) -> None:
        add_model(project, "m", preset="quick")
        read_by_starter(project)

    context = open_bare(prepare=prepare)
    adaptation = started(context, qtbot)
    context.session.execute(lambda project: activate_model(project, "m"), changes=["models"])
    until(qtbot, lambda: active(context) == "m")
    go(context, "better")
    until(qtbot, lambda: not adaptation.is_running)
    context.session.execute(lambda project: None, changes=[])
    qtbot.wait(200)
    assert active(context) == "m" and adaptation.other_suggestions is None


@pytest.mark.parametrize(("words", "is_enough"), [(199, False), (200, True)])
def test_it_needs_two_hundred_words(open_bare: Open, qtbot: QtBot, words: int, is_enough: bool) -> None:
    context = open_bare(words)
    adaptation, starter = Adaptation.for_context(context), StarterOffer.for_context(context)
    until(qtbot, lambda: starter.is_offered)
    starter.start()
    until(qtbot, lambda: bool(starter.suggested))
    if is_enough:
        running(context, qtbot)
        return
    until(qtbot, lambda: bool(adaptation._readiness.active) and not adaptation._is_due)
    assert context.session.jobs.current is None and not adaptation.can_start and not adaptation.is_offered


def test_it_gives_way_and_goes_on_but_not_after_a_training(open_bare: Open, qtbot: QtBot) -> None:
    context = open_bare(prepare=read_by_starter)
    adaptation, jobs = started(context, qtbot), context.session.jobs
    check = jobs.start(CheckRequest())
    until(qtbot, lambda: check.outcome is not None)
    running(context, qtbot)
    assert jobs.current is not None and jobs.current.is_in_background, "the window does not ask before it closes"
    jobs.start(TrainModelRequest(TrainRequest(preset("quick"))))
    until(qtbot, lambda: jobs.current is None and active(context) == "m")
    qtbot.wait(600)
    assert not adaptation.is_running and not adaptation.is_offered and not adaptation.can_start
    # only those that the person did not end are told of
    assert [text for _, text in told(context) if "stays as it was" in text] == []


def test_more_pages_make_it_worth_while_again(open_bare: Open, qtbot: QtBot) -> None:
    def prepare(project: Project) -> None:
        add_model(project, "starter-adapted-1", adapted=WORDS // 2 + 1)
        use_adapted_starter(project, "starter-adapted-1")

    context = open_bare(prepare=prepare)
    adaptation = Adaptation.for_context(context)
    until(qtbot, lambda: adaptation.can_start)
    assert not adaptation.is_offered

    def learnt_from_fewer(project: Project) -> None:
        with project.transaction() as connection:
            info = json.dumps({"preset": "starter", "adapted": WORDS // 2})
            connection.execute("UPDATE model SET info = ?", (info,))

    context.session.execute(learnt_from_fewer, changes=["models"])
    until(qtbot, lambda: adaptation.is_offered)


def test_a_read_only_window_offers_nothing(open_bare: Open, qtbot: QtBot) -> None:
    first = open_bare(prepare=read_by_starter)
    session = Session(first.session.folder)
    second = ProjectContext(
        session, first.notifications, first.actions, first.theme, first.settings, first.notifications
    )
    adaptation = Adaptation.for_context(second)
    until(qtbot, lambda: adaptation._readiness.is_useful)
    assert session.read_only and not adaptation.is_offered and not adaptation.can_start
    adaptation.start()
    assert session.jobs.current is None
    session.close()


def test_collection_offers_it_for_suggestions_of_an_earlier_version(open_bare: Open, qtbot: QtBot) -> None:
    context = open_bare(prepare=read_by_starter)
    bar = opened(CollectionView, context, qtbot).pages.starter
    until(qtbot, lambda: bar.isVisible() and bar.button.text() == ADAPT)
    assert bar.text.text().startswith("No word is transcribed yet. The starter model can adapt")
    QTest.mouseClick(bar.button, CLICK)
    running(context, qtbot)
    go(context, "better")
    until(qtbot, lambda: bar.text.text() == DONE)
    assert bar.button.text() == "Check them" and told(context) == []


def test_the_palette_starts_it_and_the_header_shows_it(
    tmp_path: Path, theme: Theme, settings: Settings, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeviceProbe, "list_devices", report_devices)
    folder = make_bare_project(tmp_path, WORDS)
    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    assert window.open_project(folder) and window.session is not None and window.context is not None
    action = window.window_actions._adapt_action
    assert not action.isEnabled()
    window.session.execute(read_by_starter, changes={MODELS, PREDICTIONS}, word_ids=None)
    until(qtbot, action.isEnabled)
    window.window_actions.show_palette()
    palette = window.findChild(Palette)
    assert palette is not None
    QTest.keyClicks(palette.field, "adapt handwriting")
    assert palette.shown() == ["Adapt the starter model to this handwriting"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    running(window.context, qtbot)
    chip = window.header.chip
    assert chip.isVisible() and chip.text.text() == job_name("adapt") == "Adapting the starter model"
    until(qtbot, lambda: (chip.bar.value(), chip.bar.maximum()) == (1, 4))
    window.show_view("train")
    train = window.current_view()
    assert isinstance(train, TrainView)
    until(qtbot, lambda: train.setup.reason.text() != "The words are being counted.")
    assert "under way" not in train.setup.reason.text(), "a person who wants to train does not wait"
    QTest.mouseClick(chip.stop, CLICK)
    until(qtbot, lambda: not chip.isVisible())
    go(window.context, "better")
    until(qtbot, action.isEnabled)
    action.trigger()
    until(qtbot, lambda: "Starter model, adapted" in window.header.model.text())
    window.close_project()
    window.close()


def test_checked_words_before_the_adaptation_count_for_the_first_training(open_bare: Open, qtbot: QtBot) -> None:
    from app.train.retraining_offer import RetrainingOffer

    context = open_bare(prepare=read_by_starter)
    session = context.session
    word = word_ids(session.project)[0]
    session.execute(lambda project: set_transcription(project, word, FIRST), changes=["words"], word_ids=[word])
    started(context, qtbot)
    go(context, "better")
    until(qtbot, lambda: active(context) == ADAPTED_MODEL)
    offer = RetrainingOffer.for_context(context)
    until(qtbot, lambda: offer.is_first and offer.count == 1)


def test_only_the_adapted_starter_has_its_title(open_bare: Open) -> None:
    def prepare(project: Project) -> None:
        add_model(project, "began-with-it", preset="phosc-ctc", adapted=WORDS)

    context = open_bare(prepare=prepare)
    assert model_title(get_model(context.session.project)) == "began-with-it"
    context.session.changed.emit(Changed(frozenset({WORDS, MODELS}), None))
