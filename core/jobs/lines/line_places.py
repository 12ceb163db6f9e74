"""Where the lines of a project or of a document lie on their page, as a line reader cuts them out."""

from core.formats.records import LineRecord
from core.geometry import LinePlace, bounding_box
from core.imaging.segment.found_lines import FoundLine
from core.project.content.pages import Line


def line_place(line: Line | LineRecord) -> LinePlace:
    """Return where a line lies; a project's line that has no name in a document was found."""
    return LinePlace(line.box, line.polygon, line.baseline, isinstance(line, Line) and line.ref is None)


def found_place(line: FoundLine) -> LinePlace:
    """Return where a line lies that the line finder has just found."""
    return LinePlace(bounding_box(line.outline), line.outline, line.baseline, is_found=True)
