"""Random deformations: repeatable, bounded, and each range with its own effect."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from core.imaging.augment import Augmentation, augment

NONE = Augmentation(scale=0, shear=0, shift_x=0, shift_y=0, thickness=0, noise=0)


def bars(count: int = 6) -> torch.Tensor:
    """Return images 32 x 160 with an upright bar in the middle."""
    ink = torch.zeros(count, 1, 32, 160)
    ink[:, :, 8:24, 76:84] = 1
    return ink


def generator(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_zero_ranges_change_nothing() -> None:
    ink = torch.rand(3, 1, 32, 160)
    assert torch.allclose(augment(ink, NONE, generator()), ink, atol=1e-4)


def test_same_seed_gives_the_same_images_and_keeps_the_batch() -> None:
    ink = bars()
    first, second = augment(ink, Augmentation(), generator()), augment(ink, Augmentation(), generator())
    assert torch.equal(first, second) and torch.equal(ink, bars())
    assert not torch.equal(first, augment(ink, Augmentation(), generator(2)))
    assert not torch.equal(first[0], first[1]), "every image is deformed differently"


def test_global_random_state_is_not_used() -> None:
    before = torch.random.get_rng_state()
    augment(bars(), Augmentation(), generator())
    assert torch.equal(torch.random.get_rng_state(), before)


def test_values_stay_in_0_to_1() -> None:
    deformed = augment(bars(40), Augmentation(noise=0.5, thickness=1.0), generator())
    assert deformed.shape == (40, 1, 32, 160) and deformed.min() >= 0 and deformed.max() <= 1


@pytest.mark.parametrize(("axis", "name", "side"), [(3, "shift_x", 160), (2, "shift_y", 32)])
def test_shift_moves_by_at_most_its_share(axis: int, name: str, side: int) -> None:
    share = 0.1
    ranges = replace(NONE, **{name: share})
    deformed = augment(bars(60), ranges, generator())
    positions = torch.arange(side).float().view([side if a == axis else 1 for a in range(4)])
    moved = (deformed * positions).sum((1, 2, 3)) / deformed.sum((1, 2, 3)) - (bars(60) * positions).sum(
        (1, 2, 3)
    ) / 128
    assert moved.abs().max() <= share * side + 0.1
    assert moved.abs().max() > share * side * 0.8 and moved.min() < 0 < moved.max()


def test_shear_slants_a_stroke_by_heights_per_height() -> None:
    deformed = augment(bars(80), Augmentation(0, 0.6, 0, 0, 0, 0), generator())
    columns = torch.arange(160).float()
    top, bottom = deformed[:, 0, 9], deformed[:, 0, 22]
    lean = (top * columns).sum(1) / top.sum(1) - (bottom * columns).sum(1) / bottom.sum(1)
    assert lean.abs().max() <= 0.6 * 13 + 0.2 and lean.abs().max() > 0.6 * 13 * 0.85


def test_thickness_makes_some_strokes_thicker_and_others_thinner() -> None:
    deformed = augment(bars(200), Augmentation(0, 0, 0, 0, 0.6, 0), generator())
    ink = deformed.sum((1, 2, 3))
    plain = 16 * 8
    thicker, thinner = (ink > plain + 1).float().mean(), (ink < plain - 1).float().mean()
    assert 0.2 < thicker < 0.4 and 0.2 < thinner < 0.4


def test_further_kinds_change_the_image_and_leave_the_others_draws_alone() -> None:

    plain = augment(bars(40), Augmentation(noise=0), generator())
    for kind, size in (("elastic", 0.05), ("fade", 0.5), ("neighbours", 1.0), ("rules", 1.0)):
        ranges = replace(Augmentation(noise=0), **{kind: size})
        deformed = augment(bars(40), ranges, generator())
        assert torch.equal(deformed, augment(bars(40), ranges, generator())), kind
        assert float(deformed.min()) >= 0 and float(deformed.max()) <= 1
        if kind == "fade":
            assert float((plain - deformed).min()) >= -1e-6 and not torch.equal(plain, deformed)
        if kind == "rules":
            assert (deformed >= plain - 1e-6).all()
            assert float((deformed - plain)[:, :, :, :40].amax(dim=(1, 2, 3)).min()) > 0.05, "a line in every image"


def test_elastic_displacement_is_smooth_and_of_the_size_asked_for() -> None:
    columns = torch.linspace(0, 1, 160).expand(300, 1, 32, 160).clone()
    moved = augment(columns, Augmentation(0, 0, 0, 0, 0, 0, elastic=0.05), generator())
    shift = (moved - columns)[:, :, 10:-10, 20:-20] * 159  # in pixels
    assert 0.6 * 1.6 < float(shift.std()) < 1.4 * 1.6
    assert float((shift[..., 1:] - shift[..., :-1]).abs().max()) < 2.5


def test_neighbours_stay_in_the_quarters_at_the_edges() -> None:
    ink = torch.zeros(20, 1, 32, 160)
    ink[::2] = 1
    reached = augment(ink, Augmentation(0, 0, 0, 0, 0, 0, neighbours=1.0), generator())
    assert float(reached[1::2, :, 8:24].max()) == 0
    assert float(reached[1::2].amax(dim=(1, 2, 3)).min()) == 1


def test_smaller_shrinks_both_ways_alike() -> None:
    deformed = augment(bars(60), replace(NONE, smaller=0.5), generator())
    shown = deformed[:, 0] > 0.5
    heights, widths = shown.any(2).sum(1).float(), shown.any(1).sum(1).float()
    assert heights.min() < 10 and 15 <= heights.max() <= 17, "16 rows, and half of them at least"
    assert (heights / widths - 2).abs().max() < 0.6, "the bar stays twice as high as wide"


def test_the_reverse_shows_mirrored_and_faint_where_there_is_no_ink() -> None:
    ink = torch.zeros(40, 1, 32, 160)
    ink[::2, :, 8:24, 20:40] = 1
    deformed = augment(ink, replace(NONE, reverse=1.0), generator())
    shown = deformed[1::2, 0, :, 120:140].amax((1, 2))
    assert shown.min() > 0.08 and shown.max() <= 0.35 and shown.std() > 0.03
    assert deformed[1::2, 0, :, 20:40].max() == 0 and torch.allclose(deformed[::2], ink[::2], atol=1e-4)
