"""The import dialog: a preview of the sources and the options, before anything changes."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.background.threads import LatestTask
from app.collection.import_messages import ImportTexts, format_name
from app.collection.import_options import ImportOptions
from app.collection.skipped_table import ImagesElsewhereButton, create_skipped_table
from app.collection.source_preview import SampleStrip, SourcePreview, read_preview
from app.session.worker import error_message
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.progress_bar import ProgressBar
from core.formats.archive import is_zip
from core.formats.mets import FileGroup
from core.formats.records import ImageMissingError
from core.formats.registry import AUTO, readers
from core.jobs.requests import ImportRequest


class ImportDialog(Dialog):
    """``import_requested(ImportPlan)`` when a person presses Import; nothing changes before."""

    import_requested = Signal(object)

    def __init__(self, sources: Sequence[Path], parent: QWidget, *, images: Path | None = None) -> None:
        """``images`` is a folder in which transcriptions look for their images, too."""
        super().__init__(self.tr("Import"), parent)
        builders.fit_screen(self, 760, 680)
        self.sources = list(sources)
        self.images = images
        self._task = LatestTask(self)
        self._texts = ImportTexts(self)
        self.title = builders.label(self._source_names(), "title")
        self.format = builders.named(QComboBox(), self.tr("Format of the source"))
        for name in (AUTO, *readers()):
            self.format.addItem(format_name(name), name)
        self.group = builders.named(QComboBox(), self.tr("Transcriptions to import"))
        self.group_title = builders.field_label(self.group, self.tr("Transcriptions"))
        self.summary = builders.label()
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.busy = ProgressBar(total=0)
        self.strip = SampleStrip()
        self.skipped_title = builders.label("", "section", wrap=False)
        self.skipped = create_skipped_table()
        self.images_elsewhere = ImagesElsewhereButton(self.sources[0].parent)
        self.images_folder = builders.label("", "quiet")
        self.options = ImportOptions()
        self.cancel = builders.push_button(self.tr("Cancel"), self.reject)
        self.start = builders.push_button(self.tr("Import"), self._start, "primary", default=True)
        self._lay_out()
        self._show_groups([])
        self.format.currentIndexChanged.connect(self._format_changed)
        self.group.currentIndexChanged.connect(self._read)
        self.images_elsewhere.folder_chosen.connect(self._set_images)
        self.options.labels_changed.connect(self._read)
        self.finished.connect(self._task.cancel)
        self._read()

    def choice(self) -> ImportRequest:
        """Return the sources and how to read them, without what else the import is to do."""
        group = self.group.currentData()
        return ImportRequest(
            tuple(source.absolute() for source in self.sources),
            str(self.format.currentData()),
            labels=self.options.reads_labels(),
            file_group=None if group is None or group.is_chosen else group.name,
            images=None if self.images is None else self.images.absolute(),
        )

    def _read(self) -> None:
        """Read the sources in the background."""
        self.busy.show()
        self._show_summary(self.tr("Reading the source. Nothing is imported yet."), "quiet")
        self.start.setEnabled(False)
        for widget in (self.strip, self.skipped_title, self.skipped, self.options, self.images_elsewhere):
            widget.hide()
        self.group.setEnabled(False)
        self.images_folder.setVisible(self.images is not None)
        self.images_folder.setText(self.tr("Images are looked for in {0}.").format(self.images))
        choice = self.choice()
        self._task.run(lambda: read_preview(choice), self._show, self._fail)

    def _show(self, preview: SourcePreview) -> None:
        self.busy.hide()
        self._show_groups(preview.groups)
        self._show_summary(self._texts.summary(preview.summary))
        self.strip.show_samples(preview.samples)
        self.skipped.show_rows(preview.skipped)
        left_out = self.tr("%Ln item(s) will be left out:", "", preview.left_out)
        self.skipped_title.setText(left_out if preview.left_out else self.tr("Notes:"))
        self.skipped_title.setVisible(bool(preview.skipped))
        self.skipped.setVisible(bool(preview.skipped))
        self.images_elsewhere.setVisible(preview.are_images_missing)
        self.options.set_source(preview.summary, is_zipped=any(map(is_zip, self.sources)))
        self.options.show()
        self.start.setText(self._texts.button(preview.summary))
        self.start.setEnabled(True)
        self.start.setFocus()

    def _fail(self, error: Exception) -> None:
        self.busy.hide()
        self.group.setEnabled(True)
        message = error_message(error)
        self.images_elsewhere.setVisible(isinstance(error, ImageMissingError))
        text = self.tr("{0}\nNothing was changed. Choose another format above, or another source.")
        self._show_summary(text.format(message), "danger")

    def _format_changed(self) -> None:
        self._show_groups([])
        self._read()

    def _show_groups(self, groups: Sequence[FileGroup]) -> None:
        """Offer the groups of transcriptions if there is a choice; a choice that was made stays."""
        blocker = QSignalBlocker(self.group)
        chosen = self.group.currentData()
        wanted = next((group.name for group in groups if chosen is not None and group.name == chosen.name), None)
        self.group.clear()
        for number, group in enumerate(groups):
            self.group.addItem(self._texts.group(group), group)
            if group.name == wanted or (wanted is None and group.is_chosen):
                self.group.setCurrentIndex(number)
        blocker.unblock()
        self.group.setEnabled(True)
        for widget in (self.group_title, self.group):
            widget.setVisible(len(groups) > 1)

    def _set_images(self, folder: Path) -> None:
        self.images = folder
        self._read()

    def _start(self) -> None:
        self.import_requested.emit(self.options.plan(self.choice()))
        self.accept()

    def _source_names(self) -> str:
        first = self.sources[0].name or str(self.sources[0])
        if len(self.sources) == 1:
            return first
        return self.tr("{0} and {1} more").format(first, len(self.sources) - 1)

    def _show_summary(self, text: str, kind: str = "") -> None:
        self.summary.setText(text)
        builders.restyle(self.summary, "kind", kind)

    def _lay_out(self) -> None:
        format_title = builders.field_label(self.format, self.tr("Format"))
        inner = QWidget()
        inner.setObjectName("page")
        builders.column(
            builders.row(format_title, self.format, self.group_title, self.group, 1),
            self.summary,
            self.busy,
            self.strip,
            builders.row(self.skipped_title, 1, self.images_elsewhere),
            self.images_folder,
            (self.skipped, 4),
            self.options,
            1,
            parent=inner,
            spacing=12,
        )
        # the buttons stay in sight on a small screen
        area = builders.ScrollArea(inner)
        buttons = builders.row(1, self.cancel, self.start)
        builders.column(self.title, (area, 1), buttons, parent=self, margins=(24, 24, 24, 16), spacing=12)
