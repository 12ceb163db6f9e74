"""Random deformations of word images while training: never stored, drawn anew for every batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Augmentation:
    """How far a word picture may be bent. All are half-widths of uniform draws; 0 switches one off."""

    scale: float = 0.12
    """Relative change of width and of height, drawn separately."""
    shear: float = 0.6
    """Slant in heights per height: 0.6 leans a stroke by up to 31 degrees."""
    shift_x: float = 0.05
    """Move along the line, as a share of the picture's width."""
    shift_y: float = 0.08
    thickness: float = 0.3
    """Share of pictures whose strokes are made thicker or thinner by about a pixel."""
    noise: float = 0.04
    """Standard deviation of grey noise, ink being 1."""


def augment(ink: torch.Tensor, how: Augmentation, generator: torch.Generator) -> torch.Tensor:
    """Bend every picture of a batch in its own way: float [B, 1, H, W] in 0..1 (ink is 1), same shape back.

    All random numbers come from ``generator``, so that a run can be repeated.
    """
    import torch
    import torch.nn.functional as F

    batch, _, height, width = ink.shape

    def draw(span: float) -> torch.Tensor:
        return (torch.rand(batch, generator=generator) * 2 - 1) * span

    theta = torch.zeros(batch, 2, 3)
    theta[:, 0, 0] = 1 + draw(how.scale)
    theta[:, 1, 1] = 1 + draw(how.scale)
    # grid coordinates run from -1 to 1 on both axes, so a slant in pixels needs the aspect ratio
    theta[:, 0, 1] = draw(how.shear) * height / width
    theta[:, 0, 2] = draw(how.shift_x) * 2
    theta[:, 1, 2] = draw(how.shift_y) * 2
    grid = F.affine_grid(theta.to(ink.device), [batch, 1, height, width], align_corners=False)
    bent = F.grid_sample(ink, grid, mode="bilinear", padding_mode="zeros", align_corners=False)
    chance = torch.rand(batch, generator=generator)
    if how.thickness > 0:
        thick = (chance < how.thickness / 2).nonzero().flatten()
        thin = ((chance >= how.thickness / 2) & (chance < how.thickness)).nonzero().flatten()
        if len(thick):
            part = bent[thick]
            bent[thick] = 0.5 * part + 0.5 * F.max_pool2d(part, 3, 1, 1)
        if len(thin):
            part = bent[thin]
            bent[thin] = 0.5 * part - 0.5 * F.max_pool2d(-part, 3, 1, 1)
    if how.noise > 0:
        bent = bent + torch.randn(bent.shape, generator=generator).to(ink.device) * how.noise
    return bent.clamp_(0, 1)
