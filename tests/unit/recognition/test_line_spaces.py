"""The shipped starter model sees the spaces between the words of a line."""

from __future__ import annotations

import numpy as np
import pytest
from line_helpers import written_line

from core.recognition.line_spaces import LineSpaces
from core.store.starter import load_starter, starter_path


@pytest.fixture(scope="module")
def spaces() -> LineSpaces:
    starter = load_starter(starter_path())
    return LineSpaces(starter.learner(), starter.alphabet)


def test_a_space_is_seen_between_words_and_not_inside_them(spaces: LineSpaces) -> None:
    gray, places = written_line()
    height, width = gray.shape
    page = np.full((height + 120, width + 200), gray.max(), np.uint8)
    page[60 : 60 + height, 150 : 150 + width] = gray
    outline = [(150, 60), (150 + width - 1, 60), (150 + width - 1, 60 + height - 1), (150, 60 + height - 1)]
    # each word in two halves: gaps inside words and gaps between them by turns
    edges = []
    for left, right in places:
        middle = (left + right) / 2
        edges += [(150.0 + left, 150.0 + middle - 1), (150.0 + middle + 1, 150.0 + right)]
    seen = spaces(page, outline, edges)
    assert seen.shape == (2 * len(places) - 1,) and np.isfinite(seen).all()
    assert seen[1::2].min() > seen[0::2].max(), seen


def test_one_run_has_no_gap_and_a_line_outside_the_page_no_space(spaces: LineSpaces) -> None:
    gray, _ = written_line()
    outline = [(0, 0), (gray.shape[1] - 1, 0), (gray.shape[1] - 1, gray.shape[0] - 1), (0, gray.shape[0] - 1)]
    assert spaces(gray, outline, [(5.0, 50.0)]).shape == (0,)
    beside = [(x + 10_000, y) for x, y in outline]
    assert (spaces(gray, beside, [(10_005.0, 10_050.0), (10_060.0, 10_090.0)]) < -7).all()
