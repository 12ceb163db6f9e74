"""Images for a PDF: which are kept as they are, which are encoded anew, and at which resolution."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from core.errors import InputError
from core.imaging import embed
from core.imaging.embed import UNKNOWN_DPI, EmbeddedImage, embed_image
from core.imaging.read import read_gray


def page(mode: str = "RGB", size: tuple[int, int] = (90, 60)) -> Image.Image:
    across, down = np.meshgrid(np.linspace(0, 255, size[0]), np.linspace(0, 255, size[1]))
    pixels = np.dstack([across, down, np.full_like(down, 90)]).astype(np.uint8)
    return Image.fromarray(pixels).convert(mode)


def save(path: Path, image: Image.Image, **options: Any) -> Path:
    image.save(path, **options)
    return path


def decoded(image: EmbeddedImage) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(image.data)).convert("L"))


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
@pytest.mark.parametrize("progressive", [False, True])
def test_jpeg_is_kept_as_it_is(tmp_path: Path, mode: str, progressive: bool) -> None:
    path = save(tmp_path / "x.jpg", page(mode), progressive=progressive)
    image = embed_image(path)
    assert image.data == path.read_bytes() and image.filter == "DCTDecode"
    assert image.channels == {"L": 1, "RGB": 3, "CMYK": 4}[mode] and image.inverted == (mode == "CMYK")


@pytest.mark.parametrize(("name", "mode"), [("x.png", "RGB"), ("x.tif", "L"), ("x.webp", "RGB"), ("x.png", "RGBA")])
def test_other_images_become_jpeg(tmp_path: Path, name: str, mode: str) -> None:
    path = save(tmp_path / name, page(mode))
    image = embed_image(path)
    assert image.filter == "DCTDecode" and image.channels == (1 if mode == "L" else 3)
    assert np.abs(decoded(image).astype(int) - read_gray(path)).max() < 25


def test_black_and_white_is_kept_without_loss(tmp_path: Path) -> None:
    path = save(tmp_path / "x.tif", page("1", (83, 41)), compression="group4")
    image = embed_image(path)
    assert (image.filter, image.bits, image.channels) == ("FlateDecode", 1, 1)
    rows = np.frombuffer(zlib.decompress(image.data), np.uint8).reshape(41, -1)
    assert np.array_equal(np.unpackbits(rows, axis=1)[:, :83] * 255, read_gray(path))


def test_very_long_image_is_kept_without_loss(tmp_path: Path) -> None:
    path = save(tmp_path / "x.png", page("L", (2, 70_000)))
    image = embed_image(path)
    assert (image.filter, image.bits) == ("FlateDecode", 8)
    assert zlib.decompress(image.data) == read_gray(path).tobytes()


def test_jpeg_that_readers_of_pdfs_may_not_decode_is_encoded_anew(tmp_path: Path, monkeypatch: Any) -> None:
    path = save(tmp_path / "x.jpg", page())
    monkeypatch.setattr(embed, "_MAX_JPEG_BYTES", 100)
    assert embed_image(path).data != path.read_bytes()


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_incomplete_jpeg_is_refused(tmp_path: Path, share: float) -> None:
    path = save(tmp_path / "x.jpg", page("RGB", (300, 200)))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(InputError, match=r"x\.jpg: .*(damaged|incomplete)"):
        embed_image(path)


@pytest.mark.parametrize(
    ("name", "dpi", "found"),
    [
        ("x.jpg", (200, 200), (200, 200)),
        ("x.png", (150, 150), (150, 150)),
        ("x.tif", (204, 98), (204, 98)),
        ("x.jpg", None, (UNKNOWN_DPI, UNKNOWN_DPI)),
        ("x.png", (1, 1), (UNKNOWN_DPI, UNKNOWN_DPI)),
    ],
)
def test_resolution(tmp_path: Path, name: str, dpi: Any, found: tuple[float, float]) -> None:
    path = save(tmp_path / name, page("L"), **({"dpi": dpi} if dpi else {}))
    assert embed_image(path).dpi == pytest.approx(found, rel=0.01)


def test_resolution_turns_with_the_image(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    image = embed_image(save(tmp_path / "x.jpg", page("L"), exif=exif, dpi=(100, 200)))
    assert (image.orientation, image.upright_size, image.dpi) == (6, (60, 90), (200, 100))
