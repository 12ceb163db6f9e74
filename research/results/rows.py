"""The rows of the published files of this folder, and what their names say: distance, gate inputs, classifier, rule."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from core.evaluation.metrics import wilson_interval
from core.training.presets import DEFAULT, apply_overrides, presets
from research.benchmark.paired_tests import mcnemar

RESULTS = Path(__file__).resolve().parent
DECISIONS = {
    "one_m1": "one member",
    "vote": "vote, no gate",
    "stacking": "vote, calibrated stacking",
    "gate": "vote, gates",
    "oracle_gate": "vote, perfect gate",
    "one_m1_all": "one reader, trained on all images",
    "vote_all": "vote, no gate, trained on all images",
    "rival_knn": "vote, nearest neighbours in X",
    "rival_rmds": "vote, relative Mahalanobis distance",
    "rival_gmm": "vote, Gaussian mixture",
    "rival_boosted": "vote, one boosted gate per member",
    "rival_cosmo": "vote, soft gates (COSMO)",
    "rival_letters_lexicon_one": "one member, letters only, lexicon",
    "rival_letters_lexicon": "vote, letters only, lexicon",
    "rival_letters_free_one": "one member, letters only, no lexicon",
    "rival_letters_free": "vote, letters only, no lexicon",
    "gate_listed": "vote, gates, no third answer",
    "vote_third": "vote, no gate, third answer",
    "stacking_third": "vote, calibrated stacking, third answer",
    "letters": "vote, letters only, no lexicon",
}
"""The decision rules by their names in the rows of records."""
DISTANCES = {
    "phosc-ctc": "signature, spelling, prior",
    "compact": "signature, prior",
    "demo": "signature, prior",
    "compact-15": "signature",
    **dict.fromkeys(("paper-15", "paper-30", "paper-769", "paper-15-lr", "paper-15-rf"), "signature"),
}
"""The evidence by which members of a preset compare words; the prior weighs common ones."""
SIGNATURE = 769
"""Numbers of a signature: what gates see that take no principal components."""
CLASSIFIERS = {"nearest": "nearest", "paper-lr": "LR, the paper's", "paper-rf": "RF, the paper's"}
"""Word classifiers whose names are no abbreviations."""
GATES = {
    "synthetic=false": ", without synthetic points",
    "held_out=false": ", without X'",
    "prior=false": ", without prior",
    "unlisted=false": ", without third answer",
    "adjusted=false": ", fitted for the closed list",
}
"""Ways to train gates and to decide, by the option of a variant."""
OFFSET, NO_GATE = "vote, one offset for gates", "vote, no gate for gates"
"""The decision of readers whose gates gave way to an offset, which may be 0, or had too few images."""
STARTER_ANSWERS = "starter-answers"
"""What starter models read before any training, word by word."""
MET = {"met": "yes", "not met": "no"}
"""Words that the starter, or the first one of a pair, met in any capitals, and the others: the values of ``met_by``."""


@cache
def rows_of(file: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of this folder, named without its ending."""
    return read_csv(RESULTS / f"{file}.csv")


def read_csv(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def write_csv(path: Path, columns: Iterable[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write rows; a column that a row lacks stays empty."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(columns), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def described_parts(row: dict[str, str]) -> dict[str, str]:
    """Return what a row of records shows, and ``against_...`` of the row that it is compared with."""
    parts = described(row["row"]) if "row" in row else {}
    readers, steps, none = (int(row.get(name) or 0) for name in ("readers", "offset_readers", "no_gate_readers"))
    if none and none == readers:
        parts["decision"] = NO_GATE
    elif steps and steps == readers and not none:
        parts["decision"] = OFFSET
    elif steps:
        counts = {"offset": steps - none, "no gate": none}
        found = ", ".join(f"{count} of {readers} readers: {rule}" for rule, count in counts.items() if count)
        parts["decision"] += f" ({found})"
    other = described(row["against"]) if row.get("against") else {}
    return parts | {f"against_{name}": value for name, value in other.items()}


def is_by_offset(row: Mapping[str, str]) -> bool:
    """Return whether one offset of the distances (0: no gate) decided for all readers of a row, in place of gates."""
    return bool(row.get("readers")) and row.get("offset_readers") == row["readers"]


def described(name: str) -> dict[str, str]:
    """Return the variant, distance, gate inputs, word classifier and decision rule of a row: ``VARIANT/RULE``."""
    variant, _, rule = name.rpartition("/")
    preset, *options = variant.split(":")
    # a model of a project has a name of its own; ours are of the default preset
    settings = presets().get(preset, presets()[DEFAULT])
    settings = apply_overrides(settings, [option for option in options if option not in GATES])
    distances = " and 4 distances" if settings.gate_distances else ""
    has_gates = rule == "gate"
    return {
        "variant": variant,
        # what a project calls its model tells nothing about it
        "distance": DISTANCES.get(preset, ""),
        "gate_inputs": f"{settings.dims or SIGNATURE}{distances}" if has_gates else "",
        "classifier": CLASSIFIERS.get(settings.classifier, settings.classifier.upper()),
        "decision": DECISIONS[rule] + "".join(GATES.get(option, "") for option in options if has_gates),
    }


def shares_by_fold() -> list[dict[str, str]]:
    """Return the share of images that the shipped starter reads rightly, by fold and by whether it met the word."""
    rows, answers = [], rows_of(STARTER_ANSWERS)
    for fold in (*sorted({row["fold"] for row in answers}), "all"):
        for name, met in MET.items():
            chosen = [row for row in answers if row["met_by_shipped"] == met and fold in (row["fold"], "all")]
            right = [_is_right(row, "shipped") for row in chosen]
            rows.append({"fold": fold, "words": name, "images": str(len(right)), **_share("right", right)})
    return rows


def shares_of_pair() -> list[dict[str, str]]:
    """Return the shares that both starters read rightly, by whether the first met the word, with McNemar's test."""
    rows = []
    for name, met in MET.items():
        chosen = [row for row in rows_of(STARTER_ANSWERS) if row["met_by_with"] == met]
        one, other = ([_is_right(row, starter) for row in chosen] for starter in ("with", "without"))
        test = mcnemar(np.array(one), np.array(other))
        figures = {"words": name, "images": str(len(chosen)), **_share("with", one), **_share("without", other)}
        counts = {"only_with": str(test.only_first), "only_without": str(test.only_second), "p": f"{test.p:.3f}"}
        rows.append(figures | counts)
    return rows


def _is_right(row: Mapping[str, str], starter: str) -> bool:
    return row[starter] == row["word"]


def _share(name: str, right: Sequence[bool]) -> dict[str, str]:
    """Return the share and the ends of Wilson's interval, in columns ``name``, ``name_low`` and ``name_high``."""
    low, high = wilson_interval(sum(right), len(right))
    values = (float(np.mean(right)), low, high)
    return {f"{name}{end}": f"{value:.3f}" for end, value in zip(("", "_low", "_high"), values, strict=True)}
