"""PAGE XML as programs write it."""

from __future__ import annotations

from core.geometry import Box, Polyline
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
    corners,
)

SCHEMA = "http://schema.primaresearch.org/PAGE/gts/pagecontent/{}"
TWO_LINES = PageFound(
    (
        Line(FIRST, "the King", FIRST_WORDS, FIRST_BASELINE, 0),
        Line(SECOND, "Dear Sir", SECOND_WORDS, SECOND_BASELINE, 0),
    ),
    (Region(BODY),),
)


def document(body: str, year: str = "2013-07-15", attributes: str = "", metadata: str = "<Creator>x</Creator>") -> str:
    """Return a document with one page."""
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<PcGts xmlns="{SCHEMA.format(year)}">
  <Metadata>{metadata}<Created>2020-01-01T00:00:00</Created><LastChange>2020-01-02T00:00:00</LastChange></Metadata>
  <Page imageFilename="p.png" {attributes or 'imageWidth="400" imageHeight="300"'}>
{body}
  </Page>
</PcGts>
"""


def text_equiv(text: str | None, attributes: str = "") -> str:
    """Return a TextEquiv, or nothing for None."""
    return "" if text is None else f"<TextEquiv{attributes}><Unicode>{text}</Unicode></TextEquiv>"


def word(ref: str, box: Box, text: str | None, attributes: str = "") -> str:
    """Return a Word."""
    return f'<Word id="{ref}"{attributes}><Coords points="{corners(box)}"/>{text_equiv(text)}</Word>'


def line(
    ref: str, box: Box, inner: str = "", text: str | None = None, baseline: Polyline | None = None, attributes: str = ""
) -> str:
    """Return a TextLine."""
    points = "" if baseline is None else f'<Baseline points="{" ".join(f"{x},{y}" for x, y in baseline)}"/>'
    start = f'      <TextLine id="{ref}"{attributes}><Coords points="{corners(box)}"/>{points}\n        '
    return f"{start}{inner}\n        {text_equiv(text)}</TextLine>\n"


def region(ref: str, box: Box, inner: str = "", text: str | None = None, attributes: str = "") -> str:
    """Return a TextRegion."""
    start = f'    <TextRegion id="{ref}"{attributes}><Coords points="{corners(box)}"/>\n'
    return f"{start}{inner}      {text_equiv(text)}</TextRegion>\n"


def first_line(**more: str) -> str:
    """Return the line "the King" with its words."""
    return line("l1", FIRST, word("w1", THE, "the") + word("w2", KING, "King"), "the King", FIRST_BASELINE, **more)


def second_line(**more: str) -> str:
    """Return the line "Dear Sir" with its words."""
    return line("l2", SECOND, word("w3", DEAR, "Dear") + word("w4", SIR, "Sir"), "Dear Sir", SECOND_BASELINE, **more)


def page_shape(name: str, xml: str, *pages: PageFound, **more: object) -> Shape:
    """Return a shape of one file beside its image."""
    return Shape(name, {"p.xml": xml, "p.png": None}, pages or (TWO_LINES,), **more)  # type: ignore[arg-type]


def _points(box: Box) -> str:
    x, y, w, h = box
    pairs = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return "<Coords>" + "".join(f'<Point x="{px}" y="{py}"/>' for px, py in pairs) + "</Coords>"


def _two_texts(text: str) -> str:
    return f"<TextEquiv><PlainText>{text}</PlainText><Unicode>{text}</Unicode></TextEquiv>"


_TRANSKRIBUS_METADATA = """<Creator>prov=x:name=y</Creator><TranskribusMetadata docId="1" pageId="2" pageNr="1"
      tsid="3" status="GT" userId="4" imgUrl="https://example.org/i" xmlUrl="https://example.org/x"/>"""


def _custom(index: int, more: str = "") -> str:
    return f' custom="readingOrder {{index:{index};}}{more}"'


_SURE, _UNSURE = ' conf="0.9871"', ' conf="0.5"'

PAGE_SHAPES = (
    page_shape(
        "page-2019-complete",
        document(region("r1", BODY, first_line() + second_line(), "the King\nDear Sir"), "2019-07-15"),
    ),
    page_shape(
        "page-2010-points-as-elements",
        document(
            f'<TextRegion id="r1" type="paragraph">{_points(BODY)}<TextLine id="l1">{_points(FIRST)}'
            f'<Word id="w1">{_points(THE)}{_two_texts("the")}</Word>'
            f'<Word id="w2">{_points(KING)}{_two_texts("King")}</Word>{_two_texts("the King")}</TextLine></TextRegion>',
            "2010-03-19",
        ),
        PageFound((Line(FIRST, "the King", FIRST_WORDS, None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-2013-transkribus-lines-in-the-order-of-custom",
        document(
            '<ReadingOrder><OrderedGroup id="ro_1" caption="Regions reading order">'
            '<RegionRefIndexed index="0" regionRef="r1"/></OrderedGroup></ReadingOrder>\n'
            + region(
                "r1",
                BODY,
                second_line(attributes=_custom(1)) + first_line(attributes=_custom(0, " textStyle {offset:0;}")),
                "the King\nDear Sir",
                _custom(0, " structure {type:paragraph;}"),
            ),
            metadata=_TRANSKRIBUS_METADATA,
        ),
    ),
    page_shape(
        "page-2013-transkribus-lines-without-words",
        document(
            region(
                "r1",
                BODY,
                line("l1", FIRST, "", "the King", FIRST_BASELINE, _custom(0))
                + line("l2", SECOND, "", "", SECOND_BASELINE, _custom(1)),
                "the King\n",
            ),
            metadata=_TRANSKRIBUS_METADATA,
        ),
        PageFound(
            (Line(FIRST, "the King", (), FIRST_BASELINE, 0), Line(SECOND, None, (), SECOND_BASELINE, 0)),
            (Region(BODY),),
        ),
        correct=None,
    ),
    page_shape(
        "page-2013-transkribus-stale-word",
        document(
            region(
                "r1",
                BODY,
                line("l1", FIRST, word("w1", THE, "tne") + word("w2", KING, "King"), "the King", FIRST_BASELINE),
                "the King",
            )
        ),
        PageFound((Line(FIRST, "the King", FIRST_WORDS, FIRST_BASELINE, 0),), (Region(BODY),)),
        skipped=("words differ from the text of the whole line",),
        correct=None,
        is_kept=False,
    ),
    page_shape(
        "page-2013-transkribus-stale-words-of-another-number",
        document(
            region(
                "r1",
                BODY,
                line(
                    "l1", FIRST, word("w1", THE, "tho") + word("w2", KING, "Kin g"), "to the good King", FIRST_BASELINE
                )
                + second_line(),
            )
        ),
        PageFound((Line(FIRST, "to the good King", (), FIRST_BASELINE, 0), TWO_LINES.lines[1]), (Region(BODY),)),
        skipped=("1 of them has no usable word boxes",),
        correct=None,
        is_kept=False,
    ),
    page_shape(
        "page-2013-transkribus-words-without-text",
        document(
            region(
                "r1", BODY, line("l1", FIRST, word("w1", THE, "") + word("w2", KING, None), "the King", FIRST_BASELINE)
            )
        ),
        PageFound((Line(FIRST, "the King", FIRST_WORDS, FIRST_BASELINE, 0),), (Region(BODY),)),
        skipped=("words differ",),
        correct=None,
        is_kept=False,
    ),
    page_shape(
        "page-2019-escriptorium",
        document(
            '    <TextRegion id="eSc_textblock_1" custom="structure {type:Main;}">'
            '<Coords points="10,10 310,12 300,130 12,128"/>\n'
            '      <TextLine id="eSc_line_1" custom="structure {type:default;}">'
            '<Coords points="20,20 210,22 220,58 22,60"/>'
            '<Baseline points="20,52 220,54"/><TextEquiv><Unicode>the King</Unicode></TextEquiv></TextLine>\n'
            '      <TextLine id="eSc_line_2" custom="structure {type:default;}">'
            '<Coords points="20,80 220,80 220,120 20,120"/>'
            '<Baseline points="20,112 120,110 220,114"/><TextEquiv><Unicode></Unicode></TextEquiv></TextLine>\n'
            "    </TextRegion>",
            "2019-07-15",
            metadata="<Creator>escriptorium</Creator>",
        ),
        PageFound(
            (Line(FIRST, "the King", (), FIRST_BASELINE, 0), Line(SECOND, None, (), SECOND_BASELINE, 0)),
            (Region(BODY, "Main"),),
        ),
        correct=None,
    ),
    page_shape(
        "page-2019-kraken",
        document(
            region(
                "textblock_0",
                BODY,
                line(
                    "line_0",
                    FIRST,
                    f'<Word id="segment_0"><Coords points="{corners(THE)}"/>{text_equiv("the", _SURE)}</Word>\n'
                    f'<Word id="segment_1"><Coords points="{corners(KING)}"/>{text_equiv("King", _UNSURE)}</Word>',
                    None,
                    FIRST_BASELINE,
                    ' custom="structure {type:default;}"',
                ).replace("</TextLine>", f"{text_equiv('the King', _UNSURE)}</TextLine>"),
                attributes=' custom="structure {type:text;}"',
            ),
            "2019-07-15",
            metadata="<Creator>kraken 5</Creator>",
        ),
        PageFound((Line(FIRST, "the King", FIRST_WORDS, FIRST_BASELINE, 0),), (Region(BODY, "text"),)),
    ),
    page_shape(
        "page-2019-ocrd-ground-truth",
        f"""<?xml version="1.0" encoding="UTF-8"?>
<pc:PcGts xmlns:pc="{SCHEMA.format("2019-07-15")}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" pcGtsId="P1">
  <pc:Metadata><pc:Creator>OCR-D</pc:Creator><pc:Created>2020-01-01T00:00:00</pc:Created>
    <pc:LastChange>2020-01-01T00:00:00</pc:LastChange>
    <pc:MetadataItem type="processingStep" name="recognition" value="any">
      <pc:Labels externalModel="x"/></pc:MetadataItem>
  </pc:Metadata>
  <pc:Page imageFilename="p.png" imageWidth="400" imageHeight="300" type="content" orientation="0.5">
    <pc:AlternativeImage filename="OCR-D-IMG-BIN/p.png" comments="binarized"/>
    <pc:Border><pc:Coords points="0,0 400,0 400,300 0,300"/></pc:Border>
    <pc:TextRegion id="r1" type="paragraph" orientation="0.1"><pc:Coords points="{corners(BODY)}" conf="0.9"/>
      <pc:TextLine id="l1"><pc:Coords points="{corners(FIRST)}"/>
        <pc:Word id="w1" language="English" production="printed"><pc:Coords points="{corners(THE)}"/>
          <pc:Glyph id="g1"><pc:Coords points="20,20 40,20 40,60 20,60"/>
            <pc:TextEquiv index="0"><pc:Unicode>t</pc:Unicode></pc:TextEquiv></pc:Glyph>
          <pc:TextEquiv index="0" conf="0.8"><pc:Unicode>the</pc:Unicode></pc:TextEquiv>
        </pc:Word>
        <pc:Word id="w2"><pc:Coords points="{corners(KING)}"/>
          <pc:Glyph id="g2"><pc:Coords points="100,20 120,20 120,60 100,60"/>
            <pc:TextEquiv index="0"><pc:Unicode>K</pc:Unicode></pc:TextEquiv></pc:Glyph>
          <pc:TextEquiv index="0" conf="0.75"><pc:Unicode>King</pc:Unicode></pc:TextEquiv>
          <pc:TextEquiv index="1" conf="0.25"><pc:Unicode>Ring</pc:Unicode></pc:TextEquiv>
          <pc:TextStyle fontSize="11.5" italic="true"/>
        </pc:Word>
        <pc:TextEquiv index="0"><pc:Unicode>the King</pc:Unicode></pc:TextEquiv>
      </pc:TextLine>
      <pc:TextEquiv index="0"><pc:Unicode>the King</pc:Unicode></pc:TextEquiv>
    </pc:TextRegion>
    <pc:SeparatorRegion id="s1"><pc:Coords points="0,200 400,200 400,204 0,204"/></pc:SeparatorRegion>
  </pc:Page>
</pc:PcGts>
""",
        PageFound((Line(FIRST, "the King", FIRST_WORDS, None, 0),), (Region(BODY),)),
    ),
    page_shape(
        "page-2018-no-line-texts",
        document(
            region(
                "r1",
                BODY,
                line("l1", FIRST, word("w1", THE, "the") + word("w2", KING, "King"), None)
                + line("l2", SECOND, word("w3", DEAR, "Dear") + word("w4", SIR, None), None),
            ),
            "2018-07-15",
        ),
        PageFound(
            (Line(FIRST, None, FIRST_WORDS, None, 0), Line(SECOND, None, (("Dear", DEAR), (None, SIR)), None, 0)),
            (Region(BODY),),
        ),
    ),
    page_shape(
        "page-2017-regions-in-the-order-of-groups",
        document(
            '<ReadingOrder><UnorderedGroup id="g"><OrderedGroup id="g1"><RegionRefIndexed index="1" regionRef="r1"/>'
            '<OrderedGroupIndexed id="g2" index="0"><RegionRefIndexed index="0" regionRef="r2"/></OrderedGroupIndexed>'
            "</OrderedGroup></UnorderedGroup></ReadingOrder>\n"
            + region("r1", (10, 70, 300, 60), second_line(), attributes=' type="marginalia"')
            + region("r2", (10, 10, 300, 55), first_line(), attributes=' type="heading"'),
            "2017-07-15",
        ),
        PageFound(
            (TWO_LINES.lines[0], Line(SECOND, "Dear Sir", SECOND_WORDS, SECOND_BASELINE, 1)),
            (Region((10, 10, 300, 55), "heading"), Region((10, 70, 300, 60), "marginalia")),
        ),
    ),
    page_shape(
        "page-2016-table-cells",
        document(
            f'<TableRegion id="t" rows="1" columns="2"><Coords points="{corners(BODY)}"/>\n'
            + region("c1", (10, 10, 80, 60), line("l1", (20, 20, 60, 40), word("w1", THE, "the"), "the"))
            + region("c2", (95, 10, 130, 60), line("l2", KING, word("w2", KING, "King"), "King"))
            + "</TableRegion>",
            "2016-07-15",
        ),
        PageFound(
            (Line(THE, "the", (("the", THE),), None, 0), Line(KING, "King", (("King", KING),), None, 1)),
            (Region((10, 10, 80, 60)), Region((95, 10, 130, 60))),
        ),
    ),
)
