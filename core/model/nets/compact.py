"""`compact`: a residual network with a spelling head that a laptop can train (2.4 M parameters)."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.model.nets.base import SpellingNet

PYRAMID = (1, 2, 5)
"""Numbers of equal parts along the word; the maximum of each channel in each part is kept."""


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


class Compact(SpellingNet):
    """Residual blocks, the maximum of each column, a temporal pyramid, one hidden layer and two heads.

    Temporal pyramid pooling: S. Sudholt, G. A. Fink: "Attribute CNNs for Word Spotting in Handwritten Documents",
    IJDAR 21, 2018, pp. 199-218. The spelling head, trained by connectionist temporal classification, makes each
    column represent its letter. Letters are what an unseen word shares with the seen ones; without this head whole
    words can be learnt by heart.
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

    def _column_features(self, ink: Tensor) -> Tensor:
        """Return the maximum of each column's features [B, 128, w / 4]."""
        x = F.relu(self.stem_norm(self.stem(ink)))
        x = self.block2(self.block1(F.max_pool2d(x, 2)))
        # only the height is halved here: 40 columns leave room for every letter of a long word
        x = self.block4(self.block3(F.max_pool2d(x, (2, 1))))
        return x.amax(dim=2)

    def spell(self, ink: Tensor) -> Tensor:
        return self._spell(self._column_features(ink))

    def _spell(self, columns: Tensor) -> Tensor:
        return self.spelling(columns).permute(2, 0, 1).float().log_softmax(2)

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        columns = self._column_features(ink)
        cells = self.cells_norm(torch.cat([F.adaptive_max_pool1d(columns, n).flatten(1) for n in PYRAMID], dim=1))
        hidden = self.dropout(F.relu(self.hidden_norm(self.hidden(cells))))
        return self.phos(hidden), self.letters(hidden), self._spell(columns)
