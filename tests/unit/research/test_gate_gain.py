"""The gain of gates is predicted from bias and AUROC as the benchmarks page says."""

from __future__ import annotations

from research.benchmark.record_archive import SUFFIX
from research.benchmark.records import load_records
from research.measurements.bench_gate_gain import predict, rule_lines, settings_of, size_lines
from research.results.make_tables import RECORDS


def test_the_gain_of_votes_of_five_has_the_predicted_sign_on_the_other_folds() -> None:
    records = [
        record
        for archive in ("gw-from-nothing", "gw-decisions")
        for record in load_records(RECORDS / f"{archive}{SUFFIX}").values()
        if record.card["name"] in ("compact-15", "compact")
    ]
    by = predict([setting for record in records for setting in settings_of(record, 5)])
    both, bias = by["bias and AUROC"], by["bias"]
    assert [round(weight, 3) for weight in both.weights] == [0.397, 1.024]
    assert (both.signs, bias.signs) == (8, 6) and both.settings == bias.settings == 8


def test_the_rule_of_section_5_is_counted_and_bounded() -> None:
    records = load_records(RECORDS / f"gw-from-nothing{SUFFIX}").values()
    *rates, bounds = rule_lines([record for record in records if record.card["name"] == "compact"])
    assert rates[1] == "2\t0.025\t0.033\t0.002\t0.008\t0.020\t0.031" and len(rates) == 5
    assert bounds.endswith("Theorem 1: m = 1, 1, 1, 1, bounds 0.474 and 0.968")


def test_the_rule_is_shown_for_every_number_of_readers() -> None:
    records = load_records(RECORDS / f"gw-from-nothing{SUFFIX}").values()
    lines = [line.split("\t") for line in size_lines([one for one in records if one.card["name"] == "compact"])]
    assert [line[0] for line in lines] == ["1", "2", "3", "4", "5"]
    assert lines[0][1] == "0.879" and lines[0][3:5] == lines[0][5:7] == lines[0][7:9], "one reader agrees with itself"
    assert lines[4] == ["5", "0.925", "2", "0.025", "0.033", "0.002", "0.008", "0.020", "0.031", "0.474", "0.968"]
