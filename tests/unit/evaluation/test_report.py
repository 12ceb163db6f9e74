"""The report of an evaluation on readings made by hand, whose scores are known."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, latin, lexicon, readings

from core.evaluation.decision_rules import (
    ABOUT,
    GATED,
    ONE,
    ORACLE,
    STACKING,
    VOTE,
    right_answers,
    seen_unseen_sweep,
    truth_of,
)
from core.evaluation.report import TABLE_ORDER, report
from core.evaluation.table import cell
from core.model.confidence import FEATURES, Confidence
from core.model.vote_calibration import VoteCalibration

LEXICON = lexicon()  # and bed cat day eat fir | gold hat: the last two are in no training image
WORDS = ("and", "bed", "cat", "day", "gold", "hat", "gold")


def made(*seen: list[int], thres: int = 3, stacking: float = 0.0) -> Any:
    """An ensemble of which a report asks only seen words, thresholds and the number of gates."""
    members = tuple(
        SimpleNamespace(
            seen=np.array(s, np.int64),
            thres=thres,
            stacking=stacking,
            n_gates=6,
            confidence=Confidence.fit(np.zeros((0, FEATURES)), np.zeros(0, bool), np.zeros(0, bool)),
        )
        for s in seen
    )
    return SimpleNamespace(
        classes=CLASSES,
        members=members,
        card={"preset": {"objective": "A_b"}},
        alphabet=latin(),
        agreement=VoteCalibration(),
    )


def one_member() -> tuple[Any, list[Any], Any]:
    """Seven images. The nearest word of all is always a seen one; the gate errs on the first and the fifth."""
    ensemble = made([0, 1, 2, 3, 4, 5])
    votes = [1, 6, 5, 4, 5, 0, 2]
    seen = [(0, 0.1), (1, 0.1), (2, 0.1), (0, 0.1), (1, 0.2), (0, 0.2), (0, 0.2)]
    unseen = [(6, 0.6), (6, 0.6), (7, 0.6), (6, 0.6), (6, 0.3), (7, 0.3), (6, 0.3)]
    return ensemble, [readings(votes, seen, unseen)], truth_of(WORDS, ensemble, LEXICON)


def test_scores_of_a_case_worked_by_hand() -> None:
    result = report(*one_member(), LEXICON, ms_per_word=1.5)
    # seen: and -> gold (gate), bed, cat right, day read as and; unseen: gold -> bed (gate), hat and gold right
    assert (result["n_seen"], result["n_unseen"]) == (4, 3)
    assert result["A_s"] == pytest.approx(1 / 2) and result["A_u"] == pytest.approx(2 / 3)
    assert result["h"] == pytest.approx(4 / 7) and result["A_b"] == pytest.approx(1 / 2)
    # nothing was known of the members, so every answer has confidence a half; 4 of the 7 are right
    assert result["confidence"]["ece_seen"] == 0 and result["confidence"]["ece_unseen"] == pytest.approx(1 / 6)
    rows = result["baselines"]
    for bare in (ONE, VOTE):
        assert rows[bare]["A_s"] == pytest.approx(3 / 4) and rows[bare]["A_u"] == rows[bare]["h"] == 0
    assert rows[ORACLE]["A_s"] == pytest.approx(3 / 4) and rows[ORACLE]["A_u"] == 1
    assert result["oracle_gate"] == {k: rows[ORACLE][k] for k in ("A_s", "A_u", "h")}
    gate = result["gate"]["members"][0]
    assert gate["tpr"] == pytest.approx(3 / 4) and gate["tnr"] == pytest.approx(2 / 3)
    # pairs of seen and unseen votes: 1 against 5, 0, 2 wins 1; 6 wins 3; 5 wins 2 and a half; 4 wins 2
    assert gate["auroc"] == pytest.approx(8.5 / 12) and gate["margin_auroc"] == 1
    assert result["gate"]["ensemble"]["tpr"] == pytest.approx(3 / 4)
    assert result["thres"] == [{"member": 0, "thres": 3, "of": 6, "stacking": 0.0}]
    assert "for A_b" in result["thres_chosen"] and result["ms_per_word"] == 1.5


def test_stacking_moves_the_margin_at_which_seen_begins() -> None:
    ensemble, evidence, truth = one_member()
    ensemble.members[0].stacking = 0.3  # margins are 0.5 for seen words and 0.1 for unseen ones
    right = right_answers(ensemble, evidence, truth)
    assert right[STACKING].tolist() == right[ORACLE].tolist() == [True, True, True, False, True, True, True]


def test_all_rows_are_there_and_the_whole_is_json() -> None:
    result = report(*one_member(), LEXICON)
    assert tuple(result["baselines"]) == TABLE_ORDER and set(TABLE_ORDER) == set(ABOUT)
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert set(result["spectrum"]) == {"15", "30"} and 0 < result["spectrum"]["15"] <= 1
    assert len(result["baselines"][ONE]["members"]) == 1
    assert 0 <= result["ausuc"] <= 1 and result["baselines"][STACKING]["ausuc"] == pytest.approx(3 / 4)
    assert "baselines" not in report(*one_member(), LEXICON, baselines=False)


def test_a_perfect_gate_is_a_ceiling_over_members_that_err_in_different_places() -> None:
    """Where the right word leads its own side, no verdict of real gates beats the perfect one."""
    rng = np.random.default_rng(3)
    ensemble = made([0, 1, 2, 3], [2, 3, 4, 5], [0, 1, 4, 5])
    words = [str(LEXICON.words[i]) for i in rng.integers(0, 8, 60)]
    truth = truth_of(words, ensemble, LEXICON)
    evidence = []
    for known in truth.known_to:
        seen = [(int(w) if k else 1, float(d)) for w, k, d in zip(truth.word, known, rng.random(60), strict=True)]
        unseen = [(6 if k else int(w), float(d)) for w, k, d in zip(truth.word, known, rng.random(60), strict=True)]
        evidence.append(readings(rng.integers(0, 7, 60).tolist(), seen, unseen))
    result = report(ensemble, evidence, truth, LEXICON)
    rows = result["baselines"]
    assert rows[ORACLE]["A_s"] == rows[ORACLE]["A_u"] == rows[ORACLE]["h"] == 1
    for name in TABLE_ORDER:
        assert rows[name]["h"] <= rows[ORACLE]["h"]
    assert rows[GATED]["h"] < 1
    each = rows[ONE]["members"]
    assert rows[ONE]["A_s"] == pytest.approx(np.mean([one["A_s"] for one in each])) and len(each) == 3


def test_truth_is_found_whatever_the_unicode_form_and_missing_words_are_never_right() -> None:
    ensemble = made([0, 1], [1, 2])
    truth = truth_of(["and", "bed", "zebra", "gold"], ensemble, LEXICON)
    assert truth.word.tolist() == [0, 1, -1, 6] and truth.is_seen.tolist() == [True, True, False, False]
    assert truth.known_to.tolist() == [[True, True, False, False], [False, True, False, False]]
    composed = "caf\N{LATIN SMALL LETTER E WITH ACUTE}"
    accented = SimpleNamespace(classes=("bed", composed), members=(SimpleNamespace(seen=np.array([1])),))
    told = truth_of(["cafe\N{COMBINING ACUTE ACCENT}"], accented, lexicon(["bed", composed]))  # type: ignore[arg-type]
    assert told.word.tolist() == [1] and told.is_seen.all() and told.known_to.all()


def test_the_sweep_runs_from_all_seen_to_all_unseen() -> None:
    ensemble, evidence, truth = one_member()
    for row in (GATED, STACKING):
        a_s, a_u = seen_unseen_sweep(ensemble, evidence, truth, row)
        assert (a_s[0], a_u[0]) == (0.75, 0) and (a_s[-1], a_u[-1]) == (0, 1)
        assert (np.diff(a_s) <= 0).all() and (np.diff(a_u) >= 0).all()


@pytest.mark.parametrize("words", [("and", "bed"), ("gold", "hat")])
def test_images_of_one_kind_only_leave_the_rest_undefined(words: tuple[str, ...]) -> None:
    ensemble = made([0, 1, 2, 3, 4, 5])
    evidence = [readings([6, 6], [(0, 0.1), (1, 0.1)], [(6, 0.2), (7, 0.2)])]
    result = report(ensemble, evidence, truth_of(words, ensemble, LEXICON), LEXICON)
    json.dumps(result, allow_nan=False)
    assert result["h"] is None and result["ausuc"] is None and result["gate"]["members"][0]["auroc"] is None
    assert (result["A_u"] is None) == (words[0] == "and") and "ausuc" not in result["baselines"][GATED]


def test_a_lexicon_without_unseen_words_has_no_margin_and_still_a_report() -> None:
    ensemble = made([0, 1, 2, 3, 4, 5])
    evidence = [readings([6, 0], [(0, 0.1), (1, 0.1)], [(-1, np.inf), (-1, np.inf)])]
    result = report(ensemble, evidence, truth_of(("and", "gold"), ensemble, lexicon(CLASSES)), lexicon(CLASSES))
    json.dumps(result, allow_nan=False)
    assert result["A_s"] == 1 and result["A_u"] == 0 and result["ausuc"] is not None


def test_a_lexicon_of_one_word_has_no_spectrum() -> None:
    ensemble, single = made([0]), lexicon(["and"])
    evidence = [readings([6], [(0, 0.1)], [(-1, np.inf)])]
    assert report(ensemble, evidence, truth_of(("and",), ensemble, single), single)["spectrum"] == {}


def test_cells_are_short() -> None:
    row = {"A_s": 0.7704, "A_s_interval": [0.71, 0.8249], "A_u": 1.0, "h": 0.0, "A_b": None}
    assert cell(row, "A_s") == ".770 (.71–.82)" and cell(row, "A_u") == "1.000"
    assert cell(row, "h") == ".000" and cell(row, "A_b") == "–" and cell(row, "absent") == "–"
    rows = report(*one_member(), LEXICON)["baselines"]
    assert cell(rows[GATED], "A_u").startswith(".667 (")
