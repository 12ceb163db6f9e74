"""What the line reader learns from: how often lines with capitals are drawn, and the sources of two rounds."""

from __future__ import annotations

import numpy as np
import pytest

from research.line_reader.lines import Lines
from research.line_reader.make import CAPITALS, all_sources, chances


def test_lines_with_a_word_in_capitals_are_drawn_more_often() -> None:
    lines = Lines()
    for text in ("Paris le 3", "LES PAYSANS allemands", "A 12 EN"):
        lines.add(np.zeros((48, 9), np.uint8), text, "letters", "one hand")
    plain, capitals, short = chances(lines, set())
    assert capitals == pytest.approx(CAPITALS * plain) and short == plain
    assert plain + capitals + short == pytest.approx(1)


def test_a_round_that_goes_on_from_another_keeps_its_sources() -> None:
    before = [{"title": "Letters", "lines": 40, "hands": 2}, {"title": "Wills", "lines": 9, "hands": 9}]
    now = [{"title": "Letters", "lines": 50, "hands": 3}, {"title": "Tables", "lines": 5, "hands": 1}]
    assert all_sources(before, now) == [now[0], now[1], before[1]]
    assert all_sources(now, before) == [now[0], now[1], before[1]]
    assert all_sources([], before) == before
