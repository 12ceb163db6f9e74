"""The report of a whole ensemble: rates from X and X', the correlation of votes, sizes, and the intervals of all."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, ensemble, lexicon, make_evidence
from hypothesis import given, settings
from hypothesis import strategies as st

from core.cli.arguments import build_parser
from core.cli.commands.evaluate import SIZE_LABELS, show_bounds
from core.cli.console import Console
from core.evaluation.bounds.ensemble_size import MAX_MEMBERS, MeanRates, required_size
from core.evaluation.bounds.estimate import class_allocation, member_rates, vote_correlation
from core.evaluation.bounds.intervals import interval, rate_draws, rho_draws, size_interval, sufficient_sizes
from core.evaluation.bounds.report import BOUND_LABELS, report_bounds
from core.evaluation.bounds.theorems import hoeffding
from core.evaluation.decision_rules import ground_truth
from core.model.ensemble import Calibration

MEMBERS = 7
RHO = 0.3


class RecordingConsole(Console):
    """A console that keeps what is printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tables: list[tuple[str, list[str], list[list[str]]]] = []

    def emit(self, event: dict[str, Any]) -> None:
        raise AssertionError(event)

    def print(self, text: str) -> None:
        self.lines.append(text)

    def table(self, title: str, header: list[str], rows: list[list[str]], *, is_text: bool = False) -> None:
        self.tables.append((title, header, rows))

    def result(self, result: dict[str, Any]) -> None:
        raise AssertionError(result)

    def close(self) -> None: ...


def calibration(votes: list[float], n_seen: int) -> Calibration:
    n = len(votes)
    zeros = np.zeros(n, np.bool_)
    return Calibration(np.array(votes, np.float32), np.arange(n) < n_seen, np.zeros(n, np.float32), zeros, zeros)


def stub_ensemble(alpha: float, beta: float, rows: int = 100, members: int = MEMBERS) -> Any:
    """Return members that err on the shares alpha of X and beta of X'; each holds out one word in turn."""
    votes = [0.0] * round(alpha * rows) + [6.0] * round((1 - alpha) * rows)
    votes += [6.0] * round(beta * rows) + [0.0] * round((1 - beta) * rows)
    everyone = np.arange(len(CLASSES))
    return SimpleNamespace(
        classes=CLASSES,
        members=tuple(
            SimpleNamespace(
                seen=np.delete(everyone, k % len(CLASSES)), thres=3, n_gates=6, calibration=calibration(votes, rows)
            )
            for k in range(members)
        ),
    )


def test_member_rates_are_those_at_the_threshold() -> None:
    one = member_rates(calibration([0, 2.99, 3, 6, 6, 0, 3, 2, 1], 5), 3)
    assert (one.alpha, one.beta) == (2 / 5, 1 / 4) and one.gamma == pytest.approx(0.35)
    assert (one.n_seen, one.n_unseen) == (5, 4)
    assert one.alpha_interval[0] < 0.4 < one.alpha_interval[1] and one.gamma_interval[0] < 0.35
    wider = member_rates(calibration([0, 2.99, 3, 6, 6, 0, 3, 2, 1], 5), 3, level=0.99)
    assert wider.beta_interval[1] > one.beta_interval[1]


def test_intervals_of_rates_have_their_coverage() -> None:
    rng = np.random.default_rng(0)
    covered = []
    for _ in range(400):
        votes = np.concatenate([rng.random(200) > 0.1, rng.random(80) < 0.25]) * 6.0
        one = member_rates(calibration(votes.tolist(), 200), 3)
        covered.append(
            [
                low <= true <= high
                for (low, high), true in (
                    (one.alpha_interval, 0.1),
                    (one.beta_interval, 0.25),
                    (one.gamma_interval, 0.65),
                )
            ]
        )
    alpha, beta, gamma = np.mean(covered, axis=0)
    assert 0.92 < alpha < 0.98 and 0.92 < beta < 0.98 and gamma > 0.97


def test_class_allocation_excludes_words_that_all_members_held_out() -> None:
    allocation = class_allocation(ensemble(2))  # trained on 0 1 2 4 and on 1 2 3 5
    assert allocation.tolist() == [[True, True, True, False, True, False], [False, True, True, True, False, True]]
    assert class_allocation(ensemble(1)).tolist() == [[True] * 4]


@pytest.mark.parametrize("rho", [0.0, 0.3, 1.0])
def test_vote_correlation_ignores_differences_between_members(rho: float) -> None:
    rng = np.random.default_rng(1)
    own, common = rng.random((9, 30_000)), np.broadcast_to(rng.random(30_000), (9, 30_000))
    together = rng.random(30_000) < rho
    held_out = np.zeros((9, 30_000), np.bool_)
    assert vote_correlation(np.where(together, common, own) < 0.2, held_out) == pytest.approx(rho, abs=0.02)
    # some members were trained on the word or are worse: no correlation
    seen_by = np.broadcast_to(rng.random(30_000) < 0.5, (9, 30_000))
    level = np.where(seen_by, 0.9, 0.2) + np.linspace(-0.1, 0.1, 9)[:, None]
    assert vote_correlation(own < level, seen_by) == pytest.approx(0, abs=0.01)


def test_vote_correlation_of_too_few_votes_is_none() -> None:
    none = np.zeros((1, 9), np.bool_)
    assert vote_correlation(none, none) is None and vote_correlation(none.T[:2], none.T[:2]) is None
    same = np.ones((3, 5), np.bool_)
    assert vote_correlation(same, ~same) == 0


def test_report_applies_the_theorems_and_serialises_to_json() -> None:
    report = report_bounds(stub_ensemble(0.1, 0.2))
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert (report["L"], report["words"], report["held_out_by_all"]) == (MEMBERS, 6, 0)
    assert report["mean"] == pytest.approx({"alpha": 0.1, "beta": 0.2, "gamma": 0.7, "p": 5 / 6})
    assert report["mu"] == pytest.approx(1.4)
    # "and" is held out by members 0 and 6, every other word by one
    assert report["Delta"] == pytest.approx({"least": 3.5, "mean": (3.5 + 5 * 4.2) / 6, "greatest": 4.2})
    rules = {rule["name"]: rule for rule in report["rules"]}
    assert set(rules) == set(BOUND_LABELS) - {"exchangeable", "exchangeable_printed"}
    assert rules["consensus"]["m"] == MEMBERS and rules["consensus"]["if_independent"]["unseen_given_seen"] > 0.8
    for name in ("theorem_1", "sharpest"):
        for side in ("unseen_given_seen", "seen_given_unseen"):
            assert rules[name]["if_independent"][side] <= rules[name]["promised"][side]
        assert rules[name]["measured"] is None
    assert max(rules["sharpest"]["promised"][side] for side in ("unseen_given_seen", "seen_given_unseen")) < 0.5
    # all 14 intervals hold together at 95 %; five members were trained on "and"
    worst = member_rates(calibration([0.0] * 10 + [6.0] * 90 + [6.0] * 20 + [0.0] * 80, 100), 3, 1 - 0.05 / 14)
    (low, high), a = worst.beta_interval, worst.alpha_interval[1]
    assert report["careful"] == pytest.approx(asdict(hoeffding(7, 7 * high, 5 * (1 - a) + 2 * low)))
    assert [row["wanted"] for row in report["enough"]] == [0.1, 0.05, 0.01]
    assert report["dependence"] is None and all(row["dependent"] is None for row in report["enough"])
    printed = [row["printed"] for row in report["sizes"]]
    assert printed == sorted(printed, reverse=True) and printed[-1] < 0.2
    assert all(row["expected"] <= row["promised"] <= row["printed"] for row in report["sizes"])


def test_report_measures_the_rules_on_test_words() -> None:
    stub = stub_ensemble(0.1, 0.2, members=4)
    words = ["and", "bed", "fir", "gold", "hat", "gold"]
    truth = ground_truth(words, stub, lexicon())
    votes = [[6, 6, 0, 6, 0, 0], [6, 6, 6, 6, 0, 0], [6, 0, 0, 6, 0, 6], [0, 6, 0, 0, 6, 0]]
    evidence = [make_evidence(v, [(0, 0.1)] * 6, [(6, 0.2)] * 6) for v in votes]
    report = report_bounds(stub, evidence, truth)
    json.dumps(report, allow_nan=False)
    rules = {rule["name"]: rule for rule in report["rules"]}
    # votes for "seen": and 3, bed 3, fir 1 | gold 3, hat 1, gold 1
    assert rules["consensus"]["measured"]["unseen_given_seen"] == 1
    assert rules["consensus"]["measured"]["seen_given_unseen"] == 0
    by_m = {rule["m"]: rule["measured"] for rule in report["rules"]}
    assert by_m[2]["unseen_given_seen"] == by_m[2]["seen_given_unseen"] == pytest.approx(1 / 3)
    assert by_m[2]["seen_given_unseen_n"] == 3
    assert (
        report["dependence"]["rho_unseen"] >= 0 and rules["exchangeable"]["promised"]["m"] == rules["exchangeable"]["m"]
    )
    only_seen = report_bounds(stub, [r.take(np.arange(3)) for r in evidence], ground_truth(words[:3], stub, lexicon()))
    assert only_seen["dependence"] is None
    assert only_seen["rules"][0]["measured"]["seen_given_unseen"] is None


def test_report_of_one_member_and_of_guessing_members() -> None:
    one = report_bounds(ensemble(1))
    assert one["held_out_by_all"] == 2 and one["words"] == 4
    guessers = report_bounds(stub_ensemble(0.5, 0.5))
    json.dumps(guessers, allow_nan=False)
    assert [rule["name"] for rule in guessers["rules"]] == ["best", "consensus"]
    assert guessers["careful"] is None and guessers["sizes"] == []


def test_report_of_members_without_errors() -> None:
    report = report_bounds(stub_ensemble(0.0, 0.0))
    json.dumps(report, allow_nan=False)
    rules = {rule["name"]: rule for rule in report["rules"]}
    assert rules["theorem_1"]["m"] == 1 and rules["theorem_1"]["promised"]["seen_given_unseen"] == 1
    best = rules["best"]["if_independent"]
    assert best["seen_given_unseen"] == 0 and best["unseen_given_seen"] < 1e-9
    # each word is held out by a member, so the consensus calls no word seen
    assert rules["consensus"]["if_independent"]["unseen_given_seen"] == pytest.approx(1)
    assert 0 < report["careful"]["unseen_given_seen"] < 1
    # Theorem 2 gives no bound for mu = 0; two such members err only on the 1 / 36 that both held out
    assert report["enough"][0]["printed"] is None and report["enough"][0]["expected"] == 2


@pytest.mark.parametrize("has_x", [True, False])
def test_report_without_x_or_without_x_prime_has_a_reason(has_x: bool) -> None:
    stub = stub_ensemble(0.1, 0.2)
    old = stub.members[0].calibration
    rows = old.is_seen if has_x else ~old.is_seen
    stub.members[0].calibration = replace(old, **{name: getattr(old, name)[rows] for name in Calibration.__slots__})
    report = report_bounds(stub)
    json.dumps(report, allow_nan=False)
    assert "unknown" in report["why_not"] and "rules" not in report
    first = report["members"][0]
    assert (first["beta"] is None) == has_x and (first["alpha"] is None) != has_x and first["gamma"] is None
    assert first["beta_interval" if has_x else "alpha_interval"] == [0, 1]
    console = RecordingConsole()
    show_bounds(report, console)
    assert console.lines == [report["why_not"]] and not console.tables


def test_bounds_flag_is_off_by_default() -> None:
    assert build_parser().parse_args(["evaluate", "x.ductus", "--bounds"]).bounds is True
    assert build_parser().parse_args(["evaluate", "x.ductus"]).bounds is False


def test_tables_show_rules_and_sufficient_sizes() -> None:
    console, report = RecordingConsole(), report_bounds(stub_ensemble(0.1, 0.2))
    show_bounds(report, console)
    rules, sizes = console.tables
    assert [row[0] for row in rules[2]] == [BOUND_LABELS[rule["name"]] for rule in report["rules"]]
    assert rules[2][-1][1:3] == ["7 of 7", "–"] and rules[2][-1][3].count(" / ") == 1
    assert sizes[1] == ["", "10%", "5%", "1%"] and len(sizes[2]) == len(SIZE_LABELS) + 1
    assert sizes[2][0][1] == str(report["enough"][0]["expected"]) and sizes[2][-1][1:] == ["–"] * 3
    assert "10.0%" in console.lines[0] and "20.0%" in console.lines[0]


def test_with_test_words_rho_and_sizes_have_intervals_and_the_printed_theorem_is_shown() -> None:
    model = stub_ensemble(0.1, 0.2)
    rng = np.random.default_rng(8)
    words = ["and", "bed", "cat", "gold", "hat", "ink"] * 20
    truth = ground_truth(words, model, lexicon([*CLASSES, "gold", "hat", "ink"]))
    common = rng.random(len(words)) < 0.2
    evidence = []
    for k, member in enumerate(model.members):
        votes = np.where(truth.seen_by[k] ^ (common | (rng.random(len(words)) < 0.1)), member.n_gates, 0)
        evidence.append(make_evidence(votes.tolist(), [(0, 0.1)] * len(words), [(1, 0.1)] * len(words)))
    report = report_bounds(model, evidence, truth)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    dependence = report["dependence"]
    for side in ("rho_seen", "rho_unseen"):
        low, high = dependence[f"{side}_interval"]
        assert low <= dependence[side] <= high and 0 < high - low < 1
    rules = {rule["name"]: rule for rule in report["rules"]}
    printed, ours = (rules[name]["promised"] for name in ("exchangeable_printed", "exchangeable"))
    assert (
        printed["seen_given_unseen"] != ours["seen_given_unseen"] and "wrong" in rules["exchangeable_printed"]["about"]
    )
    for row in report["enough"]:
        low, high = row["dependent_interval"]
        assert low is None or high is None or low <= high
    console = RecordingConsole()
    show_bounds(report, console)
    assert "proven" not in " ".join([*console.lines, str(console.tables)])
    assert any("95 % intervals" in line and "correlated by" in line for line in console.lines)
    low, high = report["enough"][0]["dependent_interval"]
    shown = "none" if low is None else f"{low} to {'none' if high is None else high}"
    assert console.tables[1][2][-1][:2] == ["the same, 95 % interval", shown]


def votes_in_common(rng: np.random.Generator, images: int, members: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Return votes of which a share RHO is common to all members, and that half of the words were trained on."""
    seen_by = np.broadcast_to(np.arange(images) % 2 == 0, (members, images))
    common = rng.random(images) < RHO
    draws = np.where(common, rng.random(images), rng.random((members, images)))
    return np.where(seen_by, draws >= 0.2, draws < 0.3), seen_by


def test_intervals_hold_the_true_correlation_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(60):
        votes, seen_by = votes_in_common(rng, 200)
        drawn = rho_draws(votes, seen_by, range(200), draws=150)
        assert drawn is not None
        low, high = interval(drawn[:, 1])
        held += low <= RHO <= high
    assert 50 <= held <= 60


def test_few_words_give_wide_intervals_and_no_certain_number() -> None:
    rng = np.random.default_rng(2)
    mean = MeanRates(0.03, 0.05, 0.9, 300)
    widths = []
    for images in (50, 800):
        votes, seen_by = votes_in_common(rng, images)
        drawn = rho_draws(votes, seen_by, range(images))
        assert drawn is not None
        low, high = interval(drawn[:, 1])
        widths.append(high - low)
        rates = np.tile([[mean.alpha, mean.beta]], (len(drawn), 1))
        ends = size_interval(rates, mean, drawn, 0.2)
        assert ends[0] is not None
        if images == 50:
            assert ends[1] is None or ends[1] > ends[0]
    assert widths[0] > 2 * widths[1]


def test_images_of_one_word_are_drawn_together() -> None:
    rng = np.random.default_rng(3)
    votes, seen_by = votes_in_common(rng, 60)
    repeated, again = np.repeat(votes, 20, axis=1), np.repeat(seen_by, 20, axis=1)
    by_word = rho_draws(repeated, again, np.repeat(np.arange(60), 20).tolist())
    by_image = rho_draws(repeated, again, range(1200))
    assert by_word is not None and by_image is not None
    assert np.ptp(interval(by_word[:, 0])) > 2 * np.ptp(interval(by_image[:, 0]))


def test_votes_that_are_all_equal_tell_nothing() -> None:
    seen_by = np.broadcast_to(np.arange(40) % 2 == 0, (3, 40))
    drawn = rho_draws(np.ones((3, 40), np.bool_), seen_by, range(40))
    assert drawn is not None
    low, high = interval(drawn[:, 0])
    assert low < 0.1 and high > 0.9
    assert rho_draws(np.ones((1, 40), np.bool_), seen_by[:1], range(40)) is None
    assert vote_correlation(np.ones((1, 40), np.bool_), seen_by[:1]) is None


@given(
    st.floats(0, 0.45), st.floats(0, 0.45), st.floats(0.1, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 0.5)
)
@settings(max_examples=150, deadline=None)
def test_sizes_are_those_of_the_bound(
    alpha: float, beta: float, p: float, rho_s: float, rho_u: float, target: float
) -> None:
    (size,) = sufficient_sizes(np.array([[alpha, beta]]), p, np.array([[rho_s, rho_u]]), target)
    expected = required_size(MeanRates(alpha, beta, p, 100), target, (rho_s, rho_u)).exchangeable
    assert (MAX_MEMBERS + 1 if np.isinf(size) else size) == pytest.approx(expected or MAX_MEMBERS + 1, abs=1)


def test_rates_vary_as_those_of_one_member() -> None:
    is_seen = np.arange(300) < 200
    rows = np.zeros(300)
    votes = np.where(is_seen, np.arange(300) >= 20, np.arange(300) < 230).astype(np.float32)
    calibration = Calibration(votes, is_seen, rows.astype(np.float32), is_seen, is_seen)
    drawn = rate_draws([member_rates(calibration, 1)] * 7, draws=4000)
    assert drawn.mean(axis=0) == pytest.approx([0.1, 0.3], abs=0.01)
    assert drawn.std(axis=0) == pytest.approx([(0.09 / 200) ** 0.5, (0.21 / 100) ** 0.5], rel=0.08)
