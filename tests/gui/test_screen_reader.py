"""What a screen reader hears of an action, though the focus stays, and the words of a page as it finds them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from view_helpers import open_page, point_in
from view_states import settle, view_states

from app.context import ProjectContext
from app.page.view import PageView
from app.session.jobs import Job, Outcome
from app.shell.window import MainWindow
from app.widgets import builders
from app.widgets.accessibility import announce
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from core.jobs.requests import CheckRequest
from core.project.changes import WORDS
from core.project.content.transcriptions import set_transcription

Heard = list[tuple[str, bool]]
"""The texts, each with whether it interrupts what is being said."""
NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Return what is announced from now on, as if a screen reader ran."""
    texts: Heard = []

    def update(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            texts.append((event.message(), event.politeness() == QAccessible.AnnouncementPoliteness.Assertive))

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", update)
    return texts


def said(heard: Heard, text: str) -> Callable[[], bool]:
    return lambda: any(text in each for each, _ in heard)


def test_saved_word_and_the_next_one_are_said(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    view = window.current_view()
    heard.clear()
    QTest.keyClicks(view.word_view.field, "Anno")
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(said(heard, "Saved: Anno"))
    qtbot.waitUntil(lambda: view.review.card is not None)
    card = view.review.card
    qtbot.waitUntil(said(heard, f"{card.text}. {view.word_view.state.text()}"))
    heard.clear()
    window.session.undo()
    qtbot.waitUntil(said(heard, "Undone: "))


def test_word_transcribed_on_the_page_is_said(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["page"]()
    settle(qtbot, window)
    canvas = window.current_view().canvas
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    line = window.current_view().transcription.editor.line
    QTest.keyClicks(line, "Domini")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(said(heard, "Saved: Domini"))


def test_words_that_were_found_are_said(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["search in the text"]()
    count = window.current_view().panels["text"].count
    qtbot.waitUntil(lambda: bool(count.text()) and (count.text(), False) in heard)
    assert count.text().split()[0].isdigit()


def test_filter_says_how_many_words_and_what_is_wrong(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    settle(qtbot, window)
    view = window.current_view()
    heard.clear()
    view.filter_bar.set_filter("page:1")
    view.refresh()
    qtbot.waitUntil(lambda: bool(heard))
    view.filter_bar.set_filter("conf<many")
    view.refresh()
    qtbot.waitUntil(lambda: any(urgent for _, urgent in heard))
    assert (view.filter_bar.error.text(), True) in heard


def test_messages_are_said_and_errors_interrupt(window: MainWindow, heard: Heard) -> None:
    window.notifications.info("Three words were deleted.", "Undo", lambda: None)
    window.notifications.error("The disk is full.")
    assert heard == [("Three words were deleted. (Undo: F6)", False), ("The disk is full.", True)]
    window.notifications.error("The disk is full.")
    assert heard[-1] == ("The disk is full. (2)", True)


def test_end_of_a_training_is_said(window: MainWindow, heard: Heard) -> None:
    job = Job(CheckRequest(), None)
    job.outcome = Outcome(True, False, None, "")
    window._job_finished(job)
    assert heard == [(window.status_label.text(), False)] and "done" in heard[0][0]


def test_text_is_said_once_and_only_if_it_is_seen(heard: Heard, theme, qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    column = QVBoxLayout(whole)
    bar, empty, warning = MessageBar(), EmptyState(theme, "review"), builders.label("", "warn")
    for widget in (bar, empty, warning):
        column.addWidget(widget)
    announce(whole, "nobody sees this")
    warning.setText("Half of the words are missing")
    assert heard == []
    whole.show()
    bar.show_message("A model is ready")
    bar.show_message("A model is ready")
    empty.show_message("Nothing here", "Import pages first.")
    bar.dismiss()
    bar.show_message("A model is ready")
    texts = [text for text, _ in heard]
    assert texts.count("A model is ready") == 2
    assert texts.count("Half of the words are missing") == 1 and texts.count("Nothing here. Import pages first.") == 1


def test_nothing_is_sent_without_a_screen_reader(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    monkeypatch.setattr(QAccessible, "updateAccessibility", sent.append)
    window.notifications.error("The disk is full.")
    assert sent == []


@pytest.fixture
def shown_page(context: ProjectContext, qtbot) -> Iterator[PageView]:
    """The first page, whose words are transcribed."""
    yield from open_page(context, qtbot, 0)


def tree(widget: QWidget) -> Iterator[QAccessibleInterface]:
    """Yield every object below a widget, as a screen reader walks through them."""
    waiting = [QAccessible.queryAccessibleInterface(widget)]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += [child for i in range(found.childCount()) if (child := found.child(i)) is not None]


def test_walk_from_the_view_finds_every_word(shown_page: PageView) -> None:
    words = shown_page.page_model.words
    items = [node for node in tree(shown_page) if node.role() == QAccessible.Role.ListItem and node.parent().object()]
    of_page = [item for item in items if item.parent().object() is shown_page.canvas]
    assert [each.text(NAME) for each in of_page][::-1] == [word.text for word in words] and len(words) > 20
    assert {each.text(DESCRIPTION) for each in of_page} == {"transcribed by a person"}


def test_page_is_a_list_of_words_with_state_and_place(shown_page: PageView, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(shown_page.canvas)
    assert page.role() == QAccessible.Role.List and page.text(NAME) == "The page and its words"
    word = shown_page.page_model.words[4]
    item = page.child(4)
    assert page.indexOfChild(item) == 4 and item.isValid() and page.child(999) is None and page.child(-1) is None
    at = shown_page.canvas.viewport().mapToGlobal(point_in(shown_page, word))
    assert item.rect().contains(at) and page.childAt(at.x(), at.y()).text(NAME) == word.text
    assert item.state().selectable and not item.state().selected and not item.state().offscreen
    shown_page.canvas.select([word.id])
    assert item.state().selected and item.state().focused and page.focusChild() is item
    shown_page.canvas.zoom_to(4.0)
    shown_page.canvas.pan(-100_000, -100_000)
    assert item.state().offscreen


def test_word_is_pressed_and_its_editor_is_found(shown_page: PageView, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(shown_page.canvas)
    words, item = len(shown_page.page_model.words), page.child(3)
    action = item.actionInterface()
    assert action.actionNames() == [action.pressAction(), action.setFocusAction()]
    action.doAction(action.setFocusAction())
    assert shown_page.canvas.selection == [shown_page.page_model.words[3].id] and page.childCount() == words
    action.doAction(action.pressAction())
    assert (
        shown_page.transcription.editor.word_id == shown_page.page_model.words[3].id and page.childCount() == words + 1
    )
    editor = page.child(words)
    assert editor.object() is shown_page.transcription.editor and page.indexOfChild(editor) == words
    assert any(node.object() is shown_page.transcription.editor.line for node in tree(shown_page))
    shown_page.transcription.editor.cancel()


def test_names_follow_edits_and_hidden_states(shown_page: PageView, context: ProjectContext, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(shown_page.canvas)
    word, item = shown_page.page_model.words[0], page.child(0)
    context.session.execute(
        lambda project: set_transcription(project, word.id, "Neuwort"), changes=[WORDS], word_ids=[word.id]
    )
    qtbot.waitUntil(lambda: item.text(NAME) == "Neuwort")
    shown_page.canvas.outlines.set_hidden(["typed"])
    assert page.childCount() == 0
    shown_page.canvas.outlines.set_hidden([])
    assert page.childCount() == len(shown_page.page_model.words)


def test_words_that_are_gone_are_invalid_and_harm_nobody(shown_page: PageView, qtbot) -> None:
    page = QAccessible.queryAccessibleInterface(shown_page.canvas)
    item = page.child(0)
    shown_page.canvas.set_words((), ())
    gc.collect()
    assert page.childCount() == 0 and not item.isValid()
    assert item.text(NAME) == "" and item.rect().isNull() and page.indexOfChild(item) == -1


def test_screen_reader_is_told_of_the_selected_word(shown_page: PageView, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[object, int]] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append((event.type(), event.child())))
    shown_page.canvas.select([shown_page.page_model.words[2].id])
    assert told == [(QAccessible.Event.Focus, 2)]
    shown_page.canvas.select([])
    assert len(told) == 1


def test_other_widgets_keep_their_own_objects(shown_page: PageView) -> None:
    assert QAccessible.queryAccessibleInterface(shown_page.top_bar.chooser).role() == QAccessible.Role.ComboBox
    QApplication.processEvents()
