"""Images from strangers: harmed files of every format, odd kinds, and files that claim to be enormous."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hostile_helpers import MANY, Watch, digest, harmed, in_limits, seeds, taken_in_and_out
from jpeg2000_helpers import boxed, codestream, coding_marker, size_marker
from PIL import Image
from tally import Harm, tally

from core.errors import InputError
from core.formats.images import read_scans, read_word_images
from core.formats.sources import read_source
from core.imaging.read import frame_sizes, read_gray
from core.project.project import Project

pytestmark = pytest.mark.timeout(3600)


def picture(mode: str = "L", size: tuple[int, int] = (60, 30)) -> Image.Image:
    noise = np.random.default_rng(3).integers(0, 256, (size[1], size[0], 4), np.uint8)
    image = Image.fromarray(noise, "RGBA")
    if mode == "I;16":
        return Image.fromarray(noise[:, :, 0].astype(np.uint16) * 257)
    if mode == "F":
        return Image.fromarray(noise[:, :, 0].astype(np.float32))
    return image.convert("RGB").convert(mode) if mode != "RGBA" else image


def packed(kind: str, image: Image.Image, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def pdf() -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    for _ in range(2):
        document.new_page(36, 18)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


MAKERS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "PNG": (".png", lambda: packed("PNG", picture())),
    "PNG RGBA": (".png", lambda: packed("PNG", picture("RGBA"))),
    "PNG 16-bit": (".png", lambda: packed("PNG", picture("I;16"))),
    "JPEG": (".jpg", lambda: packed("JPEG", picture("RGB"))),
    "JPEG progressive": (".jpg", lambda: packed("JPEG", picture("RGB"), progressive=True)),
    "JPEG CMYK": (".jpg", lambda: packed("JPEG", picture("CMYK"))),
    "TIFF": (".tif", lambda: packed("TIFF", picture("RGB"))),
    "TIFF packed": (".tif", lambda: packed("TIFF", picture(), compression="tiff_lzw")),
    "TIFF fax": (".tif", lambda: packed("TIFF", picture("1"), compression="group4")),
    "TIFF pages": (".tif", lambda: packed("TIFF", picture(), save_all=True, append_images=[picture("F")] * 2)),
    "BMP": (".bmp", lambda: packed("BMP", picture("RGB"))),
    "GIF": (".gif", lambda: packed("GIF", picture("P"), save_all=True, append_images=[picture("L")] * 2)),
    "WEBP": (".webp", lambda: packed("WEBP", picture("RGB"))),
    "JPEG 2000": (".jp2", lambda: packed("JPEG2000", picture("RGB"))),
    "JPEG 2000 tiles": (".jpx", lambda: packed("JPEG2000", picture("RGBA"), tile_size=(16, 16))),
    "JPEG 2000 bare": (".j2k", lambda: packed("JPEG2000", picture("I;16"), no_jp2=True)),
    "PDF": (".pdf", pdf),
}


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_harmed_images(kind: str, tmp_path: Path) -> None:
    suffix, make = MAKERS[kind]
    whole = make()
    path = tmp_path / "in" / f"word_1{suffix}"
    path.parent.mkdir()
    watch = Watch()

    def read() -> object:
        for frame, (width, height) in enumerate(frame_sizes(path)[:5]):
            if width * height < 10_000_000:  # larger ones have tests of their own
                assert read_gray(path, frame).shape == (height, width)
        return read_scans(path)

    with Project.create(tmp_path / "archive") as project:
        for seed in seeds() if MANY else range(3 if kind == "PDF" else 12):
            path.write_bytes(harmed(whole, seed))
            before = digest(path.parent)
            found = watch.try_it(read)
            if seed % 6 == 0:
                taken_in_and_out(project, found)
                watch.try_it(lambda: read_word_images(path.parent))
            assert digest(path.parent) == before
    assert watch.refused
    tally(Harm.IMAGES, f"image {kind}: damaged files", watch.cases, watch.outcome)


def test_odd_but_honest_images_are_read(tmp_path: Path) -> None:
    """16 bits, CMYK, palettes, floats, one bit, animations and pictures lying on their side are no attack."""
    watch = Watch()
    cases: dict[str, bytes] = {
        "a.png": packed("PNG", picture("I;16")),
        "b.tif": packed("TIFF", picture("I;16")),
        "c.jpg": packed("JPEG", picture("CMYK")),
        "d.tif": packed("TIFF", picture("CMYK")),
        "e.png": packed("PNG", picture("P")),
        "f.tif": packed("TIFF", picture("F")),
        "g.png": packed("PNG", picture("1")),
        "h.tif": packed("TIFF", picture("LAB")),
        "i.gif": packed("GIF", picture("P"), save_all=True, append_images=[picture("L")] * 3),
        "j.png": packed("PNG", picture("RGBA"), save_all=True, append_images=[picture("RGBA")] * 3),
        "k.webp": packed("WEBP", picture("RGB"), save_all=True, append_images=[picture("RGB")] * 3),
        "l.png": packed("PNG", picture("LA")),
        "m.jpg": packed("JPEG", picture("L")),
        "n.jp2": packed("JPEG2000", picture("RGBA")),
        "o.j2k": packed("JPEG2000", picture("I;16"), no_jp2=True),
    }
    for name, data in cases.items():
        (tmp_path / name).write_bytes(data)
        assert watch.try_it(lambda name=name: read_gray(tmp_path / name)).shape == (30, 60)  # type: ignore[attr-defined]
    for turn in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = turn
        for suffix, kind in ((".jpg", "JPEG"), (".png", "PNG"), (".webp", "WEBP"), (".tif", "TIFF")):
            path = tmp_path / f"turned{turn}{suffix}"
            path.write_bytes(packed(kind, picture(), exif=exif))
            size = (60, 30) if turn < 5 else (30, 60)
            assert frame_sizes(path) == [size]
            assert watch.try_it(lambda path=path: read_gray(path)).shape == size[::-1]  # type: ignore[attr-defined]
    assert watch.refused == 0
    outcome = "all read upright"
    tally(Harm.IMAGES, "image: 16-bit, CMYK, palette, float, animated, rotated by EXIF", watch.cases, outcome)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".tif", ".bmp", ".gif", ".webp", ".jp2", ".pdf"])
def test_files_that_are_no_image(suffix: str, tmp_path: Path) -> None:
    watch = Watch()
    path = tmp_path / f"a{suffix}"
    for data in (
        b"",
        b"\0",
        b"\0" * 5000,
        b"GIF89a",
        b"%PDF-",
        b"%PDF-1.4\n%%EOF",
        b"II*\0" + b"\xff" * 8,
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"BM" + b"\xff" * 60,
        b"\0\0\0\x0cjP  \r\n\x87\n",
        b"\xff\x4f\xff\x51" + b"\xff" * 60,
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%!PS-Adobe-3.0 EPSF-3.0\n",
        b"/bin/sh",
    ):
        path.write_bytes(data)
        assert watch.try_it(lambda: frame_sizes(path)) is None
        assert watch.try_it(lambda: read_gray(path)) is None
        assert watch.try_it(lambda: read_source(path)) is None
    path.unlink()
    os.mkfifo(path)
    assert watch.try_it(lambda: frame_sizes(path)) is None
    path.unlink()
    path.symlink_to("/dev/zero")
    assert watch.try_it(lambda: frame_sizes(path)) is None
    tally(Harm.IMAGES, f"image: no {suffix[1:]} inside, empty, a pipe, a device", watch.cases, "refused")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_claiming(width: int, height: int, colour: int = 0, depth: int = 8, filled: bool = False) -> bytes:
    """A PNG of a few kilobytes that says it is ``width`` x ``height``; ``filled``: and is, all of it zero."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    rows = b"\0" * 100
    if filled:
        packer = zlib.compressobj(9)
        row = b"\0" * (1 + width * channels * depth // 8)
        rows = b"".join([packer.compress(row) for _ in range(height)] + [packer.flush()])
    else:
        rows = zlib.compress(rows)
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    palette = _chunk(b"PLTE", b"\0\0\0" * 2) if colour == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + palette + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def tiff_claiming(width: int, height: int, **tags: int) -> bytes:
    values = {256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 278: height, 279: 100}
    values |= {int(tag[1:]): number for tag, number in tags.items()}
    rows = b"".join(struct.pack("<HHII", tag, 4, 1, values[tag]) for tag in sorted(values))
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", len(values)) + rows + b"\0\0\0\0" + b"\0" * 200


def tiff_of_many_pages(count: int) -> bytes:
    """``count`` pages of one pixel, each a directory of its own."""
    out = [b"II*\0" + struct.pack("<I", 8)]
    size = 2 + 9 * 12 + 4
    for i in range(count):
        values = {256: 1, 257: 1, 258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 278: 1, 279: 1}
        rows = b"".join(struct.pack("<HHII", tag, 4, 1, values[tag]) for tag in sorted(values))
        out.append(struct.pack("<H", 9) + rows + struct.pack("<I", 8 + (i + 1) * size if i < count - 1 else 0))
    return b"".join(out)


def jpeg_claiming(width: int, height: int) -> bytes:
    data = packed("JPEG", picture("RGB"))
    at = data.index(b"\xff\xc0")
    return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]


def jpeg2000(
    side: int,
    channels: int = 1,
    levels: int = 5,
    *,
    tile: int = 0,
    bits: int = 8,
    block: Any = (4, 4),
    precinct: Any = None,
) -> bytes:
    """A codestream whose packets are all empty, so that it is decoded whole."""
    size = size_marker(side, side, (tile or side, tile or side), channels, bits)
    tiles = (-(-side // tile)) ** 2 if tile else 1
    packets = b"\0" * (10**6 if precinct else channels * (levels + 1))
    return codestream(size, coding_marker(levels, block, precinct), levels=levels, tiles=tiles, data=packets)


def pdf_of(page: str, body: bytes = b"", pages: str = "/Count 1", more: bytes = b"") -> bytes:
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]" + pages.encode() + b">>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R" + page.encode() + b"/Contents 4 0 R>>endobj\n"
        b"4 0 obj<</Length "
        + str(len(body)).encode()
        + b">>stream\n"
        + body
        + b"\nendstream endobj\n"
        + more
        + b"trailer<</Root 1 0 R>>\n%%EOF\n"
    )


def pdf_image(width: int, height: int, data: bytes, colours: str = "/DeviceGray", bits: int = 8) -> bytes:
    image = (
        (
            f"5 0 obj<</Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace{colours}"
            f"/BitsPerComponent {bits}/Filter/FlateDecode/Length {len(data)}>>stream\n"
        ).encode()
        + data
        + b"\nendstream endobj\n"
    )
    page = "/MediaBox[0 0 72 72]/Resources<</XObject<</I 5 0 R>>>>"
    return pdf_of(page, b"q 72 0 0 72 0 0 cm /I Do Q", more=image)


def zeros() -> bytes:
    return zlib.compress(b"\0" * 10**7)


def pdf_forms(levels: int) -> bytes:
    """A page that draws a form ten times, which draws another ten times, and so on."""
    more = b""
    for level in range(levels):
        body = (b"/F Do " * 10) if level < levels - 1 else b"0 0 m 9 9 l S "
        inner = f"/Resources<</XObject<</F {6 + level} 0 R>>>>".encode() if level < levels - 1 else b""
        more += (
            f"{5 + level} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 72 72]".encode()
            + inner
            + f"/Length {len(body)}>>stream\n".encode()
            + body
            + b"\nendstream endobj\n"
        )
    page = "/MediaBox[0 0 72 72]/Resources<</XObject<</F 5 0 R>>>>"
    return pdf_of(page, b"/F Do " * 10, more=more)


BOMBS: dict[str, tuple[str, Callable[[], bytes], bool]] = {
    "PNG 60,000 x 60,000": (".png", lambda: png_claiming(60_000, 60_000), False),
    "PNG 60,000 x 60,000 one bit": (".png", lambda: png_claiming(60_000, 60_000, depth=1), False),
    "PNG 2^31 x 2^31": (".png", lambda: png_claiming(2**31 - 1, 2**31 - 1), False),
    "PNG 15,000 x 15,000 in four colours": (".png", lambda: png_claiming(15_000, 15_000, colour=6, filled=MANY), False),
    "PNG grey at the limit": (".png", lambda: png_claiming(15_800, 15_800, filled=True), True),
    "PNG 16-bit at the limit": (".png", lambda: png_claiming(15_800, 15_800, depth=16, filled=MANY), True),
    "PNG colour at the limit": (".png", lambda: png_claiming(12_600, 12_600, colour=2, filled=True), True),
    "PNG palette at the limit": (".png", lambda: png_claiming(15_800, 15_800, colour=3, depth=1, filled=True), True),
    "TIFF 60,000 x 60,000": (".tif", lambda: tiff_claiming(60_000, 60_000), False),
    "TIFF 2^31 samples": (".tif", lambda: tiff_claiming(10, 10, _277=2**31), False),
    "TIFF strips of 4 GB": (".tif", lambda: tiff_claiming(10, 10, _278=2**32 - 1, _279=2**32 - 1), True),
    "TIFF at the limit, cut short": (".tif", lambda: tiff_claiming(15_800, 15_800), False),
    "TIFF of 200,000 pages": (".tif", lambda: tiff_of_many_pages(200_000), False),
    "JPEG 65,000 x 65,000": (".jpg", lambda: jpeg_claiming(65_000, 65_000), False),
    "JPEG at the limit": (".jpg", lambda: jpeg_claiming(12_600, 12_600), True),
    "JPEG 2000 60,000 x 60,000": (".jp2", lambda: jpeg2000(60_000), False),
    "JPEG 2000 60,000 x 60,000 in a box of 100 x 100": (".jp2", lambda: boxed(jpeg2000(60_000), 100, 100), False),
    "JPEG 2000 without reductions": (".j2k", lambda: jpeg2000(12_600, 3, 0), False),
    "JPEG 2000 grey at the limit": (".j2k", lambda: jpeg2000(15_800), True),
    "JPEG 2000 16-bit at the limit": (".j2k", lambda: jpeg2000(15_800, bits=16), True),
    "JPEG 2000 colour at the limit": (".j2k", lambda: jpeg2000(15_800, 3), True),
    "JPEG 2000 in tiles at the limit": (".j2k", lambda: jpeg2000(11_000, 3, tile=1000), True),
    "JPEG 2000 of 65,025 tiles": (".j2k", lambda: jpeg2000(255, tile=1), True),
    "JPEG 2000 of code-blocks of 4 x 4": (".j2k", lambda: jpeg2000(3900, block=(0, 0)), True),
    "JPEG 2000 of precincts of 4 x 4": (".j2k", lambda: jpeg2000(1600, precinct=2), True),
    "PDF page of 60,000 points": (".pdf", lambda: pdf_of("/MediaBox[0 0 60000 60000]"), False),
    "PDF with a page of 10^30 points": (".pdf", lambda: pdf_of("/MediaBox[0 0 1e30 1e30]"), True),
    "PDF of 2,000,000,000 pages": (".pdf", lambda: pdf_of("/MediaBox[0 0 72 72]", pages="/Count 2000000000"), True),
    "PDF of 1,000,000 pages": (".pdf", lambda: pdf_of("/MediaBox[0 0 72 72]", pages="/Count 1000000"), False),
    "PDF with an image of 60,000 x 60,000": (".pdf", lambda: pdf_image(60_000, 60_000, zeros()), True),
    "PDF with an image of 30,000 x 30,000 in colour": (
        ".pdf",
        lambda: pdf_image(30_000, 30_000, zeros(), "/DeviceRGB"),
        True,
    ),
    "PDF of forms in forms": (".pdf", lambda: pdf_forms(9), False),
}


SLOW = ("at the limit", "65,025 tiles", "forms in forms", "200,000 pages")


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_bombs(name: str, tmp_path: Path) -> None:
    """Refused, or read, within a gigabyte and ten seconds. A file that may be read is read whole."""
    suffix, make, may_be_read = BOMBS[name]
    if not MANY and any(part in name for part in SLOW):
        pytest.skip("takes seconds, so it belongs to `make robustness`")
    path = tmp_path / f"a{suffix}"
    path.write_bytes(make())
    told = in_limits(
        "import numpy\nfrom PIL import Image\nfrom core.imaging.read import frame_sizes, read_gray",
        "read_gray(Path(sys.argv[1])), frame_sizes(Path(sys.argv[1]))",
        path,
    )
    assert told.startswith("refused") or may_be_read, told
    outcome = f"{'read' if told.startswith('read') else 'refused'} within 1 GB and 10 s"
    tally(Harm.IMAGES, f"image bomb: {name}", 1, outcome)


def test_the_page_of_a_bomb_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png_claiming(60_000, 60_000))
    with pytest.raises(InputError, match="too large"):
        frame_sizes(path)


FUZZ = """
import hypothesis, io, numpy, sys
from hypothesis import strategies as st
from PIL import Image
sys.path.append(sys.argv[3])
from hostile_helpers import by_hypothesis, check_sentence, harmed
from core.imaging.read import frame_sizes, read_gray
noise = numpy.random.default_rng(3).integers(0, 256, (30, 60, 4), numpy.uint8)
kinds = []
for mode, options in (("RGBA", {}), ("RGB", {"tile_size": (16, 16)}), ("L", {"no_jp2": True})):
    stream = io.BytesIO()
    Image.fromarray(noise).convert(mode).save(stream, "JPEG2000", **options)
    kinds.append(stream.getvalue())

edits = st.lists(st.tuples(st.integers(0, 200), st.binary(min_size=1, max_size=4)))

@hypothesis.given(st.sampled_from(kinds), st.integers(0, 2**32), edits)
@hypothesis.settings(by_hypothesis, max_examples=int(sys.argv[2]))
def fuzz(path, whole, seed, edits):
    data = bytearray(harmed(whole, seed) if seed % 2 else whole)
    for at, part in edits:
        data[at : at + len(part)] = part  # the header is where sizes are claimed
    path.write_bytes(data)
    try:
        for width, height in frame_sizes(path):
            assert read_gray(path).shape == (height, width)
    except DuctusError as error:
        check_sentence(str(error))
"""


def test_jpeg2000_with_damaged_headers(tmp_path: Path) -> None:
    """In a child with limited memory: the decoder is a library in C."""
    cases = 3000 if MANY else 150
    helpers = str(Path(__file__).parents[2] / "helpers")
    in_limits(FUZZ, "fuzz(Path(sys.argv[1]))", tmp_path / "x.jp2", str(cases), helpers, seconds=120)
    tally(Harm.IMAGES, "image JPEG 2000: damaged headers", cases, "refused or read within 1 GB, no other exception")
