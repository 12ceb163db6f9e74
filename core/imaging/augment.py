"""Random deformations of word images during training, drawn anew for every batch and never stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Augmentation:
    """Ranges of the deformations: half-widths of uniform distributions, unless noted; 0 turns one off."""

    scale: float = 0.12
    """Relative change of width and of height, drawn separately."""
    shear: float = 0.6
    """Slant in heights per height: 0.6 slants a stroke by up to 31 degrees."""
    shift_x: float = 0.05
    """Shift along the line, as a share of the image's width."""
    shift_y: float = 0.08
    """Shift across the line, as a share of the image's height."""
    thickness: float = 0.3
    """Share of images whose strokes are made thicker or thinner by about a pixel."""
    noise: float = 0.04
    """Standard deviation of Gaussian noise; ink is 1."""


def augment(ink: torch.Tensor, ranges: Augmentation, generator: torch.Generator) -> torch.Tensor:
    """Deform every image of a batch differently: float [B, 1, H, W] in 0..1 (ink is 1), same shape returned.

    All random numbers come from ``generator``, so that a run can be repeated.
    """
    import torch
    import torch.nn.functional as F

    batch, _, height, width = ink.shape

    def draw(half_width: float) -> torch.Tensor:
        return (torch.rand(batch, generator=generator) * 2 - 1) * half_width

    theta = torch.zeros(batch, 2, 3)
    theta[:, 0, 0] = 1 + draw(ranges.scale)
    theta[:, 1, 1] = 1 + draw(ranges.scale)
    # grid coordinates run from -1 to 1 on both axes, so a slant in pixels needs the aspect ratio
    theta[:, 0, 1] = draw(ranges.shear) * height / width
    theta[:, 0, 2] = draw(ranges.shift_x) * 2
    theta[:, 1, 2] = draw(ranges.shift_y) * 2
    grid = F.affine_grid(theta.to(ink.device), [batch, 1, height, width], align_corners=False)
    deformed = F.grid_sample(ink, grid, mode="bilinear", padding_mode="zeros", align_corners=False)
    draws = torch.rand(batch, generator=generator)
    if ranges.thickness > 0:
        thick = (draws < ranges.thickness / 2).nonzero().flatten()
        thin = ((draws >= ranges.thickness / 2) & (draws < ranges.thickness)).nonzero().flatten()
        if len(thick):
            part = deformed[thick]
            deformed[thick] = 0.5 * part + 0.5 * F.max_pool2d(part, 3, 1, 1)
        if len(thin):
            part = deformed[thin]
            deformed[thin] = 0.5 * part - 0.5 * F.max_pool2d(-part, 3, 1, 1)
    if ranges.noise > 0:
        deformed = deformed + torch.randn(deformed.shape, generator=generator).to(ink.device) * ranges.noise
    return deformed.clamp_(0, 1)
