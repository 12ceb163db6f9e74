"""Candidates for a word: their order, their costs in a line, and how frequent words are preferred."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from ensemble_helpers import latin
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.model.reading_weights import ReadingWeights
from core.project.content.predictions import Prediction
from core.recognition.candidate_costs import MAX_RANKED, CandidateCosts, LineReading, changed_by_line
from core.recognition.candidates import MAX_CANDIDATES, rank_candidates
from core.recognition.free_decoding import FreeDecoding
from core.recognition.prior import SHAPE, word_costs
from core.recognition.vote_details import Candidate, MemberVote
from core.recognition.word_model import UNLISTED_SHARE, WordModel

COSTS = CandidateCosts((1.0, 0.5, 1.0, 0.125, 0.0, 0.0, 0.0), 4.0)
WORDS = ("it", "the", "war", "was")
LEXICON = Lexicon(WORDS, latin())


def vote(seen: dict[str, float], unseen: dict[str, float], is_seen: bool = True, **more: object) -> MemberVote:
    sides = (tuple(Candidate(*pair) for pair in side.items()) for side in (seen, unseen))
    return MemberVote(5 if is_seen else 1, 6, 3, is_seen, *sides, **more)  # type: ignore[arg-type]


def plain(*words: str) -> LineReading:
    """Return a reading of a line that says the same of all words."""
    return LineReading(dict.fromkeys(words, 0.0), lambda word: 0.0)


def test_a_candidate_costs_what_its_members_distances_sides_and_answers_say() -> None:
    votes = [vote({"war": 1.0, "was": 1.5}, {"wax": 1.2}), vote({"war": 2.0}, {"was": 1.0})]
    ranking = COSTS.rank_voted(votes, plain("war", "was", "wax"))
    assert ranking.words == ("war", "was", "wax")
    # was: farther by 0.5 at one of two members, not farther but on the other side at the other, no member's own word
    assert ranking.costs[:2] == (0.0, pytest.approx(0.25 + 0.25 + 0.125))
    # wax is not listed by the second member: no nearer than what it lists
    assert ranking.costs[2] == pytest.approx((0.2 + 0.0) / 2 + 0.25 + 0.5 + 0.125)
    likelihoods = [math.exp(-cost) for cost in ranking.costs]
    assert ranking.share == pytest.approx(likelihoods[0] / sum(likelihoods))


def test_distances_count_up_to_the_cap_and_nine_words_share_the_probability() -> None:
    words = {f"w{n:02d}": 1.0 + n for n in range(20)}
    ranking = COSTS.rank_voted([vote(words, {})], plain(*words))
    assert len(ranking.words) == MAX_RANKED and ranking.words[0] == "w00"
    assert ranking.costs[8] == ranking.costs[7] == pytest.approx(4.125)


def test_members_of_one_opinion_weigh_as_much_as_one() -> None:
    one = vote({"war": 1.0, "was": 2.0}, {})
    assert COSTS.rank_voted([one] * 4, plain("war")) == COSTS.rank_voted([one], plain("war"))


def test_without_any_vote_the_line_chooses() -> None:
    assert COSTS.rank_voted([vote({}, {})], LineReading({"wax": 0.5, "war": 2.0}, lambda word: 0.0)).words[0] == "wax"


def test_what_a_line_has_changed_is_told_by_the_stored_votes() -> None:
    votes = [vote({"war": 1.0}, {"was": 1.1})]
    assert changed_by_line("was", votes) and not changed_by_line("war", votes)
    assert not changed_by_line("war", [vote({}, {})])


def test_members_speak_for_a_word_with_other_capitals_and_marks() -> None:
    votes = [vote({"paix": 1.0, "pain": 1.5}, {})] * 2
    line = LineReading({"Paix,": 0.0, "paix": 9.0, "pars": 2.0, "pain": 6.0, ",": 9.0}, lambda word: 0.0)
    ranking = CandidateCosts((1.0, 0.5, 1.0, 5.0, 0.1, 0.1, 0.0), 4.0).rank_voted(votes, line)
    costs = dict(zip(ranking.words, ranking.costs, strict=True))
    # the members have the word, the line its capital and its mark
    assert ranking.words[0] == "Paix,"
    assert costs["paix"] == pytest.approx(0.1 * 9.0)
    # another word of the line has neither distance nor answers
    assert costs["pars"] == pytest.approx(0.1 * 2.0 + 0.5 + 1.0 + 5.0)
    assert costs[","] > costs["pars"]


@pytest.mark.parametrize(
    "damage", [{"weights": [1, 2]}, {"weights": [1, 2, 3, 4, 5, -1]}, {"cap": float("nan")}, {"cap": None}]
)
def test_damaged_costs_are_refused(damage: dict[str, object]) -> None:
    earlier = {"weights": list(COSTS.weights[:-1]), "cap": COSTS.cap, "growth": 0.0}
    assert CandidateCosts.from_json(earlier) == COSTS, "models of earlier versions have other numbers"
    for bad in (None, {}, COSTS.to_json() | damage):
        with pytest.raises(ModelFileError):
            CandidateCosts.from_json(bad)


def test_a_word_that_the_line_reader_is_familiar_with_costs_more_where_the_list_is_in_another_language() -> None:
    votes = [vote({"lettre": 1.0, "letter": 1.0}, {})]
    familiarity = {"lettre": -4.0, "letter": -9.0}
    reading = LineReading({"lettre": 0.1, "letter": 0.6}, lambda word: 0.0, familiarity.__getitem__)
    usual = replace(COSTS, weights=(*COSTS.weights[:4], 2.0, 0.5, 0.0))
    assert usual.rank_voted(votes, reading).words[0] == "lettre"
    abroad = usual.weighed(ReadingWeights(0.75, 0.2), ReadingWeights(0.25, 0.0))
    assert abroad.weights == (*COSTS.weights[:4], 2.0, 1.5, 0.4)
    assert abroad.rank_voted(votes, reading).words[0] == "letter"


def test_the_reading_of_the_line_outvotes_the_members_where_it_is_surer() -> None:
    votes = [vote({"form": 1.0, "from": 1.5}, {})] * 3
    reading = LineReading({"from": 0.1, "form": 6.0, "front": 9.0}, lambda word: 0.0)
    assert COSTS.rank_voted(votes, reading).words[0] == "form", "it has no weight here"
    heavy = CandidateCosts((1.0, 0.5, 1.0, 0.125, 1.0, 0.5, 0.0), 4.0)
    ranking = heavy.rank_voted(votes, reading)
    assert ranking.words[:2] == ("from", "form") and "front" in ranking.words and ranking.costs[0] == 0
    rare = LineReading(reading.costs, lambda word: 20.0 if word == "from" else 1.0)
    assert heavy.rank_voted(votes, rare).words[0] == "form"


def member(*words: str) -> MemberVote:
    """A member that chose among its seen words, the nearest first."""
    return MemberVote(5, 9, 4, True, tuple(Candidate(word, 0.1 * n) for n, word in enumerate(words, 1)), ())


def member_of_both_sides(seen: bool, seen_words: str, unseen_words: str) -> MemberVote:
    def listed(words: str) -> tuple[Candidate, ...]:
        return tuple(Candidate(w, 0.1 * n + 0.01 * len(w)) for n, w in enumerate(words.split(), 1))

    return MemberVote(5, 9, 4, seen, listed(seen_words), listed(unseen_words))


def prediction(text: str, status: str = "seen", votes: int = 2) -> Prediction:
    return Prediction(1, text, status, votes, 3, 0.1)


def test_predicted_word_comes_first_then_words_of_both_sides_by_votes() -> None:
    members = [
        member_of_both_sides(True, "king ring", "kin"),
        member_of_both_sides(True, "king thing", "kin"),
        member_of_both_sides(False, "ring", "kings"),
    ]
    ranked = rank_candidates(prediction("king"), members)
    assert [candidate.word for candidate in ranked][:2] == ["king", "kings"]
    assert {c.word: c.votes for c in ranked} == {"king": 2, "kings": 1, "ring": 0, "thing": 0, "kin": 0}
    assert {c.word for c in ranked if c.trained_on} == {"king", "ring", "thing"}
    distances = [c.distance for c in ranked[2:]]
    assert distances == sorted(distances), "without votes the nearest comes first"


def test_prediction_without_votes_is_the_only_candidate() -> None:
    (only,) = rank_candidates(Prediction(1, "king", "seen", 2, 3, 0.25), [])
    assert (only.word, only.votes, only.distance, only.trained_on) == ("king", 2, 0.25, True)
    with_free = rank_candidates(prediction("king"), [], FreeDecoding("kin", 1))
    assert [(c.word, c.is_free) for c in with_free] == [("king", False), ("kin", True)]


def test_free_decoding_follows_the_words_with_as_many_votes() -> None:
    members = [member("king", "ring"), member("king"), member("kings"), member("kings"), member("thing")]
    for votes, position in ((2, 2), (1, 3)):
        ranked = rank_candidates(prediction("king"), members, FreeDecoding("kin", votes))
        assert [c.word for c in ranked if not c.is_free] == ["king", "kings", "thing", "ring"]
        free = ranked[position]
        assert (free.word, free.is_free, free.votes) == ("kin", True, votes)
        assert free.distance is None and not free.trained_on
    few = [member("king", "ring"), member("king"), member("at")]
    ranked = rank_candidates(prediction("king"), few, FreeDecoding("kin", 1))
    assert [c.word for c in ranked] == ["king", "at", "kin", "ring"]


def test_free_decoding_that_is_a_candidate_is_listed_once() -> None:
    members = [member("king", "ring"), member("king"), member("at")]
    for word in ("ring", "at"):
        ranked = rank_candidates(prediction("king"), members, FreeDecoding(word, 3))
        assert [c.word for c in ranked] == ["king", "at", "ring"] and not any(c.is_free for c in ranked)


def test_free_decoding_has_a_place_among_many_candidates() -> None:
    many = [member(*(f"w{n}" for n in range(12)))]
    ranked = rank_candidates(prediction("w0", votes=1), many, FreeDecoding("kin", 1))
    assert len(ranked) == MAX_CANDIDATES and ranked[1].is_free
    crowd = [member(f"w{n}") for n in range(12)]
    ranked = rank_candidates(prediction("w0", votes=1), crowd, FreeDecoding("kin", 1))
    assert len(ranked) == MAX_CANDIDATES and ranked[-1].is_free


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


def test_costs_are_the_posterior_means_of_a_gamma_prior() -> None:
    words, counts = ["the", "king", "queen", "xylem"], {"the": 500, "king": 400, "queen": 90, "xylem": 10}
    lexicon = Lexicon(words, LATIN, counts)
    costs = word_costs(CLASSES, np.array([3, 7]), lexicon)
    shares = np.array([0.5, 0.4, 0.09, 0.01])
    expected = (SHAPE + np.array([7, 3, 0, 0])) / (SHAPE / shares + 10)
    assert costs is not None
    assert costs - costs[0] == pytest.approx(-np.log(expected / expected[0]), abs=1e-5)
    assert costs.min() == 0 and costs.dtype == np.float32


def test_a_common_word_that_the_transcriptions_lack_is_expected_less_the_more_are_transcribed() -> None:
    lexicon = Lexicon(["the", "king", "queen", "xylem"], LATIN, {"the": 500, "king": 90, "queen": 400, "xylem": 10})

    def lead_of_queen_over_xylem(counts: list[int]) -> float:
        costs = word_costs(CLASSES, np.array(counts), lexicon)
        assert costs is not None
        return float(costs[3] - costs[2])

    leads = [lead_of_queen_over_xylem([n, 9 * n]) for n in (0, 1, 10, 100)]
    assert leads == sorted(leads, reverse=True) and leads[0] == pytest.approx(np.log(40), abs=1e-5)
    assert leads[-1] > 0


def test_without_counts_of_either_kind_there_is_no_prior() -> None:
    assert word_costs(CLASSES, None, Lexicon(["the", "king"], LATIN)) is None
    of_language = word_costs(CLASSES, None, Lexicon(["the", "king"], LATIN, {"the": 9, "king": 1}))
    assert of_language == pytest.approx([0, np.log(9)])


def test_a_seen_word_that_left_the_lexicon_counts_no_more() -> None:
    costs = word_costs(CLASSES, np.array([3, 7]), Lexicon(["the", "queen"], LATIN))
    assert costs is not None and costs[0] == 0 < costs[1]
