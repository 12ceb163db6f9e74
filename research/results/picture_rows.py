"""The rows of the pictures: gain against bias, readers of a vote, and confidence against right answers.

They are made from the kept records, and gains also from the published rows of records that are not kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import DecisionRule
from core.evaluation.metrics import harmonic_mean, wilson_interval
from core.evaluation.reliability import BINS, bin_numbers
from core.recognition.algorithms import combine_predictions, predict_by_margin, predict_on_side, predict_per_member
from core.training.presets import DEFAULT, presets
from research.benchmark.pooled_rows import RecordGroup, group_records
from research.benchmark.record_report import correct_answers, member_evidence
from research.benchmark.records import SUFFIX, Record, load_records
from research.results.rows import is_by_offset, rows_of, write_csv

GAINS, READERS, CONFIDENCE = "gain-against-bias", "readers-of-a-vote", "confidence"
"""The files of rows, and the pictures drawn from them."""
PAPER, DISTANCES, STACKING = "paper's gates", "gates with distances", "stacking"
NO_GATE, PERFECT = "no gate", "perfect gate"

KEPT = {
    "gw-from-nothing": ("compact-15", "compact", "phosc-ctc"),
    "gw-decisions": ("compact-15", "compact"),
    "gw-nine-rounds": ("phosc-ctc",),
    "paper-network": ("paper-15",),
}
"""Members of kept records whose rules are compared, fold by fold."""
ROWS = {
    "splits": ("compact-15", "compact", "phosc-ctc"),
    "starter-pair": ("phosc-ctc-with", "phosc-ctc-without"),
    "demo": ("demo",),
    "foreign-words": ("hog-ridge-paper", "hog-ridge-gates"),
    "foreign-digits": ("digit-attributes-paper", "digit-attributes-gates"),
    "peraire": ("phosc-ctc-20261127-005720",),
}
"""Members whose records are not kept, all folds together."""
STARTS = {"gw-from-nothing": "nothing", "gw-decisions": "starter model"}
"""The beginning of the members whose votes are taken apart."""

Row = dict[str, Any]


def write_picture_rows(records: Path, folder: Path) -> None:
    """Write NAME.csv of each picture into ``folder``, from the archives in ``records`` and the published rows."""
    kept = {name: load_records(records / f"{name}{SUFFIX}") for name in KEPT}
    for name, rows in ((GAINS, gains(kept)), (READERS, readers(kept)), (CONFIDENCE, confidence(kept))):
        write_csv(folder / f"{name}.csv", rows[0], ({key: _cell(value) for key, value in row.items()} for row in rows))


def gate_rule(preset: str) -> str:
    """Return whether the gates of members see distances or are the paper's, by the name of their preset or model."""
    if preset.endswith("-gates"):
        return DISTANCES
    plain = "compact-15" if preset.endswith("-paper") else preset
    return DISTANCES if presets().get(plain, presets()[DEFAULT]).gate_distances else PAPER


def gains(kept: Mapping[str, Mapping[str, Record]]) -> list[Row]:
    """Return what gates and stacking add to no gate of the same members, beside the bias without a gate."""
    rows: list[Row] = []
    for name, members in KEPT.items():
        (group,) = group_records(kept[name])
        for preset in members:
            for fold in group.folds:
                scores = {rule: _fold_scores(group, f"{preset}/{rule}", fold) for rule in _COMPARED}
                rows += _gains_of(name, "gw", preset, str(fold), scores)
    for name, members in ROWS.items():
        published = {(row["data"], row["row"]): row for row in rows_of(name)}
        for data in dict.fromkeys(data for data, _ in published):
            for preset in members:
                found = {rule: published.get((data, f"{preset}/{rule}")) for rule in _COMPARED}
                known = {rule: row for rule, row in found.items() if row is not None}
                if known and not is_by_offset(known[DecisionRule.GATED]):
                    shares = ("A_s", "A_u", "all_correct")
                    values = {rule: tuple(float(row[share]) for share in shares) for rule, row in known.items()}
                    rows += _gains_of(name, data, preset, known[DecisionRule.GATED]["folds"], values)
    return rows


_COMPARED = (DecisionRule.UNGATED_VOTE, DecisionRule.GATED, DecisionRule.STACKING)


def _fold_scores(group: RecordGroup, name: str, fold: int) -> tuple[float, ...]:
    """Return A_s, A_u and the share of all images of a row in one fold, its seeds together."""
    (row,) = (row for row in group.rows if row.name == name)
    shares, is_seen = group.shares(row, [run for run in row.answers if run[0] == fold]), group.folds[fold].is_seen
    return float(shares[is_seen].mean()), float(shares[~is_seen].mean()), float(shares.mean())


def _gains_of(
    file: str, data: str, preset: str, folds: str, scores: Mapping[DecisionRule, Sequence[float]]
) -> Iterable[Row]:
    seen, unseen, of_all = scores[DecisionRule.UNGATED_VOTE]
    for rule, name in ((DecisionRule.GATED, gate_rule(preset)), (DecisionRule.STACKING, STACKING)):
        a_s, a_u, share = scores[rule]
        yield {
            "records": file,
            "data": data,
            "preset": preset,
            "folds": folds,
            "rule": name,
            "bias": seen - unseen,
            "gain_h": (harmonic_mean(a_s, a_u) or 0.0) - (harmonic_mean(seen, unseen) or 0.0),
            "gain_all": share - of_all,
        }


def readers(kept: Mapping[str, Mapping[str, Record]]) -> list[Row]:
    """Return the scores of votes of 1 to L members: all sets of as many members of a fold, the mean over the sets."""
    rows = []
    for name, start in STARTS.items():
        for rule, (preset, predict) in _RULES.items():
            records = [record for record in kept[name].values() if record.card["name"] == preset]
            is_seen = np.concatenate([record.columns["is_seen"].astype(np.bool_) for record in records])
            answers = [_answers_of_members(record, predict) for record in records]
            for number in range(1, len(answers[0][0]) + 1):
                scores = [
                    _scores(np.concatenate([_right(one, truth, chosen) for one, truth in answers]), is_seen)
                    for chosen in combinations(range(len(answers[0][0])), number)
                ]
                means = np.mean(scores, axis=0)
                figures = dict(zip(("A_s", "A_u", "h", "all_correct"), means.tolist(), strict=True))
                rows.append({"start": start, "rule": rule, "readers": number, **figures})
    return rows


def _answers_of_members(record: Record, predict: Callable[..., Any]) -> tuple[list[Any], NDArray[Any]]:
    columns = record.columns
    limits = zip(member_evidence(record), columns["thres"], columns["stacking"], columns["seen_by"].T, strict=True)
    return [predict(*limit) for limit in limits], columns["truth"]


_RULES: dict[str, tuple[str, Callable[..., Any]]] = {
    NO_GATE: ("compact-15", lambda found, thres, offset, seen: predict_by_margin(found, 0.0)),
    PAPER: ("compact-15", lambda found, thres, offset, seen: predict_per_member(found, thres)),
    DISTANCES: ("compact", lambda found, thres, offset, seen: predict_per_member(found, thres)),
    STACKING: ("compact-15", lambda found, thres, offset, seen: predict_by_margin(found, offset)),
    PERFECT: ("compact-15", lambda found, thres, offset, seen: predict_on_side(found, seen.astype(np.bool_))),
}
"""The members by which a rule is shown, and the answer of one of them."""


def _right(answers: Sequence[Any], truth: NDArray[Any], chosen: Sequence[int]) -> NDArray[np.bool_]:
    return np.asarray(combine_predictions([answers[k] for k in chosen]).word == truth)


def _scores(right: NDArray[np.bool_], is_seen: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    a_s, a_u = float(right[is_seen].mean()), float(right[~is_seen].mean())
    return a_s, a_u, harmonic_mean(a_s, a_u) or 0.0, float(right.mean())


def confidence(kept: Mapping[str, Mapping[str, Record]]) -> list[Row]:
    """Return the share of right answers by confidence, of the default preset's vote with gates in the headline's runs.

    Intervals are Wilson's; the answers of several seeds to an image count as one.
    """
    records = kept["gw-nine-rounds"].values()
    seeds = len({record.card["seed"] for record in records})
    found: defaultdict[tuple[str, int], list[tuple[float, bool]]] = defaultdict(list)
    for record in records:
        values = record.columns["confidence"].astype(np.float64)
        kinds = np.where(record.columns["is_seen"], "seen", "unseen")
        right = correct_answers(record, DecisionRule.GATED)
        for kind, place, value, hit in zip(kinds, bin_numbers(values), values, right, strict=True):
            found[str(kind), int(place)].append((float(value), bool(hit)))
    rows = []
    for (kind, place), answers in sorted(found.items()):
        mean, share = np.mean(answers, axis=0)
        images = max(1, round(len(answers) / seeds))
        low, high = wilson_interval(share * images, images)
        limits = {"from": place / BINS, "answers": len(answers), "confidence": mean, "right": share}
        rows.append({"words": kind, **limits, "right_low": low, "right_high": high})
    return rows


def _cell(value: Any) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
