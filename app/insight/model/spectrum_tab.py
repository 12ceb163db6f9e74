"""How few numbers hold what tells the lexicon's words apart: cumulative eigenvalues of their signatures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.plots.factory import plot_panel
from app.insight.tab import PageTab
from app.session.changes import LEXICON, WORDS, Changed
from app.session.worker import error_message
from app.widgets.button_row import ButtonAction
from core.evaluation.spectrum import Spectrum, spectrum
from core.lexicon.alphabet import Alphabet, split_encodable
from core.lexicon.signature import signatures
from core.project.content.lexicon import lexicon_words
from core.project.project import Project

MOST_WORDS = 8000
"""Of a larger lexicon so many words, drawn at random, are looked at: the curve hardly moves any more."""
_SEED = 1


@dataclass(frozen=True, slots=True)
class LexiconSpectrum:
    """``found`` is None where fewer than two different words can be written in the alphabet."""

    found: Spectrum | None
    used: int
    total: int


def lexicon_spectrum(project: Project, alphabet: Alphabet) -> LexiconSpectrum:
    """The spectrum of e(w) over the project's lexicon, or over a random part of a large one."""
    words, _ = split_encodable(lexicon_words(project), alphabet)
    chosen = words
    if len(words) > MOST_WORDS:
        places = np.random.default_rng(_SEED).choice(len(words), MOST_WORDS, replace=False)
        chosen = [words[place] for place in sorted(places.tolist())]
    if len(chosen) < 2:
        return LexiconSpectrum(None, len(chosen), len(words))
    return LexiconSpectrum(spectrum(signatures(chosen, alphabet)), len(chosen), len(words))


class SpectrumTab(PageTab):
    """One plot and what it means."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self._fresh = False
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.plot = plot_panel(context)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self.about)
        column.addWidget(self.plot, 1)
        self._put_page(page)
        context.session.changed.connect(self._changed)

    def refresh(self) -> None:
        """Compute the spectrum, unless the one shown still holds."""
        now = self.subject.now
        if now is None or self._fresh:
            return
        self._fresh = True
        self.empty.show_progress(self.tr("Computing the signatures of the lexicon …"))
        self.stack.setCurrentWidget(self.empty)
        alphabet = now.summary.alphabet
        self.context.session.query(
            lambda p: lexicon_spectrum(p, alphabet),
            self._show,
            owner=self,
            key="insight:spectrum",
            on_error=lambda error: self.empty.show_message(self.tr("This cannot be shown"), error_message(error)),
        )

    def _show(self, given: LexiconSpectrum) -> None:
        if given.found is None:
            self.empty.show_message(
                self.tr("The lexicon is too small"),
                self.tr("With two words or more you see here how few numbers tell its words apart."),
                ButtonAction(self.tr("Add words to the lexicon"), lambda: self.context.go("collection")),
            )
            return
        self.stack.setCurrentIndex(0)
        few, more = (f"{100 * share:.0f}" for share in given.found.shares_at((15, 30)))
        text = self.tr(
            "Every word of the lexicon has a signature: a long row of numbers that says which strokes and letters "
            "stand where. The curve shows how much of what varies between words a few directions hold: 15 hold "
            "{0} %, 30 hold {1} %. That is why the gates can judge by so few."
        ).format(few, more)
        if given.used < given.total:
            text += " " + self.tr("Computed on {0} of {1} words, drawn at random.").format(given.used, given.total)
        else:
            text += " " + self.tr("Computed on all {0} words.").format(given.total)
        self.about.setText(text)
        self.plot.show_figure(self._figures.spectrum(given.found))

    def _if_shown(self) -> None:
        self._fresh = False
        super()._if_shown()

    def _changed(self, changed: Changed) -> None:
        if changed.touches(LEXICON) or (changed.touches(WORDS) and changed.word_ids is None):
            self._if_shown()
