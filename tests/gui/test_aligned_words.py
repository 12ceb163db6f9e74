"""Words aligned automatically, until a person confirms them; after a training those that fit better are offered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from aligned_helpers import aligned_project, first_line
from page_helpers import click, open_page, open_third_page, point_in, press, transcription, undo, wait_until_written
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from review_helpers import open_review

from app.collection.page_summaries import SHARES, read_page_summaries
from app.context import NavigationTarget, ProjectContext
from app.page.page_queries import PageWord
from app.page.view import PageView
from app.realignment import Realignment
from app.session.changes import Changed
from core.project.changes import MODELS
from core.project.content.models import model_path, register_model
from core.project.content.pages import list_pages
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.project import Project

TEXT, FIT = "aligned", 0.5


@pytest.fixture
def aligned(context: ProjectContext) -> list[int]:
    """Two words of the third page that were aligned; the first fits, the second was cut by the gaps."""
    project = context.session.project
    ids = word_ids(project, WordFilter(page_id=list_pages(project)[2].id))[:2]
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
    qtbot.waitUntil(lambda: not view.session.is_writing)
    assert get_words(context.session.project, [first])[0].source == "accepted"
    qtbot.waitUntil(lambda: view.current_word() not in (first, None))
    with qtbot.waitSignal(context.session.undone):
        context.session.undo()
    assert get_words(context.session.project, [first])[0].source == "aligned"
    view.leave()


SECONDS = 60_000


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    with aligned_project(tmp_path) as project:
        return project.folder


@pytest.fixture
def first_page(context: ProjectContext, qtbot: QtBot) -> Iterator[PageView]:
    yield from open_page(context, qtbot, 0)


def train(context: ProjectContext) -> None:
    """Register a model as a training does. Its file cannot be read, so that the starter model aligns the lines."""
    with Project.open(context.session.folder) as writer:
        path = model_path(writer, "new")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"no model")
        register_model(writer, "new", info={"preset": "quick", "seed": 1})
    context.session.announce(Changed(frozenset({MODELS}), None))


def test_lines_that_fit_better_are_offered_shown_and_moved(first_page: PageView, qtbot: QtBot) -> None:
    context, project = first_page.context, first_page.session.project
    realignment = Realignment.for_context(context)
    before = [row.box for row in first_line(project)]
    train(context)
    qtbot.waitUntil(lambda: bool(realignment.lines), timeout=SECONDS)
    offer = context.notifications.history[-1]
    assert (offer.text, offer.action) == ("1 line fits better now.", "See it")
    assert [row.box for row in first_line(project)] == before and not first_page.canvas.outlines.proposed
    assert offer.on_action is not None
    with qtbot.waitSignal(context.view_requested) as asked:
        offer.on_action()
    assert asked.args[0] == "page" and asked.args[1].word_id == first_line(project)[0].id
    assert len(first_page.canvas.outlines.proposed) == len(before)
    assert first_page.banner.text.text().startswith("1 line of this page, 1 in all")
    QTest.mouseClick(first_page.banner.find_button("Move the words of all"), Qt.MouseButton.LeftButton)
    wait_until_written(first_page, qtbot)
    qtbot.waitUntil(lambda: not first_page.canvas.outlines.proposed)
    moved = [row.box for row in first_line(project)]
    assert moved != before and not first_page.banner.isVisible()
    qtbot.waitUntil(lambda: [word.box for word in first_page.page_model.words[: len(moved)]] == moved)
    with qtbot.waitSignal(first_page.session.undone):
        first_page.session.undo()
    assert [row.box for row in first_line(project)] == before


def test_what_was_found_is_kept_until_it_is_refused(context: ProjectContext, qtbot: QtBot) -> None:
    realignment = Realignment.for_context(context)
    train(context)
    qtbot.waitUntil(lambda: bool(realignment.lines), timeout=SECONDS)
    realignment.setParent(None)
    again = Realignment.for_context(context)
    qtbot.waitUntil(lambda: len(again.lines) == 1)
    again.dismiss()
    assert again.lines == [] and not again.is_shown
