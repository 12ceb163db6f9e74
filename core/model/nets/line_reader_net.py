"""The line reader's network: the letters, marks and spaces along a whole line of writing."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.model.nets.compact import DILATIONS, ROWS, ColumnContext, Residual

LINE_HEIGHT = 48
"""Rows of the ink that the network takes: a third more than for words, which fill their image as lines do not."""

STRIDE = 4
"""Columns of ink from one position to the next."""

_CELLS = LINE_HEIGHT // 8
"""Rows of cells above each position."""
_WIDTH = 128
"""Features of a cell."""
_MEMORY = 256
"""Cells of the recurrent layers in each direction."""


class LineReaderNet(nn.Module):
    """The convolutions of the word reader, and beside them two recurrent layers that know the whole line.

    What the recurrent layers say is added to what the word reader's own head says, and begins as nothing: a new network
    with the word reader's weights spells a line as that does. B. Shi, X. Bai, C. Yao: "An End-to-End Trainable Neural
    Network for Image-Based Sequence Recognition and Its Application to Scene Text Recognition", TPAMI 39, 2017.
    """

    def __init__(self, characters: int) -> None:
        """Make a network for ``characters`` characters; class 0 of its output is the blank."""
        super().__init__()
        self.stem = nn.Conv2d(1, 32, 5, stride=2, padding=2, bias=False)
        self.stem_norm = nn.BatchNorm2d(32)
        self.block1 = Residual(32, 32)
        self.block2 = Residual(32, 64)
        self.block3 = Residual(64, _WIDTH)
        self.block4 = Residual(_WIDTH, _WIDTH)
        self.rows = nn.Conv2d(_WIDTH, _WIDTH, (ROWS, 1), bias=False)
        self.context = nn.ModuleList(ColumnContext(_WIDTH, 256, dilation) for dilation in DILATIONS)
        self.spelling = nn.Conv1d(_WIDTH, characters + 1, 3, padding=1)
        self.heights = nn.Conv2d(_WIDTH, _WIDTH, (_CELLS, 1), bias=False)
        self.heights_norm = nn.BatchNorm1d(_WIDTH)
        self.memory = nn.LSTM(2 * _WIDTH, _MEMORY, num_layers=2, bidirectional=True, dropout=0.3)
        self.dropout = nn.Dropout(0.3)
        self.reading = nn.Linear(2 * _MEMORY, characters + 1)
        nn.init.zeros_(self.reading.weight)
        nn.init.zeros_(self.reading.bias)

    def forward(self, ink: Tensor) -> Tensor:
        """Return log probabilities [T, B, characters + 1] of ink [B, 1, LINE_HEIGHT, w], 1 for ink; T is w / STRIDE."""
        x = F.relu(self.stem_norm(self.stem(ink)))
        x = self.block2(self.block1(F.max_pool2d(x, 2)))
        x = self.block4(self.block3(F.max_pool2d(x, (2, 1))))
        columns = F.max_pool2d(x, (x.shape[2], 1))[:, :, 0]
        columns = columns + self.rows(F.adaptive_max_pool2d(x, (ROWS, x.shape[3])))[:, :, 0]
        for context in self.context:
            columns = context(columns)
        heights = F.relu(self.heights_norm(self.heights(x)[:, :, 0]))
        both = torch.cat([columns, heights], dim=1).permute(2, 0, 1)
        remembered = self.reading(self.dropout(self.memory(self.dropout(both))[0]))
        logits = self.spelling(columns).permute(2, 0, 1).float() + remembered.float()
        return logits.log_softmax(2)
