"""Searchable PDF: pages that show the scan, with the text of each word invisibly over it."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.formats.pdf_font import InvisibleFonts
from core.formats.pdf_text import text_operators
from core.formats.records import PageRecord
from core.imaging.embed import EmbeddedImage

if TYPE_CHECKING:
    import pikepdf

PRODUCER = "Ductus"

MAX_SIDE = 14_400.0
"""Points; a larger page is drawn smaller, because readers do not take it."""

_PART_BYTES = 32_000_000
"""Images that are held in memory before they are written to a file of their own."""

_END = b"%%EOF\n"

_MATRICES: dict[int, tuple[int, int, int, int, int, int]] = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""Transforms of the unit square that make an image upright, by EXIF orientation."""


class PdfWriter:
    """Collects pages and writes them as one PDF; memory holds only some of them at a time.

    The others are in files in ``folder``, which the caller deletes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._parts: list[Path] = []
        self._count = 0
        self._begin_part()

    def __len__(self) -> int:
        return self._count

    def add_page(self, image: EmbeddedImage, page: PageRecord, label: str) -> None:
        """Add a page that shows ``image``; the boxes of ``page`` are in pixels of the upright image.

        ``label``: the name that readers show beside the page's number.
        """
        from pikepdf import Array, Dictionary, Name, Page

        pdf = self._pdf
        width, height = page_size(image)
        text = text_operators(page, (width / page.width, height / page.height), self._fonts)
        a, b, c, d, e, f = _MATRICES[image.orientation]
        values = (a * width, b * height, c * width, d * height, e * width, f * height)
        matrix = " ".join(f"{value:.4f}" for value in values)
        content = f"q {matrix} cm /Scan Do Q\n{text}".encode("ascii")
        added = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, round(width, 4), round(height, 4)]),
            Resources=Dictionary(XObject=Dictionary({"/Scan": _image_object(pdf, image)})),
            Contents=pdf.make_stream(content),
        )
        pdf.pages.append(Page(pdf.make_indirect(added)))
        self._labels.append(label)
        self._count += 1
        self._bytes += len(image.data) + len(content)
        if self._bytes >= _PART_BYTES:
            self._end_part()

    def save(self, path: Path, title: str, remark: str | None = None) -> None:
        """Write all pages to ``path``; ``remark`` is kept as the subject of the document.

        Raises OSError if it cannot be written.
        """
        import pikepdf

        self._end_part()
        frame = self._folder / "frame.pdf"  # no pages, but what belongs to the whole document
        with pikepdf.Pdf.new() as pdf:
            _describe(pdf, title, remark)
            _save(pdf, frame)
        # qpdf reads the images only while it writes them; pages that are added in Python are copied into memory
        options = ["--object-streams=generate", "--deterministic-id", "--min-version=1.5"]
        parts = [str(part) for part in self._parts]
        pikepdf.Job(["ductus", *options, str(frame), "--pages", *parts, "--", str(path)]).run()
        _verify_end(path)

    def _begin_part(self) -> None:
        import pikepdf

        self._pdf, self._fonts, self._bytes = pikepdf.Pdf.new(), InvisibleFonts(), 0
        self._labels: list[str] = []

    def _end_part(self) -> None:
        if not len(self._pdf.pages):
            return
        fonts = self._fonts.resources(self._pdf)
        for page in self._pdf.pages:
            page.obj.Resources.Font = fonts
        _label_pages(self._pdf, self._labels)
        path = self._folder / f"part-{len(self._parts) + 1}.pdf"
        _save(self._pdf, path)
        self._pdf.close()
        self._parts.append(path)
        self._begin_part()


def _verify_end(path: Path) -> None:
    """Raise OSError for a file that ends too early: qpdf does not notice when the last bytes find no room."""
    with path.open("rb") as stream:
        stream.seek(max(path.stat().st_size - len(_END), 0))
        if stream.read() != _END:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def page_size(image: EmbeddedImage) -> tuple[float, float]:
    """Return the width and height of the page in points."""
    (width, height), (across, down) = image.upright_size, image.dpi
    width_in_points, height_in_points = width * 72 / across, height * 72 / down
    shrink = min(1.0, MAX_SIDE / max(width_in_points, height_in_points))
    return width_in_points * shrink, height_in_points * shrink


def _image_object(pdf: pikepdf.Pdf, image: EmbeddedImage) -> Any:
    from pikepdf import Array, Name, Stream

    colours = {1: Name.DeviceGray, 3: Name.DeviceRGB, 4: Name.DeviceCMYK}[image.channels]
    stream = Stream(pdf, image.data)
    stream.Type, stream.Subtype = Name.XObject, Name.Image
    stream.Width, stream.Height = image.width, image.height
    stream.ColorSpace, stream.BitsPerComponent = colours, image.bits
    stream.Filter = Name(f"/{image.filter}")
    if image.inverted:
        stream.Decode = Array([1, 0] * image.channels)
    return pdf.make_indirect(stream)


def _save(pdf: pikepdf.Pdf, path: Path) -> None:
    from pikepdf import ObjectStreamMode

    # in memory first: where a write fails at its end (a full disk), pikepdf ends the whole process
    stream = BytesIO()
    pdf.save(stream, min_version="1.5", object_stream_mode=ObjectStreamMode.generate, deterministic_id=True)
    path.write_bytes(stream.getbuffer())


def _describe(pdf: pikepdf.Pdf, title: str, remark: str | None) -> None:
    from pikepdf import Dictionary

    title, remark = (_storable(text) for text in (title, remark or ""))
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
        metadata["pdf:Producer"] = PRODUCER
        metadata["xmp:CreatorTool"] = PRODUCER
        if remark:
            metadata["dc:description"] = remark
    pdf.docinfo["/Title"], pdf.docinfo["/Producer"], pdf.docinfo["/Creator"] = title, PRODUCER, PRODUCER
    if remark:
        pdf.docinfo["/Subject"] = remark
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)


def _label_pages(pdf: pikepdf.Pdf, labels: Sequence[str]) -> None:
    from pikepdf import Array, Dictionary, String

    numbers: list[Any] = []
    for index, label in enumerate(labels):
        numbers += [index, Dictionary(P=String(_storable(label)))]
    pdf.Root.PageLabels = Dictionary(Nums=Array(numbers))


def _storable(text: str) -> str:
    """Replace what neither XML nor a PDF's strings can hold."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
