"""What each row of a results table costs: trained numbers, milliseconds a word, minutes of training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.benchmark.training_time import TrainingMinutes
from core.evaluation.decision_rules import GATED, ONE, STACKING, VOTE
from core.model.ensemble import Ensemble, Member
from core.model.learner import Learner

_STATISTICS = ("running_mean", "running_var", "num_batches_tracked")
"""What batch normalisation counts; nobody trains it."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """Spent on reading all test images by all members."""

    embedding: float
    matching: float
    """Finding the nearest seen and unseen words."""
    gates: float


def reader_parameters(learner: Learner) -> int:
    """How many numbers of the embedder M1 were trained."""
    return sum(array.size for name, array in learner.to_arrays().items() if not name.endswith(_STATISTICS))


def gate_parameters(member: Member) -> int:
    """How many numbers the gates, the axes they look along and the word classifier keep, with ``thres``."""
    arrays = [*member.gate.to_arrays().values()]
    if member.words is not None:
        arrays += member.words.to_arrays().values()
    if member.pca.axes is not None:
        arrays += [member.pca.mean, member.pca.axes]
    return 1 + sum(array.size for array in arrays)


def row_costs(ensemble: Ensemble, seconds: Seconds, minutes: TrainingMinutes, images: int) -> dict[str, dict[str, Any]]:
    """``parameters``, ``ms_per_word`` and ``train_minutes`` by row. A perfect gate cannot be had at any cost."""
    count = len(ensemble.members)
    readers = sum(reader_parameters(member.learner) for member in ensemble.members)
    gates = sum(gate_parameters(member) for member in ensemble.members)
    bare = 1000 * (seconds.embedding + seconds.matching) / max(1, images)
    gated = bare + 1000 * seconds.gates / max(1, images)
    one = None if minutes.readers is None else minutes.readers / count
    return {
        ONE: {"parameters": round(readers / count), "ms_per_word": bare / count, "train_minutes": one},
        VOTE: {"parameters": readers, "ms_per_word": bare, "train_minutes": minutes.readers},
        STACKING: {"parameters": readers + count, "ms_per_word": bare, "train_minutes": minutes.readers},
        GATED: {"parameters": readers + gates, "ms_per_word": gated, "train_minutes": minutes.total},
    }
