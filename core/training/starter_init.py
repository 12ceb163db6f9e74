"""What a project begins with: the starter model as an ensemble of one member, and its weights for another alphabet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

import core
from core.arrays import Arrays
from core.gates.ensemble import DISTANCE_FEATURES, MARGIN_COLUMN, GateEnsemble
from core.lexicon.alphabet import Alphabet
from core.model.confidence import FEATURES, Confidence
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.learner import learner_from_arrays, new_learner
from core.model.pca import Pca
from core.store.model_file import NO_CLASSES
from core.store.starter import Starter, starter_digest
from core.store.starter_sources import STARTER_ITSELF

RATE_FACTOR = 0.5
"""Factor of the learning rate for starter weights (docs/decisions/0009-starter.md)."""

ADAPTED_IMAGES = 400
"""Images as which an adapted starter model counts beside T when a member is blended with it: it knows the handwriting
from thousands, which a hundred transcribed ones make it forget (research/trials/adaptation.md)."""


def transfer_weights(starter: Starter, random: Arrays, alphabet: Alphabet) -> Arrays:
    """Return the arrays of a new learner for ``alphabet`` with the starter's weights wherever it has them.

    Outputs that the starter's alphabet lacks (a shape, a letter, a bigram, a character) keep their ``random`` weights.
    """
    heads = {
        "phos": _positions(_shape_names(alphabet), _shape_names(starter.alphabet)),
        "letters": _positions(_letter_names(alphabet), _letter_names(starter.alphabet)),
        "spelling": _positions(alphabet.characters, starter.alphabet.characters),
    }
    result = {}
    for name, array in random.items():
        rows = heads.get(name.split(".")[0])
        weights = starter.arrays.get(name)
        if weights is None:
            result[name] = array
        elif rows is None:
            result[name] = weights.astype(array.dtype)
        else:
            mixed = array.copy()
            mixed[rows >= 0] = weights[rows[rows >= 0]]
            result[name] = mixed
    return result


def interpolate_weights(starter: Arrays, trained: Arrays, share: float) -> Arrays:
    """Return ``share`` (0..1) of ``trained`` plus the rest of ``starter``, both weights of one network.

    Weights trained on few images overfit them; between the two most of the gain remains with less of the harm.
    """
    result = dict(trained)
    for name, array in trained.items():
        if array.dtype.kind == "f":
            from_starter = np.asarray(starter[name], np.float64)
            change = np.asarray(array, np.float64) - from_starter
            result[name] = (from_starter + share * change).astype(array.dtype)
    return result


def _positions(names: Sequence[object], known: Sequence[object]) -> NDArray[np.int64]:
    """Return each name's position in ``known``, or -1."""
    position = {name: number for number, name in enumerate(known)}
    return np.array([position.get(name, -1) for name in names], np.int64)


def _segments(levels: Sequence[int], names: Sequence[str], part: str) -> list[object]:
    """Name each number of a part of the signature, in its order: level by level, segment by segment."""
    return [(part, level, segment, name) for level in levels for segment in range(level) for name in names]


def _shape_names(alphabet: Alphabet) -> list[object]:
    return _segments(alphabet.phos_levels, alphabet.shapes, "phos")


def _letter_names(alphabet: Alphabet) -> list[object]:
    units = _segments(alphabet.phoc_levels, alphabet.units, "phoc")
    return units + _segments(alphabet.bigram_levels, alphabet.bigrams, "bigram")


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
