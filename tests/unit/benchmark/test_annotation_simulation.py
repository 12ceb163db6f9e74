"""A simulated transcriber: sizes and orders are kept to, what is counted is right, and the count is read off."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.benchmark.annotation_simulation import ORDERS, Round, simulate, words_until
from core.benchmark.data import BenchmarkData
from core.cli.main import main
from core.errors import InputError
from core.imaging.normalise import normalise
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.lexicon.alphabet import load_alphabet
from core.training.presets import preset
from core.training.samples import Samples

WORDS = ("the", "and", "letter", "page", "river", "house", "stone", "green")


def data() -> BenchmarkData:
    rng = np.random.default_rng(0)
    writer = Writer.random(3)

    def part(words: list[str]) -> Samples:
        return Samples.of(np.stack([normalise(render_word(word, writer, rng)) for word in words]), words)

    return BenchmarkData.of("small", part([*WORDS[:6] * 12]), part([*WORDS] * 2))


@pytest.mark.parametrize("order", ORDERS)
def test_every_size_is_trained_on_and_measured(tmp_path: Path, order: str) -> None:
    small = preset("quick").changed(members=1, steps=6, gates=6, gate_epochs=2)
    told = []
    rows = simulate(
        data(), load_alphabet("latin"), small, Round((24, 48), order), 0, "cpu", tmp_path, told.append, lambda: False
    )
    assert [row["words"] for row in rows] == [24, 48]
    # nothing was read before the first training, so every word of it counts as corrected
    assert rows[0]["corrected"] == 24
    assert 24 <= rows[1]["corrected"] <= 48
    # "stone" and "green" are never among the words to transcribe
    assert all(row["test_unseen"] >= 4 for row in rows)
    assert all(0 <= row[name] <= 1 for row in rows for name in ("A_u", "A_s", "h"))
    assert [event["words"] for event in told if event.get("event") == "transcribed"] == [24, 48]


def test_it_ends_when_all_words_are_transcribed(tmp_path: Path) -> None:
    small = preset("quick").changed(members=1, steps=4, gates=6, gate_epochs=1)
    rows = simulate(
        data(),
        load_alphabet("latin"),
        small,
        Round((40, 500, 900), "page"),
        0,
        "cpu",
        tmp_path,
        lambda event: None,
        lambda: False,
    )
    assert [row["words"] for row in rows] == [40, 72]


def test_words_until_is_read_off_between_two_sizes() -> None:
    rows = [{"words": 50, "h": 0.4}, {"words": 100, "h": 0.6}, {"words": 200, "h": 0.9}]
    assert words_until(rows, 0.75) == pytest.approx(150)
    assert words_until(rows, 0.2) == pytest.approx(25)
    assert words_until(rows, 0.95) is None


@pytest.mark.parametrize("sizes", [(), (5,), (30, 30), (50, 40)])
def test_sizes_that_make_no_sense(sizes: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="rising"):
        Round(sizes, "page")


def test_an_order_that_is_not_there() -> None:
    with pytest.raises(InputError, match="no order"):
        Round((20,), "best")


def test_the_command_tells_what_each_order_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    told = json.loads((tmp_path / "out.json").read_text())
    assert [row["words"] for row in told["page"]["rows"]] == [24, 40]
    assert set(told["page"]["until"]) == {"h 0.8", "h 0.9", "right 0.8", "right 0.9"}
    assert main([*arguments[:-4], "--orders", "best"]) == 2
    assert "no order 'best'" in capsys.readouterr().err
