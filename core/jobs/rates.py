"""The speed of a device, as it is measured before the time of a training is estimated."""

from dataclasses import dataclass, field

GATE_BATCH = 128
"""Points of one optimiser step of the gates; the default of GateSettings."""


@dataclass(frozen=True, slots=True)
class LearnerRates:
    """The speed of one kind of embedder on one device, in seconds of wall time, and its memory."""

    train_image: float
    """Seconds that each image adds to an optimiser step."""
    train_step: float
    """Seconds of an optimiser step that do not depend on its images."""
    embed_image: float
    """Seconds to embed one image."""
    cell: float
    """Seconds for the distance between one embedding and one word."""
    parameters: int
    activation_bytes: int
    """Bytes kept for the backward pass, for one image."""


@dataclass(frozen=True, slots=True)
class GateRates:
    """The speed of gate networks of one width on one device."""

    dims: int
    depth: int
    step: float
    """Seconds of one network's optimiser step over :data:`GATE_BATCH` points."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The measurements of a device so far: by kind of learner, and by width of the gates."""

    device: str
    base_bytes: int
    """Memory of the process before any training."""
    learners: dict[str, LearnerRates] = field(default_factory=dict)
    gates: dict[int, GateRates] = field(default_factory=dict)
    line: float | None = None
    """Seconds to show one line to a line reader in training; None if it is not measured."""
