"""METS workspaces, zip files, hOCR, line images with texts, and folders of several formats."""

from __future__ import annotations

from collections.abc import Mapping

from shape_files.alto import document as alto_document
from shape_files.alto import escriptorium, escriptorium_found, in_unit
from shape_files.page import document, line, region, word
from shape_files.shape import (
    BODY,
    FIRST,
    FIRST_BASELINE,
    FIRST_WORDS,
    HEIGHT,
    KING,
    SECOND_WORDS,
    THE,
    WIDTH,
    Line,
    PageFound,
    Region,
    Shape,
    zip_bytes,
)


def _page(image: str = "p.png", text: str = "King") -> str:
    words = word("w1", THE, "the") + word("w2", KING, text)
    return document(region("r1", BODY, line("l1", FIRST, words, f"the {text}", FIRST_BASELINE))).replace("p.png", image)


def _found(image: str, text: str = "King") -> PageFound:
    words = (("the", THE), (text, KING))
    return PageFound((Line(FIRST, f"the {text}", words, FIRST_BASELINE, 0),), (Region(BODY),), image)


def mets(groups: Mapping[str, Mapping[str, str]], pages: Mapping[str, list[str]]) -> str:
    """Return a METS with files (id to path) by group, and pages with the ids of their files."""
    files = "".join(
        f'<mets:fileGrp USE="{group}">'
        + "".join(
            f'<mets:file ID="{id}" MIMETYPE="{"application/xml" if path.endswith("xml") else "image/png"}">'
            f'<mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="{path}"/></mets:file>'
            for id, path in members.items()
        )
        + "</mets:fileGrp>"
        for group, members in groups.items()
    )
    divs = "".join(
        f'<mets:div TYPE="page" ORDER="{n}" ID="{name}">'
        + "".join(f'<mets:fptr FILEID="{id}"/>' for id in ids)
        + "</mets:div>"
        for n, (name, ids) in enumerate(pages.items(), start=1)
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
<mets:fileSec>{files}</mets:fileSec>
<mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">{divs}</mets:div></mets:structMap></mets:mets>
"""


_WORKSPACE: dict[str, str | bytes | None] = {
    "mets.xml": mets(
        {
            "OCR-D-IMG": {"i1": "OCR-D-IMG/1.png", "i2": "OCR-D-IMG/2.png"},
            "OCR-D-OCR-TESS": {"t1": "OCR-D-OCR-TESS/t_1.xml", "t2": "OCR-D-OCR-TESS/t_2.xml"},
            "OCR-D-GT-SEG-WORD": {"g1": "OCR-D-GT-SEG-WORD/g_1.xml", "g2": "OCR-D-GT-SEG-WORD/g_2.xml"},
        },
        {"p2": ["i2", "t2", "g2"], "p1": ["i1", "t1", "g1"]},
    ),
    "OCR-D-OCR-TESS/t_1.xml": _page("OCR-D-IMG/1.png", "Ring"),
    "OCR-D-OCR-TESS/t_2.xml": _page("OCR-D-IMG/2.png", "Kihg"),
    "OCR-D-GT-SEG-WORD/g_1.xml": _page("OCR-D-IMG/1.png"),
    "OCR-D-GT-SEG-WORD/g_2.xml": _page("OCR-D-IMG/2.png", "Queen"),
    "OCR-D-IMG/1.png": None,
    "OCR-D-IMG/2.png": None,
}
_WORKSPACE_FOUND = (_found("2.png", "Queen"), _found("1.png"))

_HOCR = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/>
<meta http-equiv="Content-Type" content="text/html;charset=utf-8"/><meta name="ocr-system" content="any"/></head><body>
<div class="ocr_page" id="page_1" title='image "p.png"; bbox 0 0 400 300; ppageno 0'>
 <div class="ocr_carea" id="block_1_1" title="bbox 10 10 310 130">
  <p class="ocr_par" id="par_1_1" title="bbox 10 10 310 130">
  <span class="ocr_line" id="line_1_1" title="bbox 20 20 220 60; baseline 0 -8; x_size 30">
   <span class="ocrx_word" id="word_1_1" title="bbox 20 20 80 60; x_wconf 91">the</span>
   <span class="ocrx_word" id="word_1_2" title="bbox 100 20 220 60; x_wconf 50"><strong>King</strong></span></span>
  <span class="ocr_line" id="line_1_2" title="bbox 20 80 220 120; baseline 0 0">
   <span class="ocrx_word" id="word_1_3" title="bbox 20 80 110 120">Dear</span>
   <span class="ocrx_word" id="word_1_4" title="bbox 130 80 220 120">Sir</span></span></p></div></div></body></html>
"""

_ALTO_FOUND_LINES = (Line(FIRST, None, FIRST_WORDS, None, 0), Line((20, 80, 200, 40), None, SECOND_WORDS, None, 0))


def _whole_image(image: str, text: str) -> PageFound:
    return PageFound((Line((0, 0, WIDTH, HEIGHT), text),), (), image)


OTHER_SHAPES = (
    Shape("mets-ocrd-workspace-as-a-folder", _WORKSPACE, _WORKSPACE_FOUND, "", ("was read; not read: OCR-D-OCR-TESS",)),
    Shape("mets-file", _WORKSPACE, _WORKSPACE_FOUND, "mets.xml", ("'OCR-D-GT-SEG-WORD' was read",)),
    Shape(
        "zip-of-transkribus",
        {
            "export.zip": zip_bytes(
                {
                    "1/doc/metadata.xml": "<trpDocMetadata/>",
                    "1/doc/mets.xml": mets(
                        {"IMG": {"i1": "a.jpg"}, "PAGEXML": {"x1": "page/a.xml"}}, {"p": ["i1", "x1"]}
                    ),
                    "1/doc/page/a.xml": _page("a.jpg"),
                    "1/doc/a.jpg": None,
                }
            )
        },
        (_found("a.jpg"),),
        "export.zip",
    ),
    Shape(
        "zip-of-escriptorium",
        {
            "export.zip": zip_bytes(
                {"p.png": None, "p.xml": escriptorium("the King"), "METS.xml": mets({}, {}), "q.png": None}
            )
        },
        (escriptorium_found("the King"),),
        "export.zip",
        ("names no files",),
        correct=None,
    ),
    Shape(
        "hocr",
        {"p.hocr": _HOCR, "p.png": None},
        (
            PageFound(
                (
                    Line(FIRST, "the King", FIRST_WORDS, ((20, 52), (220, 52)), 0),
                    Line((20, 80, 200, 40), "Dear Sir", SECOND_WORDS, ((20, 120), (220, 120)), 0),
                ),
                (Region(BODY),),
            ),
        ),
        "p.hocr",
    ),
    Shape(
        "line-images-with-texts",
        {"a.png": None, "a.gt.txt": "the King\n", "b.bin.png": None, "b.gt.txt": "\ufeffDear Sir", "c.png": None},
        (_whole_image("a.png", "the King"), _whole_image("b.bin.png", "Dear Sir")),
        "",
        ("no transcription",),
        correct=None,
    ),
    Shape(
        "folder-of-page-and-alto",
        {
            "a.xml": _page("a.png"),
            "a.png": None,
            "b.xml": alto_document(in_unit(1)).replace("p.png", "b.png"),
            "b.png": None,
        },
        (_found("a.png"), PageFound(_ALTO_FOUND_LINES, (Region(BODY),), "b.png")),
        "",
    ),
    Shape(
        "folder-with-two-documents-of-one-page",
        {
            "page/a.xml": _page("a.png"),
            "alto/a.xml": alto_document(in_unit(1)).replace("p.png", "a.png"),
            "a.png": None,
        },
        (_found("a.png"),),
        "",
        ("another document of the same page",),
    ),
)
