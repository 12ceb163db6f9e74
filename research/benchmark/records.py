"""Per-word records of a benchmark run: the answers of each member and each decision rule for every test image.

A record is one compressed NumPy file with a JSON card beside it that holds the file's SHA-256, so that tables can be
made from it again and nobody has to type a figure.
"""

from __future__ import annotations

import io
import json
import lzma
import re
import tarfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.disk import write_atomically
from core.errors import InputError
from core.evaluation.decision_rules import (
    RULE_LABELS,
    DecisionRule,
    GroundTruth,
    deciding_rules,
    ground_truth,
    own_label,
    rule_words,
)
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.recognition.algorithms import NO_WORD, MemberEvidence
from core.recognition.confidence import vote_with_confidence
from core.system.files import portable_name
from research.benchmark.folds import Fold, Origins

FORMAT = "ductus-benchmark-record"
VERSION = 3
"""2 adds the columns ``page`` and ``writer``, and the fold and ``labels`` to the card; 3 words that are in no list."""
RULE = "rule_"
"""Columns with a decision rule's words begin with this."""
RIVAL = "rival_"
"""Rules of other publications begin with this, since names such as ``stacking`` are also ours."""
EMBEDDERS_BY = "embedders_by"
"""In the card of members that were finished in another way: the preset by which their embedders were trained."""
_CARD_PARTS = ("preset", EMBEDDERS_BY, "starter", "adapted", "device", "job", "versions")
"""The parts of a model's card that a record repeats: what decided the result, and what computed it."""
_FOLD_NAME = re.compile(r"(?P<data>.+?) (?:fold|split) (?P<fold>\d+)$")
SUFFIX = ".tar.xz"


@dataclass(frozen=True, slots=True)
class Record:
    """One file: its card, and its columns by name (:func:`record_columns`)."""

    card: dict[str, Any]
    columns: Arrays

    @property
    def conditions(self) -> dict[str, Any]:
        """Return what distinguishes the record from others of the same data and name; empty for most benchmarks."""
        return dict(self.card.get("conditions", {}))


def conditions_text(conditions: Mapping[str, Any]) -> str:
    """Return ``, NAME VALUE`` for each, to stand after a title."""
    return "".join(f", {name} {value}" for name, value in conditions.items())


@dataclass(frozen=True, slots=True)
class MeasuredImages:
    """N images that a model was measured on."""

    words: Sequence[str]
    """[N] what they show."""
    digests: NDArray[np.uint64]
    """[N] (:func:`core.training.samples.image_hashes`)"""
    origins: Origins
    met: NDArray[np.bool_] | None
    """[N] whether the starter model met each word; None where that is not known."""


def keep_record(
    folder: Path,
    stem: str,
    card: Mapping[str, Any],
    ensemble: Ensemble,
    evidence: Sequence[MemberEvidence],
    lexicon: Lexicon,
    test: MeasuredImages,
) -> Path:
    """Keep the answers for all test images as ``STEM.npz`` beside a card, and return its path.

    ``card`` holds ``name`` (of preset, variant or model), ``benchmark`` (a title), ``seed``, and the parts of
    :meth:`research.benchmark.folds.Fold.to_json`. Its ``conditions``, names with texts or numbers, tell this record
    from others of the same data and name.
    """
    decided_by = [rule.value for rule in deciding_rules(ensemble)]
    full = {
        "preset": card["name"],
        "lexicon": len(lexicon),
        "labels": {rule.value: label for rule, label in RULE_LABELS.items()}
        | {DecisionRule.GATED.value: own_label(decided_by)},
        "decided_by": decided_by,
        "model": {part: ensemble.card[part] for part in _CARD_PARTS if part in ensemble.card},
    }
    columns = record_columns(ensemble, evidence, ground_truth(test.words, ensemble, lexicon), test, lexicon)
    return save_record(folder, portable_name(stem.replace(" ", "-")), full | dict(card), columns)


def record_columns(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence], truth: GroundTruth, test: MeasuredImages, lexicon: Lexicon
) -> Arrays:
    """Return the columns over N test images and L members; words are positions in ``words``, -1 for none.

    ``words`` [W] are those that occur, ``is_listed`` [W] tells which of them are in the lexicon.
    ``image`` [N] digests, ``page`` and ``writer`` [N] ("" where unknown), ``truth`` and ``is_seen`` [N],
    ``starter_met`` [N] (1, 0, or -1 where it is not known), ``votes``, ``seen_word``, ``seen_distance``,
    ``unseen_word`` and ``unseen_distance`` [N, L], ``seen_by`` [N, L],
    ``thres``, ``gates``, ``is_offset`` (whether one stands for gates) and ``stacking`` [L],
    the words of each rule as ``rule_NAME`` [N] ([N, L] of the members
    alone), and the ``confidence`` [N] of the vote with gates. If any member has the third answer also
    ``spelled_word``, ``spelled_distance`` and ``is_spelled`` [N, L], whether the spelling is the member's answer.
    """
    _, _, confidence = vote_with_confidence(ensemble, evidence)

    def by_member(name: str) -> NDArray[Any]:
        values = [getattr(one, name) for one in evidence]
        return np.stack([value if value.ndim == 1 else value[:, 0] for value in values], axis=1)

    words: dict[str, NDArray[Any]] = {
        "truth": truth.word,
        "seen_word": by_member("seen_words"),
        "unseen_word": by_member("unseen_words"),
    }
    words |= {f"{RULE}{rule}": rule_column(chosen) for rule, chosen in rule_words(ensemble, evidence, truth).items()}
    columns: Arrays = {
        "image": test.digests,
        "page": _names(test.origins.pages, len(test.words)),
        "writer": _names(test.origins.writers, len(test.words)),
        "is_seen": truth.is_seen,
        "starter_met": np.full(len(test.words), -1, np.int8) if test.met is None else test.met.astype(np.int8),
        "votes": by_member("votes"),
        "seen_distance": by_member("seen_distances"),
        "unseen_distance": by_member("unseen_distances"),
        "seen_by": truth.seen_by.T,
        "thres": np.array([member.thres for member in ensemble.members], np.int32),
        "gates": np.array([member.n_gates for member in ensemble.members], np.int32),
        "is_offset": np.array([member.gate.is_offset for member in ensemble.members], np.bool_),
        "stacking": np.array([member.stacking for member in ensemble.members]),
        "confidence": confidence,
    }
    # numbers of words that are in no list mean nothing outside this run, so their texts are kept
    texts = dict(zip(truth.word[truth.is_unlisted].tolist(), _nfc(test.words, truth.is_unlisted), strict=True))
    if any(one.spelled is not None for one in evidence):
        shape = (len(test.words), len(evidence))
        words["spelled_word"] = np.full(shape, NO_WORD, np.int32)
        columns["spelled_distance"] = np.full(shape, np.inf, np.float32)
        columns["is_spelled"] = np.zeros(shape, np.bool_)
        for k, spelled in enumerate(one.spelled for one in evidence):
            if spelled is not None:
                words["spelled_word"][:, k] = spelled.word
                columns["spelled_distance"][:, k] = spelled.distance
                columns["is_spelled"][:, k] = spelled.is_chosen
                texts |= dict(zip(spelled.word.tolist(), spelled.text.tolist(), strict=True))
    return _with_words(columns, {name: _texts(numbers, lexicon, texts) for name, numbers in words.items()}, lexicon)


def rule_column(words: NDArray[Any]) -> NDArray[Any]:
    """Return a rule's words [N], or those of members alone [L, N], as a column: [N] or [N, L]."""
    return words.T if words.ndim == 2 else words


def _nfc(words: Sequence[str], chosen: NDArray[np.bool_]) -> list[str]:
    return [nfc(word) for word, is_chosen in zip(words, chosen.tolist(), strict=True) if is_chosen]


def _texts(numbers: NDArray[Any], lexicon: Lexicon, unlisted: Mapping[int, str]) -> NDArray[np.object_]:
    """Return the texts of word numbers of any shape: positions in the lexicon, or in ``unlisted``; "" for others."""
    texts = [
        lexicon.words[number] if 0 <= number < len(lexicon.words) else unlisted.get(number, "")
        for number in numbers.ravel().tolist()
    ]
    return np.array(texts, np.object_).reshape(numbers.shape)


def _with_words(columns: Arrays, texts: Mapping[str, NDArray[np.object_]], lexicon: Lexicon) -> Arrays:
    """Return the columns with further ones of words, given by their texts ("" for none)."""
    known = columns["words"].tolist() if "words" in columns else []
    used = dict.fromkeys(known) | dict.fromkeys(word for column in texts.values() for word in column.ravel() if word)
    at = {word: number for number, word in enumerate(used)} | {"": NO_WORD}
    numbers = {
        name: np.array([at[word] for word in column.ravel()], np.int32).reshape(column.shape)
        for name, column in texts.items()
    }
    is_listed = np.array([lexicon.find(word) >= 0 for word in used], np.bool_)
    return columns | numbers | {"words": np.array(list(used), str), "is_listed": is_listed}


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


def add_rows(folder: Path, name: str, rows: Mapping[str, tuple[str, NDArray[Any]]], lexicon: Lexicon) -> None:
    """Add rows to a stored record: label and words of each, by the key of the row in results.

    The words (:func:`rule_column`) are positions in the lexicon, or texts; "" and -1 stand for none.
    """
    record = _load(folder / f"{name}.json")
    texts = {
        f"{RULE}{rule}": rule_column(words if words.dtype == np.object_ else _texts(words, lexicon, {}))
        for rule, (_, words) in rows.items()
    }
    card = {key: value for key, value in record.card.items() if key not in ("sha256", "columns", "version")}
    card["labels"] = record.card["labels"] | {rule: label for rule, (label, _) in rows.items()}
    save_record(folder, name, card, _with_words(record.columns, texts, lexicon))


def load_records(source: Path) -> dict[str, Record]:
    """Return the records in a folder and the folders in it, or in an archive, by their path in it without a suffix.

    Raises InputError for none, and for one that does not fit its card.
    """
    if source.is_file():
        try:
            members = read_members(source)
        except (OSError, EOFError, tarfile.TarError, lzma.LZMAError) as error:
            raise InputError.at(source, f"the archive of records is damaged ({error})") from error
        files: Iterable[str] = sorted(members)
    else:
        members, files = {}, (path.relative_to(source).as_posix() for path in sorted(source.rglob("*.json")))
    names = [name.removesuffix(".json") for name in files if name.endswith(".json")]
    kept = [name for name in names if f"{name}.npz" in members or (source / f"{name}.npz").exists()]
    if not kept:
        raise InputError.at(
            source, "there is no record of a benchmark", hint="Make one with python -m research benchmark --out"
        )
    return {
        name: _load(source / f"{name}.json", members.get(f"{name}.json"), members.get(f"{name}.npz")) for name in kept
    }


def _load(path: Path, written: bytes | None = None, data: bytes | None = None) -> Record:
    """Return the record with the card at ``path``; ``written`` and ``data`` are both files, if they are in memory."""
    file = path.with_suffix(".npz")
    try:
        card = json.loads(path.read_bytes() if written is None else written)
        if card["format"] != FORMAT or not 1 <= card["version"] <= VERSION:
            raise InputError.at(path, "it is no card of a benchmark record of this version")
        conditions = dict(card.get("conditions", {}))
        if not all(isinstance(value, str | int | float) for value in conditions.values()):
            raise ValueError("conditions are texts or numbers")
        data = file.read_bytes() if data is None else data
        if sha256(data).hexdigest() != card["sha256"]:
            raise InputError.at(file, "it is not the file that its card describes", hint="Run the benchmark again")
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            columns = {name: stored[name] for name in card["columns"]}
        if card["version"] == 1:
            card, columns = _upgraded(card, columns)
        # before version 3 all words of the lexicon are there, and no others
        columns.setdefault("is_listed", np.ones(len(columns["words"]), np.bool_))
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise InputError.at(path, f"the record is damaged ({error})", hint="Run the benchmark again") from error
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


def pack_records(folder: Path, archive: Path) -> None:
    """Write the records in ``folder`` and the folders in it to ``archive``; equal records give equal files.

    The columns stay as they are, bit by bit. They are not compressed one by one, so the SHA-256 on the cards is new.
    """
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz", preset=9) as tar:
        for path in sorted(folder.rglob("*.npz")):
            with np.load(path, allow_pickle=False) as stored:
                columns = {name: stored[name] for name in sorted(stored.files)}
            plain = io.BytesIO()
            np.savez(plain, allow_pickle=False, **columns)
            card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            card["sha256"] = sha256(plain.getvalue()).hexdigest()
            name = path.relative_to(folder).with_suffix("").as_posix()
            for suffix, data in ((".json", json.dumps(card, ensure_ascii=False).encode()), (".npz", plain.getvalue())):
                member = tarfile.TarInfo(name + suffix)
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
    write_atomically(archive, packed.getvalue())


def read_members(archive: Path) -> dict[str, bytes]:
    """Return the files of an archive by their paths in it. Raises OSError, tarfile.TarError or LZMAError."""
    with tarfile.open(archive, "r:xz") as tar:
        files = ((member.name, tar.extractfile(member)) for member in tar.getmembers())
        return {name: file.read() for name, file in files if file is not None}
