"""Fit the line's part on lines of training words: how its reading is weighed, and how sure it is.

The images of X and X' were not trained on by some of the members. These vote on them and offer their candidates. Only
words of lines count that the line reader has not learnt from either. The word model is made without the pages that are
being measured. As many words as are expected in no list count as such: words that occur once, as those to come will
have done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from core.lexicon.lexicon import Lexicon
from core.model.confidence import CalibrationOutcomes
from core.model.ensemble import Member
from core.recognition.algorithms import FIRST_UNLISTED, is_majority, rank_words
from core.recognition.candidate_costs import CandidateCosts, CandidateTable, MemberList
from core.recognition.line_language import usual_costs
from core.recognition.word_model import UNLISTED_SHARE, WordModel
from core.store.shipped_files import shipped_familiar_words, shipped_voice
from core.training.line_figures_fitting import (
    MiscutWord,
    SetAsideWord,
    Vote,
    fit_costs,
    fit_line_confidence,
    rank_set_aside,
)
from core.training.lines import NO_SAMPLE, SampleLine
from core.training.samples import Samples

MIN_WORDS = 50
"""With fewer words set aside nothing is measured."""

_MOST_CUT = 200
"""Most lines that are cut by reading, to count the words that it cuts wrongly."""

_FOLDS = 10


class Voices(Protocol):
    """The reading of the lines of samples."""

    def of_samples(
        self, lines: Sequence[SampleLine], listed: Mapping[int, Sequence[str]], hidden: Mapping[int, str]
    ) -> dict[int, dict[str, float]]:
        """Return the costs of candidates, those that members have ``listed`` for samples among them, by sample.

        The words ``hidden`` of samples count as in no list.
        """

    def miscut(self, lines: Sequence[SampleLine], vote: Vote) -> tuple[list[MiscutWord], int]:
        """Return the words that reading cuts out of lines otherwise than they are written, and the number of others."""


def fit_line_part(
    members: Sequence[Member],
    lines: Sequence[SampleLine],
    lexicon: Lexicon,
    samples: Samples,
    voices: Voices | None,
    unlearnt: frozenset[int],
    ool_rate: float,
    vote: Vote,
) -> dict[str, Any] | None:
    """Return the entry of the model's card about lines; None without ``voices``.

    Where too few words stand in lines to measure it, it has the weights and the calibration of strangers' hands.
    ``voices`` have not learnt from the images with the digests ``unlearnt``; only those are measured. Of ``words``,
    ``members`` were right by the members' vote, ``line`` by the line's reading alone and ``both`` by both together.
    ``costs`` are those of :class:`CandidateCosts`. ``calibration`` is that of the confidence; ``calibration_cut`` also
    counts words ``miscut`` by reading, beside those ``cut`` rightly, on which the members ``vote``. ``ool_rate`` is the
    share of words expected in no list; 0 where it is not known.
    """
    if voices is None:
        return None
    images = samples.image_hashes().tolist()
    set_aside = _set_aside_words(members, lexicon, images)
    inside = {number for line in lines for number in line.samples}
    unread = {number: word for number, word in set_aside.items() if number in inside and images[number] in unlearnt}
    if len(unread) < MIN_WORDS:
        return _usual(ool_rate, samples.words, lexicon)
    words = _read_words(_with_unlisted(unread, lexicon, samples.words, images, ool_rate), lines, voices)
    if len(words) < MIN_WORDS:
        return _usual(ool_rate, samples.words, lexicon)
    unlisted = ool_rate or UNLISTED_SHARE
    models = _models_of_lines(lines, lexicon, samples.words, unlisted)
    model_of = {number: model for line, model in zip(lines, models, strict=True) for number in line.samples}
    of_number = {number: (words[number], samples.words[number], model_of[number]) for number in sorted(words)}
    measured = list(of_number.values())
    costs = fit_costs(measured)
    numbers = ([number for number in line.samples if number in words] for line in lines)
    by_line = [[of_number[number] for number in of_line] for of_line in numbers if of_line]
    miscut, cut = voices.miscut(_unlearnt(lines, images, unlearnt), vote)
    calibration, as_cut = fit_line_confidence(by_line, costs, miscut, cut)
    return {
        "words": len(measured),
        "members": sum(word.winner == truth for word, truth, _ in measured),
        "line": sum(word.reading(model).first() == truth for word, truth, model in measured),
        "both": sum(rank_set_aside(costs, word, model).words[0] == truth for word, truth, model in measured),
        "costs": costs.to_json(),
        "unlisted": unlisted,
        "miscut": len(miscut),
        "cut": cut,
        "calibration": calibration,
        "calibration_cut": as_cut,
    }


def _usual(ool_rate: float, words: Sequence[str], lexicon: Lexicon) -> dict[str, Any] | None:
    """Return the entry that the starter model's lines are read with; None without the file of the line reader."""
    voice = shipped_voice()
    if voice is None:
        return None
    model = WordModel.build(words, lexicon)
    costs = usual_costs(CandidateCosts.from_json(voice["costs"]), model, shipped_familiar_words())
    unlisted = ool_rate or UNLISTED_SHARE
    return {"costs": costs.to_json(), "calibration": voice["calibration"], "unlisted": unlisted}


def _unlearnt(lines: Sequence[SampleLine], images: Sequence[int], unlearnt: frozenset[int]) -> list[SampleLine]:
    """Return the lines that the line reader has not learnt from, an even sample of many."""
    found = [line for line in lines if all(images[n] in unlearnt for n in line.samples if n != NO_SAMPLE)]
    return found[:: max(1, len(found) // _MOST_CUT)]


def _read_words(
    words: Mapping[int, SetAsideWord], lines: Sequence[SampleLine], voices: Voices
) -> dict[int, SetAsideWord]:
    """Return the words with what their lines' reading says of them; without those that it says nothing of."""
    listed = {number: [near for member in word.lists for near in member.words] for number, word in words.items()}
    hidden = {number: word.hidden for number, word in words.items() if word.hidden is not None}
    some = [line for line in lines if any(number in words for number in line.samples)]
    found = voices.of_samples(some, listed, hidden)
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


def _models_of_lines(
    lines: Sequence[SampleLine], lexicon: Lexicon, words: Sequence[str], unlisted: float
) -> list[WordModel]:
    """Return for each line a word model made without its page and without some other pages.

    If there are few pages, it is made without the line and some other lines.
    """
    pages = {page: number for number, page in enumerate(sorted({line.page for line in lines}))}
    folds = [(pages[line.page] if len(pages) >= _FOLDS // 2 else at) % _FOLDS for at, line in enumerate(lines)]
    texts = [[words[number] for number in line.samples if number != NO_SAMPLE] for line in lines]
    models = {
        fold: WordModel.build(
            (word for text, other in zip(texts, folds, strict=True) if other != fold for word in text),
            lexicon,
            unlisted,
        )
        for fold in set(folds)
    }
    return [models[fold] for fold in folds]
