"""What sources hold, shown before anything changes; then the import is started, or not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.background.threads import LatestTask
from app.collection.import_messages import format_name, import_button_text, summary
from app.collection.import_options import ImportOptions
from app.collection.sample_strip import SampleStrip
from app.collection.samples import Sample, samples
from app.collection.skipped_table import SkippedTable
from app.collection.source_summary import FORMATS, SourceSummary, summarise_sources
from app.session.worker import error_message
from core.formats.records import SourceContents


class ImportDialog(QDialog):
    """``wanted(list of Path, Choice)`` when a person presses Import. Reads the sources, changes nothing."""

    wanted = Signal(list, object)

    def __init__(self, sources: Sequence[Path], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import"))
        self.resize(760, 680)
        self.sources = list(sources)
        self._background = LatestTask(self)
        self.title = QLabel(self._names())
        self.title.setProperty("kind", "title")
        self.title.setWordWrap(True)
        self.format = QComboBox()
        self.format.setAccessibleName(self.tr("Format of the source"))
        for name in FORMATS:
            self.format.addItem(format_name(name), name)
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.strip = SampleStrip()
        self.skipped_told = QLabel()
        self.skipped_told.setProperty("kind", "section")
        self.skipped = SkippedTable()
        self.options = ImportOptions()
        self.cancel = QPushButton(self.tr("Cancel"))
        self.go = QPushButton(self.tr("Import"))
        self.go.setProperty("kind", "primary")
        self.go.setDefault(True)
        self._lay_out()
        self.format.currentIndexChanged.connect(self._read)
        self.options.labels_changed.connect(self._read)
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._start)
        self.finished.connect(self._background.cancel)
        self._read()

    def _read(self) -> None:
        """Look at the sources in the background."""
        self.bar.show()
        self.told.setText(self.tr("Looking at what is there. Nothing is changed yet; you may cancel."))
        self.told.setProperty("kind", "quiet")
        self._polish()
        self.go.setEnabled(False)
        for widget in (self.strip, self.skipped_told, self.skipped, self.options):
            widget.hide()
        sources, format = self.sources, str(self.format.currentData())
        labels = self.options.choice(format).labels
        self._background.run(lambda: _look(sources, format, labels), self._show, self._fail)

    def _show(self, seen: tuple[SourceContents, SourceSummary, list[Sample]]) -> None:
        found, facts, pictures = seen
        self.bar.hide()
        self.told.setProperty("kind", "")
        self.told.setText(summary(facts))
        self._polish()
        self.strip.show_samples(pictures)
        self.skipped.entries.set_entries(found.skipped)
        self.skipped_told.setText(self.tr("%Ln item(s) will be left out:", "", facts.skipped))
        self.skipped_told.setVisible(facts.skipped > 0)
        self.skipped.setVisible(facts.skipped > 0)
        self.options.tell(facts)
        self.options.show()
        self.go.setText(import_button_text(facts))
        self.go.setEnabled(True)
        self.go.setFocus()

    def _fail(self, error: Exception) -> None:
        self.bar.hide()
        self.told.setProperty("kind", "danger")
        self.told.setText(
            self.tr("{0}\nNothing was changed. Choose another format above, or another source.").format(
                error_message(error)
            )
        )
        self._polish()

    def _start(self) -> None:
        self.wanted.emit(self.sources, self.options.choice(str(self.format.currentData())))
        self.accept()

    def _names(self) -> str:
        first = self.sources[0].name or str(self.sources[0])
        if len(self.sources) == 1:
            return first
        return self.tr("{0} and {1} more").format(first, len(self.sources) - 1)

    def _polish(self) -> None:
        self.told.style().unpolish(self.told)
        self.told.style().polish(self.told)

    def _lay_out(self) -> None:
        label = QLabel(self.tr("Format"))
        label.setBuddy(self.format)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(label)
        top.addWidget(self.format)
        top.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addLayout(top)
        for widget in (self.told, self.bar, self.strip, self.skipped_told):
            column.addWidget(widget)
        column.addWidget(self.skipped, 4)
        column.addWidget(self.options)
        column.addStretch(1)
        column.addLayout(buttons)


def _look(sources: Sequence[Path], format: str, labels: bool) -> tuple[SourceContents, SourceSummary, list[Sample]]:
    """Read the sources (slow); raises InputError when they cannot be used."""
    from core.formats.sources import read_sources

    found = read_sources(sources, format, labels=labels)
    return found, summarise_sources(found), samples(found)
