"""The training of one member: Algorithm 1 (splits), word classifier, gates, threshold and confidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.gates.ensemble import MARGIN_COLUMN, GateEnsemble
from core.gates.fitting import GateSettings
from core.gates.training import FullVectors, GateRecipe, train_gates
from core.language import tr
from core.model.decision import GATES, NO_GATE, Decision
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.learner_names import is_own
from core.model.pca import Pca
from core.model.precision import precision_of
from core.model.word_classifiers import WordClassifier
from core.recognition.algorithms import MemberEvidence
from core.recognition.evidence import REORDERED, TOP_K, find_words, gate_inputs
from core.recognition.prior import word_costs
from core.recognition.unlisted import spells
from core.store.embedding_cache import EmbeddingCache
from core.training.calibration import choose_thresholds
from core.training.checkpoints import RunFolder
from core.training.confidence_fitting import CalibrationRows, drop_true_word, fit_confidence
from core.training.decision import SetAside, decide
from core.training.embedder import TrainedEmbedder, embedder_of_last_stage, split_and_train
from core.training.job import MemberTask
from core.training.presets import ACCURACY
from core.training.unlisted_fitting import UnlistedRows, fit_unlisted, with_third_answer, word_weights
from core.training.word_classifier_fitting import FittedClassifier, train_word_classifier

if TYPE_CHECKING:
    from core.lexicon.lexicon import Lexicon
    from core.model.learner import Learner
    from core.training.splits import MemberSplit

_LEAST_SET_ASIDE = 50
"""Fewest images of X and of X' on which the stacking offset and the third answer are fitted, if gates need as many."""
_NO_DISTANCE = 1e6
"""Stands for an infinite margin, where the lexicon holds no word of a side."""
_LEAST_STEP = 1e-3
"""Reach of the steps of the margin on either side of the stacking offset, where all margins are nearer."""


def train_member(task: MemberTask, folder: RunFolder, emit: Listener, should_stop: ShouldStop) -> Member:
    """Train member k, continuing from its checkpoint. Raises Stopped when asked to stop; the checkpoint is kept."""
    trained = split_and_train(task, folder, emit, should_stop)
    return finish_member(task, trained, emit, should_stop, cache=folder.embeddings)


def member_of_last_stage(task: MemberTask, folder: RunFolder, emit: Listener) -> Member | None:
    """Finish the stopped member k as it was at the end of its last whole stage; None within the first one."""
    trained = embedder_of_last_stage(task, folder)
    return None if trained is None else finish_member(task, trained, emit, lambda: False, cache=folder.embeddings)


def finish_member(
    task: MemberTask,
    trained: TrainedEmbedder,
    emit: Listener,
    should_stop: ShouldStop,
    gates_of: Member | None = None,
    cache: EmbeddingCache | None = None,
) -> Member:
    """Train everything after M1^(k): embed X and X', project, find words, train gates, choose thres, fit confidence.

    ``gates_of`` is the same member, finished with other parameters: its gates are used instead of new ones. The
    embeddings of X and X' are kept in ``cache``, and taken from there.
    """
    preset, seeds, learner, split = task.job.preset, task.seeds(), trained.learner, trained.split
    data = _embed_set_aside(task, trained, cache)
    least = min(len(split.reserved), len(split.held_out))
    has_gates = least >= preset.min_gate_images
    can_calibrate = least >= min(preset.min_gate_images, _LEAST_SET_ASIDE)
    signatures = learner.signature_part(data.embeddings)
    # a third-party learner may have embeddings of fewer numbers than the gates usually see
    dims = preset.dims if is_own(learner.kind) else min(preset.dims, signatures.shape[1])
    pca = Pca.fit(signatures, dims or None if has_gates else None)
    fitted = train_word_classifier(task, split, pca, pca.transform(signatures[data.is_seen]), should_stop)
    words = fitted.classifier if fitted is not None else None
    finder = _Finder(learner, pca, words, split.seen_classes, _seen_counts(task, trained) if preset.prior else None)
    classes = Ensemble(task.job.alphabet, task.job.samples.classes, (), {})
    # before the gates, because the distances that they see include the prior
    finder, evidence = _weigh_prior(finder, fitted, classes, data, task.job.lexicon)
    sees_distances = preset.gate_distances
    points = gate_inputs(finder, data.embeddings, evidence, sees_distances)
    ool_rate = preset.ool_percent / 100
    unlisted = None
    if can_calibrate and preset.unlisted and ool_rate and spells(learner):
        spelled = UnlistedRows(data.embeddings, evidence, data.truth, ~data.is_seen)
        unlisted = fit_unlisted(learner, spelled, task.job.lexicon, ool_rate)
    gate, votes = None, np.zeros(len(points), np.float32)
    if not has_gates:
        emit(_too_few(task, split))
    elif gates_of is None or gates_of.gate.is_offset:
        full = (signatures[data.is_seen], pca.transform) if preset.synthetic_space == "signature" else None
        gate, votes = _train_gates(task, data, points, full, emit, should_stop)
    else:
        gate, votes = gates_of.gate, gates_of.calibration.votes
    calibration = _calibration(evidence, votes, data)
    decision, thres, stacking = _decide(task, trained, calibration, gate, ool_rate) if can_calibrate else (None, 0, 0.0)
    if gate is None or (decision is not None and decision.rule != GATES):
        sees_distances = True
        points = gate_inputs(finder, data.embeddings, evidence, sees_distances)
        offset = 0.0 if decision is not None and decision.rule == NO_GATE else stacking
        gate, thres = _steps_of_margin(preset.gates, points, offset)
        votes = gate.votes(points).astype(np.float32)
        calibration = replace(calibration, votes=votes)
    out_of_lexicon = _drop_words(finder, gate, data, evidence, votes, sees_distances) if preset.ool_percent else None
    rows = CalibrationRows(evidence, votes, out_of_lexicon, data.truth, data.hashes)
    if unlisted is not None:
        rows = with_third_answer(unlisted, rows)
    confidence, outcomes = fit_confidence(rows, thres, gate.n, ool_rate)
    return Member(
        learner,
        pca,
        gate,
        words,
        split.seen_classes,
        thres,
        stacking,
        calibration,
        confidence,
        trained_on=_trained_on(task, split),
        curves=trained.curves,
        seeds=seeds,
        gate_distances=sees_distances,
        prior_weight=finder.prior_weight,
        seen_counts=finder.seen_counts,
        unlisted=unlisted.rule if unlisted is not None else None,
        outcomes=outcomes,
        precision=precision_of(task.job.device) if is_own(learner.kind) else "",
        decision=decision,
    )


def _decide(
    task: MemberTask, trained: TrainedEmbedder, calibration: Calibration, gate: GateEnsemble | None, ool_rate: float
) -> tuple[Decision | None, int, float]:
    """Return the rule that decides, if the objective leaves it open, the ``thres`` of the gates, and stacking."""
    objective = task.job.preset.objective
    if objective != ACCURACY:
        return None, *choose_thresholds(calibration, 1 if gate is None else gate.n, objective)
    rows = np.concatenate([trained.split.reserved, trained.split.held_out])
    samples = task.job.samples
    set_aside = SetAside.of(samples.labels(), task.job.pages(), rows, calibration.is_seen, ool_rate)
    return decide(calibration, None if gate is None else gate.n, set_aside)


def _trained_on(task: MemberTask, split: MemberSplit) -> NDArray[np.uint64]:
    """Return the digests of all images that the weights learnt from: T, and T of the member that it continues from.

    Images that the earlier member was trained on may have left the training data since, for testing for example.
    """
    digests = task.job.samples.image_hashes()[split.train]
    parent = task.job.parent
    if parent is not None and task.k < len(parent.members):
        digests = np.concatenate([digests, parent.members[task.k].trained_on])
    return np.unique(digests)


@dataclass(frozen=True, slots=True)
class _SetAsideData:
    """The images of X, then those of X', on which everything after the embedder is fitted; n rows."""

    embeddings: NDArray[np.float32]
    labels: NDArray[np.int64]
    """Class numbers."""
    truth: NDArray[np.int64]
    """Lexicon positions."""
    is_seen: NDArray[np.bool_]
    """True for rows of X."""
    hashes: NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class _Finder:
    """A member before it has gates."""

    learner: Learner
    pca: Pca
    word_classifier: WordClassifier | None
    seen: NDArray[np.int64]
    seen_counts: NDArray[np.int64] | None = None
    """Images in T of each seen word; None where no prior is wanted."""
    prior_weight: float = 0.0


_PRIOR_STEPS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)
"""Prior weights that are tried, in units of the median distance to the nearest word."""


def _find_set_aside(
    finder: _Finder,
    fitted: FittedClassifier | None,
    classes: Ensemble,
    data: _SetAsideData,
    lexicon: Lexicon,
    keep: int = TOP_K,
) -> MemberEvidence:
    """Return the evidence on X and X', where no word classifier answers for an image that it was trained on."""
    if fitted is None:
        return find_words(finder, classes, data.embeddings, lexicon, keep)

    def find(rows: NDArray[np.int64], classifier: WordClassifier) -> MemberEvidence:
        fold_finder = replace(finder, word_classifier=classifier)
        return find_words(fold_finder, classes, data.embeddings[rows], lexicon, keep)

    return fitted.find(len(data.embeddings), find)


def _weigh_prior(
    finder: _Finder, fitted: FittedClassifier | None, classes: Ensemble, data: _SetAsideData, lexicon: Lexicon
) -> tuple[_Finder, MemberEvidence]:
    """Choose the prior weight on X' and X; return the finder with it, and its evidence on them.

    It is the smallest one with the best mean of two accuracies: of the nearest seen word on X and of the nearest
    unseen one on X', where each word counts the same however often it occurs: held-out words are common ones more often
    than words that no training image shows.
    """
    costs = None
    if finder.seen_counts is not None:
        costs = word_costs((classes.classes[c] for c in finder.seen), finder.seen_counts, lexicon)
    if costs is None:
        return finder, _find_set_aside(finder, fitted, classes, data, lexicon)
    wide = _find_set_aside(finder, fitted, classes, data, lexicon, REORDERED)
    nearest = np.minimum(wide.seen_distances[:, 0], wide.unseen_distances[:, 0])
    unit = float(np.median(nearest[np.isfinite(nearest)])) if np.isfinite(nearest).any() else 0.0
    accuracies = [_accuracy_by_side(wide, data, step * unit * costs) for step in _PRIOR_STEPS]
    finder = replace(finder, prior_weight=_PRIOR_STEPS[int(np.argmax(accuracies))] * unit)
    return finder, _find_set_aside(finder, fitted, classes, data, lexicon)


def _accuracy_by_side(evidence: MemberEvidence, data: _SetAsideData, cost: NDArray[np.float32]) -> float:
    """Return the mean of the accuracies on X among the seen words and on X' among the unseen ones, at ``cost`` [N].

    On X' it is the mean over the words.
    """
    accuracies = []
    for words, distances, rows in (
        (evidence.seen_words, evidence.seen_distances, data.is_seen),
        (evidence.unseen_words, evidence.unseen_distances, ~data.is_seen),
    ):
        best = np.argmin(distances[rows] + cost[words[rows]], axis=1)
        right = words[rows][np.arange(len(best)), best] == data.truth[rows]
        images = np.ones(len(best)) if rows is data.is_seen else word_weights(data.truth[rows])
        accuracies += [np.average(right, weights=images)] if len(best) else []
    return float(np.mean(accuracies))


def _seen_counts(task: MemberTask, trained: TrainedEmbedder) -> NDArray[np.int64]:
    """Return how many images of T show each word of W_s^(k)."""
    labels = task.job.samples.labels()[trained.split.train]
    return np.bincount(labels, minlength=len(task.job.samples.classes))[trained.split.seen_classes].astype(np.int64)


def _embed_set_aside(task: MemberTask, trained: TrainedEmbedder, cache: EmbeddingCache | None) -> _SetAsideData:
    """Embed X and X', and tune what the learner's distance leaves open on them."""
    job, split, learner = task.job, trained.split, trained.learner
    rows = np.concatenate([split.reserved, split.held_out])
    is_seen = np.arange(len(rows)) < len(split.reserved)
    images = job.samples.images[rows]
    embeddings = learner.embed(images, job.device) if cache is None else cache.embed(learner, images, job.device)
    truth = np.array([job.lexicon.find(job.samples.words[row]) for row in rows])
    learner.tune(embeddings, list(job.lexicon.words), job.alphabet, truth, is_seen)
    return _SetAsideData(embeddings, job.samples.labels()[rows], truth, is_seen, job.samples.image_hashes()[rows])


def _train_gates(
    task: MemberTask,
    data: _SetAsideData,
    points: NDArray[np.float32],
    full: FullVectors | None,
    emit: Listener,
    should_stop: ShouldStop,
) -> tuple[GateEnsemble, NDArray[np.float32]]:
    """Train the gates M2^(k,i) by Algorithm 4 (data of the gates); return them with their out-of-bag votes."""
    preset = task.job.preset
    settings = GateSettings(preset.gate_width, preset.gate_depth, preset.gate_epochs)
    recipe = GateRecipe(
        preset.gates, settings, preset.low / 100, preset.high / 100, preset.synthetic, task.learn_held_out
    )

    def report(epoch: int, epochs: int, loss: float) -> None:
        emit(Progress(JobPart.GATES, epoch, epochs, member=task.k, loss=loss))

    return train_gates(
        points,
        data.is_seen,
        data.labels,
        recipe,
        seed=task.seeds()["gate"],
        device=task.job.device,
        progress=report,
        should_stop=should_stop,
        full=full,
    )


def _too_few(task: MemberTask, split: MemberSplit) -> Note:
    return Note(
        tr(
            "Reader {k} has only {n_reserved} images of words it was trained on and {n_held_out} of "
            "other words to train gates with: too few. Steps of the distances to both vote in their place.",
            k=task.k + 1,
            n_reserved=len(split.reserved),
            n_held_out=len(split.held_out),
        )
    )


def _steps_of_margin(gates: int, points: NDArray[np.float32], offset: float) -> tuple[GateEnsemble, int]:
    """Return untrained gates that vote "seen" above even steps of the margin, and their ``thres``.

    That many votes mean a margin above the stacking offset. An offset of 0 takes the side of the nearest word of all:
    no bias correction. The steps span the margins on X and X', so that votes and thresholds show how near both sides
    are, as those of trained gates do.
    """
    margins = points[:, MARGIN_COLUMN]
    margins = np.append(margins[np.abs(margins) < _NO_DISTANCE], [offset - _LEAST_STEP, offset + _LEAST_STEP])
    low, high = float(margins.min()), float(margins.max())
    thres = min(max(round((gates - 1) * (offset - low) / (high - low)), 0), gates - 1)
    step = (high - low) / gates
    limits = offset + step * (np.arange(gates) - thres)
    return GateEnsemble.from_feature(points.shape[1], MARGIN_COLUMN, limits.astype(np.float32)), thres + 1


def _drop_words(
    finder: _Finder,
    gate: GateEnsemble,
    data: _SetAsideData,
    evidence: MemberEvidence,
    votes: NDArray[np.float32],
    gate_distances: bool,
) -> MemberEvidence:
    """Return the evidence on X and X' as if the lexicon held none of their words.

    Gates that take no distances vote as before.
    """
    without = drop_true_word(evidence, data.truth)
    if gate_distances:
        return replace(without, votes=gate.votes(gate_inputs(finder, data.embeddings, without, True)).astype(np.int32))
    return replace(without, votes=votes.astype(np.int32))


def _calibration(evidence: MemberEvidence, votes: NDArray[np.float32], data: _SetAsideData) -> Calibration:
    return Calibration(
        votes=votes.astype(np.float32),
        is_seen=data.is_seen,
        margin=np.nan_to_num(evidence.margin, posinf=_NO_DISTANCE, neginf=-_NO_DISTANCE).astype(np.float32),
        right_if_seen=evidence.seen_words[:, 0] == data.truth,
        right_if_unseen=evidence.unseen_words[:, 0] == data.truth,
    )
