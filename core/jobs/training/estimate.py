"""How long a training will take and how much memory it needs: rates measured on this machine, scaled to the job."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import core
from core.jobs.training.training_readiness import TrainingReadiness
from core.recognition.evidence import EXHAUSTIVE_LIMIT
from core.training.presets import Preset

CACHE = "estimates.json"
GATE_BATCH = 128
"""Points to an optimiser step of the gates."""

_PICTURE = 50 * 250
_LOOKED_AT = 400
"""Images read for each point of the validation curve."""
_LOOKS = 20
_GATE_BUDGET = 2**26
_NOT_MEASURED = ("lda", "lr", "rf")


@dataclass(frozen=True, slots=True)
class LearnerRates:
    """One kind of embedder on one device; seconds are of wall time."""

    train_image: float
    """Seconds of training for one image of one optimiser step ..."""
    train_step: float
    """... and for the step itself, however many images it holds."""
    embed_image: float
    """Seconds to embed one image."""
    cell: float
    """Seconds for the distance of one embedding to one word."""
    parameters: int
    activation_bytes: int
    """Bytes held for the backward pass, for one image."""


@dataclass(frozen=True, slots=True)
class GateRates:
    """Gates of one width on one device."""

    dims: int
    depth: int
    step: float
    """Seconds for one network's part of an optimiser step over :data:`GATE_BATCH` points."""


@dataclass(frozen=True, slots=True)
class Rates:
    """What was measured on a device so far; a kind of learner or a width that is missing was not yet."""

    device: str
    base_bytes: int
    """Memory of the process before any work."""
    learners: dict[str, LearnerRates] = field(default_factory=dict)
    gates: dict[int, GateRates] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rates:
        """Back from :meth:`to_json`. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            str(data["device"]),
            int(data["base_bytes"]),
            {str(kind): LearnerRates(**rates) for kind, rates in data["learners"].items()},
            {int(width): GateRates(**rates) for width, rates in data["gates"].items()},
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """``learn`` and ``gates``: seconds for one member's embedder, and for its gates with all that comes after."""

    members: int
    learn: float
    gates: float
    memory_bytes: int
    """Main memory at the peak; computed from sizes, not measured."""
    device_bytes: int = 0
    """Memory of the graphics card at the peak; 0 where the main memory does all."""
    without: str = ""
    """The word classifier whose time is not in it, because it is not measured."""

    @property
    def seconds(self) -> float:
        return self.members * (self.learn + self.gates)


def estimate(preset: Preset, rates: Rates, outlook: TrainingReadiness) -> Estimate | None:
    """Time and memory of training ``preset`` on the words of ``outlook``; None while its learner is not measured.

    The steps are those that the training will really take: whole epochs over T.
    """
    learner = rates.learners.get(preset.learner)
    if learner is None or not rates.gates or outlook.faults(skip_unencodable=True):
        return None
    shares = outlook.shares(preset.s, preset.t)
    per_epoch = max(1, -(-shares.train // preset.batch))
    epochs = max(1, round(preset.steps / per_epoch))
    looks = epochs // max(1, epochs // _LOOKS)
    looked_at = min(_LOOKED_AT, shares.kept)
    learn = epochs * per_epoch * (preset.batch * learner.train_image + learner.train_step)
    learn += looks * looked_at * (learner.embed_image + shares.words * learner.cell)
    rest = shares.kept + shares.held_out
    points = rest * (2 if preset.synthetic else 1)
    # of longer lexicons not all words are measured
    gates = rest * (learner.embed_image + min(outlook.lexicon, EXHAUSTIVE_LIMIT) * learner.cell)
    gates += preset.gates * preset.gate_epochs * -(-points // GATE_BATCH) * _gate_step(preset, rates)
    main, card = _memory(preset, rates, learner, outlook)
    without = preset.classifier if preset.classifier in _NOT_MEASURED else ""
    return Estimate(preset.members, learn, gates, main, card, without)


def gate_dims(preset: Preset) -> int:
    """How many numbers a gate of ``preset`` sees; the whole signature counts as that of the Latin alphabet."""
    return (preset.dims or 769) + (4 if preset.gate_distances else 0)


def gate_weights(dims: int, width: int, depth: int) -> int:
    """Weights and biases of one gate network."""
    return (dims + 1) * width + (depth - 1) * (width + 1) * width + width + 1


def _gate_step(preset: Preset, rates: Rates) -> float:
    """A network's time for a step: that of the measured width next to it, in proportion to the weights."""
    width = min(rates.gates, key=lambda w: abs(w - preset.gate_width))
    near = rates.gates[width]
    own = gate_weights(gate_dims(preset), preset.gate_width, preset.gate_depth)
    return near.step * own / gate_weights(near.dims, width, near.depth)


def _memory(preset: Preset, rates: Rates, learner: LearnerRates, outlook: TrainingReadiness) -> tuple[int, int]:
    """Peak bytes of main memory and of the graphics card."""
    gate = 4 * gate_weights(gate_dims(preset), preset.gate_width, preset.gate_depth) * preset.gates
    # weights, gradients and Adam's two moments of the one in training; the weights of those that are finished
    # what the forward pass left, and half as much again for the gradients on their way back
    held = learner.activation_bytes * preset.batch * 3 // 2
    training = 16 * learner.parameters + held
    finished = 4 * learner.parameters * preset.members
    # all pictures, and once more those of T
    main = rates.base_bytes + 2 * _PICTURE * outlook.images + gate * preset.members
    if rates.device == "cpu":
        return main + training + finished + _GATE_BUDGET, 0
    return main + finished, training + finished


def machine_key(device: str) -> str:
    """Names the machine, its processors and the versions on which a measurement holds."""
    try:
        torch = version("torch")
    except PackageNotFoundError:
        torch = "none"
    threads = os.environ.get("OMP_NUM_THREADS", "all")
    return f"{device} {platform.node()} {os.cpu_count()}/{threads} ductus {core.__version__} torch {torch}"


def cached_rates(folder: Path, device: str) -> Rates | None:
    """What was measured on this machine and ``device``, from the cache of the project ``folder``, or None."""
    kept = _read(folder / "cache" / CACHE).get(machine_key(device))
    try:
        return None if kept is None else Rates.from_json(kept)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def keep_rates(folder: Path, rates: Rates) -> None:
    """Keep a measurement in the project's cache, beside those of other devices; the file is replaced whole."""
    path = folder / "cache" / CACHE
    aside = path.with_name(f".{CACHE}.{os.getpid()}.tmp")
    path.parent.mkdir(exist_ok=True)
    aside.write_text(json.dumps(_read(path) | {machine_key(rates.device): rates.to_json()}), encoding="utf-8")
    aside.replace(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
