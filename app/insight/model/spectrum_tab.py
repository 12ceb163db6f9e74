"""The tab about the spectrum of the lexicon's signatures: the variance in the first principal components."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.model.model_plots import MARKED_DIRECTIONS
from app.insight.model.tab import PlotTab
from app.plots.plot_panel import PlotPanel
from app.session.changes import Changed
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from core.evaluation.spectrum import Spectrum, spectrum
from core.lexicon.alphabet import Alphabet, split_encodable
from core.lexicon.signature import signatures
from core.project.changes import LEXICON, WORDS
from core.project.content.lexicon import lexicon_words
from core.project.project import Project

MAX_WORDS = 8000
"""Of a larger lexicon this many words are drawn: more words hardly change the curve."""
_SEED = 1


@dataclass(frozen=True, slots=True)
class LexiconSpectrum:
    """``spectrum`` is None if the alphabet encodes fewer than two words of the lexicon."""

    spectrum: Spectrum | None
    used: int
    total: int


def lexicon_spectrum(project: Project, alphabet: Alphabet) -> LexiconSpectrum:
    """Return the spectrum of e(w) over the project's lexicon, or over a sample of a large one."""
    words, _ = split_encodable(lexicon_words(project), alphabet)
    sample = words
    if len(words) > MAX_WORDS:
        drawn = np.random.default_rng(_SEED).choice(len(words), MAX_WORDS, replace=False)
        sample = [words[number] for number in sorted(drawn.tolist())]
    found = spectrum(signatures(sample, alphabet)) if len(sample) >= 2 else None
    return LexiconSpectrum(found, len(sample), len(words))


class SpectrumTab(PlotTab):
    """The plot and its explanation."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self._is_current = False
        self.about = builders.label()
        self.plot = PlotPanel(context)
        page = QWidget()
        builders.column(self.about, (self.plot, 1), parent=page, spacing=16)
        self._lay_out_stack(page)

    def refresh(self) -> None:
        """Compute the spectrum, unless the one shown is current."""
        opened = self.active_model.current
        if opened is None or self._is_current:
            return
        self._is_current = True
        self._show_progress(self.tr("Computing the signatures of the word list …"))
        alphabet = opened.summary.alphabet
        self.context.session.query(
            lambda project: lexicon_spectrum(project, alphabet),
            self._show,
            owner=self,
            key="insight:spectrum",
            on_error=self._show_error,
        )

    def _show(self, result: LexiconSpectrum) -> None:
        if result.spectrum is None:
            add = ButtonAction(self.tr("Add words to the word list"), lambda: self.context.go("collection"))
            text = self.tr("From two words on, this tab shows how few numbers distinguish the words of the list.")
            self._show_empty(self.tr("The word list is too short"), text, add)
            return
        self._show_page()
        text = self.tr(
            "Every word has a signature: a long row of numbers for the strokes and letters in its parts. The curve "
            "shows how much of the variance between words a few directions hold: 15 hold {0} %, 30 hold {1} %. That is "
            "why few numbers are enough for the gates."
        ).format(*(f"{100 * share:.0f}" for share in result.spectrum.shares_at(MARKED_DIRECTIONS)))
        if result.used < result.total:
            text += " " + self.tr("Computed on {0} of {1} words, drawn at random.").format(result.used, result.total)
        else:
            text += " " + self.tr("Computed on all {0} words.").format(result.total)
        self.about.setText(text)
        self.plot.show_figure(self._plots.spectrum(result.spectrum))

    def _refresh_if_visible(self) -> None:
        self._is_current = False
        super()._refresh_if_visible()

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(LEXICON) or (changed.touches(WORDS) and changed.word_ids is None):
            self._refresh_if_visible()
