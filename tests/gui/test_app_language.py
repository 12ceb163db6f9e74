"""The app starts in the language that was chosen, and a choice changes nothing before the next start."""

from __future__ import annotations

import pytest
from pseudo_language import LEFT, RIGHT, pseudo
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from view_helpers import open_tab

from app.actions import plain_text
from app.context import NavigationTarget
from app.main import VIEW_CLASSES
from app.session.jobs import Job
from app.settings import LANGUAGE, Settings
from app.shell.dialogs.preferences import Preferences
from app.shell.window import MainWindow
from app.text import translations
from core import language as engine_language
from core.jobs.requests import CheckRequest
from core.project.content.words import word_ids


def choose(dialog: Preferences, code: str) -> None:
    dialog.language.setCurrentIndex(dialog.language.findData(code))


def test_a_chosen_language_is_stored_and_nothing_typed_is_lost(window: MainWindow, settings: Settings, qtbot) -> None:
    word = word_ids(window.session.project)[4]
    window.show_view("page", NavigationTarget(word_id=word))
    view = window.current_view()
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.canvas.selection == [word])
    view.transcription.open(word)
    line = view.transcription.editor.line
    QTest.keyClicks(line, "xyz")
    typed, undo = line.text(), window.session.next_edits()
    window.window_actions.show_settings()
    dialog = window.findChild(Preferences)
    choose(dialog, "de")
    assert Settings(settings.file).get(LANGUAGE) == "de"
    assert dialog.windowTitle() == "Settings" and window.current_view() is view
    assert line.text() == typed and line.isVisible() and window.session.next_edits() == undo
    dialog.close()


def test_when_a_language_takes_effect_is_said_in_that_language(empty_window: MainWindow, settings: Settings) -> None:
    said = {
        "de": "Eine neue Sprache gilt ab dem nächsten Start von Ductus.",
        "fr": "Une nouvelle langue prend effet au prochain démarrage de Ductus.",
        "en": "A new language takes effect when Ductus is next started.",
    }
    before = settings.get(LANGUAGE)
    for code, text in said.items():
        dialog = Preferences(empty_window, settings, empty_window.theme, empty_window.research)
        assert dialog.language.currentData() == before
        choose(dialog, code)
        assert dialog.language_note.text() == text and dialog.windowTitle() == "Settings"
        before = code


@pytest.mark.parametrize("language", [LEFT], indirect=True)
def test_every_view_menu_and_key_has_the_texts_of_the_language(language: str, window: MainWindow) -> None:
    for name in VIEW_CLASSES:
        window.show_view(name)
        assert window.navigation_bar.buttons[name].text() == pseudo(name.title())
    actions = window.app_actions.all()
    plain = {plain_text(entry.action) for entry in actions}
    assert pseudo("Undo") in plain and "Undo" not in plain
    keys = [key.toString() for entry in actions if not entry.view for key in entry.action.shortcuts()]
    assert len(keys) == len(set(keys)) > 20
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.current_view().name == "page"
    assert pseudo("Help") in {plain_text(action) for action in window.window_actions.menu.actions()}
    window.window_actions.show_guide()
    assert window.window_actions.guide.windowTitle() == pseudo("Guide")
    assert window.start.new.accessibleName().startswith(pseudo("New project")[:5])


@pytest.mark.parametrize("language", [LEFT, RIGHT], indirect=True)
def test_layout_follows_the_direction_of_the_language(language: str, window: MainWindow, qtbot) -> None:
    qtbot.wait(20)
    is_right = language == RIGHT
    assert (window.layoutDirection() == Qt.LayoutDirection.RightToLeft) == is_right
    bar = window.navigation_bar
    assert (bar.mapTo(window, bar.rect().center()).x() > window.width() // 2) == is_right


def test_the_language_of_the_system_is_the_first_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LANGUAGE.default == translations.SYSTEM
    for preferred, code in ((["it-IT", "fr-FR", "de"], "fr"), (["de_AT"], "de"), (["it"], "en"), ([], "en")):
        monkeypatch.setattr(QLocale, "uiLanguages", lambda locale, preferred=preferred: preferred)
        assert translations.language(translations.SYSTEM) == code


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
        translations.install(qapp, "de")
        assert QLocale().toString(1234567) == "1.234.567"
        assert translations.locale_of("fr").toString(1.5) == "1,5"
    finally:
        translations.install(qapp, translations.ENGLISH)
    assert QLocale().toString(1234567) == "1,234,567"


@pytest.mark.parametrize("language", ["de"], indirect=True)
def test_fields_write_numbers_as_the_language_does(language: str, window: MainWindow, qtbot) -> None:
    window.show_view("insight")
    view = window.current_view()
    qtbot.waitUntil(lambda: view.active_model.current is not None)
    assert open_tab(view, qtbot, "ensemble_size").accuracy.text().startswith("95,0")
