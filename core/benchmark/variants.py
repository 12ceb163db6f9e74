"""Other ways to finish the same members: one training of the embedders, a table of gates and word classifiers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from core.benchmark.data import BenchmarkData
from core.benchmark.measure import measure
from core.benchmark.training_time import TrainingMinutes
from core.errors import InputError
from core.events import Listener
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member
from core.model.learner import Learner
from core.model.learners import learner_from_arrays
from core.training.confidence_fitting import fit_vote_calibration
from core.training.embedder import TrainedEmbedder
from core.training.job import MemberTask, TrainingJob
from core.training.member import finish_member
from core.training.presets import Preset, apply_overrides, preset
from core.training.splits import member_split

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
        "phos_weight",
        "letters_weight",
        "classifier",
        "cap",
        "objective",
        "lacking",
    }
)
"""What may differ between two presets whose gates, on the same embedders, are one and the same."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One more way to finish the readers."""

    name: str
    """As it was asked for."""
    preset: Preset
    learn_held_out: bool = True
    """Whether the gates learn from X'. Not in the paper, which always has it; thresholds are chosen on X' anyway."""

    def same_gates(self, other: Variant) -> bool:
        """Whether the gates of both would be trained on the same points in the same way."""
        names = [field.name for field in fields(Preset) if field.name not in _NOT_OF_GATES]
        mine, others = ([getattr(one.preset, name) for name in names] for one in (self, other))
        return self.learn_held_out == other.learn_held_out and mine == others


@dataclass(frozen=True, slots=True)
class Finished:
    """Members finished in one way, and what they cost."""

    variant: Variant
    members: tuple[Member, ...]
    minutes: TrainingMinutes


def parse_variants(text: str) -> list[Variant]:
    """``PRESET[:NAME=VALUE...]``, several of them with commas between; ``held_out=false`` keeps X' from the gates.

    Raises InputError for a name or value that there is not, and where the gates would have no unseen example.
    """
    return [_parse(part.strip()) for part in text.split(",") if part.strip()]


def _parse(text: str) -> Variant:
    name, *changes = text.split(":")
    settings = apply_overrides(preset(name), [change for change in changes if change not in _HELD_OUT])
    held_out = all(_HELD_OUT[change] for change in changes if change in _HELD_OUT)
    if not held_out and not settings.synthetic:
        raise InputError(
            f"'{text}' leaves the gates no example of an unseen word: without held_out they need synthetic=true."
        )
    return Variant(text, settings, held_out)


def run_variants(
    ensemble: Ensemble,
    base: Preset,
    minutes: TrainingMinutes,
    data: BenchmarkData,
    lexicon: Lexicon,
    variants: Sequence[Variant],
    seed: int,
    device: str,
    emit: Listener,
    should_stop: Callable[[], bool],
) -> dict[str, Any]:
    """A report for each variant, from gates and words trained anew on the members' embedders as they are.

    ``base`` and ``minutes`` are those the ensemble was trained by. Gates that an earlier variant or the ensemble
    itself has trained already are taken over. Raises InputError for a preset whose network or split of the
    words is another.
    """
    done = [Finished(Variant(base.name, base), ensemble.members, minutes)]
    reports = {}
    for variant in variants:
        lender = next((one for one in done if one.variant.same_gates(variant)), None)
        started = time.perf_counter()
        members = []
        for k, member in enumerate(ensemble.members):
            settings = variant.preset
            job = TrainingJob(data.train, lexicon, ensemble.alphabet, settings, seed, device)
            task = MemberTask(k, job, learn_held_out=variant.learn_held_out)
            split = member_split(data.train.labels(), settings.s, settings.t, task.seeds()["split"])
            if not np.array_equal(split.seen_classes, member.seen):
                raise InputError(f"The preset '{variant.name}' splits the words otherwise; train it by itself.")
            learner = _as_kind(member.learner, settings, ensemble)
            lent = lender.members[k] if lender else None
            trained = TrainedEmbedder(learner, split, member.curves)
            members.append(finish_member(task, trained, emit, should_stop, lent))
        before = lender.minutes if lender else TrainingMinutes(minutes.readers, 0.0)
        spent = before.plus_gates((time.perf_counter() - started) / 60)
        done.append(Finished(variant, tuple(members), spent))
        card = {"preset": variant.preset.to_json()}
        agreement = fit_vote_calibration(members, variant.preset.ool_percent / 100)
        finished = Ensemble(ensemble.alphabet, ensemble.classes, tuple(members), card, agreement)
        reports[variant.name] = measure(finished, data, lexicon, device, spent)
        reports[variant.name]["gate_minutes"] = spent.gates
        emit({"event": "variant", "preset": variant.name, "h": reports[variant.name]["h"]})
    return reports


def _as_kind(learner: Learner, preset: Preset, ensemble: Ensemble) -> Learner:
    """The same weights behind another distance: `compact` and `phosc-ctc` share one network."""
    if {learner.kind, preset.learner} - {"compact", "phosc-ctc"} and learner.kind != preset.learner:
        raise InputError(f"The preset '{preset.name}' needs another network; train it by itself.")
    arrays = {name: array for name, array in learner.to_arrays().items() if name != "joint_weight"}
    if preset.learner == "phosc-ctc":
        arrays["joint_weight"] = np.array(1.0)  # chosen anew on X and X'
    return learner_from_arrays(preset.learner, arrays, ensemble.alphabet, preset.metric)
