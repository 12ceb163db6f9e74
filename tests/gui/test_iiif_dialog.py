"""Import from an address: nothing is fetched before the person agrees; stopping, resuming, and errors."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from gui_helpers import opened
from iiif_helpers import IIIFServer, canvas_v3, image_v3, jpeg, manifest_v3, reply, running_server
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QFormLayout

from app.collection.iiif_dialog import IiifDialog
from app.collection.iiif_request import full_address
from app.collection.skipped_table import SkippedDialog
from app.collection.view import CollectionView
from app.context import ProjectContext
from app.session.session import Session
from app.settings import LAST_MANIFEST
from core.project.content.pages import list_pages
from core.project.project import Project


@pytest.fixture
def server() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(view.pages.pages))
    yield view


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
