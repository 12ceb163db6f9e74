"""`phoscnet`: the VGG with spatial pyramid pooling and two heads that the paper builds on; a GPU's work."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

PLAN: tuple[int | str, ...] = (64, 64, "pool", 128, 128, "pool", 256, 256, 256, 256, 256, 256, 512, 512, 512)
"""The 13 convolutions (output channels) and the two halvings of the picture between them."""

PYRAMID = (1, 2, 4)
"""Sides of the grids of the spatial pyramid: 1 + 4 + 16 = 21 cells, the maximum of each channel in each."""


class PhoscNet(nn.Module):
    """Ink [B, 1, 50, 250] in 0..1 to shape counts [B, phos_dim], letter logits [B, letters_dim] and no spelling.

    Max pooling in the pyramid as published in words and figure (the authors' code averages), ReLU on the
    counts, Glorot weights. 134 M parameters, 16 GFLOP an image.
    """

    input_size = (50, 250)

    def __init__(
        self, phos_dim: int, letters_dim: int, characters: int = 0, hidden: int = 4096, dropout: float = 0.5
    ) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        channels = 1
        for step in PLAN:
            if isinstance(step, int):
                layers += [nn.Conv2d(channels, step, 3, padding=1), nn.ReLU(inplace=True)]
                channels = step
            else:
                layers.append(nn.MaxPool2d(2))
        self.trunk = nn.Sequential(*layers)
        cells = channels * sum(n * n for n in PYRAMID)

        def head(outputs: int) -> nn.Sequential:
            return nn.Sequential(
                nn.Linear(cells, hidden),
                nn.ReLU(inplace=True),
                nn.Dropout(dropout),
                nn.Linear(hidden, hidden),
                nn.ReLU(inplace=True),
                nn.Dropout(dropout),
                nn.Linear(hidden, outputs),
            )

        self.phos = head(phos_dim)
        self.letters = head(letters_dim)
        for module in self.modules():
            if isinstance(module, nn.Conv2d | nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                assert module.bias is not None
                nn.init.zeros_(module.bias)

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        x = self.trunk(ink)
        cells = torch.cat([F.adaptive_max_pool2d(x, n).flatten(1) for n in PYRAMID], dim=1)
        return F.relu(self.phos(cells)), self.letters(cells), None
