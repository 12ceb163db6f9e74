"""JPEG 2000 files made byte by byte, to say what no honest program writes."""

from __future__ import annotations

import struct


def marker(kind: int, content: bytes) -> bytes:
    return struct.pack(">HH", kind, len(content) + 2) + content


def size_marker(
    width: int, height: int, tile: tuple[int, int] | None = None, channels: int = 1, bits: int = 8
) -> bytes:
    tile_width, tile_height = tile or (width, height)
    head = struct.pack(">HIIIIIIIIH", 0, width, height, 0, 0, tile_width, tile_height, 0, 0, channels)
    return marker(0xFF51, head + bytes([bits - 1, 1, 1]) * channels)


def coding_marker(
    levels: int = 5, block: tuple[int, int] = (4, 4), precinct: int | None = None, layers: int = 1
) -> bytes:
    style = b"\0" if precinct is None else b"\1"
    sizes = b"" if precinct is None else bytes([precinct * 17] * (levels + 1))
    return marker(0xFF52, style + struct.pack(">BHBBBBBB", 0, layers, 0, levels, *block, 0, 1) + sizes)


def quantization_marker(levels: int = 5) -> bytes:
    return marker(0xFF5C, bytes([0x40] + [0x48] * (3 * levels + 1)))


def codestream(
    size: bytes, coding: bytes, *, levels: int = 5, tiles: int = 1, tile_header: bytes = b"", data: bytes = b""
) -> bytes:
    """A codestream whose tiles hold only ``data``."""
    parts = b"".join(
        marker(0xFF90, struct.pack(">HIBB", index, 14 + len(tile_header) + len(data), 0, 1))
        + tile_header
        + b"\xff\x93"
        + data
        for index in range(tiles)
    )
    return b"\xff\x4f" + size + coding + quantization_marker(levels) + parts + b"\xff\xd9"


def boxed(data: bytes, width: int, height: int, channels: int = 1) -> bytes:
    """A JP2 file that says ``width`` x ``height`` around a codestream, which may say something else."""

    def box(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I4s", len(content) + 8, kind) + content

    image = box(b"ihdr", struct.pack(">IIHBBBB", height, width, channels, 7, 7, 0, 0))
    colour = box(b"colr", struct.pack(">BBBI", 1, 0, 0, 17 if channels < 3 else 16))
    begin = box(b"jP  ", b"\r\n\x87\n") + box(b"ftyp", b"jp2 \0\0\0\0jp2 ")
    return begin + box(b"jp2h", image + colour) + box(b"jp2c", data)
