"""The training of a line reader on many hands: lines are drawn by chance, and it goes on from its last pass."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from core.arrays import Arrays
from core.imaging.augment import Augmentation
from core.model.line_reader import LineReader
from core.training.line_reader_training import LineExample, LineReaderTraining

PIXELS = 12_000
"""Columns of a step."""


class ManyHandsTraining(LineReaderTraining):
    """A training whose passes draw ``per_pass`` lines with ``chances`` [N]; a resumed one draws the same lines."""

    def __init__(
        self,
        reader: LineReader,
        examples: Sequence[LineExample],
        passes: int,
        peak_rate: float,
        seed: int,
        *,
        chances: NDArray[np.float64],
        per_pass: int,
        augmentation: Augmentation,
        device: str = "cpu",
        pixels: int = PIXELS,
    ) -> None:
        super().__init__(
            reader, examples, passes, peak_rate, seed, pixels=pixels, augmentation=augmentation, device=device
        )
        self.chances, self.per_pass = chances, per_pass

    def _draw(self, rng: np.random.Generator) -> NDArray[np.int64]:
        return rng.choice(len(self.examples), self.per_pass, p=self.chances)

    def to_arrays(self) -> Arrays:
        """Return weights, optimiser and pass, from which :meth:`load_arrays` goes on."""
        arrays: Arrays = {f"net.{name}": value for name, value in self.reader.to_arrays().items()}
        for number, state in self.optimiser.state_dict()["state"].items():
            arrays |= {f"optimiser.{number}.{name}": value.cpu().numpy() for name, value in state.items()}
        return arrays | {"pass": np.array(self.number)}

    def load_arrays(self, arrays: Arrays) -> None:
        """Go on from :meth:`to_arrays`."""
        self.number = int(arrays["pass"])
        net = {name.removeprefix("net."): array for name, array in arrays.items() if name.startswith("net.")}
        self.net.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in net.items()})
        state: dict[int, dict[str, Tensor]] = {}
        for name, array in arrays.items():
            if name.startswith("optimiser."):
                _, number, key = name.split(".")
                state.setdefault(int(number), {})[key] = torch.from_numpy(np.array(array))
        self.optimiser.load_state_dict(self.optimiser.state_dict() | {"state": state})
