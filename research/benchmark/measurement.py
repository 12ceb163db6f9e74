"""Measure an ensemble on a benchmark's test images: scores, costs, and the confidence in out-of-lexicon words.

The answers for these, or for the test words of a project, are kept word by word.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import DecisionRule, GroundTruth, correct_predictions, ground_truth
from core.evaluation.group_figures import scores_by_starter_words
from core.evaluation.report import build_report
from core.jobs.evaluation.evaluate import MeasuredWords
from core.model.ensemble import Ensemble, Member
from core.model.learner import Learner
from core.project.content.pages import list_pages
from core.project.content.words import iter_words
from core.project.project import Project
from core.recognition.algorithms import MemberEvidence
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import count_votes, embed_all, find_words
from core.store.starter_sources import met_by_starter_of
from core.training.confidence_fitting import drop_true_word
from research.benchmark.folds import Fold, Origins
from research.benchmark.job import SHIPPED_STARTER, BenchmarkRun
from research.benchmark.records import MeasuredImages, keep_record
from research.benchmark.training_time import TrainingMinutes

_STATISTICS = ("running_mean", "running_var", "num_batches_tracked")
"""Statistics of batch normalisation: they are counted, not trained."""


@dataclass(frozen=True, slots=True)
class RecognitionSeconds:
    """Time of recognising all test images with all members."""

    embedding: float
    matching: float
    """Finding the nearest seen and unseen words."""
    gates: float


def measure(
    run: BenchmarkRun, ensemble: Ensemble, minutes: TrainingMinutes, began_with_starter: bool, name: str = ""
) -> dict[str, Any]:
    """Recognise the test images and report on them; ``minutes`` is the time that the ensemble's training took.

    With a folder for records in ``run`` the answers for every image are kept there, under ``name`` (default: the
    preset's). For members that began with the starter model, ``starter`` in the result separates the new words that it
    met from the others, if it is known which words it learnt from.
    """
    evidence, embeddings, seconds = _timed_evidence(run, ensemble)
    images = len(run.data.test.images)
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    ms = 1000 * (seconds.embedding + seconds.matching + seconds.gates) / max(1, images)
    result = build_report(ensemble, evidence, truth, run.lexicon, ms_per_word=ms)
    for rule, cost in rule_costs(ensemble, seconds, minutes, images).items():
        result["baselines"][rule] |= cost
    met = met_by_starter_of(SHIPPED_STARTER, run.data.test.words) if began_with_starter else None
    if met is not None:
        result["starter"] = scores_by_starter_words(correct_predictions(ensemble, evidence, truth), truth.is_seen, met)
    file = record_of_run(run, ensemble, evidence, met, name or run.preset.name, {"train_minutes": minutes.total})
    if file is not None:
        result["record"] = file.name
    return result | {
        "out_of_lexicon": ool_confidence(ensemble, embeddings, evidence, truth),
        "train_minutes": minutes.total,
    }


def record_of_run(
    run: BenchmarkRun,
    ensemble: Ensemble,
    evidence: Sequence[MemberEvidence],
    met: NDArray[np.bool_] | None,
    name: str,
    further: Mapping[str, Any],
) -> Path | None:
    """Keep the members' answers for every test image in the run's folder for records; None if it has none.

    ``met`` [N] tells whether the starter model met each word, None where that is not known. ``further`` are parts of
    the card beside those that follow from the run (:func:`research.benchmark.records.keep_record`).
    """
    if run.records is None:
        return None
    data = run.data
    card = {"name": name, "benchmark": data.name, "seed": run.seed, **data.fold.to_json(), **further}
    parts = [data.name, f"seed-{run.seed}", name, *map(str, further.get("conditions", {}).values())]
    test = MeasuredImages(data.test.words, data.test.image_hashes(), data.test_origins, met)
    return keep_record(run.records, "-".join(parts), card, ensemble, evidence, run.lexicon, test)


def ool_confidence(
    ensemble: Ensemble,
    embeddings: Sequence[NDArray[np.float32]],
    evidence: Sequence[MemberEvidence],
    truth: GroundTruth,
) -> dict[str, Any]:
    """Return the confidence in the test images of unseen words if the lexicon did not hold each one's word.

    Every answer is wrong then. Keys: the number of ``images``, the mean ``confidence`` (None without images), and the
    shares with a confidence of at least 0.5 (``half``) and 0.9 (``nine_tenths``). ``embeddings`` and ``evidence`` are
    each member's, on all test images.
    """
    rows = np.flatnonzero(~truth.is_seen)
    without_word = [
        count_votes(member, embedded[rows], drop_true_word(one.take(rows), truth.word[rows]))
        for member, embedded, one in zip(ensemble.members, embeddings, evidence, strict=True)
    ]
    _, _, confidence = vote_with_confidence(ensemble, without_word)
    if not len(confidence):
        return {"images": 0, "confidence": None, "half": None, "nine_tenths": None}
    return {
        "images": len(confidence),
        "confidence": float(confidence.mean()),
        "half": float((confidence >= 0.5).mean()),
        "nine_tenths": float((confidence >= 0.9).mean()),
    }


def rule_costs(
    ensemble: Ensemble, seconds: RecognitionSeconds, minutes: TrainingMinutes, images: int
) -> dict[DecisionRule, dict[str, Any]]:
    """Return ``parameters``, ``ms_per_word`` and ``train_minutes`` of each rule but the oracle gate."""
    members = len(ensemble.members)
    embedders = sum(embedder_parameters(member.learner) for member in ensemble.members)
    gates = sum(gate_parameters(member) for member in ensemble.members)
    ungated_ms = 1000 * (seconds.embedding + seconds.matching) / max(1, images)
    gated_ms = ungated_ms + 1000 * seconds.gates / max(1, images)
    one_minutes = None if minutes.embedders is None else minutes.embedders / members

    def costs(parameters: int, ms: float, train_minutes: float | None) -> dict[str, Any]:
        return {"parameters": parameters, "ms_per_word": ms, "train_minutes": train_minutes}

    return {
        DecisionRule.ONE_MEMBER: costs(round(embedders / members), ungated_ms / members, one_minutes),
        DecisionRule.UNGATED_VOTE: costs(embedders, ungated_ms, minutes.embedders),
        DecisionRule.STACKING: costs(embedders + members, ungated_ms, minutes.embedders),
        DecisionRule.GATED: costs(embedders + gates, gated_ms, minutes.total),
    }


def embedder_parameters(learner: Learner) -> int:
    """Return the number of trained parameters of an embedder M1."""
    return sum(array.size for name, array in learner.to_arrays().items() if not name.endswith(_STATISTICS))


def gate_parameters(member: Member) -> int:
    """Return the number of parameters of the gates with ``thres``, the PCA and the word classifier."""
    arrays = [*member.gate.to_arrays().values()]
    if member.word_classifier is not None:
        arrays += member.word_classifier.to_arrays().values()
    if member.pca.axes is not None:
        arrays += [member.pca.mean, member.pca.axes]
    return 1 + sum(array.size for array in arrays)


def _timed_evidence(
    run: BenchmarkRun, ensemble: Ensemble
) -> tuple[list[MemberEvidence], list[NDArray[np.float32]], RecognitionSeconds]:
    """Return each member's evidence and embeddings of the test images, and the time of each stage."""
    started = time.perf_counter()
    embeddings = embed_all(ensemble, run.data.test.images, run.device)
    embedded = time.perf_counter()
    pairs = list(zip(ensemble.members, embeddings, strict=True))
    nearest = [find_words(member, ensemble, rows, run.lexicon) for member, rows in pairs]
    matched = time.perf_counter()
    evidence = [count_votes(member, rows, one) for (member, rows), one in zip(pairs, nearest, strict=True)]
    gated = time.perf_counter()
    return evidence, embeddings, RecognitionSeconds(embedded - started, matched - embedded, gated - matched)


def keep_project_record(folder: Path, project: Project, model: str, measured: MeasuredWords) -> Path:
    """Keep the answers of the model of this name for all test words in ``folder``; return the record's path."""
    ensemble, words = measured.ensemble, list(measured.texts.values())
    test = MeasuredImages(
        words, measured.digests, origins_of(project, list(measured.texts)), met_by_starter_of(ensemble.card, words)
    )
    name, seed = project.folder.stem, ensemble.card.get("seed")
    # a model of another program may have none
    known = seed if isinstance(seed, int) else 0
    card = {"name": model, "benchmark": name, "seed": known, **Fold(name).to_json()}
    return keep_record(folder, f"{name}-{model}", card, ensemble, measured.evidence, measured.lexicon, test)


def origins_of(project: Project, ids: Sequence[int]) -> Origins:
    """Return the page and the writer of each of the project's words ``ids``, in their order."""
    pages = {page.id: page.name for page in list_pages(project, with_counts=False)}
    rows = {row.id: row for row in iter_words(project, ids)}
    places = [rows[word_id].page_id for word_id in ids]
    return Origins(
        tuple("" if page is None else pages[page] for page in places),
        tuple(rows[word_id].writer or "" for word_id in ids),
    )
