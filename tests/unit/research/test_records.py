"""Records of a benchmark, word by word, also of words in no list: tables are made again from them."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from competing_gates_helpers import synthetic_benchmark

import research.benchmark.run as benchmark_run
from core.errors import InputError
from core.evaluation.decision_rules import DecisionRule, correct_predictions, ground_truth
from core.evaluation.metrics import SCORES
from core.evaluation.reliability import expected_calibration_error
from core.events import ignore_events
from core.lexicon.lexicon import Lexicon
from core.model.confidence import Confidence
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence, SpelledEvidence
from core.recognition.evidence import embed_all, gather_evidence
from core.recognition.unlisted import unlisted_number
from core.training.presets import preset
from research.__main__ import main
from research.benchmark.folds import Fold, Origins
from research.benchmark.job import BenchmarkRun
from research.benchmark.measurement import measure, record_of_run
from research.benchmark.paired_rows import scored_rows
from research.benchmark.pooled_rows import ClusterBy, group_records
from research.benchmark.record_report import correct_answers, gate_figures, record_rows, unlisted_images
from research.benchmark.records import Record, add_rows, load_records, pack_records, save_record
from research.benchmark.training_time import TrainingMinutes
from research.benchmark.variants import parse_variants, run_variants
from research.measurements.bench_open_lists import FOR_H, HEADINGS, RULES, table, ways_of

CONDITIONS = {"list": "short", "words": 80}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of two seeds on the synthetic benchmark, beside their records."""
    folder = tmp_path_factory.mktemp("records")
    run, ensemble = synthetic_benchmark(2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("research.commands.benchmark.load_gw", lambda path, fold: run.data)
        patch.setattr(benchmark_run, "train_ensemble", lambda *_: ensemble)
        arguments = ["benchmark", "gw", "--data", str(folder), "--preset", "quick", "--device", "cpu", "--seeds", "0,1"]
        assert main([*arguments, "--run", str(folder / "run"), "--out", str(folder / "out.json")]) == 0
    return folder / "out.json"


@pytest.fixture
def folder(out: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(out.with_suffix(".records"), tmp_path / "records"))


def test_the_rows_are_those_of_the_run(out: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = json.loads(out.read_text(encoding="utf-8"))["runs"]
    records = load_records(folder)
    assert sorted(records) == [Path(run["record"]).stem for run in runs] and len(records) == 2
    for run in runs:
        rows = record_rows(records[Path(run["record"]).stem])
        for rule, row in run["baselines"].items():
            assert {name: rows["baselines"][rule][name] for name in SCORES} == {name: row[name] for name in SCORES}
        for name in ("ece_seen", "ece_unseen", "augrc"):
            assert rows["confidence"][name] == pytest.approx(run["confidence"][name])
    capsys.readouterr()
    assert main(["benchmark", "report", str(folder), "--json"]) == 0
    printed: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert printed["summary"]["runs"] == 2
    assert main(["benchmark", "report", str(folder)]) == 0
    assert "vote, gates" in capsys.readouterr().out


def test_a_record_has_every_word_with_the_members_votes(folder: Path) -> None:
    run, _ = synthetic_benchmark(2)
    record = load_records(folder)["synthetic-seed-0-quick"]
    columns = record.columns
    assert [columns["words"][at] for at in columns["truth"]] == list(run.data.test.words)
    assert columns["image"].tolist() == run.data.test.image_hashes().tolist()
    for name in ("votes", "seen_word", "seen_distance", "unseen_word", "unseen_distance", "rule_one_m1"):
        assert columns[name].shape == (len(run.data.test.words), 2)
    assert ((columns["confidence"] >= 0) & (columns["confidence"] <= 1)).all()


def test_a_card_says_which_model_gave_the_words(tmp_path: Path) -> None:
    run, ensemble = synthetic_benchmark(1)
    run = replace(run, records=tmp_path)
    card = {"preset": run.preset.to_json(), "starter": "5eed", "versions": {"ductus": "1"}, "data": {"images": 420}}
    ensemble = replace(ensemble, card=card)
    measure(run, ensemble, TrainingMinutes(2.0, 0.5), began_with_starter=False)
    quick = {"preset": preset("quick").to_json(), "starter": "5eed", "versions": {"ductus": "1"}}
    kept = load_records(tmp_path)["synthetic-seed-0-quick"].card
    assert (kept["model"], kept["train_minutes"]) == (quick, 2.5)
    # a variant has gates of its own on the same embedders
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("research.benchmark.variants._convert_learner", lambda learner, *_: learner)
        run_variants(run, ensemble, TrainingMinutes(), parse_variants("quick:gates=6"), ignore_events, lambda: False)
    kept = load_records(tmp_path)["synthetic-seed-0-quick_gates_6"].card
    assert kept["model"] == quick | {"preset": {**quick["preset"], "gates": 6}, "embedders_by": quick["preset"]}


def test_a_changed_file_is_refused(folder: Path) -> None:
    file = folder / "synthetic-seed-1-quick.npz"
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    with pytest.raises(InputError, match=r"quick\.npz: it is not the file that its card describes"):
        load_records(folder)


def test_an_archive_has_the_same_records(folder: Path, tmp_path: Path) -> None:
    for archive in (tmp_path / "one.tar.xz", tmp_path / "again.tar.xz"):
        pack_records(folder, archive)
    assert (tmp_path / "one.tar.xz").read_bytes() == (tmp_path / "again.tar.xz").read_bytes()
    plain, packed = load_records(folder), load_records(tmp_path / "one.tar.xz")
    assert packed.keys() == plain.keys()
    for name, record in packed.items():
        assert record.card == plain[name].card | {"sha256": record.card["sha256"]}
        assert record.columns.keys() == plain[name].columns.keys()
        for column, values in record.columns.items():
            assert values.dtype == plain[name].columns[column].dtype
            assert values.tobytes() == plain[name].columns[column].tobytes()


@pytest.mark.parametrize("damage", [b"no archive", None])
def test_a_damaged_archive_is_refused(folder: Path, tmp_path: Path, damage: bytes | None) -> None:
    archive = tmp_path / "a.tar.xz"
    pack_records(folder, archive)
    archive.write_bytes(damage or archive.read_bytes()[:-200])
    with pytest.raises(InputError, match="archive of records is damaged"):
        load_records(archive)


def test_words_that_do_not_follow_from_the_votes_are_refused(folder: Path) -> None:
    record = load_records(folder)["synthetic-seed-0-quick"]
    columns = record.columns | {"votes": np.zeros_like(record.columns["votes"])}
    columns["thres"] = np.full(2, 3, np.int32)
    save_record(folder, "forged", {"name": "forged"}, columns)
    with pytest.raises(InputError, match="'forged' is inconsistent"):
        record_rows(load_records(folder)["forged"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["report"], "Name the folder"),
        (["report", "nowhere"], "there is no record of a benchmark"),
        (["gw"], "--data names the folder"),
    ],
)
def test_what_is_missing_is_said(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", *arguments]) == 2
    assert message in capsys.readouterr().err


def _spelled(words: tuple[str, ...], is_missing: np.ndarray, rng: np.random.Generator) -> SpelledEvidence:
    """Return a third answer that is given for missing words, nine times in ten with the right text."""
    texts = [word if rng.random() < 0.9 else f"{word}x" for word in words]
    size = len(words)
    return SpelledEvidence(
        np.array(texts, np.object_),
        np.array([unlisted_number(text) for text in texts], np.int32),
        rng.random(size).astype(np.float32),
        np.ones(size, np.float32),
        np.full(size, 0.95, np.float32),
        is_missing & (rng.random(size) < 0.9),
        np.ones(size, np.bool_),
    )


def _with_third_side(confidence: Confidence | None) -> Confidence:
    assert confidence is not None
    return Confidence(
        *(np.vstack([rows, rows[:1]]) for rows in (confidence.mean, confidence.scale, confidence.weights))
    )


@pytest.fixture(scope="module")
def measured() -> tuple[BenchmarkRun, Ensemble, list[MemberEvidence]]:
    """Return a run whose list lacks five of the test words, three of them shown by training images."""
    run, ensemble = synthetic_benchmark(3)
    members = [replace(member, confidence=_with_third_side(member.confidence)) for member in ensemble.members]
    ensemble = replace(ensemble, members=tuple(members))
    test = run.data.test
    missing = [*run.data.train.classes[:3], *sorted(set(test.classes) - set(run.data.train.classes))[:2]]
    short = Lexicon([word for word in run.lexicon.words if word not in missing], run.alphabet)
    pages = tuple(f"page {row % 8}" for row in range(len(test.words)))
    run = replace(run, lexicon=short, data=replace(run.data, fold=Fold("synthetic"), test_origins=Origins(pages)))
    is_missing = np.array([word in missing for word in test.words])
    rng = np.random.default_rng(0)
    evidence = [
        replace(one, spelled=_spelled(test.words, is_missing, rng))
        for one in gather_evidence(ensemble, embed_all(ensemble, test.images, "cpu"), short)
    ]
    return run, ensemble, evidence


@pytest.fixture
def open_folder(measured: tuple[BenchmarkRun, Ensemble, list[MemberEvidence]], tmp_path: Path) -> Path:
    run, ensemble, evidence = measured
    record_of_run(replace(run, records=tmp_path), ensemble, evidence, None, "quick", {"conditions": CONDITIONS})
    return tmp_path


@pytest.fixture
def record(open_folder: Path) -> Record:
    return load_records(open_folder)["synthetic-seed-0-quick-short-80"]


def test_the_answers_are_those_of_the_evidence(
    measured: tuple[BenchmarkRun, Ensemble, list[MemberEvidence]], record: Record
) -> None:
    run, ensemble, evidence = measured
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    for rule, right in correct_predictions(ensemble, evidence, truth).items():
        assert np.array_equal(correct_answers(record, rule), right)
    columns = record.columns
    assert [columns["words"][at] for at in columns["truth"]] == list(run.data.test.words)
    assert [word in run.lexicon for word in columns["words"].tolist()] == columns["is_listed"].tolist()
    assert np.array_equal(unlisted_images(record), truth.is_unlisted & ~truth.is_seen)
    assert unlisted_images(record).sum() == 4, "two images of each of two new words"
    # the third answer decides some of the votes, and the rows follow from them
    chosen = columns["rule_gate"]
    assert (~columns["is_listed"][chosen]).sum() >= 3
    record_rows(record)


def test_a_member_without_the_third_answer_takes_part_as_before(
    measured: tuple[BenchmarkRun, Ensemble, list[MemberEvidence]], tmp_path: Path
) -> None:
    run, ensemble, evidence = measured
    mixed = [replace(evidence[0], spelled=None), *evidence[1:]]
    record_of_run(replace(run, records=tmp_path), ensemble, mixed, None, "quick", {})
    (record,) = load_records(tmp_path).values()
    assert not record.columns["is_spelled"][:, 0].any() and record.columns["is_spelled"][:, 1].any()
    record_rows(record)
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    right = correct_predictions(ensemble, mixed, truth)[DecisionRule.GATED]
    assert np.array_equal(correct_answers(record, "gate"), right)


def test_third_answers_that_the_vote_does_not_follow_from_are_refused(open_folder: Path, record: Record) -> None:
    card = {name: value for name, value in record.card.items() if name not in ("sha256", "columns")}
    nobody = np.zeros_like(record.columns["is_spelled"])
    save_record(open_folder, "forged", card, record.columns | {"is_spelled": nobody})
    with pytest.raises(InputError, match="'quick' is inconsistent"):
        record_rows(load_records(open_folder)["forged"])


@pytest.mark.parametrize("conditions", [["list"], {"list": ["a"]}])
def test_conditions_of_another_kind_are_refused(open_folder: Path, record: Record, conditions: object) -> None:
    card = {name: value for name, value in record.card.items() if name not in ("sha256", "columns")}
    save_record(open_folder, "forged", card | {"conditions": conditions}, record.columns)
    with pytest.raises(InputError, match=r"forged\.json: the record is damaged"):
        load_records(open_folder)


def test_words_in_no_list_have_a_score_of_their_own(record: Record) -> None:
    (group,) = group_records({"one": record})
    assert group.conditions == CONDITIONS and group.title == "synthetic, list short, words 80"
    rows = {row["row"]: row for row in scored_rows(group, ClusterBy.PAGE)}
    columns, unlisted = record.columns, unlisted_images(record)
    right = columns["rule_gate"] == columns["truth"]
    row = rows["quick/gate"]
    new = ~columns["is_seen"] & ~unlisted
    assert (row["A_o"], row["A_u"], row["all_correct"]) == pytest.approx(
        (right[unlisted].mean(), right[new].mean(), right.mean())
    )
    assert (row["n_unlisted"], row["n_unseen"]) == (unlisted.sum(), new.sum())
    assert rows["quick/vote"]["A_o"] == 0.0, "without the third answer no such word can be read"
    assert record_rows(record)["baselines"][DecisionRule.GATED]["A_u"] == pytest.approx(right[new].mean())
    figures = gate_figures(record)
    for name, part in {"ece": slice(None), "ece_unseen": new, "ece_unlisted": unlisted}.items():
        assert figures[name] == pytest.approx(expected_calibration_error(columns["confidence"][part], right[part]))
    sure = unlisted & ~right & (columns["confidence"] >= 0.9)
    assert figures["wrong_at_90_percent_unlisted"] == sure.sum()


def test_the_tables_have_columns_for_the_conditions(
    measured: tuple[BenchmarkRun, Ensemble, list[MemberEvidence]],
    open_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run, ensemble, evidence = measured
    run = replace(run, records=open_folder)
    record_of_run(run, ensemble, evidence, None, "quick", {"conditions": CONDITIONS | {"list": "other"}})
    out = tmp_path / "rows.csv"
    assert main(["benchmark", "report", str(open_folder), "--against", "none", "--out", str(out)]) == 0
    header, *lines = out.read_text(encoding="utf-8").splitlines()
    assert header.startswith("data,split,list,words,cluster_by,clusters,row,") and "n_unlisted" in header
    assert {line.split(",")[2] for line in lines} == {"short", "other"} and len(lines) == 10
    assert not out.with_stem("rows-paired").exists(), "nothing was compared"
    shown = capsys.readouterr().out
    # records of different lists are told apart, and have no common mean
    for name in ("short", "other"):
        assert f"list {name}, words 80, seed 0, quick" in shown and f"'quick, list {name}, words 80'" in shown


def test_what_decides_with_each_list_is_tabulated(
    measured: tuple[BenchmarkRun, Ensemble, list[MemberEvidence]], open_folder: Path, record: Record
) -> None:
    run, ensemble, evidence = measured
    for_h, kept = f"quick{FOR_H}", replace(run, records=open_folder)
    record_of_run(kept, ensemble, evidence, None, for_h, {"conditions": CONDITIONS})
    plain = [line[1] for line in table(load_records(open_folder))]
    assert plain == ["no gate", "stacking", "**chosen**", "for h"], "no row has a third answer yet"
    truth = np.array(run.data.test.words, np.object_)
    wrong = np.where(np.arange(len(truth)) % 3, truth, "")
    rows = {"vote_third": wrong, "stacking_third": truth, "gate_listed": truth}
    add_rows(
        open_folder, "synthetic-seed-0-quick-short-80", {name: (name, of) for name, of in rows.items()}, run.lexicon
    )
    lines = {line[1]: dict(zip(HEADINGS, line, strict=True)) for line in table(load_records(open_folder))}
    assert tuple(lines) == (*RULES, "for h") and {line["list"] for line in lines.values()} == {"short, 80 words"}
    right, seen = record.columns["rule_gate"] == record.columns["truth"], record.columns["is_seen"]
    new = ~seen & ~unlisted_images(record)
    chosen, base = lines["**chosen**"], np.arange(len(truth)) % 3 > 0
    a_s, a_u = right[seen].mean(), right[new].mean()
    assert [chosen[name] for name in ("all", "A_s", "A_u", "A_o", "h")] == [
        f"{share:.4f}" for share in (right.mean(), a_s, a_u, right[~seen & ~new].mean(), 2 * a_s * a_u / (a_s + a_u))
    ]
    assert chosen["ECE"] == lines["for h"]["ECE"] == f"{gate_figures(record)['ece']:.4f}"
    assert lines["no gate"]["gain in all over no gate"] == "0.0000 ± 0.0000" and lines["no gate"]["ECE"] == "–"
    sums = np.bincount(np.arange(len(truth)) % 8, right - 1.0 * base - (right - 1.0 * base).mean())
    error = np.sqrt(8 / 7 * (sums**2).sum()) / len(truth)
    assert chosen["gain in all over no gate"] == f"{right.mean() - base.mean():.4f} ± {error:.4f}"


@pytest.mark.parametrize("name", ["phosc-ctc", "compact"])
def test_every_way_of_fitting_is_another(name: str) -> None:
    """The demo's readers spell no letters, and were trained for h."""
    trained_by = preset(name).changed(prior=False, objective="h").to_json() | {"name": "demo"}
    ways = ways_of(trained_by, parts=True, objectives=True)
    ours = ways["demo"]
    assert next(iter(ways)) == "demo" and (ours.prior, ours.objective, ours.learner) == (True, "accuracy", name)
    assert ways[f"demo{FOR_H}"] == ours.changed(objective="h") != ours
    assert len(ways) == 5 and ours.changed(prior=False) in ways.values()


def test_rows_can_be_added_as_texts(
    measured: tuple[BenchmarkRun, Ensemble, list[MemberEvidence]], open_folder: Path, record: Record
) -> None:
    run, _, _ = measured
    texts: np.ndarray[Any, Any] = np.array([*run.data.test.words], np.object_)
    texts[:2] = "", "neverseen"
    add_rows(open_folder, "synthetic-seed-0-quick-short-80", {"typed": ("as typed", texts)}, run.lexicon)
    added = load_records(open_folder)["synthetic-seed-0-quick-short-80"]
    assert correct_answers(added, "typed").tolist() == [False, False] + [True] * (len(texts) - 2)
    assert added.columns["rule_typed"][0] == -1
    assert "neverseen" in added.columns["words"] and added.card["labels"]["typed"] == "as typed"
    # what was there keeps its meaning
    for rule in ("gate", "one_m1"):
        assert np.array_equal(correct_answers(added, rule), correct_answers(record, rule))
