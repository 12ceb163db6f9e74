"""The reading of lines is weighed beside the members, and calibrated, on lines that were set aside."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import latin, member, outcomes

from core.errors import ModelFileError
from core.lexicon.lexicon import Lexicon
from core.model.confidence import CalibrationOutcomes
from core.model.ensemble import Member
from core.model.reading_weights import ReadingWeights
from core.recognition.algorithms import NO_WORD
from core.recognition.candidate_costs import CandidateCosts, LineReading, MemberList
from core.recognition.vote_details import Candidate, MemberVote
from core.recognition.word_model import UNLISTED_SHARE, WordModel
from core.store.shipped_files import shipped_voice
from core.training.line_figures_fitting import MiscutWord, SetAsideWord, Vote, fit_costs
from core.training.line_part_fitting import _models_of_lines, fit_line_part
from core.training.lines import NO_SAMPLE, SampleLine, take_samples
from core.training.samples import Samples

WORDS = ("cat", "eat", "it", "the", "war", "was")
LEXICON = Lexicon(WORDS, latin())
N = {word: number for number, word in enumerate(WORDS)}
PAGES, LINES = 10, 12


def lines_and_samples(texts: Sequence[Sequence[str]]) -> tuple[list[SampleLine], Samples]:
    """Return the lines, twelve to a page, and samples with an image of its own for every word."""
    words = [word for text in texts for word in text]
    images = np.zeros((len(words), 50, 250), np.uint8)
    images[:, 0, :4] = np.arange(len(words), dtype="<u4").view(np.uint8).reshape(-1, 4)
    starts = np.cumsum([0, *map(len, texts)])
    lines = [
        SampleLine(number // LINES, tuple(range(start, start + len(text))))
        for number, (start, text) in enumerate(zip(starts.tolist(), texts, strict=False))
    ]
    return lines, Samples.of(images, words)


def trials(samples: Samples, rows: np.ndarray, lead: np.ndarray) -> CalibrationOutcomes:
    """Return what a member answers on ``rows``: the word and its double, nearer by ``lead`` or farther."""
    double = {"was": "war", "war": "was", "cat": "eat", "eat": "cat", "it": "the", "the": "it"}
    candidates = np.full((len(rows), 6), NO_WORD, np.int32)
    distances = np.full((len(rows), 6), 1e6, np.float32)
    for at, row in enumerate(rows.tolist()):
        word = samples.words[row]
        pair = [word, double[word]] if lead[at] > 0 else [double[word], word]
        candidates[at, :2] = [N[one] for one in pair]
        distances[at, :2] = 1, 1 + abs(lead[at])
    correct = candidates[:, 0] == [N[samples.words[row]] for row in rows.tolist()]
    ones = np.ones(len(rows), np.float32)
    flags = np.zeros(len(rows), np.bool_)
    images = samples.image_hashes()[rows]
    return CalibrationOutcomes(images, candidates[:, 0], ones, distances[:, 0], correct, flags, candidates, distances)


def members_on(samples: Samples, seed: int = 0) -> list[Member]:
    """Return two members, each calibrated on half of the words that are not fixed; a fifth of answers is wrong."""
    rng = np.random.default_rng(seed)
    rows = np.flatnonzero([word in ("was", "war") for word in samples.words])
    lead = rng.normal(0.8, 1.0, len(rows))
    return [replace(member([0, 1, 2], k), outcomes=trials(samples, rows[k::2], lead[k::2])) for k in range(2)]


def lines_of_two() -> tuple[list[SampleLine], Samples]:
    rng = np.random.default_rng(0)
    texts = [[str(rng.choice(["it", "the"])), str(rng.choice(["was", "war"]))] for _ in range(PAGES * LINES)]
    return lines_and_samples(texts)


def no_votes(images: np.ndarray) -> list[Sequence[MemberVote]]:
    return [()] * len(images)


def is_usual(entry: dict[str, Any]) -> bool:
    """Return whether an entry of a card has nothing but what fits strangers' hands."""
    voice = shipped_voice() or {}
    # the words of the tests are English, and the line reader has learnt French
    costs = CandidateCosts.from_json(voice["costs"]).weighed(ReadingWeights(0.75, 0.2), ReadingWeights(0.25, 0.0))
    return entry == {"costs": costs.to_json(), "calibration": voice["calibration"], "unlisted": UNLISTED_SHARE}


def test_where_too_little_can_be_measured_lines_count_as_for_strangers_hands() -> None:
    lines, samples = lines_of_two()
    unlearnt = frozenset(samples.image_hashes().tolist())

    def fit(some: Sequence[SampleLine], members: Sequence[Member], reading: Any) -> Any:
        return fit_line_part(members, some, LEXICON, samples, reading, unlearnt, 0.0, no_votes)

    members = members_on(samples)
    reading = Reading(lambda some, listed, hidden: {n: {samples.words[n]: 0.1} for n in listed})
    assert not is_usual(fit(lines, members, reading))
    assert is_usual(fit([], members, reading))
    assert is_usual(fit(lines[:20], members, reading)), "twenty words are too few"
    assert is_usual(fit(lines, [replace(one, outcomes=outcomes()) for one in members], reading))
    assert is_usual(fit(lines, members, Reading(lambda some, listed, hidden: {n: {} for n in listed})))
    assert fit(lines, members, None) is None, "there is no line reader"


def test_a_page_is_measured_without_its_own_words() -> None:
    words = [["it"]] * (PAGES * LINES - 1) + [["the"]]
    lines, samples = lines_and_samples(words)
    first, *_, last = _models_of_lines(lines, LEXICON, samples.words, UNLISTED_SHARE)
    assert last.log_share("the") < first.log_share("the")
    # on few pages lines are left out instead
    lines = [replace(line, page=0) for line in lines]
    first, *_, before, last = _models_of_lines(lines, LEXICON, samples.words, UNLISTED_SHARE)
    assert last.log_share("the") < first.log_share("the") == before.log_share("the")


def test_costs_grow_with_the_distance_that_separates_right_from_wrong() -> None:
    rng = np.random.default_rng(1)
    model = WordModel.build([], LEXICON)
    line = {"was": 0.0, "war": 0.0}
    images = []
    for _ in range(300):
        lead = float(rng.exponential(2.0))
        is_right = rng.random() < 1 / (1 + np.exp(-2 * lead))
        one = MemberList([("was", 1.0), ("war", 1.0 + lead)], [])
        images.append((SetAsideWord((one, one), "was", line), "was" if is_right else "war", model))
    costs, reading = fit_costs(images), LineReading(line, lambda word: 0.0)
    near, far = (
        costs.rank([MemberList([("was", 1.0), ("war", 1.0 + lead)], [])] * 2, "was", reading).costs[1]
        for lead in (0.1, 3.0)
    )
    assert far > near + 1
    alone = LineReading({"was": 0.0}, lambda word: 0.0)
    assert fit_costs([]).rank([MemberList([("was", 1.0)], [])], "was", alone).words == ("was",)


def test_lines_are_numbered_anew_for_some_of_the_samples() -> None:
    lines = [SampleLine(1, (0, 1, NO_SAMPLE, 2)), SampleLine(2, (3,))]
    kept = np.array([True, False, True, True])
    assert [line.samples for line in take_samples(lines, kept)] == [(0, NO_SAMPLE, NO_SAMPLE, 1), (2,)]


def test_candidates_are_stored_with_a_model_and_may_be_missing() -> None:
    _, samples = lines_and_samples([["it", "was"]] * 5)
    one = trials(samples, np.arange(1, 10, 2), np.ones(5))
    arrays = one.to_arrays()
    again = CalibrationOutcomes.from_arrays(arrays)
    assert again.candidates is not None and again.candidates.tolist() == one.candidates.tolist()
    assert CalibrationOutcomes.from_arrays(outcomes().to_arrays()).candidates is None
    for damage in ({"candidate": arrays["candidate"][:-1]}, {"reach": arrays["reach"][:, :3]}):
        with pytest.raises(ModelFileError):
            CalibrationOutcomes.from_arrays(arrays | damage)
    with pytest.raises(ModelFileError):
        CalibrationOutcomes.from_arrays({name: array for name, array in arrays.items() if name != "reach"})


class Reading:
    """What is read of samples, and one in ten words cut otherwise than it is written, which looks like the others."""

    def __init__(self, costs: Callable[..., dict[int, dict[str, float]]]) -> None:
        self.of_samples = costs
        self.cut: list[SampleLine] = []
        self.misses = False

    def miscut(self, lines: Sequence[SampleLine], vote: Vote) -> tuple[list[MiscutWord], int]:
        self.cut = list(lines)
        if not self.misses:
            return [], 0
        images = np.zeros((len(lines) // 5, 50, 250), np.uint8)
        votes = vote(images)
        assert len(votes) == len(images)
        return [MiscutWord(votes[0], {"was": 0.1, "war": 4.5})] * len(images), 9 * len(images)


def test_words_that_are_cut_otherwise_than_they_are_written_lower_the_confidence() -> None:
    lines, samples = lines_of_two()
    members = members_on(samples)
    listed = tuple(Candidate(word, distance) for word, distance in (("was", 1.0), ("war", 1.5)))

    def costs(some: object, listed: Mapping[int, Sequence[str]], hidden: object) -> dict[int, dict[str, float]]:
        true = {number: samples.words[number] for number in listed}
        return {n: dict(sorted({w: 0.1 if w == true[n] else 4.5 for w in listed[n]}.items())) for n in listed}

    def vote(images: np.ndarray) -> list[Sequence[MemberVote]]:
        return [[MemberVote(5, 6, 3, True, listed, ())] * len(members)] * len(images)

    def confidence(miscut: bool) -> float:
        reading.misses = miscut
        result = fit_line_part(members, lines, LEXICON, samples, reading, unlearnt, 0.0, vote)
        assert result is not None
        offset, slope = result["calibration_cut"]
        return 1 / (1 + math.exp(-offset - slope * math.log(0.95 / 0.05)))

    learnt = lines[0].samples[0]
    unlearnt = frozenset(np.delete(samples.image_hashes(), learnt).tolist())
    reading = Reading(costs)
    plain = confidence(miscut=False)
    assert plain > 0.95, "whatever is read is right"
    assert 0.8 < confidence(miscut=True) < plain - 0.05, "but for one word in ten"
    assert reading.cut == lines[1:], "the line reader has learnt from the first line"


def test_a_reading_that_knows_better_than_the_members_is_weighed_and_calibrated() -> None:
    rng = np.random.default_rng(0)
    lines, samples = lines_of_two()
    members = members_on(samples)
    asked: list[int] = []

    def costs(
        some: Sequence[SampleLine], listed: Mapping[int, Sequence[str]], hidden: Mapping[int, str]
    ) -> dict[int, dict[str, float]]:
        assert not hidden, "nothing says that words are in no list"
        asked.extend(listed)
        found = {}
        for number, words in listed.items():
            true = samples.words[number]
            wrong = next(word for word in ("was", "war") if word != true)
            assert {true, wrong} == set(words)
            first = true if rng.random() < 0.95 else wrong
            found[number] = {first: 0.1, true if first == wrong else wrong: float(rng.uniform(3, 6))}
        return found

    unlearnt = frozenset(samples.image_hashes()[: 6 * LINES * 2].tolist())
    result = fit_line_part(members, lines, LEXICON, samples, Reading(costs), unlearnt, 0.0, no_votes)
    assert result is not None
    assert result["words"] == len(asked) <= 6 * LINES, "only what the line reader has not learnt from"
    assert result["members"] < result["both"] and result["line"] > 0.85 * result["words"]
    assert CandidateCosts.from_json(result["costs"]).reads_lines and result["calibration"][1] > 0
    without = fit_line_part(members, lines, LEXICON, samples, Reading(costs), frozenset(), 0.0, no_votes)
    assert without is not None and is_usual(without), "nothing is left to measure it on"


def test_words_that_occur_once_stand_for_those_in_no_list() -> None:
    rare = ["".join(word) for word in product("bdfgh", "aeiou", "lmnrs")][:120]
    lexicon = Lexicon(sorted({*WORDS, *rare}), latin())
    number = {word: at for at, word in enumerate(lexicon.words)}
    lines, samples = lines_and_samples([["it", word] for word in rare])
    rows = np.flatnonzero([word != "it" for word in samples.words])
    candidates = np.full((len(rows), 6), NO_WORD, np.int32)
    # the member's own word is the right one, and a common one is next
    candidates[:, :2] = [[number[samples.words[row]], number["it"]] for row in rows.tolist()]
    distances = np.where(candidates == NO_WORD, 1e6, [1, 3, 1, 1, 1, 1]).astype(np.float32)
    ones, flags = np.ones(len(rows), np.float32), np.zeros(len(rows), np.bool_)
    images = samples.image_hashes()[rows]
    outcomes = CalibrationOutcomes(
        images, candidates[:, 0], ones, distances[:, 0], ~flags, flags, candidates, distances
    )
    members = [replace(member([0, 1, 2], 0), outcomes=outcomes)]
    seen: dict[int, str] = {}

    def costs(
        some: Sequence[SampleLine], listed: Mapping[int, Sequence[str]], hidden: Mapping[int, str]
    ) -> dict[int, dict[str, float]]:
        seen.update(hidden)
        assert all((samples.words[n] in words) == (n not in hidden) for n, words in listed.items())
        return {n: {samples.words[n]: 0.5, "it": 4.0} for n in listed}

    def fit(ool_rate: float) -> dict[str, Any]:
        seen.clear()
        result = fit_line_part(
            members, lines, lexicon, samples, Reading(costs), frozenset(images.tolist()), ool_rate, no_votes
        )
        assert result is not None and result["words"] == len(rows)
        return result

    plain = fit(0.0)
    assert not seen and plain["unlisted"] == UNLISTED_SHARE
    some = fit(0.25)
    assert len(seen) == 30 and seen.items() <= dict(enumerate(samples.words)).items() and some["unlisted"] == 0.25
    assert plain["members"] == len(rows) and some["members"] == len(rows) - 30, "members find listed words only"
    # rare words cost less where some are in no list
    assert CandidateCosts.from_json(some["costs"]).weights[-2] <= CandidateCosts.from_json(plain["costs"]).weights[-2]
