"""The prefilter of long lexicons: the nearest words are among those it finds, in tiles, with misleading samples."""

from __future__ import annotations

import numpy as np
import pytest
from ensemble_helpers import latin
from long_lexicon_helpers import LEXICON, WORDS, noisy_signatures

from core.lexicon.lexicon import Lexicon
from core.model.learner import new_learner
from core.model.lexicon_search import pca_prefilter
from core.model.lexicon_search.pca_prefilter import PcaPrefilter, cached_prefilter


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
class TestPcaPrefilter:
    def test_the_nearest_words_are_found(self, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
        F = noisy_signatures(40, 1)
        distance = new_learner("compact", latin(), metric, 0).distances(WORDS, latin())(F)
        excluded = np.sort(np.unique(distance.argmin(axis=1)))
        monkeypatch.setattr(pca_prefilter, "_QUERIES", 16)
        monkeypatch.setattr(pca_prefilter, "_WORDS", 700)
        monkeypatch.setattr(pca_prefilter, "_SAMPLE", 1000)
        index = PcaPrefilter(LEXICON, metric)
        assert len(index) == 3000 and index._numbers.nbytes + index._offset.nbytes == 3000 * (128 + 4)
        found = index.find(F, excluded)
        distance[:, excluded] = np.inf
        assert (found == distance.argmin(axis=1)[:, None]).any(axis=1).all()
        assert not np.isin(found, excluded).any()
        assert all(len(set(row)) == pca_prefilter.COUNT for row in found.tolist())

    def test_all_words_are_returned_where_there_are_fewer(self, metric: str) -> None:
        small = Lexicon(WORDS[:30], latin())
        found = PcaPrefilter(small, metric).find(noisy_signatures(3, 2), np.arange(5, 20), 20)
        assert [sorted(row) for row in found.tolist()] == [[-1] * 5 + [*range(5), *range(20, 30)]] * 3
        none = PcaPrefilter(small, metric).find(noisy_signatures(3, 2), np.arange(30), 20)
        assert (none == -1).all()

    def test_a_wrong_threshold_does_not_affect_the_result(self, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
        index = PcaPrefilter(LEXICON, metric)
        F, none = noisy_signatures(5, 3), np.zeros(0, np.int64)
        expected = index.find(F, none)
        monkeypatch.setattr(PcaPrefilter, "_threshold", lambda *a: np.array([1e9, -np.inf, 1e9, 0, 1e9], np.float32))
        assert (index.find(F, none) == expected).all()

    def test_a_lexicon_s_prefilter_is_built_once(self, metric: str) -> None:
        lexicon = Lexicon(WORDS[:40], latin())
        other = {"cosine": "euclid", "euclid": "cosine"}[metric]
        assert cached_prefilter(lexicon, metric) is cached_prefilter(lexicon, metric)
        assert cached_prefilter(lexicon, metric) is not cached_prefilter(lexicon, other)


def test_an_unknown_metric_raises_value_error() -> None:
    with pytest.raises(ValueError, match="metric"):
        PcaPrefilter(LEXICON, "manhattan")
