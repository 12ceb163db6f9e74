"""ALTO with what is rare, old or damaged."""

from __future__ import annotations

from shape_files.alto import SPACE, block, document, in_unit, line, place, shape, string, without_baselines
from shape_files.shape import (
    BODY,
    FIRST,
    FIRST_BASELINE,
    FIRST_WORDS,
    KING,
    SECOND,
    SECOND_WORDS,
    THE,
    Line,
    PageFound,
    Region,
    Shape,
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
