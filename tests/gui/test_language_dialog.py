"""Adding the words of a language: the guessed language, the list written in one edit, and its removal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from gui_helpers import opened
from project_helpers import crop_source
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.collection.language_dialog import LanguageDialog
from app.collection.view import CollectionView
from app.context import ProjectContext
from app.session.session import Session
from core.project.content.language_words import added_languages, set_language_words
from core.project.content.lexicon import lexicon_counts, lexicon_words
from core.project.importing.import_sources import import_contents

DUTCH = ["het", "van", "niet", "voor"]


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    view = opened(CollectionView, context, qtbot)
    view.tabs.setCurrentWidget(view.lexicon)
    qtbot.waitUntil(lambda: view.lexicon.model.rowCount() > 0)
    yield view


def open_dialog(view: CollectionView) -> LanguageDialog:
    QTest.mouseClick(view.lexicon.adding.language, Qt.MouseButton.LeftButton)
    return view.lexicon.findChildren(LanguageDialog)[-1]


def wait_for_facts(dialog: LanguageDialog, qtbot) -> None:
    qtbot.waitUntil(lambda: "Comparing" not in dialog.known.text(), timeout=20000)


def test_guessed_language_is_chosen_and_added_in_one_edit(
    view: CollectionView, context: ProjectContext, session: Session, tmp_path: Path, qtbot
) -> None:
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: import_contents(p, crop_source(tmp_path / "a", DUTCH * 60)), changes=["words"])
    before = lexicon_words(session.project)
    dialog = open_dialog(view)
    wait_for_facts(dialog, qtbot)
    assert dialog.code == "nl" and dialog.add.text() == "Add Dutch" and dialog.remove.isHidden()
    assert "Dutch: " in dialog.known.text() and "% of the transcribed words" in dialog.known.text()
    dialog.most.setCurrentIndex(0)
    with qtbot.waitSignal(session.changed, timeout=20000):
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert not view.lexicon.adding.busy.isVisible()
    assert added_languages(session.project)["nl"] >= 9_000
    assert lexicon_counts(session.project)["wederom"] > 0
    assert "words were added to the word list" in context.notifications.history[-1].text
    with qtbot.waitSignal(session.undone):
        session.undo()
    assert lexicon_words(session.project) == before


def test_chosen_language_is_kept_when_the_guess_arrives(
    view: CollectionView, session: Session, tmp_path: Path, qtbot
) -> None:
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: import_contents(p, crop_source(tmp_path / "a", DUTCH * 60)), changes=["words"])
    dialog = open_dialog(view)
    dialog.language.setFocus()
    QTest.keyClicks(dialog.language, "It")
    assert dialog.code == "it"
    wait_for_facts(dialog, qtbot)
    assert dialog.code == "it" and dialog.add.text() == "Add Italian"


def test_too_few_transcriptions_ask_for_the_language(view: CollectionView, qtbot) -> None:
    dialog = open_dialog(view)
    wait_for_facts(dialog, qtbot)
    assert "do not show the language yet" in dialog.known.text() and dialog.code == "en"
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert dialog.isHidden()


def test_language_is_removed_again(view: CollectionView, context: ProjectContext, session: Session, qtbot) -> None:
    before = lexicon_words(session.project)
    words = {"zee": 9, "schip": 8}
    with qtbot.waitSignal(session.changed):
        session.execute(partial(set_language_words, language="nl", words=words), changes=["lexicon"])
    dialog = open_dialog(view)
    wait_for_facts(dialog, qtbot)
    dialog.language.setCurrentIndex(dialog.language.findData("nl"))
    assert dialog.present.text() == "2 words of this language are in the word list. They are replaced."
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert lexicon_words(session.project) == before
    assert context.notifications.history[-1].text == "2 words were removed from the word list."
