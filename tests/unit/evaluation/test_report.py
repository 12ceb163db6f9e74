"""The report of an evaluation on hand-made evidence with known scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, latin, lexicon, make_evidence

from core.evaluation.decision_rules import (
    RULE_LABELS,
    DecisionRule,
    correct_predictions,
    ground_truth,
    seen_unseen_curve,
)
from core.evaluation.metrics import score_cell
from core.evaluation.report import build_report
from core.evaluation.spectrum import spectrum
from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import signatures
from core.model.confidence import FEATURES, Confidence, VoteCalibration
from core.model.decision import Decision
from core.recognition.unlisted import unlisted_number

LEXICON = lexicon()  # and bed cat day eat fir | gold hat: the last two are in no training image
WORDS = ("and", "bed", "cat", "day", "gold", "hat", "gold")


def stub_ensemble(*seen: list[int], thres: int = 3, stacking: float = 0.0) -> Any:
    """Return an ensemble with only what a report needs: seen words, thresholds and the number of gates."""
    members = tuple(
        SimpleNamespace(
            seen=np.array(s, np.int64),
            thres=thres,
            stacking=stacking,
            n_gates=6,
            gate=SimpleNamespace(is_offset=False),
            decision=None,
            confidence=Confidence.fit(np.zeros((0, FEATURES)), np.zeros(0, bool), np.zeros(0, bool)),
        )
        for s in seen
    )
    return SimpleNamespace(
        classes=CLASSES,
        members=members,
        card={"preset": {"objective": "A_b"}},
        alphabet=latin(),
        vote_calibration=VoteCalibration(),
    )


def one_member() -> tuple[Any, list[Any], Any]:
    """Return a case of seven images: the nearest word is always a seen one, the gate errs on the first and fifth."""
    ensemble = stub_ensemble([0, 1, 2, 3, 4, 5])
    votes = [1, 6, 5, 4, 5, 0, 2]
    seen = [(0, 0.1), (1, 0.1), (2, 0.1), (0, 0.1), (1, 0.2), (0, 0.2), (0, 0.2)]
    unseen = [(6, 0.6), (6, 0.6), (7, 0.6), (6, 0.6), (6, 0.3), (7, 0.3), (6, 0.3)]
    return ensemble, [make_evidence(votes, seen, unseen)], ground_truth(WORDS, ensemble, LEXICON)


def test_the_row_of_the_model_names_gates_only_where_gates_decide() -> None:
    ensemble, evidence, truth = one_member()
    report = build_report(ensemble, evidence, truth, LEXICON)
    assert report["decided_by"] == ["gate"] and report["baselines"]["gate"]["about"] == "vote, gates"
    ensemble.members[0].decision = Decision("vote", {"vote": 0.8}, {"vote": 0.0}, 0.1)
    report = build_report(ensemble, evidence, truth, LEXICON)
    assert report["decided_by"] == ["vote"] and "gates" not in report["baselines"]["gate"]["about"]


def test_scores_by_hand() -> None:
    result = build_report(*one_member(), LEXICON, ms_per_word=1.5)
    # seen: and -> gold (gate), bed, cat right, day read as and; unseen: gold -> bed (gate), hat and gold right
    assert (result["n_seen"], result["n_unseen"]) == (4, 3)
    assert result["A_s"] == pytest.approx(1 / 2) and result["A_u"] == pytest.approx(2 / 3)
    assert result["h"] == pytest.approx(4 / 7) and result["A_b"] == pytest.approx(1 / 2)
    # the members have no calibration, so every confidence is a half; 4 of the 7 answers are right
    assert result["confidence"]["ece_seen"] == 0 and result["confidence"]["ece_unseen"] == pytest.approx(1 / 6)
    rows = result["baselines"]
    for ungated in (DecisionRule.ONE_MEMBER, DecisionRule.UNGATED_VOTE):
        assert rows[ungated]["A_s"] == pytest.approx(3 / 4) and rows[ungated]["A_u"] == rows[ungated]["h"] == 0
    assert rows[DecisionRule.ORACLE_GATE]["A_s"] == pytest.approx(3 / 4) and rows[DecisionRule.ORACLE_GATE]["A_u"] == 1
    assert result["oracle_gate"] == {k: rows[DecisionRule.ORACLE_GATE][k] for k in ("A_s", "A_u", "h")}
    gate = result["gate"]["members"][0]
    assert gate["tpr"] == pytest.approx(3 / 4) and gate["tnr"] == pytest.approx(2 / 3)
    # pairs of seen and unseen votes: 1 against 5, 0, 2 wins 1; 6 wins 3; 5 wins 2.5; 4 wins 2
    assert gate["auroc"] == pytest.approx(8.5 / 12) and gate["margin_auroc"] == 1
    assert result["gate"]["ensemble"]["tpr"] == pytest.approx(3 / 4)
    assert result["thres"] == [{"member": 0, "thres": 3, "of": 6, "stacking": 0.0}]
    assert "for A_b" in result["thres_chosen"] and result["ms_per_word"] == 1.5


def test_stacking_offset_shifts_the_margin_threshold() -> None:
    ensemble, evidence, truth = one_member()
    ensemble.members[0].stacking = 0.3  # margins are 0.5 for seen words and 0.1 for unseen ones
    correct = correct_predictions(ensemble, evidence, truth)
    assert (
        correct[DecisionRule.STACKING].tolist()
        == correct[DecisionRule.ORACLE_GATE].tolist()
        == [True, True, True, False, True, True, True]
    )


def test_report_has_all_rules_and_serialises_to_json() -> None:
    result = build_report(*one_member(), LEXICON)
    assert tuple(result["baselines"]) == tuple(DecisionRule) and set(DecisionRule) == set(RULE_LABELS)
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert set(result["spectrum"]) == {"15", "30"} and 0 < result["spectrum"]["15"] <= 1
    assert len(result["baselines"][DecisionRule.ONE_MEMBER]["members"]) == 1
    assert 0 <= result["ausuc"] <= 1 and result["baselines"][DecisionRule.STACKING]["ausuc"] == pytest.approx(3 / 4)
    assert "baselines" not in build_report(*one_member(), LEXICON, baselines=False)


def test_oracle_gate_is_an_upper_bound() -> None:
    """If the right word is first on its own side, real gates are never better than the oracle gate."""
    rng = np.random.default_rng(3)
    ensemble = stub_ensemble([0, 1, 2, 3], [2, 3, 4, 5], [0, 1, 4, 5])
    words = [str(LEXICON.words[i]) for i in rng.integers(0, 8, 60)]
    truth = ground_truth(words, ensemble, LEXICON)
    evidence = []
    for is_seen in truth.seen_by:
        seen = [(int(w) if k else 1, float(d)) for w, k, d in zip(truth.word, is_seen, rng.random(60), strict=True)]
        unseen = [(6 if k else int(w), float(d)) for w, k, d in zip(truth.word, is_seen, rng.random(60), strict=True)]
        evidence.append(make_evidence(rng.integers(0, 7, 60).tolist(), seen, unseen))
    result = build_report(ensemble, evidence, truth, LEXICON)
    rows = result["baselines"]
    assert (
        rows[DecisionRule.ORACLE_GATE]["A_s"]
        == rows[DecisionRule.ORACLE_GATE]["A_u"]
        == rows[DecisionRule.ORACLE_GATE]["h"]
        == 1
    )
    for rule in DecisionRule:
        assert rows[rule]["h"] <= rows[DecisionRule.ORACLE_GATE]["h"]
    assert rows[DecisionRule.GATED]["h"] < 1
    members = rows[DecisionRule.ONE_MEMBER]["members"]
    assert rows[DecisionRule.ONE_MEMBER]["A_s"] == pytest.approx(np.mean([member["A_s"] for member in members]))
    assert len(members) == 3


def test_ground_truth_ignores_unicode_form_and_marks_out_of_lexicon_words() -> None:
    ensemble = stub_ensemble([0, 1], [1, 2])
    truth = ground_truth(["and", "bed", "zebra", "gold"], ensemble, LEXICON)
    assert truth.word.tolist() == [0, 1, unlisted_number("zebra"), 6] and truth.is_seen.tolist() == [
        True,
        True,
        False,
        False,
    ]
    assert truth.seen_by.tolist() == [[True, True, False, False], [False, True, False, False]]
    composed = "caf\N{LATIN SMALL LETTER E WITH ACUTE}"
    accented = SimpleNamespace(classes=("bed", composed), members=(SimpleNamespace(seen=np.array([1])),))
    truth = ground_truth(["cafe\N{COMBINING ACUTE ACCENT}"], accented, lexicon(["bed", composed]))  # type: ignore[arg-type]
    assert truth.word.tolist() == [1] and truth.is_seen.all() and truth.seen_by.all()


def test_seen_unseen_curve_runs_from_all_seen_to_all_unseen() -> None:
    ensemble, evidence, truth = one_member()
    for rule in (DecisionRule.GATED, DecisionRule.STACKING):
        a_s, a_u = seen_unseen_curve(ensemble, evidence, truth, rule)
        assert (a_s[0], a_u[0]) == (0.75, 0) and (a_s[-1], a_u[-1]) == (0, 1)
        assert (np.diff(a_s) <= 0).all() and (np.diff(a_u) >= 0).all()


@pytest.mark.parametrize("words", [("and", "bed"), ("gold", "hat")])
def test_scores_are_none_without_words_of_one_kind(words: tuple[str, ...]) -> None:
    ensemble = stub_ensemble([0, 1, 2, 3, 4, 5])
    evidence = [make_evidence([6, 6], [(0, 0.1), (1, 0.1)], [(6, 0.2), (7, 0.2)])]
    result = build_report(ensemble, evidence, ground_truth(words, ensemble, LEXICON), LEXICON)
    json.dumps(result, allow_nan=False)
    assert result["h"] is None and result["ausuc"] is None and result["gate"]["members"][0]["auroc"] is None
    assert (result["A_u"] is None) == (words[0] == "and") and "ausuc" not in result["baselines"][DecisionRule.GATED]


def test_lexicon_without_unseen_words_gives_a_report() -> None:
    ensemble = stub_ensemble([0, 1, 2, 3, 4, 5])
    evidence = [make_evidence([6, 0], [(0, 0.1), (1, 0.1)], [(-1, np.inf), (-1, np.inf)])]
    result = build_report(
        ensemble, evidence, ground_truth(("and", "gold"), ensemble, lexicon(CLASSES)), lexicon(CLASSES)
    )
    json.dumps(result, allow_nan=False)
    assert result["A_s"] == 1 and result["A_u"] == 0 and result["ausuc"] is not None


def test_lexicon_of_one_word_has_no_spectrum() -> None:
    ensemble, single = stub_ensemble([0]), lexicon(["and"])
    evidence = [make_evidence([6], [(0, 0.1)], [(-1, np.inf)])]
    assert build_report(ensemble, evidence, ground_truth(("and",), ensemble, single), single)["spectrum"] == {}


def test_score_cells() -> None:
    row = {"A_s": 0.7704, "A_s_interval": [0.71, 0.8249], "A_u": 1.0, "h": 0.0, "A_b": None}
    assert score_cell(row, "A_s") == ".770 (.71–.82)" and score_cell(row, "A_u") == "1.000"
    assert score_cell(row, "h") == ".000" and score_cell(row, "A_b") == "–" and score_cell(row, "absent") == "–"
    rows = build_report(*one_member(), LEXICON)["baselines"]
    assert score_cell(rows[DecisionRule.GATED], "A_u").startswith(".667 (")


@pytest.mark.parametrize(("words", "dims"), [(200, 12), (9, 40)])
def test_spectrum_equals_eigenvalues_of_covariance(words: int, dims: int) -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(words, dims)) * np.arange(1, dims + 1)
    rows[:, 3] = 7.0
    expected = np.linalg.eigvalsh(np.cov(rows, rowvar=False, bias=True))[::-1]
    got = spectrum(rows)
    count = min(words, dims - 1)
    assert got.shares[:count] == pytest.approx(np.cumsum(expected)[:count] / expected.sum(), abs=1e-8)
    assert got.shares_at((1, 5)) == pytest.approx((expected[0] / expected.sum(), expected[:5].sum() / expected.sum()))


def test_shares_rise_to_one_for_any_number_of_dimensions() -> None:
    got = spectrum(signatures(["the", "of", "and", "to", "in"], load_alphabet("latin")))
    assert (np.diff(got.shares) >= 0).all() and got.shares[-1] == 1.0
    assert got.shares_at((0, 4, 769)) == (0.0, pytest.approx(1.0), 1.0)
    assert len(got.shares) == 5


def test_equal_signatures_raise_value_error() -> None:
    for rows in (np.ones((1, 4)), np.ones((3, 4)), np.ones(4)):
        with pytest.raises(ValueError, match="two"):
            spectrum(rows)


def test_english_lexicon_has_the_shares_of_the_paper(shared_data: Callable[[str], Path]) -> None:
    words = (shared_data("lexicons") / "iam_standard_words.txt").read_text().split()
    got = spectrum(signatures(words, load_alphabet("latin")))
    assert got.shares_at() == (pytest.approx(0.6244, abs=5e-5), pytest.approx(0.7613, abs=5e-5))
