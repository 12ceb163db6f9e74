"""`compact`: a residual network with a spelling head that a laptop can train (3.2 M parameters)."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.model.nets.base import SpellingNet

PYRAMID = (1, 2, 5)
"""Numbers of equal parts along the word; the maximum of each channel in each part is kept."""

ROWS = 4
"""Rows of cells that are left of a word's height before each column is summed up."""

WIDTH = 128
"""Features of a cell, and of a column."""

DILATIONS = (1, 1, 2, 2)
"""Of the blocks of context, which together reach ten columns to either side: a quarter of a word's image."""


class Residual(nn.Module):
    """Two 3 x 3 convolutions with batch normalisation and a shortcut; the first takes every ``stride``-th place.

    K. He, X. Zhang, S. Ren, J. Sun: "Deep Residual Learning for Image Recognition", CVPR 2016.
    """

    def __init__(self, inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, dilation, dilation, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.skip = nn.Conv2d(inputs, outputs, 1, stride, bias=False) if inputs != outputs else nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        inner = F.relu(self.norm1(self.conv1(x)))
        return F.relu(self.norm2(self.conv2(inner)) + self.skip(x))


class ColumnContext(nn.Module):
    """Two convolutions along the word with a shortcut; at first the shortcut alone, as the second norm begins at 0.

    A letter of connected handwriting is known by its neighbours, too. The first convolution looks at those that are
    ``dilation`` columns away. F. Yu, V. Koltun: "Multi-Scale Context Aggregation by Dilated Convolutions", ICLR 2016.
    """

    def __init__(self, channels: int, inner: int, dilation: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(channels, inner, 3, padding=dilation, dilation=dilation, bias=False)
        self.norm1 = nn.BatchNorm1d(inner)
        self.conv2 = nn.Conv1d(inner, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm1d(channels)
        nn.init.zeros_(self.norm2.weight)

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = x + self.norm2(self.conv2(F.relu(self.norm1(self.conv1(x)))))
        return y


class ColumnNet(nn.Module):
    """Convolutions from ink to columns of features: the maximum of each over the column's rows."""

    rows: nn.Conv2d | None
    """Adds where in the column it was."""
    context: nn.ModuleList
    """Blocks by which a column knows its neighbours."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, 32, 5, stride=2, padding=2, bias=False)
        self.stem_norm = nn.BatchNorm2d(32)
        self.block1 = Residual(32, 32)
        self.block2 = Residual(32, 64)
        self.block3 = Residual(64, WIDTH)
        self.block4 = Residual(WIDTH, WIDTH)

    def _cells(self, ink: Tensor) -> Tensor:
        """Return the features of each cell [B, WIDTH, h / 8, w / 4]."""
        x = F.relu(self.stem_norm(self.stem(ink)))
        x = self.block2(self.block1(F.max_pool2d(x, 2)))
        # only the height is halved here: 40 columns leave room for every letter of a long word
        return self.block4(self.block3(F.max_pool2d(x, (2, 1))))

    def _columns(self, cells: Tensor) -> Tensor:
        """Return the features of each column [B, WIDTH, w / 4]."""
        # pooling: the gradient of amax counts which cells are equal, which takes as long as a convolution
        columns = F.max_pool2d(cells, (cells.shape[2], 1))[:, :, 0]
        if self.rows is not None:
            # a line that is spelled at a larger scale has more rows
            rows = cells if cells.shape[2] == ROWS else F.adaptive_max_pool2d(cells, (ROWS, cells.shape[3]))
            columns = columns + self.rows(rows)[:, :, 0]
        for context in self.context:
            columns = context(columns)
        return columns


class Compact(ColumnNet, SpellingNet):
    """Residual blocks, columns that know their neighbours, a temporal pyramid, one hidden layer and two heads.

    Temporal pyramid pooling: S. Sudholt, G. A. Fink: "Attribute CNNs for Word Spotting in Handwritten Documents",
    IJDAR 21, 2018, pp. 199-218. The spelling head, trained by connectionist temporal classification, makes each
    column represent its letter. Letters are what an unseen word shares with the seen ones; without this head whole
    words can be learnt by heart.

    Networks of models made before ``rows`` and ``context`` were there have neither (:meth:`leave_out_context`); both
    begin as nothing, so that such weights can be trained on with them.
    """

    input_size = (32, 160)  # a third of the pixels of 50 x 250, and no less accurate on real pages
    columns = 40
    stride = 4

    def __init__(self, phos_dim: int, letters_dim: int, characters: int) -> None:
        super().__init__()
        self.spelling = nn.Conv1d(WIDTH, characters + 1, 3, padding=1)
        cells = WIDTH * sum(PYRAMID)
        self.cells_norm = nn.BatchNorm1d(cells)
        self.hidden = nn.Linear(cells, 1024)
        self.hidden_norm = nn.BatchNorm1d(1024)
        self.dropout = nn.Dropout(0.3)
        self.phos = nn.Linear(1024, phos_dim)
        self.letters = nn.Linear(1024, letters_dim)
        # made last, so that the weights above are drawn from a seed as they were before there was a context
        self.rows = nn.Conv2d(WIDTH, WIDTH, (ROWS, 1), bias=False)
        nn.init.zeros_(self.rows.weight)
        self.context = nn.ModuleList(ColumnContext(WIDTH, 256, dilation) for dilation in DILATIONS)

    def leave_out_context(self) -> None:
        """Become the network of models made before there was a context."""
        self.rows, self.context = None, nn.ModuleList()

    def spell(self, ink: Tensor) -> Tensor:
        return self._spell(self._columns(self._cells(ink)))

    def _spell(self, columns: Tensor) -> Tensor:
        return self.spelling(columns).permute(2, 0, 1).float().log_softmax(2)

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        columns = self._columns(self._cells(ink))
        cells = self.cells_norm(torch.cat([F.adaptive_max_pool1d(columns, n).flatten(1) for n in PYRAMID], dim=1))
        hidden = self.dropout(F.relu(self.hidden_norm(self.hidden(cells))))
        return self.phos(hidden), self.letters(hidden), self._spell(columns)
