"""Word crops of every size and brightness are normalised; random deformations are repeatable and bounded."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from core.imaging.augment import Augmentation, augment
from core.imaging.normalise import HEIGHT, WIDTH, normalise, normalise_all

NONE = Augmentation(scale=0, shear=0, shift_x=0, shift_y=0, thickness=0, noise=0)


def word(height: int = 60, width: int = 200, ink: int = 40, paper: int = 215) -> NDArray[np.uint8]:
    crop = np.full((height, width), paper, np.uint8)
    cv2.putText(crop, "hand", (width // 12, int(height * 0.7)), 0, height / 40, ink, max(2, height // 20))
    return crop


def ink_box(image: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Return left, top, width and height of everything darker than mid-grey."""
    return cv2.boundingRect((image < 128).astype(np.uint8))


@given(arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 90))))
@settings(max_examples=60, deadline=None)
def test_any_crop_gives_the_fixed_size_deterministically(crop: NDArray[np.uint8]) -> None:
    before = crop.copy()
    image = normalise(crop)
    assert image.shape == (HEIGHT, WIDTH) and image.dtype == np.uint8
    assert (normalise(crop) == image).all()
    assert (crop == before).all(), "the crop itself was changed"


@pytest.mark.parametrize("shade", [0, 7, 128, 255])
@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (60, 200)])
def test_crop_without_ink_is_white(shape: tuple[int, int], shade: int) -> None:
    assert (normalise(np.full(shape, shade, np.uint8)) == 255).all()


def test_faint_noise_gives_a_white_image() -> None:
    noise = np.random.default_rng(0).integers(198, 204, (60, 200)).astype(np.uint8)
    assert (normalise(noise) == 255).all()


def test_light_ink_on_dark_paper_is_inverted() -> None:
    crop = word()
    plain, turned = normalise(crop), normalise(255 - crop)
    assert turned.mean() > 150 and (turned[0] == 255).mean() > 0.5
    assert ((plain < 128) == (turned < 128)).mean() > 0.97


def test_ink_and_paper_of_any_brightness_give_the_same_image() -> None:
    strong, faint = normalise(word(ink=20, paper=250)), normalise(word(ink=110, paper=170))
    assert ((strong < 128) == (faint < 128)).mean() > 0.98
    assert faint.min() < 30 and faint.max() == 255


def test_shadow_across_the_paper_is_removed() -> None:
    crop = word(80, 260)
    shadow = np.linspace(1.0, 0.45, crop.shape[1])
    plain, shaded = normalise(crop), normalise((crop * shadow).astype(np.uint8))
    assert ((plain < 128) == (shaded < 128)).mean() > 0.95


@pytest.mark.parametrize(("width", "height"), [(80, 40), (120, 30), (40, 60), (390, 30)])
def test_aspect_is_kept_and_ink_is_centred(width: int, height: int) -> None:
    crop = np.full((height + 30, width + 70), 230, np.uint8)
    cv2.rectangle(crop, (50, 10), (50 + width - 1, 10 + height - 1), 30, 4)
    left, top, w, h = ink_box(normalise(crop))
    assert w / h == pytest.approx(width / height, rel=0.12)
    assert abs(left + w / 2 - WIDTH / 2) <= 3 and abs(top + h / 2 - HEIGHT / 2) <= 3
    assert w >= WIDTH * 0.9 or h >= HEIGHT * 0.8


def test_huge_crop_gives_the_same_image_as_a_small_one() -> None:
    small = word(100, 330)
    huge = cv2.resize(small, None, fx=30, fy=30, interpolation=cv2.INTER_LINEAR)
    assert ((normalise(small) < 128) == (normalise(huge) < 128)).mean() > 0.95


def test_margins_around_the_word_do_not_matter() -> None:
    crop = word()
    wide = np.pad(crop, ((15, 25), (60, 10)), constant_values=215)
    assert ((normalise(crop) < 128) == (normalise(wide) < 128)).mean() > 0.97


def test_normalise_all_equals_normalise_one_by_one() -> None:
    crops = [word(), word(30, 90), 255 - word(90, 300), np.zeros((1, 1), np.uint8)]
    together = normalise_all(iter(crops))
    assert together.shape == (4, HEIGHT, WIDTH)
    assert (together == np.stack([normalise(crop) for crop in crops])).all()
    assert normalise_all([]).shape == (0, HEIGHT, WIDTH)


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (4, 4, 3), (5,)])
def test_array_that_is_no_grey_image_raises_value_error(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="grey image"):
        normalise(np.zeros(shape, np.uint8))


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
