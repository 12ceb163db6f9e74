"""Normalisation of word crops of every size and brightness."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from core.imaging.normalise import HEIGHT, WIDTH, normalise, normalise_all


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
