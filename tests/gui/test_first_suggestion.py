"""From files to suggestions in one or two clicks: pages that are imported, and scans without any transcription."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from gui_helpers import opened
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import training_view, until

from app.collection.import_dialog import ImportDialog
from app.collection.import_messages import SourceSummary, summarise_sources
from app.collection.import_options import ImportOptions
from app.collection.language_dialog import LanguageDialog
from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.insight.view import InsightView
from app.review.view import ReviewView
from app.session.changes import Changed
from app.session.session import Session
from app.settings import WRITING_LANGUAGE
from app.shell.window import MainWindow
from app.starter_offer import FIRST_LANGUAGE, StarterOffer
from core.formats.pagexml_write import write_pagexml
from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.jobs.recognition.starter import add_starter
from core.jobs.requests import CheckRequest, ImportRequest
from core.project.changes import MODELS, PREDICTIONS
from core.project.content.language_words import added_languages
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.models import get_model, is_starter, list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query.word_query import find_words
from core.store.model_file import load_ensemble

CLICK = Qt.MouseButton.LeftButton
WORDS = ("letter", "captain", "river", "company", "orders", "regiment")
LISTED = dict.fromkeys((*WORDS, "december", "fort"), 1000)
SCAN = Path("scan.png")
CHOICE = ImportRequest((SCAN,))
WORD_LIST = ("letter", "captain", "river", "company", "orders", "regiment", "march", "fort")
OFFER, LANGUAGE = "Use the starter model", "Choose the language…"


def summary(*pages: PageRecord) -> SourceSummary:
    return summarise_sources(SourceContents(pages=pages))


BARE = summary(PageRecord(SCAN, 100, 100))


BOXED = summary(PageRecord(SCAN, 100, 100, words=(WordRecord((1, 1, 9, 9), None),)))


TRANSCRIBED = summary(PageRecord(SCAN, 100, 100, words=(WordRecord((1, 1, 9, 9), "fort"),)))


LINES_WITH_TEXT = summary(PageRecord(SCAN, 100, 100, lines=(LineRecord((1, 1, 9, 9), text="the fort"),)))


@pytest.fixture
def boxed_page(tmp_path: Path) -> Path:
    """A page image with PAGE XML beside it: boxes without text."""
    image, truth = render_page(list(WORDS), Writer(), np.random.default_rng(1))
    image = image[: max(y + h for (_, y, _, h), _, _ in truth) + 40]
    scan = tmp_path / "scans" / "letter.png"
    scan.parent.mkdir()
    cv2.imwrite(str(scan), image)
    words = tuple(WordRecord(box, None, line=line) for box, _, line in truth)
    write_pagexml(PageRecord(scan, image.shape[1], image.shape[0], words=words), scan.with_suffix(".xml"))
    return scan.with_suffix(".xml")


def test_two_clicks_from_files_to_first_suggestion(
    empty_window: MainWindow, boxed_page: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a short list instead of the 50,000 words of a language
    monkeypatch.setattr("app.collection.lexicon_panel.language_words", lambda project, language, most: LISTED)
    Project.create(tmp_path / "letters").close()
    assert empty_window.open_project(tmp_path / "letters.ductus") and empty_window.session is not None
    session, collection = empty_window.session, empty_window.current_view()
    assert isinstance(collection, CollectionView)
    empty_window.activateWindow()
    until(qtbot, lambda: collection.pages.empty.button.hasFocus())
    collection.preview([boxed_page])
    (dialog,) = collection.findChildren(ImportDialog)
    until(qtbot, dialog.start.isEnabled)
    assert dialog.options.suggest.isVisible() and dialog.options.suggest.isChecked()
    second = dialog.options.second_language
    assert second.isVisible() and second.currentData() is None
    second.setCurrentIndex(second.findData("fr"))
    QTest.mouseClick(dialog.start, CLICK)
    bar = collection.pages.starter
    until(qtbot, lambda: "suggested readings for 6 words" in bar.text.text())
    assert empty_window.focusWidget() is collection.pages.grid, "keys move along the new pages; they do not filter them"
    assert added_languages(session.project) == {"en": len(LISTED), "fr": len(LISTED)}
    told = [notification.text for notification in empty_window.notifications.history]
    assert not any("has suggested" in text for text in told), "the bar says so already"
    QTest.mouseClick(bar.find_button("Check them"), CLICK)
    review = empty_window.current_view()
    assert isinstance(review, ReviewView)
    until(qtbot, lambda: review.review.is_ready and review.word_view.field.placeholderText() in LISTED)


def test_files_of_a_project_that_was_just_made_get_the_offer(
    empty_window: MainWindow, boxed_page: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    Project.create(tmp_path / "letters").close()
    assert empty_window.open_project(tmp_path / "letters.ductus")
    collection = empty_window.current_view()
    assert isinstance(collection, CollectionView)
    collection.preview([boxed_page])
    (dialog,) = collection.findChildren(ImportDialog)
    until(qtbot, dialog.start.isEnabled)
    until(qtbot, dialog.options.suggest.isVisible)
    dialog.reject()


@pytest.mark.parametrize(
    ("source", "is_offered"), [(BARE, True), (BOXED, True), (TRANSCRIBED, False), (LINES_WITH_TEXT, False)]
)
def test_suggestions_are_offered_where_nothing_is_transcribed(
    source: SourceSummary, is_offered: bool, qtbot: QtBot
) -> None:
    options = ImportOptions()
    qtbot.addWidget(options)
    options.offer_suggestions("de")
    options.set_source(source)
    options.show()
    request = options.plan(CHOICE)
    assert options.suggest.isVisible() == options.language.isVisible() == request.suggest == is_offered
    assert request.languages == (("de",) if is_offered else ())


def test_no_words_no_suggestions(qtbot: QtBot) -> None:
    options = ImportOptions()
    qtbot.addWidget(options)
    options.offer_suggestions("en")
    options.set_source(BARE)
    options.show()
    options.segment.click()
    assert not options.suggest.isVisible() and not options.plan(CHOICE).suggest
    options.segment.click()
    options.suggest.click()
    assert options.suggest.isVisible() and not options.language.isVisible()
    assert not options.plan(CHOICE).suggest and options.plan(CHOICE).languages == ()


def test_language_is_not_asked_where_there_is_a_word_list(qtbot: QtBot) -> None:
    options = ImportOptions()
    qtbot.addWidget(options)
    options.set_source(BARE)
    options.show()
    assert not options.suggest.isVisible(), "not before it is offered"
    options.offer_suggestions(None)
    assert options.suggest.isVisible() and not options.language.isVisible()
    request = options.plan(CHOICE)
    assert request.suggest and request.languages == ()


def test_nothing_is_suggested_beside_a_model(context: ProjectContext, qtbot: QtBot, boxed_page: Path) -> None:
    """The project of the fixture has a model of its own."""
    view = opened(CollectionView, context, qtbot)
    until(qtbot, lambda: bool(view.pages.pages))
    view.preview([boxed_page])
    (dialog,) = view.findChildren(ImportDialog)
    until(qtbot, dialog.start.isEnabled)
    assert not dialog.options.suggest.isVisible()
    dialog.reject()


def test_first_language_is_the_last_named_else_that_of_the_computer(
    context: ProjectContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = opened(CollectionView, context, qtbot)
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("fr_CA"))
    assert view._first_language() == "fr"
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("ja_JP"))
    assert view._first_language() == "en"
    context.settings.set(WRITING_LANGUAGE, "nl")
    assert view._first_language() == "nl"


def test_stopped_import_suggests_nothing(
    context: ProjectContext, session: Session, qtbot: QtBot, boxed_page: Path
) -> None:
    view = opened(CollectionView, context, qtbot)
    before = lexicon_words(session.project)
    request = replace(ImportOptions().plan(ImportRequest((boxed_page,))), suggest=True, languages=("de", "fr"))
    view._start_import(request)
    job = session.jobs.current
    assert job is not None and context.settings.get(WRITING_LANGUAGE) == "de"
    with qtbot.waitSignal(job.finished, timeout=60_000):
        job.kill()
    qtbot.wait(50)
    assert lexicon_words(session.project) == before and not view.lexicon.adding.busy.isVisible()


@pytest.fixture
def open_untranscribed(tmp_path: Path, context: ProjectContext) -> Iterator[Callable[[bool], ProjectContext]]:
    """Opens a project of one page with boxes and no transcriptions, with or without a lexicon."""
    sessions: list[Session] = []

    def make(lexicon: bool) -> ProjectContext:
        image, truth = render_page(list(WORD_LIST), Writer(), np.random.default_rng(1))
        image = image[: max(y + h for (_, y, _, h), _, _ in truth) + 40]
        cv2.imwrite(str(tmp_path / "sheet.png"), image)
        boxes = tuple(WordRecord(box, None, line=line) for box, _, line in truth)
        page = PageRecord(tmp_path / "sheet.png", image.shape[1], image.shape[0], words=boxes)
        with Project.create(tmp_path / "bare") as project:
            import_contents(project, SourceContents(pages=(page,)), role="train")
            if lexicon:
                add_words(project, WORD_LIST, added_by="names.txt")
        sessions.append(Session(project.folder))
        return ProjectContext(
            sessions[0], context.notifications, context.actions, context.theme, context.settings, context
        )

    yield make
    for session in sessions:
        session.close()


def test_from_scans_to_first_corrected_word(
    open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = open_untranscribed(True)
    session = context.session
    view = training_view(context, qtbot, monkeypatch)
    box = view.setup.starter
    until(qtbot, box.isVisible)
    assert box.button.text() == OFFER and not view.setup.start.isEnabled()
    review = opened(ReviewView, context, qtbot)
    until(qtbot, lambda: OFFER in [button.text() for button in review.banner.buttons])
    QTest.mouseClick(box.button, CLICK)
    assert not box.isVisible() and session.jobs.current is not None and session.jobs.current.kind == "begin"
    ids = word_ids(session.project)
    until(qtbot, lambda: session.jobs.current is None and all(predictions_by_model(session.project, i) for i in ids))
    until(qtbot, lambda: len(view.models_panel._models) == 1)
    assert not box.isVisible(), "there is a model now"
    told = context.notifications.history[-1]
    assert f"suggested readings for {len(ids)} words" in told.text and told.action == "Check them"
    assert view.setup.advanced.parent_box.count() == 1, "it is none to go on from"
    assert view.models_panel.table.model().index(0, 0).data() == "Starter model (first suggestions)"
    view.prepare_retraining()
    assert view.setup.advanced.parent_name is None

    review.refresh()
    review.activateWindow()
    until(qtbot, lambda: review.review.is_ready and review.word_view.field.placeholderText() in WORD_LIST)
    text = review.word_view.vote.text()
    assert "Confidence" in text and "%" in text, "as part of its line the word has one from the first minute"
    word = review.current_word()
    QTest.keyClicks(review.word_view.field, "Winchester")
    with qtbot.waitSignal(session.changed):
        QTest.keyClick(review.word_view.field, Qt.Key.Key_Return)
    (row,) = get_words(session.project, [word])
    assert (row.text, row.source) == ("Winchester", "typed")
    assert word is not None and predictions_by_model(session.project, word)["starter"].text in WORD_LIST
    found = [find_words(session.project, query, "starter") for query in ("conf<0.6", "conf>=0.6")]
    assert sum(map(len, found)) > 0 and not set(found[0]) & set(found[1])


def test_insight_of_starter_model_has_no_measurements(
    open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    context = open_untranscribed(True)
    recognise_directly(context.session.folder)
    view = opened(InsightView, context, qtbot, NavigationTarget(word_id=word_ids(context.session.project)[0]))
    until(qtbot, lambda: view.word.facts is not None and view.word.facts.explanation is not None)
    assert "starter model" in " ".join(view.word.vote.sentences) and "confidence" in view.word.state.text()
    assert "Starter model" in view.model_text.text() and "as trained" not in view.model_text.text()
    for name in ("thresholds", "votes", "ensemble_size"):
        view.show_tab(name)
        until(qtbot, lambda name=name: name in view.built_tabs and view.built_tabs[name].empty.isVisible())
        until(qtbot, lambda name=name: view.built_tabs[name].empty.title.text() == "First suggestions only")
        assert "starter model" in view.built_tabs[name].empty.text.text()
    view.show_tab("results")
    until(qtbot, lambda: "results" in view.built_tabs and view.built_tabs["results"].empty.isVisible())
    view.show_tab("spectrum")
    until(qtbot, lambda: "spectrum" in view.built_tabs and view.built_tabs["spectrum"].plot.isVisible())
    view.show_tab("card")
    until(qtbot, lambda: "card" in view.built_tabs and len(view.built_tabs["card"].properties.rows) > 0)
    card = dict(row.cells for row in view.built_tabs["card"].properties.rows)
    assert card["Different words (W_s)"] == "0" and card["Trained on"] == "no word image of this project"
    assert card["Thresholds"].startswith("none")


def test_a_word_without_suggestion_names_the_starter_by_its_title(
    open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    context = open_untranscribed(True)
    recognise_directly(context.session.folder)
    with Project.open(context.session.folder) as project, project.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    view = opened(InsightView, context, qtbot)
    until(qtbot, lambda: view.word.empty.isVisible() and view.word.empty.button.isVisible())
    assert "“Starter model (first suggestions)” has no suggestion" in view.word.empty.title.text()


def test_without_lexicon_the_language_is_asked_and_the_starter_goes_on(
    open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    """Two clicks from scans to suggestions: the language, and its words."""
    context = open_untranscribed(False)
    session = context.session
    review = opened(ReviewView, context, qtbot)
    until(qtbot, lambda: LANGUAGE in [button.text() for button in review.banner.buttons])
    assert "word list, which is empty" in review.banner.text.text()
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(review.banner.find_button(LANGUAGE), CLICK)
    assert session.jobs.current is None
    view, target = requested.args
    assert view == "collection"
    collection = opened(CollectionView, context, qtbot, target)
    assert collection.tabs.currentWidget() is collection.lexicon
    (dialog,) = collection.findChildren(LanguageDialog)
    until(qtbot, dialog.isVisible)
    dialog.language.setCurrentIndex(dialog.language.findData("de"))
    assert dialog.add.text() == "Add German and suggest readings"
    dialog.most.setCurrentIndex(0)
    QTest.mouseClick(dialog.add, CLICK)
    until(qtbot, lambda: session.jobs.current is not None and session.jobs.current.kind == "begin")
    assert len(lexicon_words(session.project)) >= 10_000
    session.jobs.current.kill()
    until(qtbot, lambda: session.jobs.current is None)
    session.execute(lambda project: add_words(project, ["Hauptmann"]), changes=["lexicon"])
    qtbot.wait(600)
    assert session.jobs.current is None, "it starts once, not with every word that is added"


def test_cancelled_language_starts_nothing(open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    context = open_untranscribed(False)
    collection = opened(CollectionView, context, qtbot, NavigationTarget(query=FIRST_LANGUAGE))
    (dialog,) = collection.findChildren(LanguageDialog)
    QTest.mouseClick(dialog.cancel, CLICK)
    context.session.execute(lambda project: add_words(project, WORD_LIST), changes=["lexicon"])
    until(qtbot, lambda: StarterOffer.for_context(context).button_text() == OFFER)
    assert context.session.jobs.current is None


def test_collection_offers_it_until_a_word_is_transcribed(
    open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    context = open_untranscribed(True)
    session = context.session
    view = opened(CollectionView, context, qtbot)
    strip = view.pages.starter
    until(qtbot, strip.isVisible)
    assert strip.button.text() == OFFER and "No word is transcribed yet" in strip.text.text()
    word = word_ids(session.project)[0]
    session.execute(lambda project: set_transcription(project, word, "letter"), changes=["words"], word_ids=[word])
    until(qtbot, lambda: not strip.isVisible())
    assert StarterOffer.for_context(context).is_offered, "Train still offers it: other words are unchecked"
    session.undo()
    until(qtbot, strip.isVisible)
    QTest.mouseClick(strip.button, CLICK)
    assert session.jobs.current is not None and session.jobs.current.kind == "begin"
    assert strip.isVisible() and not strip.button.isVisible() and "go on working" in strip.text.text()
    session.jobs.current.kill()
    until(qtbot, strip.button.isVisible)


def test_insight_offers_it_without_model(open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    context = open_untranscribed(True)
    session = context.session
    view = opened(InsightView, context, qtbot)
    until(qtbot, lambda: view.empty.button.text() == OFFER and view.empty.button.isVisible())
    assert (
        "suggest readings without training" in view.empty.text.text()
        and view.empty.buttons[1].text() == "Train a model"
    )
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(view.empty.buttons[1], CLICK)
    assert requested.args[0] == "train" and session.jobs.current is None
    QTest.mouseClick(view.empty.button, CLICK)
    assert session.jobs.current is not None and session.jobs.current.kind == "begin"
    assert view.empty.progress.isVisible() and not view.empty.button.isVisible()
    session.jobs.current.kill()
    until(qtbot, lambda: session.jobs.current is None and view.empty.button.isVisible())
    recognise_directly(session.folder)
    session.changed.emit(Changed(frozenset({WORD_LIST, MODELS, PREDICTIONS}), None))
    until(qtbot, lambda: view.stack.currentWidget() is view.tabs)
    until(qtbot, lambda: view.word.facts is not None and view.word.facts.explanation is not None)


def test_without_lexicon_collection_and_insight_ask_for_the_language(
    open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot
) -> None:
    context = open_untranscribed(False)
    collection, insight = opened(CollectionView, context, qtbot), opened(InsightView, context, qtbot)
    for button in (collection.pages.starter.button, insight.empty.button):
        until(qtbot, lambda button=button: button.text() == LANGUAGE)
        with qtbot.waitSignal(context.view_requested) as requested:
            QTest.mouseClick(button, CLICK)
        assert requested.args[0] == "collection"
        collection.enter(requested.args[1])
        assert collection.tabs.currentWidget() is collection.lexicon
        (dialog,) = collection.findChildren(LanguageDialog)
        dialog.reject()
        until(qtbot, lambda: not collection.findChildren(LanguageDialog))
        collection.tabs.setCurrentWidget(collection.pages)


def test_not_offered_with_a_model(context: ProjectContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view = training_view(context, qtbot, monkeypatch)
    until(qtbot, lambda: bool(view.models_panel._models))
    assert not view.setup.starter.isVisible()
    assert not is_starter(get_model(context.session.project)) and len(list_models(context.session.project)) == 1


def test_not_offered_while_another_job_runs(open_untranscribed: Callable[[bool], ProjectContext], qtbot: QtBot) -> None:
    """A training ends with a model that the starter model must not replace."""
    context = open_untranscribed(True)
    starter = StarterOffer.for_context(context)
    until(qtbot, lambda: starter.is_offered)
    job = context.session.jobs.start(CheckRequest())
    assert not starter.is_offered
    starter.start()
    assert context.session.jobs.unfinished == [job]
    with qtbot.waitSignal(job.finished, timeout=60_000):
        job.kill()
    until(qtbot, lambda: starter.is_offered)


def recognise_directly(folder: Path) -> None:
    """Add the starter model and recognise with it, without jobs."""
    from core.jobs.recognition.recognise import recognise
    from core.jobs.requests import RecogniseRequest

    with Project.open(folder) as project:
        add_starter(project)
        assert not load_ensemble(get_model(project).file).members[0].calibration.votes.size
        recognise(project, RecogniseRequest(words="all", device="cpu"), lambda event: None, lambda: False)
