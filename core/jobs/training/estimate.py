"""The time and memory of a training, estimated: rates measured on this machine, scaled to the job."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import core
from core.dataclass_json import rebuild
from core.gates.fitting import GROUP_BYTES
from core.gates.network import weight_count
from core.jobs.rates import GATE_BATCH, LearnerRates, Rates
from core.jobs.training.training_readiness import TrainingReadiness, split_sizes
from core.model.lexicon_search.word_lists import EXHAUSTIVE_LIMIT
from core.model.precision import INSTRUCTION_VARIABLES, VARIABLE
from core.project.project_files import ProjectFiles
from core.training.presets import Preset
from core.training.schedule import (
    LINE_STAGES,
    MIN_LINES,
    VALIDATION_IMAGES,
    passes_of_stage,
    stage_ends,
    validation_interval,
)

RATES_FILE = "cache/estimates.json"

_WORDS_OF_A_LINE = 8
_IMAGE_BYTES = 50 * 250
_LATIN_DIMS = 769
"""Length of a signature in the alphabet ``latin``."""
_SEARCHED_CELLS = {"phosc-ctc": 300}
"""Distances that take as long as a learner's search of a lexicon of any length."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated time (seconds) and memory (bytes) of a training."""

    members: int
    learn: float
    """Seconds to train one member's embedder, in the first stage."""
    gates: float
    """Seconds to train one member's gates, and for everything after its embedder."""
    memory_bytes: int
    """Peak of the main memory; computed from sizes, not measured."""
    device_bytes: int = 0
    """Peak of the graphics card's memory; 0 without a card."""
    learn_most: float = 0.0
    """Seconds to train one member's embedder in all stages, if it is a hard hand; 0 if there is one stage."""
    lines: float = 0.0
    """Seconds to train the line reader in one stage."""
    lines_most: float = 0.0
    """Seconds to train it in all stages."""
    without: str = ""
    """A word classifier whose training time is not included, because it is not measured."""

    @property
    def seconds(self) -> float:
        """Duration of the whole training, with one stage."""
        return self.members * (self.learn + self.gates) + self.lines

    @property
    def most_seconds(self) -> float:
        """Duration of the whole training with all stages."""
        return self.members * (max(self.learn, self.learn_most) + self.gates) + self.lines_most


def estimate(preset: Preset, rates: Rates, readiness: TrainingReadiness) -> Estimate | None:
    """Estimate the training of ``preset``; None if its learner is not measured or there are too few words.

    The optimiser steps are those of the real training: whole epochs over T, in one stage and in all of them.
    """
    learner = rates.learners.get(preset.learner)
    if learner is None or not rates.gates or readiness.faults(skip_unencodable=True):
        return None
    sizes = split_sizes(readiness.counts, preset.s, preset.t)
    steps_per_epoch = max(1, -(-sizes.train // preset.batch))
    first = max(1, round(preset.steps / steps_per_epoch))
    every = validation_interval(first)

    def learning(epochs: int) -> float:
        validated = (epochs // every) * min(VALIDATION_IMAGES, sizes.reserved)
        seconds = epochs * steps_per_epoch * (preset.batch * learner.train_image + learner.train_step)
        return seconds + validated * (learner.embed_image + sizes.seen_words * learner.cell)

    stages = stage_ends(first, preset.max_steps // steps_per_epoch)
    gate_images = sizes.reserved + sizes.held_out
    gate_points = gate_images * (2 if preset.synthetic else 1)
    # a longer lexicon is not searched exhaustively
    cells = min(readiness.lexicon, _SEARCHED_CELLS.get(preset.learner, EXHAUSTIVE_LIMIT))
    gates = gate_images * (learner.embed_image + cells * learner.cell)
    gates += preset.gates * preset.gate_epochs * -(-gate_points // GATE_BATCH) * _gate_step_seconds(preset, rates)
    main, card = _memory_bytes(preset, rates, learner, readiness)
    # the training of no word classifier is timed; the nearest signature needs none
    without = preset.classifier if preset.classifier != "nearest" else ""
    most = learning(stages[-1]) if len(stages) > 1 else 0.0
    lines = [(rates.line or 0.0) * shown for shown in _shown_lines(readiness.images)]
    return Estimate(preset.members, learning(first), gates, main, card, most, lines[0], sum(lines), without)


def _shown_lines(words: int) -> list[int]:
    """Return how many lines the line reader is shown in each stage, given the transcribed words."""
    lines = words // _WORDS_OF_A_LINE
    if lines < MIN_LINES:
        return [0]
    return [lines * passes_of_stage(shown, lines) for shown in LINE_STAGES]


def gate_dims(preset: Preset) -> int:
    """Return the input size of a gate of ``preset``; the whole signature counts as that of the Latin alphabet."""
    return (preset.dims or _LATIN_DIMS) + (4 if preset.gate_distances else 0)


def _gate_step_seconds(preset: Preset, rates: Rates) -> float:
    """Return one network's seconds for a step, from the measured width nearest to its own, in proportion to weights."""
    width = min(rates.gates, key=lambda w: abs(w - preset.gate_width))
    measured = rates.gates[width]
    own = weight_count(gate_dims(preset), preset.gate_width, preset.gate_depth)
    return measured.step * own / weight_count(measured.dims, width, measured.depth)


def _memory_bytes(preset: Preset, rates: Rates, learner: LearnerRates, readiness: TrainingReadiness) -> tuple[int, int]:
    """Return the peak bytes of main memory and of the graphics card."""
    gates = 4 * weight_count(gate_dims(preset), preset.gate_width, preset.gate_depth) * preset.gates
    # the results of the forward pass, and half as much again for the gradients of the backward pass
    activations = learner.activation_bytes * preset.batch * 3 // 2
    # of the one in training weights, gradients and Adam's two moments, 4 bytes each; of finished ones the weights
    training = 16 * learner.parameters + activations
    finished = 4 * learner.parameters * preset.members
    # all images, and those of T again
    main = rates.base_bytes + 2 * _IMAGE_BYTES * readiness.images + gates * preset.members
    if rates.device == "cpu":
        return main + training + finished + GROUP_BYTES, 0
    return main + finished, training + finished


def machine_key(device: str) -> str:
    """Return a name for the machine, its processors and the versions for which a measurement is valid."""
    try:
        torch = version("torch")
    except PackageNotFoundError:
        torch = "none"
    names = ("OMP_NUM_THREADS", VARIABLE, *INSTRUCTION_VARIABLES)
    set_here = " ".join(f"{name}={os.environ[name]}" for name in names if os.environ.get(name))
    return f"{device} {platform.node()} {os.cpu_count()} ductus {core.__version__} torch {torch} {set_here}".strip()


def load_rates(folder: Path, device: str) -> Rates | None:
    """Return the rates of this machine and ``device`` in the cache of the project ``folder``, or None."""
    stored = ProjectFiles(folder).read_object(RATES_FILE).get(machine_key(device))
    try:
        return None if stored is None else rebuild(Rates, stored)
    except (TypeError, ValueError):
        return None


def save_rates(folder: Path, rates: Rates) -> None:
    """Store the rates in the project's cache, beside those of other devices. Raises InputError if not possible."""
    files = ProjectFiles(folder)
    content = files.read_object(RATES_FILE) | {machine_key(rates.device): asdict(rates)}
    files.write(RATES_FILE, json.dumps(content).encode())
