"""The check of a project for damage (`ductus check`) and its findings."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.session.jobs import Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.style.file_dialog import choose_paths
from app.widgets.builders import push_button
from core.jobs.requests import CheckRequest
from core.jobs.results import Amounts, Checked
from core.project.integrity.database_checks import READABLE, RESCUABLE
from core.project.integrity.findings import Finding, Level
from core.project.project import SUFFIX

_MAX_FINDINGS = 200


class CheckDialog(JobDialog):
    """Checks a project without changing it, also one that cannot be opened."""

    def __init__(self, folder: Path, parent: QWidget) -> None:
        self._folder, self._window = folder, parent
        name = folder.name.removesuffix(SUFFIX)
        super().__init__(
            self.tr("Check this project"),
            self.tr("Checking the transcriptions, images and models of “{0}”. Nothing is changed.").format(name),
            CheckRequest(),
            folder,
            parent,
        )

    def _show_outcome(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, Checked):
            self.show_result(outcome.text)
            return
        findings = sorted(result.findings, key=lambda finding: finding.level == Level.NOTE)
        amount = self._amount(result.looked_at)
        if result.sound:
            text = self.tr("The project is sound. {0}").format(amount)
            if findings:
                text += " " + self.tr("Harmless leftover files:")
        else:
            text = self.tr("This project has errors. Nothing was changed. {0}").format(amount)
        shown = findings[:_MAX_FINDINGS]
        if any(finding.kind in RESCUABLE for finding in findings):
            save = push_button(self.tr("Save what can be read…"), self._choose_folder)
            self.buttons.insertWidget(0, save)
        self.show_result(text, "".join(map(self._paragraph, shown)) + self._rest(result.counts, len(shown)))

    def _choose_folder(self) -> None:
        """Ask where to save the transcriptions that can still be read, then save them."""
        window = self._window

        def save(folders: list[Path]) -> None:
            target = folders[0] / self.tr("{0} rescued").format(self._folder.name.removesuffix(SUFFIX))
            RescueDialog(self._folder, target, window).open()

        mode = QFileDialog.FileMode.Directory
        choose_paths(window, self.tr("Where should they be saved?"), mode, self._folder.parent, save)

    def _amount(self, checked: Amounts) -> str:
        if not checked.words and not checked.files:
            return ""
        return self.tr("Checked {0}, {1} and {2}.").format(
            self.tr("%Ln word(s)", "", checked.words),
            self.tr("%Ln file(s)", "", checked.files),
            self.tr("%Ln model(s)", "", checked.models),
        )

    def _paragraph(self, finding: Finding) -> str:
        problem = escape(finding.what)
        if finding.kind == READABLE:
            return f"<p>{problem}</p>"
        head = problem if finding.level == Level.NOTE else f"<b>{problem}</b>"
        hint = f"<br>{escape(finding.mend)}" if finding.mend else ""
        return f"<p>{head}<br><i>{escape(finding.where)}</i>{hint}</p>"

    def _rest(self, counts: Mapping[str, int], shown: int) -> str:
        more = sum(counts.values()) - shown
        return f"<p>{escape(self.tr('… and {0} more of these kinds.').format(more))}</p>" if more > 0 else ""


class RescueDialog(JobDialog):
    """Saves what can be read of a damaged project in a new folder (`ductus check --rescue`)."""

    def __init__(self, folder: Path, target: Path, parent: QWidget) -> None:
        super().__init__(
            self.tr("Save what can be read"),
            self.tr("Saving what can be read of “{0}” in {1}.").format(folder.name.removesuffix(SUFFIX), target),
            CheckRequest(rescue=target),
            folder,
            parent,
        )

    def _show_outcome(self, outcome: Outcome) -> None:
        rescued = outcome.result.rescued if isinstance(outcome.result, Checked) else None
        if rescued is None:
            self.show_result(self.tr("Nothing was saved. {0}").format(outcome.text))
            return
        text = self.tr("%Ln transcription(s) were saved. The damaged project was not changed.", "", rescued.readings)
        opened = self.tr("The new project can be opened like any other:")
        self.show_result(text, f"<p>{escape(opened)}<br><b>{escape(str(rescued.project))}</b></p>")
