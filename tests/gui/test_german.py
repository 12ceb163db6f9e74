"""With the German texts installed, what is longer than in English is shown whole, and nouns keep their capitals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.collection.import_options import ImportOptions
from app.review.filter_help import FilterHelp
from app.text import translations


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(translations.FOLDER / "ductus_de.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("german")
def test_help_on_the_filter_is_not_cut(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    help_dialog = FilterHelp(parent)
    help_dialog.show()
    text = help_dialog.findChild(QLabel)
    assert text is not None and "Erkenner" in text.text()
    assert text.height() >= text.heightForWidth(text.width())


@pytest.mark.usefixtures("german")
def test_meaning_of_a_use_begins_with_a_capital_and_keeps_those_of_nouns(qtbot) -> None:
    options = ImportOptions()
    qtbot.addWidget(options)
    options.use.setCurrentIndex(options.use.findData("train"))
    assert options.meaning.text() == "Das Modell lernt aus den Transkriptionen."
