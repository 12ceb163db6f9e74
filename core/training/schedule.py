"""The learning rate of an embedder over its stages, and whether another stage pays.

Each stage is one cycle of the learning rate and ends with a rate near zero, so that its weights can be used. The stages
double: I. Loshchilov, F. Hutter: "SGDR: Stochastic Gradient Descent with Warm Restarts", ICLR 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_START_DIVISOR = 25
"""The one-cycle schedule starts at 1/25 of the peak rate, as its implementations do.

Smith and Topin, "Super-Convergence: Very Fast Training of Neural Networks Using Large Learning Rates", Proceedings of
SPIE 11006, 2019.
"""
_FINAL_FRACTION = 1e-4
"""The schedule ends at this fraction of the peak rate: practically no more movement."""
_WARM_UP = 0.3
"""Share of the steps over which the rate rises, as is usual for one cycle."""

VALIDATION_IMAGES = 400
"""Images of X that are embedded for a point of the validation curve: a standard error of at most 2.5 %."""
_VALIDATION_POINTS = 10
"""Most points of the validation curve of the first stage."""

LINE_STAGES = (600, 2400, 9000)
"""Lines that a line reader is shown in each stage of its training on a project; all together take some ten minutes on
two cores of an office computer."""

MIN_LINES = 20
"""A line reader learns nothing from fewer lines."""
_MOST_PASSES = 40

HARD_LOSS = 0.8
"""Typical loss on X and X' after the first stage above which a second one is tried."""
MOST_OF_ONE = 3.0
"""Loss of one image that counts at most. A few images, such as letters that stand alone, have losses of 10 to 40, which
no training lowers; with those an easy hand would be trained five times as long."""
LEAST_GAIN = 0.04
"""Relative fall of the loss on X and X' in a stage below which no further one is tried."""


def passes_of_stage(shown: int, lines: int) -> int:
    """Return the passes over ``lines`` in which a line reader is shown about ``shown`` of them."""
    return int(np.clip(round(shown / lines), 1, _MOST_PASSES))


def learning_rate(position: float, peak: float) -> float:
    """Return the rate of the one cycle at ``position`` 0..1: up along a half cosine, then down along another."""
    start = peak / _START_DIVISOR
    if position < _WARM_UP:
        return float(start + (peak - start) * (1 - np.cos(np.pi * position / _WARM_UP)) / 2)
    return float(peak * _FINAL_FRACTION + peak * (1 + np.cos(np.pi * (position - _WARM_UP) / (1 - _WARM_UP))) / 2)


def validation_interval(epochs: int) -> int:
    """Return after how many epochs each a training with so many epochs in its first stage is validated."""
    return -(-epochs // _VALIDATION_POINTS)


def stage_ends(first: int, most: int) -> list[int]:
    """Return the epochs after which the stages end: ``first``, then twice as many each time, at most ``most``.

    A remainder of less than half of the last stage's end is made part of that stage.
    """
    ends = [first]
    while (end := 2 * ends[-1]) <= most:
        ends.append(most if 1.5 * end > most else end)
        if ends[-1] == most:
            break
    return ends


def typical_loss(losses: NDArray[np.float64]) -> float:
    """Return the mean of the losses [n] of images, each cut at :data:`MOST_OF_ONE`."""
    return float(np.minimum(losses, MOST_OF_ONE).mean())


def needs_another_stage(losses: Sequence[float]) -> bool:
    """Return whether another stage is worth its time, from the typical losses on X and X' after each stage so far."""
    if len(losses) < 2:
        return bool(losses[-1] > HARD_LOSS)
    return bool(losses[-1] < (1 - LEAST_GAIN) * losses[-2])


@dataclass(slots=True)
class Plateau:
    """The learning rate of the Pho(SC)Net: a quarter of what it was, whenever the validation loss stays.

    The constants are those of its published training: Keras' ReduceLROnPlateau and EarlyStopping.
    """

    rate: float
    best: float = np.inf
    """Least validation loss so far."""
    waited: int = 0
    """Epochs without a fall, or since the rate was last lowered."""
    cooldown: int = 0
    """Epochs after a lowering that are not counted."""
    stale: int = 0
    """Epochs without a fall."""

    def step(self, loss: float) -> None:
        """Take account of the validation loss after an epoch."""
        if self.cooldown:
            self.cooldown, self.waited = self.cooldown - 1, 0
        if loss < self.best - _LEAST_FALL:
            self.best, self.waited, self.stale = loss, 0, 0
            return
        self.stale += 1
        if self.cooldown == 0:
            self.waited += 1
            if self.waited >= _PATIENCE:
                self.rate, self.waited, self.cooldown = max(_LOWEST_RATE, 0.25 * self.rate), 0, _COOLDOWN

    @property
    def has_converged(self) -> bool:
        """True if the training ends, because the loss has not fallen for :data:`_MAX_STALE` epochs."""
        return self.stale >= _MAX_STALE


_LEAST_FALL, _LOWEST_RATE = 1e-4, 1e-7
_PATIENCE, _COOLDOWN, _MAX_STALE = 5, 2, 10
"""Epochs: before the rate is lowered, after that, and before the training ends."""
