"""Every rival's decisions on the test images, member by member: from X, X' and test pictures, never test words."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.benchmark.competing_gates.boosted import boosted
from core.benchmark.competing_gates.cosmo import cosmo
from core.benchmark.competing_gates.evidence import View, member_view
from core.benchmark.competing_gates.letters_only import free, with_lexicon
from core.benchmark.competing_gates.model_selection import Fit, Fitted, Gate, choose
from core.benchmark.competing_gates.ood_scores import mixture, neighbours, relative_mahalanobis
from core.benchmark.data import BenchmarkData
from core.errors import Stopped
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence, MemberPrediction, predict_on_side
from core.training.member_task import member_seeds
from core.training.presets import Preset

STACKING, LETTERS, FREE = "stacking", "letters_lexicon", "letters_free"


@dataclass(slots=True)
class Decisions:
    """What one rival made of the N test images, one entry a member in each list."""

    verdicts: list[MemberPrediction] = field(default_factory=list)
    scores: list[NDArray[np.float64]] = field(default_factory=list)
    """[N] each, the greater the more likely seen; empty for a rival that asks no gate."""
    chosen: list[dict[str, Any]] = field(default_factory=list)
    """``setting`` and ``threshold`` of the gate."""
    seconds: list[float] = field(default_factory=list)
    """Reading the test images, embedding and matching included; fitting is not."""
    fitting: list[float] = field(default_factory=list)
    """Seconds of choosing and fitting the gate."""
    numbers: list[int] = field(default_factory=list)
    """How many numbers the gate keeps; with the threshold."""
    readings: list[MemberEvidence] = field(default_factory=list)
    """The nearest words between which the gate decides; empty for a rival that asks no gate."""


def rival_gates(seed: int) -> dict[str, dict[str, Fit]]:
    """The settings of every fitted gate, from which X and X' choose."""
    return {
        "knn": {f"k = {k}": neighbours(k) for k in (1, 5, 20)},
        "rmds": {"one covariance": relative_mahalanobis},
        "gmm": {
            **{f"{parts} parts": mixture(parts, False, seed) for parts in (1, 4, 16)},
            **{f"{parts} parts of one shape": mixture(parts, True, seed) for parts in (64, 256)},
        },
        "boosted": {f"{leaves} leaves": boosted(leaves, 150, seed) for leaves in (4, 15)},
        "cosmo": {f"temperature x {flatter:g}": cosmo(flatter) for flatter in (1.0, 3.0, 10.0)},
    }


def decide_all(
    ensemble: Ensemble,
    data: BenchmarkData,
    lexicon: Lexicon,
    preset: Preset,
    seed: int,
    device: str,
    should_stop: Callable[[], bool] = lambda: False,
) -> dict[str, Decisions]:
    """Each rival's decisions by its name. Of ``data.test`` the images alone are looked at.

    Rivals by letters are there only where every member can spell. Raises Stopped when asked to stop.
    """
    out: dict[str, Decisions] = {}
    numbers: dict[str, int] = {}
    for k in range(len(ensemble.members)):
        view, known = member_view(ensemble, k, data, lexicon, preset, seed, device)
        gate_seed = member_seeds(seed, k)["gate"]
        gates: dict[str, Gate] = {}
        for name, settings in rival_gates(gate_seed).items():
            if should_stop():
                raise Stopped("Stopped while other ways to decide were measured; the readers are kept.")
            gates[name] = choose(known, settings, preset.objective, gate_seed)
        _decide_member(view, gates, data.test.images, device, numbers, out)
    return out


def _decide_member(
    view: View,
    gates: Mapping[str, Gate],
    images: NDArray[np.uint8],
    device: str,
    numbers: dict[str, int],
    out: dict[str, Decisions],
) -> None:
    """Append member k's decisions on ``images`` [N, 50, 250] to every rival's in ``out``."""
    ensemble, k, lexicon = view.ensemble, view.k, view.lexicon
    member = ensemble.members[k]
    margin = Fitted(lambda rows: rows.readings.margin.astype(np.float64), 0)
    stacking = Gate("calibrated offset", margin, member.stacking)
    embeddings, embedding = _timed(lambda: member.learner.embed(images, device))
    evidence, matching = _timed(lambda: view.of(embeddings))
    for name, gate in {STACKING: stacking, **gates}.items():
        scores, scoring = _timed(partial(gate.score, evidence))
        decisions = out.setdefault(name, Decisions())
        decisions.verdicts.append(predict_on_side(evidence.readings, scores >= gate.threshold))
        decisions.scores.append(scores)
        decisions.chosen.append({"setting": gate.setting, "threshold": float(gate.threshold)})
        decisions.seconds.append(embedding + matching + scoring)
        decisions.fitting.append(gate.seconds)
        decisions.numbers.append(gate.score.numbers + 1)
        decisions.readings.append(evidence.readings)
    for name, read in (
        (LETTERS, lambda: with_lexicon(ensemble, k, embeddings, lexicon)),
        (FREE, lambda: free(ensemble, k, embeddings, lexicon, numbers)),
    ):
        verdict, reading = _timed(read)
        if verdict is not None:
            decisions = out.setdefault(name, Decisions())
            decisions.verdicts.append(verdict)
            decisions.seconds.append(embedding + reading)


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started
