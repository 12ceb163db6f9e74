"""The invisible fonts of a searchable PDF: characters without a shape that can be found, selected and copied.

A font has one glyph, whose outline encloses no area. Every character gets a code of its own; the ToUnicode map gives
the text of each code, so no character is missing. The fonts differ in the height of the glyph over and under the
baseline: readers of PDFs put words of one font size and baseline on one line, while the boxes of words differ.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf

Extent = tuple[int, int]
"""Height of the glyph over and under the baseline, in thousandths of the font size; both are positive."""

ADVANCE = 500
"""Width of the glyph, in thousandths of the font size."""


_MAX_CODES = 65_535
_REPLACEMENT = "\ufffd"
_BFCHAR_ROWS = 100
"""Rows that a block of a character map may have."""


class CharacterCodes:
    """Two-byte codes of the texts that are written with one font, given out in order of first use."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {_REPLACEMENT: 1}

    def __len__(self) -> int:
        return len(self._codes)

    def encode(self, unit: str) -> str:
        """Return the code of ``unit`` (one character, or several that are drawn as one) in hexadecimal digits."""
        if unit not in self._codes and len(self._codes) >= _MAX_CODES:
            unit = _REPLACEMENT
        return f"{self._codes.setdefault(unit, len(self._codes) + 1):04X}"

    def to_unicode(self) -> bytes:
        """Return the character map that turns codes into text."""
        rows = [f"<{code:04X}> <{unit.encode('utf-16-be').hex().upper()}>" for unit, code in self._codes.items()]
        blocks = [rows[start : start + _BFCHAR_ROWS] for start in range(0, len(rows), _BFCHAR_ROWS)]
        body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{body}\n"
            "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        ).encode("ascii")


class InvisibleFonts:
    """The fonts of one PDF: they share the codes and are made when everything is written."""

    def __init__(self) -> None:
        self.codes = CharacterCodes()
        self._names: dict[Extent, str] = {}

    def name(self, extent: Extent) -> str:
        """Return the name of the font with a glyph of this extent, as the content of a page spells it."""
        return self._names.setdefault(extent, f"/F{len(self._names)}")

    def resources(self, pdf: pikepdf.Pdf) -> Any:
        """Return the fonts by name, as objects of ``pdf``."""
        from pikepdf import Dictionary

        to_unicode = pdf.make_stream(self.codes.to_unicode())
        glyphs = pdf.make_stream(b"\0\0" + b"\0\1" * len(self.codes))  # every code is drawn as glyph 1
        fonts = {name: _font(pdf, extent, to_unicode, glyphs) for extent, name in self._names.items()}
        return pdf.make_indirect(Dictionary(fonts))


def font_program(extent: Extent) -> bytes:
    """Return a TrueType font: glyph 0 is empty, glyph 1 a line to and fro across its box.

    Viewers derive the position of a character from the box of its glyph; an empty glyph has none.
    """
    ascent, descent = extent
    glyph = _diagonal(ascent, descent)
    box = (0, -descent, ADVANCE, ascent)
    tables = {
        b"glyf": glyph,
        b"head": struct.pack(
            ">IIIIHHqqhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0b1011, 1000, 0, 0, *box, 0, 8, 2, 0, 0
        ),
        b"hhea": struct.pack(
            ">IhhhHhhhhhhhhhhhH", 0x10000, ascent, -descent, 0, ADVANCE, 0, 0, ADVANCE, 1, *([0] * 7), 2
        ),
        b"hmtx": struct.pack(">HhHh", ADVANCE, 0, ADVANCE, 0),
        b"loca": struct.pack(">HHH", 0, 0, len(glyph) // 2),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 3, 1, 0, 0, 2, *([0] * 8)),
    }
    directory, body = b"", b""
    start = 12 + 16 * len(tables)
    for tag, table in sorted(tables.items()):
        directory += tag + struct.pack(">III", _checksum(table), start + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    font = struct.pack(">IHHHH", 0x10000, len(tables), 64, 2, 16 * len(tables) - 64) + directory + body
    at = font.index(tables[b"head"]) + 8
    return font[:at] + struct.pack(">I", 0xB1B0AFBA - _checksum(font) & 0xFFFFFFFF) + font[at + 4 :]


def _font(pdf: pikepdf.Pdf, extent: Extent, to_unicode: Any, glyphs: Any) -> Any:
    from pikepdf import Array, Dictionary, Name, String

    ascent, descent = extent
    name = Name(f"/Invisible-{ascent}-{descent}")
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,  # symbolic: the codes are not standard ones
        FontBBox=Array([0, -descent, ADVANCE, ascent]),
        ItalicAngle=0,
        Ascent=ascent,
        Descent=-descent,
        CapHeight=ascent,
        StemV=80,
        FontFile2=pdf.make_stream(font_program(extent)),
    )
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        FontDescriptor=pdf.make_indirect(descriptor),
        DW=ADVANCE,
        CIDToGIDMap=glyphs,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=to_unicode,
        )
    )


def _diagonal(ascent: int, descent: int) -> bytes:
    height = ascent + descent
    head = struct.pack(">hhhhhHH", 1, 0, -descent, ADVANCE, ascent, 2, 0)
    flags = bytes([1, 1, 1])  # points on the outline
    return head + flags + struct.pack(">hhhhhh", 0, ADVANCE, -ADVANCE, -descent, height, -height) + b"\0"


def _checksum(data: bytes) -> int:
    data += b"\0" * (-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF
