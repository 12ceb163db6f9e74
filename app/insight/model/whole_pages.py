"""The model's readings of whole pages, measured against transcripts of them."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.model.results import Share, share_text
from app.session.jobs import Job
from app.settings import LAST_FOLDER
from app.style.file_dialog import choose_paths
from app.text.formats import format_timestamp
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from core.evaluation.word_errors import WordFate, share_of_written
from core.jobs.requests import EvaluatePagesRequest
from core.project.content.models import ON_PAGES, load_evaluation


class WholePages(QWidget):
    """The latest figures, and a button that chooses transcripts and measures again."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__()
        self.context, self.active_model = context, active_model
        self._job: Job | None = None
        self.text = builders.label("", "quiet")
        self.compare = builders.push_button(self.tr("Compare with transcripts…"), self.choose)
        self.compare.setToolTip(
            self.tr("Choose transcripts of pages of this project: PAGE, ALTO or other files with lines and text")
        )
        disable_with_reason(context.session.read_only_message, self.compare)
        builders.column(
            builders.label(self.tr("Whole pages"), "section"),
            builders.row((self.text, 1), self.compare),
            parent=self,
            margins=(0, 8, 0, 0),
        )

    def refresh(self) -> None:
        """Read the stored figures of the active model."""
        opened = self.active_model.current
        if opened is not None:
            model = opened.model
            self.context.session.query(
                lambda project: load_evaluation(model, ON_PAGES), self._show, owner=self, key="insight:pages"
            )

    def choose(self) -> None:
        """Ask for transcripts and measure."""
        folder = self.context.settings.get(LAST_FOLDER)
        title = self.tr("Transcripts of pages of this project")
        choose_paths(self, title, QFileDialog.FileMode.ExistingFiles, folder, self.measure)

    def measure(self, files: list[Path]) -> None:
        """Start the job that compares the suggestions with the transcripts in ``files``."""
        opened = self.active_model.current
        if opened is None or self._job is not None:
            return
        self._job = self.context.session.jobs.start(EvaluatePagesRequest(tuple(files), opened.model.name))
        self._job.finished.connect(self._finished)
        self.compare.setEnabled(False)
        self.text.setText(self.tr("Comparing …"))

    def _finished(self, outcome: object) -> None:
        self._job = None
        self.compare.setEnabled(True)
        self.refresh()

    def _show(self, stored: dict[str, Any] | None) -> None:
        if self._job is None:
            self.text.setText(self._text(stored))

    def _text(self, stored: dict[str, Any] | None) -> str:
        unmeasured = self.tr(
            "Not measured yet. If you have transcripts of some pages that were not used for training, compare what the "
            "model read there from the bare scan."
        )
        if stored is None:
            return unmeasured
        try:
            return self._figures(stored)
        except (KeyError, TypeError, ValueError):
            return unmeasured

    def _figures(self, stored: dict[str, Any]) -> str:
        sentences = [
            self.tr(
                "On %n page(s) {0} of the characters and {1} of the words would have to be corrected.",
                "",
                int(stored["pages"]),
            ).format(_share(stored["cer"], "value"), _share(stored["wer"], "value")),
            self.tr("{0} of the lines were found.").format(_share(stored["lines"], "found")),
        ]
        if stored.get("words"):
            sentences.append(self.tr("{0} of the words were found.").format(_share(stored["words"], "found")))
        if fates := stored.get("fates"):
            sentences.append(
                self.tr("{0} of the words were cut wrongly, {1} were not found.").format(
                    *(share_text(Share(share_of_written(fates, fate))) for fate in (WordFate.CUT, WordFate.MISSED))
                )
            )
        if measured_at := str(stored.get("measured_at", "")):
            sentences.append(self.tr("Measured {0}.").format(format_timestamp(measured_at)))
        return " ".join(sentences)


def _share(figures: dict[str, Any], name: str) -> str:
    return share_text(Share(figures[name], *(figures["interval"] or ())))
