"""Small transcriptions and METS files as other programs write them, and records of pages and word images."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from project_helpers import draw_image

from core.formats.records import (
    CropRecord,
    LineRecord,
    PageRecord,
    RegionRecord,
    SourceContents,
    TextOrigin,
    WordRecord,
)
from core.formats.registry import AUTO
from core.formats.sources import open_sources
from core.formats.table import COLUMNS, escape_formula
from core.geometry import Box

PAGE_NS = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
ALTO_NS = "http://www.loc.gov/standards/alto/ns-v4#"
SIZE = (300, 400)

_PAGE_TYPE, _ALTO_TYPE = "application/vnd.prima.page+xml", "application/alto+xml"


def read_sources(sources: Sequence[Path], format: str = AUTO, **options: Any) -> SourceContents:
    """Return what is read from several sources, of which nothing stays unpacked."""
    with open_sources(sources, format, **options) as contents:
        return contents


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def page_xml(path: Path, image: str, *words: str, created: str = "", lines: Iterable[str] = ()) -> Path:
    """Write PAGE with a line of words and further lines without words."""
    boxes = "".join(
        f'<Word id="w{n}"><Coords points="{10 + 60 * n},10 {60 + 60 * n},10 {60 + 60 * n},40 {10 + 60 * n},40"/>'
        f"<TextEquiv><Unicode>{word}</Unicode></TextEquiv></Word>"
        for n, word in enumerate(words)
    )
    first = f'<TextLine id="l"><Coords points="5,5 290,5 290,45 5,45"/>{boxes}</TextLine>' if words else ""
    more = "".join(
        f'<TextLine id="m{n}"><Coords points="5,{60 + 50 * n} 290,{60 + 50 * n} 290,{100 + 50 * n} 5,{100 + 50 * n}"/>'
        f"<TextEquiv><Unicode>{line}</Unicode></TextEquiv></TextLine>"
        for n, line in enumerate(lines)
    )
    dates = f"<Metadata><Creator>x</Creator><Created>{created}</Created></Metadata>" if created else ""
    return write(
        path,
        f'<PcGts xmlns="{PAGE_NS}">{dates}<Page imageFilename="{image}" imageWidth="{SIZE[0]}" imageHeight="{SIZE[1]}">'
        f'<TextRegion id="r"><Coords points="0,0 299,0 299,399 0,399"/>{first}{more}</TextRegion></Page></PcGts>',
    )


def alto_xml(path: Path, image: str, *words: str) -> Path:
    strings = "".join(
        f'<String ID="s{n}" CONTENT="{word}" HPOS="{10 + 60 * n}" VPOS="10" WIDTH="50" HEIGHT="30"/>'
        for n, word in enumerate(words)
    )
    return write(
        path,
        f'<alto xmlns="{ALTO_NS}"><Description><MeasurementUnit>pixel</MeasurementUnit><sourceImageInformation>'
        f"<fileName>{image}</fileName></sourceImageInformation></Description><Layout>"
        f'<Page WIDTH="{SIZE[0]}" HEIGHT="{SIZE[1]}"><PrintSpace><TextBlock ID="b"><TextLine ID="l" HPOS="5" VPOS="5"'
        f' WIDTH="285" HEIGHT="40">{strings}</TextLine></TextBlock></PrintSpace></Page></Layout></alto>',
    )


def scan(path: Path, shade: int = 200) -> Path:
    return draw_image(path, SIZE, shade)


def mets_xml(path: Path, groups: Mapping[str, Iterable[str]], pages: Iterable[Iterable[str]] | None = None) -> Path:
    """Write METS as OCR-D does, with the paths of each group and, if it has a structure, of each page."""
    ids: dict[str, str] = {}
    section = ""
    for group, hrefs in groups.items():
        section += f'<mets:fileGrp USE="{group}">'
        for href in hrefs:
            ids[href] = f"F{len(ids):04}"
            suffix = href.rsplit(".", 1)[-1].lower()
            kind = _ALTO_TYPE if "ALTO" in group else _PAGE_TYPE if suffix == "xml" else "image/png"
            section += (
                f'<mets:file ID="{ids[href]}" MIMETYPE="{kind}"><mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE"'
                f' xlink:href="{href}"/></mets:file>'
            )
        section += "</mets:fileGrp>"
    divisions = "".join(
        f'<mets:div TYPE="page" ID="P{n}">'
        + "".join(f'<mets:fptr FILEID="{ids[href]}"/>' for href in hrefs)
        + "</mets:div>"
        for n, hrefs in enumerate(pages or ())
    )
    structure = f'<mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">{divisions}</mets:div></mets:structMap>'
    return write(
        path,
        '<mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink"><mets:fileSec>'
        f"{section}</mets:fileSec>{structure if pages is not None else ''}</mets:mets>",
    )


def zip_folder(folder: Path, archive: Path, method: int = zipfile.ZIP_DEFLATED) -> Path:
    """Pack all files below a folder."""
    with zipfile.ZipFile(archive, "w", method) as out:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                out.write(path, path.relative_to(folder).as_posix())
    return archive


WIDTH, HEIGHT = 400, 300


def sample_page(image: Path) -> PageRecord:
    words = (
        WordRecord((10, 10, 30, 20), "the", ref="w1", origin=TextOrigin("typed")),
        WordRecord((50, 12, 40, 20), "King & <i>", ((50, 12), (90, 14), (88, 32)), ref="w2"),
        WordRecord((100, 14, 40, 20), None, ref="w3"),
        WordRecord((10, 60, 30, 20), "Sir", line=2, ref="w4", origin=TextOrigin("accepted", "m1", 0.5)),
        WordRecord((50, 60, 30, 20), "Dear", line=2, ref="w5", origin=TextOrigin("suggested", "m1", 0.873)),
    )
    lines = (
        LineRecord(
            (10, 10, 140, 26), None, ((10, 10), (150, 12), (150, 36), (8, 36)), "l1", ((10, 30), (150, 34)), 0, 0
        ),
        LineRecord((10, 40, 100, 15), "a whole line", ref="l2", number=1),
        LineRecord((10, 60, 70, 20), None, None, "l3", ((10, 75), (30, 70), (70, 78)), 0, 2),
    )
    regions = (
        RegionRecord((5, 5, 200, 100), "heading", ref="r1"),
        RegionRecord((5, 205, 200, 50), "marginalia", ref="r2", text="a note"),
    )
    return PageRecord(image, WIDTH, HEIGHT, words=words, lines=lines, regions=regions)


texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z", "Cn"]), min_size=1, max_size=6)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    return x, y, draw(st.integers(1, WIDTH - x)), draw(st.integers(1, HEIGHT - y))


@st.composite
def polylines(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    xs = sorted(draw(st.sets(st.integers(0, WIDTH), min_size=2, max_size=4)))
    return tuple((x, draw(st.integers(0, HEIGHT))) for x in xs)


@st.composite
def pages(draw: st.DrawFn) -> PageRecord:
    regions = tuple(
        RegionRecord(box, draw(st.sampled_from(["paragraph", "heading", "two words"])), text=None, ref=f"r{i}")
        for i, box in enumerate(draw(st.lists(boxes(), max_size=3)))
    )
    lines, words = [], []
    for number in range(draw(st.integers(0, 5))):
        region = draw(st.none() | st.integers(0, len(regions) - 1)) if regions else None
        inside = [WordRecord(box, draw(texts | st.none()), line=number) for box in draw(st.lists(boxes(), max_size=3))]
        whole = None if inside else draw(texts | st.none())
        lines.append(LineRecord(draw(boxes()), whole, None, f"l{number}", draw(polylines()), region, number))
        words += inside
    return PageRecord(Path("p.png"), WIDTH, HEIGHT, words=tuple(words), lines=tuple(lines), regions=regions)


def write_crops(path: Path, crops: Iterable[CropRecord]) -> None:
    """Write word images as a table in their folder or above it."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        for crop in crops:
            cells = (crop.image.relative_to(path.parent).as_posix(), crop.text, crop.role, crop.writer, crop.page)
            writer.writerow([escape_formula(cell or "") for cell in cells])
