"""Importing: what a source holds is shown before anything changes, then it comes in as one edit."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import opened
from project_helpers import edit_history
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from shiboken6 import isValid

from app.collection.import_dialog import ImportDialog
from app.collection.import_messages import import_button_text, import_result_text, summary
from app.collection.skipped_table import SkippedDialog
from app.collection.source_summary import SHARED, SOURCE_ROLES, ImportChoice, arguments, summarise_sources
from app.collection.view import CollectionView
from app.context import ProjectContext
from app.session.session import Session
from core.formats.records import CropRecord, LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.project.content.words import get_words, word_ids


def draw(path: Path, width: int, height: int, shade: int = 200) -> Path:
    image = QImage(width, height, QImage.Format.Format_Grayscale8)
    image.fill(shade)
    path.parent.mkdir(parents=True, exist_ok=True)
    assert image.save(str(path))
    return path


@pytest.fixture
def crops(tmp_path: Path) -> Path:
    """A folder of three word pictures and one that is damaged."""
    folder = tmp_path / "letters of 1755"
    for number, word in enumerate(("the", "the", "regiment")):
        draw(folder / f"{word}_{number}.png", 60 + number, 30)
    (folder / "torn_9.png").write_bytes(b"\x89PNG torn")
    return folder


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    place = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(place.pages.tiles))
    yield place


def looked(place: CollectionView, qtbot) -> ImportDialog:
    """The dialog once it has looked at the sources."""
    dialog = place.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.bar.isVisible(), timeout=10000)
    return dialog


def test_a_preview_says_what_is_there_and_changes_nothing(
    place: CollectionView, session: Session, crops: Path, qtbot
) -> None:
    before = word_ids(session.project)
    place.preview([crops])
    dialog = looked(place, qtbot)
    assert dialog.title.text() == "letters of 1755"
    assert "3 words: 3 transcribed (2 different), 0 not yet." in dialog.told.text()
    assert dialog.skipped.isVisible() and dialog.skipped.entries.rowCount() == 1
    file, _, why = (dialog.skipped.entries.index(0, column).data() for column in range(3))
    assert file == "torn_9.png" and "damaged" in why
    assert dialog.go.text() == "Import 3 words"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert word_ids(session.project) == before and session.jobs.current is None


def test_an_import_runs_as_a_job_is_told_of_and_can_be_undone(
    place: CollectionView, session: Session, context: ProjectContext, crops: Path, qtbot
) -> None:
    before = word_ids(session.project)
    place.preview([crops])
    dialog = looked(place, qtbot)
    dialog.options.purpose.setCurrentIndex(dialog.options.purpose.findData("test"))
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as done:
        QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    new = [row for row in get_words(session.project, word_ids(session.project)) if row.id not in before]
    assert [(row.text, row.role) for row in new] == [("regiment", "test"), ("the", "test"), ("the", "test")]
    notice = context.notifications.history[-1]
    assert notice.text.startswith("Imported 3 words") and "1 item was left out" in notice.text
    assert notice.on_action is not None
    notice.on_action()
    assert place.findChild(SkippedDialog).table.entries.rowCount() == 1
    qtbot.waitUntil(lambda: len(place.pages.tiles) == 4)
    label = edit_history(session.project)[0].label
    with qtbot.waitSignal(session.undone) as back:
        session.undo()
    assert back.args[0].label == label and word_ids(session.project) == before
    assert edit_history(session.project)[0].state == "undone" and edit_history(session.project)[1].state == "done"


def test_a_bad_source_is_told_in_a_sentence_and_another_format_may_be_tried(
    place: CollectionView, session: Session, tmp_path: Path, qtbot
) -> None:
    scan = draw(tmp_path / "scan.png", 300, 400)
    place.preview([scan])
    dialog = looked(place, qtbot)
    assert "1 page, 1 of them without marked words" in dialog.told.text() and dialog.options.segment.isVisible()
    dialog.format.setCurrentIndex(dialog.format.findData("alto"))
    looked(place, qtbot)
    assert "Nothing was changed" in dialog.told.text() and not dialog.go.isEnabled()
    dialog.format.setCurrentIndex(dialog.format.findData("folder"))
    looked(place, qtbot)
    assert dialog.go.isEnabled() and dialog.go.text() == "Import 1 word"
    dialog.reject()


def test_names_need_not_be_words(place: CollectionView, crops: Path, qtbot) -> None:
    place.preview([crops])
    dialog = looked(place, qtbot)
    assert "regiment_2.png" in dialog.options.labels.text()
    dialog.options.labels.click()
    looked(place, qtbot)
    assert "3 words: 0 transcribed" in dialog.told.text()
    with qtbot.waitSignal(dialog.wanted) as wanted:
        QTest.keyClick(dialog.go, Qt.Key.Key_Return)
    assert wanted.args[1].labels is False


def test_files_that_are_dropped_are_looked_at_together(
    place: CollectionView, context: ProjectContext, crops: Path, tmp_path: Path, qtbot
) -> None:
    scan = draw(tmp_path / "scan.png", 300, 400)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(crops)), QUrl.fromLocalFile(str(scan))])
    copy, left, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(9, 9), copy, data, left, keys)
    place.dragEnterEvent(entered)
    assert entered.isAccepted() and place.veil.isVisible()
    place.dropEvent(QDropEvent(QPointF(9, 9), copy, data, left, keys))
    assert not place.veil.isVisible()
    dialog = looked(place, qtbot)
    assert dialog.sources == [crops, scan] and dialog.title.text() == "letters of 1755 and 1 more"
    assert "1 page" in dialog.told.text() and "3 words" in dialog.told.text()
    dialog.reject()


def test_a_project_dropped_is_not_for_import(place: CollectionView) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/somewhere/other.ductus")])
    entered = QDragEnterEvent(
        QPoint(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    place.dragEnterEvent(entered)
    assert not entered.isAccepted() and not place.veil.isVisible()


def test_the_file_dialog_leads_to_the_preview(
    place: CollectionView, context: ProjectContext, crops: Path, qtbot
) -> None:
    place.choose_folder()
    asked = place.findChild(QFileDialog)
    asked.filesSelected.emit([str(crops)])
    dialog = looked(place, qtbot)
    assert dialog.sources == [crops]
    dialog.reject()
    asked.close()


def test_closing_while_it_looks_is_harmless(place: CollectionView, crops: Path, qtbot) -> None:
    place.preview([crops])
    dialog = place.findChildren(ImportDialog)[-1]
    dialog.reject()
    qtbot.waitUntil(lambda: not isValid(dialog))
    threads = [thread for thread in threading.enumerate() if thread.name == "ductus-background"]
    qtbot.waitUntil(lambda: not any(thread.is_alive() for thread in threads), timeout=10000)


def test_the_facts_of_a_source() -> None:
    words = (WordRecord((0, 0, 5, 5), "the"), WordRecord((9, 0, 5, 5), None))
    found = SourceContents(
        "pagexml, folder",
        pages=(
            PageRecord(Path("a.png"), 10, 10, words=words),
            PageRecord(Path("b.png"), 10, 10, lines=(LineRecord((0, 0, 9, 9), "x y"),)),
        ),
        crops=(CropRecord(Path("the_1.png"), "the", role="val"), CropRecord(Path("of_1.png"), None)),
        skipped=(Skipped(Path("c.png"), "", "torn"),),
    )
    facts = summarise_sources(found)
    assert (facts.pages, facts.words, facts.transcribed, facts.different) == (2, 4, 2, 1)
    assert (facts.crops, facts.lines, facts.wordless, facts.skipped) == (2, 1, 1, 1)
    assert facts.has_roles and facts.named == "the_1.png"
    assert "2 pages, 1 of them without marked words." in summary(facts)
    assert "1 text line " in summary(facts) and import_button_text(facts) == "Import 4 words"


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        (ImportChoice(), ["--format", "auto", "--role", "train"]),
        (ImportChoice(purpose=SHARED, share=0.25), ["--format", "auto", "--test-share", "0.25"]),
        (ImportChoice("alto", SOURCE_ROLES, copy=False), ["--format", "alto", "--link"]),
        (
            ImportChoice(purpose="none", segment=True, labels=False),
            ["--format", "auto", "--role", "none", "--segment", "--no-labels"],
        ),
    ],
)
def test_what_was_chosen_becomes_the_arguments_of_the_job(choice: ImportChoice, told: list[str]) -> None:
    from core.cli.arguments import build_parser

    sources = [Path("/a b/one.png"), Path("/two")]
    made = arguments(sources, choice)
    assert made == ["/a b/one.png", "/two", *told]
    assert build_parser().parse_args(["import", "p.ductus", *made]).source == sources


def test_what_an_import_did_is_told_without_empty_numbers() -> None:
    assert import_result_text({"words": 2, "pages": 0}) == "Imported 2 words and 0 pages."
    full = import_result_text(
        {"words": 1200, "pages": 9, "segmented": 800, "lines": 3, "already": 4, "lexicon_added": 5, "skipped": 6}
    )
    for part in ("1,200 words", "800 words were found", "3 lines", "4 were there", "5 words are new", "6 items"):
        assert part in full
