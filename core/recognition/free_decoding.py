"""Reading without a lexicon: what the members' letter columns spell by themselves, and their vote on it.

A member spells its best path: the likeliest character of every column, repeats and gaps taken out. The spelling
of most members is offered; among equally frequent ones that which all members together hold for the likeliest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.lexicon.text import nfc

if TYPE_CHECKING:
    from torch import Tensor

    from core.model.ensemble import Ensemble

_PAIRS = 2048
"""Most spellings weighed at once by one member (40 columns of some hundred characters each)."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """What one member spelled on one image."""

    text: str
    """In NFC, never empty."""
    score: float
    """Its log likelihood, summed over all members that spell; at most 0. It ranks spellings of one image only."""


@dataclass(frozen=True, slots=True)
class FreeReading:
    """The members' vote on how a word is spelled: ``votes`` of them spelled ``text``."""

    text: str
    votes: int


def decode_freely(ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]]) -> list[list[Spelling | None]] | None:
    """[L][N] what each member spells on each image, given its embeddings [N, E]; None if no member can spell.

    None stands for an image on which a member found no letter, and for all images of a member that only
    compares signatures.
    """
    from core.model.spelling_learner import SpellingLearner

    columns: list[Tensor] = []
    texts: list[list[str]] = []
    for member, rows in zip(ensemble.members, embeddings, strict=True):
        if isinstance(member.learner, SpellingLearner):
            columns.append(member.learner.spelling_part(rows))
            texts.append(member.learner.spelled(rows, ensemble.alphabet))
        else:
            texts.append([""] * len(rows))
    if not columns:
        return None
    scores = _scores(columns, texts, sorted(ensemble.alphabet.encodable))
    return [
        [Spelling(nfc(text), scores[row, text]) if text else None for row, text in enumerate(member)]
        for member in texts
    ]


def free_reading(spellings: Sequence[Spelling | None]) -> FreeReading | None:
    """The plurality of one image's spellings; ties go to the higher score, then to the alphabet."""
    given = [spelling for spelling in spellings if spelling is not None]
    if not given:
        return None
    votes = Counter(spelling.text for spelling in given)
    best = min(given, key=lambda s: (-votes[s.text], -s.score, s.text))
    return FreeReading(best.text, votes[best.text])


def _scores(
    columns: Sequence[Tensor], texts: Sequence[Sequence[str]], characters: Sequence[str]
) -> dict[tuple[int, str], float]:
    """The log likelihood of every text spelled on an image, by (row, text), summed over ``columns`` of members."""
    import torch
    from torch.nn.functional import ctc_loss

    pairs = sorted({(row, text) for member in texts for row, text in enumerate(member) if text})
    codes = {character: number + 1 for number, character in enumerate(characters)}
    total = np.zeros(len(pairs))
    for start in range(0, len(pairs), _PAIRS):
        block = pairs[start : start + _PAIRS]
        rows = torch.tensor([row for row, _ in block])
        lengths = torch.tensor([len(text) for _, text in block])
        targets = torch.tensor([codes[character] for _, text in block for character in text])
        for part in columns:
            seen = torch.full((len(block),), part.shape[1])
            cost = ctc_loss(part[rows].permute(1, 0, 2), targets, seen, lengths, reduction="none")
            total[start : start + len(block)] -= cost.numpy()
    # columns come rounded to 16 bits, so that their likelihoods may add up to a little more than 1
    return dict(zip(pairs, np.minimum(total, 0.0).tolist(), strict=True))
