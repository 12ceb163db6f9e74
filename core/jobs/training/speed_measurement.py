"""Speed measurements: a few real optimiser steps of the embedders and gates of presets on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped
from core.events import JobPart, Listener, Progress, ShouldStop
from core.jobs.rates import GATE_BATCH, GateRates, LearnerRates, Rates
from core.jobs.training.estimate import gate_dims
from core.system.computer import peak_memory
from core.training.presets import Preset

if TYPE_CHECKING:
    from core.training.embedder_training import EmbedderTraining

_WORDS = ("letter", "regiment", "the", "and", "received", "orders", "captain", "of")
_LINES, _LINE_WIDTH = 14, 540
"""Lines that are timed, and their columns: two steps."""
_MANY_PARAMETERS = 30_000_000
"""On a CPU a learner with more parameters is timed on few images: one step of a whole batch may take minutes."""


def measure(
    preset: Preset,
    device: str,
    known: Rates | None,
    emit: Listener,
    should_stop: ShouldStop,
    save: Callable[[Rates], None],
) -> Rates:
    """Measure the embedder and the gates of ``preset``, except those in ``known``; return all rates.

    ``save`` is called after each measurement, so that stopping loses little. Raises Stopped.
    """
    rates = known or Rates(device, peak_memory())
    missing: list[Callable[[Rates], Rates]] = []
    if rates.line is None:
        missing.append(lambda known: replace(known, line=measure_line(device)))
    if preset.gate_width not in rates.gates:
        missing.append(
            lambda known: replace(known, gates=known.gates | {preset.gate_width: measure_gates(preset, device)})
        )
    if preset.learner not in rates.learners:
        missing.append(
            lambda known: replace(known, learners=known.learners | {preset.learner: measure_learner(preset, device)})
        )

    def report(done: int) -> None:
        emit(Progress(JobPart.MEASURING, done, len(missing)))
        if should_stop():
            raise Stopped.of("Stopped. The measurements so far are kept.")

    report(0)
    for done, measured in enumerate(missing, start=1):
        rates = measured(rates)
        save(rates)
        report(done)
    return rates


def measure_learner(preset: Preset, device: str) -> LearnerRates:
    """Train the preset's embedder for a few steps on random images; embed some and compare them with words.

    Of repeated measurements the shortest counts: it is the least disturbed by other programs.
    """
    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.signature import signatures
    from core.model.learner import new_learner
    from core.model.spelling_learner import character_codes
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    alphabet = load_alphabet("latin")
    learner = new_learner(preset.learner, alphabet, preset.metric, 0)
    parameters = sum(p.numel() for p in learner.net.parameters())
    is_slow = parameters > _MANY_PARAMETERS and device == "cpu"
    small, large = (2, 6) if is_slow else (max(2, preset.batch // 4), preset.batch)
    some = 8 if is_slow else 64
    images = np.random.default_rng(0).integers(0, 256, (max(large, some), 50, 250), dtype=np.uint8)
    labels = np.arange(len(images)) % len(_WORDS)
    targets = np.asarray(signatures(list(_WORDS), alphabet), np.float32)
    spellings = character_codes(_WORDS, alphabet)

    def new_training(batch: int) -> EmbedderTraining:
        settings = EmbedderSettings(steps=2 if is_slow else 6, batch=batch, peak_rate=1e-5)
        return EmbedderTraining(learner, images[:batch], labels[:batch], targets, spellings, settings, 0, device)

    # two batch sizes separate the time of an image from that of a step; each epoch is a step, the first warms up
    step_seconds = []
    for batch in (small, large):
        _, *speeds = [result.images_per_second for result in new_training(batch).run(lambda: False, lambda text: None)]
        step_seconds.append(batch / max(speeds))
    train_image = max(0.0, step_seconds[1] - step_seconds[0]) / (large - small) or step_seconds[1] / large
    train_step = max(0.0, step_seconds[1] - large * train_image)
    embeddings = learner.embed(images[:some], device)
    embed_image = _seconds(lambda: learner.embed(images[:some], device)) / some
    words = [first + second for first in _WORDS for second in _WORDS]
    cell = _seconds(lambda: learner.distances(words, alphabet)(embeddings)) / (some * len(words))
    activation_bytes = _activation_bytes(new_training(large), images[:4], labels, device)
    return LearnerRates(train_image, train_step, embed_image, cell, parameters, activation_bytes)


def measure_line(device: str) -> float:
    """Show a line reader some lines in training, in three passes; return the least time of a line after the first."""
    from core.lexicon.alphabet import load_alphabet
    from core.model.line_reader import LINE_HEIGHT, LineReader, LineReaderNet
    from core.training.line_reader_fitting import PIXELS
    from core.training.line_reader_training import LineExample, LineReaderTraining

    alphabet = load_alphabet("latin-extended")
    reader = LineReader(LineReaderNet(len(alphabet.characters) - 1), alphabet)
    strips = np.random.default_rng(0).integers(0, 256, (_LINES, LINE_HEIGHT, _LINE_WIDTH), dtype=np.uint8)
    examples = [LineExample(strip, tuple(range(1, 31))) for strip in strips]
    training = LineReaderTraining(reader, examples, 3, 1e-5, 0, pixels=PIXELS, device=device)
    ends = [time.perf_counter() for _ in training.run()]
    return min(later - earlier for earlier, later in pairwise(ends)) / _LINES


def measure_gates(preset: Preset, device: str) -> GateRates:
    """Train a group of gates of the preset's shape for three short epochs; the faster of the later ones counts."""
    from core.gates.fitting import GateData, GateSettings, group_size, train_networks

    dims, width = gate_dims(preset), preset.gate_width
    settings = GateSettings(width, preset.gate_depth, 3, GATE_BATCH)
    networks = min(preset.gates, group_size(dims, settings))
    steps = 3
    rows = steps * GATE_BATCH
    data = GateData(
        np.random.default_rng(0).standard_normal((rows, dims), np.float32),
        (np.arange(rows) % 2).astype(np.float32),
        np.ones((networks, rows), np.bool_),
    )
    ends: list[float] = []
    train_networks(data, settings, seed=0, device=device, progress=lambda *_: ends.append(time.perf_counter()))
    seconds = min(later - earlier for earlier, later in pairwise(ends))
    return GateRates(dims, preset.gate_depth, seconds / (steps * networks))


def _activation_bytes(
    training: EmbedderTraining, images: NDArray[np.uint8], labels: NDArray[np.int64], device: str
) -> int:
    """Return the bytes that the forward pass of one image keeps for the backward pass."""
    import torch

    from core.model.signature_learner import to_ink

    storages: dict[int, int] = {}

    def record(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        storages[storage.data_ptr()] = storage.nbytes()
        return tensor

    weights = {p.untyped_storage().data_ptr() for p in training.net.parameters()}
    ink = to_ink(images, training.learner.input_size, device)
    training.net.train()
    with torch.autograd.graph.saved_tensors_hooks(record, lambda tensor: tensor):
        training.loss(ink, torch.from_numpy(labels[: len(images)]))
    return sum(size for address, size in storages.items() if address not in weights) // len(images)


def _seconds(function: Callable[[], object]) -> float:
    """Return the shorter of two times."""
    ends = [time.perf_counter()]
    for _ in range(2):
        function()
        ends.append(time.perf_counter())
    return min(later - earlier for earlier, later in pairwise(ends))
