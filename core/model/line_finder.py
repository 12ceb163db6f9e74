"""The line finder: a network that predicts where on a page lines of writing run, begin and end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.arrays import Arrays
from core.imaging.segment.binarise import Gray
from core.imaging.segment.line_maps import STRIDE, WORK_PIXELS, LineInput, LineMaps, line_input, small_letters
from core.model.nets.base import load_weights, weights_of
from core.model.nets.compact import Residual
from core.model.precision import autocast

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


_BEST_XHEIGHT = 7.0
"""Pixels of the small letters at which the network sees lines best, the middle of what it was trained on."""
_FINE = (0.75, 1.25)
"""Between these shares of the best height a page is not looked at again."""
_PIXELS = (300_000, 2_600_000)
"""The least and the most pixels of a page that is looked at: with more, memory and time would grow too far."""
_STRIP_PIXELS = 640_000
"""Pixels that are computed at a time, which limits the memory."""
_LEAST_STRIP = 416
"""The fewest rows of a strip."""
_OVERLAP = 128
"""Rows at the upper and lower edge of a strip whose answers are taken from its neighbours."""
_COLUMNS = 128
"""The width is filled up to a multiple of this: for each new size PyTorch keeps memory."""


class LineFinder:
    """The network with its weights. It runs on the processor: a page takes about a second."""

    def __init__(self, net: LineNet) -> None:
        self.net = net.eval()

    def to_arrays(self) -> Arrays:
        """Return the weights by name."""
        return weights_of(self.net)

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> LineFinder:
        """Build the network from :meth:`to_arrays`. Raises RuntimeError if arrays are missing or of other shapes."""
        net = LineNet()
        load_weights(net, arrays)
        return cls(net)

    def maps(self, gray: Gray) -> LineMaps:
        """Return the maps of a page, uint8 [H, W].

        The page is looked at a second time, larger or smaller, where its small letters are not of the height that the
        network sees best.
        """
        pixels = min(gray.size, WORK_PIXELS)
        page = line_input(gray, pixels)
        maps = self._run(page)
        height = small_letters(maps)
        if height is None:
            return maps
        factor = _BEST_XHEIGHT / (height * STRIDE)
        if _FINE[0] < factor < _FINE[1]:
            return maps
        wanted = float(np.clip(pixels * factor**2, *_PIXELS))
        return self._run(line_input(gray, wanted)) if wanted / pixels > 1.2 or wanted / pixels < 0.8 else maps

    def _run(self, page: LineInput) -> LineMaps:
        height, width = page.depth.shape
        unit = LineNet.reduction
        rows, columns = -(-height // unit) * unit, -(-width // _COLUMNS) * _COLUMNS
        padded: np.ndarray = np.zeros((rows, columns), np.uint8)
        padded[:height, :width] = page.depth
        found = np.empty((4, rows // STRIDE, columns // STRIDE), np.float32)
        strip = max(_LEAST_STRIP, _STRIP_PIXELS // columns // unit * unit)
        for top, first, last in _strips(rows, strip):
            part = torch.from_numpy(padded[top : top + strip].astype(np.float32) / 255)[None, None]
            with torch.inference_mode(), autocast("cpu"):
                answer = torch.sigmoid(self.net(part.to(memory_format=torch.channels_last)).float())[0].numpy()
            found[:, first // STRIDE : last // STRIDE] = answer[:, (first - top) // STRIDE : (last - top) // STRIDE]
        used = found[:, : -(-height // STRIDE), : -(-width // STRIDE)]
        baseline, start, stop, body = used
        return LineMaps(baseline, start, stop, body, page.scale / STRIDE)


def _strips(rows: int, strip: int) -> list[tuple[int, int, int]]:
    """Return the first row of each strip of a page, and the first and the end of the rows whose answers are used."""
    if rows <= strip:
        return [(0, 0, rows)]
    count = -(-(rows - 2 * _OVERLAP) // (strip - 2 * _OVERLAP))
    last = rows - strip
    tops = [n * last // (count - 1) // LineNet.reduction * LineNet.reduction for n in range(count - 1)] + [last]
    edges = [0, *((a + strip + b) // 2 // STRIDE * STRIDE for a, b in pairwise(tops)), rows]
    return list(zip(tops, edges, edges[1:], strict=False))
