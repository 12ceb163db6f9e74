"""Eigenvalue shares of a lexicon, compared with NumPy's covariance and the paper's figure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.evaluation.spectrum import spectrum
from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import signatures


@pytest.mark.parametrize(("words", "dims"), [(200, 12), (9, 40)])
def test_spectrum_equals_eigenvalues_of_covariance(words: int, dims: int) -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(words, dims)) * np.arange(1, dims + 1)
    rows[:, 3] = 7.0
    expected = np.linalg.eigvalsh(np.cov(rows, rowvar=False, bias=True))[::-1]
    got = spectrum(rows)
    count = min(words, dims - 1)
    assert got.eigenvalues[:count] == pytest.approx(expected[:count], abs=1e-8)
    assert got.shares_at((1, 5)) == pytest.approx((expected[0] / expected.sum(), expected[:5].sum() / expected.sum()))


def test_shares_rise_to_one_for_any_number_of_dimensions() -> None:
    got = spectrum(signatures(["the", "of", "and", "to", "in"], load_alphabet("latin")))
    assert (np.diff(got.shares) >= 0).all() and got.shares[-1] == 1.0
    assert got.shares_at((0, 4, 769)) == (0.0, pytest.approx(1.0), 1.0)
    assert len(got.eigenvalues) == 5


def test_equal_signatures_raise_value_error() -> None:
    for rows in (np.ones((1, 4)), np.ones((3, 4)), np.ones(4)):
        with pytest.raises(ValueError, match="two"):
            spectrum(rows)


def test_english_lexicon_has_the_shares_of_the_paper(shared_data: Callable[[str], Path]) -> None:
    words = (shared_data("lexicons") / "iam_standard_words.txt").read_text().split()
    got = spectrum(signatures(words, load_alphabet("latin")))
    assert got.shares_at() == (pytest.approx(0.6244, abs=5e-5), pytest.approx(0.7613, abs=5e-5))
