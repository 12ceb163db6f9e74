"""Words aligned automatically, distinguished on the Page, in Review and in Collection until a person confirms them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import is_writing
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import click, open_review, open_third_page, point_in, press, transcription, undo, wait_until_written

from app.collection.page_summaries import SHARES, read_page_summaries
from app.context import NavigationTarget, ProjectContext
from app.page.page_queries import PageWord
from app.page.view import PageView
from core.project.content.pages import list_pages
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project

TEXT, FIT = "aligned", 0.5


@pytest.fixture
def aligned(context: ProjectContext) -> list[int]:
    """Two words of the third page that were aligned; the first fits, the second was cut by the gaps."""
    project = context.session.project
    ids = word_ids(project, page_id=list_pages(project)[2].id)[:2]
    with Project.open(context.session.folder) as writer, writer.edit("align"):
        for word_id, fit in zip(ids, (FIT, None), strict=True):
            set_transcription(writer, word_id, TEXT, TranscriptionSource.ALIGNED, fit=fit)
    return ids


@pytest.fixture
def view(context: ProjectContext, qtbot, aligned: list[int]) -> Iterator[PageView]:
    yield from open_third_page(context, qtbot)


def word(view: PageView, word_id: int) -> PageWord:
    found = view.page_model.word(word_id)
    assert found is not None
    return found


def test_the_page_counts_and_names_them(view: PageView, qtbot, aligned: list[int]) -> None:
    assert view.side_panel.legend.buttons["aligned"].text() == "Aligned automatically  2"
    assert view.top_bar.chooser.currentText().split(" – ")[1].startswith("0 of")
    for word_id, how in zip(aligned, ("fit well", "by the gaps"), strict=True):
        view.canvas.select([word_id])
        qtbot.waitUntil(lambda how=how: how in view.status.text())
        assert "aligned automatically" in view.status.text()


def test_enter_in_the_editor_confirms_one(view: PageView, qtbot, aligned: list[int]) -> None:
    click(view, point_in(view, word(view, aligned[0])))
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert transcription(view, word(view, aligned[0])) == (TEXT, "accepted")
    assert word(view, aligned[0]).state == "accepted" and word(view, aligned[1]).state == "aligned"
    undo(view, qtbot)
    assert transcription(view, word(view, aligned[0])) == (TEXT, "aligned")


def test_a_key_confirms_all_that_are_selected(view: PageView, qtbot, aligned: list[int]) -> None:
    other = view.page_model.words[3].id
    view.canvas.select([*aligned, other])
    press(view, Qt.Key.Key_A)
    wait_until_written(view, qtbot)
    assert [word(view, each).state for each in aligned] == ["accepted", "accepted"]
    assert transcription(view, word(view, other)) == (None, None)
    undo(view, qtbot)
    assert [word(view, each).state for each in aligned] == ["aligned", "aligned"]


def test_a_correction_makes_it_typed(view: PageView, qtbot, aligned: list[int]) -> None:
    click(view, point_in(view, word(view, aligned[0])))
    QTest.keyClicks(view.transcription.editor.line, "other")
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert transcription(view, word(view, aligned[0])) == ("other", "typed")


def test_collection_shows_them_as_a_share_of_their_own(context: ProjectContext, aligned: list[int]) -> None:
    page = read_page_summaries(context.session.project)[2]
    assert page.shares[SHARES.index("aligned")] == 2 and page.checked == 0


def test_review_confirms_them_with_enter(context: ProjectContext, qtbot, aligned: list[int]) -> None:
    view = open_review(context, qtbot)
    view.enter(NavigationTarget(query="aligned"))
    qtbot.waitUntil(lambda: view.review.query.filter == "aligned" and view.review.is_ready)
    assert set(view.review.queue.ids) == set(aligned)
    assert view.filter_bar.unchecked_only.isChecked()
    first = view.current_word()
    assert first is not None and view.word_view.field.shown_text == TEXT
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not is_writing(view.session))
    assert get_words(context.session.project, [first])[0].source == "accepted"
    qtbot.waitUntil(lambda: view.current_word() not in (first, None))
    with qtbot.waitSignal(context.session.undone):
        context.session.undo()
    assert get_words(context.session.project, [first])[0].source == "aligned"
    view.leave()
