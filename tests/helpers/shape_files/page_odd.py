"""PAGE XML with what is rare, old, damaged or in another place."""

from __future__ import annotations

from shape_files.page import TWO_LINES, document, first_line, line, page_shape, region, second_line, text_equiv, word
from shape_files.shape import (
    BODY,
    DEAR,
    FIRST,
    FIRST_BASELINE,
    FIRST_WORDS,
    KING,
    SECOND,
    SECOND_BASELINE,
    SIR,
    THE,
    Line,
    PageFound,
    Region,
    Shape,
    corners,
)

COMPLETE = document(region("r1", BODY, first_line() + second_line(), "the King\nDear Sir"))
_ELSEWHERE = document(region("r1", BODY, first_line() + second_line())).replace("p.png", "{}")


def _elsewhere(name: str, image: str, declared: str, source: str) -> Shape:
    """Return a shape whose image lies in another folder, or has another name than declared."""
    found = PageFound(TWO_LINES.lines, TWO_LINES.regions, image.split("/")[-1])
    return Shape(name, {source: _ELSEWHERE.replace("{}", declared), image: None}, (found,), source)


def _rtl_word(ref: str, x: int, text: str) -> str:
    return word(ref, (x, 20, 60, 40), text, ' readingDirection="right-to-left"')


def _crooked(ref: str, points: str, text: str) -> str:
    return f'<Word id="{ref}"><Coords points="{points}"/>{text_equiv(text)}</Word>'


ODD_PAGE_SHAPES = (
    page_shape(
        "page-region-text-only",
        document(
            region("r1", BODY, text="the King\nDear Sir", attributes=' type="heading"')
            + region("r2", (10, 150, 300, 40), line("l1", (20, 155, 200, 30), "", "a line"))
        ),
        PageFound(
            (Line((20, 155, 200, 30), "a line", (), None, 1),),
            (Region(BODY, "heading", "the King\nDear Sir"), Region((10, 150, 300, 40))),
        ),
        correct=None,
    ),
    page_shape(
        "page-size-0x0",
        document(region("r1", BODY, first_line() + second_line()), "2019-07-15", 'imageWidth="0" imageHeight="0"'),
    ),
    page_shape(
        "page-of-twice-the-size",
        document(
            region(
                "r1",
                (20, 20, 600, 240),
                line(
                    "l1",
                    (40, 40, 400, 80),
                    word("w1", (40, 40, 120, 80), "the") + word("w2", (200, 40, 240, 80), "King"),
                ),
            ),
            attributes='imageWidth="800" imageHeight="600"',
        ),
        PageFound((Line(FIRST, None, FIRST_WORDS, None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-several-text-equivs",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    word("w1", THE, "the")
                    + f'<Word id="w2"><Coords points="{corners(KING)}"/>'
                    + text_equiv("Kihg", ' index="2" conf="0.4"')
                    + text_equiv("King", ' index="1" conf="0.5" dataType="other"')
                    + text_equiv("Ring", ' index="3"')
                    + "</Word>"
                    + text_equiv("the Kihg", ' index="1"')
                    + text_equiv("the King", ' index="0"'),
                ),
            ),
            "2019-07-15",
        ),
        PageFound((Line(FIRST, "the King", FIRST_WORDS, None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-right-to-left-words",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    _rtl_word("w1", 160, "שלום") + _rtl_word("w2", 90, "רב") + _rtl_word("w3", 20, "לך"),
                    "שלום רב לך",
                ),
                attributes=' readingDirection="right-to-left"',
            )
        ),
        PageFound(
            (
                Line(
                    FIRST,
                    "שלום רב לך",
                    (("שלום", (160, 20, 60, 40)), ("רב", (90, 20, 60, 40)), ("לך", (20, 20, 60, 40))),
                    None,
                    0,
                ),
            ),
            (Region(BODY),),
        ),
        correct="רב",
    ),
    page_shape(
        "page-right-to-left-lines",
        document(region("r1", BODY, line("l1", FIRST, "", "بسم الله الرحمن", ((220, 54), (20, 52)))), "2019-07-15"),
        PageFound((Line(FIRST, "بسم الله الرحمن", (), ((220, 54), (20, 52)), 0),), (Region(BODY),)),
        correct=None,
    ),
    page_shape(
        "page-twin-words",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    word("w1", THE, "the") + word("w2", KING, "King") + word("w2b", KING, "King"),
                    "the King King",
                ),
            )
        ),
        PageFound((Line(FIRST, "the King King", (*FIRST_WORDS, ("King", KING)), None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-words-without-ids",
        document(region("r1", BODY, first_line() + second_line()).replace(' id="w', ' custom="w')),
    ),
    page_shape(
        "page-bad-polygons",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    _crooked("w1", "20,20 80,60 80,20 20,60", "the")
                    + word("w2", KING, "King")
                    + _crooked("w3", "230,20", "one")
                    + _crooked("w4", "900,900 950,900 950,950", "off")
                    + _crooked("w5", "1,2 nan,4", "nan")
                    + '<Word id="w6"><TextEquiv><Unicode>none</Unicode></TextEquiv></Word>',
                    "the King one off nan none",
                )
                + '<TextLine id="l2"><Coords points="-5,80 220,-80"/></TextLine>\n'
                + '<TextLine id="l3"><Coords points=""/><TextEquiv><Unicode>lost</Unicode></TextEquiv></TextLine>\n',
            )
        ),
        PageFound(
            (Line(FIRST, "the King one off nan none", FIRST_WORDS, None, 0), Line((0, 0, 220, 80), None, (), None, 0)),
            (Region(BODY),),
        ),
        skipped=("box has no area", "lies outside", "not made of pairs", "has no outline", "has no outline"),
    ),
    page_shape(
        "page-line-outline-lost-words-kept",
        document(
            region(
                "r1", BODY, line("l1", FIRST, word("w1", THE, "the") + word("w2", KING, "King"), "the King")
            ).replace(
                f'<TextLine id="l1"><Coords points="{corners(FIRST)}"/>', '<TextLine id="l1"><Coords points="0,0 0,0"/>'
            )
        ),
        PageFound((Line(FIRST, "the King", FIRST_WORDS, None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-punctuation-as-words",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    word("w1", THE, "the") + word("w2", KING, "King") + word("w3", (222, 40, 8, 20), ","),
                    "the King,",
                ),
            )
        ),
        PageFound((Line(FIRST, "the King,", (*FIRST_WORDS, (",", (222, 40, 8, 20))), None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-blanks-and-signs-in-texts",
        document(
            region(
                "r1",
                BODY,
                line("l1", FIRST, word("w1", THE, "the") + word("w2", KING, "King"), "the  King ", FIRST_BASELINE)
                + line(
                    "l2", SECOND, word("w3", DEAR, "D&amp;r") + word("w4", SIR, "S&#x301;ir¬"), "D&amp;r S&#x301;ir¬"
                ),
            )
        ),
        PageFound(
            (
                Line(FIRST, "the  King ", FIRST_WORDS, FIRST_BASELINE, 0),
                Line(SECOND, "D&r S\u0301ir¬", (("D&r", DEAR), ("S\u0301ir¬", SIR)), None, 0),
            ),
            (Region(BODY),),
        ),
    ),
    page_shape(
        "page-comments-instructions-foreign-elements",
        document(
            '<PrintSpace><Coords points="0,0 400,0 400,300 0,300"/></PrintSpace><?pi x?>\n'
            + region("r1", BODY, "<!-- one -->" + first_line() + second_line() + "<UserDefined/>")
            + '<GraphicRegion id="g" type="stamp"><Coords points="300,200 390,200 390,290 300,290"/></GraphicRegion>'
            + '<Strange xmlns="urn:other" a="1">text<b/>tail</Strange><Relations/>'
        ).replace("<PcGts", "<!-- before -->\n<PcGts"),
    ),
    page_shape("page-without-namespace", COMPLETE.replace(' xmlns="', ' about="')),
    Shape(
        "page-in-latin-1-with-crlf",
        {
            "p.xml": COMPLETE.replace("UTF-8", "ISO-8859-1")
            .replace("Sir", "Süße")
            .replace("\n", "\r\n")
            .encode("latin-1"),
            "p.png": None,
        },
        (
            PageFound(
                (TWO_LINES.lines[0], Line(SECOND, "Dear Süße", (("Dear", DEAR), ("Süße", SIR)), SECOND_BASELINE, 0)),
                (Region(BODY),),
            ),
        ),
    ),
    page_shape(
        "page-only-words-in-a-region",
        document(region("r1", BODY, first_line()) + region("r2", (10, 150, 300, 60), "")),
        PageFound((TWO_LINES.lines[0],), (Region(BODY), Region((10, 150, 300, 60)))),
    ),
    page_shape(
        "page-suggestions-of-an-earlier-export",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    word("w1", THE, "the") + word("w2", KING, "Kong", ' custom="ductus {source:suggested; model:m;}"'),
                    "the Kong",
                ),
            )
        ),
        PageFound((Line(FIRST, "the Kong", (("the", THE), (None, KING)), None, 0),), (Region(BODY),)),
        correct=None,
        is_kept=False,
    ),
    _elsewhere("page-image-one-folder-up", "p.png", "p.png", "page/p.xml"),
    _elsewhere("page-image-name-in-another-case", "SCAN_1.JPG", "scan_1.jpg", "p.xml"),
    _elsewhere(
        "page-ocrd-folders", "OCR-D-IMG/INPUT_0017.tif", "OCR-D-IMG/INPUT_0017.tif", "OCR-D-GT-PAGE/PAGE_0017.xml"
    ),
    _elsewhere("page-mpxml", "p.jpg", "file:///C:/scans/p.jpg", "p.mpxml"),
    _elsewhere("page-jpeg-2000", "p.jp2", "p.jp2", "p.xml"),
)
