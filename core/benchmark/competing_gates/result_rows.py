"""The rivals' rows of a results table: their votes against the truth, how well each gate ranks, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from core.benchmark.competing_gates.decisions import FREE, LETTERS, STACKING, Decisions, decide_all
from core.benchmark.costs import reader_parameters
from core.benchmark.data import BenchmarkData
from core.evaluation.ausuc import ausuc
from core.evaluation.decision_rules import Truth, sweep, truth_of
from core.evaluation.metrics import gzsl_scores
from core.evaluation.roc import roc
from core.events import Listener
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.algorithms import combine_predictions
from core.training.presets import Preset

ABOUT = {
    STACKING: "vote, stacking (margin)",
    "knn": "vote, nearest neighbours in X",
    "rmds": "vote, relative Mahalanobis",
    "gmm": "vote, Gaussian mixture",
    "boosted": "vote, one boosted gate each",
    "cosmo": "vote, soft gates (COSMO)",
    LETTERS: "vote, letters, lexicon",
    FREE: "vote, letters, no lexicon",
}
ONE_ABOUT = {LETTERS: "one reader, letters, lexicon", FREE: "one reader, letters, no lexicon"}

_COLUMNS = ("A_s", "A_u", "h", "A_b")


def run_rivals(
    ensemble: Ensemble,
    data: BenchmarkData,
    lexicon: Lexicon,
    preset: Preset,
    seed: int,
    device: str,
    emit: Listener,
    should_stop: Callable[[], bool],
    minutes: float | None = None,
) -> dict[str, Any]:
    """JSON-ready rows by name, each with its scores, ``ausuc`` and ``auroc`` of its gates and what it costs.

    ``minutes`` are those of training the readers, where known.
    """
    decisions = decide_all(ensemble, data, lexicon, preset, seed, device, should_stop)
    parameters = [reader_parameters(member.learner) for member in ensemble.members]
    rows = rival_rows(decisions, truth_of(data.test.words, ensemble, lexicon), parameters, minutes)
    for name, row in rows.items():
        emit({"event": "rival", "rival": name, "h": row["h"]})
    return rows


def rival_rows(
    decisions: Mapping[str, Decisions], truth: Truth, parameters: Sequence[int], minutes: float | None
) -> dict[str, Any]:
    """One row a rival, and of those by letters a row for one reader (the mean, each beside it) before it.

    ``parameters`` [L] are the readers' own, ``minutes`` those of training all of them.
    """
    rows: dict[str, Any] = {}
    for name, about in ABOUT.items():
        if name not in decisions:
            continue
        made = decisions[name]
        if name in ONE_ABOUT:
            rows[f"{name}_one"] = {
                "about": ONE_ABOUT[name],
                **_one_reader(made, truth),
                "parameters": round(sum(parameters) / len(parameters)),
                "train_minutes": None if minutes is None else minutes / len(parameters),
            }
        right = combine_predictions(made.verdicts).word == truth.word
        rows[name] = {
            "about": about,
            **gzsl_scores(right, truth.is_seen).to_json(),
            **_gates(made, truth),
            "ms_per_word": 1000 * sum(made.seconds) / max(1, len(truth.word)),
            "parameters": sum(parameters) + sum(made.numbers),
            "train_minutes": None if minutes is None else minutes + sum(made.fitting) / 60,
        }
    return rows


def _one_reader(made: Decisions, truth: Truth) -> dict[str, Any]:
    """The mean of the members' scores; without intervals, for the members read the same images."""
    each = [gzsl_scores(verdict.word == truth.word, truth.is_seen).to_json() for verdict in made.verdicts]
    means = {name: None if each[0][name] is None else float(np.mean([one[name] for one in each])) for name in _COLUMNS}
    ms = 1000 * float(np.mean(made.seconds)) / max(1, len(truth.word))
    return {"n_seen": each[0]["n_seen"], "n_unseen": each[0]["n_unseen"], **means, "members": each, "ms_per_word": ms}


def _gates(made: Decisions, truth: Truth) -> dict[str, Any]:
    """How each member's gate tells W_s^(k) from the rest, the mean AUROC and the AUSUC; nothing without gates."""
    members = []
    for k, (scores, chosen) in enumerate(zip(made.scores, made.chosen, strict=True)):
        curve = roc(scores, truth.known_to[k]) if np.isfinite(scores).all() else None
        rates = curve.at(chosen["threshold"]).to_json() if curve else {"tpr": None, "tnr": None}
        members.append({"member": k, **chosen, **rates, "auroc": curve.auroc if curve else None})
    if not members:
        return {}
    known = [member["auroc"] for member in members if member["auroc"] is not None]
    both = bool(truth.is_seen.any() and not truth.is_seen.all())
    thresholds = [float(chosen["threshold"]) for chosen in made.chosen]
    return {
        "members": members,
        "auroc": float(np.mean(known)) if known else None,
        "ausuc": ausuc(*sweep(made.readings, made.scores, thresholds, truth)) if both else None,
    }
