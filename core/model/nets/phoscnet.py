"""`phoscnet`: the Pho(SC)Net that the paper builds on, a VGG with two heads; it needs a GPU."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.model.nets.base import SignatureNet

PLAN: tuple[int | str, ...] = (64, 64, "pool", 128, 128, "pool", 256, 256, 256, 256, 256, 256, 512, 512, 512)
"""Output channels of the 13 convolutions, and the two poolings that halve the image."""

PYRAMID = (1, 2, 4)
"""Sides of the grids of the spatial pyramid: 1 + 4 + 16 = 21 cells, the maximum of each channel in each."""


class PhoscNet(SignatureNet):
    """13 convolutions, spatial pyramid pooling and a head of three layers for each part; 134 M parameters.

    A. Rai, N. C. Krishnan, S. Chanda: "Pho(SC)Net: An Approach Towards Zero-Shot Word Image Recognition in
    Historical Documents", ICDAR 2021; the trunk with its pyramid is the PHOCNet of S. Sudholt, G. A. Fink: "PHOCNet:
    A Deep Convolutional Neural Network for Word Spotting in Handwritten Documents", ICFHR 2016. The pyramid takes
    maxima as in the text and figure of the former (its published code averages); ReLU on the counts, Glorot weights.
    An image costs 16 GFLOP.
    """

    input_size = (50, 250)

    def __init__(self, phos_dim: int, letters_dim: int, characters: int = 0) -> None:
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
        self.phos = _head(cells, phos_dim)
        self.letters = _head(cells, letters_dim)
        for module in self.modules():
            if isinstance(module, nn.Conv2d | nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                assert module.bias is not None
                nn.init.zeros_(module.bias)

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, None]:
        x = self.trunk(ink)
        cells = torch.cat([F.adaptive_max_pool2d(x, n).flatten(1) for n in PYRAMID], dim=1)
        return F.relu(self.phos(cells)), self.letters(cells), None


class RawPhoscNet(PhoscNet):
    """The same network on grey values as they were published: 0 for ink to 255 for paper.

    With ink from 0 to 1 the outputs for different images lie a hundred times closer together at the start of training.
    """

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, None]:
        return super().forward(255 * (1 - ink))


def _head(inputs: int, outputs: int) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in (inputs, 4096):
        layers += [nn.Linear(width, 4096), nn.ReLU(inplace=True), nn.Dropout(0.5)]
    return nn.Sequential(*layers, nn.Linear(4096, outputs))
