"""Checking a project from the app: `ductus check`, its findings in plain words."""

from __future__ import annotations

import shlex
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from app.session.jobs import Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.text.plural import plural
from core.project.integrity.database import READABLE

_MOST_SHOWN = 200


class CheckDialog(JobDialog):
    """Looks the project through without changing it; works for one that cannot be opened, too."""

    def __init__(self, folder: Path, parent: QWidget) -> None:
        self._folder = folder
        name = folder.name.removesuffix(".ductus")
        super().__init__(
            self.tr("Check this project"),
            self.tr("Looking through “{0}”: readings, images, models. Nothing is changed.").format(name),
            "check",
            [str(folder)],
            parent,
        )
        self.over.connect(self._show_outcome)

    def _show_outcome(self, outcome: Outcome) -> None:
        result = outcome.result
        if "findings" not in result:
            self.tell(outcome.text)
            return
        findings = sorted(result["findings"], key=lambda finding: finding["level"] == "note")
        seen = self._seen(result["looked_at"])
        if result["sound"]:
            told = self.tr("The project is sound. {0}").format(seen)
            told += " " + self.tr("Some things lie about that do no harm:") if findings else ""
        else:
            told = self.tr("Something is wrong with this project. Nothing was changed. {0}").format(seen)
        shown = findings[:_MOST_SHOWN]
        self.tell(told, "".join(map(self._paragraph, shown)) + self._rest(result["counts"], len(shown)))

    def _seen(self, looked: dict[str, Any]) -> str:
        if not looked["words"] and not looked["files"]:
            return ""
        return self.tr("Looked at {0}, {1} and {2}.").format(
            plural(looked["words"], self.tr("{0} word"), self.tr("{0} words")),
            plural(looked["files"], self.tr("{0} file"), self.tr("{0} files")),
            plural(looked["models"], self.tr("{0} model"), self.tr("{0} models")),
        )

    def _paragraph(self, finding: dict[str, Any]) -> str:
        what = escape(finding["what"])
        if finding["kind"] == READABLE:
            return f"<p>{what}</p>"
        mend = finding["mend"].replace("PROJECT", shlex.quote(str(self._folder)))
        head = what if finding["level"] == "note" else f"<b>{what}</b>"
        return f"<p>{head}<br><i>{escape(finding['where'])}</i>" + (f"<br>{escape(mend)}</p>" if mend else "</p>")

    def _rest(self, counts: dict[str, int], shown: int) -> str:
        more = sum(counts.values()) - shown
        return f"<p>{escape(self.tr('… and {0} more of these kinds.').format(more))}</p>" if more > 0 else ""
