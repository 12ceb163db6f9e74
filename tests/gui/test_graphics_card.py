"""Help > Use a graphics card, driven by keys: agreement, progress, stop, resume, failures, and the way back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from graphics_card_helpers import CARD, DOES_NOT_START, FakeBuild, make_build, use_fakes, working_torch
from iiif_helpers import IIIFServer, running_server, send_head
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.session.jobs import Job
from app.shell.dialogs.graphics_card import GraphicsCardDialog, GraphicsCardTexts
from core.jobs.requests import DevicesRequest
from core.jobs.results import CardStatus, Situation
from core.system.graphics import GraphicsCard
from core.torch_build import read_build

TIMEOUT_MS = 60_000


@pytest.fixture
def server() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def build(server: IIIFServer, tmp_path: Path) -> FakeBuild:
    return make_build(server, tmp_path, working_torch())


@pytest.fixture
def folder(build: FakeBuild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return use_fakes(monkeypatch, build, tmp_path)


def open_dialog(window, qtbot) -> GraphicsCardDialog:
    """Open it by its shortcut, and wait until it has looked."""
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = window.findChildren(GraphicsCardDialog)[-1]
    assert dialog.isVisible() and not dialog.isModal()
    wait(dialog, qtbot)
    return dialog


def wait(dialog: GraphicsCardDialog, qtbot) -> None:
    qtbot.waitUntil(lambda: not dialog.is_busy, timeout=TIMEOUT_MS)


@pytest.fixture
def jobs_start_at_once() -> None:
    """Jobs are no forks here: their processes import another PyTorch than the one that a fork would have."""


def press(dialog: GraphicsCardDialog, button: QPushButton) -> None:
    """Go to a button by Tab, and press it."""
    dialog.activateWindow()
    for _ in range(20):
        if QApplication.focusWidget() is button:
            break
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is button
    QTest.keyClick(button, Qt.Key.Key_Space)


def shown_facts(dialog: GraphicsCardDialog) -> str:
    role = dialog.facts.ItemRole.FieldRole
    return "\n".join(dialog.facts.itemAt(row, role).widget().text() for row in range(dialog.facts.rowCount()))


def test_there_and_back_by_keys(empty_window, build: FakeBuild, folder: Path, qtbot) -> None:
    dialog = open_dialog(empty_window, qtbot)
    assert CARD in shown_facts(dialog) and "580.65.06" in shown_facts(dialog)
    assert dialog.index.text() == build.index
    assert QApplication.focusWidget() is dialog.close_button and build.server.log == [] and not folder.exists()
    assert dialog.remove.isHidden()

    values: list[int] = []
    dialog.bar.valueChanged.connect(values.append)
    press(dialog, dialog.install)
    assert dialog.is_busy and QApplication.focusWidget() is dialog.stop
    wait(dialog, qtbot)
    assert max(values) > 0 and read_build(folder) is not None
    assert dialog.sentence.text() == "Ductus uses the graphics card."
    assert dialog.install.isHidden() and dialog.bar.isHidden()

    press(dialog, dialog.remove)
    wait(dialog, qtbot)
    assert not folder.exists() and dialog.remove.isHidden() and not dialog.install.isHidden()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not empty_window.findChildren(GraphicsCardDialog) or not dialog.isVisible()


def test_stopped_by_keys_and_resumed(empty_window, build: FakeBuild, folder: Path, qtbot) -> None:
    second = list(build.wheels)[1]

    def answer(handler) -> None:
        send_head(handler, 200, {"Content-Length": str(len(build.wheels[second])), "ETag": '"1"'})
        handler.wfile.write(build.wheels[second][:100])
        handler.wfile.flush()
        time.sleep(5)

    build.server.routes[f"/files/{second}"] = answer
    dialog = open_dialog(empty_window, qtbot)
    press(dialog, dialog.install)
    qtbot.waitUntil(lambda: f"/files/{second}" in build.server.paths(), timeout=TIMEOUT_MS)
    QTest.keyClick(dialog.stop, Qt.Key.Key_Space)
    wait(dialog, qtbot)
    assert "go on from there" in dialog.state.text() and read_build(folder) is None
    assert not dialog.install.isHidden() and not dialog.remove.isHidden()
    build.serve(second)
    press(dialog, dialog.install)
    wait(dialog, qtbot)
    assert read_build(folder) is not None
    assert len([path for path in build.downloads() if path != f"/files/{second}"]) == 1


def test_closing_the_window_stops_an_installation(empty_window, build: FakeBuild, folder: Path, qtbot) -> None:
    second = list(build.wheels)[1]
    build.server.routes[f"/files/{second}"] = lambda handler: time.sleep(5)
    dialog = open_dialog(empty_window, qtbot)
    press(dialog, dialog.install)
    qtbot.waitUntil(lambda: f"/files/{second}" in build.server.paths(), timeout=TIMEOUT_MS)
    job = dialog._job
    assert job is not None
    empty_window.close()
    assert not job.is_running or job.pid == 0


def test_a_failure_is_one_sentence_and_the_processor_is_used(
    empty_window, server: IIIFServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    window = empty_window
    build = make_build(server, tmp_path, DOES_NOT_START)
    folder = use_fakes(monkeypatch, build, tmp_path)
    dialog = open_dialog(window, qtbot)
    press(dialog, dialog.install)
    wait(dialog, qtbot)
    assert "Ductus uses the processor" in dialog.sentence.text() and "libcudart" in dialog.sentence.text()
    assert read_build(folder) is not None and not dialog.remove.isHidden()
    dialog.close()
    job = Job(DevicesRequest(), None, window)
    job.start()
    qtbot.waitUntil(lambda: not job.is_running, timeout=TIMEOUT_MS)
    assert job.leaves_card_unused
    for _ in range(2):
        window.window_actions._report_unused_card(job)
    told = [n for n in window.notifications.history if "graphics card" in n.text]
    assert len(told) == 1 and told[0].action == "Show why"


def test_a_wrong_hash_is_shown(empty_window, build: FakeBuild, folder: Path, qtbot) -> None:
    name = next(iter(build.wheels))
    build.serve(name, build.wheels[name][:-1] + b"x")
    dialog = open_dialog(empty_window, qtbot)
    press(dialog, dialog.install)
    wait(dialog, qtbot)
    assert "SHA-256" in dialog.state.text() and read_build(folder) is None


STATUS = CardStatus(
    situation=Situation.AVAILABLE,
    problem="",
    card=GraphicsCard("NVIDIA", "NVIDIA A", "580.1", 24 * 10**9, 8.9),
    torch="2.13.0+cpu",
    computes_on="",
    is_begun=False,
    download=25 * 10**8,
    unpacked=4 * 10**9,
    needed=5 * 10**9,
    free=60 * 10**9,
    taken=0,
    folder=Path("/home/a/.local/share/ductus/graphics-card"),
    index="",
    driver_needed=580,
)


@pytest.mark.parametrize(
    ("change", "words", "can_install", "can_remove"),
    [
        ({}, "Nothing is fetched", True, False),
        ({"free": 1e9}, "no room", False, False),
        ({"situation": "own"}, "already", False, False),
        ({"situation": "installed", "taken": 4e9}, "uses the graphics card", False, True),
        ({"situation": "failing", "problem": "it broke", "taken": 4e9}, "it broke", False, True),
        ({"situation": "no_card", "card": None}, "No graphics card", False, False),
        ({"situation": "other_card"}, "of NVIDIA", False, False),
        ({"situation": "no_driver"}, "no driver", False, False),
        ({"situation": "old_driver"}, "version 580", False, False),
        ({"situation": "old_card"}, "too old", False, False),
        ({"situation": "no_build"}, "no PyTorch", False, False),
        ({"is_begun": True, "taken": 1e9, "free": 4.5e9}, "Nothing is fetched", True, True),
    ],
)
def test_every_situation_has_its_words(qapp, change: dict, words: str, can_install: bool, can_remove: bool) -> None:
    texts = GraphicsCardTexts(replace(STATUS, **change))
    assert words in texts.sentence() and "{" not in texts.sentence()
    assert (texts.can_install, texts.can_remove) == (can_install, can_remove)
    assert all(heading and text and "{" not in text for heading, text in texts.facts())
