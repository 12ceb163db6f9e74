"""Free decoding: what the members' letter probabilities spell without a lexicon, and their vote on it.

A member decodes greedily: the most probable character of every column, without repeats and blanks (the best path of
Graves et al., "Connectionist Temporal Classification", ICML 2006). The plurality of the members' spellings is offered;
ties go to the spelling that all members together find most probable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.lexicon.text import nfc
from core.recognition.algorithms import NO_WORD, MemberEvidence, SpelledEvidence
from core.recognition.unlisted import spells

if TYPE_CHECKING:
    from torch import Tensor

    from core.model.ensemble import Ensemble

_MAX_PAIRS = 2048
"""Spellings scored at once by one member: 40 columns of some hundred characters each make 30 MB."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """One member's free decoding of one image."""

    text: str
    """In NFC, never empty."""
    score: float
    """At most 0, comparable for one image only: the log likelihood, summed over all members that decode letters, or the
    negative distance of a third answer."""


@dataclass(frozen=True, slots=True)
class FreeDecoding:
    """The members' vote on the spelling of a word: ``votes`` of them decoded ``text``."""

    text: str
    votes: int


def decode_freely(ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]]) -> list[list[Spelling | None]] | None:
    """Return each member's free decodings [L][N], given its embeddings [N, E]; None if no member decodes letters.

    An entry is None where a member found no letter, and for members that compare signatures only.
    """
    columns: list[Tensor] = []
    texts: list[list[str]] = []
    for member, rows in zip(ensemble.members, embeddings, strict=True):
        if spells(member.learner):
            columns.append(member.learner.spelling_part(rows))
            texts.append(member.learner.decode(rows, ensemble.alphabet))
        else:
            texts.append([""] * len(rows))
    if not columns:
        return None
    scores = _scores(columns, texts, sorted(ensemble.alphabet.encodable))
    return [
        [Spelling(nfc(text), scores[row, text]) if text else None for row, text in enumerate(member)]
        for member in texts
    ]


def spellings_of(
    ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]], evidence: Sequence[MemberEvidence]
) -> list[list[Spelling | None]] | None:
    """Return each member's spellings [L][N] to be stored with its votes.

    Those of its third answer (:mod:`core.recognition.unlisted`), if it is the answer or no word of the list is spelled
    more likely. If a member has no third answer, all have those of :func:`decode_freely`, so that they compare, but
    an answer stays what it is.
    """
    third = [found.spelled for found in evidence]
    if all(own is not None for own in third):
        return [_spellings_of_member(own, own.is_chosen | own.is_best) for own in third if own is not None]
    decoded = decode_freely(ensemble, embeddings)
    if decoded is None or all(own is None for own in third):
        return decoded
    return [
        free
        if own is None
        else [given or other for given, other in zip(_spellings_of_member(own, own.is_chosen), free, strict=True)]
        for own, free in zip(third, decoded, strict=True)
    ]


def _spellings_of_member(spelled: SpelledEvidence, stored: NDArray[np.bool_]) -> list[Spelling | None]:
    """Return the member's spellings where ``stored`` [N], None elsewhere."""
    stored = stored & (spelled.word != NO_WORD)
    rows = zip(spelled.text.tolist(), spelled.distance.tolist(), stored.tolist(), strict=True)
    return [Spelling(text, min(0.0, -distance)) if keep else None for text, distance, keep in rows]


def vote_on_spelling(spellings: Sequence[Spelling | None]) -> FreeDecoding | None:
    """Return the plurality of one image's spellings; ties go to the higher score, then to the alphabet."""
    given = [spelling for spelling in spellings if spelling is not None]
    if not given:
        return None
    votes = Counter(spelling.text for spelling in given)
    best = min(given, key=lambda s: (-votes[s.text], -s.score, s.text))
    return FreeDecoding(best.text, votes[best.text])


def _scores(
    columns: Sequence[Tensor], texts: Sequence[Sequence[str]], characters: Sequence[str]
) -> dict[tuple[int, str], float]:
    """Return the log likelihood of every decoded text by (row, text), summed over the members' ``columns``."""
    import torch
    from torch.nn.functional import ctc_loss

    pairs = sorted({(row, text) for member in texts for row, text in enumerate(member) if text})
    codes = {character: number + 1 for number, character in enumerate(characters)}
    total = np.zeros(len(pairs))
    for start in range(0, len(pairs), _MAX_PAIRS):
        block = pairs[start : start + _MAX_PAIRS]
        rows = torch.tensor([row for row, _ in block])
        lengths = torch.tensor([len(text) for _, text in block])
        targets = torch.tensor([codes[character] for _, text in block for character in text])
        for part in columns:
            seen = torch.full((len(block),), part.shape[1])
            cost = ctc_loss(part[rows].permute(1, 0, 2), targets, seen, lengths, reduction="none")
            total[start : start + len(block)] -= cost.numpy()
    # rounded to 16 bits, the probabilities of a column may add up to slightly more than 1
    return dict(zip(pairs, np.minimum(total, 0.0).tolist(), strict=True))
