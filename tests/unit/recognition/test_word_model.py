"""The word model: probabilities after a word, from lines."""

from __future__ import annotations

import math

import pytest
from ensemble_helpers import latin
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.recognition.word_model import UNLISTED_SHARE, WordModel

WORDS = ("it", "the", "war", "was")
LEXICON = Lexicon(WORDS, latin())

lines = st.lists(st.lists(st.one_of(st.none(), st.sampled_from(WORDS)), max_size=6), max_size=6)


@given(lines, st.one_of(st.none(), st.sampled_from(WORDS)))
def test_the_words_of_the_list_share_what_is_not_reserved_for_others(
    lines: list[list[str | None]], previous: str | None
) -> None:
    model = WordModel.build(lines, LEXICON)
    total = sum(math.exp(model.log_prob(word, previous)) for word in WORDS)
    if previous is None or not model.followers[previous]:
        assert total == pytest.approx(1 - UNLISTED_SHARE)
    else:
        count, kinds = model.followers[previous], model.kinds[previous]
        assert total == pytest.approx((count + kinds * (1 - UNLISTED_SHARE)) / (count + kinds))


def test_the_word_before_counts_and_a_gap_separates() -> None:
    model = WordModel.build([["it", "was"], ["it", "was", None, "war"], ["the", "war"]], LEXICON)
    after_it = dict(zip(WORDS, model.log_gains("it", WORDS), strict=True))
    assert after_it["was"] > 0 > after_it["war"] == after_it["the"]
    assert model.log_gains("was", WORDS) == [0.0] * 4, "nothing was read after it"
    assert model.log_gains("house", WORDS) == [0.0] * 4
    # (2 + 1 * P(was)) / (2 + 1)
    assert model.log_prob("was", "it") == pytest.approx(math.log((2 + math.exp(model.log_share("was"))) / 3))


def test_common_words_of_the_language_are_expected_more_often() -> None:
    counted = Lexicon(WORDS, latin(), {"the": 1000, "war": 10, "was": 10, "it": 10})
    model = WordModel.build([], counted)
    assert model.log_share("the") > model.log_share("war")
    read = WordModel.build([["war"] * 50], counted)
    assert read.log_share("war") > read.log_share("the"), "but the transcriptions count more"


def test_a_word_in_no_list_is_spelled() -> None:
    lexicon = Lexicon(["wars", "warm", "ward", "warn", "tar"], latin())
    model = WordModel.build([["warm", "warp"]], lexicon)
    assert model.log_share("tar") > model.log_share("warp") > model.log_share("zzqx") > model.log_share("zzqx☃")
    assert model.log_prob("warp", "warm") > model.log_share("warp")


def test_apostrophes_are_expected_as_they_are_transcribed() -> None:
    lexicon = Lexicon(["l'eau", "d'or", "eau", "j’ai"], load_alphabet("latin-extended"))
    nothing = WordModel.build([["eau"]], lexicon)
    assert nothing.log_share("l'eau") == pytest.approx(math.log(nothing.shares[0]))
    assert nothing.log_share("l’eau") < nothing.log_share("l'eau")
    curved = WordModel.build([["j’ai", "eau"], ["j’ai"]], lexicon)
    assert curved.log_share("l’eau") > curved.log_share("l'eau")
    assert math.exp(curved.log_share("d’or")) + math.exp(curved.log_share("d'or")) == pytest.approx(curved.shares[1])
    assert curved.log_share("eau") == pytest.approx(math.log(curved.shares[2]))
    straight = WordModel.build([["l'eau", "eau"]], lexicon)
    assert straight.log_share("j'ai") > straight.log_share("j’ai")
