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

DILATIONS = (1, 1, 2, 2)
"""Of the blocks of context, which together reach ten columns to either side: a quarter of a word's image."""


class Residual(nn.Module):
    """Two 3 x 3 convolutions with batch normalisation and a shortcut.

    K. He, X. Zhang, S. Ren, J. Sun: "Deep Residual Learning for Image Recognition", CVPR 2016.
    """

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.skip = nn.Conv2d(inputs, outputs, 1, bias=False) if inputs != outputs else nn.Identity()

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


class Compact(SpellingNet):
    """Residual blocks, columns that know their neighbours, a temporal pyramid, one hidden layer and two heads.

    Temporal pyramid pooling: S. Sudholt, G. A. Fink: "Attribute CNNs for Word Spotting in Handwritten Documents",
    IJDAR 21, 2018, pp. 199-218. The spelling head, trained by connectionist temporal classification, makes each
    column represent its letter. Letters are what an unseen word shares with the seen ones; without this head whole
    words can be learnt by heart.

    A column is the maximum of each feature over its rows, to which ``rows`` adds where in the column it was. Networks
    of models made before ``rows`` and ``context`` were there have neither (:meth:`leave_out_context`); both begin as
    nothing, so that such weights can be trained on with them.
    """

    input_size = (32, 160)  # a third of the pixels of 50 x 250, and no less accurate on real pages
    columns = 40
    stride = 4

    def __init__(self, phos_dim: int, letters_dim: int, characters: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, 32, 5, stride=2, padding=2, bias=False)
        self.stem_norm = nn.BatchNorm2d(32)
        self.block1 = Residual(32, 32)
        self.block2 = Residual(32, 64)
        self.block3 = Residual(64, 128)
        self.block4 = Residual(128, 128)
        self.spelling = nn.Conv1d(128, characters + 1, 3, padding=1)
        cells = 128 * sum(PYRAMID)
        self.cells_norm = nn.BatchNorm1d(cells)
        self.hidden = nn.Linear(cells, 1024)
        self.hidden_norm = nn.BatchNorm1d(1024)
        self.dropout = nn.Dropout(0.3)
        self.phos = nn.Linear(1024, phos_dim)
        self.letters = nn.Linear(1024, letters_dim)
        # made last, so that the weights above are drawn from a seed as they were before there was a context
        self.rows: nn.Conv2d | None = nn.Conv2d(128, 128, (ROWS, 1), bias=False)
        nn.init.zeros_(self.rows.weight)
        self.context = nn.ModuleList(ColumnContext(128, 256, dilation) for dilation in DILATIONS)

    def leave_out_context(self) -> None:
        """Become the network of models made before there was a context."""
        self.rows, self.context = None, nn.ModuleList()

    def _column_features(self, ink: Tensor) -> Tensor:
        """Return the features of each column [B, 128, w / 4]."""
        x = F.relu(self.stem_norm(self.stem(ink)))
        x = self.block2(self.block1(F.max_pool2d(x, 2)))
        # only the height is halved here: 40 columns leave room for every letter of a long word
        x = self.block4(self.block3(F.max_pool2d(x, (2, 1))))
        # pooling: the gradient of amax counts which cells are equal, which takes as long as a convolution
        columns = F.max_pool2d(x, (x.shape[2], 1))[:, :, 0]
        if self.rows is not None:
            # a line that is spelled at a larger scale has more rows
            cells = x if x.shape[2] == ROWS else F.adaptive_max_pool2d(x, (ROWS, x.shape[3]))
            columns = columns + self.rows(cells)[:, :, 0]
        for context in self.context:
            columns = context(columns)
        return columns

    def spell(self, ink: Tensor) -> Tensor:
        return self._spell(self._column_features(ink))

    def _spell(self, columns: Tensor) -> Tensor:
        return self.spelling(columns).permute(2, 0, 1).float().log_softmax(2)

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        columns = self._column_features(ink)
        cells = self.cells_norm(torch.cat([F.adaptive_max_pool1d(columns, n).flatten(1) for n in PYRAMID], dim=1))
        hidden = self.dropout(F.relu(self.hidden_norm(self.hidden(cells))))
        return self.phos(hidden), self.letters(hidden), self._spell(columns)
