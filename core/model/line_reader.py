"""The line reader: one network that spells a whole line of writing, its letters, marks and spaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from core.arrays import Arrays
from core.imaging.normalise import normalise_line
from core.lexicon.alphabet import Alphabet
from core.model.line_spelling import SpelledLine, without_spaces
from core.model.nets.base import load_weights, weights_of
from core.model.nets.compact import DILATIONS, ROWS, WIDTH, ColumnContext, ColumnNet
from core.model.precision import autocast

LINE_HEIGHT = 48
"""Rows of the ink that the network takes: a third more than for words, which fill their image as lines do not."""

STRIDE = 4
"""Columns of ink from one position to the next."""

_CELLS = LINE_HEIGHT // 8
"""Rows of cells above each position."""
_MEMORY = 256
"""Cells of the recurrent layers in each direction."""


class LineReaderNet(ColumnNet):
    """The convolutions of the word reader, and beside them two recurrent layers that know the whole line.

    What the recurrent layers say is added to what the word reader's own head says, and begins as nothing: a new network
    with the word reader's weights spells a line as that does. B. Shi, X. Bai, C. Yao: "An End-to-End Trainable Neural
    Network for Image-Based Sequence Recognition and Its Application to Scene Text Recognition", TPAMI 39, 2017.
    """

    def __init__(self, characters: int) -> None:
        """Make a network for ``characters`` characters; class 0 of its output is the blank."""
        super().__init__()
        self.rows = nn.Conv2d(WIDTH, WIDTH, (ROWS, 1), bias=False)
        self.context = nn.ModuleList(ColumnContext(WIDTH, 256, dilation) for dilation in DILATIONS)
        self.spelling = nn.Conv1d(WIDTH, characters + 1, 3, padding=1)
        self.heights = nn.Conv2d(WIDTH, WIDTH, (_CELLS, 1), bias=False)
        self.heights_norm = nn.BatchNorm1d(WIDTH)
        self.memory = nn.LSTM(2 * WIDTH, _MEMORY, num_layers=2, bidirectional=True, dropout=0.3)
        self.dropout = nn.Dropout(0.3)
        self.reading = nn.Linear(2 * _MEMORY, characters + 1)
        nn.init.zeros_(self.reading.weight)
        nn.init.zeros_(self.reading.bias)

    def forward(self, ink: Tensor) -> Tensor:
        """Return log probabilities [T, B, characters + 1] of ink [B, 1, LINE_HEIGHT, w], 1 for ink; T is w / STRIDE."""
        cells = self._cells(ink)
        columns = self._columns(cells)
        heights = F.relu(self.heights_norm(self.heights(cells)[:, :, 0]))
        both = torch.cat([columns, heights], dim=1).permute(2, 0, 1)
        remembered = self.reading(self.dropout(self.memory(self.dropout(both))[0]))
        logits = self.spelling(columns).permute(2, 0, 1).float() + remembered.float()
        return logits.log_softmax(2)


MARGIN = 12
"""Columns of paper at either end of a line, so that a slanted first letter is whole."""

_NEVER = -30.0
"""Log probability of a character that the reader does not know."""

_PIXELS = 24_000
"""Columns that are read at a time, which limits the memory to some hundred MB."""


def columns(strip: NDArray[np.uint8]) -> int:
    """Return the number of positions at which letters are seen along a strip [LINE_HEIGHT, w], with its margins."""
    return -(-(strip.shape[1] + 2 * MARGIN) // STRIDE)


class LineReader:
    """The network with its weights and the alphabet whose characters it spells."""

    def __init__(self, net: LineReaderNet, alphabet: Alphabet, familiar: tuple[str, ...] = ()) -> None:
        """``familiar`` are words that it has often learnt from, as they were written; none after it has learnt from
        transcribed lines of the hand that it reads.
        """
        self.net = net.eval()
        self.alphabet = alphabet
        self.familiar = familiar

    def to_arrays(self) -> Arrays:
        """Return the weights by name."""
        return weights_of(self.net)

    @classmethod
    def from_arrays(cls, arrays: Arrays, alphabet: Alphabet, familiar: Sequence[str] = ()) -> LineReader:
        """Build from :meth:`to_arrays`. Raises RuntimeError or ValueError if arrays are missing or do not fit."""
        net = LineReaderNet(len(alphabet.characters) - 1)
        load_weights(net, arrays)
        return cls(net, alphabet, tuple(familiar))

    def to_ink(self, strips: Sequence[NDArray[np.uint8]]) -> torch.Tensor:
        """Return strips uint8 [LINE_HEIGHT, w] as one batch float32 [B, 1, LINE_HEIGHT, W] of ink, 0 for paper."""
        width = max(strip.shape[1] for strip in strips) + 2 * MARGIN
        width = -(-width // 64) * 64  # for each new size PyTorch keeps memory
        ink: NDArray[np.uint8] = np.zeros((len(strips), 1, LINE_HEIGHT, width), np.uint8)
        for row, strip in enumerate(strips):
            ink[row, 0, :, MARGIN : MARGIN + strip.shape[1]] = 255 - strip
        return torch.from_numpy(ink).float() / 255

    def spell(self, lines: Sequence[NDArray[np.uint8]]) -> list[SpelledLine]:
        """Return what stands along the grey images of lines, uint8 [H, W] each, of any height."""
        strips = [normalise_line(gray, LINE_HEIGHT) for gray in lines]
        pixels = [gray.shape[1] / strip.shape[1] for gray, strip in zip(lines, strips, strict=True)]
        pairs = zip(self.log_probs(strips), pixels, strict=True)
        return [SpelledLine(found, scale * STRIDE, -scale * MARGIN) for found, scale in pairs]

    def log_probs(self, strips: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        """Return the log probabilities [T, C] along each strip, uint8 [LINE_HEIGHT, w]."""
        order = sorted(range(len(strips)), key=lambda number: strips[number].shape[1])
        found: dict[int, NDArray[np.float32]] = {}
        self.net.eval()
        while order:
            widest = strips[order[-1]].shape[1] + 2 * MARGIN
            taken = order[-max(1, _PIXELS // widest) :]
            del order[-len(taken) :]
            ink = self.to_ink([strips[number] for number in taken]).contiguous(memory_format=torch.channels_last)
            with torch.inference_mode(), autocast("cpu"):
                log_probs = self.net(ink).float().numpy()
            for row, number in enumerate(taken):
                found[number] = log_probs[: columns(strips[number]), row]
        return [found[number] for number in range(len(strips))]

    def in_alphabet(self, line: SpelledLine, alphabet: Alphabet) -> SpelledLine:
        """Return the line with the characters of another alphabet; those that the reader lacks are least probable."""
        if alphabet.characters == self.alphabet.characters:
            return line
        position = self.alphabet.numbers
        if " " not in alphabet.characters:
            line = replace(line, log_probs=without_spaces(line.log_probs, position.get(" ", 0)))
        columns = [position.get(character, -1) for character in alphabet.characters]
        log_probs = line.log_probs[:, np.maximum(columns, 0)]
        log_probs[:, [column < 0 for column in columns]] = _NEVER
        return replace(line, log_probs=log_probs)
