"""The line reader's network: the letters, marks and spaces along a whole line of writing."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.model.nets.compact import DILATIONS, ROWS, WIDTH, ColumnContext, ColumnNet

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
