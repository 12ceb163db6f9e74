"""A whole ensemble in one HDF5 file: immutable once written, and nothing in it can run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.model.ensemble import Ensemble
from core.model.vote_calibration import VoteCalibration
from core.store.members import member_from_tree, member_to_tree
from core.store.tree import Arrays, read_tree, write_tree

FORMAT = "ductus-model"
VERSION = 1


def save_ensemble(path: Path, ensemble: Ensemble) -> None:
    """Write the model to ``path``, whole or not at all. An existing model is not written over: FileExistsError."""
    if path.exists():
        raise FileExistsError(f"{path} exists already; models are never changed.")
    cards: list[dict[str, Any]] = []
    arrays: Arrays = {}
    for k, member in enumerate(ensemble.members):
        card, part = member_to_tree(member)
        cards.append(card)
        arrays |= {f"members/{k:02d}/{name}": array for name, array in part.items()}
    whole: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "alphabet": ensemble.alphabet.to_json(),
        "members": cards,
        "about": ensemble.card,
        "agreement": ensemble.agreement.to_json(),
    }
    arrays["classes"] = np.frombuffer("\n".join(ensemble.classes).encode(), np.uint8)
    write_tree(path, whole, arrays)


def load_ensemble(path: Path) -> Ensemble:
    """Read and check a whole model. Raises ModelFileError, one sentence that names the file, when it is not whole."""
    card, arrays = read_tree(path)
    _check_format(path, card)
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        classes = _classes(arrays.pop("classes"))
        cards = list(card["members"])
        about = dict(card["about"])
        agreement = VoteCalibration.from_json(card.get("agreement"))
    except DuctusError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path}: a part of the model is missing or damaged ({error}).") from error
    if not cards:
        raise ModelFileError(f"{path}: the model has no members.")
    if list(classes) != sorted(set(classes)):
        raise ModelFileError(f"{path}: the model's words are not sorted and distinct; the file is damaged.")
    members = []
    for k, member_card in enumerate(cards):
        prefix = f"members/{k:02d}/"
        part: Arrays = {n[len(prefix) :]: a for n, a in arrays.items() if n.startswith(prefix)}
        members.append(member_from_tree(member_card, part, alphabet, len(classes), f"{path}, member {k + 1}"))
    return Ensemble(alphabet, classes, tuple(members), about, agreement)


def _check_format(path: Path, card: dict[str, Any]) -> None:
    if card.get("format") != FORMAT:
        raise ModelFileError(f"{path}: not a Ductus model.")
    version = card.get("version")
    if not isinstance(version, int) or version < 1 or version > VERSION:
        raise ModelFileError(f"{path}: written by another version of Ductus (format {version}); update to open it.")


def _classes(array: np.ndarray[Any, Any]) -> tuple[str, ...]:
    if array.dtype != np.uint8 or array.ndim != 1:
        raise ModelFileError("the list of words is not text")
    return tuple(array.tobytes().decode().split("\n"))
