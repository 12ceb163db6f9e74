"""The starter model as an ensemble of one member, for projects in which nothing is transcribed yet."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

import core
from core.gates.ensemble import GateEnsemble
from core.gates.features import DISTANCE_FEATURES, MARGIN_COLUMN
from core.model.confidence import FEATURES, Confidence
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.learner import learner_from_arrays, new_learner
from core.model.pca import Pca
from core.store.model_file import NO_CLASSES
from core.store.starter import Starter, starter_digest
from core.store.starter_sources import STARTER_ITSELF
from core.training.starter_init import transfer_weights

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet


PRIOR_WEIGHT = 0.5
"""Weight of the language's word frequencies, where the lexicon has them (docs/decisions/0036-adaptation.md)."""


def starter_ensemble(starter: Starter, alphabet: Alphabet) -> Ensemble:
    """Return the starter model as a `phosc-ctc` member for ``alphabet``.

    It was trained on no word of the project, so all words are unseen and its untrained gate votes by the margin. It is
    not calibrated: every confidence is 1/2. Common words of a language's list are preferred.
    """
    kind, metric = "phosc-ctc", "cosine"
    random = new_learner(kind, alphabet, metric, seed=0).to_arrays()
    learner = learner_from_arrays(kind, transfer_weights(starter, random, alphabet), alphabet, metric)
    no_rows, no_flags = np.zeros(0, np.float32), np.zeros(0, np.bool_)
    member = Member(
        learner,
        Pca.fit(np.zeros((1, alphabet.dim), np.float32), None),
        GateEnsemble.from_feature(alphabet.dim + DISTANCE_FEATURES, MARGIN_COLUMN),
        None,
        seen=np.zeros(1, np.int64),
        thres=1,
        stacking=0.0,
        calibration=Calibration(no_rows, no_flags, no_rows, no_flags, no_flags),
        confidence=Confidence.fit(np.zeros((0, FEATURES)), no_flags, no_flags),
        trained_on=np.zeros(0, np.uint64),
        gate_distances=True,
        prior_weight=PRIOR_WEIGHT,
    )
    card = {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "preset": {"name": STARTER_ITSELF},
        "members_finished": 1,
        "starter": {"digest": starter_digest(), **starter.about},
        "data": {"images": 0, "words": 0},
        "versions": {"ductus": core.__version__},
    }
    return Ensemble(alphabet, NO_CLASSES, (member,), card)
