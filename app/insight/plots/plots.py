"""The figures of Insight, made of a model's summary and the votes over a collection."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.insight.model.vote_data import VoteData
from app.insight.plots.plot_data import BARS, LINE, POINTS, STEPS, Mark, PlotData, Series, log_ticks
from core.evaluation.roc import roc
from core.evaluation.spectrum import Spectrum
from core.recognition.algorithms import VoteResult
from core.store.summary import ModelSummary

_BINS = 30
_DASHES = ("solid", "dash", "dot", "dashdot")
_SYMBOLS = ("o", "s", "t", "d")


class Plots(QObject):
    """Builds figures. A member is given by its place k; None stands for all of them together."""

    def threshold(self, summary: ModelSummary, collection: VoteData, base: Sequence[int], k: int | None) -> PlotData:
        """Where votes fall: of the collection, of X and of X'. For all members counted from ``base`` [L]."""
        which = range(len(summary.members)) if k is None else [k]
        start = np.asarray(base) if k is None else np.zeros(len(base))
        known, new, found = [], [], []
        for i in which:
            rows = summary.members[i].calibration
            known.append(rows.votes[rows.is_seen] - start[i])
            new.append(rows.votes[~rows.is_seen] - start[i])
            found.append(collection.evidence.votes[:, i] - start[i])
        tops = [of - at for of, at in zip(summary.gates, start, strict=True)]
        edges = _edges(-float(max(start)), float(max(tops)) if k is None else float(summary.gates[k]))
        series = [
            Series(name, edges, _shares(np.concatenate(values), edges), STEPS, colour, dash)
            for name, values, colour, dash in (
                (self.tr("Held-back pictures of words it was trained on"), known, "seen", "solid"),
                (self.tr("Pictures of words kept out of its training"), new, "unseen", "dash"),
            )
        ]
        if len(collection):
            shares = _shares(np.concatenate(found), edges)
            series.insert(0, _bars(self.tr("All words of the collection"), edges, shares, "unread"))
        label = (
            self.tr("Networks that say “in training”, above (+) or below (–) each reader's threshold")
            if k is None
            else self.tr("Networks of {0} that say “in training”").format(summary.gates[k])
        )
        return PlotData(
            self.tr("Where the votes fall"),
            label,
            self.tr("Share of each kind, %"),
            series,
            x_range=(edges[0], edges[-1]),
        )

    def roc(self, summary: ModelSummary, thres: Sequence[int], k: int | None) -> PlotData:
        """The weighted ROC of each member on X and X', with the point at which ``thres`` [L] puts it."""
        series = []
        for i, member in enumerate(summary.members):
            curve = roc(member.calibration.votes, member.calibration.is_seen)
            if curve is None:
                continue
            strong = k is None or k == i
            name = self.tr("Reader {0} (area {1})").format(i + 1, f"{curve.auroc:.3f}")
            colour = "accent" if strong else "unread"
            dash = _DASHES[i % len(_DASHES)]
            series.append(Series(name, 100 * curve.fpr, 100 * curve.tpr, LINE, colour, dash, strong=strong))
            if strong:
                rates = curve.at(thres[i])
                at = np.array([100 * (1 - rates.tnr)]), np.array([100 * rates.tpr])
                point = self.tr("Reader {0} at {1}").format(i + 1, thres[i])
                symbol = _SYMBOLS[i % len(_SYMBOLS)]
                series.append(Series(point, *at, POINTS, "uncertain", symbol=symbol))
        return PlotData(
            self.tr("How well the gates tell the two kinds apart"),
            self.tr("New words taken for trained ones, %"),
            self.tr("Trained words known as such, %"),
            series,
            x_range=(-2, 102),
            y_range=(-2, 102),
        )

    def votes(self, summary: ModelSummary, collection: VoteData, k: int | None) -> PlotData:
        """Votes over the collection, those taken for trained words stacked on the others."""
        which = list(range(len(summary.members))) if k is None else [k]
        gates = max(summary.gates[i] for i in which)
        # readers may have different numbers of networks: together they are counted in percent
        scale = [100 / summary.gates[i] if k is None else 1.0 for i in which]
        edges = _edges(0.0, 100.0 if k is None else float(gates))
        votes = [collection.evidence.votes[:, i] * by for i, by in zip(which, scale, strict=True)]
        seen = [collection.gate_seen[:, i] for i in which]
        values, kinds = np.concatenate(votes), np.concatenate(seen)
        new, _ = np.histogram(values[~kinds], edges)
        known, _ = np.histogram(values[kinds], edges)
        marks = []
        if k is not None and len(collection):
            at = int(np.median(collection.thres[:, k]))
            marks.append(Mark(at, self.tr("threshold {0}").format(at)))
        return PlotData(
            self.tr("Votes over the collection"),
            self.tr("Networks that say “in training”, % of each reader's")
            if k is None
            else self.tr("Networks of {0} that say “in training”").format(gates),
            self.tr("Words") if k is not None else self.tr("Words, once for each reader"),
            [
                _bars(self.tr("Taken for words not in training"), edges, new, "unseen", hatched=True),
                _bars(self.tr("Taken for words trained on"), edges, known, "seen", base=new.astype(float)),
            ],
            marks,
            x_range=(edges[0], edges[-1]),
        )

    def agreement(self, members: int, result: VoteResult) -> PlotData:
        """How many members gave the winning word, over the collection."""
        x = np.arange(1, members + 1, dtype=float)
        tied = np.array([((result.votes == n) & result.tied).sum() for n in x], float)
        clear = np.array([((result.votes == n) & ~result.tied).sum() for n in x], float)
        step = max(1, members // 12)
        return PlotData(
            self.tr("How many readers agree"),
            self.tr("Readers that read the winning word"),
            self.tr("Words"),
            [
                Series(self.tr("Clear vote"), x, clear, BARS, "seen", width=0.7),
                Series(
                    self.tr("Tie, decided by distance"), x, tied, BARS, "uncertain", base=clear, width=0.7, hatched=True
                ),
            ],
            x_range=(0.4, members + 0.6),
            x_ticks=[(n, f"{n:.0f}") for n in x[::step]],
        )

    def spectrum(self, found: Spectrum) -> PlotData:
        """Cumulative eigenvalues of the lexicon's signatures, 15 and 30 marked."""
        shares = 100 * found.shares
        x = np.arange(1, len(shares) + 1, dtype=float)
        marks = [
            Mark(d, self.tr("{0}: {1} %").format(d, f"{100 * share:.1f}"))
            for d, share in zip((15, 30), found.shares_at((15, 30)), strict=True)
            if d <= len(shares)
        ]
        at = np.array([mark.x for mark in marks])
        return PlotData(
            self.tr("How much of the signatures few numbers hold"),
            self.tr("Directions kept (principal components)"),
            self.tr("Share of the variance held, %"),
            [
                Series(self.tr("Signatures of the lexicon"), x, shares, LINE, "accent"),
                Series(
                    self.tr("15 and 30 directions"), at, shares[at.astype(int) - 1], POINTS, "uncertain", symbol="o"
                ),
            ],
            marks,
            x_range=(0, float(min(len(shares), 200))),
            y_range=(0, 104),
        )

    def curves(self, summary: ModelSummary, name: str) -> PlotData | None:
        """A training curve of every member: ``loss`` or ``val_accuracy``; None where there is none."""
        series = []
        for i, member in enumerate(summary.members):
            values = np.array(member.curves.get(name, []))
            epochs = np.array(member.curves.get("epoch", np.arange(1, len(values) + 1)))[: len(values)]
            told = np.isfinite(values) & (values > 0 if name == "loss" else values >= 0)
            if len(epochs) == len(values) and told.any():
                y = values[told] * (1 if name == "loss" else 100)
                series.append(
                    Series(
                        self.tr("Reader {0}").format(i + 1),
                        epochs[told],
                        y,
                        LINE,
                        ("seen", "unseen", "typed", "uncertain")[i % 4],
                        _DASHES[i // 4 % 4 if i > 3 else i % 4],
                        _SYMBOLS[i % 4] if len(y) <= 40 else "",
                    )
                )
        if not series:
            return None
        loss = name == "loss"
        return PlotData(
            self.tr("Loss while training (lower is better)") if loss else self.tr("Held-back pictures read rightly"),
            self.tr("Epoch (pass over the pictures)"),
            self.tr("Loss") if loss else self.tr("Right, %"),
            series,
            log_y=loss,
            y_range=None if loss else (-2, 104),
            y_ticks=log_ticks(*_reach(series)) if loss else None,
        )


def _reach(series: Sequence[Series]) -> tuple[float, float]:
    """The least and the greatest y."""
    y = np.concatenate([one.y for one in series])
    return float(y.min()), float(y.max())


def _edges(low: float, high: float) -> NDArray[np.float64]:
    """Whole-numbered edges of at most about thirty equal bins that hold low..high."""
    step = max(1, int(np.ceil((high - low + 1) / _BINS)))
    return np.arange(np.floor(low), high + step + 0.5, step, dtype=float)


def _shares(values: NDArray[np.generic], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    counts, _ = np.histogram(values, edges)
    return np.asarray(100 * counts / max(1, counts.sum()), np.float64)


def _bars(
    name: str,
    edges: NDArray[np.float64],
    y: NDArray[np.generic],
    colour: str,
    base: NDArray[np.float64] | None = None,
    hatched: bool = False,
) -> Series:
    middles = (edges[1:] + edges[:-1]) / 2
    width = 0.92 * float(edges[1] - edges[0])
    return Series(name, middles, y.astype(float), BARS, colour, base=base, width=width, hatched=hatched)
