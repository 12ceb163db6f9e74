"""ALTO as programs write it, and with what is rare, old or damaged."""

from __future__ import annotations

from core.geometry import Box
from shape_files.shape import (
    BODY,
    DEAR,
    FIRST,
    FIRST_BASELINE,
    FIRST_WORDS,
    KING,
    SECOND,
    SECOND_BASELINE,
    SECOND_WORDS,
    SIR,
    THE,
    Line,
    PageFound,
    Region,
    Shape,
)

NAMESPACE = "http://www.loc.gov/standards/alto/ns-v{}#"
TWO_LINES = PageFound(
    (Line(FIRST, None, FIRST_WORDS, FIRST_BASELINE, 0), Line(SECOND, None, SECOND_WORDS, SECOND_BASELINE, 0)),
    (Region(BODY),),
)


def place(box: tuple[float, float, float, float], factor: float = 1) -> str:
    """Return the attributes of a box."""
    values = zip(("HPOS", "VPOS", "WIDTH", "HEIGHT"), box, strict=True)
    return " ".join(f'{name}="{value * factor:g}"' for name, value in values)


def string(ref: str, box: Box, text: str, more: str = "", factor: float = 1) -> str:
    """Return a String, without an ID for an empty ``ref``."""
    start = f'<String ID="{ref}"' if ref else "<String"
    return f'{start} {place(box, factor)} CONTENT="{text}"{more}/>'


def line(ref: str, box: Box, inner: str, more: str = "", factor: float = 1) -> str:
    """Return a TextLine, without an ID for an empty ``ref``."""
    start = f'<TextLine ID="{ref}"' if ref else "<TextLine"
    return f"          {start} {place(box, factor)}{more}>\n            {inner}\n          </TextLine>\n"


def block(ref: str, box: Box, inner: str, more: str = "", factor: float = 1) -> str:
    """Return a TextBlock."""
    return f'        <TextBlock ID="{ref}" {place(box, factor)}{more}>\n{inner}        </TextBlock>\n'


def document(
    blocks: str,
    version: str = "4",
    unit: str = "pixel",
    size: tuple[float, float] = (400, 300),
    head: str = "",
    namespace: str = "",
) -> str:
    """Return a document with one page."""
    units = f"<MeasurementUnit>{unit}</MeasurementUnit>" if unit else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<alto xmlns="{namespace or NAMESPACE.format(version)}" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Description>
    {units}<sourceImageInformation><fileName>p.png</fileName></sourceImageInformation>
  </Description>{head}
  <Layout>
    <Page ID="page_1" PHYSICAL_IMG_NR="1" WIDTH="{size[0]:g}" HEIGHT="{size[1]:g}">
      <PrintSpace HPOS="0" VPOS="0" WIDTH="{size[0]:g}" HEIGHT="{size[1]:g}">
{blocks}      </PrintSpace>
    </Page>
  </Layout>
</alto>
"""


def shape(name: str, xml: str, *pages: PageFound, **more: object) -> Shape:
    """Return a shape of one file beside its image."""
    return Shape(name, {"p.xml": xml, "p.png": None}, pages or (TWO_LINES,), **more)  # type: ignore[arg-type]


def without_baselines(found: PageFound = TWO_LINES) -> PageFound:
    """Return the two lines as a file without baselines gives them."""
    return PageFound(tuple(Line(i.box, i.text, i.words, None, i.region) for i in found.lines), found.regions)


SPACE = '<SP WIDTH="20" VPOS="20" HPOS="80"/>'


def in_unit(factor: float) -> str:
    """Return the block with two lines in another unit."""
    first = string("s1", THE, "the", "", factor) + "<SP/>" + string("s2", KING, "King", "", factor)
    second = string("s3", DEAR, "Dear", "", factor) + "<SP/>" + string("s4", SIR, "Sir", "", factor)
    lines = line("l1", FIRST, first, "", factor) + line("l2", SECOND, second, "", factor)
    return block("b1", BODY, lines, "", factor)


def _whole(box: Box, text: str) -> str:
    return f'<String CONTENT="{text}" {place(box)}></String>'


_TAGS = """
  <Tags><OtherTag ID="BT1" LABEL="Main" DESCRIPTION="block type Main"/>
    <OtherTag ID="LT1" LABEL="DefaultLine:ink" DESCRIPTION="line type DefaultLine:ink"/></Tags>"""
_ESCRIPTORIUM_LINES = line(
    "eSc_line_1",
    FIRST,
    '<Shape><Polygon POINTS="20 20 220 22 220 60 22 58"/></Shape>\n            ' + _whole(FIRST, "{}"),
    ' TAGREFS="LT1" BASELINE="20 52 220 54"',
) + line(
    "eSc_line_2",
    SECOND,
    '<Shape><Polygon POINTS="20 80 220 82 220 120 22 118"/></Shape>\n            ' + _whole(SECOND, ""),
    ' TAGREFS="LT1" BASELINE="20 112 120 110 220 114"',
)


def escriptorium(text: str) -> str:
    """Return a document of eScriptorium: lines with outlines, each with its text in one String."""
    body = '          <Shape><Polygon POINTS="10 10 310 12 310 130 12 128"/></Shape>\n'
    return document(
        block("eSc_textblock_1", BODY, body + _ESCRIPTORIUM_LINES.format(text), ' TAGREFS="BT1"'), head=_TAGS
    )


def escriptorium_found(text: str) -> PageFound:
    """Return what must be read from it."""
    return PageFound(
        (Line(FIRST, text, (), FIRST_BASELINE, 0), Line(SECOND, None, (), SECOND_BASELINE, 0)), (Region(BODY, "Main"),)
    )


_BASELINES = (' BASELINE="20 52 220 54"', ' BASELINE="20,112 120,110 220,114"')


def _two_lines(baselines: tuple[str, str] = _BASELINES) -> str:
    first = string("s1", THE, "the") + SPACE + string("s2", KING, "King")
    second = string("s3", DEAR, "Dear") + SPACE + string("s4", SIR, "Sir")
    return block("b1", BODY, line("l1", FIRST, first, baselines[0]) + line("l2", SECOND, second, baselines[1]))


ALTO_SHAPES = (
    shape("alto-4-baselines-with-blanks-and-with-commas", document(_two_lines())),
    shape(
        "alto-2-of-a-printed-book",
        document(
            '        <ComposedBlock ID="c1" HPOS="5" VPOS="5" WIDTH="350" HEIGHT="200" TYPE="container">\n'
            + block(
                "b1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    string("s1", THE, "the", ' STYLEREFS="T0" WC="0.9" CC="000"')
                    + SPACE
                    + string("s2", KING, "King", ' STYLEREFS="T0" STYLE="bold" WC="0.55" CC="0090"'),
                ),
                ' STYLEREFS="T0 P0" language="en"',
            )
            + '        <Illustration ID="i1" HPOS="100" VPOS="150" WIDTH="50" HEIGHT="40"/>\n'
            "        </ComposedBlock>\n",
            "2",
            head='\n  <Styles><TextStyle ID="T0" FONTSIZE="10"/><ParagraphStyle ID="P0" ALIGN="Left"/></Styles>',
        ),
        PageFound((Line(FIRST, None, FIRST_WORDS, None, 0),), (Region(BODY),)),
    ),
    shape(
        "alto-3-baseline-as-a-number",
        document(_two_lines((' BASELINE="53"', ' BASELINE="112.4"')), "3"),
        PageFound(
            (
                Line(FIRST, None, FIRST_WORDS, ((20, 53), (220, 53)), 0),
                Line(SECOND, None, SECOND_WORDS, ((20, 112), (220, 112)), 0),
            ),
            (Region(BODY),),
        ),
    ),
    shape(
        "alto-mm10",
        # 300 dots an inch: 11.811 dots a millimetre
        document(in_unit(10 / 11.811), "2", "mm10", (400 * 10 / 11.811, 300 * 10 / 11.811)),
        without_baselines(),
    ),
    shape("alto-inch1200", document(in_unit(4), "2", "inch1200", (1600, 1200)), without_baselines()),
    shape("alto-4-escriptorium", escriptorium("the King"), escriptorium_found("the King"), correct=None),
    shape("alto-4-escriptorium-one-word", escriptorium("King"), escriptorium_found("King"), correct=None),
    shape(
        "alto-4-escriptorium-untranscribed",
        escriptorium(""),
        PageFound(
            (Line(FIRST, None, (), FIRST_BASELINE, 0), Line(SECOND, None, (), SECOND_BASELINE, 0)),
            (Region(BODY, "Main"),),
        ),
        correct=None,
    ),
    shape(
        "alto-4-kraken-words",
        document(
            block(
                "b1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    '<Shape><Polygon POINTS="20 20 220 20 220 60 20 60"/></Shape>'
                    '<String CONTENT="the" ID="segment_0" HPOS="20" VPOS="20" WIDTH="60" HEIGHT="40" WC="0.9871">'
                    '<Shape><Polygon POINTS="20 20 80 20 80 60 20 60"/></Shape>'
                    '<Glyph ID="char_0" CONTENT="t" HPOS="20" VPOS="20" WIDTH="20" HEIGHT="40" GC="0.99"/></String>'
                    "<SP/>"
                    '<String CONTENT="King" ID="segment_2" HPOS="100" VPOS="20" WIDTH="120" HEIGHT="40" WC="0.5">'
                    '<Shape><Polygon POINTS="100 20 220 22 220 60 100 58"/></Shape>'
                    '<Glyph ID="char_9" CONTENT="K" HPOS="100" VPOS="20" WIDTH="20" HEIGHT="40" GC="0.7">'
                    '<Variant CONTENT="R" VC="0.2"/></Glyph></String>',
                    ' BASELINE="20 52 220 54" TAGREFS="TYPE_1"',
                ),
                ' TAGREFS="TYPE_2"',
            ),
            head='\n  <Tags><OtherTag DESCRIPTION="line type" ID="TYPE_1" TYPE="type" LABEL="default"/>'
            '<OtherTag DESCRIPTION="region type" ID="TYPE_2" TYPE="region" LABEL="text"/></Tags>',
        ),
        PageFound((Line(FIRST, None, FIRST_WORDS, FIRST_BASELINE, 0),), (Region(BODY, "text"),)),
    ),
    shape(
        "alto-3-hyphenated-word",
        document(
            block(
                "b1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    string("s1", THE, "the")
                    + SPACE
                    + string("s2", KING, "King", ' SUBS_TYPE="HypPart1" SUBS_CONTENT="Kingdom" WC="0.8"')
                    + '<HYP CONTENT="-" HPOS="222" VPOS="40" WIDTH="8"/>',
                )
                + line(
                    "l2",
                    SECOND,
                    string("s3", DEAR, "dom", ' SUBS_TYPE="HypPart2" SUBS_CONTENT="Kingdom"')
                    + SPACE
                    + string("s4", SIR, "Sir"),
                ),
            ),
            "3",
        ),
        PageFound(
            (Line(FIRST, None, FIRST_WORDS, None, 0), Line(SECOND, None, (("dom", DEAR), ("Sir", SIR)), None, 0)),
            (Region(BODY),),
        ),
        correct="Sir",
    ),
    shape(
        "alto-bnf-twin-strings",
        document(
            block(
                "PAG_1_TB000001",
                BODY,
                line(
                    "PAG_1_TL000001",
                    FIRST,
                    string("PAG_1_ST000001", THE, "the")
                    + SPACE
                    + string("PAG_1_ST000002", KING, "King", ' WC="0.9"')
                    + string("PAG_1_ST000003", KING, "King"),
                ),
            ),
            namespace="http://bibnum.bnf.fr/ns/alto_prod",
        ),
        PageFound((Line(FIRST, None, (*FIRST_WORDS, ("King", KING)), None, 0),), (Region(BODY),)),
    ),
)

_NO_BASELINES = without_baselines()
_PLAIN = document(in_unit(1), "3")
_ONE = PageFound((Line(FIRST, None, FIRST_WORDS, None, 0),), (Region(BODY),))
_FIRST = string("s1", THE, "the") + SPACE + string("s2", KING, "King")


def _elsewhere(name: str, image: str, source: str) -> Shape:
    """Return a shape whose image lies in another folder."""
    xml = _PLAIN.replace("p.png", image.split("/")[-1])
    found = PageFound(_NO_BASELINES.lines, _NO_BASELINES.regions, image.split("/")[-1])
    return Shape(name, {source: xml, image: None}, (found,), source)


ODD_ALTO_SHAPES = (
    shape("alto-size-0x0", document(in_unit(1), "3", size=(0, 0)), _NO_BASELINES),
    shape("alto-without-a-unit", document(in_unit(1), "2", unit=""), _NO_BASELINES),
    shape("alto-without-namespace", _PLAIN.replace(' xmlns="', ' about="'), _NO_BASELINES),
    shape(
        "alto-without-ids",
        document(block("b1", BODY, line("", FIRST, string("", THE, "the") + "<SP/>" + string("", KING, "King")))),
        _ONE,
    ),
    shape(
        "alto-strings-without-boxes",
        document(block("b1", BODY, line("l1", FIRST, '<String CONTENT="the"/><SP/><String CONTENT="King"/>'))),
        PageFound((Line(FIRST, "the King", (), None, 0),), (Region(BODY),)),
        correct=None,
    ),
    shape(
        "alto-one-string-a-line",
        document(
            block(
                "b1",
                BODY,
                line("l1", FIRST, string("s1", FIRST, "the King")) + line("l2", SECOND, string("s2", SECOND, "Sir")),
            )
        ),
        PageFound((Line(FIRST, "the King", (), None, 0), Line(SECOND, "Sir", (), None, 0)), (Region(BODY),)),
        correct=None,
    ),
    shape(
        "alto-line-without-string",
        document(block("b1", BODY, line("l1", FIRST, _FIRST) + line("l2", SECOND, ""))),
        PageFound((*_ONE.lines, Line(SECOND, None, (), None, 0)), _ONE.regions),
    ),
    shape(
        "alto-empty-string-among-words",
        document(block("b1", BODY, line("l1", FIRST, _FIRST) + line("l2", SECOND, string("s3", SECOND, "")))),
        PageFound((*_ONE.lines, Line(SECOND, None, (), None, 0)), _ONE.regions),
    ),
    shape(
        "alto-bad-boxes",
        document(
            block(
                "b1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    _FIRST
                    + '<String ID="s3" HPOS="x" VPOS="1" WIDTH="1" HEIGHT="1" CONTENT="letters"/>'
                    + string("s4", (900, 900, 9, 9), "off")
                    + string("s5", (5, 5, 0, 9), "thin"),
                )
                + '<TextLine ID="l2"><String ID="s6" CONTENT="lost"/></TextLine>',
            )
        ),
        _ONE,
        skipped=("not made of numbers", "lies outside", "has no area", "has no box"),
    ),
    shape(
        "alto-fractions-of-pixels-and-polygons",
        document(
            block(
                "b1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    f'<Shape><Polygon POINTS="20,20 220,20.4 220,60 20,60"/></Shape>'
                    f'<String ID="s1" {place((20.3, 19.8, 59.9, 40.2))} CONTENT="the"/><SP/>'
                    f'<String ID="s2" {place(KING)} CONTENT="King" STYLE="italics">'
                    '<Shape><Polygon POINTS="100,20 220,22 218,60"/></Shape></String>',
                    ' BASELINE="20,52 220,54"',
                ),
            )
        ),
        PageFound((Line(FIRST, None, FIRST_WORDS, FIRST_BASELINE, 0),), (Region(BODY),)),
    ),
    shape(
        "alto-margins-and-page-classes",
        _PLAIN.replace(
            "      <PrintSpace",
            '      <TopMargin HPOS="0" VPOS="0" WIDTH="400" HEIGHT="5"/><LeftMargin/><RightMargin/><BottomMargin/>\n'
            "      <PrintSpace",
        ).replace('<Page ID="page_1"', '<Page ID="page_1" PC="0.8" PAGECLASS="x" QUALITY="OK" PRINTED_IMG_NR="3"'),
        _NO_BASELINES,
    ),
    shape(
        "alto-right-to-left",
        document(
            block(
                "b1",
                BODY,
                line(
                    "l1",
                    FIRST,
                    string("s1", (160, 20, 60, 40), "שלום") + "<SP/>" + string("s2", (90, 20, 60, 40), "רב"),
                ),
                ' LANG="he"',
            )
        ),
        PageFound(
            (Line(FIRST, None, (("שלום", (160, 20, 60, 40)), ("רב", (90, 20, 60, 40))), None, 0),), (Region(BODY),)
        ),
        correct="רב",
    ),
    shape(
        "alto-several-blocks",
        document(
            block("b1", (10, 10, 300, 55), line("l1", FIRST, _FIRST), ' IDNEXT="b2"')
            + block(
                "b2",
                (10, 70, 300, 60),
                line(
                    "l2",
                    SECOND,
                    string("s3", (20, 80, 90, 40), "Dear") + "<SP/>" + string("s4", (130, 80, 90, 40), "Sir"),
                ),
            )
        ),
        PageFound(
            (_ONE.lines[0], Line(SECOND, None, SECOND_WORDS, None, 1)),
            (Region((10, 10, 300, 55)), Region((10, 70, 300, 60))),
        ),
    ),
    Shape("alto-suffix", {"p.alto": _PLAIN, "p.png": None}, (_NO_BASELINES,), "p.alto"),
    _elsewhere("alto-beside-jpg-folder", "jpg/p.jpg", "alto/p.xml"),
    _elsewhere("alto-image-suffix-in-another-case", "p.TIF", "p.xml"),
)
