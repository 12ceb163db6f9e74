"""From embeddings to predictions: every member's evidence, the vote, and what is kept of it with the word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.project.content.predictions import Prediction
from core.recognition.confidence import is_measured, vote_with_confidence
from core.recognition.free_decoding import decode_freely
from core.recognition.member import NO_WORD
from core.recognition.read import read_embeddings
from core.recognition.vote_details import encode_votes


def with_thresholds(ensemble: Ensemble, thres: Sequence[int]) -> Ensemble:
    """The ensemble with other thresholds: one for all members, or one each. Raises InputError out of range."""
    count = len(ensemble.members)
    wanted = list(thres) * count if len(thres) == 1 else list(thres)
    if len(wanted) != count:
        raise InputError(f"Give one threshold, or one for each of the {count} members, not {len(wanted)}.")
    for member, value in zip(ensemble.members, wanted, strict=True):
        if not 0 <= value <= member.n_gates + 1:
            raise InputError(f"The threshold {value} lies outside 0..{member.n_gates + 1}.")
    members = tuple(replace(m, thres=v) for m, v in zip(ensemble.members, wanted, strict=True))
    return replace(ensemble, members=members)


def predict_block(
    ensemble: Ensemble, lexicon: Lexicon, ids: Sequence[int], embeddings: Sequence[NDArray[np.float32]]
) -> Iterator[Prediction]:
    """What the ensemble says of the words ``ids`` [N], given each member's embeddings [N, E] of them.

    A word for which the lexicon has nothing is passed over. Without words held back by which its readers were
    judged (the starter model) there is no confidence.
    """
    members = ensemble.members
    readings = read_embeddings(ensemble, embeddings, lexicon)
    free = decode_freely(ensemble, embeddings)
    gates, thres = [m.n_gates for m in members], [m.thres for m in members]
    verdicts, final, sure = vote_with_confidence(ensemble, readings)
    classes = set(ensemble.classes)
    measured = is_measured(members)
    for row, word_id in enumerate(ids):
        if final.word[row] == NO_WORD:
            continue
        word = lexicon.words[final.word[row]]
        yield Prediction(
            word_id,
            word,
            "seen" if word in classes else "unseen",
            int(final.votes[row]),
            len(members),
            float(final.distance[row]),
            float(sure[row]) if measured else None,
            encode_votes(row, readings, verdicts, gates, thres, lexicon, free),
        )
