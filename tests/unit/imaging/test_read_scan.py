"""Scans in colour: luma as in read_gray, colours as in the file, and grey files without chroma."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from core.errors import InputError
from core.imaging import gray
from core.imaging import scan as scans
from core.imaging.read import read_gray
from core.imaging.scan import Scan, chroma_step, read_scan, to_bgra

PAPER, INK = (232, 214, 178), (170, 30, 40)


def sheet(height: int = 90, width: int = 61) -> np.ndarray:
    """Paper with a red square, uint8 ``[H, W, 3]``."""
    rgb = np.full((height, width, 3), PAPER, np.uint8)
    rgb[20:60, 16:40] = INK
    return rgb


def rgb_of(found: Scan) -> np.ndarray:
    """Return red, green and blue of a scan at its full size, signed."""
    assert found.chroma is not None
    height, width = found.gray.shape
    size = (found.chroma[0].shape[1] * found.step, found.chroma[0].shape[0] * found.step)
    red, blue = (cv2.resize(tint, size, interpolation=cv2.INTER_NEAREST) for tint in found.chroma)
    return to_bgra(found.gray, red[:height, :width], blue[:height, :width])[..., 2::-1].astype(int)


def check_colours(found: Scan, rgb: np.ndarray, most: int = 4) -> None:
    """Check the colours away from edges."""
    picture = rgb_of(found)
    assert picture.shape == rgb.shape
    for y, x in ((4, 4), (40, 28), (rgb.shape[0] - 5, rgb.shape[1] - 5)):
        assert np.abs(picture[y, x] - rgb[y, x]).max() <= most, (y, x)


@pytest.mark.parametrize(
    ("suffix", "mode"),
    [
        ("png", "RGB"),
        ("png", "P"),
        ("png", "RGBA"),
        ("tif", "RGB"),
        ("tif", "CMYK"),
        ("bmp", "RGB"),
        ("webp", "RGB"),
        ("jpg", "RGB"),
        ("jpg", "CMYK"),
    ],
)
def test_every_file_format_keeps_its_colours(tmp_path: Path, suffix: str, mode: str) -> None:
    path = tmp_path / f"x.{suffix}"
    more = {"quality": 95} if suffix in ("jpg", "webp") else {}
    image = Image.fromarray(sheet())
    (image.quantize(8) if mode == "P" else image.convert(mode)).save(path, **more)
    found = read_scan(path)
    check_colours(found, sheet(), 12)
    assert found.step == 2 and np.abs(found.gray.astype(int) - read_gray(path)).max() <= 3


def test_large_pages_have_coarser_chroma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (chroma_step(40_000_000), chroma_step(40_000_001)) == (2, 4)
    monkeypatch.setattr(scans, "_FINE_UP_TO", 1000)
    monkeypatch.setattr(gray, "_STRIP", 61 * 10)  # several strips
    Image.fromarray(sheet()).save(tmp_path / "x.png")
    found = read_scan(tmp_path / "x.png")
    assert found.step == 4 and found.chroma is not None and found.chroma[0].shape == (23, 16)
    check_colours(found, sheet())
    assert np.array_equal(found.gray, read_gray(tmp_path / "x.png"))


def test_transparency_becomes_white_paper(tmp_path: Path) -> None:
    rgba = np.dstack([sheet(), np.full((90, 61), 255, np.uint8)])
    rgba[:10] = (200, 0, 0, 0)
    Image.fromarray(rgba).save(tmp_path / "x.png")
    assert rgb_of(read_scan(tmp_path / "x.png"))[4, 4].min() >= 253


@pytest.mark.parametrize("mode", ["L", "1", "I;16", "LA", "RGB", "LAB"])
def test_grey_files_have_no_chroma(tmp_path: Path, mode: str) -> None:
    gray = Image.fromarray(sheet()).convert("L")
    path = tmp_path / "x.tif"
    image = Image.new("I;16", gray.size, 900) if mode == "I;16" else gray
    if mode == "LAB":
        image = Image.merge("LAB", [gray, gray, gray])
    elif mode != "I;16":
        image = gray.convert(mode)
    image.save(path)
    found = read_scan(path)
    assert found.chroma is None and np.array_equal(found.gray, read_gray(path))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_rotated_scans_are_made_upright(tmp_path: Path, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    for suffix in ("jpg", "tif"):
        path = tmp_path / f"x.{suffix}"
        more = {"quality": 100, "subsampling": 0} if suffix == "jpg" else {}
        Image.fromarray(sheet()).save(path, exif=exif, **more)
        found = read_scan(path)
        assert found.chroma is not None and found.gray.shape == read_gray(path).shape
        reds = np.argwhere(rgb_of(found)[..., 0] - rgb_of(found)[..., 1] > 70).mean(axis=0)
        dark = np.argwhere(found.gray < 120).mean(axis=0)
        assert np.abs(reds - dark).max() <= 1.5


def test_min_side_gives_a_smaller_copy_of_a_jpeg(tmp_path: Path) -> None:
    big = np.kron(sheet(), np.ones((10, 10, 1), np.uint8))
    for name, image in (("c.jpg", Image.fromarray(big)), ("g.jpg", Image.fromarray(big).convert("L"))):
        image.save(tmp_path / name, quality=90)
        found = read_scan(tmp_path / name, min_side=100)
        assert found.gray.shape == (225, 153)
        assert found.chroma is None if name == "g.jpg" else found.chroma is not None
    check_colours(read_scan(tmp_path / "c.jpg", min_side=100), np.asarray(Image.fromarray(big).resize((153, 225))), 12)
    assert read_scan(tmp_path / "c.jpg").gray.shape == (900, 610)


def test_jpeg_stored_as_rgb_keeps_its_colours(tmp_path: Path) -> None:
    Image.fromarray(sheet()).save(tmp_path / "x.jpg", quality=95, keep_rgb=True)
    check_colours(read_scan(tmp_path / "x.jpg"), sheet(), 12)


def test_pdf_is_grey_and_damaged_files_raise_input_error(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    Image.fromarray(sheet()).save(tmp_path / "x.pdf")
    found = read_scan(tmp_path / "x.pdf")
    assert found.chroma is None and np.array_equal(found.gray, read_gray(tmp_path / "x.pdf"))
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (90, 61, 3), np.uint8)).save(tmp_path / "x.png")
    cut = tmp_path / "cut.png"
    cut.write_bytes((tmp_path / "x.png").read_bytes()[:4000])
    for path, frame in ((cut, 0), (tmp_path / "none.png", 0), (tmp_path / "x.png", 3)):
        with pytest.raises(InputError):
            read_scan(path, frame)
