"""The words of a page as a screen reader finds them: a list of items with text, state and place."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget
from view_helpers import open_page, point_in

from app.context import ProjectContext
from app.page.view import PageView
from core.project.changes import WORDS
from core.project.content.transcriptions import set_transcription

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[PageView]:
    """The first page, whose words are transcribed."""
    yield from open_page(context, qtbot, 0)


def tree(widget: QWidget) -> Iterator[QAccessibleInterface]:
    """Yield every object below a widget, as a screen reader walks through them."""
    waiting = [QAccessible.queryAccessibleInterface(widget)]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += [child for i in range(found.childCount()) if (child := found.child(i)) is not None]


def test_walk_from_the_view_finds_every_word(view: PageView) -> None:
    words = view.page_model.words
    items = [node for node in tree(view) if node.role() == QAccessible.Role.ListItem and node.parent().object()]
    of_page = [item for item in items if item.parent().object() is view.canvas]
    assert [each.text(NAME) for each in of_page][::-1] == [word.text for word in words] and len(words) > 20
    assert {each.text(DESCRIPTION) for each in of_page} == {"transcribed by a person"}


def test_page_is_a_list_of_words_with_state_and_place(view: PageView, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(view.canvas)
    assert page.role() == QAccessible.Role.List and page.text(NAME) == "The page and its words"
    word = view.page_model.words[4]
    item = page.child(4)
    assert page.indexOfChild(item) == 4 and item.isValid() and page.child(999) is None and page.child(-1) is None
    at = view.canvas.viewport().mapToGlobal(point_in(view, word))
    assert item.rect().contains(at) and page.childAt(at.x(), at.y()).text(NAME) == word.text
    assert item.state().selectable and not item.state().selected and not item.state().offscreen
    view.canvas.select([word.id])
    assert item.state().selected and item.state().focused and page.focusChild() is item
    view.canvas.zoom_to(4.0)
    view.canvas.pan(-100_000, -100_000)
    assert item.state().offscreen


def test_word_is_pressed_and_its_editor_is_found(view: PageView, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(view.canvas)
    words, item = len(view.page_model.words), page.child(3)
    action = item.actionInterface()
    assert action.actionNames() == [action.pressAction(), action.setFocusAction()]
    action.doAction(action.setFocusAction())
    assert view.canvas.selection == [view.page_model.words[3].id] and page.childCount() == words
    action.doAction(action.pressAction())
    assert view.transcription.editor.word_id == view.page_model.words[3].id and page.childCount() == words + 1
    editor = page.child(words)
    assert editor.object() is view.transcription.editor and page.indexOfChild(editor) == words
    assert any(node.object() is view.transcription.editor.line for node in tree(view))
    view.transcription.editor.cancel()


def test_names_follow_edits_and_hidden_states(view: PageView, context: ProjectContext, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(view.canvas)
    word, item = view.page_model.words[0], page.child(0)
    context.session.execute(
        lambda project: set_transcription(project, word.id, "Neuwort"), changes=[WORDS], word_ids=[word.id]
    )
    qtbot.waitUntil(lambda: item.text(NAME) == "Neuwort")
    view.canvas.outlines.set_hidden(["typed"])
    assert page.childCount() == 0
    view.canvas.outlines.set_hidden([])
    assert page.childCount() == len(view.page_model.words)


def test_words_that_are_gone_are_invalid_and_harm_nobody(view: PageView, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(view.canvas)
    item = page.child(0)
    view.canvas.set_words((), ())
    gc.collect()
    assert page.childCount() == 0 and not item.isValid()
    assert item.text(NAME) == "" and item.rect().isNull() and page.indexOfChild(item) == -1


def test_screen_reader_is_told_of_the_selected_word(view: PageView, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[object, int]] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append((event.type(), event.child())))
    view.canvas.select([view.page_model.words[2].id])
    assert told == [(QAccessible.Event.Focus, 2)]
    view.canvas.select([])
    assert len(told) == 1


def test_other_widgets_keep_their_own_objects(view: PageView) -> None:
    assert QAccessible.queryAccessibleInterface(view.top_bar.chooser).role() == QAccessible.Role.ComboBox
    QApplication.processEvents()
