"""How frequent words are preferred: the word model of lines, and the prior by which words cost."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from ensemble_helpers import latin
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.recognition.prior import SHAPE, word_costs
from core.recognition.word_model import UNLISTED_SHARE, WordModel

WORDS = ("it", "the", "war", "was")
LEXICON = Lexicon(WORDS, latin())


@given(st.lists(st.sampled_from(WORDS), max_size=36))
def test_the_words_of_the_list_share_what_is_not_reserved_for_others(transcribed: list[str]) -> None:
    model = WordModel.build(transcribed, LEXICON)
    assert sum(math.exp(model.log_share(word)) for word in WORDS) == pytest.approx(1 - UNLISTED_SHARE)


def test_common_words_of_the_language_are_expected_more_often() -> None:
    counted = Lexicon(WORDS, latin(), {"the": 1000, "war": 10, "was": 10, "it": 10})
    model = WordModel.build([], counted)
    assert model.log_share("the") > model.log_share("war")
    read = WordModel.build(["war"] * 50, counted)
    assert read.log_share("war") > read.log_share("the"), "but the transcriptions count more"


def test_a_word_in_no_list_is_spelled() -> None:
    lexicon = Lexicon(["wars", "warm", "ward", "warn", "tar"], latin())
    model = WordModel.build(["warm", "warp"], lexicon)
    assert model.log_share("tar") > model.log_share("warp") > model.log_share("zzqx") > model.log_share("zzqx☃")


def test_apostrophes_are_expected_as_they_are_transcribed() -> None:
    lexicon = Lexicon(["l'eau", "d'or", "eau", "j’ai"], load_alphabet("latin-extended"))
    nothing = WordModel.build(["eau"], lexicon)
    assert nothing.log_share("l'eau") == pytest.approx(math.log(nothing.shares[0]))
    assert nothing.log_share("l’eau") < nothing.log_share("l'eau")
    curved = WordModel.build(["j’ai", "eau", "j’ai"], lexicon)
    assert curved.log_share("l’eau") > curved.log_share("l'eau")
    assert math.exp(curved.log_share("d’or")) + math.exp(curved.log_share("d'or")) == pytest.approx(curved.shares[1])
    assert curved.log_share("eau") == pytest.approx(math.log(curved.shares[2]))
    straight = WordModel.build(["l'eau", "eau"], lexicon)
    assert straight.log_share("j'ai") > straight.log_share("j’ai")


LATIN = load_alphabet("latin")
CLASSES = ("king", "the")


def member(counts: list[int] | None) -> SimpleNamespace:
    return SimpleNamespace(seen=np.array([0, 1]), seen_counts=None if counts is None else np.array(counts))


def test_costs_are_the_posterior_means_of_a_gamma_prior() -> None:
    words, counts = ["the", "king", "queen", "xylem"], {"the": 500, "king": 400, "queen": 90, "xylem": 10}
    lexicon = Lexicon(words, LATIN, counts)
    costs = word_costs(member([3, 7]), CLASSES, lexicon)
    shares = np.array([0.5, 0.4, 0.09, 0.01])
    expected = (SHAPE + np.array([7, 3, 0, 0])) / (SHAPE / shares + 10)
    assert costs is not None
    assert costs - costs[0] == pytest.approx(-np.log(expected / expected[0]), abs=1e-5)
    assert costs.min() == 0 and costs.dtype == np.float32


def test_a_common_word_that_the_transcriptions_lack_is_expected_less_the_more_are_transcribed() -> None:
    lexicon = Lexicon(["the", "king", "queen", "xylem"], LATIN, {"the": 500, "king": 90, "queen": 400, "xylem": 10})

    def lead_of_queen_over_xylem(counts: list[int]) -> float:
        costs = word_costs(member(counts), CLASSES, lexicon)
        assert costs is not None
        return float(costs[3] - costs[2])

    leads = [lead_of_queen_over_xylem([n, 9 * n]) for n in (0, 1, 10, 100)]
    assert leads == sorted(leads, reverse=True) and leads[0] == pytest.approx(np.log(40), abs=1e-5)
    assert leads[-1] > 0


def test_without_counts_of_either_kind_there_is_no_prior() -> None:
    assert word_costs(member(None), CLASSES, Lexicon(["the", "king"], LATIN)) is None
    of_language = word_costs(member(None), CLASSES, Lexicon(["the", "king"], LATIN, {"the": 9, "king": 1}))
    assert of_language == pytest.approx([0, np.log(9)])


def test_a_seen_word_that_left_the_lexicon_counts_no_more() -> None:
    costs = word_costs(member([3, 7]), CLASSES, Lexicon(["the", "queen"], LATIN))
    assert costs is not None and costs[0] == 0 < costs[1]
