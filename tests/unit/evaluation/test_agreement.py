"""Agreement of two people on the same words."""

from __future__ import annotations

import pytest

from core.evaluation.agreement import agreement
from core.evaluation.metrics import wilson_interval


def test_shares_of_words_and_characters() -> None:
    result = agreement([("the", "the"), ("King", "king"), ("Novembre", "November"), ("e\u0301", "\u00e9")])
    assert (result.words, result.equal, result.share, result.different) == (4, 2, 0.5, (1, 2))
    assert result.interval == wilson_interval(2, 4)
    assert result.characters == pytest.approx(1 - (0 + 1 + 2 + 0) / (3 + 4 + 8 + 1))


def test_without_words_nothing_is_known() -> None:
    result = agreement([])
    assert result.share is None and result.characters is None and result.interval == (0, 1)
