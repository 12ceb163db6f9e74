"""Simulated annotation: sizes and orders, the counts of words, and the words until a target is reached."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from executor_helpers import small_net
from job_helpers import json_into

from core.errors import InputError
from core.evaluation.decision_rules import DecisionRule
from core.events import ignore_events
from core.imaging.normalise import normalise
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.training.presets import preset
from core.training.samples import Samples
from research.__main__ import main
from research.benchmark.annotation_simulation import ORDERS, AnnotationPlan, simulate, words_until
from research.benchmark.job import BenchmarkData, BenchmarkRun
from research.benchmark.pooled_rows import group_records
from research.benchmark.record_report import record_rows
from research.benchmark.records import load_records

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")

WORDS = ("the", "and", "letter", "page", "river", "house", "stone", "green")


def small_run(folder: Path, **changes: int) -> BenchmarkRun:
    rng = np.random.default_rng(0)
    writer = Writer.random(3)

    def part(words: list[str]) -> Samples:
        return Samples.of(np.stack([normalise(render_word(word, writer, rng)) for word in words]), words)

    data = BenchmarkData("small", part([*WORDS[:6] * 12]), part([*WORDS] * 2))
    return BenchmarkRun.create(data, preset("quick").changed(members=1, gates=6, **changes), 0, "cpu", folder)


@pytest.mark.parametrize("order", ORDERS)
def test_simulation_trains_and_measures_at_every_size(tmp_path: Path, order: str) -> None:
    events: list[dict[str, Any]] = []
    run = small_run(tmp_path, steps=6, gate_epochs=2)
    rows = simulate(run, AnnotationPlan((24, 48), order), json_into(events), lambda: False)
    assert [row["words"] for row in rows] == [24, 48]
    # nothing was predicted before the first training, so every word of it counts as corrected
    assert rows[0]["corrected"] == 24
    assert 24 <= rows[1]["corrected"] <= 48
    # "stone" and "green" are never among the words to transcribe
    assert all(row["test_unseen"] >= 4 for row in rows)
    assert all(0 <= row[name] <= 1 for row in rows for name in ("A_u", "A_s", "h"))
    assert [event["words"] for event in events if event.get("event") == "transcribed"] == [24, 48]


def test_simulation_ends_when_all_words_are_transcribed(tmp_path: Path) -> None:
    run = small_run(tmp_path, steps=4, gate_epochs=1)
    rows = simulate(run, AnnotationPlan((40, 500, 900), "page"), ignore_events, lambda: False)
    assert [row["words"] for row in rows] == [40, 72]


def test_words_until_interpolates_between_two_sizes() -> None:
    rows = [{"words": 50, "h": 0.4}, {"words": 100, "h": 0.6}, {"words": 200, "h": 0.9}]
    assert words_until(rows, 0.75) == pytest.approx(150)
    assert words_until(rows, 0.2) == pytest.approx(25)
    assert words_until(rows, 0.95) is None


@pytest.mark.parametrize("sizes", [(), (5,), (30, 30), (50, 40)])
def test_invalid_sizes_raise_input_error(sizes: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="rising"):
        AnnotationPlan(sizes, "page")


def test_unknown_order_raises_input_error() -> None:
    with pytest.raises(InputError, match="no order"):
        AnnotationPlan((20,), "best")


def test_command_reports_words_until_each_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(0)
    writer = Writer.random(3)
    lines = ["file,text,page"]
    for number in range(60):
        word = WORDS[number % len(WORDS)]
        assert cv2.imwrite(str(tmp_path / f"{number}.png"), render_word(word, writer, rng))
        lines.append(f"{number}.png,{word},p{number // 6}")
    (tmp_path / "words.csv").write_text("\n".join(lines), encoding="utf-8")
    arguments = [
        "simulate",
        "table",
        "--data",
        str(tmp_path),
        "--preset",
        "quick",
        "--steps",
        "3",
        "--orders",
        "page",
        "--sizes",
        "24,40",
        "--set",
        "gates=4",
        "--out",
        str(tmp_path / "out.json"),
        "--device",
        "cpu",
    ]
    assert main(arguments) == 0
    assert "corrected" in capsys.readouterr().out
    result = json.loads((tmp_path / "out.json").read_text())
    assert [row["words"] for row in result["page"]["rows"]] == [24, 40]
    assert set(result["page"]["until"]) == {"h 0.8", "h 0.9", "right 0.8", "right 0.9"}
    records = load_records(tmp_path / "out.records")
    for row in result["page"]["rows"]:
        record = records[f"table-fold-1-seed-0-quick-page-{row['words']}-{row['corrected']}-nothing-3-0"]
        scores = record_rows(record)["baselines"][DecisionRule.GATED]
        assert {name: scores[name] for name in ("A_u", "A_s", "h")} == {n: row[n] for n in ("A_u", "A_s", "h")}
        assert record.card["conditions"]["order"] == "page" and record.card["conditions"]["seed"] == 0
    groups = group_records(records)
    assert [group.conditions["words"] for group in groups] == [24, 40]
    assert main([*arguments[:-4], "--orders", "best"]) == 2
    assert "no order 'best'" in capsys.readouterr().err
