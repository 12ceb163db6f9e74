"""All rivals on a made-up benchmark, from pictures to the command's table; and letters alone."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from competing_gates_helpers import DIMS, PRESET, SEED, made_up
from ensemble_helpers import CLASSES, latin, lexicon
from ensemble_helpers import ensemble as small_ensemble

import core.benchmark.run as benchmark_run
from core.benchmark.competing_gates.decisions import Decisions, decide_all
from core.benchmark.competing_gates.evidence import member_view
from core.benchmark.competing_gates.letters_only import free, with_lexicon
from core.benchmark.competing_gates.result_rows import ABOUT, ONE_ABOUT, rival_rows, run_rivals
from core.cli.main import main
from core.errors import InputError, Stopped
from core.evaluation.ausuc import ausuc
from core.evaluation.decision_rules import STACKING, Truth, right_answers, seen_unseen_sweep, truth_of
from core.evaluation.table import HEAD, cells, markdown
from core.model.pca import Pca
from core.model.spelling_learner import SpellingLearner, spellings
from core.recognition.read import read_embeddings
from core.recognition.vote import MemberPrediction

GATES = ("stacking", "knn", "rmds", "gmm", "boosted", "cosmo")


@cache
def decided() -> Any:
    ensemble, data, words = made_up()
    return ensemble, data, words, decide_all(ensemble, data, words, PRESET, SEED, "cpu")


@cache
def decided_by_one() -> Any:
    """The same benchmark with the first reader only."""
    ensemble, data, words, decisions = decided()
    first = {
        name: Decisions(*(getattr(made, field.name)[:1] for field in fields(Decisions)))
        for name, made in decisions.items()
    }
    return replace(ensemble, members=ensemble.members[:1]), data, words, first


def test_every_gate_tells_known_words_from_others_and_helps_the_vote() -> None:
    ensemble, data, words, decisions = decided()
    truth = truth_of(data.test.words, ensemble, words)
    rows = rival_rows(decisions, truth, [1000, 1000], 4.0)
    assert tuple(rows) == GATES  # these readers cannot spell
    embeddings = [member.learner.embed(data.test.images) for member in ensemble.members]
    bare = right_answers(ensemble, read_embeddings(ensemble, embeddings, words), truth)["vote"]
    without_gate = bare[~truth.is_seen].mean()
    for name, row in rows.items():
        assert row["auroc"] > 0.8, name
        assert row["A_u"] > without_gate, name
        assert row["h"] > 0.6 and row["h_interval"][0] <= row["h"] <= row["h_interval"][1]
        assert [member["member"] for member in row["members"]] == [0, 1]
        assert row["ms_per_word"] > 0 and 0.5 < row["ausuc"] <= 1
        assert row["parameters"] == 2000 + sum(decisions[name].numbers)
        assert (row["train_minutes"] > 4.0) == (name != "stacking")
    assert rows["stacking"]["parameters"] == 2002 and rows["stacking"]["train_minutes"] == 4.0
    json.dumps(rows)


def test_the_gate_numbers_are_those_of_its_decisions() -> None:
    ensemble, data, words, decisions = decided()
    truth = truth_of(data.test.words, ensemble, words)
    for name, row in rival_rows(decisions, truth, [0, 0], None).items():
        for k, member in enumerate(row["members"]):
            called = decisions[name].verdicts[k].seen
            assert member["tpr"] == pytest.approx(called[truth.known_to[k]].mean()), name
            assert member["tnr"] == pytest.approx(1 - called[~truth.known_to[k]].mean()), name


def test_stacking_is_the_row_that_an_evaluation_gives() -> None:
    ensemble, data, words, decisions = decided()
    truth = truth_of(data.test.words, ensemble, words)
    embeddings = [member.learner.embed(data.test.images) for member in ensemble.members]
    readings = read_embeddings(ensemble, embeddings, words)
    right = right_answers(ensemble, readings, truth)["stacking"]
    row = rival_rows(decisions, truth, [0, 0], None)["stacking"]
    assert row["ausuc"] == pytest.approx(ausuc(*seen_unseen_sweep(ensemble, readings, truth, STACKING)))
    assert row["A_u"] == pytest.approx(right[~truth.is_seen].mean())
    assert row["A_s"] == pytest.approx(right[truth.is_seen].mean())


def test_wrong_test_words_change_no_decision() -> None:
    ensemble, data, words, decisions = decided_by_one()
    rng = np.random.default_rng(5)
    shuffled = tuple(str(word) for word in rng.permutation(data.test.words))
    lied = replace(data, test=replace(data.test, words=shuffled))
    again = decide_all(ensemble, lied, words, PRESET, SEED, "cpu")
    for name, made in decisions.items():
        assert again[name].chosen == made.chosen
        for one, other in zip(made.verdicts, again[name].verdicts, strict=True):
            assert (one.word == other.word).all() and (one.seen == other.seen).all()
    rows = rival_rows(again, truth_of(shuffled, ensemble, words), [0], None)
    assert all(row["h"] < 0.2 for row in rows.values())  # while the scores do go by the words


def test_only_x_and_x_prime_are_learnt_from() -> None:
    ensemble, data, words = made_up(1)
    member = ensemble.members[0]
    _, known = member_view(ensemble, 0, data, words, PRESET, SEED, "cpu")
    shown = [words.words[place] for place in known.truth]
    seen = {ensemble.classes[c] for c in member.seen}
    assert [word in seen for word in shown] == known.is_seen.tolist()
    # of every known word's 7 images t = .7 went to T; of a held-out word none did
    assert known.is_seen.sum() == 2 * len(seen) and (~known.is_seen).sum() == 7 * (60 - len(seen))
    assert [words.words[place] for place in known.seen_words] == sorted(seen)
    assert known.right_if_seen[known.is_seen].mean() > 0.9
    assert known.right_if_unseen[~known.is_seen].mean() > 0.5
    asked = np.concatenate(member.learner.asked)  # type: ignore[attr-defined]
    assert len(asked) == len(known.truth)
    assert known.evidence.points.shape == (len(asked), DIMS)


def test_gates_on_the_whole_signature_leave_the_rivals_fifteen_components() -> None:
    ensemble, data, words = made_up(1)
    whole = Pca.fit(words.signatures, None)
    ensemble = replace(ensemble, members=(replace(ensemble.members[0], pca=whole),))
    _, known = member_view(ensemble, 0, data, words, PRESET, SEED, "cpu")
    assert known.evidence.points.shape[1] == known.centres.shape[1] == 15


def test_another_split_is_refused() -> None:
    ensemble, data, words = made_up(1)
    with pytest.raises(InputError, match="another split"):
        member_view(ensemble, 0, data, words, PRESET, SEED + 1, "cpu")


def test_a_stop_is_heeded() -> None:
    ensemble, data, words = made_up(1)
    with pytest.raises(Stopped):
        run_rivals(ensemble, data, words, PRESET, SEED, "cpu", lambda event: None, lambda: True)


def test_the_rows_of_readers_by_letters_worked_by_hand() -> None:
    truth = Truth(np.array([0, 1, 2, 3]), np.array([True, True, False, False]), np.ones((3, 4), bool))

    def says(*words: int) -> MemberPrediction:
        return MemberPrediction(np.array(words, np.int32), np.ones(4, np.float32), np.zeros(4, bool))

    # right: both seen, no unseen | one and one | none and one; the vote: both seen and word 3
    made = Decisions([says(0, 1, 9, 9), says(0, 9, 8, 3), says(7, 1, 7, 3)], seconds=[0.4, 0.4, 0.4])
    rows = rival_rows({"letters_free": made}, truth, [900, 900, 900], 6.0)
    assert list(rows) == ["letters_free_one", "letters_free"]
    one, vote = rows["letters_free_one"], rows["letters_free"]
    assert (one["A_s"], one["A_u"]) == (pytest.approx(4 / 6), pytest.approx(2 / 6))
    assert one["h"] == pytest.approx((0 + 1 / 2 + 1 / 2) / 3) and "h_interval" not in one
    assert (vote["A_s"], vote["A_u"]) == (1.0, 0.5) and "auroc" not in vote
    assert (one["ms_per_word"], vote["ms_per_word"]) == (pytest.approx(100), pytest.approx(300))
    assert (one["parameters"], vote["parameters"]) == (900, 2700) and "ausuc" not in vote
    assert (one["train_minutes"], vote["train_minutes"]) == (2.0, 6.0)


def spelling_member(columns: list[str], signature_of: str) -> tuple[Any, np.ndarray]:
    """A `phosc-ctc` ensemble of one and embeddings that spell ``columns`` and have another word's signature."""
    alphabet = latin()
    ensemble = small_ensemble(1)
    learner = SpellingLearner.new("phosc-ctc", alphabet, "cosine", 0)
    assert isinstance(learner, SpellingLearner)
    learner.weight = 40.0
    codes = spellings(columns, alphabet)
    log_probs = torch.full((len(columns), int(learner.net.columns), len(alphabet.encodable) + 1), -8.0)
    for row, word in enumerate(codes):
        log_probs[row, :, 0] = -0.1
        for place, code in enumerate(word):
            log_probs[row, 3 * place, code], log_probs[row, 3 * place, 0] = -0.1, -8.0
    signature = np.tile(lexicon().signatures[lexicon().index(signature_of)], (len(columns), 1))
    embeddings = np.concatenate([signature, log_probs.flatten(1).numpy()], axis=1).astype(np.float32)
    return replace(ensemble, members=(replace(ensemble.members[0], learner=learner),)), embeddings


def test_letters_alone_find_the_word_of_the_lexicon_whatever_the_signature_says() -> None:
    ensemble, embeddings = spelling_member(["cat", "hat", "gold", "cet"], signature_of="bed")
    verdict = with_lexicon(ensemble, 0, embeddings, lexicon())
    assert verdict is not None
    assert [lexicon().words[place] for place in verdict.word] == ["cat", "hat", "gold", "cat"]


def test_free_spelling_is_bound_to_no_lexicon_and_agrees_between_members() -> None:
    ensemble, embeddings = spelling_member(["cat", "cet", "zebra", "cet"], signature_of="bed")
    numbers: dict[str, int] = {}
    verdict = free(ensemble, 0, embeddings, lexicon(), numbers)
    assert verdict is not None
    size = len(lexicon())
    assert verdict.word.tolist() == [CLASSES.index("cat"), size, size + 1, size]
    assert verdict.distance.tolist() == pytest.approx([4.0] * 4, rel=1e-4)  # 40 columns of .1
    again = free(ensemble, 0, embeddings[2:], lexicon(), numbers)
    assert again is not None and again.word.tolist() == [size + 1, size]


def test_members_that_cannot_spell_have_no_such_rows() -> None:
    ensemble = small_ensemble(1)
    rows = np.zeros((2, latin().dim), np.float32)
    assert with_lexicon(ensemble, 0, rows, lexicon()) is None
    assert free(ensemble, 0, rows, lexicon(), {}) is None


def test_the_table_has_a_cell_for_every_column() -> None:
    ensemble, data, words, decisions = decided()
    rows = rival_rows(decisions, truth_of(data.test.words, ensemble, words), [0, 0], None)
    lines = markdown(HEAD, cells(rows)).splitlines()
    assert len(lines) == 2 + len(rows) and all(line.count("|") == len(HEAD) + 1 for line in lines)
    first = cells(rows)[0]
    assert first[0] == ABOUT["stacking"]
    assert first[-3:] == [f"{rows['stacking']['ms_per_word']:.1f}", "2", "–"]
    letters = {"letters_free": {"about": ONE_ABOUT["letters_free"], "h": 0.5, "ms_per_word": 1.0}}
    expected = [ONE_ABOUT["letters_free"], "–", "–", ".500", "–", "–", "–", "1.0", "–", "–"]
    assert cells(letters) == [expected]


@pytest.mark.parametrize("asked", [True, False])
def test_the_command_gives_the_rows_only_when_asked(
    asked: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ensemble, data, words, decisions = decided_by_one()
    monkeypatch.setattr("core.benchmark.gw.load", lambda path, fold: data)
    monkeypatch.setattr(benchmark_run, "train_ensemble", lambda *_: ensemble)
    command = ["benchmark", "gw", "--data", str(tmp_path), "--preset", "quick", "--device", "cpu"]
    out = tmp_path / "result.json"
    assert main([*command, "--out", str(out), *(["--rivals"] if asked else [])]) == 0
    shown = capsys.readouterr().out
    assert ("COSMO" in shown) == asked
    result = json.loads(out.read_text(encoding="utf-8"))
    assert tuple(result["rivals"]) == (GATES if asked else ())
    if asked:
        direct = rival_rows(decisions, truth_of(data.test.words, ensemble, words), [0], None)
        assert all(result["rivals"][name]["h"] == direct[name]["h"] for name in GATES)
