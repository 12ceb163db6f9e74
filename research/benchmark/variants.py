"""Variants: other ways to finish the embedders of one training, with other gates, word classifiers or thresholds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from core.errors import InputError
from core.events import Event, Listener, ShouldStop
from core.model.ensemble import Ensemble, Member
from core.model.learner import Learner, learner_from_arrays
from core.training.confidence_fitting import fit_vote_calibration
from core.training.embedder import TrainedEmbedder
from core.training.job import MemberTask
from core.training.member import finish_member
from core.training.presets import Preset, apply_overrides, preset
from research.benchmark.job import BenchmarkRun
from research.benchmark.measurement import measure
from research.benchmark.records import EMBEDDERS_BY
from research.benchmark.training_time import TrainingMinutes

_HELD_OUT = {"held_out=true": True, "held_out=false": False}

_NOT_OF_GATES = frozenset(
    {
        "name",
        "about",
        "members",
        "starter",
        "steps",
        "batch",
        "peak_rate",
        "recipe",
        "phos_weight",
        "letters_weight",
        "classifier",
        "cap",
        "objective",
        "ool_percent",
    }
)
"""Fields of a preset that do not influence the gates of given embedders."""


@dataclass(frozen=True, slots=True)
class VariantMeasured(Event):
    """A variant of a preset was measured."""

    kind = "variant"
    preset: str
    h: float


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to finish the members."""

    name: str
    """The text it was parsed from."""
    preset: Preset
    learn_held_out: bool = True
    """True if the gates learn from X'. The paper's always do; thresholds are chosen on X' in any case."""

    def has_same_gates(self, other: Variant) -> bool:
        """Return whether the gates of both would be trained on the same points in the same way."""
        names = [field.name for field in fields(Preset) if field.name not in _NOT_OF_GATES]
        mine, others = ([getattr(one.preset, name) for name in names] for one in (self, other))
        return self.learn_held_out == other.learn_held_out and mine == others


@dataclass(frozen=True, slots=True)
class FinishedVariant:
    """The members finished in one way, and their training time."""

    variant: Variant
    members: tuple[Member, ...]
    minutes: TrainingMinutes


def parse_variants(text: str) -> list[Variant]:
    """Parse variants ``PRESET[:NAME=VALUE...]`` separated by commas; ``held_out=false`` keeps X' from the gates.

    Raises InputError for an unknown name or value, and where the gates would have no example of an unseen word.
    """
    return [_parse_variant(part.strip()) for part in text.split(",") if part.strip()]


def _parse_variant(text: str) -> Variant:
    name, *changes = text.split(":")
    settings = apply_overrides(preset(name), [change for change in changes if change not in _HELD_OUT])
    learn_held_out = all(_HELD_OUT[change] for change in changes if change in _HELD_OUT)
    if not learn_held_out and not settings.synthetic:
        raise InputError(
            f"'{text}' leaves the gates no example of an unseen word: with held_out=false they need synthetic=true."
        )
    return Variant(text, settings, learn_held_out)


def run_variants(
    run: BenchmarkRun,
    ensemble: Ensemble,
    minutes: TrainingMinutes,
    variants: Sequence[Variant],
    emit: Listener,
    should_stop: ShouldStop,
) -> dict[str, Any]:
    """Return a report for each variant, with gates and word classifiers trained on the members' embedders.

    ``minutes`` is the training time of ``ensemble``. Gates that an earlier variant or the ensemble itself has trained
    are used again. Raises InputError for a preset with another network or another split of the words.
    """
    finished = [FinishedVariant(Variant(run.preset.name, run.preset), ensemble.members, minutes)]
    reports = {}
    for variant in variants:
        same = next((one for one in finished if one.variant.has_same_gates(variant)), None)
        started = time.perf_counter()
        own_run = run.with_preset(variant.preset)
        members = []
        for k, member in enumerate(ensemble.members):
            split = own_run.split(k)
            if not np.array_equal(split.seen_classes, member.seen):
                raise InputError(f"The preset '{variant.name}' splits the words differently. Train it separately.")
            learner = _convert_learner(member.learner, variant.preset, ensemble)
            task = MemberTask(k, own_run.job(), learn_held_out=variant.learn_held_out)
            trained = TrainedEmbedder(learner, split, member.curves)
            members.append(finish_member(task, trained, emit, should_stop, same.members[k] if same else None))
        before = same.minutes if same else TrainingMinutes(minutes.embedders, 0.0)
        total = before.plus_gates((time.perf_counter() - started) / 60)
        finished.append(FinishedVariant(variant, tuple(members), total))
        agreement = fit_vote_calibration(members, variant.preset.ool_percent / 100)
        card = ensemble.card | {"preset": variant.preset.to_json(), EMBEDDERS_BY: run.preset.to_json()}
        own_ensemble = Ensemble(ensemble.alphabet, ensemble.classes, tuple(members), card, agreement)
        result = measure(own_run, own_ensemble, total, run.preset.starter, variant.name)
        reports[variant.name] = result | {"gate_minutes": total.gates}
        emit(VariantMeasured(variant.name, result["h"]))
    return reports


def _convert_learner(learner: Learner, preset: Preset, ensemble: Ensemble) -> Learner:
    """Return the same weights with the distance of ``preset``; `compact` and `phosc-ctc` share one network."""
    if {learner.kind, preset.learner} - {"compact", "phosc-ctc"} and learner.kind != preset.learner:
        raise InputError(f"The preset '{preset.name}' needs another network. Train it separately.")
    arrays = {name: array for name, array in learner.to_arrays().items() if name != "joint_weight"}
    if preset.learner == "phosc-ctc":
        arrays["joint_weight"] = np.array(1.0)  # chosen again on X and X'
    return learner_from_arrays(preset.learner, arrays, ensemble.alphabet, preset.metric)
