"""Small files after the shapes in which archives and other programs keep transcriptions; all written for these tests.

Every shape comes with what must be read from it. No file of anybody else is among them.
"""

from shape_files.alto import ALTO_SHAPES, ODD_ALTO_SHAPES
from shape_files.other import OTHER_SHAPES
from shape_files.page import PAGE_SHAPES
from shape_files.page_odd import ODD_PAGE_SHAPES
from shape_files.shape import Shape

XML_SHAPES: tuple[Shape, ...] = (*PAGE_SHAPES, *ODD_PAGE_SHAPES, *ALTO_SHAPES, *ODD_ALTO_SHAPES)
"""PAGE and ALTO, each a single document."""

ALL_SHAPES: tuple[Shape, ...] = (*XML_SHAPES, *OTHER_SHAPES)
