"""Looks for the look-alikes of each word that a person transcribes, and confirms them as one edit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal

from app.background.threads import run_in_thread
from app.context import OnePerContext, ProjectContext
from app.session.changes import Changed
from app.session.worker import error_message
from core.project.changes import MODELS, PREDICTIONS, WORDS
from core.project.content.models import active_model
from core.project.project import Project

if TYPE_CHECKING:
    from core.jobs.look_alikes import Likeness, LookAlikes, Version

_DELAY_MS = 300
_RELEARN_AFTER = 50
"""Transcriptions after which the limit within which words look alike is learnt again."""


class LookAlikeFinder(OnePerContext):
    """``found(LookAlikes)``: the answer to :meth:`look`, also if they are too few to be offered.

    ``confirmed(list)``: these words were confirmed. ``ready()``: the words can be compared.
    """

    found = Signal(object)
    confirmed = Signal(list)
    ready = Signal()

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.likeness: Likeness | None = None
        """None where no words were recognised, and until their vectors have been read."""
        self.offer: LookAlikes | None = None
        """The look-alikes that are offered; None if there are none."""
        self._version: Version | None = None
        self._is_loading = False
        self._entered = 0
        self._timer = QTimer(self, interval=_DELAY_MS, singleShot=True)
        self._timer.timeout.connect(self._check_version)
        self._session.changed.connect(self._project_changed)
        if not self._session.read_only:
            self._timer.start()

    def look(self, word_id: int, text: str, *, accepted: bool = False) -> None:
        """Look for the look-alikes of a word that was just transcribed; ``found`` and ``changed`` may follow.

        ``accepted``: the text was suggested; then a few look-alikes are not worth an offer.
        """
        likeness = self.likeness
        if likeness is None or self._session.read_only:
            return
        from core.jobs.look_alikes import MIN_OF_ACCEPTED, find_look_alikes, relearn_limit

        self._entered += 1
        if self._entered % _RELEARN_AFTER == 0:
            self._session.query(
                lambda project: relearn_limit(project, likeness), self._relearnt, owner=self, key="look-alike-limit"
            )
        self._session.query(
            lambda project: find_look_alikes(project, likeness, word_id, text),
            partial(self._show, MIN_OF_ACCEPTED if accepted else 1),
            owner=self,
            key="look-alikes",
        )

    def confirm(self, chosen: LookAlikes) -> None:
        """Transcribe these look-alikes of an offer, as one edit that can be undone."""
        from core.jobs.look_alikes import confirm_look_alikes

        self.dismiss()
        self._session.execute(
            lambda project: confirm_look_alikes(project, chosen),
            changes=[WORDS],
            word_ids=chosen.ids,
            owner=self,
            on_result=lambda left_out: self._report(chosen, left_out),
            on_error=lambda error: self._notifications.error(error_message(error)),
        )

    def dismiss(self) -> None:
        """Withdraw the offer; nothing is changed."""
        if self.offer is not None:
            self.offer = None
            self.changed.emit()

    def _show(self, least: int, result: LookAlikes) -> None:
        """Offer what was found if it is enough."""
        if len(result.ids) >= least:
            self.offer = result
            self.changed.emit()
            self._check_offer()  # an undo may have been faster than the answer
        self.found.emit(result)

    def _report(self, chosen: LookAlikes, left_out: Sequence[int]) -> None:
        confirmed = [word_id for word_id in chosen.ids if word_id not in left_out]
        self.confirmed.emit(confirmed)
        out = self.tr("%Ln word(s) were left out: they were changed meanwhile.", "", len(left_out))
        if not confirmed:
            self._notifications.info(out)
            return
        message = self.tr("%Ln look-alike(s) confirmed as “{0}”.", "", len(confirmed)).format(chosen.text)
        self._context.report_edit(f"{message} {out}" if left_out else message)

    def _project_changed(self, changed: Changed) -> None:
        if changed.word_ids is None and changed.touches(PREDICTIONS, MODELS) and not self._session.read_only:
            self._timer.start()
        offer = self.offer
        if offer is not None and changed.touches(WORDS) and any(map(changed.concerns, (offer.word_id, *offer.ids))):
            self._check_offer()

    def _check_offer(self) -> None:
        """Take from the offer what is no longer one."""
        if (offer := self.offer) is not None:
            from core.jobs.look_alikes import remaining

            self._session.query(
                lambda project: remaining(project, offer),
                partial(self._keep, offer),
                owner=self,
                key="look-alikes-open",
            )

    def _keep(self, offer: LookAlikes, left: LookAlikes) -> None:
        if self.offer is offer and left != offer:
            self.offer = left if left.ids else None
            self.changed.emit()

    def _check_version(self) -> None:
        self._session.query(_read_version, self._load, owner=self, key="look-alike-version")

    def _load(self, version: Version | None) -> None:
        """Read the vectors of this version, unless they are those at hand."""
        if self._is_loading:
            self._timer.start()
        elif version is None:
            self._loaded(None, None)
        elif version != self._version:
            self._is_loading = True
            # a thread of its own: it takes seconds for 100,000 words, and the readers' threads have words to show
            work = partial(_read_likeness, self._session.folder, version[0])
            run_in_thread(self, work, partial(self._loaded, version), self._failed)

    def _loaded(self, version: Version | None, likeness: Likeness | None) -> None:
        self._is_loading = False
        self._version, self.likeness = version, likeness
        self.dismiss()
        if likeness is not None:
            self.ready.emit()

    def _failed(self, error: Exception) -> None:
        # the words are reviewed without it; a project that cannot be read is reported by every view
        self._loaded(None, None)

    def _relearnt(self, likeness: Likeness) -> None:
        if self.likeness is not None and self.likeness.vectors is likeness.vectors:
            self.likeness = likeness


def _read_version(project: Project) -> Version | None:
    # imported first in the readers' threads: numpy and HDF5 take long to import
    from core.jobs.look_alikes import likeness_version

    model = active_model(project)
    return None if model is None else likeness_version(project, model.name)


def _read_likeness(folder: Path, model: str) -> Likeness | None:
    from core.jobs.look_alikes import load_likeness

    with Project.open(folder, read_only=True) as project:
        return load_likeness(project, model)
