"""The header of a JPEG 2000 file: how large the image is, and how much memory its decoder will take.

Pillow decodes tile by tile, so that a tiled image takes little memory beside its pixels (OpenCV holds all samples of
the image as 32-bit integers), and at reduced resolution, if asked to. It allocates by the sizes in the codestream,
which may differ from those in the boxes around it. So the codestream is read here, with the headers of all tiles,
before anything is decoded.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.language import tr

_SIGNATURE = b"\0\0\0\x0cjP  \r\n\x87\n"
_START, _SIZE, _CODING, _COMPONENT_CODING = 0xFF4F, 0xFF51, 0xFF52, 0xFF53
_TILE_PART, _DATA, _END = 0xFF90, 0xFF93, 0xFFD9

_MAX_BOXES = 10_000
_MAX_TILES = 65_535
_MAX_TILE_PARTS = 100_000
_MAX_MARKERS = 100_000
_MAX_CHANNELS = 4

# Bytes that OpenJPEG holds besides the pixels; measured, and rounded up.
_PER_TILE, _PER_TILE_CHANNEL = 9_000, 1_500
_PER_BLOCK, _PER_PRECINCT = 700, 400


@dataclass(frozen=True, slots=True)
class Coding:
    """The coding of a channel: code-blocks and precincts cost memory beside the pixels."""

    levels: int
    block: tuple[int, int]
    """Width and height of a code-block, as exponents of 2."""
    precincts: tuple[tuple[int, int], ...]
    """Width and height of a precinct by resolution, smallest first, as exponents of 2."""
    layers: int = 1


@dataclass(frozen=True, slots=True)
class Codestream:
    """The size of an image and of its parts, from the headers of a codestream."""

    width: int
    height: int
    tile: tuple[int, int]
    """Width and height of the largest tile, cut to the image."""
    tiles: int
    depths: tuple[int, ...]
    """Bits of every channel."""
    codings: frozenset[Coding]
    length: int
    """Bytes of the file."""

    @property
    def max_reduction(self) -> int:
        """The number of times every tile can be decoded at half its size."""
        return min(coding.levels for coding in self.codings)

    def memory(self, reduction: int, image_bytes: int) -> int:
        """Return the bytes that decoding takes when each side is halved ``reduction`` times.

        ``image_bytes``: bytes per pixel of the decoded image.
        """
        channels = len(self.depths)
        sample_bytes = sum(1 if bits <= 8 else 2 if bits <= 16 else 4 for bits in self.depths)
        tile = _halved(self.tile[0], reduction) * _halved(self.tile[1], reduction)
        image = _halved(self.width, reduction) * _halved(self.height, reduction)
        structures = channels * max(_structure_bytes(self.tile, coding) for coding in self.codings)
        tables = self.tiles * (_PER_TILE + channels * _PER_TILE_CHANNEL)
        return tile * (4 * channels + sample_bytes) + image * image_bytes + structures + tables + self.length


def least_reduction(codestream: Codestream, image_bytes: int, limit: int) -> int | None:
    """Return the least reduction at which decoding takes no more than ``limit`` bytes; None if there is none.

    A reduced image is enlarged to a grey one of full size, which is counted.
    """
    gray = codestream.width * codestream.height
    for reduction in range(codestream.max_reduction + 1):
        if codestream.memory(reduction, image_bytes + (1 if reduction else 0)) + gray <= limit:
            return reduction
    return None


def reduction_to(codestream: Codestream, min_side: int) -> int:
    """Return the largest reduction at which both sides have at least ``min_side`` pixels, 0 if none has."""
    side = min(codestream.width, codestream.height)
    return max((r for r in range(codestream.max_reduction + 1) if side // 2**r >= min_side), default=0)


def read_codestream(path: Path) -> Codestream:
    """Read the headers of a JPEG 2000 file; raises ValueError if they are damaged."""
    try:
        with path.open("rb") as stream:
            return _read(stream, stream.seek(0, 2))
    except (struct.error, IndexError) as error:
        raise ValueError(tr("the header is incomplete")) from error


def _read(stream: BinaryIO, length: int) -> Codestream:
    start, end = _find_codestream(stream, length)
    stream.seek(start)
    if _marker(stream) != _START:
        raise ValueError(tr("the codestream does not begin as it should"))
    markers = _markers(stream, _TILE_PART)
    kind, size = next(markers, (0, b""))
    if kind != _SIZE:
        raise ValueError(tr("the size of the image is missing"))
    (left, top, right, bottom), (tile_x, tile_y, tile_width, tile_height), depths = _read_size(size)
    codings = {found for found in (_read_coding(*marker) for marker in markers) if found}
    if not codings:
        raise ValueError(tr("the coding of the image is missing"))
    codings |= _tile_codings(stream, end)
    tiles = -(-(right - tile_x) // tile_width) * -(-(bottom - tile_y) // tile_height)
    if not 0 < tiles <= _MAX_TILES:
        raise ValueError(tr("it has too many tiles"))
    width, height = right - left, bottom - top
    tile = (min(tile_width, width), min(tile_height, height))
    return Codestream(width, height, tile, tiles, depths, frozenset(codings), length)


def _find_codestream(stream: BinaryIO, length: int) -> tuple[int, int]:
    """Return the position of the first codestream, in a box or by itself, and its end."""
    stream.seek(0)
    if stream.read(len(_SIGNATURE)) != _SIGNATURE:
        return 0, length
    position = 0
    for _ in range(_MAX_BOXES):
        stream.seek(position)
        size, kind = struct.unpack(">I4s", stream.read(8))
        header = 8
        if size == 1:
            (size,) = struct.unpack(">Q", stream.read(8))
            header = 16
        elif size == 0:
            size = length - position  # the last box
        if kind == b"jp2c":
            return position + header, min(position + size, length)
        if size < header or position + size >= length:
            break
        position += size
    raise ValueError(tr("there is no image in the file"))


def _markers(stream: BinaryIO, last: int) -> Iterator[tuple[int, bytes]]:
    """Yield the markers of a header with their contents, until the marker ``last`` has been read."""
    for _ in range(_MAX_MARKERS):
        kind = _marker(stream)
        if kind == last:
            return
        if kind < 0xFF00:
            break
        (size,) = struct.unpack(">H", stream.read(2))
        content = stream.read(size - 2) if size >= 2 else b""
        if size < 2 or len(content) != size - 2:
            break
        yield kind, content
    raise ValueError(tr("the header is damaged"))


def _marker(stream: BinaryIO) -> int:
    return int(struct.unpack(">H", stream.read(2))[0])


_Rectangle = tuple[int, int, int, int]


def _read_size(content: bytes) -> tuple[_Rectangle, _Rectangle, tuple[int, ...]]:
    """Return the edges of the image, place and size of its first tile, and the bits of its channels."""
    _, right, bottom, left, top, *sizes, channels = struct.unpack_from(">HIIIIIIIIH", content)
    tile_width, tile_height, tile_x, tile_y = sizes
    if not 1 <= channels <= _MAX_CHANNELS:
        raise ValueError(
            tr("it has {channels} channels, not 1 to {max_channels}", channels=channels, max_channels=_MAX_CHANNELS)
        )
    if len(content) != 36 + 3 * channels:
        raise ValueError(tr("the size of the image is damaged"))
    if not (tile_x <= left < right and left < tile_x + tile_width):
        raise ValueError(tr("the image lies outside of its tiles"))
    if not (tile_y <= top < bottom and top < tile_y + tile_height):
        raise ValueError(tr("the image lies outside of its tiles"))
    depths = tuple((content[36 + 3 * channel] & 0x7F) + 1 for channel in range(channels))
    return (left, top, right, bottom), (tile_x, tile_y, tile_width, tile_height), depths


def _read_coding(kind: int, content: bytes) -> Coding | None:
    """Return the coding that a marker states, None for other markers."""
    if kind == _CODING:
        style, layers, skip = content[0], int.from_bytes(content[2:4], "big"), 5
    elif kind == _COMPONENT_CODING:
        style, layers, skip = content[1], 1, 2
    else:
        return None
    levels, width, height = content[skip : skip + 3]
    if levels > 32:
        raise ValueError(tr("the coding of the image is damaged"))
    precincts = [(15, 15)] * (levels + 1)
    if style & 1:
        sizes = content[skip + 5 : skip + 6 + levels]
        if len(sizes) != levels + 1:
            raise ValueError(tr("the coding of the image is damaged"))
        precincts = [(size & 15, size >> 4) for size in sizes]
    return Coding(levels, ((width & 15) + 2, (height & 15) + 2), tuple(precincts), layers)


def _tile_codings(stream: BinaryIO, end: int) -> set[Coding]:
    """Return the codings that tiles state for themselves; the stream is after the first marker of a tile."""
    found: set[Coding] = set()
    for _ in range(_MAX_TILE_PARTS):
        start = stream.tell() - 2
        size, _, part_length, _, _ = struct.unpack(">HHIBB", stream.read(10))
        if size != 10:
            raise ValueError(tr("a tile is damaged"))
        found.update(coding for coding in (_read_coding(*marker) for marker in _markers(stream, _DATA)) if coding)
        if part_length == 0 or start + part_length + 2 > end:
            return found  # the last one, or cut short
        if start + part_length < stream.tell():
            raise ValueError(tr("a tile is damaged"))
        stream.seek(start + part_length)
        following = _marker(stream)
        if following == _END:
            return found
        if following != _TILE_PART:
            raise ValueError(tr("a tile is damaged"))
    raise ValueError(tr("it has too many tiles"))


def _structure_bytes(tile: tuple[int, int], coding: Coding) -> int:
    """Return the bytes for the code-blocks and precincts of one channel of a tile."""
    total = most_precincts = 0
    for resolution, (precinct_width, precinct_height) in enumerate(coding.precincts):
        halvings = coding.levels - resolution
        width, height = _halved(tile[0], halvings), _halved(tile[1], halvings)
        # a tile may begin anywhere between two of them
        precincts = ((width >> precinct_width) + 2) * ((height >> precinct_height) + 2)
        inner = 1 if resolution else 0  # the bands of all resolutions but the smallest have half its size
        block_width = min(coding.block[0], max(precinct_width - inner, 0))
        block_height = min(coding.block[1], max(precinct_height - inner, 0))
        blocks = ((width >> inner >> block_width) + 2) * ((height >> inner >> block_height) + 2)
        bands = 3 if resolution else 1
        total += bands * (blocks * _PER_BLOCK + precincts * _PER_PRECINCT)
        most_precincts = max(most_precincts, precincts)
    return total + 2 * (coding.layers + 1) * len(coding.precincts) * most_precincts


def _halved(side: int, times: int) -> int:
    return -(-side // 2**times)
