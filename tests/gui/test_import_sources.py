"""Import of lines, METS files, zip files, and of transcriptions whose images are elsewhere."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from document_helpers import SIZE, mets_xml, page_xml, scan, zip_folder
from gui_helpers import opened
from PIL import Image, ImageDraw
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from app.collection.file_filters import import_filters
from app.collection.import_dialog import ImportDialog
from app.collection.import_messages import format_name
from app.collection.skipped_table import RemarksDialog, SkippedDialog
from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.notifications import Notification
from app.session.session import Session
from core.formats.document_kinds import document_suffixes
from core.formats.registry import AUTO, readers
from core.formats.table import TABLE_SUFFIXES
from core.imaging.read import IMAGE_SUFFIXES
from core.project.content.pages import list_pages, uncut_line_counts
from core.project.content.words import get_words, word_ids

_IN = QPoint(8, 10)
LINES = ("of the King", "to be sent")


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(view.pages.pages))
    yield view


@pytest.fixture
def page_of_lines(tmp_path: Path) -> Path:
    """A folder with a page of two transcribed lines without words, each of three words of ink."""
    folder = tmp_path / "lines"
    folder.mkdir()
    image = Image.new("L", SIZE, 235)
    draw = ImageDraw.Draw(image)
    for number, _ in enumerate(LINES):
        top = 68 + 50 * number
        for left, right in ((8, 70), (100, 180), (210, 285)):
            for x in range(left, right - 8, 12):
                draw.line((x, top + 22, x + 6, top), fill=20, width=3)
                draw.line((x + 6, top, x + 12, top + 22), fill=20, width=3)
    image.save(folder / "letter.png")
    page_xml(folder / "letter.xml", "letter.png", lines=LINES)
    return folder


@pytest.fixture
def apart(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of transcriptions, one with its image and two without, and the folder of the other images."""
    folder, images = tmp_path / "xml only", tmp_path / "somewhere" / "else"
    for name, shade in (("a", 90), ("b", 120), ("c", 150)):
        page_xml(folder / f"{name}.xml", f"{name}.png", "the", "King", name)
        scan((folder if name == "a" else images) / f"{name}.png", shade)
    return folder, images


def wait_for_preview(view: CollectionView, qtbot) -> ImportDialog:
    dialog = view.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.busy.isVisible(), timeout=10000)
    return dialog


def preview(view: CollectionView, sources: Sequence[Path], qtbot) -> ImportDialog:
    view.preview(sources)
    return wait_for_preview(view, qtbot)


def run_import(dialog: ImportDialog, context: ProjectContext, qtbot) -> list[Notification]:
    """Press Import and return the messages at its end."""
    before = len(context.notifications.history)
    with qtbot.waitSignal(context.session.jobs.finished, timeout=60000) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    return context.notifications.history[before:]


def choose_folder(folder: Path, view: CollectionView) -> None:
    files = view.findChildren(QFileDialog)[-1]
    assert files.isVisible() and files.fileMode() == QFileDialog.FileMode.Directory
    files.filesSelected.emit([str(folder)])
    files.close()


def texts_on_last_page(session: Session) -> list[str | None]:
    page = list_pages(session.project)[-1]
    return [row.text for row in get_words(session.project, word_ids(session.project, page_id=page.id))]


def test_lines_without_words_are_cut_at_the_import(
    view: CollectionView, context: ProjectContext, session: Session, page_of_lines: Path, qtbot
) -> None:
    dialog = preview(view, [page_of_lines], qtbot)
    assert "2 lines without words." in dialog.summary.text()
    assert dialog.options.segment.isVisible() and dialog.options.segment.isChecked()
    assert dialog.options.segment.text() == "Cut lines into words"
    (message,) = run_import(dialog, context, qtbot)
    assert "6 words were found" in message.text and not message.action
    assert texts_on_last_page(session) == " ".join(LINES).split()


def test_uncut_lines_can_be_cut_from_the_message(
    view: CollectionView, context: ProjectContext, session: Session, page_of_lines: Path, qtbot
) -> None:
    dialog = preview(view, [page_of_lines], qtbot)
    QTest.mouseClick(
        dialog.options.segment, Qt.MouseButton.LeftButton, pos=dialog.options.segment.rect().topLeft() + _IN
    )
    (message,) = run_import(dialog, context, qtbot)
    assert "2 lines have no words yet" in message.text and message.action == "Cut into words…"
    assert texts_on_last_page(session) == [] and len(uncut_line_counts(session.project)) == 1
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        message.on_action()
    assert finished.args[0].kind == "segment" and finished.args[0].outcome.ok
    assert texts_on_last_page(session) == " ".join(LINES).split()
    assert "6 words were found" in context.notifications.history[-1].text
    view.cut_lines()
    qtbot.waitUntil(lambda: "cut into words already" in context.notifications.history[-1].text)


def test_lines_that_cannot_be_cut_are_explained(
    view: CollectionView, context: ProjectContext, page_of_lines: Path, qtbot
) -> None:
    scan(page_of_lines / "letter.png", 220)  # nothing is written on it
    (message,) = run_import(preview(view, [page_of_lines], qtbot), context, qtbot)
    assert "2 lines could not be cut into words" in message.text and message.action == "Show the reasons"
    message.on_action()
    rows = view.findChild(RemarksDialog).table.rows
    assert len(rows) == 2 and "kept whole" in rows[0].cells[0]
    assert len(uncut_line_counts(context.session.project)) == 1  # the lines are there, with their texts


def test_lines_and_scans_together(view: CollectionView, page_of_lines: Path, qtbot) -> None:
    scan(page_of_lines / "blank.png", 180)
    dialog = preview(view, [page_of_lines, page_of_lines / "blank.png"], qtbot)
    text = dialog.options.segment.text()
    assert text == "Cut lines into words, and find the words on the page without lines"
    dialog.reject()


def test_images_elsewhere_are_found_after_asking_for_their_folder(
    view: CollectionView, context: ProjectContext, session: Session, apart: tuple[Path, Path], qtbot
) -> None:
    folder, images = apart
    dialog = preview(view, [folder], qtbot)
    assert "1 page," in dialog.summary.text() and len(dialog.skipped.rows) == 3  # with the head of the group
    assert dialog.images_elsewhere.isVisible()
    QTest.mouseClick(dialog.images_elsewhere, Qt.MouseButton.LeftButton)
    choose_folder(images.parent, view)
    wait_for_preview(view, qtbot)
    assert "3 pages, all with marked words" in dialog.summary.text()
    assert not dialog.skipped.isVisible() and not dialog.images_elsewhere.isVisible()
    assert str(images.parent) in dialog.images_folder.text()
    (message,) = run_import(dialog, context, qtbot)
    assert "9 words and 3 pages" in message.text
    assert texts_on_last_page(session) == ["the", "King", "c"]


def test_single_transcription_without_its_image_asks_for_the_folder(
    view: CollectionView, apart: tuple[Path, Path], qtbot
) -> None:
    folder, images = apart
    dialog = preview(view, [folder / "b.xml"], qtbot)
    assert "was not found" in dialog.summary.text() and not dialog.start.isEnabled()
    QTest.mouseClick(dialog.images_elsewhere, Qt.MouseButton.LeftButton)
    choose_folder(images, view)
    wait_for_preview(view, qtbot)
    assert "3 words" in dialog.summary.text() and dialog.start.isEnabled()
    dialog.reject()


def test_other_failures_do_not_ask_for_images(view: CollectionView, tmp_path: Path, qtbot) -> None:
    (tmp_path / "torn.xml").write_text("<PcGts")
    dialog = preview(view, [tmp_path / "torn.xml"], qtbot)
    assert "Nothing was changed" in dialog.summary.text() and not dialog.images_elsewhere.isVisible()
    dialog.reject()


def test_what_was_left_out_can_be_imported_again_with_its_images(
    view: CollectionView, context: ProjectContext, apart: tuple[Path, Path], qtbot
) -> None:
    folder, images = apart
    (message,) = run_import(preview(view, [folder], qtbot), context, qtbot)
    assert "2 items were left out" in message.text and message.action == "Show what was left out"
    message.on_action()
    skipped = view.findChild(SkippedDialog)
    group, *rows = skipped.table.rows
    assert group.bold and group.cells == ("2 ×", "left out", "its image '…' was not found beside it")
    assert len(rows) == 2 and len({row.cells[2] for row in rows}) == 2
    assert skipped.windowTitle() == "Left out of the import"
    assert any(label.text().startswith("These items were not imported. ") for label in skipped.findChildren(QLabel))
    QTest.mouseClick(skipped.images, Qt.MouseButton.LeftButton)
    choose_folder(images, view)
    dialog = wait_for_preview(view, qtbot)
    (message,) = run_import(dialog, context, qtbot)
    assert "6 words and 2 pages" in message.text and "3 were there already" in message.text


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    scan(folder / "IMG/1.png", 100)
    page_xml(folder / "GT-PAGE/1.xml", "IMG/1.png", "true", "words")
    page_xml(folder / "OCR/1.xml", "IMG/1.png", "guess")
    groups = {"IMG": ["IMG/1.png"], "OCR": ["OCR/1.xml"], "GT-PAGE": ["GT-PAGE/1.xml"]}
    mets_xml(folder / "mets.xml", groups, [["IMG/1.png", "OCR/1.xml", "GT-PAGE/1.xml"]])
    return folder


def test_layer_of_a_mets_file_can_be_chosen(
    view: CollectionView, context: ProjectContext, session: Session, workspace: Path, qtbot
) -> None:
    dialog = preview(view, [workspace], qtbot)
    assert dialog.group.isVisible() and "2 words" in dialog.summary.text()
    names = [dialog.group.itemText(n) for n in range(dialog.group.count())]
    assert names == ["OCR: PAGE XML, 1 file", "GT-PAGE: PAGE XML, 1 file, ground truth"]
    assert dialog.group.currentIndex() == 1 and dialog.choice().file_group is None
    assert "--file-group" not in dialog.skipped.rows[0].cells[2]
    dialog.group.setFocus()
    QTest.keyClick(dialog.group, Qt.Key.Key_Up)
    wait_for_preview(view, qtbot)
    assert "1 word:" in dialog.summary.text() and dialog.choice().file_group == "OCR"
    assert dialog.group.currentIndex() == 0
    run_import(dialog, context, qtbot)
    assert texts_on_last_page(session) == ["guess"]


def test_notes_alone_are_not_called_left_out(
    view: CollectionView, context: ProjectContext, workspace: Path, qtbot
) -> None:
    (message,) = run_import(preview(view, [workspace], qtbot), context, qtbot)
    assert message.action == "Show the notes"
    message.on_action()
    dialog = view.findChild(SkippedDialog)
    assert dialog.windowTitle() == "Notes on the import" and len(dialog.table.rows) == 1
    assert any(label.text().startswith("Nothing was left out") for label in dialog.findChildren(QLabel))


def test_layer_is_forgotten_with_another_format(view: CollectionView, workspace: Path, qtbot) -> None:
    dialog = preview(view, [workspace], qtbot)
    dialog.group.setCurrentIndex(0)
    wait_for_preview(view, qtbot)
    dialog.format.setCurrentIndex(dialog.format.findData("pagexml"))
    wait_for_preview(view, qtbot)
    assert not dialog.group.isVisible() and dialog.choice().file_group is None and dialog.start.isEnabled()
    dialog.reject()


def test_single_layer_is_no_choice(view: CollectionView, workspace: Path, qtbot) -> None:
    shutil.rmtree(workspace / "OCR")
    dialog = preview(view, [workspace], qtbot)
    assert not dialog.group.isVisible() and "2 words" in dialog.summary.text()
    dialog.reject()


def test_dropped_zip_file_is_imported(
    view: CollectionView, context: ProjectContext, session: Session, workspace: Path, tmp_path: Path, qtbot
) -> None:
    archive = zip_folder(workspace, tmp_path / "export.zip")
    shutil.rmtree(workspace)
    view.enter(NavigationTarget(files=(archive,)))
    dialog = wait_for_preview(view, qtbot)
    assert dialog.title.text() == "export.zip" and dialog.group.isVisible()
    assert not dialog.options.copy.isVisible()  # images in a zip file cannot be linked
    dialog.group.setCurrentIndex(0)
    wait_for_preview(view, qtbot)
    run_import(dialog, context, qtbot)
    assert texts_on_last_page(session) == ["guess"]


def test_every_format_of_the_engine_has_a_name() -> None:
    names = [format_name(name) for name in (AUTO, *readers())]
    assert all(names) and len(set(names)) == len(names)


def test_file_dialog_names_all_known_kinds(view: CollectionView) -> None:
    first, *others = [set(re.findall(r"\*(\.[\w.]+)", part)) for part in import_filters().split(";;")]
    named = {".zip", ".json", ".gt.txt", ".txt", ".gtp", ".mpxml", ".alto", ".hocr", ".xml", ".pdf"}
    assert first >= named | IMAGE_SUFFIXES | document_suffixes() | TABLE_SUFFIXES
    assert first == set().union(*others)
    view.choose_files()
    files = view.findChildren(QFileDialog)[-1]
    assert len(files.nameFilters()) == 7 and files.selectedNameFilter().startswith("All that can be imported")
    files.close()
