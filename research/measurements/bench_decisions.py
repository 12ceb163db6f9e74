"""Choose what decides on data that looks like the test: on the other test pages of stored records.

    python -m research.measurements.bench_decisions research/results/records/gw-from-nothing.tar.xz --name compact

Every reader's rule and thresholds are chosen for accuracy (:mod:`core.training.decision`), for each test page on the
other pages of its fold, with equal weights. It is a bound for the choice on X and X': words there are weighed so as to
look like these. Beside it stand the thresholds that the readers had. Records of one name are pooled; the gain over no
gate has a standard error by page. No network is needed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import harmonic_mean
from core.model.decision import GATES, NO_GATE, STACKING
from core.model.ensemble import Calibration
from core.recognition.algorithms import combine_words
from core.training.decision import SetAside, decide
from research.benchmark.records import Record, load_records

_FAR = 1e6
"""Stands for an infinite margin."""


def sides(record: Record, chosen: Counter[str]) -> dict[str, NDArray[np.bool_]]:
    """Return for each rule [N, L] whether a reader looks for an image's word among those it was trained on."""
    columns = record.columns
    margin = np.nan_to_num(columns["unseen_distance"] - columns["seen_distance"], posinf=_FAR, neginf=-_FAR)
    votes, truth, seen_by = columns["votes"], columns["truth"][:, None], columns["seen_by"].astype(np.bool_)
    is_offset = columns.get("is_offset", columns["gates"] == 1)
    page = np.unique(columns["page"], return_inverse=True)[1]
    found = {
        "no gate": margin >= 0,
        "stacking, h": margin >= columns["stacking"],
        "gates, h": votes >= columns["thres"],
        "perfect gate": seen_by,
    }
    found |= {name: np.zeros(votes.shape, np.bool_) for name in ("stacking, accuracy", "gates, accuracy", "chosen")}
    for k in range(votes.shape[1]):
        right = (columns[f"{side}_word"][:, k] == truth[:, 0] for side in ("seen", "unseen"))
        rows = Calibration(votes[:, k].astype(np.float32), seen_by[:, k], margin[:, k].astype(np.float32), *right)
        for number in range(page.max() + 1):
            part, rest = page == number, np.flatnonzero(page != number)
            others = Calibration(*(getattr(rows, name)[rest] for name in Calibration.__slots__))
            set_aside = SetAside(np.full(len(rest), 1 / len(rest)), rest, float((~others.is_seen).mean()))
            gates = None if is_offset[k] else int(columns["gates"][k])
            decision, thres, offset = decide(others, gates, set_aside)
            by_rule = {
                NO_GATE: margin[part, k] >= 0,
                STACKING: margin[part, k] >= offset,
                GATES: votes[part, k] >= (columns["thres"][k] if gates is None else thres),
            }
            found["stacking, accuracy"][part, k], found["gates, accuracy"][part, k] = by_rule[STACKING], by_rule[GATES]
            found["chosen"][part, k] = by_rule[decision.rule]
            chosen[decision.rule] += 1
    return found


def answers(record: Record, is_seen: NDArray[np.bool_], readers: Sequence[int] | None = None) -> NDArray[np.bool_]:
    """Return [N] whether the vote is right, of all L readers or some; each looks on its side of ``is_seen`` [N, L]."""
    columns = record.columns
    seen = np.where(columns["unseen_word"] < 0, True, np.where(columns["seen_word"] < 0, False, is_seen))
    word = np.where(seen, columns["seen_word"], columns["unseen_word"])
    distance = np.where(seen, columns["seen_distance"], columns["unseen_distance"])
    rows = slice(None) if readers is None else list(readers)
    return combine_words(word.T[rows], distance.T[rows]).word == columns["truth"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path)
    parser.add_argument("--name", action="append", help="only records of this preset, variant or model")
    options = parser.parse_args()
    by_name: dict[str, list[Record]] = {}
    for record in load_records(options.records).values():
        by_name.setdefault(str(record.card["name"]), []).append(record)
    print("readers rule all A_s A_u h gain error".replace(" ", "\t"))
    for name in options.name or by_name:
        chosen: Counter[str] = Counter()
        right: dict[str, list[NDArray[np.bool_]]] = {}
        for record in by_name[name]:
            for rule, is_seen in sides(record, chosen).items():
                right.setdefault(rule, []).append(answers(record, is_seen))
        known = np.concatenate([record.columns["is_seen"].astype(np.bool_) for record in by_name[name]])
        page = np.unique(np.concatenate([record.columns["page"] for record in by_name[name]]), return_inverse=True)[1]
        none = np.concatenate(right["no gate"])
        for rule, parts in right.items():
            is_right = np.concatenate(parts)
            a_s, a_u = float(is_right[known].mean()), float(is_right[~known].mean())
            gains = np.bincount(page, is_right.astype(int) - none) / len(none)
            error = float(np.sqrt((gains**2).sum()))
            shares = (is_right.mean(), a_s, a_u, harmonic_mean(a_s, a_u) or 0.0, gains.sum(), error)
            print(name, rule, *(f"{share:.4f}" for share in shares), sep="\t", flush=True)
        print(name, "chosen, by reader and page", dict(chosen), sep="\t", flush=True)


if __name__ == "__main__":
    main()
