"""A trained ensemble in one HDF5 file: immutable once written, numbers only, checked when read."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import DuctusError, ModelFileError
from core.gates.ensemble import DISTANCE_FEATURES, GateEnsemble
from core.language import tr
from core.lexicon.alphabet import Alphabet
from core.model.confidence import CalibrationOutcomes, Confidence, VoteCalibration
from core.model.decision import Decision
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.learner import load_learner
from core.model.learner_names import is_own
from core.model.pca import Pca
from core.model.unlisted_rule import UnlistedRule
from core.model.word_classifiers import load_word_classifier
from core.store.stored_line_reader import line_reader_arrays, stored_line_reader
from core.store.tree import decode_words, encode_words, read_tree, write_tree

if TYPE_CHECKING:
    from core.model.learner import Learner
    from core.model.line_reader import LineReader

FORMAT = "ductus-model"
VERSION = 1

NO_CLASSES = ("",)
"""The classes of a model that was trained on no word: the empty word, which no lexicon holds."""

CALIBRATION = {
    "votes": np.float32,
    "is_seen": np.bool_,
    "margin": np.float32,
    "right_if_seen": np.bool_,
    "right_if_unseen": np.bool_,
}
"""The columns of :class:`Calibration` and their types."""


def save_ensemble(path: Path, ensemble: Ensemble, *, replace: bool = False) -> None:
    """Write the model to ``path``, whole or not at all.

    Raises FileExistsError unless ``replace``: models are never overwritten.
    """
    if path.exists() and not replace:
        raise FileExistsError(f"{path} exists already; models are never changed.")
    cards: list[dict[str, Any]] = []
    arrays: Arrays = {}
    for k, member in enumerate(ensemble.members):
        card, part = member_to_tree(member)
        cards.append(card)
        arrays |= {f"members/{k:02d}/{name}": array for name, array in part.items()}
    model_card: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "alphabet": ensemble.alphabet.to_json(),
        "members": cards,
        "about": ensemble.card,
        "agreement": ensemble.vote_calibration.to_json(),
    }
    arrays["classes"] = encode_words(ensemble.classes)
    if ensemble.line_reader is not None:
        model_card["line_reader"] = {"alphabet": ensemble.line_reader.alphabet.to_json()}
        stored = line_reader_arrays(ensemble.line_reader)
        arrays |= {f"line_reader/{name}": array for name, array in stored.items()}
    write_tree(path, model_card, arrays)


def load_ensemble(path: Path) -> Ensemble:
    """Read and check a model. Raises ModelFileError, one sentence that names the file."""
    card, arrays = read_tree(path)
    if card.get("format") != FORMAT:
        raise ModelFileError.of("{path}: not a Ductus model.", path=path)
    version = card.get("version")
    if not isinstance(version, int) or version < 1 or version > VERSION:
        raise ModelFileError.of(
            "{path}: written by another version of Ductus (format {version}); update to open it.",
            path=path,
            version=version,
        )
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        classes = tuple(decode_words(arrays.pop("classes"))) or NO_CLASSES
        cards = list(card["members"])
        about = dict(card["about"])
        agreement = VoteCalibration.from_json(card.get("agreement"))
    except DuctusError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFileError.of(
            "{path}: a part of the model is missing or damaged ({error}).", path=path, error=error
        ) from error
    if not cards:
        raise ModelFileError.of("{path}: the model has no readers.", path=path)
    if list(classes) != sorted(set(classes)):
        raise ModelFileError.of(
            "{path}: the model's words are not sorted and distinct; the file is damaged.", path=path
        )
    members = []
    for k, member_card in enumerate(cards):
        part = _part(arrays, f"members/{k:02d}")
        members.append(
            member_from_tree(member_card, part, alphabet, len(classes), tr("{path}, reader {k}", path=path, k=k + 1))
        )
    return Ensemble(alphabet, classes, tuple(members), about, agreement, _load_line_reader(path, card, arrays))


def load_own_line_reader(path: Path) -> LineReader | None:
    """Read only the line reader in a model's file; None where it has none. Raises ModelFileError."""
    return _load_line_reader(path, *read_tree(path, "line_reader"))


def _load_line_reader(path: Path, card: dict[str, Any], arrays: Arrays) -> LineReader | None:
    if "line_reader" not in card:
        return None
    return stored_line_reader(path, card["line_reader"], _part(arrays, "line_reader"))


def member_digest(member: Member) -> str:
    """Return 32 hex digits of the member's card and arrays, bit by bit, independent of how they are stored.

    Two trainings gave the same member if and only if their digests are equal.
    """
    card, arrays = member_to_tree(member)
    digest = blake2b(json.dumps(card, sort_keys=True).encode(), digest_size=16)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"\0{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def member_to_tree(member: Member) -> tuple[dict[str, Any], Arrays]:
    """Return the JSON card and the arrays of a member; array names begin with their part, such as "embedder/"."""
    arrays: Arrays = {"seen": member.seen, "trained_on": member.trained_on}
    parts: dict[str, Arrays] = {
        "embedder": member.learner.to_arrays(),
        "pca": member.pca.to_arrays(),
        "gate": member.gate.to_arrays(),
        "words": member.word_classifier.to_arrays() if member.word_classifier is not None else {},
        "confidence": member.confidence.to_arrays(),
        "calibration": {name: getattr(member.calibration, name) for name in CALIBRATION},
    }
    if member.seen_counts is not None:
        arrays["seen_counts"] = member.seen_counts
    if member.unlisted is not None:
        parts["unlisted"] = member.unlisted.to_arrays()
    if member.outcomes is not None:
        parts["trials"] = member.outcomes.to_arrays()
    for part, content in parts.items():
        arrays |= {f"{part}/{name}": np.asarray(array) for name, array in content.items()}
    card = {
        "learner": member.learner.kind,
        "metric": getattr(member.learner, "metric", "cosine"),
        "words": member.word_classifier.kind if member.word_classifier is not None else "nearest",
        "thres": member.thres,
        "stacking": member.stacking,
        "curves": member.curves,
        "seeds": member.seeds,
        "gate_distances": member.gate_distances,
    }
    if member.prior_weight:
        card["prior_weight"] = member.prior_weight
    if member.precision:
        card["precision"] = member.precision
    if member.decision is not None:
        card["decision"] = member.decision.to_json()
    if not is_own(member.learner.kind):
        card["package"] = getattr(member.learner, "package", "")
    return card, arrays


def member_from_tree(card: dict[str, Any], arrays: Arrays, alphabet: Alphabet, n_classes: int, where: str) -> Member:
    """Rebuild a member; ``where`` names it in errors. Raises ModelFileError when anything does not fit."""
    try:
        kind, package = str(card["learner"]), card.get("package")
        learner: Learner = load_learner(
            kind, _part(arrays, "embedder"), alphabet, str(card["metric"]), None if package is None else str(package)
        )
        pca = Pca.from_arrays(_part(arrays, "pca"))
        gate = GateEnsemble.from_arrays(_part(arrays, "gate"))
        classifier = str(card["words"])
        words = None if classifier == "nearest" else load_word_classifier(classifier, _part(arrays, "words"))
        gate_distances = card["gate_distances"]
        if not isinstance(gate_distances, bool):
            raise ModelFileError.of("'gate_distances' is neither true nor false.")
        if (is_own(kind) and pca.width != alphabet.dim) or gate.dims != pca.dims + DISTANCE_FEATURES * gate_distances:
            raise ModelFileError.of(
                "signatures of {n_signature} numbers, principal components from {n_from} to {n_to} and gates for "
                "{n_gate} do not fit together.",
                n_signature=alphabet.dim,
                n_from=pca.width,
                n_to=pca.dims,
                n_gate=gate.dims,
            )
        seen = _check_seen(arrays["seen"], n_classes)
        if words is not None and words.shape != (len(seen), pca.dims):
            raise ModelFileError.of(
                "the word classifier has {n_words} words and {n_inputs} inputs, where {words_needed} and "
                "{inputs_needed} are needed.",
                n_words=words.shape[0],
                n_inputs=words.shape[1],
                words_needed=len(seen),
                inputs_needed=pca.dims,
            )
        # n + 1 votes never come: every word is looked up among the unseen ones
        thres, stacking = int(card["thres"]), float(card["stacking"])
        if not 0 <= thres <= gate.n + 1:
            raise ModelFileError.of("the threshold {thres} lies outside the {n} votes.", thres=thres, n=gate.n)
        if not np.isfinite(stacking):
            raise ModelFileError.of("the stacking offset is not a number.")
        # models of earlier versions lack the keys and parts that are optional here and below
        prior_weight = float(card.get("prior_weight", 0.0))
        if not 0 <= prior_weight < 1e6:
            raise ModelFileError.of("the weight of the prior is not a positive number.")
        trials, unlisted = _part(arrays, "trials"), _part(arrays, "unlisted")
        if unlisted and not hasattr(learner, "spelling_part"):
            raise ModelFileError.of(
                "the learner '{learner_kind}' cannot spell words that are in no list.", learner_kind=learner.kind
            )
        return Member(
            learner,
            pca,
            gate,
            words,
            seen,
            thres,
            stacking,
            calibration=_check_calibration(_part(arrays, "calibration"), gate.n),
            confidence=Confidence.from_arrays(_part(arrays, "confidence")),
            trained_on=_check_hashes(arrays["trained_on"]),
            curves={str(name): [float(v) for v in values] for name, values in dict(card["curves"]).items()},
            seeds={str(name): int(value) for name, value in dict(card["seeds"]).items()},
            gate_distances=gate_distances,
            prior_weight=prior_weight,
            seen_counts=_check_counts(arrays["seen_counts"], len(seen)) if "seen_counts" in arrays else None,
            unlisted=UnlistedRule.from_arrays(unlisted) if unlisted else None,
            outcomes=CalibrationOutcomes.from_arrays(trials) if trials else None,
            precision=str(card.get("precision", "")),
            decision=Decision.from_json(card.get("decision")),
        )
    except DuctusError as error:
        raise ModelFileError.of(
            "{where}: {error} The model cannot be used; restore or retrain it.", where=where, error=error
        ) from error
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelFileError.of(
            "{where}: a part is missing or of the wrong kind ({error}).", where=where, error=error
        ) from error


def _part(arrays: Arrays, name: str) -> Arrays:
    prefix = name + "/"
    return {key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)}


def _check_seen(array: NDArray[np.generic], n_classes: int) -> NDArray[np.int64]:
    if array.ndim != 1 or array.dtype.kind not in "iu" or not len(array):
        raise ModelFileError.of("the list of seen words is not a row of whole numbers.")
    seen = array.astype(np.int64)
    if seen.min() < 0 or seen.max() >= n_classes or (np.diff(seen) <= 0).any():
        raise ModelFileError.of(
            "the list of seen words does not fit the model's {n_classes} words.", n_classes=n_classes
        )
    return seen


def _check_counts(array: NDArray[np.generic], length: int) -> NDArray[np.int64]:
    if array.shape != (length,) or array.dtype.kind not in "iu" or (array.astype(np.int64) < 0).any():
        raise ModelFileError.of("the counts of the seen words do not fit them.")
    return array.astype(np.int64)


def _check_hashes(array: NDArray[np.generic]) -> NDArray[np.uint64]:
    if array.ndim != 1 or array.dtype != np.uint64:
        raise ModelFileError.of("the digests of the training images are not 64-bit numbers.")
    return np.asarray(array, np.uint64)


def _check_calibration(arrays: Arrays, n_gates: int) -> Calibration:
    columns: dict[str, Any] = {}
    for name, dtype in CALIBRATION.items():
        array = arrays[name]
        if array.ndim != 1 or len(array) != len(arrays["votes"]) or array.dtype != dtype:
            raise ModelFileError.of("the calibration column '{name}' has the wrong shape or type.", name=name)
        if dtype is np.float32 and not np.isfinite(array).all():
            raise ModelFileError.of("the calibration column '{name}' holds numbers that are not finite.", name=name)
        columns[name] = array
    votes = columns["votes"]
    if len(votes) and not (votes.min() >= 0 and votes.max() <= n_gates + 1e-3):
        raise ModelFileError.of("calibration votes lie outside 0..{n_gates}.", n_gates=n_gates)
    return Calibration(**columns)
