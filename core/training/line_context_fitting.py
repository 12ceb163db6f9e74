"""Fit the line's part on lines of training words: how its reading is weighed, and whether neighbours help to choose.

The images of X and X' were not trained on by some of the members. These vote on them and offer their candidates; the
other words of a line count as known, as if a person had typed them. Where a line reader takes part, only words of lines
count that it has not learnt from either. The word model is made without the pages that are being measured. As many
words as are expected in no list count as such: words that occur once, as those to come will have done.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.model.confidence import CalibrationOutcomes
from core.model.ensemble import Member
from core.recognition.algorithms import FIRST_UNLISTED, is_majority, rank_words
from core.recognition.candidate_costs import (
    FEATURES,
    LEAST_SHARE,
    OF_MEMBERS,
    CandidateCosts,
    CandidateTable,
    LineReading,
    MemberList,
    candidate_features,
)
from core.recognition.line_readings import Offer, choose_readings
from core.recognition.word_model import UNLISTED_SHARE, WordModel
from core.training.lines import NO_SAMPLE, SampleLine
from core.training.samples import Samples

WEIGHTS = (0.25, 0.5, 0.75, 1.0)
"""Weights that are tried besides 0."""

MIN_GAIN = 2
"""Words that context must correct beyond those it spoils."""

MAX_CHANCE = 0.1
"""Largest probability of such a gain by chance, by a sign test."""

MIN_WORDS = 50
"""With fewer words set aside nothing is measured."""

_FOLDS = 10
_RIDGE = 1.0
"""L2 penalty on the standardised coefficients of the costs."""
_CAP = 4.0
"""Distances count up to this multiple of the median distance of other candidates."""
_GROWTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Exponents of the growth of costs with the number of members that vote: from none to proportional."""
_LINE_UNIT = 5.0
"""Typical difference between two candidates in the line's reading and in rarity, in nats."""
_FAR = 1e5
"""Larger distances stand for words that there are not."""


@dataclass(frozen=True, slots=True)
class SetAsideWord:
    """The vote on one image by the members that were not trained on it; ``winner`` None: a word in no list won."""

    lists: tuple[MemberList, ...]
    winner: str | None
    line: Mapping[str, float] | None = None
    """The costs of candidates in the reading of the line; None where that does not take part."""
    hidden: str | None = None
    """The true word, where it counts as one in no list."""

    def reading(self, model: WordModel) -> LineReading | None:
        """Return the line's reading, with the rarity of words in ``model``."""
        if self.line is None:
            return None
        return LineReading(self.line, lambda word: -model.log_token_share(word, self.hidden))

    @property
    def first(self) -> str | None:
        """The vote's word; where a word in no list won, the first of the line's reading, if it takes part."""
        return next(iter(self.line), None) if self.winner is None and self.line else self.winner


Voices = Callable[[Sequence[SampleLine], Mapping[int, Sequence[str]], Mapping[int, str]], dict[int, dict[str, float]]]
"""The reading of lines: from some of them, the members' candidates of samples, and words of samples that count as in no
list, to the costs of candidates."""


def fit_line_context(
    members: Sequence[Member],
    lines: Sequence[SampleLine],
    lexicon: Lexicon,
    samples: Samples,
    voices: Voices | None = None,
    unlearnt: frozenset[int] = frozenset(),
    ool_rate: float = 0.0,
) -> dict[str, Any] | None:
    """Return the entry of the model's card about context; None where too few words stand in lines to measure it.

    ``weight`` is the smallest one with the most words right, or 0 where that gains too little. The figures are those of
    the best weight tried: ``lines`` and ``words`` measured, ``right_before`` and ``right_after``, words ``changed``,
    and how many of these were right then. ``costs`` are those of :class:`CandidateCosts`. With ``voices``, which have
    not learnt from the images with the digests ``unlearnt``, only those are measured, if there are enough: ``members``
    and ``line`` of them were right by the members' vote and by the line's reading alone, and ``calibration`` is that of
    the confidence. ``ool_rate`` is the share of words that are expected in no list; 0 where it is not known.
    """
    images = samples.image_hashes().tolist()
    words = _set_aside_words(members, lexicon, images)
    read: dict[int, SetAsideWord] = {}
    if voices is not None:
        unread = {n: word for n, word in words.items() if images[n] in unlearnt}
        read = _read_words(_with_unlisted(unread, lexicon, samples.words, images, ool_rate), lines, voices)
    if len(read) >= MIN_WORDS:
        words = read
    in_lines = {number for line in lines for number in line.samples if number in words}
    if len(in_lines) < MIN_WORDS:
        return None
    unlisted = ool_rate or UNLISTED_SHARE
    models = _models_of_lines(lines, lexicon, samples.words, unlisted)
    model_of = {number: model for line, model in zip(lines, models, strict=True) for number in line.samples}
    order = sorted(in_lines)
    costs = fit_costs([(words[number], samples.words[number], model_of[number]) for number in order])
    offers = {number: offer_of(costs, words[number], model_of[number]) for number in in_lines}
    best: tuple[float, _Outcome] | None = None
    before = sum(offer.words[:1] == (samples.words[number],) for number, offer in offers.items())
    measured = [pair for pair in zip(lines, models, strict=True) if any(n in in_lines for n in pair[0].samples)]
    for weight in WEIGHTS:
        outcome = _Outcome()
        for line, model in measured:
            outcome.add(line, offers, samples.words, model, weight)
        if best is None or outcome.gain > best[1].gain:
            best = weight, outcome
    assert best is not None
    weight, outcome = best
    helps = outcome.gain >= MIN_GAIN and _chance(outcome.corrected, outcome.spoilt) <= MAX_CHANCE
    card = {
        "weight": weight if helps else 0.0,
        "lines": len(measured),
        "words": len(in_lines),
        "right_before": before,
        "right_after": before + outcome.gain,
        "changed": outcome.changed,
        "changed_right": outcome.corrected,
        "costs": costs.to_json(),
        "unlisted": unlisted,
    }
    if words is not read:
        return card
    return card | {
        "members": sum(words[number].winner == samples.words[number] for number in order),
        "line": sum(first_read(words[number], model_of[number]) == samples.words[number] for number in order),
        "calibration": fit_calibration(
            [first_share(offers[number]) for number in order],
            [offers[number].words[:1] == (samples.words[number],) for number in order],
        ),
    }


def fit_calibration(shares: Sequence[float], is_right: Sequence[bool]) -> tuple[float, float]:
    """Return offset and slope from the logit of a reading's share to that of its confidence, by maximum likelihood.

    J. Platt: "Probabilistic Outputs for Support Vector Machines and Comparisons to Regularized Likelihood Methods",
    1999; his smoothed targets keep few words from making it certain.
    """
    from scipy.optimize import minimize

    share = np.clip(np.asarray(shares, np.float64), LEAST_SHARE, 1 - LEAST_SHARE)
    logit = np.log(share / (1 - share))
    right = np.asarray(is_right, np.bool_)
    target = np.where(right, (right.sum() + 1) / (right.sum() + 2), 1 / ((~right).sum() + 2))

    def loss(numbers: NDArray[np.float64]) -> float:
        z = numbers[0] + numbers[1] * logit
        return float((np.logaddexp(0, z) - target * z).sum())

    found = minimize(loss, np.array([0.0, 1.0]), method="L-BFGS-B", bounds=[(-20, 20), (0, 20)])
    return float(found.x[0]), float(found.x[1])


def first_share(offer: Offer) -> float:
    """Return the share of the first candidate."""
    return 1 / sum(math.exp(offer.costs[0] - cost) for cost in offer.costs) if offer.words else 0.0


def first_read(word: SetAsideWord, model: WordModel) -> str | None:
    """Return the answer of the line alone."""
    reading = word.reading(model)
    return reading.first() if reading is not None and reading.costs else None


def _read_words(
    words: Mapping[int, SetAsideWord], lines: Sequence[SampleLine], voices: Voices
) -> dict[int, SetAsideWord]:
    """Return the words that stand in lines, with what the lines' reading says of them."""
    inside = {number for line in lines for number in line.samples if number in words}
    listed = {number: [word for member in words[number].lists for word in member.words] for number in inside}
    hidden = {number: word for number in inside if (word := words[number].hidden) is not None}
    found = voices(lines, listed, hidden)
    return {number: replace(words[number], line=costs) for number, costs in found.items() if costs}


def _with_unlisted(
    words: Mapping[int, SetAsideWord], lexicon: Lexicon, texts: Sequence[str], images: Sequence[int], ool_rate: float
) -> dict[int, SetAsideWord]:
    """Return the words, a share ``ool_rate`` of them as in no list: some that occur once and have no count."""
    times = Counter(texts)
    once = [n for n in words if times[texts[n]] == 1 and not lexicon.counts[lexicon.index(texts[n])]]
    chosen = sorted(once, key=images.__getitem__)[: round(ool_rate * len(words))]
    return {**words, **{number: _without(words[number], texts[number]) for number in chosen}}


def _without(word: SetAsideWord, truth: str) -> SetAsideWord:
    """Return the word as it would be if the list lacked its text."""
    lists = tuple(
        MemberList(*([pair for pair in side if pair[0] != truth] for side in (member.chosen, member.other)))
        for member in word.lists
    )
    winner = _nearest(lists) if word.winner == truth else word.winner
    return replace(word, lists=lists, winner=winner, hidden=truth)


def fit_costs(images: Sequence[tuple[SetAsideWord, str, WordModel]]) -> CandidateCosts:
    """Fit the costs of candidates on images and their true words, by maximum likelihood; images without it are left."""
    usable = [image for image in images if image[0].first is not None]
    excess = [
        distance - member.chosen[0][1]
        for word, *_ in usable
        for member in word.lists
        for _, distance in member.chosen[1:]
        if member.chosen[0][1] < distance < _FAR
    ]
    cap = _CAP * float(np.median(excess)) if excess else 1.0
    tables, places, voters = [], [], []
    for word, truth, model in usable:
        names, features = candidate_features(word.lists, str(word.first), cap, word.reading(model))
        if truth in names:
            tables.append(np.array(features))
            places.append(names.index(truth))
            voters.append(len(word.lists))
    unit = np.array([cap, 1.0, 1.0, 1.0, _LINE_UNIT, _LINE_UNIT])
    if not tables:
        return CandidateCosts(tuple((1.0 / unit).tolist()), cap)
    padded = np.full((len(tables), max(map(len, tables)), FEATURES), np.nan)
    for row, table in enumerate(tables):
        padded[row, : len(table)] = table / unit
    surer = np.ones((len(tables), 1, FEATURES))
    # beside the reading of a line many members count as one: they make the same errors, and the fit has few of them
    growths = _GROWTHS if all(word.line is None for word, *_ in usable) else (0.0,)
    fits = []
    for growth in growths:
        surer[:, 0, :OF_MEMBERS] = np.array(voters)[:, None] ** growth
        fits.append((*_fit_logit(padded * surer, places), growth))
    _, weights, growth = min(fits, key=lambda fit: fit[0])
    return CandidateCosts(tuple((weights / unit).tolist()), cap, growth)


def _fit_logit(features: NDArray[np.float64], places: Sequence[int]) -> tuple[float, NDArray[np.float64]]:
    """Fit the coefficients of a conditional logit model; return the loss and them.

    ``features`` [n, m, FEATURES] are NaN where an image has fewer than m candidates; ``places`` [n] are the right ones.
    """
    from scipy.optimize import minimize

    is_real = ~np.isnan(features[:, :, 0])
    features = np.nan_to_num(features)
    truth = features[np.arange(len(features)), places]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = np.where(is_real, -features @ weights, -np.inf)
        top = logits.max(axis=1, keepdims=True)
        shares = np.exp(logits - top)
        total = shares.sum(axis=1, keepdims=True)
        value = float((np.log(total) + top).sum() + (truth @ weights).sum())
        slope = (truth - ((shares / total)[:, :, None] * features).sum(axis=1)).sum(axis=0)
        return value + 0.5 * _RIDGE * float(weights @ weights), slope + _RIDGE * weights

    found = minimize(loss, np.ones(FEATURES), jac=True, method="L-BFGS-B", bounds=[(0.0, 1e3)] * FEATURES)
    return float(found.fun), found.x


class _Outcome:
    """The effect of context on the words set aside at one weight."""

    def __init__(self) -> None:
        self.changed = self.corrected = self.spoilt = 0

    @property
    def gain(self) -> int:
        return self.corrected - self.spoilt

    def add(
        self, line: SampleLine, offers: dict[int, Offer], truth: Sequence[str], model: WordModel, weight: float
    ) -> None:
        """Read a line with context, and count."""
        offered = [
            Offer() if number == NO_SAMPLE else offers[number] if number in offers else Offer.known(truth[number])
            for number in line.samples
        ]
        for number, offer, chosen in zip(line.samples, offered, choose_readings(offered, model, weight), strict=True):
            if chosen:
                self.changed += 1
                self.corrected += offer.words[chosen] == truth[number]
                self.spoilt += offer.words[0] == truth[number]


def _set_aside_words(members: Sequence[Member], lexicon: Lexicon, images: Sequence[int]) -> dict[int, SetAsideWord]:
    """Return the votes on the samples that at least one member was not trained on, by their numbers.

    ``images`` are the digests of the samples' images.
    """
    of_image: dict[int, list[tuple[CalibrationOutcomes, CandidateTable, int]]] = {}
    for member in members:
        outcomes = member.outcomes
        if outcomes is None or outcomes.candidates is None or outcomes.candidate_distances is None:
            return {}
        table = CandidateTable(outcomes.candidates, outcomes.candidate_distances)
        for row, image in enumerate(outcomes.image[~outcomes.out_of_lexicon].tolist()):
            of_image.setdefault(image, []).append((outcomes, table, row))
    found = {}
    for number, image in enumerate(images):
        if image in of_image:
            rows = of_image[image]
            lists = tuple(table.row(row, lexicon.words) for _, table, row in rows)
            found[number] = SetAsideWord(lists, _winner(lists, [int(answer.word[row]) for answer, _, row in rows]))
    return found


def _winner(lists: Sequence[MemberList], answers: Sequence[int]) -> str | None:
    """Return the vote's word of the list (Algorithm 3); None where more than half answer the same unlisted word."""
    spelled = [answer for answer in answers if answer >= FIRST_UNLISTED]
    if spelled and is_majority(max(spelled.count(answer) for answer in set(spelled)), len(answers)):
        return None
    return _nearest(lists)


def _nearest(lists: Sequence[MemberList]) -> str | None:
    """Return the vote's word of the list; None where no member has one."""
    owned = [member for member in lists if member.chosen]
    if not owned:
        return None
    ranked = rank_words([member.chosen[0][0] for member in owned], [member.chosen[0][1] for member in owned])
    return ranked[0][0]


def offer_of(costs: CandidateCosts, word: SetAsideWord, model: WordModel) -> Offer:
    return Offer() if word.first is None else costs.offer(word.lists, word.first, word.reading(model))


def _models_of_lines(
    lines: Sequence[SampleLine], lexicon: Lexicon, words: Sequence[str], unlisted: float
) -> list[WordModel]:
    """Return for each line a word model made without its page and without some other pages.

    If there are few pages, it is made without the line and some other lines.
    """
    pages = {page: number for number, page in enumerate(sorted({line.page for line in lines}))}
    folds = [(pages[line.page] if len(pages) >= _FOLDS // 2 else at) % _FOLDS for at, line in enumerate(lines)]
    texts = [[None if number == NO_SAMPLE else words[number] for number in line.samples] for line in lines]
    models = {
        fold: WordModel.build(
            [text for text, other in zip(texts, folds, strict=True) if other != fold], lexicon, unlisted
        )
        for fold in set(folds)
    }
    return [models[fold] for fold in folds]


def _chance(corrected: int, spoilt: int) -> float:
    """Return the probability of at least ``corrected`` heads among as many coins as words, by a one-sided sign test."""
    from scipy.stats import binom

    return float(binom.sf(corrected - 1, corrected + spoilt, 0.5)) if corrected + spoilt else 1.0
