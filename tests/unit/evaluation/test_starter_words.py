"""A_u of new words that the starter model met, and of the others."""

from __future__ import annotations

import numpy as np

from core.evaluation.decision_rules import DecisionRule
from core.evaluation.group_figures import scores_by_starter_words
from core.evaluation.metrics import wilson_interval

SEEN = np.array([1, 0, 0, 0, 0, 0], np.bool_)
MET = np.array([1, 1, 1, 1, 0, 0], np.bool_)


def test_only_new_words_count_each_group_with_its_own_interval() -> None:
    gated = np.array([0, 1, 1, 0, 1, 0], np.bool_)
    alone = np.array([gated, [1, 0, 0, 0, 0, 0]], np.bool_)
    result = scores_by_starter_words({DecisionRule.GATED: gated, DecisionRule.ONE_MEMBER: alone}, SEEN, MET)
    assert result["images"] == {"met": 3, "not_met": 2}
    row = result["rules"][DecisionRule.GATED]
    assert (row["met"]["A_u"], row["not_met"]["A_u"]) == (2 / 3, 1 / 2)
    assert row["met"]["A_u_interval"] == list(wilson_interval(2, 3))
    members = result["rules"][DecisionRule.ONE_MEMBER]
    assert (members["met"]["A_u"], members["met"]["A_u_interval"]) == (1 / 3, None)


def test_a_group_without_words_has_no_score() -> None:
    right = np.ones(6, np.bool_)
    row = scores_by_starter_words({DecisionRule.GATED: right}, SEEN, np.ones(6, np.bool_))["rules"][DecisionRule.GATED]
    assert row["not_met"] == {"A_u": None, "A_u_interval": None}
