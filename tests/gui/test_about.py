"""About Ductus: the version, and the sources that are owed their attribution."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.shell.dialogs import about
from app.shell.dialogs.about import About
from core import __version__
from core.errors import ModelFileError
from core.licences import Library

CARD = {
    "words": 4000,
    "fonts": 12,
    "learnt_from": [
        {"title": "Wills <of men>", "licence": "CC BY 4.0", "source": "https://a.org/wills", "hands": 3, "words": 1},
        {"title": "Street names", "licence": "CC0", "source": "a drawer", "hands": 1, "words": 20},
    ],
}  # fmt: skip


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    widget.resize(900, 700)
    qtbot.addWidget(widget)
    return widget


def shown(window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, read: Any) -> About:
    monkeypatch.setattr(about, "_read_card", read)
    dialog = About(window)
    qtbot.waitUntil(lambda: bool(dialog.starter.toPlainText()))
    return dialog


def test_sources_are_named_with_licence_and_link(
    window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = shown(window, qtbot, monkeypatch, lambda: CARD)
    text = dialog.starter.toPlainText()
    assert "4,000 different words in 12 handwriting fonts" in text
    assert "Wills <of men>\n3 hands, 1 word, CC BY 4.0" in text
    assert "Street names (a drawer)\n1 hand, 20 words, CC0" in text
    assert 'href="https://a.org/wills"' in dialog.starter.toHtml()
    assert any(__version__ in label.text() for label in dialog.findChildren(about.QLabel))


def test_a_starter_without_real_hands_names_none(
    window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = shown(window, qtbot, monkeypatch, lambda: {"words": 10, "fonts": 1})
    assert "Real handwriting" not in dialog.starter.toPlainText()


def test_the_line_finders_sources_are_named_too(window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    source = {"title": "Registers", "licence": "CC BY 4.0", "source": "https://a.org/registers", "pages": 1}
    card = CARD | {"line_finder": {"drawn_pages": 360, "learnt_from": [source, source | {"pages": 7}]}}
    dialog = shown(window, qtbot, monkeypatch, lambda: card)
    text = dialog.starter.toPlainText()
    assert "learnt from 360 drawn pages and from real ones" in text
    assert "Registers\n1 page, CC BY 4.0" in text and "7 pages, CC BY 4.0" in text
    assert 'href="https://a.org/registers"' in dialog.starter.toHtml()


def test_a_damaged_starter_is_told(window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> dict[str, Any]:
        raise ModelFileError("starter.h5: damaged.")

    assert shown(window, qtbot, monkeypatch, fail).starter.toPlainText() == "starter.h5: damaged."


def test_the_shipped_starter_tells_what_it_learnt_from(
    window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = shown(window, qtbot, monkeypatch, about._read_card).starter.toPlainText()
    assert "CC BY 4.0" in text


def test_libraries_are_listed_with_the_text_of_their_licence(
    window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = tmp_path / "LICENSE"
    text.write_text("Permission is <hereby> granted", encoding="utf-8")
    monkeypatch.setattr(about, "_read_card", lambda: CARD)
    monkeypatch.setattr(about, "libraries", lambda: (Library("a", "1.0", "MIT", (text,)), Library("b", "2", "BSD", ())))
    browser = About(window).libraries
    qtbot.waitUntil(lambda: "a 1.0" in browser.toPlainText())
    assert "b 2" in browser.toPlainText() and browser.toHtml().count("text:") == 1
    browser.anchorClicked.emit(QUrl("text:0"))
    assert "Permission is <hereby> granted" in browser.toPlainText()
    browser.anchorClicked.emit(QUrl("back:"))
    assert "b 2" in browser.toPlainText() and "Permission" not in browser.toPlainText()
