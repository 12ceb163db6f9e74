"""Random deformations of word images during training, drawn again for every batch and never stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


_WAVES = 4
"""Random displacements along the height of an image; between them it changes smoothly."""
_DOTS = (0.06, 0.35)
"""Least and greatest distance of the dots or dashes of a dotted line, in heights of the image."""
_FAINTEST, _DARKEST = 0.1, 0.35
"""Least and greatest share of its ink with which writing on the reverse shows."""


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
    elastic: float = 0.0
    """Standard deviation of a smooth random displacement, as a share of the image's height."""
    fade: float = 0.0
    """Most that the ink is lightened, as a share, evenly over the image."""
    neighbours: float = 0.0
    """Share of images into which another image's ink reaches from above or below."""
    rules: float = 0.0
    """Share of images with a straight line across, half of them dotted, as forms have."""
    reverse: float = 0.0
    """Share of images through which another one shows from the reverse: mirrored, blurred and faint."""
    smaller: float = 0.0
    """Most by which width and height are both made smaller, as a share: words on a line do not fill its height."""


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
    if ranges.smaller > 0:
        sizes = 1 - torch.rand(batch, 1, 1, generator=generator) * ranges.smaller
        theta[:, :, :2] /= sizes
    grid = F.affine_grid(_moved(theta, ink), [batch, 1, height, width], align_corners=False)
    if ranges.elastic > 0:
        coarse = torch.randn(batch, 2, _WAVES, max(_WAVES, _WAVES * width // (2 * height)), generator=generator)
        field = F.interpolate(_moved(coarse, ink), size=(height, width), mode="bicubic", align_corners=False)
        far = torch.tensor([2 * height / width, 2.0]) * ranges.elastic
        grid = grid + field.permute(0, 2, 3, 1) * _moved(far, ink)
    deformed = F.grid_sample(ink, grid, mode="bilinear", padding_mode="zeros", align_corners=False)
    draws = torch.rand(batch, generator=generator)
    if ranges.thickness > 0:
        thick = _moved((draws < ranges.thickness / 2).nonzero().flatten(), ink)
        thin = _moved(((draws >= ranges.thickness / 2) & (draws < ranges.thickness)).nonzero().flatten(), ink)
        if len(thick):
            part = deformed[thick]
            deformed[thick] = 0.5 * part + 0.5 * F.max_pool2d(part, 3, 1, 1)
        if len(thin):
            part = deformed[thin]
            deformed[thin] = 0.5 * part - 0.5 * F.max_pool2d(-part, 3, 1, 1)
    if ranges.neighbours > 0:
        deformed = _with_neighbours(deformed, ranges.neighbours, generator)
    if ranges.reverse > 0:
        deformed = _with_reverse(deformed, ranges.reverse, generator)
    if ranges.rules > 0:
        deformed = _with_rules(deformed, ranges.rules, generator)
    if ranges.fade > 0:
        deformed = deformed * _moved(1 - torch.rand(batch, 1, 1, 1, generator=generator) * ranges.fade, ink)
    if ranges.noise > 0:
        deformed = deformed + _normal(deformed, generator) * ranges.noise
    return deformed.clamp_(0, 1)


def _moved(small: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """Return ``small`` on the device of ``like``, without waiting for what a graphics card computes."""
    return small.to(like.device, non_blocking=like.device.type == "cuda")


def _normal(like: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Return standard normal noise in the shape of ``like``, drawn on a graphics card if that is where ``like`` is."""
    import torch

    if like.device.type != "cuda":
        return torch.randn(like.shape, generator=generator).to(like.device)
    seed = int(torch.randint(2**62, (1,), generator=generator))
    return torch.randn(like.shape, generator=torch.Generator(like.device).manual_seed(seed), device=like.device)


def _with_neighbours(ink: torch.Tensor, share: float, generator: torch.Generator) -> torch.Tensor:
    """Let the foot of the image before reach into the top of a share of the images, or its head into the bottom."""
    import torch

    batch, _, height, _ = ink.shape
    chosen = torch.rand(batch, generator=generator) < share
    depth = torch.randint(1, max(2, height // 4), (batch,), generator=generator)
    from_above = torch.rand(batch, generator=generator) < 0.5
    rows = torch.arange(height).expand(batch, height)
    depth, above = depth[:, None], from_above[:, None]
    # shifted by the depth, the foot of the other image comes to lie in the top rows, its head in the bottom ones
    source = torch.where(above, rows - depth, rows + depth) % height
    reaches = torch.where(above, rows < depth, rows >= height - depth) & chosen[:, None]
    other = ink.roll(1, 0).gather(2, _moved(source[:, None, :, None], ink).expand_as(ink))
    return torch.maximum(ink, other * _moved(reaches[:, None, :, None], ink))


def _with_reverse(ink: torch.Tensor, share: float, generator: torch.Generator) -> torch.Tensor:
    """Let the image before show through a share of the images, mirrored, blurred, and at any height."""
    import torch
    import torch.nn.functional as F

    batch, _, height, _ = ink.shape
    chosen = torch.rand(batch, generator=generator) < share
    dark = (_FAINTEST + torch.rand(batch, generator=generator) * (_DARKEST - _FAINTEST)) * chosen
    shift = torch.randint(-height // 2, height // 2 + 1, (batch, 1), generator=generator)
    source = torch.arange(height) + shift
    inside = (source >= 0) & (source < height)
    rows = _moved(source.clamp(0, height - 1)[:, None, :, None], ink).expand_as(ink)
    other = ink.roll(1, 0).flip(3).gather(2, rows) * _moved(inside[:, None, :, None], ink)
    for _ in range(2):
        other = F.avg_pool2d(other, 3, 1, 1)
    return ink + (1 - ink) * other * _moved(dark[:, None, None, None], ink)


def _with_rules(ink: torch.Tensor, share: float, generator: torch.Generator) -> torch.Tensor:
    """Draw a straight line of random height, slope and darkness across a share of the images, half of them dotted."""
    import torch

    batch, _, height, width = ink.shape

    def draw() -> torch.Tensor:
        return torch.rand(batch, 1, 1, 1, generator=generator)

    middle = draw() * height
    slope = torch.randn(batch, 1, 1, 1, generator=generator) * 0.02
    half = 0.4 + draw()
    strength = 0.3 + 0.7 * draw()
    chosen = (draw() < share).float()
    period, dark = (_DOTS[0] + draw() * (_DOTS[1] - _DOTS[0])) * height, 0.25 + draw() * 0.4
    dotted, phase = draw() < 0.5, draw()
    y = torch.arange(height).view(1, 1, height, 1)
    x = torch.arange(width).view(1, 1, 1, width) - width / 2
    line = (half + 0.5 - (y - middle - slope * x).abs()).clamp(0, 1) * strength * chosen
    # distance from the middle of the nearest dot, in pixels; a dot takes the share ``dark`` of its period
    beside = ((x / period + phase) % 1 - 0.5).abs() * period
    dots = (dark * period / 2 + 0.5 - beside).clamp(0, 1)
    return torch.maximum(ink, _moved(torch.where(dotted, line * dots, line), ink))
