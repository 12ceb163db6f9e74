"""The competing rules on a synthetic benchmark, from images to the command's table; and spelling alone."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from competing_gates_helpers import DIMS, PRESET, SEED, synthetic_benchmark
from ensemble_helpers import CLASSES, latin, lexicon
from ensemble_helpers import ensemble as small_ensemble

import research.benchmark.run as benchmark_run
from core.errors import InputError, Stopped
from core.evaluation.decision_rules import (
    DecisionRule,
    GroundTruth,
    correct_predictions,
    ground_truth,
    seen_unseen_curve,
)
from core.evaluation.metrics import ausuc
from core.events import ignore_events
from core.model.ensemble import Ensemble
from core.model.pca import Pca
from core.model.spelling_learner import SpellingLearner, character_codes
from core.recognition.algorithms import MemberEvidence, MemberPrediction
from core.recognition.evidence import gather_evidence
from research.__main__ import main
from research.benchmark.competing_gates.decisions import (
    CompetingRule,
    MemberDecision,
    decide_all,
    predict_by_spelling,
    predict_free_spelling,
)
from research.benchmark.competing_gates.inputs import MemberView, member_view
from research.benchmark.competing_gates.result_rows import (
    ONE_MEMBER_LABELS,
    VOTE_LABELS,
    competing_rows,
    run_competing_gates,
)
from research.benchmark.summary import HEADERS, table_rows

GATES = ("stacking", "knn", "rmds", "gmm", "boosted", "cosmo")


@cache
def decided() -> Any:
    run, ensemble = synthetic_benchmark()
    return run, ensemble, decide_all(run, ensemble)


@cache
def decided_by_one() -> Any:
    """Return the same benchmark with the first member only."""
    run, ensemble, decisions = decided()
    return run, replace(ensemble, members=ensemble.members[:1]), {rule: one[:1] for rule, one in decisions.items()}


def gather_test_evidence(run: Any, ensemble: Ensemble) -> list[MemberEvidence]:
    embeddings = [member.learner.embed(run.data.test.images) for member in ensemble.members]
    return gather_evidence(ensemble, embeddings, run.lexicon)


def test_every_gate_separates_seen_from_unseen_words_and_improves_the_vote() -> None:
    run, ensemble, decisions = decided()
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    rows = competing_rows(decisions, truth, [1000, 1000], 4.0)
    assert tuple(rows) == GATES  # these members do not decode letters
    ungated = correct_predictions(ensemble, gather_test_evidence(run, ensemble), truth)[DecisionRule.UNGATED_VOTE]
    ungated_A_u = ungated[~truth.is_seen].mean()
    for name, row in rows.items():
        assert row["auroc"] > 0.8, name
        assert row["A_u"] > ungated_A_u, name
        assert row["h"] > 0.6 and row["h_interval"][0] <= row["h"] <= row["h_interval"][1]
        assert [member["member"] for member in row["members"]] == [0, 1]
        assert row["ms_per_word"] > 0 and 0.5 < row["ausuc"] <= 1
        assert row["parameters"] == 2000 + sum(one.decision.gate.parameters for one in decisions[name])
        assert (row["train_minutes"] > 4.0) == (name != "stacking")
    assert rows["stacking"]["parameters"] == 2002 and rows["stacking"]["train_minutes"] == 4.0
    json.dumps(rows)


def test_gate_rates_are_those_of_the_decisions() -> None:
    run, ensemble, decisions = decided()
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    for name, row in competing_rows(decisions, truth, [0, 0], None).items():
        for k, member in enumerate(row["members"]):
            called_seen = decisions[name][k].prediction.seen
            assert member["tpr"] == pytest.approx(called_seen[truth.seen_by[k]].mean()), name
            assert member["tnr"] == pytest.approx(1 - called_seen[~truth.seen_by[k]].mean()), name


def test_stacking_row_equals_that_of_an_evaluation() -> None:
    run, ensemble, decisions = decided()
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    evidence = gather_test_evidence(run, ensemble)
    correct = correct_predictions(ensemble, evidence, truth)[DecisionRule.STACKING]
    row = competing_rows(decisions, truth, [0, 0], None)["stacking"]
    assert row["ausuc"] == pytest.approx(ausuc(*seen_unseen_curve(ensemble, evidence, truth, DecisionRule.STACKING)))
    assert row["A_u"] == pytest.approx(correct[~truth.is_seen].mean())
    assert row["A_s"] == pytest.approx(correct[truth.is_seen].mean())


def test_wrong_test_words_change_no_decision() -> None:
    run, ensemble, decisions = decided_by_one()
    rng = np.random.default_rng(5)
    shuffled = tuple(str(word) for word in rng.permutation(run.data.test.words))
    data = replace(run.data, test=replace(run.data.test, words=shuffled))
    again = decide_all(replace(run, data=data), ensemble)
    for rule, by_member in decisions.items():
        for one, other in zip(by_member, again[rule], strict=True):
            assert (other.decision.gate.setting, other.decision.gate.threshold) == (
                one.decision.gate.setting,
                one.decision.gate.threshold,
            )
            assert (one.prediction.word == other.prediction.word).all()
            assert (one.prediction.seen == other.prediction.seen).all()
    rows = competing_rows(again, ground_truth(shuffled, ensemble, run.lexicon), [0], None)
    assert all(row["h"] < 0.2 for row in rows.values())  # while the scores do depend on the words


def test_gates_are_chosen_for_accuracy_where_the_preset_is() -> None:
    run, ensemble, decisions = decided_by_one()
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    by_share = decide_all(run.with_preset(PRESET.changed(objective="accuracy")), ensemble)
    # no word is on one page alone, so that none of the words to come is new
    before, now = (sum(one[0].prediction.seen.sum() for one in found.values()) for found in (decisions, by_share))
    assert now > before
    assert set(competing_rows(by_share, truth, [0], None)) == set(GATES)


def test_calibration_set_is_x_and_x_prime() -> None:
    run, ensemble = synthetic_benchmark(1)
    member = ensemble.members[0]
    _, calibration = member_view(run, ensemble, 0)
    shown = [run.lexicon.words[position] for position in calibration.truth]
    seen = {ensemble.classes[c] for c in member.seen}
    assert [word in seen for word in shown] == calibration.is_seen.tolist()
    # of the 7 images of every seen word t = .7 went to T; of a held-out word none did
    assert calibration.is_seen.sum() == 2 * len(seen) and (~calibration.is_seen).sum() == 7 * (60 - len(seen))
    assert [run.lexicon.words[position] for position in calibration.seen_words] == sorted(seen)
    assert calibration.right_if_seen[calibration.is_seen].mean() > 0.9
    assert calibration.right_if_unseen[~calibration.is_seen].mean() > 0.5
    embedded = np.concatenate(member.learner.embedded)  # type: ignore[attr-defined]
    assert len(embedded) == len(calibration.truth)
    assert calibration.inputs.points.shape == (len(embedded), DIMS)


def test_gates_on_the_whole_signature_leave_the_others_fifteen_components() -> None:
    run, ensemble = synthetic_benchmark(1)
    whole = Pca.fit(run.lexicon.signatures, None)
    ensemble = replace(ensemble, members=(replace(ensemble.members[0], pca=whole),))
    _, calibration = member_view(run, ensemble, 0)
    assert calibration.inputs.points.shape[1] == calibration.centres.shape[1] == 15


def test_another_split_raises_input_error() -> None:
    run, ensemble = synthetic_benchmark(1)
    with pytest.raises(InputError, match="another split"):
        member_view(replace(run, seed=SEED + 1), ensemble, 0)


def test_stop_raises_stopped() -> None:
    run, ensemble = synthetic_benchmark(1)
    with pytest.raises(Stopped):
        run_competing_gates(run, ensemble, None, ignore_events, lambda: True)


def test_rows_of_spelling_members_by_hand() -> None:
    truth = GroundTruth(np.array([0, 1, 2, 3]), np.array([True, True, False, False]), np.ones((3, 4), bool))

    def decision(*words: int) -> MemberDecision:
        return MemberDecision(
            MemberPrediction(np.array(words, np.int32), np.ones(4, np.float32), np.zeros(4, bool)), seconds=0.4
        )

    # right: both seen, no unseen | one and one | none and one; the vote: both seen and word 3
    by_member = [decision(0, 1, 9, 9), decision(0, 9, 8, 3), decision(7, 1, 7, 3)]
    rows = competing_rows({CompetingRule.FREE_SPELLING: by_member}, truth, [900, 900, 900], 6.0)
    assert list(rows) == ["letters_free_one", "letters_free"]
    one, vote = rows["letters_free_one"], rows["letters_free"]
    assert (one["A_s"], one["A_u"]) == (pytest.approx(4 / 6), pytest.approx(2 / 6))
    assert one["h"] == pytest.approx((0 + 1 / 2 + 1 / 2) / 3) and "h_interval" not in one
    assert (vote["A_s"], vote["A_u"]) == (1.0, 0.5) and "auroc" not in vote
    assert (one["ms_per_word"], vote["ms_per_word"]) == (pytest.approx(100), pytest.approx(300))
    assert (one["parameters"], vote["parameters"]) == (900, 2700) and "ausuc" not in vote
    assert (one["train_minutes"], vote["train_minutes"]) == (2.0, 6.0)


def first_member_view(ensemble: Ensemble) -> MemberView:
    return MemberView(ensemble, ensemble.members[0], lexicon(), ensemble.members[0].pca)


def spelling_member(columns: list[str], signature_of: str) -> tuple[MemberView, np.ndarray]:
    """Return a `phosc-ctc` member, and embeddings that spell ``columns`` but have another word's signature."""
    alphabet = latin()
    ensemble = small_ensemble(1)
    learner = SpellingLearner.new("phosc-ctc", alphabet, "cosine", 0)
    assert isinstance(learner, SpellingLearner)
    learner.weight = 40.0
    codes = character_codes(columns, alphabet)
    log_probs = torch.full((len(columns), int(learner.net.columns), len(alphabet.encodable) + 1), -8.0)
    for row, word in enumerate(codes):
        log_probs[row, :, 0] = -0.1
        for place, code in enumerate(word):
            log_probs[row, 3 * place, code], log_probs[row, 3 * place, 0] = -0.1, -8.0
    signature = np.tile(lexicon().signatures[lexicon().index(signature_of)], (len(columns), 1))
    embeddings = np.concatenate([signature, log_probs.flatten(1).numpy()], axis=1).astype(np.float32)
    return first_member_view(replace(ensemble, members=(replace(ensemble.members[0], learner=learner),))), embeddings


def test_spelling_in_lexicon_ignores_the_signature() -> None:
    view, embeddings = spelling_member(["cat", "hat", "gold", "cet"], signature_of="bed")
    prediction = predict_by_spelling(view, embeddings)
    assert prediction is not None
    assert [lexicon().words[position] for position in prediction.word] == ["cat", "hat", "gold", "cat"]


def test_free_spelling_numbers_words_equally_for_all_members() -> None:
    view, embeddings = spelling_member(["cat", "cet", "zebra", "cet"], signature_of="bed")
    numbers: dict[str, int] = {}
    prediction = predict_free_spelling(view, embeddings, numbers)
    assert prediction is not None
    size = len(lexicon())
    assert prediction.word.tolist() == [CLASSES.index("cat"), size, size + 1, size]
    assert prediction.distance.tolist() == pytest.approx([4.0] * 4, rel=1e-4)  # 40 columns of .1
    again = predict_free_spelling(view, embeddings[2:], numbers)
    assert again is not None and again.word.tolist() == [size + 1, size]


def test_members_that_decode_no_letters_have_no_spelling_rows() -> None:
    view = first_member_view(small_ensemble(1))
    rows = np.zeros((2, latin().dim), np.float32)
    assert predict_by_spelling(view, rows) is None
    assert predict_free_spelling(view, rows, {}) is None


def test_table_has_a_cell_for_every_column() -> None:
    run, ensemble, decisions = decided()
    rows = competing_rows(decisions, ground_truth(run.data.test.words, ensemble, run.lexicon), [0, 0], None)
    lines = table_rows(rows)
    assert len(lines) == len(rows) and all(len(line) == len(HEADERS) for line in lines)
    assert lines[0][0] == VOTE_LABELS[CompetingRule.STACKING]
    assert lines[0][-3:] == [f"{rows['stacking']['ms_per_word']:.1f}", "2", "–"]
    label = ONE_MEMBER_LABELS[CompetingRule.FREE_SPELLING]
    letters = {"letters_free": {"about": label, "h": 0.5, "ms_per_word": 1.0}}
    assert table_rows(letters) == [[label, "–", "–", ".500", "–", "–", "–", "1.0", "–", "–"]]


@pytest.mark.parametrize("rivals", [True, False])
def test_command_gives_the_rows_with_the_flag_only(
    rivals: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run, ensemble, decisions = decided_by_one()
    monkeypatch.setattr("research.commands.benchmark.load_gw", lambda path, fold: run.data)
    monkeypatch.setattr(benchmark_run, "train_ensemble", lambda *_: ensemble)
    command = ["benchmark", "gw", "--data", str(tmp_path), "--preset", "quick", "--device", "cpu"]
    out = tmp_path / "result.json"
    assert main([*command, "--out", str(out), *(["--rivals"] if rivals else [])]) == 0
    shown = capsys.readouterr().out
    assert ("COSMO" in shown) == rivals
    result = json.loads(out.read_text(encoding="utf-8"))
    assert tuple(result["other_rules"]) == (GATES if rivals else ())
    if rivals:
        direct = competing_rows(decisions, ground_truth(run.data.test.words, ensemble, run.lexicon), [0], None)
        assert all(result["other_rules"][name]["h"] == direct[name]["h"] for name in GATES)
