"""Reading by letters alone: the CTC head of `phosc-ctc`, with the lexicon and without any. No gate, nothing to fit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.model.spelling_learner import SpellingLearner
from core.recognition.algorithms import MemberPrediction, predict_by_margin
from core.recognition.evidence import find_words


def with_lexicon(
    ensemble: Ensemble, k: int, embeddings: NDArray[np.float32], lexicon: Lexicon
) -> MemberPrediction | None:
    """The word of the lexicon that member k's columns spell most likely; None for a member that cannot spell."""
    member = ensemble.members[k]
    learner = member.learner
    if not isinstance(learner, SpellingLearner):
        return None
    letters = SpellingLearner(learner.kind, learner.net, learner.phos_dim, learner.dim, learner.metric, weight=0.0)
    bare = replace(member, learner=letters, words=None)
    return predict_by_margin(find_words(bare, ensemble, embeddings, lexicon), 0.0)


def free(
    ensemble: Ensemble, k: int, embeddings: NDArray[np.float32], lexicon: Lexicon, numbers: dict[str, int]
) -> MemberPrediction | None:
    """What member k spells bound to no lexicon (the best path); None for a member that cannot spell.

    Words outside the lexicon get numbers from its length on, the same for all members that share ``numbers``.
    The distance is minus the best path's log probability; no word counts as sought among the seen ones.
    """
    learner = ensemble.members[k].learner
    if not isinstance(learner, SpellingLearner):
        return None
    words = []
    for spelled in learner.spelled(embeddings, ensemble.alphabet):
        place = lexicon.find(nfc(spelled))
        words.append(place if place >= 0 else numbers.setdefault(spelled, len(lexicon) + len(numbers)))
    cost = -learner.spelling_part(embeddings).amax(dim=2).sum(dim=1).numpy()
    return MemberPrediction(np.array(words, np.int32), cost.astype(np.float32), np.zeros(len(words), np.bool_))
