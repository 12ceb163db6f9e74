"""Working with several people: taking out parts, merging them, and comparing what people transcribed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.settings import Settings
from app.shell.dialogs.name_dialog import ask_name_once
from app.style.file_dialog import choose_folder
from app.text.formats import integer

if TYPE_CHECKING:
    from app.session.jobs import Outcome
    from core.jobs.results import Merged, PeopleCompared


class PartActions(QObject):
    """The actions of the menu about parts, for the open project."""

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self.context: ProjectContext | None = None

    def set_context(self, context: ProjectContext | None) -> None:
        """Take another project, and ask who works on it if it is a part."""
        self.context = context
        if context is not None and not context.session.read_only and context.session.is_part:
            ask_name_once(self._window, self._settings)

    def take_out(self, page_ids: Sequence[int]) -> None:
        """Ask for the pages to take out as a part, and for its folder."""
        from app.shell.dialogs.people_dialogs import TakeOutDialog

        context = self.context
        if context is not None:
            session = context.session
            ask_name_once(self._window, self._settings, lambda: TakeOutDialog(session, page_ids, self._window).open())

    def merge(self) -> None:
        """Ask for a part and merge it in the background."""
        if self.context is not None:
            ask_name_once(self._window, self._settings, self._choose_part)

    def compare(self) -> None:
        """Show the words that people transcribed differently."""
        from core.project.query.parser import DIFFERS

        if self.context is not None:
            self.context.go("review", query=DIFFERS)

    def show_agreement(self) -> None:
        """Show the agreement of people."""
        from app.shell.dialogs.people_dialogs import AgreementDialog

        context = self.context
        if context is not None:
            dialog = AgreementDialog(context.session, self._window)
            dialog.word_chosen.connect(lambda word_id: context.go("review", word_id=word_id))
            dialog.open()

    def _choose_part(self) -> None:
        context = self.context
        if context is None:
            return
        choose_folder(
            self._window,
            self.tr("Choose the folder of the part (its name ends in .ductus)"),
            context.session.folder.parent,
            self.tr("Merge this part"),
            self.merge_folder,
        )

    def merge_folder(self, part: Path) -> None:
        """Merge a part in the background, and report what it brought."""
        context = self.context
        if context is None:
            return
        from core.jobs.requests import MergeRequest

        job = context.session.jobs.start(MergeRequest(part))
        job.finished.connect(lambda outcome: self._show_outcome(context, outcome))

    def _show_outcome(self, context: ProjectContext, outcome: Outcome) -> None:
        from core.jobs.results import Merged

        result = outcome.result
        if not isinstance(result, Merged):
            return  # the window reports it
        text = self.merge_text(result)
        if result.open_differences:
            context.notifications.info(text, self.tr("Compare them"), self.compare)
        else:
            context.notifications.info(text)

    def merge_text(self, result: Merged) -> str:
        """Return the sentences about a merge, most important first."""
        words = result.words
        if not result.changed:
            parts = [self.tr("The part has nothing that is not in the project already.")]
        else:
            authors = ", ".join(result.authors)
            parts = [
                self.tr("The part of {0} is merged.").format(authors) if authors else self.tr("The part is merged.")
            ]
            counts = (
                (words.transcribed, self.tr("%Ln transcription(s) taken", "", words.transcribed)),
                (words.agreed, self.tr("%Ln the same on both sides", "", words.agreed)),
                (words.added, self.tr("%Ln word(s) added", "", words.added)),
                (words.removed, self.tr("%Ln word(s) removed", "", words.removed)),
                (words.changed, self.tr("%Ln with another box or use", "", words.changed)),
            )
            if taken := [text for count, text in counts if count]:
                parts.append(", ".join(taken) + ".")
        if count := result.open_differences:
            parts.append(self.tr("%Ln word(s) are transcribed differently; both texts are kept.", "", count))
        if count := len(result.kept_transcribed):
            text = self.tr("%Ln word(s) stay, because one side transcribed what the other removed.", "", count)
            parts.append(text)
        if count := len(result.settled) + len(result.settled_layouts):
            parts.append(self.tr("%Ln change(s) were made differently on both sides; the later one stays.", "", count))
        if left_out := result.left_out:
            text = self.tr("%Ln page(s) that were imported into the part itself are left out.", "", len(left_out))
            parts.append(text)
        parts += [self._agreement(pair) for pair in result.agreement[:1]]
        return " ".join(parts)

    def _agreement(self, pair: PeopleCompared) -> str:
        names = [name or self.tr("somebody without a name") for name in pair.people]
        text = self.tr("{0} and {1} agree on {2} of %Ln word(s).", "", pair.words)
        return text.format(*names, integer(pair.equal))
