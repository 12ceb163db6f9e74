"""Two clicks from the chosen files to the first suggestion: *Import*, then *Check them*."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from gui_helpers import opened
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from train_helpers import until

from app.collection.import_dialog import ImportDialog
from app.collection.import_messages import SourceSummary, summarise_sources
from app.collection.import_options import ImportOptions
from app.collection.source_preview import SourceChoice
from app.collection.view import CollectionView
from app.context import ProjectContext
from app.review.view import ReviewView
from app.session.session import Session
from app.settings import WRITING_LANGUAGE
from app.shell.window import MainWindow
from core.formats.pagexml_write import write_pagexml
from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.project.content.language_words import added_languages
from core.project.content.lexicon import lexicon_words
from core.project.project import Project

CLICK = Qt.MouseButton.LeftButton
WORDS = ("letter", "captain", "river", "company", "orders", "regiment")
LISTED = dict.fromkeys((*WORDS, "december", "fort"), 1000)
SCAN = Path("scan.png")
CHOICE = SourceChoice((SCAN,))


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
    request = replace(ImportOptions().plan(SourceChoice((boxed_page,))), suggest=True, languages=("de", "fr"))
    view._start_import(request)
    job = session.jobs.current
    assert job is not None and context.settings.get(WRITING_LANGUAGE) == "de"
    with qtbot.waitSignal(job.finished, timeout=60_000):
        job.kill()
    qtbot.wait(50)
    assert lexicon_words(session.project) == before and not view.lexicon.adding.busy.isVisible()
