"""The gain of gates is predicted from bias and AUROC as the benchmarks page says."""

from __future__ import annotations

from research.benchmark.record_archive import SUFFIX
from research.benchmark.records import load_records
from research.measurements.bench_gate_gain import predict, rule_lines, settings_of
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
    assert rates[1] == "2\t0.025\t0.033\t0.002\t0.008" and len(rates) == 5
    assert bounds.endswith("Theorem 1: m = 1, 1, 1, 1, bounds 0.474 and 0.968")
