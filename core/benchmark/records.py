"""Per-word records of a benchmark run: the answers of each member and each decision rule for every test image.

A record is one compressed NumPy file with a JSON card beside it that holds the file's SHA-256, so that tables can be
made from it again and nobody has to type a figure.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.benchmark.folds import Fold, Origins
from core.disk import write_atomically
from core.errors import InputError
from core.evaluation.decision_rules import RULE_LABELS, GroundTruth, rule_words
from core.language import tr
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence
from core.recognition.confidence import vote_with_confidence
from core.training.samples import Samples, image_hashes

FORMAT = "ductus-benchmark-record"
VERSION = 2
"""2 adds the columns ``page`` and ``writer``, and the fold and ``labels`` to the card."""
RULE = "rule_"
"""Columns with a decision rule's words begin with this."""
RIVAL = "rival_"
"""Rules of other publications begin with this, since names such as ``stacking`` are also ours."""
_FOLD_NAME = re.compile(r"(?P<data>.+?) (?:fold|split) (?P<fold>\d+)$")


@dataclass(frozen=True, slots=True)
class Record:
    """One file: its card, and its columns by name (:func:`record_columns`)."""

    card: dict[str, Any]
    columns: Arrays


def record_columns(
    ensemble: Ensemble,
    evidence: Sequence[MemberEvidence],
    truth: GroundTruth,
    test: Samples,
    lexicon: Lexicon,
    met: NDArray[np.bool_] | None,
    origins: Origins,
) -> Arrays:
    """Return the columns over N test images and L members; words are positions in ``words``, -1 for none.

    ``image`` [N] digests, ``page`` and ``writer`` [N] ("" where unknown), ``truth`` and ``is_seen`` [N],
    ``starter_met`` [N] (1, 0, or -1 where it is not known), ``votes``, ``seen_word``, ``seen_distance``,
    ``unseen_word`` and ``unseen_distance`` [N, L], ``seen_by`` [N, L],
    ``thres``, ``gates`` and ``stacking`` [L], the words of each rule as ``rule_NAME`` [N] ([N, L] of the members
    alone), and the ``confidence`` [N] of the vote with gates.
    """
    _, _, confidence = vote_with_confidence(ensemble, evidence)

    def by_member(name: str) -> NDArray[Any]:
        values = [getattr(one, name) for one in evidence]
        return np.stack([value if value.ndim == 1 else value[:, 0] for value in values], axis=1)

    columns: Arrays = {
        "words": np.array(lexicon.words),
        "image": image_hashes(test.images),
        "page": _names(origins.pages, len(test.words)),
        "writer": _names(origins.writers, len(test.words)),
        "truth": np.array([lexicon.find(word) for word in test.words], np.int32),
        "is_seen": truth.is_seen,
        "starter_met": np.full(len(test.words), -1, np.int8) if met is None else met.astype(np.int8),
        "votes": by_member("votes"),
        "seen_word": by_member("seen_words"),
        "seen_distance": by_member("seen_distances"),
        "unseen_word": by_member("unseen_words"),
        "unseen_distance": by_member("unseen_distances"),
        "seen_by": truth.seen_by.T,
        "thres": np.array([member.thres for member in ensemble.members], np.int32),
        "gates": np.array([member.n_gates for member in ensemble.members], np.int32),
        "stacking": np.array([member.stacking for member in ensemble.members]),
        "confidence": confidence,
    }
    for rule, words in rule_words(ensemble, evidence, truth).items():
        columns[f"{RULE}{rule}"] = rule_column(words)
    return columns


def rule_column(words: NDArray[Any]) -> NDArray[np.int32]:
    """Return a rule's words [N], or those of members alone [L, N], as a column: [N] or [N, L]."""
    return np.asarray(words, np.int32).T if words.ndim == 2 else np.asarray(words, np.int32)


def _names(names: Sequence[str], images: int) -> NDArray[np.str_]:
    return np.array(names if len(names) else [""] * images, str)


def save_record(folder: Path, name: str, card: dict[str, Any], columns: Arrays) -> Path:
    """Write ``NAME.npz`` and its card ``NAME.json`` into ``folder``; return the path of the first."""
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **columns)
    data, path = buffer.getvalue(), folder / f"{name}.npz"
    write_atomically(path, data)
    full = {"format": FORMAT, "version": VERSION, "sha256": sha256(data).hexdigest(), "columns": sorted(columns)} | card
    write_atomically(path.with_suffix(".json"), json.dumps(full, indent=1, ensure_ascii=False).encode())
    return path


def add_rows(folder: Path, name: str, rows: Mapping[str, tuple[str, NDArray[Any]]]) -> None:
    """Add rows to a stored record: label and words of each (:func:`rule_column`), by the key of the row in results."""
    record = _load(folder / f"{name}.json")
    words = {f"{RULE}{rule}": rule_column(words) for rule, (_, words) in rows.items()}
    card = {key: value for key, value in record.card.items() if key not in ("sha256", "columns")}
    card["labels"] = record.card["labels"] | {rule: label for rule, (label, _) in rows.items()}
    save_record(folder, name, card, record.columns | words)


def load_records(folder: Path) -> dict[str, Record]:
    """Return the records in ``folder`` and the folders in it, by their path in it without a suffix.

    Raises InputError for none, and for one that does not fit its card.
    """
    cards = [path for path in sorted(folder.rglob("*.json")) if path.with_suffix(".npz").exists()]
    if not cards:
        raise InputError.at(
            folder, tr("there is no record of a benchmark"), hint=tr("Make one with ductus benchmark --out")
        )
    return {path.relative_to(folder).with_suffix("").as_posix(): _load(path) for path in cards}


def _load(path: Path) -> Record:
    file = path.with_suffix(".npz")
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        if card["format"] != FORMAT or not 1 <= card["version"] <= VERSION:
            raise InputError.at(path, tr("it is no card of a benchmark record of this version"))
        data = file.read_bytes()
        if sha256(data).hexdigest() != card["sha256"]:
            raise InputError.at(
                file, tr("it is not the file that its card describes"), hint=tr("Run the benchmark again")
            )
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            columns = {name: stored[name] for name in card["columns"]}
        if card["version"] == 1:
            card, columns = _upgraded(card, columns)
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise InputError.at(
            path, tr("the record is damaged ({error})", error=error), hint=tr("Run the benchmark again")
        ) from error
    return Record(card, columns)


def _upgraded(card: dict[str, Any], columns: Arrays) -> tuple[dict[str, Any], Arrays]:
    """Return a record of version 1 as one of the present version: all were of the usual folds."""
    match = _FOLD_NAME.match(str(card["benchmark"]))
    fold = Fold(match["data"], number=int(match["fold"])) if match else Fold(str(card["benchmark"]))
    unknown = _names((), len(columns["truth"]))
    labels = {rule.value: label for rule, label in RULE_LABELS.items()}
    return card | fold.to_json() | {"labels": labels, "version": VERSION}, columns | {
        "page": unknown,
        "writer": unknown,
    }
