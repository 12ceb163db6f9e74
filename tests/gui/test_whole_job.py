"""The whole job as a person does it, on a real engine: import, train, look into a vote, correct, retrain, export."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from gui_helpers import drag
from project_helpers import edit_history
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit
from view_helpers import rates, report_devices

from app import settings as keys
from app.collection.import_dialog import ImportDialog
from app.export_dialog import ExportDialog
from app.main import make_window
from app.settings import Settings
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.train.devices import DeviceProbe
from core.formats import pagexml
from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord, WordRecord
from core.imaging.synth.page import render_page
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.jobs.training.estimate import save_rates
from core.model.lexicon_search.word_lists import EXHAUSTIVE_LIMIT
from core.project.content.language_words import language_words
from core.project.content.models import list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.words import get_words, word_ids

CLICK = Qt.MouseButton.LeftButton
WORDS = ("the", "and", "army", "fort", "virginia", "regiment", "captain", "snow", "river", "letter", "men", "two")
LONG_MS = 120_000


@pytest.fixture
def sources(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of labelled word pictures, and one of a page whose words have boxes and no text."""
    rng, crops, sheets = np.random.default_rng(5), tmp_path / "crops", tmp_path / "sheets"
    crops.mkdir()
    sheets.mkdir()
    for word in WORDS:
        for number in range(5):
            cv2.imwrite(str(crops / f"{word}_{number}.png"), render_word(word, Writer(), rng))
    image, truth = render_page(list(WORDS) * 3, Writer(), rng)
    image = image[: max(y + h for (_, y, _, h), _, _ in truth) + 40]
    cv2.imwrite(str(sheets / "sheet.png"), image)
    boxes = tuple(WordRecord(box, None, line=line) for box, _, line in truth)
    write_pagexml(PageRecord(sheets / "sheet.png", image.shape[1], image.shape[0], words=boxes), sheets / "sheet.xml")
    return crops, sheets


@pytest.mark.timeout(600)
def test_the_whole_job(
    sources: tuple[Path, Path], settings: Settings, theme: Theme, tmp_path: Path, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(DeviceProbe, "list_devices", report_devices)
    # shorter than what the app adds, and still longer than a list that is searched word by word
    monkeypatch.setattr(
        "app.collection.lexicon_panel.language_words",
        lambda project, language, most: language_words(project, language, EXHAUSTIVE_LIMIT + 1),
    )
    settings.set(keys.LAST_FOLDER, str(tmp_path))
    settings.set(keys.LAST_EXPORT, str(tmp_path))
    window = opened(settings, theme, qtbot)
    new_project(window, "Whole", qtbot)
    save_rates(window.session.folder, rates())
    for source in sources:
        bring(window, source, qtbot)
    session = window.session
    unread = word_ids(session.project, transcribed=False)
    assert len(word_ids(session.project, transcribed=True)) == 5 * len(WORDS) and len(unread) >= 20

    first = train(window, qtbot)
    qtbot.waitUntil(lambda: all(first in predictions_by_model(session.project, w) for w in unread), timeout=LONG_MS)

    look_into_the_vote(window, unread[0], qtbot)
    typed = correct_three(window, qtbot)
    last, text = typed[-1]
    activate(window, qtbot)
    with qtbot.waitSignal(session.undone):
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert get_words(session.project, [last])[0].text is None
    typed.pop()

    second = train(window, qtbot, retrain=True)
    assert second != first and window.session.active_model().name == first, "a person decides"
    live = window.current_view().live
    use = next(button for button in live.message.buttons if button.text() == "Use it")
    QTest.mouseClick(use, CLICK)
    qtbot.waitUntil(lambda: window.session.active_model().name == second)
    qtbot.waitUntil(lambda: window.session.jobs.current is None, timeout=LONG_MS)
    export_pages(window, tmp_path / "out", qtbot)
    shutil.copy(sources[1] / "sheet.png", tmp_path / "out")
    back = [word for page in pagexml.read(tmp_path / "out").pages for word in page.words]
    texts = [word.text for word in back]
    assert all(text in texts for _, text in typed) and text not in texts
    window.close()

    again = opened(settings, theme, qtbot)
    assert again.open_project(tmp_path / "Whole.ductus")
    session = again.session
    assert {row.id: row.text for row in get_words(session.project, [i for i, _ in typed])} == dict(typed)
    assert {model.name for model in list_models(session.project)} == {first, second}
    assert edit_history(session.project)[0].state == "undone"
    activate(again, qtbot)
    with qtbot.waitSignal(session.redone):
        QTest.keyClick(again, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert get_words(session.project, [last])[0].text == text
    again.close()


def opened(settings: Settings, theme: Theme, qtbot) -> MainWindow:
    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    return window


def activate(window: MainWindow, qtbot) -> None:
    """Shortcuts are heard in the active window only, and without a window manager no closed dialog hands that back."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def new_project(window: MainWindow, name: str, qtbot) -> None:
    QTest.mouseClick(window.start.new, CLICK)
    dialog = window.start.dialog
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    QTest.qWait(200)
    field.selectAll()
    QTest.keyClicks(field, name)
    buttons = dialog.findChild(QDialogButtonBox)
    QTest.mouseClick(
        next(b for b in buttons.buttons() if buttons.buttonRole(b) == QDialogButtonBox.ButtonRole.AcceptRole), CLICK
    )
    qtbot.waitUntil(lambda: window.session is not None)


def bring(window: MainWindow, source: Path, qtbot) -> None:
    """Import a source through its preview."""
    window.show_view("collection")
    window.current_view().preview([source])
    dialog = window.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(dialog.start.isEnabled, timeout=20_000)
    with qtbot.waitSignal(window.session.jobs.finished, timeout=LONG_MS) as done:
        QTest.mouseClick(dialog.start, CLICK)
    assert done.args[0].outcome.ok, done.args[0].outcome.text


def train(window: MainWindow, qtbot, *, retrain: bool = False) -> str:
    """Train with `quick` from the button, see the curves grow; returns the model's name."""
    if retrain:
        window.context.go("train", query="retrain")
    else:
        window.show_view("train")
    place = window.current_view()
    qtbot.waitUntil(lambda: place.first.currentWidget() is not place.live or place.live is None)
    qtbot.waitUntil(place.setup.start.isEnabled, timeout=20_000)
    place.setup.choose_preset("quick")
    for name, value in (("steps", 12), ("gates", 8), ("gate_epochs", 2), ("batch", 8)):
        place.setup.advanced.form.editors[name].setValue(value)
    before = {model.name for model in list_models(window.session.project)}
    QTest.mouseClick(place.setup.start, CLICK)
    qtbot.waitUntil(lambda: place.live is not None and place.live.is_running, timeout=LONG_MS)
    live = place.live
    qtbot.waitUntil(lambda: bool(live.progress.members) and bool(live.progress.members[0].epochs), timeout=LONG_MS)
    qtbot.waitUntil(lambda: not live.is_running, timeout=LONG_MS)
    drawn = [list(lines["loss"].getOriginalDataset()[0]) for lines in live.view.charts._lines]
    assert drawn == [member.epochs for member in live.progress.members] and len(drawn) == 2 < 1 + len(drawn[0])
    qtbot.waitUntil(lambda: window.session.jobs.current is None, timeout=LONG_MS)
    (name,) = {model.name for model in list_models(window.session.project)} - before
    return name


def look_into_the_vote(window: MainWindow, word_id: int, qtbot) -> None:
    """Insight shows both readers on the word; the threshold line is dragged and let be."""
    window.context.go("insight", word_id=word_id)
    place = window.current_view()
    qtbot.waitUntil(lambda: place.word.facts is not None and place.word.facts.word_id == word_id)
    assert place.word.vote.members.model().rowCount() == 2
    place.show_tab("thresholds")
    qtbot.waitUntil(lambda: "thresholds" in place.built_tabs, timeout=20_000)
    tab = place.built_tabs["thresholds"]
    qtbot.waitUntil(lambda: bool(tab.panel.changes.text()), timeout=20_000)
    plot = tab.histogram.plot.vb
    middle = plot.viewRect().center().y()
    before = list(tab.draft)
    here, there = (tab.histogram.view.mapFromScene(plot.mapViewToScene(QPointF(x, middle))) for x in (0, -3))
    drag(tab.histogram.view, here, there)
    assert tab.draft != before


def correct_three(window: MainWindow, qtbot) -> list[tuple[int, str]]:
    """Type three readings in Review; returns word and text of each, in their order."""
    activate(window, qtbot)
    window.show_view("review")
    place = window.current_view()
    typed: list[tuple[int, str]] = []
    for text in ("Winchester", "Dinwiddie", "Cumberland"):
        qtbot.waitUntil(lambda: place.review.is_ready, timeout=20_000)
        word = place.current_word()
        QTest.keyClicks(place.word_view.field, text)
        with qtbot.waitSignal(window.session.changed):
            QTest.keyClick(place.word_view.field, Qt.Key.Key_Return)
        typed.append((word, text))
        assert get_words(window.session.project, [word])[0].source == "typed"
    return typed


def export_pages(window: MainWindow, out: Path, qtbot) -> None:
    window.export()
    dialog = window.findChildren(ExportDialog)[-1]
    dialog.formats["pagexml"].setChecked(True)
    qtbot.waitUntil(lambda: bool(dialog.amount.text()) and dialog.start.isEnabled(), timeout=20_000)
    dialog.target.setText(str(out))
    with qtbot.waitSignal(window.session.jobs.finished, timeout=LONG_MS) as done:
        QTest.mouseClick(dialog.start, CLICK)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
