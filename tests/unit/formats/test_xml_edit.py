"""Where the words of a page go in the document that they came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.formats.records import LineRecord, PageRecord, WordRecord
from core.formats.xml_edit import plan_merge
from core.geometry import Box

LINE = LineRecord((0, 0, 100, 20))


def line_of_new_word(box: Box, lines: list[LineRecord | None]) -> int | None:
    page = PageRecord(Path("p.png"), 400, 200, words=(WordRecord(box, "new", line=7),))
    (step,) = plan_merge([[] for _ in lines], lines, page).steps
    return step.line


@pytest.mark.parametrize(("left", "line"), [(0, 0), (88, 0), (90, 0), (91, None), (94, None), (100, None)])
def test_a_new_word_goes_to_the_line_that_covers_at_least_half_of_it(left: int, line: int | None) -> None:
    assert line_of_new_word((left, 0, 20, 20), [None, LineRecord((0, 100, 100, 20)), LINE]) == (
        None if line is None else 2
    )


def test_of_several_lines_a_new_word_goes_to_the_one_that_covers_most_of_it() -> None:
    assert line_of_new_word((0, 5, 20, 20), [LineRecord((0, 0, 100, 18)), LINE]) == 1
    assert line_of_new_word((0, 0, 20, 20), [LINE, LINE]) == 0, "the first of equal ones"


def test_a_word_goes_to_its_line_and_without_one_with_the_words_of_its_number() -> None:
    known = WordRecord((0, 100, 20, 20), "known", line=7, ref="w1")
    new = WordRecord((0, 0, 20, 20), "new", line=7)
    lines = [LineRecord(LINE.box, ref="l0"), LineRecord((0, 100, 100, 20), ref="l1")]
    page = PageRecord(Path("p.png"), 400, 200, words=(known, new), lines=(LineRecord(LINE.box, ref="l0", number=7),))
    assert [step.line for step in plan_merge([[], [known]], lines, page).steps] == [0, 0]
    page = PageRecord(Path("p.png"), 400, 200, words=(known, new))
    assert [step.line for step in plan_merge([[], [known]], lines, page).steps] == [1, 1]


def test_a_line_without_id_is_known_by_its_words_after_it_was_moved() -> None:
    known = WordRecord((0, 100, 20, 20), "known", line=7)
    page = PageRecord(Path("p.png"), 400, 200, words=(known,), lines=(LineRecord((0, 90, 90, 40), number=7),))
    assert plan_merge([[], [known]], [LINE, LineRecord((0, 100, 100, 20))], page).lines == {7: 1}
