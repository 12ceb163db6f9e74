"""Candidates for a word: their order, their costs in a line, and the path of least cost through them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.project.content.predictions import Prediction
from core.recognition.candidate_costs import MAX_OFFERED, CandidateCosts, LineReading, changed_by_line, offer_of_votes
from core.recognition.candidates import MAX_CANDIDATES, rank_candidates
from core.recognition.free_decoding import FreeDecoding, Spelling
from core.recognition.line_readings import Offer, choose_readings
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


WORDS = ("was", "war", "it", "the")


class Table:
    """Gains of pairs of words, 0 where none is given."""

    def __init__(self, gains: dict[tuple[str, str], float]) -> None:
        self.gains = gains

    def log_gains(self, previous: str, words: Sequence[str]) -> list[float]:
        return [self.gains.get((previous, word), 0.0) for word in words]


offers = st.lists(st.sampled_from(WORDS), max_size=4, unique=True).flatmap(
    lambda words: st.builds(
        Offer, st.just(tuple(words)), st.lists(st.floats(0, 9), min_size=len(words), max_size=len(words)).map(tuple)
    )
)
gains = st.dictionaries(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), st.floats(-5, 5))


def cost(line: Sequence[Offer], chosen: Sequence[int], model: Table, weight: float) -> float:
    total = sum(offer.costs[i] for offer, i in zip(line, chosen, strict=True) if offer.words)
    for (one, i), (two, j) in zip(
        zip(line, chosen, strict=True), list(zip(line, chosen, strict=True))[1:], strict=False
    ):
        if one.words and two.words:
            total -= weight * model.log_gains(one.words[i], [two.words[j]])[0]
    return total


@given(st.lists(offers, max_size=5), gains, st.sampled_from([0.0, 0.25, 1.0]))
def test_no_other_choice_costs_less(line: list[Offer], gains: dict[tuple[str, str], float], weight: float) -> None:
    model = Table(gains)
    chosen = choose_readings(line, model, weight)
    assert len(chosen) == len(line)
    everything = product(*(range(max(1, len(offer.words))) for offer in line))
    least = min(cost(line, choice, model, weight) for choice in everything)
    assert cost(line, chosen, model, weight) == pytest.approx(least)


def test_a_neighbour_decides_between_two_words() -> None:
    line = [Offer.known("it"), Offer(("war", "was"), (0.0, 0.5))]
    model = Table({("it", "was"): 2.0})
    assert choose_readings(line, model, 0.0) == [0, 0]
    assert choose_readings(line, model, 0.2) == [0, 0], "0.4 is less than the difference of the costs"
    assert choose_readings(line, model, 0.5) == [0, 1]


def test_a_word_that_nothing_is_known_about_separates_its_neighbours() -> None:
    model = Table({("it", "was"): 9.0})
    doubtful = Offer(("war", "was"), (0.0, 0.5))
    assert choose_readings([Offer.known("it"), Offer(), doubtful], model, 1.0) == [0, 0, 0]
    assert choose_readings([Offer.known("it"), doubtful, Offer()], model, 1.0) == [0, 1, 0]


def test_what_comes_after_counts_too() -> None:
    line = [Offer(("war", "was"), (0.0, 0.5)), Offer.known("the")]
    assert choose_readings(line, Table({("was", "the"): 1.0}), 1.0) == [1, 0]
    assert choose_readings(line, Table({("war", "the"): -1.0}), 1.0) == [1, 0]
