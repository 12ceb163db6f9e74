"""JPEG 2000: all kinds are read, sizes come from the header, and memory is bounded before anything is decoded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jpeg2000_helpers import boxed, codestream, coding_marker, size_marker
from PIL import Image

from core.errors import InputError
from core.formats.images import read_scans, read_word_images
from core.imaging import read
from core.imaging.embed import embed_image
from core.imaging.jpeg2000 import least_reduction, read_codestream, reduction_to
from core.imaging.read import frame_sizes, read_gray
from core.imaging.scan import read_scan

SIZE = (240, 130)


def page(mode: str = "L") -> Image.Image:
    """Smooth shades, dark at the top left, in colour if the mode has any."""
    across, down = np.meshgrid(np.linspace(0, 1, SIZE[0]), np.linspace(0, 1, SIZE[1]))
    shade = 40 + 200 * (across + down) / 2
    if mode == "I;16":
        return Image.fromarray((shade * 257).astype(np.uint16))
    pixels = np.dstack([shade, shade * 0.6, shade * 0.3]).astype(np.uint8)
    return Image.fromarray(pixels).convert(mode)


def save(path: Path, image: Image.Image, **options: Any) -> Path:
    image.save(path, "JPEG2000", **options)
    return path


@pytest.mark.parametrize("suffix", [".jp2", ".j2k", ".jpx", ".jpf"])
@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "I;16"])
@pytest.mark.parametrize("options", [{}, {"tile_size": (64, 64)}, {"irreversible": True, "quality_layers": [4, 2]}])
def test_every_kind_is_read(tmp_path: Path, suffix: str, mode: str, options: dict[str, Any]) -> None:
    if mode == "I;16" and "tile_size" in options:
        options = {"tile_size": (SIZE[0], 64)}  # Pillow writes 16-bit tiles that begin right of the edge wrongly
    path = save(tmp_path / f"x{suffix}", page(mode), no_jp2=suffix == ".j2k", **options)
    assert frame_sizes(path) == [SIZE]
    if mode == "I;16":
        expected = np.asarray(page(mode)) / 257
    else:
        expected = np.asarray(page("RGB" if "RGB" in mode else "L").convert("L")).astype(float)
    gray = read_gray(path)
    assert gray.shape == SIZE[::-1] and np.abs(gray - expected).mean() < 3


def test_transparency_becomes_white_paper(tmp_path: Path) -> None:
    pixels = np.zeros((40, 60, 4), np.uint8)
    pixels[:, :30, 3] = 255
    gray = read_gray(save(tmp_path / "x.jp2", Image.fromarray(pixels)))
    assert gray[:, :25].max() < 10 and gray[:, 35:].min() > 245


def test_colour_is_kept_for_display(tmp_path: Path) -> None:
    scan = read_scan(save(tmp_path / "x.jp2", page("RGB")))
    assert scan.chroma is not None and scan.gray.shape == SIZE[::-1]
    assert read_scan(save(tmp_path / "y.jp2", page("L"))).chroma is None


def test_thumbnail_is_decoded_small(tmp_path: Path) -> None:
    for mode in ("L", "RGB"):
        scan = read_scan(save(tmp_path / f"{mode}.jp2", page(mode)), min_side=50)
        assert scan.gray.shape == (65, 120)


def test_scans_word_images_and_pdf(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    path = save(folder / "deer_1.jp2", page())
    assert read_scans(path).pages[0].width == SIZE[0]
    assert [crop.text for crop in read_word_images(folder).crops] == ["deer"]
    assert embed_image(path).filter == "DCTDecode"


def test_header_of_a_tiled_image(tmp_path: Path) -> None:
    found = read_codestream(save(tmp_path / "x.jp2", page("RGB"), tile_size=(64, 32), num_resolutions=4))
    assert (found.width, found.height, found.tile, found.tiles) == (*SIZE, (64, 32), 4 * 5)
    assert found.depths == (8, 8, 8) and found.max_reduction == 3


def test_tiles_take_less_memory_than_one_large_image(tmp_path: Path) -> None:
    whole = read_codestream(save(tmp_path / "x.jp2", page("RGB")))
    tiled = read_codestream(save(tmp_path / "y.jp2", page("RGB"), tile_size=(64, 64), num_resolutions=2))
    pixels = SIZE[0] * SIZE[1]
    assert whole.memory(0, 4) > 19 * pixels and whole.memory(1, 4) < whole.memory(0, 4) / 2
    assert tiled.memory(0, 4) - tiled.tiles * 20_000 < 12 * pixels


@pytest.mark.parametrize("mode", ["L", "RGB", "I;16"])
def test_too_large_for_the_memory_is_decoded_reduced_and_enlarged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    path = save(tmp_path / "x.jp2", page(mode))
    full = read_gray(path)
    found = read_codestream(path)
    limit = found.memory(1, 5) + SIZE[0] * SIZE[1]
    assert least_reduction(found, 4, limit) == 1
    monkeypatch.setattr(read, "MAX_BYTES", limit)
    gray, scan = read_gray(path), read_scan(path)
    assert frame_sizes(path) == [SIZE] and gray.shape == scan.gray.shape == SIZE[::-1]
    assert 0 < np.abs(gray.astype(int) - full).mean() < 3
    if scan.chroma is not None:
        assert scan.chroma[0].shape == (65, 120)
    monkeypatch.setattr(read, "MAX_BYTES", 10_000)
    with pytest.raises(InputError, match="too large"):
        frame_sizes(path)


def test_reductions(tmp_path: Path) -> None:
    (tmp_path / "x.j2k").write_bytes(codestream(size_marker(4000, 3000), coding_marker(3), levels=3))
    found = read_codestream(tmp_path / "x.j2k")
    assert reduction_to(found, 700) == 2 and reduction_to(found, 5000) == 0 and reduction_to(found, 1) == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (codestream(size_marker(60_000, 60_000), coding_marker()), "too large"),
        (codestream(size_marker(2**31, 2**31), coding_marker()), "too large"),
        (codestream(size_marker(12_600, 12_600, channels=3), coding_marker(0), levels=0), "too large"),
        (codestream(size_marker(9_000, 9_000), coding_marker(5, (0, 0))), "too large"),
        (codestream(size_marker(9_000, 9_000), coding_marker(5, (4, 4), 1)), "too large"),
        (codestream(size_marker(9_000, 9_000), coding_marker(), tile_header=coding_marker(5, (0, 0), 1)), "too large"),
        (codestream(size_marker(9_000, 9_000), coding_marker(5, (4, 4), 8, 65_535)), "too large"),
        (codestream(size_marker(256, 255, (1, 1), channels=4), coding_marker()), "too large"),
        (codestream(size_marker(300, 300, (1, 1)), coding_marker()), "too many tiles"),
        (boxed(codestream(size_marker(60_000, 60_000), coding_marker()), 100, 100), "different sizes|too large"),
        (boxed(codestream(size_marker(100, 100), coding_marker()), 200, 200), "different sizes"),
        (codestream(size_marker(100, 100, channels=9), coding_marker()), "damaged|not an image"),
        (boxed(codestream(size_marker(100, 100, channels=2000), coding_marker()), 100, 100), "channels|not an image"),
        (codestream(size_marker(100, 100), coding_marker(40), levels=0), "damaged"),
        (codestream(size_marker(100, 100), b""), "coding of the image is missing"),
        (codestream(size_marker(100, 100), coding_marker())[:60], "damaged|incomplete"),
        (boxed(b"", 100, 100), "damaged|incomplete"),
    ],
)
def test_bombs_and_lies_are_refused_by_the_header(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "x.jp2"
    path.write_bytes(data)
    for attempt in (frame_sizes, read_gray):
        with pytest.raises(InputError, match=message) as caught:
            attempt(path)
        assert len(str(caught.value).splitlines()) == 1


def test_hidden_coding_after_a_tile_is_refused(tmp_path: Path) -> None:
    whole = codestream(size_marker(100, 100), coding_marker())
    (tmp_path / "x.j2k").write_bytes(whole[:-2] + b"\0\0" + coding_marker() + whole[-2:])
    with pytest.raises(InputError, match="a tile is damaged"):
        frame_sizes(tmp_path / "x.j2k")


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("tiles", [{}, {"tile_size": (64, 64)}])
def test_truncated_file_is_refused_when_it_is_decoded(tmp_path: Path, share: float, tiles: dict[str, Any]) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (130, 240), dtype=np.uint8)
    path = save(tmp_path / "x.jp2", Image.fromarray(noise), **tiles)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(InputError, match="damaged or incomplete"):
        read_gray(path)


def test_codestream_without_an_end_before_another_box(tmp_path: Path) -> None:
    path = save(tmp_path / "x.jp2", page())
    data = path.read_bytes()
    start = data.index(b"jp2c")
    length = int.from_bytes(data[start - 4 : start], "big") or len(data) - start + 4
    data = data[: start - 4] + (length - 2).to_bytes(4, "big") + data[start:-2] + b"\0\0\0\x0cxml abcd"
    path.write_bytes(data)
    assert frame_sizes(path) == [SIZE]
