"""Import: sources are previewed before anything changes, and nothing is fetched before a person agrees."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from gui_helpers import opened
from iiif_helpers import IIIFServer, canvas_v3, image_v3, jpeg, manifest_v3, reply, running_server
from project_helpers import edit_history
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QFormLayout
from shiboken6 import isValid

from app.collection.iiif_dialog import IiifDialog, full_address
from app.collection.import_dialog import ImportDialog
from app.collection.import_messages import ImportTexts, summarise_sources
from app.collection.import_options import TEST_SHARE
from app.collection.skipped_table import SkippedDialog
from app.collection.view import CollectionView
from app.context import ProjectContext
from app.session.session import Session
from app.settings import LAST_MANIFEST
from app.shell.window import MainWindow
from core.events import Event, JobPart, Progress
from core.formats.records import CropRecord, LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.jobs.requests import ImportRequest
from core.jobs.results import Imported
from core.jobs.segmentation.learned_lines import BY_GAPS
from core.project.content.pages import list_pages
from core.project.content.words import get_words, word_ids
from core.project.project import Project


def draw_image(path: Path, width: int, height: int, shade: int = 200) -> Path:
    image = QImage(width, height, QImage.Format.Format_Grayscale8)
    image.fill(shade)
    path.parent.mkdir(parents=True, exist_ok=True)
    assert image.save(str(path))
    return path


@pytest.fixture
def crops(tmp_path: Path) -> Path:
    """A folder of three word images and a damaged one."""
    folder = tmp_path / "letters of 1755"
    for number, word in enumerate(("the", "the", "regiment")):
        draw_image(folder / f"{word}_{number}.png", 60 + number, 30)
    (folder / "torn_9.png").write_bytes(b"\x89PNG torn")
    return folder


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(view.pages.pages))
    yield view


def wait_for_preview(view: CollectionView, qtbot) -> ImportDialog:
    """Return the import dialog when it has read the sources."""
    dialog = view.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.busy.isVisible(), timeout=10000)
    return dialog


def test_preview_shows_counts_and_changes_nothing(view: CollectionView, session: Session, crops: Path, qtbot) -> None:
    before = word_ids(session.project)
    view.preview([crops])
    dialog = wait_for_preview(view, qtbot)
    assert dialog.title.text() == "letters of 1755"
    assert "3 words: 3 transcribed (2 different), 0 not yet." in dialog.summary.text()
    assert dialog.skipped.isVisible() and len(dialog.skipped.rows) == 1
    file, _, reason = dialog.skipped.rows[0].cells
    assert file == "torn_9.png" and "damaged" in reason
    assert dialog.start.text() == "Import 3 words"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert word_ids(session.project) == before and session.jobs.current is None


def test_import_runs_as_job_with_message_and_undo(
    view: CollectionView, session: Session, context: ProjectContext, crops: Path, qtbot
) -> None:
    before = word_ids(session.project)
    view.preview([crops])
    dialog = wait_for_preview(view, qtbot)
    dialog.options.use.setCurrentIndex(dialog.options.use.findData("test"))
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    new = [row for row in get_words(session.project, word_ids(session.project)) if row.id not in before]
    assert [(row.text, row.role) for row in new] == [("regiment", "test"), ("the", "test"), ("the", "test")]
    notification = context.notifications.history[-1]
    assert notification.text.startswith("Imported 3 words") and "1 item was left out" in notification.text
    assert notification.on_action is not None
    notification.on_action()
    assert view.findChild(SkippedDialog).table.rows[0].cells[0] == "torn_9.png"
    qtbot.waitUntil(lambda: len(view.pages.pages) == 4)
    edit = edit_history(session.project)[0].edit
    with qtbot.waitSignal(session.undone) as undone:
        session.undo()
    assert undone.args[0].edit == edit and word_ids(session.project) == before
    assert edit_history(session.project)[0].state == "undone" and edit_history(session.project)[1].state == "done"


def test_pages_appear_while_others_are_imported_and_stopping_keeps_them(
    empty_window: MainWindow, tmp_path: Path, qtbot
) -> None:
    """The import is held up at its first page, so that the pages shown are those of an import that runs."""
    with Project.create(tmp_path / "scans") as project:
        folder = project.folder
    sources = [draw_image(tmp_path / "source" / f"{number:02}.png", 1200, 1600, 200 - number) for number in range(30)]
    assert empty_window.open_project(folder)
    session = empty_window.session
    empty_window.show_view("collection")
    view = empty_window.current_view()
    assert isinstance(view, CollectionView)
    panel = view.pages
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.empty)
    assert panel.empty.title.text() == "No pages yet"

    job = session.jobs.start(ImportRequest(sources, segment=True, finder=BY_GAPS))
    assert panel.stack.currentWidget() is panel.loading
    assert panel.loading.text() == "The pages are being imported. They appear here one by one."

    def hold(event: Event) -> None:
        if isinstance(event, Progress) and event.part == JobPart.PAGES and event.done == 1:
            os.kill(job.pid, signal.SIGSTOP)

    job.event_received.connect(hold)
    try:
        qtbot.waitUntil(lambda: panel.stack.currentWidget() is not panel.loading, timeout=60_000)
        assert job.is_running and panel.grid.pages.rowCount() < len(sources)
        assert empty_window.header.chip.text.text().startswith("Importing: ")
        QTest.mouseClick(empty_window.header.chip.stop, Qt.MouseButton.LeftButton)
    finally:
        os.kill(job.pid, signal.SIGCONT)
    qtbot.waitUntil(lambda: not job.is_running, timeout=60_000)
    kept = len(list_pages(session.project))
    assert job.outcome.ok and 0 < kept < len(sources)
    qtbot.waitUntil(lambda: panel.grid.pages.rowCount() == kept)


def test_unreadable_source_is_explained_and_another_format_can_be_chosen(
    view: CollectionView, session: Session, tmp_path: Path, qtbot
) -> None:
    scan = draw_image(tmp_path / "scan.png", 300, 400)
    view.preview([scan])
    dialog = wait_for_preview(view, qtbot)
    assert "1 page, 1 of them without marked words" in dialog.summary.text() and dialog.options.segment.isVisible()
    dialog.format.setCurrentIndex(dialog.format.findData("alto"))
    wait_for_preview(view, qtbot)
    assert "Nothing was changed" in dialog.summary.text() and not dialog.start.isEnabled()
    dialog.format.setCurrentIndex(dialog.format.findData("folder"))
    wait_for_preview(view, qtbot)
    assert dialog.start.isEnabled() and dialog.start.text() == "Import 1 word"
    dialog.reject()


def test_file_names_can_be_ignored_as_transcriptions(view: CollectionView, crops: Path, qtbot) -> None:
    view.preview([crops])
    dialog = wait_for_preview(view, qtbot)
    assert "regiment_2.png" in dialog.options.labels.text()
    dialog.options.labels.click()
    wait_for_preview(view, qtbot)
    assert "3 words: 0 transcribed" in dialog.summary.text()
    with qtbot.waitSignal(dialog.import_requested) as requested:
        QTest.keyClick(dialog.start, Qt.Key.Key_Return)
    assert requested.args[0].request.labels is False


def test_files_dropped_on_any_view_are_previewed_together(
    window: MainWindow, crops: Path, tmp_path: Path, qtbot
) -> None:
    window.show_view("review")
    scan = draw_image(tmp_path / "scan.png", 300, 400)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(crops)), QUrl.fromLocalFile(str(scan))])
    copy, left, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(9, 9), copy, data, left, keys)
    window.dragEnterEvent(entered)
    assert entered.isAccepted() and window.drop_overlay.isVisible()
    window.dropEvent(QDropEvent(QPointF(9, 9), copy, data, left, keys))
    assert not window.drop_overlay.isVisible()
    view = window.current_view()
    assert isinstance(view, CollectionView)
    dialog = wait_for_preview(view, qtbot)
    assert dialog.sources == [crops, scan] and dialog.title.text() == "letters of 1755 and 1 more"
    assert "1 page" in dialog.summary.text() and "3 words" in dialog.summary.text()
    dialog.reject()


def test_file_dialog_leads_to_preview(view: CollectionView, context: ProjectContext, crops: Path, qtbot) -> None:
    view.choose_folder()
    files = view.findChild(QFileDialog)
    files.filesSelected.emit([str(crops)])
    dialog = wait_for_preview(view, qtbot)
    assert dialog.sources == [crops]
    dialog.reject()
    files.close()


def test_dialog_can_be_closed_while_reading(view: CollectionView, crops: Path, qtbot) -> None:
    view.preview([crops])
    dialog = view.findChildren(ImportDialog)[-1]
    dialog.reject()
    qtbot.waitUntil(lambda: not isValid(dialog))
    threads = [thread for thread in threading.enumerate() if thread.name == "ductus-background"]
    qtbot.waitUntil(lambda: not any(thread.is_alive() for thread in threads), timeout=10000)


def test_summary_of_source() -> None:
    words = (WordRecord((0, 0, 5, 5), "the"), WordRecord((9, 0, 5, 5), None))
    found = SourceContents(
        pages=(
            PageRecord(Path("a.png"), 10, 10, words=words),
            PageRecord(Path("b.png"), 10, 10, lines=(LineRecord((0, 0, 9, 9), "x y"),)),
        ),
        crops=(CropRecord(Path("the_1.png"), "the", role="val"), CropRecord(Path("of_1.png"), None)),
        skipped=(Skipped(Path("c.png"), "", "torn"),),
        formats=("pagexml", "folder"),
    )
    summary = summarise_sources(found)
    assert (summary.pages, summary.words, summary.transcribed, summary.distinct) == (2, 4, 2, 1)
    assert (summary.lines, summary.wordless, summary.skipped) == (1, 1, 1)
    assert summary.has_roles and summary.example == "the_1.png"
    assert "2 pages, 1 of them without marked words." in ImportTexts().summary(summary)
    assert (
        summary.bare == 0
        and "1 line without words." in ImportTexts().summary(summary)
        and ImportTexts().button(summary) == "Import 4 words"
    )


def test_result_text_omits_counts_of_zero() -> None:
    nothing_else = ImportTexts().result(Imported("", 2, 0, 0, 0, 0, 0, 0, 0, 0, 0), was_cut=False)
    assert nothing_else == "Imported 2 words and 0 pages."
    full = ImportTexts().result(
        Imported("", 1200, 9, 0, already=4, skipped=6, notes=0, lexicon_added=5, segmented=800, uncut_lines=3, left=0),
        was_cut=False,
    )
    for part in (
        "1,200 words",
        "800 words were found",
        "3 lines have no words yet",
        "4 were there",
        "5 words are new",
        "6 items",
    ):
        assert part in full


def test_the_use_of_the_words_is_a_role_or_a_share(view: CollectionView, crops: Path, qtbot) -> None:
    view.preview([crops])
    options = wait_for_preview(view, qtbot).options
    options.use.setCurrentIndex(options.use.findData(TEST_SHARE))
    options.share.setValue(25)
    request = options.plan(ImportRequest((crops,), "folder", labels=False, images=crops)).request
    assert (request.sources, request.format, request.labels, request.images) == ((crops,), "folder", False, crops)
    assert (request.role, request.test_share, request.link) == (None, 0.25, False)
    options.use.setCurrentIndex(options.use.findData("none"))
    request = options.plan(ImportRequest((crops,))).request
    assert (request.role, request.test_share) == ("none", None)


@pytest.fixture
def server() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


def serve(server: IIIFServer, count: int, **more) -> str:
    """Serve a manifest with so many images; return its address."""
    canvases = [canvas_v3(server.url, n, image_v3(server.add(f"/{n}.jpg", jpeg(seed=n)))) for n in range(1, count + 1)]
    return server.add_json("/m.json", manifest_v3(server.url, canvases, **more))


def open_dialog(view: CollectionView) -> IiifDialog:
    view.import_from_address()
    dialog = view.findChildren(IiifDialog)[-1]
    assert dialog.isVisible() and not dialog.start.isEnabled()
    return dialog


def look_up(dialog: IiifDialog, address: str, qtbot) -> None:
    """Type the address and press Enter; wait for the contents or an error."""
    dialog.address.clear()
    QTest.keyClicks(dialog.address, address)
    QTest.keyClick(dialog.address, Qt.Key.Key_Return)
    assert not dialog.look.isEnabled()
    qtbot.waitUntil(dialog.look.isEnabled, timeout=30000)


def facts(dialog: IiifDialog) -> dict[str, str]:
    role = QFormLayout.ItemRole
    return {
        dialog.facts.itemAt(row, role.LabelRole).widget().text(): dialog.facts.itemAt(row, role.FieldRole)
        .widget()
        .text()
        for row in range(dialog.facts.rowCount())
    }


def names(session: Session) -> list[str]:
    with Project.open(session.folder, read_only=True) as project:
        return [page.name for page in list_pages(project)][3:]


def test_images_are_fetched_only_after_the_person_agreed(
    view: CollectionView, context: ProjectContext, session: Session, server: IIIFServer, qtbot
) -> None:
    dialog = open_dialog(view)
    look_up(dialog, serve(server, 3), qtbot)
    assert server.paths() == ["/m.json"] and names(session) == []
    assert facts(dialog) == {
        "Title": "Letters of 1755",
        "Images": "3 images to fetch",
        "From": server.host,
        "Attribution": "City Archive",
        "Licence": "http://creativecommons.org/licenses/by/4.0/",
    }
    assert "Nothing is fetched yet" in dialog.state.text() and not dialog.start.hasFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Return)  # no agreement
    qtbot.waitUntil(lambda: dialog.look.isEnabled() and dialog.start.isEnabled(), timeout=30000)
    assert set(server.paths()) == {"/m.json"}
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        assert dialog.stop.isVisible() and not dialog.start.isVisible() and dialog.bar.isVisible()
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    assert finished.args[0].request.is_agreed
    assert names(session) == ["f. 1r.jpg", "f. 2r.jpg", "f. 3r.jpg"]
    assert "3 images were fetched" in context.notifications.history[-1].text
    assert context.settings.get(LAST_MANIFEST) == ""
    qtbot.waitUntil(lambda: len(view.pages.pages) == 6)


def test_stopped_fetching_is_resumed_where_it_ended(
    view: CollectionView, context: ProjectContext, session: Session, server: IIIFServer, qtbot
) -> None:
    address = serve(server, 3)
    ready, arrived = threading.Event(), threading.Event()
    whole = server.routes["/2.jpg"]

    def slow(handler: BaseHTTPRequestHandler) -> None:
        arrived.set()
        ready.wait(20)
        whole(handler)

    server.routes["/2.jpg"] = slow
    dialog = open_dialog(view)
    look_up(dialog, address, qtbot)
    QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: arrived.is_set() and "1 of 3 images" in dialog.state.text(), timeout=30000)
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    ready.set()
    qtbot.waitUntil(dialog.start.isVisible, timeout=30000)
    assert dialog.start.text() == "Resume" and "of 3 images are fetched" in dialog.state.text()
    assert "command" not in dialog.state.text() and names(session) == []
    dialog.reject()
    server.log.clear()
    dialog = open_dialog(view)
    assert dialog.address.text() == address  # remembered until all is fetched
    look_up(dialog, address, qtbot)
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    assert len(names(session)) == 3 and "/1.jpg" not in server.paths()


def test_fetching_goes_on_when_the_dialog_is_closed(
    view: CollectionView, context: ProjectContext, session: Session, server: IIIFServer, qtbot
) -> None:
    address = serve(server, 2)
    server.add("/2.jpg", b"no image at all")
    dialog = open_dialog(view)
    look_up(dialog, address, qtbot)
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        assert dialog.close_button.text() == "Close; fetching goes on"
        QTest.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    assert finished.args[0].outcome.ok and names(session) == ["f. 1r.jpg"]
    message = context.notifications.history[-1]
    assert "1 image was fetched" in message.text and "1 item was left out" in message.text
    message.on_action()
    assert "image 2" in view.findChild(SkippedDialog).table.rows[0].cells[1]


def test_only_some_images(view: CollectionView, session: Session, server: IIIFServer, qtbot) -> None:
    dialog = open_dialog(view)
    QTest.keyClicks(dialog.pages, "2-3")
    look_up(dialog, serve(server, 4), qtbot)
    assert facts(dialog)["Images"] == "2 images to fetch"
    QTest.keyClicks(dialog.pages, ",9")  # what was found is no longer what would be fetched
    assert facts(dialog) == {} and not dialog.start.isEnabled()
    QTest.keyClick(dialog.pages, Qt.Key.Key_Return)
    qtbot.waitUntil(dialog.look.isEnabled, timeout=30000)
    assert "4 images" in dialog.state.text() and not dialog.start.isEnabled()
    dialog.reject()


def test_errors_are_explained(view: CollectionView, server: IIIFServer, qtbot) -> None:
    dialog = open_dialog(view)
    server.routes["/gone.json"] = lambda handler: reply(handler, b"", status=404)
    for address, expected in (
        (f"{server.url}/gone.json", "cannot be fetched"),
        ("ftp://example.org/m.json", "cannot be used"),
        (server.add_json("/no.json", {"type": "Cat"}), "not an IIIF manifest"),
    ):
        look_up(dialog, address, qtbot)
        assert expected in dialog.state.text() and not dialog.start.isEnabled()
    dialog.reject()


def test_texts_of_strangers_are_not_rendered(view: CollectionView, server: IIIFServer, qtbot) -> None:
    dialog = open_dialog(view)
    look_up(dialog, serve(server, 1, label={"en": ["&lt;img src='file:///etc/hostname'&gt;"]}), qtbot)
    formats = {
        dialog.facts.itemAt(row, QFormLayout.ItemRole.FieldRole).widget().textFormat()
        for row in range(dialog.facts.rowCount())
    }
    assert formats == {Qt.TextFormat.PlainText} == {dialog.state.textFormat()}
    dialog.reject()


def test_manifest_file_is_shown_when_chosen_or_dropped(
    view: CollectionView, server: IIIFServer, tmp_path: Path, qtbot
) -> None:
    serve(server, 2)
    file = tmp_path / "letters.json"
    canvases = [canvas_v3(server.url, n, image_v3(f"{server.url}/{n}.jpg")) for n in (1, 2)]
    file.write_text(json.dumps(manifest_v3(server.url, canvases)))
    view.preview([file])
    dialog = view.findChildren(IiifDialog)[-1]
    qtbot.waitUntil(dialog.start.isEnabled, timeout=30000)
    assert facts(dialog)["From"] == server.host and server.log == []
    dialog.reject()
    dialog = open_dialog(view)
    QTest.mouseClick(dialog.browse, Qt.MouseButton.LeftButton)
    files = dialog.findChild(QFileDialog)
    files.filesSelected.emit([str(file)])
    files.close()
    qtbot.waitUntil(dialog.start.isEnabled, timeout=30000)
    assert dialog.address.text() == str(file)
    dialog.reject()


def test_dialog_can_be_closed_while_the_manifest_is_read(view: CollectionView, server: IIIFServer, qtbot) -> None:
    ready = threading.Event()
    server.routes["/slow.json"] = lambda handler: ready.wait(20) and reply(handler, b"{}")
    dialog = open_dialog(view)
    dialog.address.setText(f"{server.url}/slow.json")
    QTest.mouseClick(dialog.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: server.paths() == ["/slow.json"], timeout=30000)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    ready.set()


def test_menu_offers_the_address(view: CollectionView) -> None:
    texts = [action.text() for action in view.import_button.menu().actions()]
    assert texts == ["Import files…", "Import a folder…", "Import from an address (IIIF)…"]


def test_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert full_address(" https://example.org/m.json ") == "https://example.org/m.json"
    assert full_address("example.org/iiif/m.json") == "https://example.org/iiif/m.json"
    assert full_address("m.json") == str(tmp_path / "m.json")
    assert full_address("--agree") == str(tmp_path / "--agree")  # never an option
