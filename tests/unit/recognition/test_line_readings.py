"""Context: the path that Viterbi's algorithm finds is the one of least cost, and what it may not touch stays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recognition.line_readings import Offer, choose_readings

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
