"""The precision of the networks: measured on this processor, kept, overridden by a person, and used everywhere."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from ensemble_helpers import CLASSES, latin, lexicon, word_images
from executor_helpers import small_net, tiny

from core.errors import InputError
from core.events import ignore_events
from core.jobs.doctor import check_computer
from core.model import precision
from core.model.learner import new_learner
from core.model.line_finder import LineFinder, LineNet
from core.model.line_spelling import spell_line
from core.model.precision import VARIABLE, Precision, choose_precision, faster_precision, precision_of
from core.model.spelling_learner import SpellingLearner
from core.store.model_file import load_ensemble, save_ensemble
from core.training.embedder_training import EmbedderSettings, EmbedderTraining
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.recalibration import recalibrate
from core.training.samples import Samples

__all__ = ["small_net"]

CHOOSE = "from core.model.precision import choose_precision as c; found = c('cpu'); print(found.precision, found.gain)"
AVX2 = {"ONEDNN_MAX_CPU_ISA": "AVX2", "ATEN_CPU_CAPABILITY": "avx2"}
AVX512 = {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE", "ATEN_CPU_CAPABILITY": "avx512"}
"""Processors with AVX-512 and without a unit for bfloat16."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(precision, "cache_folder", lambda: tmp_path / "cache")
    for name in (VARIABLE, *precision.INSTRUCTION_VARIABLES):
        monkeypatch.delenv(name, raising=False)
    precision._gain_of_processor.cache_clear()
    yield
    precision._gain_of_processor.cache_clear()


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the instruction sets are those of x86")
@pytest.mark.parametrize("limits", [AVX2, AVX512], ids=["AVX2", "AVX-512"])
def test_a_processor_without_the_unit_computes_in_float32(limits: dict[str, str], tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    environment |= {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), **limits}
    done = subprocess.run([sys.executable, "-c", CHOOSE], capture_output=True, text=True, check=True, env=environment)
    chosen, gain = done.stdout.split()
    assert chosen == "float32" and 0 < float(gain) < 1


@pytest.mark.parametrize(("gain", "chosen"), [(0.09, "float32"), (1.0, "float32"), (1.1, "float32"), (1.8, "bfloat16")])
def test_only_a_clear_gain_decides_for_bfloat16(gain: float, chosen: str) -> None:
    assert faster_precision(gain) == chosen


def test_what_was_measured_is_kept_for_this_processor_and_its_instructions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured: list[float] = []

    def measure() -> float:
        measured.append(2.0 if not measured else 0.5)
        return measured[-1]

    monkeypatch.setattr(precision, "measure_gain", measure)
    for _ in range(2):
        precision._gain_of_processor.cache_clear()
        assert precision_of("cpu") is Precision.BFLOAT16
    assert len(measured) == 1
    monkeypatch.setenv("ONEDNN_MAX_CPU_ISA", "AVX2")
    precision._gain_of_processor.cache_clear()
    assert precision_of("cpu") is Precision.FLOAT32 and len(measured) == 2
    (tmp_path / "cache" / "precision.json").write_text("[1")
    precision._gain_of_processor.cache_clear()
    assert precision_of("cpu") is Precision.FLOAT32 and len(measured) == 3


def test_a_folder_that_cannot_be_written_only_costs_the_measurement(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setattr(precision, "measure_gain", lambda: 3.0)
    assert choose_precision("cpu").gain == 3.0


def test_a_person_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(precision, "measure_gain", lambda: 3.0)
    for value, expected in (("float32", Precision.FLOAT32), ("BFLOAT16", Precision.BFLOAT16)):
        monkeypatch.setenv(VARIABLE, value)
        choice = choose_precision("cpu")
        assert choice.precision is expected and choice.is_by_person and precision_of("mps") is expected
    monkeypatch.setenv(VARIABLE, "auto")
    assert not choose_precision("cpu").is_by_person
    monkeypatch.setenv(VARIABLE, "half")
    with pytest.raises(InputError, match=r"DUCTUS_PRECISION is 'half'.*auto, float32, bfloat16"):
        choose_precision("cpu")
    assert [check.text for check in check_computer(tmp_path) if check.name == "Precision" and not check.ok]


def test_the_doctor_gives_the_precision_and_its_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(precision, "measure_gain", lambda: 0.1)
    (check,) = [check for check in check_computer(tmp_path) if check.name == "Precision"]
    assert check.ok and "float32" in check.text and "10.0" in check.text


@pytest.mark.parametrize("chosen", list(Precision))
def test_training_reading_and_lines_compute_in_the_chosen_precision(
    monkeypatch: pytest.MonkeyPatch, chosen: Precision
) -> None:
    monkeypatch.setenv(VARIABLE, chosen)
    learner = new_learner("phosc-ctc", latin(), "cosine", 0)
    assert isinstance(learner, SpellingLearner)
    seen: list[bool] = []
    learner.net.block1.register_forward_hook(lambda *_: seen.append(torch.is_autocast_enabled("cpu")))
    images = word_images([0, 1, 2, 3])
    learner.embed(images)
    spell_line(learner, np.full((60, 400), 255, np.uint8))
    targets = np.zeros((4, latin().dim), np.float32)
    settings = EmbedderSettings(steps=1, batch=4, fresh_heads=False)
    training = EmbedderTraining(learner, images, np.arange(4), targets, [[1]] * 4, settings, 0, "cpu")
    assert list(training.run(lambda: False, lambda text: None))
    assert seen == [chosen is Precision.BFLOAT16] * 3
    finder = LineFinder(LineNet())
    finder.net.stem.register_forward_hook(lambda *_: seen.append(torch.is_autocast_enabled("cpu")))
    finder.maps(np.full((64, 64), 255, np.uint8))  # on two scales, depending on the random weights
    assert len(seen) > 3 and set(seen[3:]) == {chosen is Precision.BFLOAT16}


def test_the_card_records_the_precision_that_each_reader_was_trained_in(
    small_net: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    labels = np.arange(48) % len(CLASSES)
    samples = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    for members, chosen in ((1, "bfloat16"), (2, "float32")):  # the second run keeps the reader of the first
        monkeypatch.setenv(VARIABLE, chosen)
        preset = tiny(members=members, steps=3, synthetic=False)
        job = TrainingJob(samples, lexicon(), latin(), preset, 3, "cpu")
        model = train_ensemble(job, tmp_path / "run", ignore_events, lambda: False)
        save_ensemble(tmp_path / f"{members}.h5", model)
    assert load_ensemble(tmp_path / "1.h5").card["precision"] == "bfloat16"
    stored = load_ensemble(tmp_path / "2.h5")
    again = recalibrate(stored, samples, lexicon(), preset, "cpu", ignore_events, lambda: False)
    for found in (stored, again):
        assert found.card["precision"] == "bfloat16, float32"
        assert [member.precision for member in found.members] == ["bfloat16", "float32"]


def test_the_gain_is_measured_where_a_network_reads_first() -> None:
    with torch.inference_mode():
        assert precision.measure_gain() > 0
