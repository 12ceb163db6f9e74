"""One member as a JSON card and arrays, and back with every shape, type and range checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, ModelFileError
from core.gates.ensemble import GateEnsemble
from core.gates.features import DISTANCES
from core.model.calibration_outcomes import CalibrationOutcomes
from core.model.confidence import Confidence
from core.model.ensemble import Calibration, Member
from core.model.learners import learner_from_arrays
from core.model.pca import Pca
from core.model.word_classifiers import load_word_classifier

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet

Arrays = dict[str, NDArray[np.generic]]

_CALIBRATION = {
    "votes": np.float32,
    "is_seen": np.bool_,
    "margin": np.float32,
    "right_if_seen": np.bool_,
    "right_if_unseen": np.bool_,
}


def member_to_tree(member: Member) -> tuple[dict[str, Any], Arrays]:
    """Card and arrays of a member; names begin with the name of their part, such as embedder/ or calibration/."""
    arrays: Arrays = {"seen": member.seen, "trained_on": member.trained_on}
    parts: dict[str, Arrays] = {
        "embedder": member.learner.to_arrays(),
        "pca": member.pca.to_arrays(),
        "gate": member.gate.to_arrays(),
        "words": member.words.to_arrays() if member.words is not None else {},
        "confidence": member.confidence.to_arrays(),
        "calibration": {name: getattr(member.calibration, name) for name in _CALIBRATION},
    }
    if member.trials is not None:
        parts["trials"] = member.trials.to_arrays()
    for part, content in parts.items():
        arrays |= {f"{part}/{name}": np.asarray(array) for name, array in content.items()}
    card = {
        "learner": member.learner.kind,
        "metric": getattr(member.learner, "metric", "cosine"),
        "words": member.words.kind if member.words is not None else "nearest",
        "thres": member.thres,
        "stacking": member.stacking,
        "curves": member.curves,
        "seeds": member.seeds,
        "gate_distances": member.gate_distances,
    }
    return card, arrays


def member_from_tree(card: dict[str, Any], arrays: Arrays, alphabet: Alphabet, n_classes: int, where: str) -> Member:
    """Rebuild a member; ``where`` names the file in errors. Raises ModelFileError when anything does not fit."""
    try:
        learner = learner_from_arrays(str(card["learner"]), _part(arrays, "embedder"), alphabet, str(card["metric"]))
        pca = Pca.from_arrays(_part(arrays, "pca"))
        gate = GateEnsemble.from_arrays(_part(arrays, "gate"))
        kind = str(card["words"])
        words = None if kind == "nearest" else load_word_classifier(kind, _part(arrays, "words"))
        gate_distances = card["gate_distances"]
        if not isinstance(gate_distances, bool):
            raise ModelFileError("whether the gates see distances is neither true nor false")
        if pca.width != alphabet.dim or gate.dims != pca.dims + DISTANCES * gate_distances:
            raise ModelFileError(
                f"signatures of {alphabet.dim} numbers, principal components from {pca.width} to {pca.dims} and "
                f"gates for {gate.dims} do not fit together."
            )
        seen = _seen(arrays["seen"], n_classes)
        if words is not None and words.shape != (len(seen), pca.dims):
            raise ModelFileError(
                f"the word classifier tells {words.shape[0]} words apart by {words.shape[1]} numbers, where "
                f"{len(seen)} by {pca.dims} are needed."
            )
        thres = int(card["thres"])
        if not 0 <= thres <= gate.n + 1:
            raise ModelFileError(f"the threshold {thres} does not lie within the {gate.n} votes")
        stacking = float(card["stacking"])
        if not np.isfinite(stacking):
            raise ModelFileError("the stacking offset is not a number")
        trials = _part(arrays, "trials")
        return Member(
            learner,
            pca,
            gate,
            words,
            seen,
            thres,
            stacking,
            calibration=_calibration(_part(arrays, "calibration"), gate.n),
            confidence=Confidence.from_arrays(_part(arrays, "confidence")),
            trained_on=_hashes(arrays["trained_on"]),
            curves={str(n): [float(v) for v in c] for n, c in dict(card["curves"]).items()},
            seeds={str(n): int(v) for n, v in dict(card["seeds"]).items()},
            gate_distances=gate_distances,
            trials=CalibrationOutcomes.from_arrays(trials) if trials else None,
        )
    except DuctusError as error:
        raise ModelFileError(f"{where}: {error} The model cannot be used; restore or retrain it.") from error
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelFileError(f"{where}: a part is missing or of the wrong kind ({error}).") from error


def _part(arrays: Arrays, name: str) -> Arrays:
    prefix = name + "/"
    return {key[len(prefix) :]: array for key, array in arrays.items() if key.startswith(prefix)}


def _seen(array: NDArray[np.generic], n_classes: int) -> NDArray[np.int64]:
    if array.ndim != 1 or array.dtype.kind not in "iu" or not len(array):
        raise ModelFileError("the list of seen words is not a row of whole numbers")
    seen = array.astype(np.int64)
    if seen.min() < 0 or seen.max() >= n_classes or (np.diff(seen) <= 0).any():
        raise ModelFileError(f"the list of seen words does not fit the model's {n_classes} words")
    return seen


def _hashes(array: NDArray[np.generic]) -> NDArray[np.uint64]:
    if array.ndim != 1 or array.dtype != np.uint64:
        raise ModelFileError("the digests of the training images are not 64-bit numbers")
    return np.asarray(array, np.uint64)


def _calibration(arrays: Arrays, n_gates: int) -> Calibration:
    columns: dict[str, Any] = {}
    length = None
    for name, dtype in _CALIBRATION.items():
        array = arrays[name]
        length = len(array) if length is None else length
        if array.ndim != 1 or len(array) != length or array.dtype != dtype:
            raise ModelFileError(f"the calibration column '{name}' has the wrong shape or type")
        if dtype is np.float32 and not np.isfinite(array).all():
            raise ModelFileError(f"the calibration column '{name}' holds numbers that are not finite")
        columns[name] = array
    if length and not (columns["votes"].min() >= 0 and columns["votes"].max() <= n_gates + 1e-3):
        raise ModelFileError(f"calibration votes lie outside 0..{n_gates}")
    return Calibration(**columns)
