"""Collection: pages and the roles of their words, the word list, the statistics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import is_writing, opened
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.collection.page_summaries import CROPS, MIXED, SHARES, PageSummary, filter_and_sort
from app.collection.pages_panel import RoleMenu
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.session.changes import Changed
from app.session.session import Session
from app.shell.window import MainWindow
from core.formats.records import CropRecord, PageRecord, SourceContents
from core.geometry import LinePlace
from core.project.changes import WORDS
from core.project.content.cut_pages import pages_cut_before
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.pages import add_lines, list_pages
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import NewWord
from core.project.content.word_edits import add_words as add_found_words
from core.project.content.words import WordState, get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    """The view with its pages loaded."""
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(view.pages.pages) or view.pages.empty.isVisible())
    yield view


def page_roles(session: Session, page_id: int) -> set[str]:
    return {row.role for row in get_words(session.project, word_ids(session.project, page_id=page_id))}


def select_pages(view: CollectionView, *numbers: int) -> None:
    """Select pages by their number in the grid, as Ctrl and the mouse do."""
    grid = view.pages.grid
    grid.clearSelection()
    for number in numbers:
        grid.selectionModel().setCurrentIndex(grid.pages.index(number), QItemSelectionModel.SelectionFlag.Select)


def test_pages_are_shown_with_progress_and_role(view: CollectionView, session: Session) -> None:
    pages = view.pages.pages
    model = view.pages.grid.pages
    assert [page.name for page in pages] == ["sheet-1.png", "sheet-2.png", "sheet-3.png"]
    assert [page.words for page in pages] == [
        len(word_ids(session.project, page_id=page.id)) for page in list_pages(session.project)
    ]
    count = pages[0].words
    assert model.progress(pages[0]) == f"{count} of {count} words checked"
    assert model.progress(pages[2]).startswith("0 of ")
    assert pages[2].shares[SHARES.index("predicted")] == pages[2].words, "page 3 has suggestions only"
    assert model.role_label(pages[0]) == "" and model.role_label(pages[1]) == "Testing"
    assert f"{sum(page.words for page in pages):,} words" in view.summary.text()


def test_thumbnails_are_cached_in_project(view: CollectionView, session: Session, qtbot) -> None:
    page = view.pages.pages[0]
    thumbnails = view.pages.grid.thumbnails
    qtbot.waitUntil(lambda: thumbnails.get(page.page_id, page) is not None, timeout=10000)
    cached = session.folder / "cache" / "thumbs" / f"{page.sha256}-0-colour.jpg"
    assert max(QImage(str(cached)).size().toTuple()) == 480
    assert thumbnails.get(page.page_id, page).size() == QImage(str(cached)).size()


def test_unreadable_image_of_page_is_explained(context: ProjectContext, session: Session, qtbot) -> None:
    lost = list_pages(session.project)[0]
    lost.image.write_bytes(b"not an image")
    view = opened(CollectionView, context, qtbot)
    grid = view.pages.grid
    qtbot.waitUntil(lambda: bool(grid.thumbnails.error(lost.id)), timeout=10000)
    grid.select_page(lost.id)
    assert "cannot be shown" in view.pages.selection.text()


def test_enter_and_double_click_open_page(view: CollectionView, context: ProjectContext, qtbot) -> None:
    grid = view.pages.grid
    select_pages(view, 1)
    grid.setFocus()
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.keyClick(grid, Qt.Key.Key_Return)
    assert requested.args == ["page", NavigationTarget(page_id=view.pages.pages[1].page_id)]
    middle = grid.visualRect(grid.pages.index(2)).center()
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert requested.args[1].page_id == view.pages.pages[2].page_id


def test_pages_are_filtered_and_sorted(view: CollectionView, qtbot) -> None:
    panel = view.pages
    QTest.keyClicks(panel.filter, "SHEET 2")
    assert panel.grid.pages.rowCount() == 1 and panel.shown.text() == "1 of 3 shown"
    panel.filter.setText("nothing")
    assert panel.no_match.isVisible() and not panel.grid.isVisible()
    panel.filter.clear()
    panel.order.setCurrentIndex(panel.order.findData("unread"))
    first = panel.grid.pages.page(panel.grid.pages.index(0))
    assert first.name == "sheet-3.png"
    assert panel.no_match.isHidden()


def test_role_of_pages_is_set_by_button_and_undone(view: CollectionView, session: Session, qtbot) -> None:
    select_pages(view, 0, 2)
    assert "2 pages selected" in view.pages.selection.text()
    action = next(a for a in view.pages.role.menu().actions() if a.text().startswith("Testing"))
    with qtbot.waitSignal(session.changed):
        action.trigger()
    assert page_roles(session, 1) == page_roles(session, 3) == {"test"}
    qtbot.waitUntil(lambda: view.pages.pages[0].role == "test")
    assert [page.page_id for page in view.pages.grid.selected()] == [1, 3], "they stay selected"
    with qtbot.waitSignal(session.undone):
        session.undo()
    assert page_roles(session, 1) == {"train"}
    qtbot.waitUntil(lambda: view.pages.pages[0].role == "train")


def test_context_menu_has_actions_of_buttons(view: CollectionView, qtbot) -> None:
    select_pages(view, 0)
    grid = view.pages.grid
    grid.customContextMenuRequested.emit(QPoint(20, 20))
    menu = grid.findChild(RoleMenu)
    assert menu.isVisible()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:4] == [action.text() for action in view.pages.role.menu().actions()]
    menu.actions()[-1].trigger()
    menu.close()
    qtbot.waitUntil(view.pages.remover.bar.isVisible)


def test_empty_project_offers_import(context: ProjectContext, session: Session, qtbot) -> None:
    while session.next_edits()[0]:
        with qtbot.waitSignal(session.undone):
            session.undo()
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(view.pages.empty.isVisible)
    with qtbot.waitSignal(view.pages.files_requested):
        QTest.mouseClick(view.pages.empty.buttons[0], Qt.MouseButton.LeftButton)


def test_word_images_are_one_entry_that_opens_review(
    context: ProjectContext, session: Session, project_folder: Path, tmp_path: Path, qtbot
) -> None:
    image = QImage(60, 30, QImage.Format.Format_Grayscale8)
    image.fill(200)
    image.save(str(tmp_path / "the.png"))
    with Project.open(project_folder) as project:
        import_contents(project, SourceContents(crops=(CropRecord(tmp_path / "the.png", "the"),)))
        crop = word_ids(project)[-1]
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: len(view.pages.pages) == 4)
    view.pages.grid.select_page(CROPS)
    assert view.pages.open.text() == "Review"
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(view.pages.open, Qt.MouseButton.LeftButton)
    assert requested.args == ["review", NavigationTarget(word_id=crop)]
    assert view.selected_pages() == []


def test_words_are_found_on_pages_without_words(
    context: ProjectContext, session: Session, project_folder: Path, tmp_path: Path, qtbot
) -> None:
    with Project.open(project_folder, read_only=True) as project:
        first = list_pages(project)[0]
        part = QImage(str(first.image)).copy(0, 0, first.width, first.height // 2)
    part.save(str(tmp_path / "plain.png"))
    with Project.open(project_folder) as project:
        record = PageRecord(tmp_path / "plain.png", part.width(), part.height())
        import_contents(project, SourceContents(pages=(record,)))
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(view.pages.wordless.isVisible)
    assert "1 page has no words" in view.pages.wordless.text.text()
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as done:
        QTest.mouseClick(view.pages.wordless.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: view.pages.pages[3].words > 0)
    assert view.pages.wordless.isHidden()
    assert page_roles(session, view.pages.pages[3].page_id) == {"train"}
    assert "words were found" in context.notifications.history[-1].text


def test_words_are_added_to_word_list_found_and_removed(
    view: CollectionView, session: Session, context: ProjectContext, qtbot
) -> None:
    panel = view.lexicon
    view.tabs.setCurrentWidget(panel)
    before = lexicon_words(session.project)
    qtbot.waitUntil(lambda: panel.model.rowCount() == len(before))
    QTest.keyClicks(panel.adding.word, "Zanzibar, ")
    panel.adding.word.insert("漢字")  # comes through an input method, not from keys
    with qtbot.waitSignal(session.changed):
        QTest.keyClick(panel.adding.word, Qt.Key.Key_Return)
    assert set(lexicon_words(session.project)) == {*before, "Zanzibar", "漢字"}
    assert panel.adding.word.text() == ""
    qtbot.waitUntil(panel.warning.isVisible)
    assert "字 漢" in panel.warning.text() and panel.buttons["unencodable"].text() == "Cannot be encoded 1"
    QTest.mouseClick(panel.buttons["unencodable"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1)
    assert panel.model.index(0, 1).data() == "cannot be encoded: 漢 字"
    panel.table.selectRow(0)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    assert "漢字" not in lexicon_words(session.project)
    QTest.mouseClick(panel.buttons["all"], Qt.MouseButton.LeftButton)
    QTest.keyClicks(panel.search, "zANZ")
    qtbot.waitUntil(lambda: panel.model.index(0, 0).data() == "Zanzibar")
    assert panel.model.rowCount() == 1
    assert [panel.model.index(0, column).data() for column in range(4)] == ["Zanzibar", "new word", "–", "–"]
    for _ in range(2):
        with qtbot.waitSignal(session.undone):
            session.undo()
    assert lexicon_words(session.project) == before
    qtbot.waitUntil(lambda: panel.model.rowCount() == 0)


def test_words_of_training_transcriptions_are_kept_in_word_list(
    view: CollectionView, session: Session, context: ProjectContext, qtbot
) -> None:
    panel = view.lexicon
    view.tabs.setCurrentWidget(panel)
    before = lexicon_words(session.project)
    QTest.mouseClick(panel.buttons["seen"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: 0 < panel.model.rowCount() < len(before))
    panel.table.selectRow(0)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    word = panel.model.word(0)
    notification = context.notifications.history[-1]
    assert notification.text.startswith(f"“{word}” is kept, because a training transcription")
    assert "removed" not in notification.text and lexicon_words(session.project) == before


def test_message_about_removal_counts_removed_and_kept_words(view: CollectionView) -> None:
    assert view.lexicon.removal_text(2, []) == "2 words were removed from the word list."
    both = view.lexicon.removal_text(1, ["the", "King"])
    assert both.startswith("1 word was removed from the word list. 2 words are kept, because training transcriptions")


def test_kept_word_is_removed_when_its_transcription_is_corrected(
    view: CollectionView, session: Session, qtbot
) -> None:
    panel = view.lexicon
    view.tabs.setCurrentWidget(panel)
    word_id = word_ids(session.project, page_id=1)[0]
    session.execute(
        lambda project: set_transcription(project, word_id, "wrongly"), changes=["words"], word_ids=[word_id]
    )
    with qtbot.waitSignal(session.changed):
        session.execute(lambda project: add_words(project, ["wrongly"]), changes=["lexicon"])
    panel.search.setText("wrongly")
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1 and panel.model.is_in_training(0))
    panel.table.selectRow(0)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    assert "wrongly" in lexicon_words(session.project)
    with qtbot.waitSignal(session.changed):
        session.execute(
            lambda project: set_transcription(project, word_id, "rightly"), changes=["words"], word_ids=[word_id]
        )
    assert "wrongly" not in lexicon_words(session.project)


def test_word_list_file_with_bad_lines_is_added_with_warning(
    view: CollectionView, session: Session, context: ProjectContext, tmp_path: Path, qtbot
) -> None:
    (tmp_path / "names.txt").write_text("Mountvernon\t12\ntwo words\n", encoding="utf-8")
    with qtbot.waitSignal(session.changed):
        view.lexicon.add_list(tmp_path / "names.txt")
    notification = context.notifications.history[-1]
    assert (
        notification.level == "warning"
        and "line 2" in notification.text
        and "Mountvernon" in lexicon_words(session.project)
    )
    errors: list[Exception] = []
    session.failed.disconnect()
    session.failed.connect(errors.append)
    view.lexicon.add_list(tmp_path / "missing.txt")
    qtbot.waitUntil(lambda: bool(errors))
    assert "missing.txt" in str(errors[0])


def test_statistics_and_the_closed_project_say_what_was_checked(window: MainWindow, qtbot) -> None:
    session = window.session
    assert session is not None
    first, second, *_ = word_ids(session.project)
    edits = [lambda project, each=each: set_transcription(project, each, "quill", "typed") for each in (first, second)]
    for edit in edits:
        session.execute(edit, changes=[WORDS], word_ids=None)
    qtbot.waitUntil(lambda: not is_writing(session))
    window.show_view("collection")
    view = window.current_view()
    assert isinstance(view, CollectionView)
    view.tabs.setCurrentWidget(view.statistics)
    qtbot.waitUntil(lambda: (2, "words checked") in view.statistics.rows)
    window.close_project()
    assert window.status_label.text().endswith(": 2 words checked in 1 minute, 2 of them corrected.")


def test_pages_that_an_earlier_line_reader_cut_are_offered_anew(
    context: ProjectContext, project_folder: Path, qtbot
) -> None:
    with Project.open(project_folder) as project, project.edit("find words"):
        page = list_pages(project)[2]
        (line,) = add_lines(project, page.id, [LinePlace((10, 10, 90, 30), baseline=((10, 38), (100, 38)))])
        add_found_words(project, page.id, [NewWord((10, 10, 40, 30), line=90, line_id=line)])
    view = opened(CollectionView, context, qtbot)
    bar = view.pages.wordless
    qtbot.waitUntil(bar.isVisible)
    assert "1 page was cut into words by an earlier line reader" in bar.text.text()
    view.pages.cut_again_requested.disconnect(view.cut_again)
    with qtbot.waitSignal(view.pages.cut_again_requested) as asked:
        bar.find_button("Cut them again").click()
    assert asked.args == [[page.id]]
    bar.find_button("Leave them").click()
    qtbot.waitUntil(bar.isHidden)
    with Project.open(project_folder, read_only=True) as project:
        assert pages_cut_before(project) == []


def test_statistics_are_counts_of_the_pages(view: CollectionView, qtbot) -> None:
    view.tabs.setCurrentWidget(view.statistics)
    qtbot.waitUntil(lambda: bool(view.statistics.rows))
    rows = view.statistics.rows
    assert rows[0] == (3, "pages")
    assert rows[1][0] == sum(page.words for page in view.pages.pages)
    checked = sum(page.checked for page in view.pages.pages)
    assert any(number == checked and "checked by a person" in meaning for number, meaning in rows)


def test_entering_with_page_selects_it(view: CollectionView) -> None:
    view.tabs.setCurrentWidget(view.statistics)
    view.enter(NavigationTarget(page_id=2))
    assert view.tabs.currentWidget() is view.pages
    assert view.selected_pages() == [2]


def test_every_control_and_action_has_name(view: CollectionView, context: ProjectContext) -> None:
    from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLineEdit

    from app.widgets.button_row import ButtonRow

    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView)
    for kind in kinds:
        for control in view.findChildren(kind):
            is_part = isinstance(control.parent(), kinds) or control.window() is not view.window()
            if is_part or control.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            if isinstance(control.parent(), ButtonRow) and control not in control.parent().buttons:
                continue  # not in use
            text = control.text() if isinstance(control, QAbstractButton) else ""
            assert control.accessibleName() or text, control
    texts = [entry.action.text() for entry in context.actions.all() if entry.view == "collection"]
    assert len(texts) == len(set(texts)) >= 12 and all(texts)


def test_filter_and_sort() -> None:
    def page(number: int, name: str, checked: int, unread: int) -> PageSummary:
        return PageSummary(number, name, None, 0, "", (checked, *[0] * (len(WordState) - 2), unread), MIXED)

    pages = [page(1, "page 10", 5, 5), page(2, "page 2", 0, 9), page(3, "Cover", 0, 0), page(CROPS, "", 1, 1)]
    assert [page.page_id for page in filter_and_sort(pages, "order", "")] == [1, 2, 3, 0]
    assert [page.page_id for page in filter_and_sort(pages, "name", "")] == [3, 2, 1, 0]
    assert [page.page_id for page in filter_and_sort(pages, "unread", "")] == [2, 1, 0, 3]
    assert [page.page_id for page in filter_and_sort(pages, "order", "PAGE 1")] == [1]


def test_a_panel_is_refreshed_while_changes_follow_each_other(session: Session, qtbot) -> None:
    """An import announces its pages; those that come quickly do not hold up the ones before them."""
    panel, refreshed = QWidget(), list[int]()
    qtbot.addWidget(panel)
    panel.show()
    RefreshWhenVisible(panel, session, (WORDS,), lambda: refreshed.append(1), 50)
    pages = QTimer(panel, interval=5)
    pages.timeout.connect(lambda: session.changed.emit(Changed(frozenset({WORDS}), None)))
    pages.start()
    qtbot.waitUntil(lambda: len(refreshed) > 1)
