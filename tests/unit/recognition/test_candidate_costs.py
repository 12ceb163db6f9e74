"""Candidates of a word for its line: the vote's word first, and costs that follow distances, gates and votes."""

from __future__ import annotations

import pytest

from core.errors import ModelFileError
from core.recognition.candidate_costs import MAX_OFFERED, CandidateCosts, LineReading, changed_by_line, offer_of_votes
from core.recognition.free_decoding import Spelling
from core.recognition.vote_details import Candidate, MemberVote

COSTS = CandidateCosts((1.0, 0.5, 1.0, 0.125, 0.0, 0.0), 4.0)


def vote(seen: dict[str, float], unseen: dict[str, float], is_seen: bool = True, **more: object) -> MemberVote:
    sides = (tuple(Candidate(*pair) for pair in side.items()) for side in (seen, unseen))
    return MemberVote(5 if is_seen else 1, 6, 3, is_seen, *sides, **more)  # type: ignore[arg-type]


def test_the_word_of_the_vote_comes_first_and_costs_nothing() -> None:
    votes = [vote({"war": 1.0, "was": 1.5}, {"wax": 1.2}), vote({"war": 2.0}, {"was": 1.0})]
    offer = offer_of_votes(COSTS, votes)
    assert offer.words == ("war", "was", "wax")
    # was: farther by 0.5 at one of two members, not farther but on the other side at the other, no member's own word
    assert offer.costs[:2] == (0.0, pytest.approx(0.25 + 0.25 + 0.125))
    # wax is not listed by the second member: no nearer than what it lists
    assert offer.costs[2] == pytest.approx((0.2 + 0.0) / 2 + 0.25 + 0.5 + 0.125)


def test_distances_count_up_to_the_cap_and_nine_words_are_offered() -> None:
    words = {f"w{n:02d}": 1.0 + n for n in range(20)}
    offer = offer_of_votes(COSTS, [vote(words, {})])
    assert len(offer.words) == MAX_OFFERED and offer.words[0] == "w00"
    assert offer.costs[8] == offer.costs[7] == pytest.approx(4.125)


def test_the_vote_stands_without_context_whatever_the_distances_say() -> None:
    votes = [vote({"war": 5.0}, {"was": 1.0}), vote({"war": 5.0}, {"was": 1.0})]
    offer = offer_of_votes(CandidateCosts((1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 9.0), votes)
    assert offer.words[0] == "war" and min(offer.costs) == offer.costs[0]


def test_a_word_in_no_list_is_not_put_up_to_its_line() -> None:
    spelled = vote({"war": 1.0}, {"was": 1.1}, spelled=Spelling("wax", -1.0), unlisted=True)
    assert offer_of_votes(COSTS, [spelled, spelled]).words == ("wax",)
    assert offer_of_votes(COSTS, [vote({}, {})]).words == ()


def test_what_a_line_has_changed_is_told_by_the_stored_votes() -> None:
    votes = [vote({"war": 1.0}, {"was": 1.1})]
    assert changed_by_line("was", votes) and not changed_by_line("war", votes)
    assert not changed_by_line("war", [vote({}, {})])


def test_members_speak_for_a_word_with_other_capitals_and_marks() -> None:
    votes = [vote({"paix": 1.0, "pain": 1.5}, {})] * 2
    line = LineReading({"Paix,": 0.0, "paix": 9.0, "pars": 2.0, "pain": 6.0, ",": 9.0}, lambda word: 0.0)
    offer = offer_of_votes(CandidateCosts((1.0, 0.5, 1.0, 5.0, 0.1, 0.1), 4.0), votes, line)
    costs = dict(zip(offer.words, offer.costs, strict=True))
    # the members have the word, the line its capital and its mark
    assert offer.words[0] == "Paix,"
    assert costs["paix"] == pytest.approx(0.1 * 9.0)
    # another word of the line has neither distance nor answers
    assert costs["pars"] == pytest.approx(0.1 * 2.0 + 0.5 + 1.0 + 5.0)
    assert costs[","] > costs["pars"]


def test_more_members_that_agree_are_surer() -> None:
    one = vote({"war": 1.0, "was": 2.0}, {})
    growing = CandidateCosts(COSTS.weights, COSTS.cap, 0.5)
    assert offer_of_votes(growing, [one]).costs == offer_of_votes(COSTS, [one] * 4).costs
    assert offer_of_votes(growing, [one] * 4).costs[1] == pytest.approx(2 * offer_of_votes(COSTS, [one]).costs[1])


@pytest.mark.parametrize(
    "damage",
    [{"weights": [1, 2]}, {"weights": [1, 2, 3, 4, 5, -1]}, {"cap": float("nan")}, {"growth": "x"}, {"cap": None}],
)
def test_damaged_costs_are_refused(damage: dict[str, object]) -> None:
    assert CandidateCosts.from_json(COSTS.to_json()) == COSTS
    for bad in (None, {}, COSTS.to_json() | damage):
        with pytest.raises(ModelFileError):
            CandidateCosts.from_json(bad)


def test_the_reading_of_the_line_outvotes_the_members_where_it_is_surer() -> None:
    votes = [vote({"form": 1.0, "from": 1.5}, {})] * 3
    reading = LineReading({"from": 0.1, "form": 6.0, "front": 9.0}, lambda word: 0.0)
    assert offer_of_votes(COSTS, votes, reading).words[0] == "form", "it has no weight here"
    heavy = CandidateCosts((1.0, 0.5, 1.0, 0.125, 1.0, 0.5), 4.0)
    offer = offer_of_votes(heavy, votes, reading)
    assert offer.words[:2] == ("from", "form") and "front" in offer.words and offer.costs[0] == 0
    rare = LineReading(reading.costs, lambda word: 20.0 if word == "from" else 1.0)
    assert offer_of_votes(heavy, votes, rare).words[0] == "form"


def test_models_fitted_without_a_line_reader_give_it_no_weight() -> None:
    old = CandidateCosts.from_json({"weights": [1.0, 0.5, 1.0, 0.125], "cap": 4.0, "growth": 0.0})
    assert old == COSTS and not old.reads_lines
