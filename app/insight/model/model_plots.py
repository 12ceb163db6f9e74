"""The plots about a model, built from its summary and the votes on all words."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.insight.model.vote_data import VoteData
from app.plots.plot_data import Hatch, Mark, PlotData, Series, SeriesKind, log_ticks
from app.text.formats import decimal
from core.evaluation.roc import roc
from core.evaluation.spectrum import Spectrum
from core.recognition.algorithms import VoteResult
from core.store.summary import ModelSummary

MARKED_DIRECTIONS = (15, 30)
"""Numbers of principal components that are marked: those of the paper's gates."""

_MAX_BINS = 30
_DASHES = ("solid", "dash", "dot", "dashdot")
_SYMBOLS = ("o", "s", "t", "d")
_MAX_POINTS_WITH_SYMBOLS = 40


class ModelPlots(QObject):
    """Builds plots. ``k`` is the number of a member; None stands for all members."""

    def threshold(self, summary: ModelSummary, data: VoteData, base: Sequence[int], k: int | None) -> PlotData:
        """Plot the votes on all words, on X and on X'. For all members they count from ``base`` [L]."""
        start = np.asarray(base) if k is None else np.zeros(len(base))
        seen, unseen, votes = [], [], []
        for i in range(len(summary.members)) if k is None else [k]:
            rows = summary.members[i].calibration
            seen.append(rows.votes[rows.is_seen] - start[i])
            unseen.append(rows.votes[~rows.is_seen] - start[i])
            votes.append(data.evidence.votes[:, i] - start[i])
        if k is None:
            highest = max(gates - at for gates, at in zip(summary.gates, start, strict=True))
            label = self.tr("Votes above (+) or below (–) each reader's threshold")
        else:
            highest = summary.gates[k]
            label = self.tr("Votes for “trained on”, out of {0}").format(highest)
        edges = _edges(-float(max(start)), float(highest))
        series = [
            Series(name, edges, _shares(np.concatenate(values), edges), SeriesKind.STEPS, colour, dash)
            for name, values, colour, dash in (
                (self.tr("Reserved images of words it was trained on"), seen, "seen", "solid"),
                (self.tr("Images of words held out of its training"), unseen, "unseen", "dash"),
            )
        ]
        if len(data):
            series.insert(0, _bars(self.tr("All words"), edges, _shares(np.concatenate(votes), edges), "unread"))
        return PlotData(
            self.tr("Distribution of the votes"),
            label,
            self.tr("Share of each kind, %"),
            series,
            x_range=(edges[0], edges[-1]),
        )

    def roc(self, summary: ModelSummary, thres: Sequence[int], k: int | None) -> PlotData:
        """Plot the weighted ROC curve of each member on X and X', with its point at ``thres`` [L]."""
        series = []
        for i, member in enumerate(summary.members):
            curve = roc(member.calibration.votes, member.calibration.is_seen)
            if curve is None:
                continue
            strong, area = k is None or k == i, decimal(curve.auroc, 3)
            name, dash = self.tr("Reader {0} ({1})").format(i + 1, area), _DASHES[i % len(_DASHES)]
            x, y = 100 * curve.fpr, 100 * curve.tpr
            series.append(Series(name, x, y, colour=i, dash=dash, strong=strong, is_listed=not strong))
            if strong:
                rates = curve.at(thres[i])
                point = np.array([100 * (1 - rates.tnr)]), np.array([100 * rates.tpr])
                name = self.tr("Reader {0} at {1} ({2})").format(i + 1, thres[i], area)
                symbol = _SYMBOLS[i % len(_SYMBOLS)]
                series.append(Series(name, *point, SeriesKind.POINTS, i, symbol=symbol))
        if series:
            ends = np.array([0.0, 100.0])
            series.append(Series(self.tr("Chance"), ends, ends, colour="quiet", dash="dash", strong=False))
        return PlotData(
            self.tr("How well the gates separate trained and new words (area under the curve in brackets)"),
            self.tr("New words treated as trained on, %"),
            self.tr("Trained words treated as trained on, %"),
            series,
            x_range=(-2, 102),
            y_range=(-2, 102),
        )

    def votes(self, summary: ModelSummary, data: VoteData, k: int | None) -> PlotData:
        """Plot the votes on all words, stacked: treated as unseen, as seen and, if there are any, as in no list."""
        members = list(range(len(summary.members))) if k is None else [k]
        gates = max(summary.gates[i] for i in members)
        # members may have different numbers of gates: together they are counted in percent
        scale = [100 / summary.gates[i] if k is None else 1.0 for i in members]
        edges = _edges(0.0, 100.0 if k is None else float(gates))
        votes = np.concatenate([data.evidence.votes[:, i] * by for i, by in zip(members, scale, strict=True)])
        is_seen = np.concatenate([data.is_seen[:, i] for i in members])
        is_unlisted = np.concatenate([data.is_unlisted[:, i] for i in members])
        unseen, _ = np.histogram(votes[~is_seen & ~is_unlisted], edges)
        seen, _ = np.histogram(votes[is_seen], edges)
        unlisted, _ = np.histogram(votes[is_unlisted], edges)
        bars = [
            _bars(self.tr("Treated as new words"), edges, unseen, "unseen", Hatch.LINES),
            _bars(self.tr("Treated as trained on"), edges, seen, "seen", base=unseen.astype(float)),
        ]
        if unlisted.any():
            base = (unseen + seen).astype(float)
            bars.append(_bars(self.tr("Treated as in no list"), edges, unlisted, "unlisted", Hatch.CROSSES, base))
        marks = []
        if k is not None and len(data):
            thres = int(np.median(data.thres[:, k]))
            marks.append(Mark(thres, self.tr("threshold {0}").format(thres)))
        return PlotData(
            self.tr("Votes on all words"),
            self.tr("Votes for “trained on”, % of each reader's gates")
            if k is None
            else self.tr("Votes for “trained on”, out of {0}").format(gates),
            self.tr("Words") if k is not None else self.tr("Words, once for each reader"),
            bars,
            marks,
            x_range=(edges[0], edges[-1]),
        )

    def agreement(self, members: int, result: VoteResult) -> PlotData:
        """Plot how many members predicted the winning word, over all words."""
        x = np.arange(1, members + 1, dtype=float)
        tied = np.array([((result.votes == n) & result.tied).sum() for n in x], float)
        clear = np.array([((result.votes == n) & ~result.tied).sum() for n in x], float)
        bars, tie = SeriesKind.BARS, self.tr("Tie, decided by distance")
        return PlotData(
            self.tr("Agreement of the readers"),
            self.tr("Readers that suggest the winning word"),
            self.tr("Words"),
            [
                Series(self.tr("Clear vote"), x, clear, bars, "seen", width=0.7),
                Series(tie, x, tied, bars, "uncertain", base=clear, width=0.7, hatch=Hatch.LINES),
            ],
            x_range=(0.4, members + 0.6),
            x_ticks=[(n, f"{n:.0f}") for n in x[:: max(1, members // 12)]],
        )

    def spectrum(self, spectrum: Spectrum) -> PlotData:
        """Plot the cumulative eigenvalues of the lexicon's signatures, with :data:`MARKED_DIRECTIONS`."""
        shares = 100 * spectrum.shares
        x = np.arange(1, len(shares) + 1, dtype=float)
        marks = [
            # one label above the other: side by side they overlap in a small window
            Mark(d, self.tr("{0}: {1} %").format(d, decimal(100 * share, 1)), 0.12 + 0.1 * number)
            for number, (d, share) in enumerate(
                zip(MARKED_DIRECTIONS, spectrum.shares_at(MARKED_DIRECTIONS), strict=True)
            )
            if d <= len(shares)
        ]
        at = np.array([mark.x for mark in marks])
        points = at, shares[at.astype(int) - 1], SeriesKind.POINTS
        return PlotData(
            self.tr("Variance of the signatures in few directions"),
            self.tr("Directions kept (principal components)"),
            self.tr("Share of the variance, %"),
            [
                Series(self.tr("Signatures of the word list"), x, shares),
                Series(self.tr("15 and 30 directions"), *points, "uncertain", symbol="o"),
            ],
            marks,
            x_range=(0, float(min(len(shares), 200))),
            y_range=(0, 104),
        )

    def curves(self, summary: ModelSummary, name: str) -> PlotData | None:
        """Plot a training curve of each member: ``loss`` or ``val_accuracy``; None if no member has it."""
        is_loss = name == "loss"
        series = []
        for i, member in enumerate(summary.members):
            values = np.array(member.curves.get(name, []))
            epochs = np.array(member.curves.get("epoch", np.arange(1, len(values) + 1)))[: len(values)]
            # an accuracy of -1 stands for an epoch without a measurement
            measured = np.isfinite(values) & (values > 0 if is_loss else values >= 0)
            if len(epochs) != len(values) or not measured.any():
                continue
            y = values[measured] * (1 if is_loss else 100)
            series.append(
                Series(
                    self.tr("Reader {0}").format(i + 1),
                    epochs[measured],
                    y,
                    colour=i,
                    dash=_DASHES[i % 4],
                    symbol=_SYMBOLS[i % 4] if len(y) <= _MAX_POINTS_WITH_SYMBOLS else "",
                )
            )
        if not series:
            return None
        y = np.concatenate([curve.y for curve in series])
        return PlotData(
            self.tr("Training loss (lower is better)") if is_loss else self.tr("Accuracy on reserved images"),
            self.tr("Epoch (pass over the images)"),
            self.tr("Loss") if is_loss else self.tr("Correct, %"),
            series,
            log_y=is_loss,
            y_range=None if is_loss else (-2, 104),
            y_ticks=log_ticks(float(y.min()), float(y.max())) if is_loss else None,
        )


def _edges(low: float, high: float) -> NDArray[np.float64]:
    """Return whole-numbered edges of at most :data:`_MAX_BINS` equal bins that hold low..high."""
    step = max(1, int(np.ceil((high - low + 1) / _MAX_BINS)))
    return np.arange(np.floor(low), high + step + 0.5, step, dtype=float)


def _shares(values: NDArray[np.generic], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    counts, _ = np.histogram(values, edges)
    return np.asarray(100 * counts / max(1, counts.sum()), np.float64)


def _bars(
    name: str,
    edges: NDArray[np.float64],
    y: NDArray[np.generic],
    colour: str,
    hatch: Hatch = Hatch.NONE,
    base: NDArray[np.float64] | None = None,
) -> Series:
    middles = (edges[1:] + edges[:-1]) / 2
    width = 0.92 * float(edges[1] - edges[0])
    return Series(name, middles, y.astype(float), SeriesKind.BARS, colour, base=base, width=width, hatch=hatch)
