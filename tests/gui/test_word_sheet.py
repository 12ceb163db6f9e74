"""The list of words to be printed: the words of Review's filter, with their images."""

from __future__ import annotations

from pathlib import Path

from gui_helpers import opened
from pytestqt.qtbot import QtBot

from app.context import ProjectContext
from app.review.review_queries import ReviewQuery, find_query_words
from app.review.view import ReviewView
from core.imaging.read import frame_sizes, read_gray


def test_the_words_of_the_filter_are_written_with_their_images(
    context: ProjectContext, tmp_path: Path, qtbot: QtBot
) -> None:
    view = opened(ReviewView, context, qtbot)
    view.filter_bar.field.setText("page:3")
    query, file = view.filter_bar.query(), tmp_path / "unread.pdf"
    ids = find_query_words(context.session.project, query, "trial")
    assert ids
    view.filter_bar.saved_views.fill()
    assert any("list to print" in action.text() for action in view.filter_bar.saved_views.menu.actions())
    view.filter_bar.word_sheet.save(query, file)
    qtbot.waitUntil(lambda: bool(context.notifications.history))
    assert context.notifications.history[-1].text == f"{len(ids)} words are in unread.pdf."
    assert len(frame_sizes(file)) == -(-len(ids) // 20)
    assert (read_gray(file) < 128).mean() > 0.002, "there are images and texts on it"


def test_a_list_without_words_is_not_written(context: ProjectContext, tmp_path: Path, qtbot: QtBot) -> None:
    view = opened(ReviewView, context, qtbot)
    view.filter_bar.word_sheet.save(ReviewQuery("text:nowhere"), tmp_path / "none.pdf")
    qtbot.waitUntil(lambda: bool(context.notifications.history))
    assert "choose another filter" in context.notifications.history[-1].text and not (tmp_path / "none.pdf").exists()
