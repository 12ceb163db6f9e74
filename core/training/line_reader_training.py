"""The training of a line reader on transcribed lines, pass by pass, so that it can stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from core.imaging.augment import Augmentation, augment
from core.model.line_reader import MARGIN, LineReader
from core.model.precision import autocast
from core.system.computer import keep_freed_memory
from core.training.schedule import learning_rate

_MAX_GRADIENT_NORM = 5.0
"""Gradients are clipped to this norm: several times the usual one."""
_PASS_STRIDE = 1_000_003
"""A prime larger than any number of passes: (seed, pass) gives different random streams for different pairs."""
_WIDTHS = (0.8, 1.25)
"""Least and greatest factor of a line's width, drawn for each."""
_SORTED = 40
"""Batches whose lines are sorted by width together, so that a batch holds lines of about the same width."""
_DECAY = 1e-2

AUGMENTATION = Augmentation(
    scale=0.0, shear=0.4, shift_x=0.0, shift_y=0.06, thickness=0.3, noise=0.04, elastic=0.03, fade=0.5,
    neighbours=0.2, rules=0.12, smaller=0.3,
)  # fmt: skip
"""Deformations of lines. Nothing moves along the line: a letter at its end would be pushed out of the image."""


WEAKER = replace(
    AUGMENTATION, shear=0.25, thickness=0.2, noise=0.03, elastic=0.02, fade=0.35, neighbours=0.15, smaller=0.25
)
"""Weaker deformations, for the last passes over many hands."""


@dataclass(frozen=True, slots=True)
class LineExample:
    """A line's strip, uint8 [LINE_HEIGHT, w] with dark ink on white, and the class numbers of its characters."""

    strip: NDArray[np.uint8]
    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassResult:
    """The state after a pass over the lines: ``number`` of ``count``, and the mean loss per character."""

    number: int
    count: int
    loss: float


class LineReaderTraining:
    """The state of a line reader in training: network, optimiser, pass.

    All random draws of pass p depend on (seed, p) only.
    """

    def __init__(
        self,
        reader: LineReader,
        examples: Sequence[LineExample],
        passes: int,
        peak_rate: float,
        seed: int,
        *,
        pixels: int,
        augmentation: Augmentation = AUGMENTATION,
        device: str = "cpu",
    ) -> None:
        """Prepare the training on ``examples``; a step takes lines of about ``pixels`` columns together."""
        keep_freed_memory()
        self.reader = reader
        self.examples = examples
        self.passes = passes
        self.peak_rate = peak_rate
        self.seed = seed
        self.pixels = pixels
        self.augmentation = augmentation
        self.device = device
        self.number = 0
        self.net = reader.net.to(device)
        self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in torch's stubs
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=peak_rate / 25, weight_decay=_DECAY)

    def run(self, should_stop: Callable[[], bool] = lambda: False) -> Iterator[PassResult]:
        """Train to the end; yield after each pass. Ends early, without the pass, when asked to stop."""
        while self.number < self.passes:
            loss = self._one_pass(should_stop)
            if loss is None:
                return
            self.number += 1
            yield PassResult(self.number, self.passes, loss)

    def _one_pass(self, should_stop: Callable[[], bool]) -> float | None:
        rng = np.random.default_rng([self.seed, self.number])
        generator = torch.Generator().manual_seed(self.seed * _PASS_STRIDE + self.number)
        batches = self._batches(rng)
        self.net.train()
        total = 0.0
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed * _PASS_STRIDE + self.number)
            for step, rows in enumerate(batches):
                if should_stop():
                    return None
                position = (self.number + step / len(batches)) / self.passes
                for group in self.optimiser.param_groups:
                    group["lr"] = learning_rate(position, self.peak_rate)
                total += self._one_step(rows, rng, generator)
        return total / len(batches)

    def _batches(self, rng: np.random.Generator) -> list[list[int]]:
        """Return the lines of each step of a pass: of similar widths, as many as fit into ``pixels`` columns."""
        drawn = self._draw(rng)
        widths = np.array([example.strip.shape[1] + 2 * MARGIN for example in self.examples])
        usual = max(2, int(self.pixels / widths[drawn].mean()))
        batches: list[list[int]] = []
        for start in range(0, len(drawn), usual * _SORTED):
            rows = sorted(drawn[start : start + usual * _SORTED].tolist(), key=lambda row: int(widths[row]))
            batch: list[int] = []
            for row in rows:
                if batch and (len(batch) + 1) * widths[row] > self.pixels and len(batch) >= 2:
                    batches.append(batch)
                    batch = []
                batch.append(row)
            if len(batch) >= 2:  # batch normalisation needs two
                batches.append(batch)
        return [batches[index] for index in rng.permutation(len(batches))]

    def _draw(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the lines of a pass: each once, in random order."""
        return rng.permutation(len(self.examples))

    def _one_step(self, rows: Sequence[int], rng: np.random.Generator, generator: torch.Generator) -> float:
        strips = []
        for row in rows:
            strip = self.examples[row].strip
            width = max(8, round(strip.shape[1] * np.exp(rng.uniform(*np.log(_WIDTHS)))))
            strips.append(cv2.resize(strip, (width, strip.shape[0]), interpolation=cv2.INTER_AREA))
        ink = augment(self.reader.to_ink(strips), self.augmentation, generator)
        loss = self.loss(ink.to(self.device), [self.examples[row].codes for row in rows])
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), _MAX_GRADIENT_NORM)
        self.optimiser.step()
        return float(loss.detach())

    def loss(self, ink: Tensor, codes: Sequence[Sequence[int]]) -> Tensor:
        """Return the mean over lines of the CTC loss per character; 0 for lines too long for their columns."""
        with autocast(self.device):
            log_probs = self.net(ink.contiguous(memory_format=torch.channels_last))
        targets = torch.cat([torch.tensor(line, dtype=torch.long) for line in codes])
        lengths = torch.tensor([len(line) for line in codes])
        columns = torch.full((len(codes),), log_probs.shape[0])
        return F.ctc_loss(log_probs, targets.to(self.device), columns, lengths, zero_infinity=True)
