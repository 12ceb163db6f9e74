"""Tables of several records: pooled folds, clustered intervals and paired comparisons, held against plain NumPy."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from competing_gates_helpers import DIMS, synthetic_benchmark
from sklearn.metrics import roc_auc_score

import research.benchmark.run as benchmark_run
from core.errors import InputError
from core.evaluation.metrics import format_share
from core.evaluation.reliability import expected_calibration_error
from core.gates.ensemble import GateEnsemble
from core.model.decision import Decision
from core.recognition.evidence import embed_all, gather_evidence
from research.__main__ import main
from research.benchmark.folds import Fold, Origins, SplitKind
from research.benchmark.measurement import record_of_run
from research.benchmark.paired_tests import holm
from research.benchmark.pooled_rows import ClusterBy, group_records
from research.benchmark.record_report import gate_figures
from research.benchmark.records import load_records, save_record
from research.results.rows import described_parts

PAGES = 8


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of two folds of eight pages, beside records of seed 0, with rivals, and of seed 1."""
    folder = tmp_path_factory.mktemp("report")
    run, ensemble = synthetic_benchmark(3)

    def load(path: Path, number: int) -> Any:
        fold = Fold("gw", SplitKind.PAGES, number, ("x",))
        pages = tuple(f"{number}-{row % PAGES}" for row in range(len(run.data.test.words)))
        return replace(run.data, name=str(fold), fold=fold, test_origins=Origins(pages))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("research.commands.benchmark.load_gw_pages", load)
        patch.setattr(benchmark_run, "train_ensemble", lambda *_: ensemble)
        command = ["benchmark", "gw", "--data", str(folder), "--split", "pages", "--preset", "quick", "--device", "cpu"]
        command += ["--folds", "1,2", "--run", str(folder / "run"), "--out", str(folder / "out.json")]
        assert main([*command, "--seed", "1"]) == 0
        assert main([*command, "--seed", "0", "--rivals"]) == 0
    return folder / "out.json"


@pytest.fixture
def folder(out: Path) -> Path:
    return out.with_suffix(".records")


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["benchmark", "report", *arguments, "--json"]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return result


def test_the_split_is_in_the_results_and_on_the_card(out: Path, folder: Path) -> None:
    runs = json.loads(out.read_text(encoding="utf-8"))["runs"]
    assert [run["split"] for run in runs] == [
        {"data": "gw", "split": "pages", "fold": fold, "left_out": ["x"]} for fold in (1, 2)
    ]
    record = load_records(folder)["gw-pages-fold-2-seed-1-quick"]
    assert record.card["split"] == "pages" and record.card["fold"] == 2 and record.card["version"] == 3
    assert set(record.columns["page"].tolist()) == {f"2-{n}" for n in range(PAGES)}
    assert (record.columns["writer"] == "").all()


def test_rows_are_those_of_numpy_over_all_folds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table,) = report(capsys, str(folder))["pooled"]
    assert table["cluster_by"] == "page" and table["data"] == "gw" and table["split"] == "pages"
    records = load_records(folder)
    rows = {row["row"]: row for row in table["rows"]}
    for rule, seeds in (("gate", [0, 1]), ("one_m1", [0, 1]), ("rival_boosted", [0])):
        right: list[float] = []
        seen: list[bool] = []
        for fold in (1, 2):
            shares = []
            for seed in seeds:
                columns = records[f"gw-pages-fold-{fold}-seed-{seed}-quick"].columns
                words = columns[f"rule_{rule}"].reshape(len(columns["truth"]), -1)
                shares.append((words == columns["truth"][:, None]).mean(axis=1))
            right += np.mean(shares, axis=0).tolist()
            seen += columns["is_seen"].tolist()
        A_s, A_u = (np.array(right)[np.array(seen) == group].mean() for group in (True, False))
        row = rows[f"quick/{rule}"]
        assert (row["A_s"], row["A_u"]) == pytest.approx((A_s, A_u))
        assert row["h"] == pytest.approx(2 * A_s * A_u / (A_s + A_u))
        of_runs = []
        for columns in (record.columns for record in records.values() if f"rule_{rule}" in record.columns):
            words = columns[f"rule_{rule}"].reshape(len(columns["truth"]), -1)
            shares = (words == columns["truth"][:, None]).mean(axis=1)
            of_kinds = [shares[columns["is_seen"] == kind].mean() for kind in (True, False)]
            of_runs.append(2 * of_kinds[0] * of_kinds[1] / sum(of_kinds))
        assert row["h_sd"] == pytest.approx(np.std(of_runs, ddof=1))
        assert row["h_interval"][0] <= row["h"] <= row["h_interval"][1]
        assert row["all_correct_interval"][0] <= row["all_correct"] <= row["all_correct_interval"][1]
        assert (row["clusters"], row["folds"], row["seeds"]) == (2 * PAGES, [1, 2], seeds)
        assert row["n_seen"] + row["n_unseen"] == len(right)


def test_gates_and_stacking_have_the_means_of_rates_and_calibration_of_the_runs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table,) = report(capsys, str(folder))["pooled"]
    rows = {row["row"]: row for row in table["rows"]}
    gate, aurocs, errors, rates, margins = rows["quick/gate"], [], [], [], []
    for record in load_records(folder).values():
        columns = record.columns
        right, is_seen = columns["rule_gate"] == columns["truth"], columns["is_seen"]
        votes = zip(columns["votes"].T, columns["seen_by"].T, strict=True)
        aurocs.append(np.mean([roc_auc_score(seen, vote) for vote, seen in votes]))
        errors.append(
            [expected_calibration_error(columns["confidence"][kind], right[kind]) for kind in (is_seen, ~is_seen)]
        )
        for k, known in enumerate(columns["seen_by"].T):
            called_known = columns["votes"][:, k] >= columns["thres"][k]
            rates.append([called_known[known].mean(), (~called_known)[~known].mean()])
            margin = columns["unseen_distance"][:, k] - columns["seen_distance"][:, k]
            margins.append(roc_auc_score(known, margin))
    assert gate["auroc"] == pytest.approx(np.mean(aurocs))
    assert [gate["tpr"], gate["tnr"]] == pytest.approx(np.mean(rates, axis=0))
    assert rows["quick/stacking"]["auroc"] == pytest.approx(np.mean(margins))
    assert [gate["ece_seen"], gate["ece_unseen"]] == pytest.approx(np.mean(errors, axis=0))
    assert gate["ece_worst"] == pytest.approx(np.max(errors))
    assert "auroc" not in rows["quick/vote"]
    assert main(["benchmark", "report", str(folder)]) == 0
    shown = capsys.readouterr().out.partition("are told apart, and")[2].partition("h minus")[0]
    lines = {line.split()[0]: line.split()[1:] for line in shown.splitlines() if line.startswith(" quick/")}
    assert lines["quick/gate"][0] == format_share(gate["auroc"]) and lines["quick/stacking"][1:] == ["–"] * 5


def test_where_an_offset_stands_for_gates_the_row_says_so_and_shows_its_ranking(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load_records(folder)["gw-pages-fold-1-seed-0-quick"]
    columns = dict(record.columns)
    margin = columns["unseen_distance"][:, 0] - columns["seen_distance"][:, 0]
    columns["is_offset"] = np.arange(len(columns["gates"])) == 0
    columns["votes"] = np.column_stack([margin > 0.1, *columns["votes"].T[1:]]).astype(np.int32)
    columns["thres"] = np.array([1, *columns["thres"][1:]], np.int32)
    found = gate_figures(replace(record, columns=columns))
    scores = [margin, *columns["votes"].T[1:]]
    aurocs = [roc_auc_score(known, score) for known, score in zip(columns["seen_by"].T, scores, strict=True)]
    assert (found["readers"], found["offset_readers"]) == (len(aurocs), 1)
    assert found["auroc"] == pytest.approx(np.mean(aurocs))
    right = columns["rule_gate"] == columns["truth"]
    assert found["confidence_auroc"] == pytest.approx(roc_auc_score(right, columns["confidence"]))
    named = described_parts({"row": "compact/gate", "readers": "5", "offset_readers": "2"})
    assert named["decision"] == "vote, gates (2 of 5 readers: offset)"


def test_records_say_what_decides_in_their_readers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, ensemble = synthetic_benchmark(3)
    pages = Origins(tuple(f"{row % PAGES}" for row in range(len(run.data.test.words))))
    run = replace(run, data=replace(run.data, fold=Fold("gw"), test_origins=pages))
    evidence = gather_evidence(ensemble, embed_all(ensemble, run.data.test.images), run.lexicon)
    step = {"gate": GateEnsemble.from_feature(DIMS, 0)}
    changes: list[dict[str, Any]] = [{}, step, step | {"decision": Decision("vote", {}, {}, 0.1)}]
    for name, kinds in {"gates": (0, 0, 0), "steps": (0, 1, 2), "none": (2, 2, 2)}.items():
        members = (replace(ensemble.members[k], **changes[kind]) for k, kind in enumerate(kinds))
        by_rules = replace(ensemble, members=tuple(members))
        record_of_run(replace(run, records=tmp_path), by_rules, evidence, None, name, {})
    cards = {record.card["name"]: record.card for record in load_records(tmp_path).values()}
    assert cards["steps"]["decided_by"] == ["gate", "stacking", "vote"]
    own = "vote, each by its own rule"
    assert {name: card["labels"]["gate"] for name, card in cards.items()} == {
        "gates": "vote, gates",
        "steps": own,
        "none": own,
    }
    assert main(["benchmark", "report", str(tmp_path), "--against", "none", "--out", str(tmp_path / "rows.csv")]) == 0
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["row"]: described_parts(row)["decision"] for row in csv.DictReader(file)}
    assert rows["gates/gate"] == "vote, gates" and rows["none/gate"] == "vote, no gate for gates"
    assert rows["steps/gate"] == "vote, gates (1 of 3 readers: offset, 1 of 3 readers: no gate)"


def test_comparisons_are_corrected_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table,) = report(capsys, str(folder), "--against", "quick/vote")["pooled"]
    compared = table["comparisons"]
    names = {one["row"] for one in compared}
    assert "quick/vote" not in names and "quick/oracle_gate" not in names and "quick/rival_boosted" in names
    tests = {one["test"]: one["p"] for one in compared}
    corrected = dict(zip(tests, holm(list(tests.values())), strict=True))
    assert [one["p_holm"] for one in compared] == pytest.approx([corrected[one["test"]] for one in compared])
    rows = {row["row"]: row["h"] for row in table["rows"]}
    for one in compared:
        # rivals have one seed only, with which the other row is compared then
        assert one["seeds"] == ([0] if "rival" in one["row"] else [0, 1])
        if "rival" not in one["row"]:
            assert one["difference"] == pytest.approx(rows[one["row"]] - rows["quick/vote"])
        told = one["p_holm"] < 0.05
        assert one["verdict"] == (("ahead" if one["difference"] > 0 else "behind") if told else "not told apart")
    assert {one["verdict"] for one in compared} >= {"not told apart"}


def test_each_preset_is_compared_with_its_own_row_and_with_a_named_one(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load_records(folder)["gw-pages-fold-1-seed-0-quick"]
    save_record(tmp_path, "a", _card(record.card), record.columns)
    save_record(tmp_path, "b", _card(record.card) | {"name": "other"}, record.columns)
    (table,) = report(capsys, str(tmp_path), "--against", "gate, quick/gate")["pooled"]
    rules = {row["row"].partition("/")[2] for row in table["rows"]} - {"oracle_gate"}
    pairs = [(comparison["row"], comparison["against"]) for comparison in table["comparisons"]]
    own = {(f"{name}/{rule}", f"{name}/gate") for name in ("quick", "other") for rule in rules - {"gate"}}
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == own | {(f"other/{rule}", "quick/gate") for rule in rules}
    tests = {comparison["test"]: comparison["p"] for comparison in table["comparisons"] if comparison["test"]}
    assert len(tests) <= len(rules) - 1, "the same answers under two names are tested once"
    corrected = dict(zip(tests, holm(list(tests.values())), strict=True))
    assert all(comparison["p_holm"] == corrected.get(comparison["test"], 1) for comparison in table["comparisons"])
    assert main(["benchmark", "report", str(tmp_path), "--against", "gate"]) == 0
    shown = capsys.readouterr().out
    assert "h minus that of quick/gate" in shown and "h minus that of other/gate" in shown


def test_one_run_has_mcnemar_of_votes_but_not_of_means(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load_records(folder)["gw-pages-fold-1-seed-0-quick"]
    save_record(tmp_path / "one", "only", _card(record.card), record.columns)
    result = report(capsys, str(tmp_path / "one"))
    (table,) = result["pooled"]
    compared = {comparison["row"]: comparison for comparison in table["comparisons"]}
    columns = record.columns
    gate, vote = (columns[f"rule_{rule}"] == columns["truth"] for rule in ("gate", "vote"))
    one = compared["quick/vote"]
    assert (one["only_row"], one["only_against"]) == (int((vote & ~gate).sum()), int((gate & ~vote).sum()))
    assert one["against"] == "quick/gate" and 0 < one["mcnemar_p"] <= one["mcnemar_p_holm"] <= 1
    assert compared["quick/one_m1"]["mcnemar_p"] is None and compared["quick/one_m1"]["p"] is not None
    assert any("Only 8 pages" in note for note in table["notes"])


def test_tables_are_printed_and_written_as_csv(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["benchmark", "report", str(folder), "--cluster", "word", "--out", str(tmp_path / "rows.csv")]) == 0
    shown = capsys.readouterr().out
    assert "gw by pages" in shown and "by drawing whole words" in shown and "corrected by Holm" in shown
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (tmp_path / "rows-paired.csv").open(encoding="utf-8", newline="") as file:
        paired = list(csv.DictReader(file))
    gate = next(row for row in rows if row["row"] == "quick/gate")
    assert gate["cluster_by"] == "word" and gate["folds"] == "1 2" and gate["seeds"] == "0 1"
    assert float(gate["h_low"]) <= float(gate["h"]) <= float(gate["h_high"])
    assert {row["against"] for row in paired} == {"quick/gate"} and all(float(row["p_holm"]) <= 1 for row in paired)


def test_records_of_version_1_are_read_without_pages(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in (0, 1):
        record = load_records(folder)[f"gw-pages-fold-1-seed-{seed}-quick"]
        new = ("page", "writer", *(name for name in record.columns if name.startswith("rule_rival_")))
        columns = {name: column for name, column in record.columns.items() if name not in new}
        kept = {name: record.card[name] for name in ("name", "preset", "seed", "lexicon")}
        old = {"version": 1, "benchmark": "gw fold 3", **kept}
        save_record(tmp_path / "old", f"gw-fold-3-seed-{seed}-quick", old, columns)
    record = load_records(tmp_path / "old")["gw-fold-3-seed-0-quick"]
    assert record.card["data"] == "gw" and record.card["fold"] == 3 and record.card["split"] == "usual"
    (table,) = report(capsys, str(tmp_path / "old"))["pooled"]
    assert table["rows"] == [] and "not known" in table["notes"][0]
    (table,) = report(capsys, str(tmp_path / "old"), "--cluster", "word")["pooled"]
    assert {row["row"] for row in table["rows"]} >= {"quick/gate", "quick/vote"}
    (table,) = report(capsys, str(tmp_path / "old"), "--cluster", "image")["pooled"]
    assert {row["clusters"] for row in table["rows"]} == {len(np.unique(record.columns["image"]))}
    with pytest.raises(InputError, match="do not name the writer"):
        group_records(load_records(tmp_path / "old"))[0].cluster_by(ClusterBy.WRITER)


def test_runs_of_one_preset_in_two_folders_are_told_apart(folder: Path, tmp_path: Path) -> None:
    record = load_records(folder)["gw-pages-fold-1-seed-0-quick"]
    for name in ("with.records", "without.records"):
        save_record(tmp_path / name, "run", _card(record.card), record.columns)
    (group,) = group_records(load_records(tmp_path))
    assert {"with/quick/gate", "without/quick/gate"} <= {row.name for row in group.rows}


def test_other_images_of_the_same_fold_and_unknown_rows_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["benchmark", "report", str(folder), "--against", "gates"]) == 2
    assert "There is no row 'gates'; choose one of quick/one_m1" in capsys.readouterr().err
    record = load_records(folder)["gw-pages-fold-1-seed-0-quick"]
    save_record(tmp_path, "a", _card(record.card), record.columns)
    changed = record.columns | {"image": record.columns["image"][::-1]}
    save_record(tmp_path, "b", _card(record.card) | {"seed": 5}, changed)
    with pytest.raises(InputError, match="a and b are of fold 1, but of different test images"):
        group_records(load_records(tmp_path))


def _card(card: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a card that its writer gives."""
    return {name: value for name, value in card.items() if name not in ("sha256", "columns")}
