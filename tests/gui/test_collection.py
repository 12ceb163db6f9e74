"""The place Collection: pages, what their words are for, the lexicon, the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import opened
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.collection.lexicon_panel import RemovalText
from app.collection.page_summaries import CROPS, MIXED, PageSummary, arranged
from app.collection.role_menu import RoleMenu
from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.session.session import Session
from core.formats.records import CropRecord, PageRecord, SourceContents
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.pages import list_pages
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    """The place as the window shows it, its pages read."""
    place = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(place.pages.tiles) or place.pages.nothing.isVisible())
    yield place


def roles_of(session: Session, page_id: int) -> set[str]:
    return {row.role for row in get_words(session.project, word_ids(session.project, WordFilter(page_id=page_id)))}


def choose(place: CollectionView, *numbers: int) -> None:
    """Select tiles by their number in the grid, as Ctrl and the mouse do."""
    grid = place.pages.grid
    grid.clearSelection()
    for number in numbers:
        grid.selectionModel().setCurrentIndex(grid.pages.index(number), QItemSelectionModel.SelectionFlag.Select)


def test_pages_are_shown_with_how_much_of_them_is_read(place: CollectionView, session: Session) -> None:
    tiles = place.pages.tiles
    model = place.pages.grid.pages
    assert [tile.name for tile in tiles] == ["sheet-1.png", "sheet-2.png", "sheet-3.png"]
    assert [tile.words for tile in tiles] == [
        len(word_ids(session.project, WordFilter(page_id=page.id))) for page in list_pages(session.project)
    ]
    count = tiles[0].words
    assert model.progress(tiles[0]) == f"{count} of {count} words read"
    assert model.progress(tiles[2]).startswith("0 of ")
    assert tiles[2].shares[2] == tiles[2].words, "page 3 is read by the model only"
    assert model.purpose(tiles[0]) == "" and model.purpose(tiles[1]) == "Testing"
    assert f"{sum(tile.words for tile in tiles):,} words" in place.summary.text()


def test_thumbnails_are_made_and_kept(place: CollectionView, session: Session, qtbot) -> None:
    tile = place.pages.tiles[0]
    thumbs = place.pages.grid.thumbs
    qtbot.waitUntil(lambda: thumbs.get(tile.page_id, tile) is not None, timeout=10000)
    kept = session.folder / "cache" / "thumbs" / f"{tile.sha256}-0-colour.jpg"
    assert max(QImage(str(kept)).size().toTuple()) == 480
    assert thumbs.get(tile.page_id, tile).size() == QImage(str(kept)).size()


def test_a_page_whose_picture_is_gone_says_why(context: ProjectContext, session: Session, qtbot) -> None:
    lost = list_pages(session.project)[0]
    lost.image.write_bytes(b"not an image")
    place = opened(CollectionView, context, qtbot)
    grid = place.pages.grid
    qtbot.waitUntil(lambda: bool(grid.thumbs.error(lost.id)), timeout=10000)
    grid.select_page(lost.id)
    assert "cannot be shown" in place.pages.chosen.text()


def test_enter_and_a_double_click_open_a_page(place: CollectionView, context: ProjectContext, qtbot) -> None:
    grid = place.pages.grid
    choose(place, 1)
    grid.setFocus()
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.keyClick(grid, Qt.Key.Key_Return)
    assert going.args == ["page", NavigationTarget(page_id=place.pages.tiles[1].page_id)]
    middle = grid.visualRect(grid.pages.index(2)).center()
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert going.args[1].page_id == place.pages.tiles[2].page_id


def test_the_filter_and_the_order(place: CollectionView, qtbot) -> None:
    panel = place.pages
    QTest.keyClicks(panel.filter, "SHEET 2")
    assert panel.grid.pages.rowCount() == 1 and panel.shown.text() == "1 of 3 shown"
    panel.filter.setText("nothing")
    assert panel.none_left.isVisible() and not panel.grid.isVisible()
    panel.filter.clear()
    panel.order.setCurrentIndex(panel.order.findData("unread"))
    first = panel.grid.pages.tile(panel.grid.pages.index(0))
    assert first.name == "sheet-3.png"
    assert panel.none_left.isHidden()


def test_what_pages_are_for_is_changed_from_the_button_and_undone(
    place: CollectionView, session: Session, qtbot
) -> None:
    choose(place, 0, 2)
    assert "2 pages chosen" in place.pages.chosen.text()
    action = next(a for a in place.pages.role.menu().actions() if a.text().startswith("Testing"))
    with qtbot.waitSignal(session.changed):
        action.trigger()
    assert roles_of(session, 1) == roles_of(session, 3) == {"test"}
    qtbot.waitUntil(lambda: place.pages.tiles[0].role == "test")
    assert [tile.page_id for tile in place.pages.grid.selected()] == [1, 3], "the choice stays"
    with qtbot.waitSignal(session.undone):
        session.undo()
    assert roles_of(session, 1) == {"train"}
    qtbot.waitUntil(lambda: place.pages.tiles[0].role == "train")


def test_the_right_button_offers_what_the_buttons_do(place: CollectionView, qtbot) -> None:
    choose(place, 0)
    grid = place.pages.grid
    grid.customContextMenuRequested.emit(QPoint(20, 20))
    menu = grid.findChild(RoleMenu)
    assert menu.isVisible()
    offered = [action.text() for action in menu.actions() if action.text()]
    assert offered[:4] == [action.text() for action in place.pages.role.menu().actions()]
    menu.actions()[-1].trigger()
    menu.close()
    qtbot.waitUntil(place.pages.taking_out.bar.isVisible)


def test_an_empty_project_says_what_belongs_here(context: ProjectContext, session: Session, qtbot) -> None:
    while session.next_labels()[0]:
        with qtbot.waitSignal(session.undone):
            session.undo()
    place = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(place.pages.nothing.isVisible)
    with qtbot.waitSignal(place.pages.files_wanted):
        QTest.mouseClick(place.pages.nothing.buttons[0], Qt.MouseButton.LeftButton)


def test_word_pictures_are_one_tile_that_leads_to_review(
    context: ProjectContext, session: Session, project_folder: Path, tmp_path: Path, qtbot
) -> None:
    image = QImage(60, 30, QImage.Format.Format_Grayscale8)
    image.fill(200)
    image.save(str(tmp_path / "the.png"))
    with Project.open(project_folder) as project:
        import_contents(project, SourceContents("folder", crops=(CropRecord(tmp_path / "the.png", "the"),)))
        crop = word_ids(project)[-1]
    place = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: len(place.pages.tiles) == 4)
    place.pages.grid.select_page(CROPS)
    assert place.pages.open.text() == "Review"
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.mouseClick(place.pages.open, Qt.MouseButton.LeftButton)
    assert going.args == ["review", NavigationTarget(word_id=crop)]
    assert place.selected_pages() == []


def test_words_are_found_on_pages_without_any(
    context: ProjectContext, session: Session, project_folder: Path, tmp_path: Path, qtbot
) -> None:
    with Project.open(project_folder, read_only=True) as project:
        first = list_pages(project)[0]
        picture = QImage(str(first.image)).copy(0, 0, first.width, first.height // 2)
    picture.save(str(tmp_path / "plain.png"))
    with Project.open(project_folder) as project:
        record = PageRecord(tmp_path / "plain.png", picture.width(), picture.height())
        import_contents(project, SourceContents("scans", pages=(record,)))
    place = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(place.pages.wordless.isVisible)
    assert "1 page has no words" in place.pages.wordless.text.text()
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as done:
        QTest.mouseClick(place.pages.wordless.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: place.pages.tiles[3].words > 0)
    assert place.pages.wordless.isHidden()
    assert roles_of(session, place.pages.tiles[3].page_id) == {"train"}
    assert "words were found" in context.notifications.history[-1].text


def test_the_lexicon_is_searched_added_to_and_taken_from(
    place: CollectionView, session: Session, context: ProjectContext, qtbot
) -> None:
    panel = place.lexicon
    place.tabs.setCurrentWidget(panel)
    before = lexicon_words(session.project)
    qtbot.waitUntil(lambda: panel.model.rowCount() == len(before))
    QTest.keyClicks(panel.side.word, "Zanzibar, ")
    panel.side.word.insert("漢字")  # comes through an input method, not from keys
    with qtbot.waitSignal(session.changed):
        QTest.keyClick(panel.side.word, Qt.Key.Key_Return)
    assert set(lexicon_words(session.project)) == {*before, "Zanzibar", "漢字"}
    assert panel.side.word.text() == ""
    qtbot.waitUntil(panel.why.isVisible)
    assert "字 漢" in panel.why.text() and panel.buttons["unencodable"].text() == "Cannot be encoded 1"
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
    assert [panel.model.index(0, column).data() for column in range(4)] == ["Zanzibar", "not in training", "–", "–"]
    for _ in range(2):
        with qtbot.waitSignal(session.undone):
            session.undo()
    assert lexicon_words(session.project) == before
    qtbot.waitUntil(lambda: panel.model.rowCount() == 0)


def test_words_for_training_cannot_be_taken_out_and_that_is_said(
    place: CollectionView, session: Session, context: ProjectContext, qtbot
) -> None:
    panel = place.lexicon
    place.tabs.setCurrentWidget(panel)
    before = lexicon_words(session.project)
    QTest.mouseClick(panel.buttons["seen"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: 0 < panel.model.rowCount() < len(before))
    panel.table.selectRow(0)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    word = panel.model.word(0)
    notice = context.notifications.history[-1]
    assert notice.text.startswith(f"“{word}” is kept, because a training transcription")
    assert "removed" not in notice.text and lexicon_words(session.project) == before


def test_words_that_stay_in_the_lexicon_are_told_apart_from_those_that_left() -> None:
    assert RemovalText().message(2, []) == "2 words were removed from the word list."
    both = RemovalText().message(1, ["the", "King"])
    assert both.startswith("1 word was removed from the word list. 2 words are kept, because training transcriptions")


def test_a_word_that_stayed_leaves_once_its_transcription_is_corrected(
    place: CollectionView, session: Session, qtbot
) -> None:
    panel = place.lexicon
    place.tabs.setCurrentWidget(panel)
    word_id = word_ids(session.project, WordFilter(page_id=1))[0]
    session.execute(lambda project: set_transcription(project, word_id, "wrongly"), changes=["words"], word_ids=[word_id])
    with qtbot.waitSignal(session.changed):
        session.execute(lambda project: add_words(project, ["wrongly"]), changes=["lexicon"])
    panel.search.setText("wrongly")
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1 and panel.model.in_training(0))
    panel.table.selectRow(0)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    assert "wrongly" in lexicon_words(session.project)
    with qtbot.waitSignal(session.changed):
        session.execute(
            lambda project: set_transcription(project, word_id, "rightly"), changes=["words"], word_ids=[word_id]
        )
    assert "wrongly" not in lexicon_words(session.project)


def test_a_list_with_bad_lines_is_added_and_told_of(
    place: CollectionView, session: Session, context: ProjectContext, tmp_path: Path, qtbot
) -> None:
    (tmp_path / "names.txt").write_text("Mountvernon\t12\ntwo words\n", encoding="utf-8")
    with qtbot.waitSignal(session.changed):
        place.lexicon.add_list(tmp_path / "names.txt")
    notice = context.notifications.history[-1]
    assert notice.level == "warning" and "line 2" in notice.text and "Mountvernon" in lexicon_words(session.project)
    missing: list[Exception] = []
    session.failed.disconnect()
    session.failed.connect(missing.append)
    place.lexicon.add_list(tmp_path / "missing.txt")
    qtbot.waitUntil(lambda: bool(missing))
    assert "missing.txt" in str(missing[0])


def test_the_numbers_say_what_they_count(place: CollectionView, qtbot) -> None:
    place.tabs.setCurrentWidget(place.statistics)
    qtbot.waitUntil(lambda: bool(place.statistics.numbers))
    numbers = place.statistics.numbers
    assert numbers[0] == ("3", "pages")
    words = sum(tile.words for tile in place.pages.tiles)
    assert numbers[1][0] == f"{words:,}"
    read = sum(tile.read for tile in place.pages.tiles)
    assert any(number == f"{read:,}" and "a person has read" in meaning for number, meaning in numbers)


def test_a_page_that_is_named_is_chosen(place: CollectionView) -> None:
    place.tabs.setCurrentWidget(place.statistics)
    place.enter(NavigationTarget(page_id=2))
    assert place.tabs.currentWidget() is place.pages
    assert place.selected_pages() == [2]


def test_every_control_has_a_name_and_every_action_a_text(place: CollectionView, context: ProjectContext) -> None:
    from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLineEdit

    from app.widgets.button_row import ButtonRow

    ours = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView)
    for kind in ours:
        for control in place.findChildren(kind):
            inside_another = isinstance(control.parent(), ours) or control.window() is not place.window()
            if inside_another or control.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            if isinstance(control.parent(), ButtonRow) and control not in control.parent().buttons:
                continue  # not in use
            text = control.text() if isinstance(control, QAbstractButton) else ""
            assert control.accessibleName() or text, control
    texts = [entry.action.text() for entry in context.actions.all() if entry.view == "collection"]
    assert len(texts) == len(set(texts)) >= 12 and all(texts)


def test_tiles_are_sorted_and_filtered() -> None:
    def tile(number: int, name: str, read: int, unread: int) -> PageSummary:
        return PageSummary(number, name, number, None, 0, "", (read, 0, 0, 0, 0, unread), MIXED)

    tiles = [tile(1, "page 10", 5, 5), tile(2, "page 2", 0, 9), tile(3, "Cover", 0, 0), tile(CROPS, "", 1, 1)]
    assert [t.page_id for t in arranged(tiles, "order")] == [1, 2, 3, 0]
    assert [t.page_id for t in arranged(tiles, "name")] == [3, 2, 1, 0]
    assert [t.page_id for t in arranged(tiles, "unread")] == [2, 1, 0, 3]
    assert [t.page_id for t in arranged(tiles, "order", "PAGE 1")] == [1]
