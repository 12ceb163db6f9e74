"""A_u of words that the starter model met and of those it did not: only the latter are new to a reader altogether."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import RULE_LABELS, DecisionRule
from core.evaluation.group_figures import MET, NOT_MET
from core.evaluation.metrics import wilson_interval


def scores_by_starter_words(
    correct: Mapping[DecisionRule, NDArray[np.bool_]], is_seen: NDArray[np.bool_], met: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return each rule's A_u on the words met and not met, with Wilson's intervals; ``met`` [N] is about the starter.

    ``correct`` [N] are a rule's answers; those of the members alone [L, N] are counted together, without an interval,
    since they are about the same images.
    """
    groups = {MET: ~is_seen & met, NOT_MET: ~is_seen & ~met}
    rows = {
        rule: {"about": RULE_LABELS[rule]} | {name: _share(answers[..., rows]) for name, rows in groups.items()}
        for rule, answers in correct.items()
    }
    return {"images": {name: int(rows.sum()) for name, rows in groups.items()}, "rules": rows}


def _share(correct: NDArray[np.bool_]) -> dict[str, Any]:
    if not correct.size:
        return {"A_u": None, "A_u_interval": None}
    interval = list(wilson_interval(int(correct.sum()), correct.size)) if correct.ndim == 1 else None
    return {"A_u": float(correct.mean()), "A_u_interval": interval}
