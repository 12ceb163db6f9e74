"""The line finder's network: where the lines of a page run, begin and end."""

from __future__ import annotations

from itertools import pairwise

import torch.nn.functional as F
from torch import Tensor, nn

MAPS = 4
"""Baseline, start, stop, body (`core/imaging/segment/line_maps.py`)."""

_WIDTHS = (24, 32, 64, 96, 128)
"""Channels at a half, a quarter, ... of the page's size."""


class _Unit(nn.Module):
    """Two 3 x 3 convolutions with batch normalisation and a shortcut; the first one takes every ``stride``-th place."""

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


class LineNet(nn.Module):
    """A U-Net that sums what it saw at each size into what it sees at the next larger one.

    O. Ronneberger, P. Fischer, T. Brox: "U-Net: Convolutional Networks for Biomedical Image Segmentation", MICCAI 2015.
    Maps of baselines and their ends: T. Grüning et al.: "A two-stage method for text line detection in historical
    documents", IJDAR 22, 2019.
    """

    reduction = 2 ** len(_WIDTHS)
    """Height and width of the input must be multiples of this."""

    def __init__(self) -> None:
        super().__init__()
        first = _WIDTHS[0]
        self.stem = nn.Conv2d(1, first, 5, 2, 2, bias=False)
        self.stem_norm = nn.BatchNorm2d(first)
        self.down = nn.ModuleList(_Unit(a, b, 2) for a, b in pairwise(_WIDTHS))
        self.deep = nn.ModuleList([_Unit(64, 64), _Unit(96, 96), _Unit(128, 128, 1, 2)])
        self.across = nn.ModuleList(nn.Conv2d(width, width, 1, bias=False) for width in _WIDTHS[:-1])
        self.up = nn.ModuleList(nn.Conv2d(b, a, 1, bias=False) for a, b in pairwise(_WIDTHS))
        self.join = nn.ModuleList(_Unit(width, width) for width in _WIDTHS[:-1])
        self.head = nn.Conv2d(first, MAPS, 3, 1, 1)

    def forward(self, pages: Tensor) -> Tensor:
        """Return logits [n, MAPS, h / 2, w / 2] of pages float32 [n, 1, h, w], 0 for paper to 1 for ink."""
        x = F.relu(self.stem_norm(self.stem(pages)))
        seen = [x]
        for level, down in enumerate(self.down):
            x = down(x)
            if level >= 1:
                x = self.deep[level - 1](x)
            seen.append(x)
        for level in reversed(range(len(self.join))):
            x = F.interpolate(self.up[level](x), scale_factor=2, mode="nearest")
            x = self.join[level](x + self.across[level](seen[level]))
        logits: Tensor = self.head(x)
        return logits
