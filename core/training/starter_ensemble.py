"""A model before anything is transcribed: one reader, the starter model as it is, that knows no word of the project."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

import core
from core.gates.ensemble import GateEnsemble
from core.gates.features import DISTANCES, MARGIN
from core.model.confidence import FEATURES, Confidence
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.learners import learner_from_arrays, new_learner
from core.model.pca import Pca
from core.store.starter import Starter, starter_digest
from core.training.starter_init import transfer_weights

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet

NO_CLASSES = ("",)
"""The model's words: the empty one alone, which no lexicon holds, so that every word is sought as an unseen one."""


def starter_ensemble(starter: Starter, alphabet: Alphabet) -> Ensemble:
    """The starter model as an ensemble of one `phosc-ctc` reader for ``alphabet``.

    Nothing was held out, so nothing was measured: every confidence is one half, and there is nothing to draw a
    curve of.
    """
    kind, metric = "phosc-ctc", "cosine"
    fresh = new_learner(kind, alphabet, metric, seed=0).to_arrays()
    learner = learner_from_arrays(kind, transfer_weights(starter, fresh, alphabet), alphabet, metric)
    pca = Pca.fit(np.zeros((1, alphabet.dim), np.float32), None)
    none = np.zeros(0, np.bool_)
    member = Member(
        learner,
        pca,
        GateEnsemble.by_number(alphabet.dim + DISTANCES, MARGIN),
        None,
        seen=np.zeros(1, np.int64),
        thres=1,
        stacking=0.0,
        calibration=Calibration(np.zeros(0, np.float32), none, np.zeros(0, np.float32), none, none),
        confidence=Confidence.fit(np.zeros((0, FEATURES)), none, none),
        trained_on=np.zeros(0, np.uint64),
        curves={},
        seeds={},
        gate_distances=True,
    )
    card = {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "preset": {"name": "starter"},
        "members_finished": 1,
        "starter": {"digest": starter_digest(), **starter.about},
        "data": {"images": 0, "words": 0},
        "versions": {"ductus": core.__version__},
    }
    return Ensemble(alphabet, NO_CLASSES, (member,), card)
