"""The third answer: a word that is in no list, spelled by a member's letter probabilities and a character model.

A member spells each image by beam search. The best spelling that is not in the lexicon is compared with the best word
that is: where the rule of the member (:class:`core.model.unlisted_rule.UnlistedRule`) holds that the spelling is right,
the member answers with it. The vote follows when more than half of the members spell the same word.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeGuard
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.lexicon.character_model import CharacterModel
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.unlisted_rule import FEATURES, UnlistedRule
from core.recognition.algorithms import FIRST_UNLISTED, NO_WORD, MemberEvidence, SpelledEvidence

if TYPE_CHECKING:
    from core.model.ctc_beam import BeamSpellings
    from core.model.learner import Learner
    from core.model.spelling_learner import SpellingLearner

SPELLINGS = 6
"""Spellings listed for an image. If all of them are words of the lexicon (with 50,000 words one image in five),
there is no evidence for another word."""

_NO_SPELLING = 60.0
"""Cost of a spelling where an image has none, and the largest difference of costs that counts."""


def unlisted_number(text: str) -> int:
    """Return the number that stands for a word that is in no lexicon: the same in every process.

    Numbers of two words are equal in one of a thousand million cases.
    """
    return FIRST_UNLISTED + (zlib.crc32(nfc(text).encode()) & (FIRST_UNLISTED - 1))


_models: WeakKeyDictionary[Lexicon, CharacterModel] = WeakKeyDictionary()


def cached_character_model(lexicon: Lexicon) -> CharacterModel:
    """Return the character model of a lexicon, made once for all members."""
    if lexicon not in _models:
        _models[lexicon] = CharacterModel.build(lexicon.words, lexicon.alphabet.characters)
    return _models[lexicon]


def spells(learner: Learner) -> TypeGuard[SpellingLearner]:
    """Return whether a learner has letter probabilities to spell with."""
    return hasattr(learner, "spelling_part")


@dataclass(frozen=True, slots=True)
class Spellings:
    """The spellings of one member on N images with a character model of the given weight."""

    beam: BeamSpellings
    texts: list[list[str]]
    """[N] the spellings of each image, best first."""
    weight: float

    def first_allowed(self, lexicon: Lexicon, removed: Sequence[str] | None = None) -> NDArray[np.int64]:
        """Return for each image the rank of its best spelling that is not in the lexicon but can be encoded; -1: none.

        ``removed`` [N] is the word of each image, which counts as not in the lexicon.
        """
        ranks = np.full(len(self.texts), -1)
        for row, texts in enumerate(self.texts):
            for rank, text in enumerate(texts):
                is_missing = text not in lexicon or (removed is not None and text == removed[row])
                # a letter and a mark may make a character that the alphabet does not have
                if is_missing and not lexicon.alphabet.unencodable(text):
                    ranks[row] = rank
                    break
        return ranks


def spell(
    learner: SpellingLearner, embeddings: NDArray[np.float32], lexicon: Lexicon, model: CharacterModel, weight: float
) -> Spellings:
    """Return the likeliest spellings of embeddings [N, E], weighed with a character model."""
    from core.model.ctc_beam import beam_search

    found = beam_search(learner.spelling_part(embeddings).exp().numpy(), model, weight, SPELLINGS)
    names = lexicon.alphabet.characters
    texts = [
        [
            nfc("".join(names[code] for code in found.codes[row, rank, :length]))
            for rank, length in enumerate(lengths)
            if length
        ]
        for row, lengths in enumerate(found.lengths.tolist())
    ]
    return Spellings(found, texts, weight)


def unlisted_evidence(
    learner: SpellingLearner,
    embeddings: NDArray[np.float32],
    spellings: Spellings,
    ranks: NDArray[np.int64],
    evidence: MemberEvidence,
    lexicon: Lexicon,
) -> tuple[SpelledEvidence, NDArray[np.float64]]:
    """Return the spellings at ``ranks`` [N] as evidence, and the features [N, FEATURES] of the rule.

    No word counts as unlisted yet. ``evidence`` are the words of the list that they are compared with.
    """
    rows = np.arange(len(ranks))
    has = ranks >= 0
    text = np.array(
        [texts[rank] if rank >= 0 else "" for texts, rank in zip(spellings.texts, ranks, strict=True)], object
    )
    beam, at = spellings.beam, np.maximum(ranks, 0)
    cost = np.where(has, beam.costs[rows, at], _NO_SPELLING)
    character_cost = np.where(has, beam.character_costs[rows, at], _NO_SPELLING)
    length = np.where(has, beam.lengths[rows, at], 0)
    after = np.minimum(at + 1, beam.lengths.shape[1] - 1)
    has_next = has & (ranks + 1 < beam.lengths.shape[1]) & (beam.lengths[rows, after] > 0)
    weighed = beam.costs + spellings.weight * beam.character_costs
    lead = np.where(has_next, weighed[rows, after] - weighed[rows, at], _NO_SPELLING)
    distance = cost + learner.weight * _signature_distances(learner, embeddings, text, lexicon)
    spelled = SpelledEvidence(
        text,
        np.array([unlisted_number(word) if word else NO_WORD for word in text], np.int32),
        distance.astype(np.float32),
        lead.astype(np.float32),
        np.zeros(len(text), np.float32),
        np.zeros(len(text), np.bool_),
        ranks == 0,
    )
    return spelled, _features(evidence, distance, spellings.weight * character_cost, character_cost, length, lead)


def answer_unlisted(rule: UnlistedRule, spelled: SpelledEvidence, features: NDArray[np.float64]) -> SpelledEvidence:
    """Return the spellings with the probability of each that it is right, and which of them are the answer."""
    probability = rule.probability(features)
    chosen = (probability >= rule.bar) & (spelled.word != NO_WORD)
    return replace(spelled, probability=probability.astype(np.float32), is_chosen=chosen)


def add_spelled(
    rule: UnlistedRule | None,
    learner: Learner,
    embeddings: NDArray[np.float32],
    evidence: MemberEvidence,
    lexicon: Lexicon,
) -> MemberEvidence:
    """Return the evidence with the third answer; without a rule as it is."""
    if rule is None or not spells(learner):
        return evidence
    model = cached_character_model(lexicon)
    spellings = spell(learner, embeddings, lexicon, model, rule.character_weight)
    ranks = spellings.first_allowed(lexicon)
    spelled, features = unlisted_evidence(learner, embeddings, spellings, ranks, evidence, lexicon)
    return replace(evidence, spelled=answer_unlisted(rule, spelled, features))


def _features(
    evidence: MemberEvidence,
    distance: NDArray[np.float64],
    weighed: NDArray[np.float64],
    character_cost: NDArray[np.float64],
    length: NDArray[np.int64],
    lead: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return [N, FEATURES]: how far the list's best word is from the spelling, its lead, and how plausible both are.

    Differences enter as signed square roots, which spread small ones and compress large ones.
    """
    both = np.column_stack([evidence.seen_distances[:, :2], evidence.unseen_distances[:, :2]]).astype(np.float64)
    two = np.minimum(np.sort(both, axis=1)[:, :2], 2 * _NO_SPELLING)
    seen_first = evidence.seen_distances.min(axis=1) <= evidence.unseen_distances[:, 0]
    gaps = np.column_stack(
        [two[:, 0] - distance, two[:, 0] - distance - weighed, two[:, 1] - two[:, 0], character_cost]
    )
    gaps = np.clip(gaps, -_NO_SPELLING, _NO_SPELLING)
    out = np.column_stack(
        [
            np.sign(gaps) * np.sqrt(np.abs(gaps)),
            length,
            np.minimum(lead, 10.0),
            character_cost / np.maximum(1, length),
            distance,
            two[:, 0],
            seen_first,
        ]
    )
    assert out.shape[1] == FEATURES
    return out


def _signature_distances(
    learner: SpellingLearner, embeddings: NDArray[np.float32], text: NDArray[np.object_], lexicon: Lexicon
) -> NDArray[np.float64]:
    """Return the distance [N] of each image's signature from that of its ``text``; 1 where it has none."""
    from core.model.signature_learner import SignatureLearner

    out = np.ones(len(text))
    rows = np.flatnonzero(text != "")
    for start in range(0, len(rows), 256):
        part = rows[start : start + 256]
        # a table of 256 images by 256 words is cheap; the wanted distances are its diagonal
        distances = SignatureLearner.distances(learner, text[part].tolist(), lexicon.alphabet)
        out[part] = np.diagonal(distances(learner.signature_part(embeddings[part])))
    return out
