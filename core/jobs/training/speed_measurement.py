"""Timing a few real optimiser steps of every kind of learner and gate on this machine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped
from core.events import Listener
from core.jobs.training.estimate import GATE_BATCH, GateRates, LearnerRates, Rates, gate_dims
from core.training.presets import Preset, presets

if TYPE_CHECKING:
    from core.training.embedder_training import EmbedderTraining

_WORDS = ("letter", "regiment", "the", "and", "received", "orders", "captain", "of")
_HEAVY = 30_000_000
"""A learner of more parameters is timed on few pictures: one step of a whole batch may take minutes."""


def measure(
    device: str, known: Rates | None, emit: Listener, should_stop: Callable[[], bool], keep: Callable[[Rates], None]
) -> Rates:
    """The rates of all learners and gates that the presets use; what ``known`` holds is not measured again.

    ``keep`` is called after each part, so that a stop (Stopped) loses little. The cheap ones come first.
    """
    rates = known or Rates(device, memory_now())
    all_presets = list(presets().values())
    widths = {preset.gate_width: preset for preset in reversed(all_presets)}
    learners = {preset.learner: preset for preset in reversed(all_presets)}
    todo_gates = [preset for width, preset in sorted(widths.items()) if width not in rates.gates]
    todo = [preset for kind, preset in learners.items() if kind not in rates.learners]
    todo.sort(key=lambda preset: preset.learner == "phoscnet")
    total = len(todo_gates) + len(todo)

    def passed(done: int) -> None:
        emit({"event": "progress", "part": "measuring", "done": done, "total": total})
        if should_stop():
            raise Stopped("Stopped; what was measured is kept.")

    passed(0)
    for done, preset in enumerate(todo_gates, 1):
        rates = replace(rates, gates=rates.gates | {preset.gate_width: time_gates(preset, device)})
        keep(rates)
        passed(done)
    for done, preset in enumerate(todo, len(todo_gates) + 1):
        rates = replace(rates, learners=rates.learners | {preset.learner: time_learner(preset, device)})
        keep(rates)
        emit({"event": "rates", "rates": rates.to_json()})
        passed(done)
    return rates


def time_learner(preset: Preset, device: str) -> LearnerRates:
    """Train the preset's embedder for a few steps on made-up pictures, embed some and compare them to words."""
    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.signature import signatures
    from core.model.learners import new_learner
    from core.model.spelling_learner import character_codes
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    alphabet = load_alphabet("latin")
    learner = new_learner(preset.learner, alphabet, preset.metric, 0)
    parameters = sum(p.numel() for p in learner.net.parameters())
    heavy = parameters > _HEAVY and device == "cpu"
    small, large = (2, 6) if heavy else (max(2, preset.batch // 4), preset.batch)
    images = np.random.default_rng(0).integers(0, 256, (3 * large, 50, 250), dtype=np.uint8)
    labels = np.arange(len(images)) % len(_WORDS)
    targets = np.asarray(signatures(list(_WORDS), alphabet), np.float32)

    def training_of(batch: int) -> EmbedderTraining:
        steps = 1 if heavy else 3
        settings = EmbedderSettings(steps=2 * steps, batch=batch, peak_rate=1e-5)
        rows = slice(0, steps * batch)
        return EmbedderTraining(
            learner, images[rows], labels[rows], targets, character_codes(_WORDS, alphabet), settings, 0, device
        )

    # two sizes of batch tell what a picture costs from what a step costs; the first epoch warms up
    seconds = []
    for batch in (small, large):
        said = list(training_of(batch).run(lambda: False, lambda text: None))
        seconds.append(batch / said[-1].images_per_second)
    image = max(0.0, seconds[1] - seconds[0]) / (large - small) or seconds[1] / large
    step = max(0.0, seconds[1] - large * image)
    few = images[: min(len(images), 64)]
    learner.embed(few[:2], device)
    embed = _seconds(lambda: learner.embed(few, device)) / len(few)
    embeddings = learner.embed(few, device)
    words = [word + other for word in _WORDS for other in _WORDS]
    cell = _seconds(lambda: learner.distances(words, alphabet)(embeddings)) / (len(few) * len(words))
    held = _activation_bytes(training_of(large), images[:4], labels, device)
    return LearnerRates(image, step, embed, cell, parameters, held)


def time_gates(preset: Preset, device: str) -> GateRates:
    """Train a group of gates of the preset's shape for two short epochs; the second is timed."""
    from core.gates.fitting import GateData, GateSettings, group_size, train_networks

    dims, width = gate_dims(preset), preset.gate_width
    settings = GateSettings(width, preset.gate_depth, 2, GATE_BATCH)
    networks = min(preset.gates, group_size(dims, settings))
    rows = 3 * GATE_BATCH
    rng = np.random.default_rng(0)
    data = GateData(
        rng.standard_normal((rows, dims), np.float32),
        (np.arange(rows) % 2).astype(np.float32),
        np.ones((networks, rows), np.bool_),
    )
    ends: list[float] = []
    train_networks(data, settings, seed=0, device=device, progress=lambda *_: ends.append(time.perf_counter()))
    return GateRates(dims, preset.gate_depth, (ends[-1] - ends[-2]) / (3 * networks))


def memory_now() -> int:
    """The most memory this process has held so far, in bytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)


def _activation_bytes(
    training: EmbedderTraining, images: NDArray[np.uint8], labels: NDArray[np.int64], device: str
) -> int:
    """Bytes that one picture's forward pass leaves for the backward pass."""
    import torch

    from core.model.signature_learner import to_ink

    held: dict[int, int] = {}

    def note(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        held[storage.data_ptr()] = storage.nbytes()
        return tensor

    weights = {p.untyped_storage().data_ptr() for p in training.net.parameters()}
    ink = to_ink(images, training.learner.input_size, device)
    training.net.train()
    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        training.loss(ink, torch.from_numpy(labels[: len(images)]))
    return sum(size for place, size in held.items() if place not in weights) // len(images)


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
