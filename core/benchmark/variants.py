"""Other ways to finish the same members: one training of the embedders, a table of gates and word classifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.benchmark.data import BenchmarkData
from core.benchmark.measure import measure
from core.errors import InputError
from core.jobs.events import Listener
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.model.learner import Learner, learner_from_arrays
from core.training.member import MemberTask, finish_member, member_seeds
from core.training.presets import Preset
from core.training.splits import member_split


def run_variants(
    ensemble: Ensemble, data: BenchmarkData, lexicon: Lexicon, presets: Sequence[Preset], seed: int,
    device: str, emit: Listener, should_stop: Callable[[], bool],
) -> dict[str, Any]:  # fmt: skip
    """A report for each preset, from gates and words trained anew on the members' embedders as they are.

    Raises InputError for a preset whose network or split of the words is another.
    """
    reports = {}
    for preset in presets:
        members = []
        for k, member in enumerate(ensemble.members):
            split = member_split(data.train.labels(), preset.s, preset.t, member_seeds(seed, k)["split"])
            if not np.array_equal(split.seen_classes, member.seen):
                raise InputError(
                    f"The preset '{preset.name}' splits the words otherwise; train it by itself."
                )
            task = MemberTask(k, data.train, lexicon, ensemble.alphabet, preset, seed, device, key="")
            learner = _as_kind(member.learner, preset, ensemble)
            members.append(finish_member(task, learner, member.curves, split, emit, should_stop))
        variant = Ensemble(ensemble.alphabet, ensemble.classes, tuple(members), {"preset": preset.to_json()})
        reports[preset.name] = measure(variant, data, lexicon, device)
        emit({"event": "variant", "preset": preset.name, "h": reports[preset.name]["h"]})
    return reports


def _as_kind(learner: Learner, preset: Preset, ensemble: Ensemble) -> Learner:
    """The same weights behind another distance: `compact` and `phosc-ctc` share one network."""
    if {learner.kind, preset.learner} - {"compact", "phosc-ctc"} and learner.kind != preset.learner:
        raise InputError(f"The preset '{preset.name}' needs another network; train it by itself.")
    arrays = {name: array for name, array in learner.to_arrays().items() if name != "joint_weight"}
    if preset.learner == "phosc-ctc":
        arrays["joint_weight"] = np.array(1.0)  # chosen anew on X and X'
    return learner_from_arrays(preset.learner, arrays, ensemble.alphabet, preset.metric)
