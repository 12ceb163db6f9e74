"""The import dialog: a preview of the sources and the options, before anything changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QProgressBar, QPushButton, QWidget

from app.background.threads import LatestTask
from app.collection.import_messages import format_name, import_button_text, summary_text
from app.collection.import_options import ImportOptions
from app.collection.sample_strip import Sample, SampleStrip, read_samples
from app.collection.skipped_table import create_skipped_table, show_skipped, skipped_rows
from app.collection.source_summary import SourceSummary, summarise_sources
from app.session.worker import error_message
from app.widgets import builders
from app.widgets.text_table import TextRow
from core.formats.sources import FORMATS, read_sources


class ImportDialog(QDialog):
    """``import_requested(ImportRequest)`` when a person presses Import; nothing changes before."""

    import_requested = Signal(object)

    def __init__(self, sources: Sequence[Path], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import"))
        self.resize(760, 680)
        self.sources = list(sources)
        self._task = LatestTask(self)
        self.title = builders.label(self._source_names(), "title")
        self.format = QComboBox()
        self.format.setAccessibleName(self.tr("Format of the source"))
        for name in ("auto", *FORMATS):
            self.format.addItem(format_name(name), name)
        self.summary = builders.label()
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(6)
        self.strip = SampleStrip()
        self.skipped_title = builders.label("", "section", wrap=False)
        self.skipped = create_skipped_table()
        self.options = ImportOptions()
        self.cancel = QPushButton(self.tr("Cancel"))
        self.start = QPushButton(self.tr("Import"))
        self.start.setProperty("kind", "primary")
        self.start.setDefault(True)
        self._lay_out()
        self.format.currentIndexChanged.connect(self._read)
        self.options.labels_changed.connect(self._read)
        self.cancel.clicked.connect(self.reject)
        self.start.clicked.connect(self._start)
        self.finished.connect(self._task.cancel)
        self._read()

    def _read(self) -> None:
        """Read the sources in the background."""
        self.busy.show()
        self._show_summary(self.tr("Reading the source. Nothing is imported yet."), "quiet")
        self.start.setEnabled(False)
        for widget in (self.strip, self.skipped_title, self.skipped, self.options):
            widget.hide()
        sources, format = self.sources, str(self.format.currentData())
        labels = self.options.request(sources, format).labels
        self._task.run(lambda: _read_preview(sources, format, labels), self._show, self._fail)

    def _show(self, preview: _Preview) -> None:
        self.busy.hide()
        self._show_summary(summary_text(preview.summary))
        self.strip.show_samples(preview.samples)
        show_skipped(self.skipped, preview.skipped)
        self.skipped_title.setText(self.tr("%Ln item(s) will be left out:", "", len(preview.skipped)))
        self.skipped_title.setVisible(bool(preview.skipped))
        self.skipped.setVisible(bool(preview.skipped))
        self.options.set_source(preview.summary)
        self.options.show()
        self.start.setText(import_button_text(preview.summary))
        self.start.setEnabled(True)
        self.start.setFocus()

    def _fail(self, error: Exception) -> None:
        self.busy.hide()
        text = self.tr("{0}\nNothing was changed. Choose another format above, or another source.")
        self._show_summary(text.format(error_message(error)), "danger")

    def _start(self) -> None:
        self.import_requested.emit(self.options.request(self.sources, str(self.format.currentData())))
        self.accept()

    def _source_names(self) -> str:
        first = self.sources[0].name or str(self.sources[0])
        if len(self.sources) == 1:
            return first
        return self.tr("{0} and {1} more").format(first, len(self.sources) - 1)

    def _show_summary(self, text: str, kind: str = "") -> None:
        self.summary.setText(text)
        self.summary.setProperty("kind", kind)
        self.summary.style().unpolish(self.summary)
        self.summary.style().polish(self.summary)

    def _lay_out(self) -> None:
        format_title = QLabel(self.tr("Format"))
        format_title.setBuddy(self.format)
        builders.column(
            self.title,
            builders.row(format_title, self.format, 1),
            self.summary,
            self.busy,
            self.strip,
            self.skipped_title,
            (self.skipped, 4),
            self.options,
            1,
            builders.row(1, self.cancel, self.start),
            parent=self,
            margins=(24, 24, 24, 16),
            spacing=12,
        )


class _Preview(NamedTuple):
    """What the dialog shows of the sources."""

    summary: SourceSummary
    samples: list[Sample]
    skipped: list[TextRow]


def _read_preview(sources: Sequence[Path], format: str, labels: bool) -> _Preview:
    """Read the sources, which takes long. Raises InputError if they cannot be used."""
    contents = read_sources(sources, format, labels=labels)
    return _Preview(summarise_sources(contents), read_samples(contents), skipped_rows(contents.skipped))
