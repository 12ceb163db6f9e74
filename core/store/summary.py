"""A model file without its networks: card, words, thresholds, calibration and training curves of each member."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.model.confidence import Confidence, VoteCalibration
from core.model.decision import Decision
from core.model.ensemble import Calibration, Ensemble
from core.store.model_file import CALIBRATION, FORMAT, NO_CLASSES, VERSION
from core.store.starter_sources import images_learnt_before
from core.store.tree import ReadBudget, decode_words, open_tree, plain_dataset, read_card

_CONFIDENCE = ("mean", "scale", "weights")


@dataclass(frozen=True, slots=True)
class MemberSummary:
    """Member k without M1^(k) and M2^(k,i)."""

    learner: str
    words: str
    """Classifier of Algorithm 6 (among seen words), by its name on the command line, such as ``lda``."""
    n_gates: int
    """n_k."""
    dims: int
    """D: principal components that the gates take."""
    thres: int
    """0..n_k + 1, chosen by the training on X and X'."""
    stacking: float
    seen: frozenset[str]
    """W_s^(k)."""
    calibration: Calibration
    confidence: Confidence
    curves: dict[str, list[float]]
    seeds: dict[str, int]
    spells: bool = False
    """True if it can answer with a word that is in no list."""
    decision: Decision | None = None
    """The rule that was chosen, and the figures of the others; None where the preset sets the rule."""

    @property
    def set_aside(self) -> int:
        """The images of X or of X', whichever are fewer."""
        seen = int(self.calibration.is_seen.sum())
        return min(seen, len(self.calibration.is_seen) - seen)


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """L members; ``classes`` are W_s, sorted (none for the starter model); ``card`` holds how it was made."""

    alphabet: Alphabet
    classes: tuple[str, ...]
    members: tuple[MemberSummary, ...]
    card: dict[str, Any]
    vote_calibration: VoteCalibration = field(default_factory=VoteCalibration)

    @property
    def known(self) -> frozenset[str]:
        """W_s as a set."""
        return frozenset(self.classes)

    @property
    def thres(self) -> list[int]:
        """The members' thresholds as the training chose them."""
        return [member.thres for member in self.members]

    @property
    def gates(self) -> list[int]:
        """n_k of each member."""
        return [member.n_gates for member in self.members]

    @property
    def objective(self) -> str:
        """The figure that the thresholds maximise on X and X': ``h`` or ``A_b``."""
        return str(self._preset.get("objective", "h"))

    @property
    def min_gate_images(self) -> int:
        """The images of X and of X' from which a member has trained gates, in place of steps of the distances."""
        least = self._preset.get("gate_least", 0)
        return least if isinstance(least, int) else 0

    @property
    def _preset(self) -> dict[str, Any]:
        preset = self.card.get("preset")
        return preset if isinstance(preset, dict) else {}


def model_summary(path: Path) -> ModelSummary:
    """Read the small parts of a model file, without torch. Raises ModelFileError, which names the file."""
    card = read_card(path)
    if card.get("format") != FORMAT or card.get("version") != VERSION:
        raise ModelFileError.of("{path}: not a Ductus model of this version.", path=path)
    with _errors_that_name(path):
        with open_tree(path) as file:
            reader = _Reader(file, ReadBudget(path))
            classes = _classes(reader)
            members = tuple(
                _member(reader, f"members/{k:02d}", part, classes) for k, part in enumerate(card["members"])
            )
        if not members:
            raise ModelFileError.of("the model has no readers.")
        # the starter model's only class is the empty word
        known = tuple(word for word in classes if word)
        agreement = VoteCalibration.from_json(card.get("agreement"))
        return ModelSummary(Alphabet.from_json(card["alphabet"]), known, members, dict(card["about"]), agreement)


def summary_of(ensemble: Ensemble) -> ModelSummary:
    """Return the summary of an ensemble in memory, as :func:`model_summary` reads it from the file."""
    members = tuple(
        MemberSummary(
            member.learner.kind,
            member.word_classifier.kind if member.word_classifier is not None else "nearest",
            member.n_gates,
            member.pca.dims,
            member.thres,
            member.stacking,
            frozenset(filter(None, (ensemble.classes[place] for place in member.seen.tolist()))),
            member.calibration,
            member.confidence,
            member.curves,
            member.seeds,
            member.unlisted is not None,
            member.decision,
        )
        for member in ensemble.members
    )
    known = tuple(word for word in ensemble.classes if word)
    return ModelSummary(ensemble.alphabet, known, members, ensemble.card, ensemble.vote_calibration)


def images_learnt_from(path: Path) -> NDArray[np.uint64]:
    """Return the sorted digests of all images that a model learnt from: T, X and X' of every member.

    Those that the starter model learnt from with which it began are among them, where they are known. Models of earlier
    versions do not name those of X and X'. Raises ModelFileError, which names the file.
    """
    card = read_card(path)
    if card.get("format") != FORMAT:
        raise ModelFileError.of("{path}: not a Ductus model.", path=path)
    with _errors_that_name(path), open_tree(path) as file:
        digests = [images_learnt_before(dict(card["about"]))]
        reader = _Reader(file, ReadBudget(path))
        for k in range(len(card["members"])):
            names = (f"members/{k:02d}/trained_on", f"members/{k:02d}/trials/image")
            digests += [reader.row(name, "u").astype(np.uint64) for name in names if reader.has(name)]
    return np.unique(np.concatenate(digests))


@contextmanager
def _errors_that_name(path: Path) -> Iterator[None]:
    """Raise ModelFileError, which names the file, for the errors of a damaged one."""
    try:
        yield
    except DuctusError as error:
        raise ModelFileError.of(
            "{path}: {error} Restore the file from a backup or train it again.", path=path, error=error
        ) from error
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise ModelFileError.of(
            "{path}: a part of the model is missing or of the wrong kind ({error}).", path=path, error=error
        ) from error


class _Reader:
    """Reads plain datasets of one file: links are not followed, and a budget bounds what is unpacked."""

    def __init__(self, file: h5py.File, allowance: ReadBudget) -> None:
        self._file = file
        self._allowance = allowance

    def has(self, name: str) -> bool:
        return name in self._file

    def has_group(self, at: str, name: str) -> bool:
        """Return whether a group that was read from has a part of this name; links elsewhere are not followed."""
        return isinstance(self._file[at].get(name, getlink=True), h5py.HardLink)

    def shape(self, name: str, kinds: str) -> tuple[int, ...]:
        """Return the shape of a table without reading it."""
        return tuple(self._plain(name, kinds).shape)

    def table(self, name: str, kinds: str) -> NDArray[Any]:
        """Read a table of one of the NumPy ``kinds``."""
        data = self._plain(name, kinds)
        self._allowance.take(name, data)
        return np.asarray(data[()])

    def row(self, name: str, kinds: str) -> NDArray[Any]:
        """Read a table of one dimension."""
        if len(self.shape(name, kinds)) != 1:
            raise ModelFileError.of("'{name}' is not a row.", name=name)
        return self.table(name, kinds)

    def _plain(self, name: str, kinds: str) -> h5py.Dataset:
        *groups, last = name.split("/")
        group: Any = self._file
        for part in groups:
            if part not in group or not isinstance(group.get(part, getlink=True), h5py.HardLink):
                raise ModelFileError.of("the part '{name}' is missing.", name=name)
            group = group[part]
        data = plain_dataset(last, group) if last in group else None
        if data is None:
            raise ModelFileError.of("'{name}' is missing or not a plain table of numbers.", name=name)
        if data.dtype.kind not in kinds:
            raise ModelFileError.of("'{name}' holds numbers of the wrong kind.", name=name)
        if data.ndim < 1:
            raise ModelFileError.of("'{name}' is a single number where a table is needed.", name=name)
        return data


def _classes(reader: _Reader) -> tuple[str, ...]:
    classes = tuple(decode_words(reader.row("classes", "u"))) or NO_CLASSES
    if list(classes) != sorted(set(classes)):
        raise ModelFileError.of("the model's words are not sorted and distinct.")
    return classes


def _member(reader: _Reader, at: str, card: dict[str, Any], classes: tuple[str, ...]) -> MemberSummary:
    n_gates = int(reader.shape(f"{at}/gate/bias0", "f")[0])
    axes = f"{at}/pca/axes"
    dims = reader.shape(axes if reader.has(axes) else f"{at}/pca/mean", "f")[-1]
    seen = reader.row(f"{at}/seen", "iu").astype(np.int64)
    if not len(seen) or seen.min() < 0 or seen.max() >= len(classes) or (np.diff(seen) <= 0).any():
        raise ModelFileError.of(
            "the list of words of '{at}' does not fit the model's {n_classes} words.", at=at, n_classes=len(classes)
        )
    thres, stacking = int(card["thres"]), float(card["stacking"])
    if not 0 <= thres <= n_gates + 1 or not np.isfinite(stacking):
        raise ModelFileError.of("the threshold of '{at}' lies outside its {n_gates} votes.", at=at, n_gates=n_gates)
    return MemberSummary(
        str(card["learner"]),
        str(card["words"]),
        n_gates,
        int(dims),
        thres,
        stacking,
        frozenset(filter(None, (classes[place] for place in seen.tolist()))),
        _calibration(reader, at, n_gates),
        Confidence.from_arrays({name: reader.table(f"{at}/confidence/{name}", "f") for name in _CONFIDENCE}),
        {str(name): [float(v) for v in values] for name, values in dict(card["curves"]).items()},
        {str(name): int(value) for name, value in dict(card["seeds"]).items()},
        reader.has_group(at, "unlisted"),
        Decision.from_json(card.get("decision")),
    )


def _calibration(reader: _Reader, at: str, n_gates: int) -> Calibration:
    columns: dict[str, Any] = {
        name: reader.row(f"{at}/calibration/{name}", np.dtype(kind).kind) for name, kind in CALIBRATION.items()
    }
    if len({len(column) for column in columns.values()}) != 1:
        raise ModelFileError.of("the calibration columns of '{at}' have different lengths.", at=at)
    votes = columns["votes"]
    finite = bool(np.isfinite(votes).all() and np.isfinite(columns["margin"]).all())
    if not finite or (len(votes) and not (votes.min() >= 0 and votes.max() <= n_gates + 1e-3)):
        raise ModelFileError.of("calibration votes of '{at}' lie outside 0..{n_gates}.", at=at, n_gates=n_gates)
    return Calibration(**columns)
