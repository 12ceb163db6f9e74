"""The line finder's network: where the lines of a page run, begin and end."""

from __future__ import annotations

from itertools import pairwise

import torch.nn.functional as F
from torch import Tensor, nn

from core.model.nets.compact import Residual

MAPS = 4
"""Baseline, start, stop, body (`core/imaging/segment/line_maps.py`)."""

_WIDTHS = (24, 32, 64, 96, 128)
"""Channels at a half, a quarter, ... of the page's size."""


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
        self.down = nn.ModuleList(Residual(a, b, 2) for a, b in pairwise(_WIDTHS))
        self.deep = nn.ModuleList([Residual(64, 64), Residual(96, 96), Residual(128, 128, 1, 2)])
        self.across = nn.ModuleList(nn.Conv2d(width, width, 1, bias=False) for width in _WIDTHS[:-1])
        self.up = nn.ModuleList(nn.Conv2d(b, a, 1, bias=False) for a, b in pairwise(_WIDTHS))
        self.join = nn.ModuleList(Residual(width, width) for width in _WIDTHS[:-1])
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
