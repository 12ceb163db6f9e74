"""Reading scans and crops, grey and in colour: all pixel types and orientations, and errors for damaged files."""

from __future__ import annotations

import os
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from document_helpers import read_sources
from PIL import Image
from project_helpers import draw_image

from core.errors import InputError
from core.imaging import gray
from core.imaging import scan as scans
from core.imaging.pdf import PDF_DPI
from core.imaging.read import MAX_PIXELS, frame_sizes, read_gray, verify_pixels
from core.imaging.scan import Scan, chroma_step, read_scan, to_bgra

PAPER, INK = (232, 214, 178), (170, 30, 40)


def png_header(width: int, height: int) -> bytes:
    """Return a PNG that declares a size and holds almost no pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")
    )


@pytest.fixture
def ink(tmp_path: Path) -> Image.Image:
    """A white page, 40 x 20, black in its top left quarter."""
    pixels = np.full((20, 40), 255, np.uint8)
    pixels[:10, :20] = 0
    return Image.fromarray(pixels)


@pytest.mark.parametrize("suffix", ["png", "jpg", "tif", "bmp", "webp", "gif"])
def test_every_file_format_gives_the_same_ink(tmp_path: Path, ink: Image.Image, suffix: str) -> None:
    path = tmp_path / f"x.{suffix}"
    ink.save(path)
    assert frame_sizes(path) == [(40, 20)]
    gray = read_gray(path)
    assert gray.shape == (20, 40) and gray.dtype == np.uint8
    assert gray[2:7, 2:17].max() < 40 and gray[13:, 23:].min() > 215


@pytest.mark.parametrize("mode", ["1", "P", "RGB", "CMYK", "LA", "RGBA", "YCbCr", "LAB"])
def test_every_pixel_type_gives_the_same_ink(tmp_path: Path, ink: Image.Image, mode: str) -> None:
    path = tmp_path / ("x.png" if mode in ("1", "P", "RGB", "LA", "RGBA") else "x.tif")
    if mode == "LAB":
        plane = Image.new("L", ink.size, 128)
        Image.merge("LAB", (ink, plane, plane)).save(path)
    else:
        (ink.convert("RGB") if mode == "CMYK" else ink).convert(mode).save(path)
    gray = read_gray(path)
    assert gray[5, 5] < 12 and gray[15, 30] > 243


def test_cmyk_jpeg_is_not_inverted(tmp_path: Path, ink: Image.Image) -> None:
    ink.convert("RGB").convert("CMYK").save(tmp_path / "x.jpg")
    gray = read_gray(tmp_path / "x.jpg")
    assert gray[5, 5] < 12 and gray[15, 30] > 243


def test_transparency_becomes_white_paper(tmp_path: Path) -> None:
    pixels = np.zeros((4, 6, 4), np.uint8)  # black everywhere, visible only where opaque
    pixels[:, :2, 3] = 255
    pixels[:, 2:4, 3] = 128
    Image.fromarray(pixels).save(tmp_path / "x.png")
    gray = read_gray(tmp_path / "x.png")
    assert gray[0, 0] == 0 and abs(int(gray[0, 2]) - 127) <= 1 and gray[0, 5] == 255


def test_transparent_palette_entry_becomes_white(tmp_path: Path) -> None:
    image = Image.new("P", (4, 4), 0)
    image.putpalette([0, 0, 0, 90, 90, 90])
    image.putpixel((1, 1), 1)
    image.save(tmp_path / "x.png", transparency=0)
    gray = read_gray(tmp_path / "x.png")
    assert gray[0, 0] == 255 and gray[1, 1] == 90


@pytest.mark.parametrize("suffix", ["png", "tif"])
def test_sixteen_bits_keep_their_range(tmp_path: Path, suffix: str) -> None:
    values = np.array([[0, 257, 32896, 65535]], np.uint16)
    Image.fromarray(values).save(tmp_path / f"x.{suffix}")
    assert read_gray(tmp_path / f"x.{suffix}").tolist() == [[0, 1, 128, 255]]


def test_big_endian_sixteen_bit_tiff_is_read(tmp_path: Path) -> None:
    data = np.array([[0, 65535], [32896, 257]], ">u2")
    image = Image.frombytes("I;16B", (2, 2), data.tobytes())
    image.save(tmp_path / "x.tif")
    assert read_gray(tmp_path / "x.tif").tolist() == [[0, 255], [128, 1]]


def test_sixteen_bit_tiff_with_inverted_or_declared_white(tmp_path: Path) -> None:
    values = Image.fromarray(np.array([[0, 65535]], np.uint16))
    values.save(tmp_path / "i.tif", tiffinfo={262: 0})
    assert read_gray(tmp_path / "i.tif").tolist() == [[255, 0]]
    twelve = Image.fromarray(np.array([[0, 2048, 4095]], np.uint16))
    twelve.save(tmp_path / "t.tif", tiffinfo={281: 4095})
    assert read_gray(tmp_path / "t.tif").tolist() == [[0, 128, 255]]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (np.array([[0, 100, 255]], np.int32), [0, 100, 255]),
        (np.array([[0, 257, 65535]], np.int32), [0, 1, 255]),
        (np.array([[-100, 0, 999_900]], np.int32), [0, 0, 255]),
        (np.array([[0.0, 0.5, 1.0]], np.float32), [0, 128, 255]),
        (np.array([[0.0, 20.0, 200.0]], np.float32), [0, 20, 200]),
        (np.array([[0.0, np.nan, 0.25]], np.float32), [0, 255, 64]),
        (np.array([[7, 7, 7]], np.int32), [7, 7, 7]),
        (np.array([[-7, -7, -7]], np.int32), [255, 255, 255]),
    ],
)
def test_32_bit_and_float_values_are_scaled(tmp_path: Path, values: np.ndarray, expected: list[int]) -> None:
    Image.fromarray(values).save(tmp_path / "x.tif")
    assert np.abs(read_gray(tmp_path / "x.tif")[0].astype(int) - expected).max() <= 1


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_applies_to_size_and_pixels(
    tmp_path: Path, ink: Image.Image, suffix: str, orientation: int
) -> None:
    exif = Image.Exif()
    exif[274] = orientation
    path = tmp_path / f"x.{suffix}"
    rng = np.random.default_rng(3)
    ink = Image.fromarray(np.asarray(ink) // 255 * 235 + rng.integers(0, 20, (20, 40), dtype=np.uint8))
    ink.save(path, exif=exif)
    gray = read_gray(path)
    assert frame_sizes(path) == [(gray.shape[1], gray.shape[0])]
    assert gray.shape == ((40, 20) if orientation >= 5 else (20, 40))
    # the new position of the top left corner of the stored image, by the EXIF standard
    bottom, right = orientation in (3, 4, 7, 8), orientation in (2, 3, 6, 7)
    if suffix in ("png", "tif"):
        stored = np.asarray(ink) if orientation < 5 else np.asarray(ink).T
        stored = stored[::-1] if bottom else stored
        assert np.array_equal(gray, stored[:, ::-1] if right else stored)
    corner = gray[-3 if bottom else 2, -3 if right else 2]
    assert corner < 30 and gray[2 if bottom else -3, 2 if right else -3] > 225


def test_damaged_exif_is_ignored(tmp_path: Path, ink: Image.Image) -> None:
    ink.save(tmp_path / "x.jpg", exif=b"Exif\0\0MM\0*\0\0\xff\xff broken")
    assert frame_sizes(tmp_path / "x.jpg") == [(40, 20)]
    assert read_gray(tmp_path / "x.jpg").shape == (20, 40)


def test_reduced_copies_in_a_tiff_are_no_pages(tmp_path: Path) -> None:
    pages = [Image.new("L", (10 + i, 20), 50 * i) for i in range(3)]
    pages[1].encoderinfo = {"tiffinfo": {254: 1}}
    pages[0].save(tmp_path / "x.tif", save_all=True, append_images=pages[1:])
    assert frame_sizes(tmp_path / "x.tif") == [(10, 20), (12, 20)]
    assert read_gray(tmp_path / "x.tif", 1).mean() == 100
    with pytest.raises(InputError, match="no page 3; the file has 2"):
        read_gray(tmp_path / "x.tif", 2)


@pytest.mark.parametrize("suffix", ["gif", "png", "webp"])
def test_first_image_of_an_animation_is_read(tmp_path: Path, suffix: str) -> None:
    pictures = [Image.new("L", (9, 9), value) for value in (0, 255)]
    pictures[0].save(tmp_path / f"x.{suffix}", save_all=True, append_images=pictures[1:])
    assert frame_sizes(tmp_path / f"x.{suffix}") == [(9, 9)]
    assert read_gray(tmp_path / f"x.{suffix}").max() < 5


def test_pdf_pages_are_rendered_at_300_dpi(tmp_path: Path, ink: Image.Image) -> None:
    ink.convert("RGB").save(
        tmp_path / "x.pdf", save_all=True, append_images=[Image.new("RGB", (33, 51), "white")], resolution=72.5
    )
    frames = frame_sizes(tmp_path / "x.pdf")
    assert len(frames) == 2
    for i, (width, height) in enumerate(frames):
        assert read_gray(tmp_path / "x.pdf", i).shape == (height, width)
    assert abs(frames[0][0] - 40 / 72.5 * PDF_DPI) <= 1
    gray = read_gray(tmp_path / "x.pdf", 0)
    assert gray[20, 20] < 12 and gray[-5, -5] > 243
    with pytest.raises(InputError, match="no page 3"):
        read_gray(tmp_path / "x.pdf", 2)


def test_damaged_pdf_raises_input_error(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4\nnothing more")
    with pytest.raises(InputError, match=r"x\.pdf: the PDF is damaged"):
        frame_sizes(tmp_path / "x.pdf")
    with pytest.raises(InputError, match=r"x\.pdf: the PDF is damaged"):
        read_gray(tmp_path / "x.pdf")


def test_oversized_pdf_page_raises_input_error(tmp_path: Path) -> None:
    body = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 14400 14400]>>endobj\n"
        b"trailer<</Root 1 0 R>>\n"
    )
    (tmp_path / "x.pdf").write_bytes(body)
    for read in (frame_sizes, read_gray):
        with pytest.raises(InputError, match="more than 250 megapixels"):
            read(tmp_path / "x.pdf")


@pytest.mark.parametrize(("width", "height"), [(60000, 60000), (16000, 16000), (2**31 - 1, 2**31 - 1)])
def test_decompression_bombs_raise_input_error(tmp_path: Path, width: int, height: int) -> None:
    (tmp_path / "bomb.png").write_bytes(png_header(width, height))
    for read in (frame_sizes, read_gray):
        with pytest.raises(InputError, match=r"too large .*250 megapixels"):
            read(tmp_path / "bomb.png")


def test_large_page_below_the_limit_is_accepted(tmp_path: Path) -> None:
    width, height = 15000, 16000
    assert 179_000_000 < width * height < MAX_PIXELS  # more than the library itself accepts
    (tmp_path / "large.png").write_bytes(png_header(width, height))
    assert frame_sizes(tmp_path / "large.png") == [(width, height)]


def noise_image(seed: int = 0) -> Image.Image:
    return Image.fromarray(np.random.default_rng(seed).integers(0, 255, (90, 120), dtype=np.uint8))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((f"x.{suffix}", {}) for suffix in ("jpg", "png", "tif", "bmp", "webp", "gif", "jp2")),
        ("x.jpg", {"progressive": True}),
        ("x.tif", {"append_images": [noise_image(1)], "save_all": True}),
    ],
)
def test_truncated_files_raise_input_error(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    path = tmp_path / name
    noise_image().save(path, **options)
    data = path.read_bytes()
    last = len(frame_sizes(path)) - 1
    path.write_bytes(data + b"something of the scanner's software")
    verify_pixels(path, last)
    path.write_bytes(data[: len(data) * 2 // 3 if last == 0 else -500])
    for read in (read_gray, verify_pixels):
        with pytest.raises(InputError, match=rf"{re.escape(name)}: .*(damaged|incomplete)"):
            read(path, last)


def test_png_that_lacks_only_its_end_mark_is_read(tmp_path: Path) -> None:
    noise_image().save(tmp_path / "x.png")
    (tmp_path / "x.png").write_bytes((tmp_path / "x.png").read_bytes()[:-12])
    verify_pixels(tmp_path / "x.png")


def test_image_without_pixels_raises_input_error(tmp_path: Path) -> None:
    (tmp_path / "x.gif").write_bytes(b"GIF89a" + struct.pack("<HHBBB", 0, 0, 0, 0, 0) + b";")
    with pytest.raises(InputError):
        frame_sizes(tmp_path / "x.gif")


def test_files_that_are_no_image_raise_input_error(tmp_path: Path) -> None:
    (tmp_path / "empty.png").touch()
    (tmp_path / "text.png").write_text("not an image")
    os.mkfifo(tmp_path / "pipe.png")
    for name, message in [
        ("empty.png", "the file is empty"),
        ("text.png", "not an image that can be read"),
        ("missing.png", "no such file"),
        ("", "a folder"),
        ("pipe.png", "not a plain file"),
    ]:
        for read in (frame_sizes, read_gray):
            with pytest.raises(InputError, match=message) as caught:
                read(tmp_path / name)
            assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"avif"])
def test_photos_of_telephones_are_to_be_saved_as_jpeg(tmp_path: Path, brand: bytes) -> None:
    path = tmp_path / "photo.heic"
    path.write_bytes(bytes([0, 0, 0, 24]) + b"ftyp" + brand + bytes(100))
    with pytest.raises(
        InputError, match=r"HEIC and AVIF images cannot be read\. Save the image as JPEG, and import that"
    ):
        frame_sizes(path)
    assert read_sources([tmp_path, draw_image(tmp_path / "page.png", (300, 400))]).skipped[0].file == path


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may read everything")
def test_file_without_read_permission_raises_input_error(tmp_path: Path, ink: Image.Image) -> None:
    ink.save(tmp_path / "x.png")
    (tmp_path / "x.png").chmod(0)
    with pytest.raises(InputError, match="cannot be opened"):
        frame_sizes(tmp_path / "x.png")


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


def test_transparency_of_a_scan_in_colour_becomes_white_paper(tmp_path: Path) -> None:
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
