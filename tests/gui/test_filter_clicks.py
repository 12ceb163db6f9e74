"""Filters by clicking agree with the typed filter in both directions; saved views are kept, renamed and deleted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from view_helpers import review_view

from app.context import ProjectContext
from app.review.filter_panel import FilterPanel
from app.review.review_queries import ReviewQuery
from app.review.saved_views_menu import ManageDialog, NameDialog
from app.review.view import ReviewView
from core.project.content.saved_views import SavedView, list_views, save_view
from core.project.query.word_query import find_words

CLICK = Qt.MouseButton.LeftButton


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    yield from review_view(context, qtbot)


@pytest.fixture
def panel(view: ReviewView, qtbot) -> Iterator[FilterPanel]:
    QTest.mouseClick(view.filter_bar.click, CLICK)
    panel = view.filter_bar.panel
    qtbot.waitUntil(lambda: panel.isVisible() and panel.page.count() == 4)
    yield panel
    panel.close()


def choose(box, text: str) -> None:
    """Choose an entry as a person does."""
    box.setCurrentIndex(box.findText(text, Qt.MatchFlag.MatchContains))
    box.activated.emit(box.currentIndex())


def test_clicks_write_the_filter_and_find_its_words(
    view: ReviewView, panel: FilterPanel, context: ProjectContext, qtbot
) -> None:
    field = view.filter_bar.field
    panel.states["unseen"].click()
    assert field.text() == "unseen"
    choose(panel.page, "3 –")
    panel.states["seen"].click()
    assert field.text() == "seen or unseen page:3"
    choose(panel.confidence, "below 50")
    assert field.text() == "seen or unseen page:3 conf<0.5"
    choose(panel.confidence, "any")
    project, model = context.session.project, view.review.model
    expected = set(find_words(project, "seen or unseen page:3", model, unchecked_only=True))
    qtbot.waitUntil(lambda: set(view.review.queue.ids) == expected)
    panel.states["seen"].click()
    panel.states["unseen"].click()
    assert field.text() == "page:3"
    QTest.mouseClick(panel.clear, CLICK)
    assert field.text() == "" and panel.page.currentIndex() == 0


def test_word_is_typed_into_the_panel(view: ReviewView, panel: FilterPanel) -> None:
    QTest.keyClicks(panel.word, "two words")
    assert view.filter_bar.field.text() == 'text:"two words"'
    panel.word.selectAll()
    QTest.keyClicks(panel.word, "reg*")
    assert view.filter_bar.field.text() == "text:reg*"
    for _ in range(4):
        QTest.keyClick(panel.word, Qt.Key.Key_Backspace)
    assert view.filter_bar.field.text() == ""


@pytest.mark.parametrize(
    ("typed", "states", "page", "confidence", "word"),
    [
        ("nolist or typed page:2", {"unlisted", "typed"}, "2 –", "any", ""),
        ("conf>=0.95 text:the", set(), "any", "95 %", "the"),
        ("conf<0.6 page:1-2", set(), "as typed: page:1-2", "as typed: conf<0.6", ""),
        ('text:"a b" -page:3', set(), "any", "any", "a b"),
    ],
)
def test_typed_filter_is_shown_by_the_panel(
    typed: str, states: set[str], page: str, confidence: str, word: str, view: ReviewView, qtbot
) -> None:
    view.filter_bar.field.setText(typed)
    panel = view.filter_bar.panel
    qtbot.waitUntil(lambda: panel.page.count() == 4)
    view.filter_bar.show_panel()
    assert {state for state, box in panel.states.items() if box.isChecked()} == states
    assert page in panel.page.currentText() and confidence in panel.confidence.currentText()
    assert panel.word.text() == word and panel.problem.isHidden()
    choose(panel.page, "3 –")
    assert "page:3" in view.filter_bar.field.text().split()
    panel.close()


def test_filter_that_cannot_be_shown_stays_as_it_is(view: ReviewView) -> None:
    view.filter_bar.field.setText("seen or page:3")
    view.filter_bar.show_panel()
    panel = view.filter_bar.panel
    assert panel.problem.isVisible() and "stay as they are" in panel.problem.text()
    panel.states["typed"].click()
    assert view.filter_bar.field.text() == "seen or page:3 typed"
    panel.close()
    view.filter_bar.field.setText("conf<")
    view.filter_bar.show_panel()
    assert "not complete" in panel.problem.text() and not panel.page.isEnabled()
    QTest.mouseClick(panel.clear, CLICK)
    assert view.filter_bar.field.text() == "" and panel.page.isEnabled()
    panel.close()


def test_click_on_a_checked_state_includes_checked_words(view: ReviewView, panel: FilterPanel, qtbot) -> None:
    assert view.filter_bar.unchecked_only.isChecked()
    panel.states["typed"].click()
    qtbot.waitUntil(lambda: not view.filter_bar.unchecked_only.isChecked())
    qtbot.waitUntil(lambda: len(view.review.queue.ids) > 50)


def test_view_is_saved_and_shown_again(view: ReviewView, context: ProjectContext, qtbot) -> None:
    bar = view.filter_bar
    bar.field.setText("page:3 unseen")
    bar.order.setCurrentIndex(bar.order.findData("page"))
    bar.saved_views.ask_name()
    dialog = view.window().findChild(NameDialog)
    assert dialog.field.text() == "page:3 unseen"
    dialog.field.setText("New on page 3")
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Save), CLICK)
    qtbot.waitUntil(lambda: bool(list_views(context.session.project)))
    assert list_views(context.session.project) == [SavedView("New on page 3", "page:3 unseen", True, "page")]
    bar.field.setText("typed")
    bar.field.editingFinished.emit()
    bar.order.setCurrentIndex(0)
    assert not bar.unchecked_only.isChecked()
    bar.saved_views.fill()
    action = bar.saved_views.menu.actions()[0]
    assert action.text() == "New on page 3"
    action.trigger()
    assert bar.query() == ReviewQuery("page:3 unseen", True, "page")
    expected = find_words(context.session.project, "page:3 unseen", view.review.model, unchecked_only=True)
    qtbot.waitUntil(lambda: list(view.review.queue.ids) == expected)


def test_views_are_renamed_and_deleted(view: ReviewView, context: ProjectContext, qtbot) -> None:
    for name in ("first", "second"):
        saved = SavedView(name, "", True, "page")
        view.session.execute(lambda project, saved=saved: save_view(project, saved), changes=[])
    qtbot.waitUntil(lambda: len(list_views(context.session.project)) == 2)
    view.filter_bar.saved_views.manage()
    dialog = view.window().findChild(ManageDialog)
    names = lambda: [dialog.list.item(row).text() for row in range(dialog.list.count())]  # noqa: E731
    assert names() == ["first", "second"]
    dialog.field.setText("second")
    QTest.mouseClick(dialog.rename, CLICK)
    qtbot.waitUntil(dialog.error.isVisible)
    assert "already" in dialog.error.text() and names() == ["first", "second"]
    dialog.field.setText("third")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names() == ["second", "third"])
    assert dialog.list.currentItem().text() == "third" and not dialog.error.isVisible()
    QTest.mouseClick(dialog.delete, CLICK)
    qtbot.waitUntil(lambda: names() == ["second"])
    assert [each.name for each in list_views(context.session.project)] == ["second"]
    dialog.close()
