"""The language is switched while a project is open: every text changes, and nothing that was begun is lost."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from insight_helpers import open_tab
from pseudo_language import LEFT, RIGHT, back_to_english, make_language, pseudo
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QWidget

from app.context import NavigationTarget
from app.main import VIEW_CLASSES
from app.review.state import ReviewMode
from app.session.jobs import Job
from app.settings import LANGUAGE
from app.shell.action_filter import plain_text
from app.shell.dialogs.preferences import Preferences
from app.shell.window import MainWindow
from app.text import translations
from core import language as engine_language
from core.jobs.requests import CheckRequest
from core.project.content.words import word_ids

JOB = """
import json, pathlib, sys, time
print(json.dumps({"event": "progress", "part": "images", "done": 1, "total": 2}), flush=True)
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.02)
print(json.dumps({"event": "result", "words": 3, "active": True}), flush=True)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    for code in (LEFT, RIGHT):
        make_language(folder, code)
    return folder


@pytest.fixture
def languages(files: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both pseudo-languages can be chosen; English is shown again afterwards."""
    monkeypatch.setattr(translations, "FOLDER", files)
    for code in (LEFT, RIGHT):
        monkeypatch.setitem(translations.NAMES, code, "Pseudo")
    yield
    back_to_english(qapp, monkeypatch)


def settle(window: MainWindow, qtbot) -> None:
    assert window.session is not None
    session = window.session
    qtbot.wait(30)
    qtbot.waitUntil(lambda: all(worker.pending == 0 for worker in session._workers()), timeout=20_000)
    qtbot.wait(10)


def open_page(window: MainWindow, qtbot):
    word = word_ids(window.session.project)[4]
    window.show_view("page", NavigationTarget(word_id=word))
    view = window.current_view()
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.canvas.selection == [word])
    view.transcription.open(word)
    qtbot.waitUntil(lambda: view.transcription.editor.isVisible())
    return view, word


def test_half_typed_word_survives_the_settings(window: MainWindow, languages, qtbot) -> None:
    view, word = open_page(window, qtbot)
    editor = view.transcription.editor
    before = editor.text
    QTest.keyClick(editor.line, Qt.Key.Key_End)
    QTest.keyClicks(editor.line, "xyz")
    QTest.keyClick(editor.line, Qt.Key.Key_Left)
    view.canvas.zoom(1.2)
    place, geometry, undo = view.canvas.view, window.geometry(), window.session.next_edits()
    window.window_actions.show_settings()
    dialog = window.findChild(Preferences)
    dialog.language.setCurrentIndex(dialog.language.findData(LEFT))
    qtbot.waitUntil(lambda: window.current_view() is not None and window.current_view() is not view)
    new = window.current_view()
    qtbot.waitUntil(lambda: new.transcription.editor.isVisible())
    settle(window, qtbot)
    line = new.transcription.editor.line
    assert new.transcription.editor.word_id == word and line.text() == before + "xyz"
    assert line.cursorPosition() == len(before) + 2 and line.selectedText() == ""
    assert new.canvas.view == place and window.geometry() == geometry
    assert window.session.next_edits() == undo, "nothing was saved"
    assert line.placeholderText() == pseudo("Type the transcription")
    again = window.findChild(Preferences)
    assert again.isVisible() and again.windowTitle() == pseudo("Settings") and again.language.currentData() == LEFT
    again.close()
    QTest.keyClicks(line, "w")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle(window, qtbot)
    text = window.session.project.column(
        "SELECT text FROM transcription WHERE word_id = ? ORDER BY id DESC LIMIT 1", (word,)
    )
    assert text == [f"{before}xywz"]


def visible_texts(window: QWidget) -> set[str]:
    found = set()
    for widget in window.findChildren(QWidget):
        if widget.isVisible():
            for name in ("text", "title", "placeholderText", "toolTip", "accessibleName"):
                value = getattr(widget, name, None)
                if callable(value) and isinstance(text := value(), str) and text.strip():
                    found.add(text)
    return found


def test_every_view_menu_and_key_has_the_new_texts(window: MainWindow, languages, qtbot) -> None:
    for name in VIEW_CLASSES:
        window.show_view(name)
    count = len(window.app_actions.all())
    window.set_language(LEFT)
    assert window.settings.get(LANGUAGE) == LEFT
    for name in VIEW_CLASSES:
        window.show_view(name)
        settle(window, qtbot)
        assert window.navigation_bar.buttons[name].text() == pseudo(name.title())
    actions = window.app_actions.all()
    assert len(actions) == count, "those of the views before are gone"
    plain = {plain_text(entry.action) for entry in actions}
    assert pseudo("Undo") in plain and "Undo" not in plain
    keys = [key.toString() for entry in actions if not entry.view for key in entry.action.shortcuts()]
    assert len(keys) == len(set(keys)) > 20
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.current_view().name == "page"
    assert {pseudo("Help")} < {plain_text(action) for action in window.window_actions.menu.actions()}
    window.set_language(translations.ENGLISH)
    assert window.navigation_bar.buttons["train"].text() == "Train"


def test_start_page_is_switched_without_a_project(empty_window: MainWindow, languages) -> None:
    empty_window.set_language(LEFT)
    assert empty_window.start.new.accessibleName().startswith(pseudo("New project")[:5])
    assert empty_window.stack.currentWidget() is empty_window.start


def test_running_job_goes_on_and_is_reported_once(
    window: MainWindow, languages, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end, script = tmp_path / "end", tmp_path / "job.py"
    script.write_text(JOB, encoding="utf-8")
    monkeypatch.setattr("app.session.jobs.job_command", lambda: [sys.executable, str(script), str(end)])
    window.show_view("collection")
    view = window.current_view()
    view.find_words([1])
    job = window.session.jobs.current
    qtbot.waitUntil(lambda: window.header.chip.isVisible())
    window.set_language(LEFT)
    assert window.session.jobs.current is job and job.is_running and window.header.chip.isVisible()
    assert window.header.chip.text.text() == pseudo("Finding words")
    assert len(window._views.replaced) == 1
    end.touch()
    qtbot.waitUntil(lambda: window.session.jobs.current is None, timeout=10_000)
    settle(window, qtbot)
    told = [message.text for message in window.notifications.history]
    assert told == [pseudo("%Ln word(s) were found. Their boxes can be corrected on the page.").replace("%Ln", "3")]
    qtbot.waitUntil(lambda: len(window._views.replaced) == 0)


def test_review_goes_on_where_it_was(window: MainWindow, languages, qtbot) -> None:
    window.show_view("review")
    view = window.current_view()
    view.filter_bar.set_filter("page:3")
    view.refresh()
    qtbot.waitUntil(lambda: view.review.is_ready)
    view.review.postpone()
    view.review.step(2)
    qtbot.waitUntil(lambda: view.review.is_ready)
    word, ids, remaining = view.review.current, list(view.review.queue.ids), view.review.queue.remaining
    undo = window.session.next_edits()
    QTest.keyClicks(view.word_view.field, "half")
    window.set_language(LEFT)
    new = window.current_view()
    qtbot.waitUntil(lambda: new.review.is_ready)
    assert new is not view and new.review.current == word and new.review.queue.ids == ids
    assert new.review.queue.remaining == remaining and new.filter_bar.field.text() == "page:3"
    assert new.review.typed_text == "half"
    assert not window.session.is_writing and window.session.next_edits() == undo
    new.set_mode(ReviewMode.GROUPS)
    settle(window, qtbot)
    window.set_language(translations.ENGLISH)
    assert window.current_view().review.mode == ReviewMode.GROUPS


def test_other_views_keep_what_was_chosen(window: MainWindow, languages, qtbot) -> None:
    window.show_view("search")
    search = window.current_view()
    search.kinds.setCurrentIndex(1)
    search.box.setText("th")
    search.panels["text"].match_case.setChecked(True)
    settle(window, qtbot)
    window.show_view("train")
    train = window.current_view()
    train.setup.choose_preset("quick")
    train.setup.advanced.seed.setValue(77)
    train.setup.advanced.form.editors["steps"].setValue(123)
    train.tabs.setCurrentIndex(2)
    window.show_view("collection")
    collection = window.current_view()
    settle(window, qtbot)
    collection.pages.grid.select_pages([page.page_id for page in collection.pages.pages[:2]])
    collection.lexicon.adding.word.setText("unfin")
    window.set_language(LEFT)
    settle(window, qtbot)
    assert window.current_view().selected_pages() == [page.page_id for page in collection.pages.pages[:2]]
    assert window.current_view().lexicon.adding.word.text() == "unfin"
    window.show_view("train")
    setup = window.current_view().setup
    assert window.current_view().tabs.currentIndex() == 2 and setup.options().seed == 77
    assert setup.options().preset.steps == 123 and setup.advanced.preset_name == "quick"
    window.show_view("search")
    again = window.current_view()
    assert again.kind == "text" and again.box.text() == "th" and again.panels["text"].match_case.isChecked()


def test_guide_and_tour_stay_at_their_place(window: MainWindow, languages, qtbot) -> None:
    window.window_actions.show_guide_page("checking.md")
    guide = window.window_actions.guide
    guide.browser.scroll_to(0.5)
    window.tour.start(True)
    window.tour.go_on()
    stop = window.tour.step.landmark
    window.set_language(LEFT)
    new = window.window_actions.guide
    assert new is not guide and new.isVisible() and new.browser.page == "checking.md"
    assert new.browser.scrolled == pytest.approx(0.5, abs=0.05) and new.windowTitle() == pseudo("Guide")
    assert (window.tour.step.landmark == stop and window.tour.step.title.startswith("Ţ")) or window.tour.step.title
    window.tour.stop()


def test_layout_follows_the_direction_of_the_language(window: MainWindow, languages, qtbot) -> None:
    assert window.navigation_bar.mapTo(window, window.navigation_bar.rect().center()).x() < window.width() // 2
    window.set_language(RIGHT)
    qtbot.wait(20)
    assert window.layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert window.navigation_bar.mapTo(window, window.navigation_bar.rect().center()).x() > window.width() // 2
    window.set_language(translations.ENGLISH)
    assert window.layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_jobs_and_sentences_of_the_engine_follow_the_language(qapp: QApplication) -> None:
    try:
        translations.install(qapp, "de")
        assert engine_language.language() == "de"
        assert Job(CheckRequest(), None)._process.processEnvironment().value(engine_language.VARIABLE) == "de"
    finally:
        translations.install(qapp, translations.ENGLISH)
    assert engine_language.language() == "en"
    assert Job(CheckRequest(), None)._process.processEnvironment().value(engine_language.VARIABLE) == "en"


def test_numbers_follow_the_language(qapp: QApplication) -> None:
    try:
        translations.install(qapp, "de")  # without a file of texts, too, it is English
        assert QLocale().language() in (QLocale.Language.German, QLocale.Language.English)
        assert translations.locale_of("de").toString(1234567) == "1.234.567"
        assert translations.locale_of("fr").toString(1.5) == "1,5"
    finally:
        translations.install(qapp, translations.ENGLISH)
    assert QLocale().toString(1234567) == "1,234,567"


def test_fields_write_numbers_as_the_language_does(window: MainWindow, qtbot) -> None:
    """Not as the window did when it was made."""
    window.research.switch(True)
    window.set_language("de")
    try:
        window.show_view("insight")
        view = window.current_view()
        qtbot.waitUntil(lambda: view.active_model.current is not None)
        tab = open_tab(view, qtbot, "ensemble_size")
        assert tab.accuracy.text().startswith("95,0")
    finally:
        window.set_language(translations.ENGLISH)
    assert QDoubleSpinBox(window).textFromValue(0.5).startswith("0.5")
