"""One member from beginning to end: Algorithm 1, the gates on Algorithm 2's data, the words, the threshold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.events import Listener
from core.gates.ensemble import GateEnsemble
from core.gates.features import MARGIN
from core.gates.fitting import draw_subsets
from core.gates.synthetic import gate_training_data
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.pca import Pca
from core.model.word_classifiers import WORD_CLASSIFIERS, WordClassifier
from core.model.word_classifiers.forest import ForestWords
from core.model.word_classifiers.lr import LrWords
from core.recognition.member import MemberEvidence, gate_inputs, nearest_words
from core.training.calibration import margin_candidates, threshold_curve
from core.training.checkpoints import RunFolder
from core.training.confidence_fitting import drop_true_word, fit_confidence
from core.training.embedder import inherited, train_embedder
from core.training.member_task import MemberTask, class_signatures, member_seeds
from core.training.presets import Preset
from core.training.splits import MemberSplit, member_split

if TYPE_CHECKING:
    from core.model.learner import Learner

_TOO_FEW = (
    "Reader {0} has kept back only {1} images of words it knows and {2} of words it does not: too few to train gates. "
    "It looks for each word where the nearest one is."
)


def train_member(task: MemberTask, folder: RunFolder, emit: Listener, should_stop: Callable[[], bool]) -> Member:
    """Train member k, or take up its checkpoint. Raises Stopped when asked to; the checkpoint is kept."""
    preset, samples = task.preset, task.samples
    seeds = member_seeds(task.seed, task.k)
    split = member_split(samples.labels(), preset.s, preset.t, seeds["split"], inherited(task))
    learner, curves = train_embedder(task, split, seeds["embedder"], folder, emit, should_stop)
    return finish_member(task, learner, curves, split, emit, should_stop)


def finish_member(
    task: MemberTask,
    learner: Learner,
    curves: dict[str, list[float]],
    split: MemberSplit,
    emit: Listener,
    should_stop: Callable[[], bool],
    gates_of: Member | None = None,
) -> Member:
    """All of member k that comes after M1^(k): its word classifier, gates, and what is chosen on X and X'.

    ``learner`` must have been trained on ``split.train`` alone. ``gates_of`` lends its gates instead of new ones
    being trained: the same member k, finished before by a task whose gates learn from the same points.
    """
    preset, samples, seeds = task.preset, task.samples, member_seeds(task.seed, task.k)
    labels, classes, hashes = samples.labels(), samples.classes, samples.image_hashes()
    rows = np.concatenate([split.kept, split.held_out])
    is_seen = np.arange(len(rows)) < len(split.kept)
    embeddings = learner.embed(samples.images[rows], task.device)
    truth = np.array([task.lexicon.find(samples.words[row]) for row in rows])
    learner.tune(embeddings, list(task.lexicon.words), task.alphabet, truth, is_seen)
    predicted = learner.signature_part(embeddings)
    enough = min(len(split.kept), len(split.held_out)) >= preset.gate_least
    pca = Pca.fit(predicted, preset.dims or None if enough else None)
    words = _train_words(
        task, pca, pca.transform(predicted[is_seen]), labels[split.kept], split, seeds["words"], should_stop
    )
    finder = _Finder(learner, pca, words, split.seen_classes)
    readings = nearest_words(finder, Ensemble(task.alphabet, classes, (), {}), embeddings, task.lexicon)
    points = gate_inputs(finder, embeddings, readings, preset.gate_distances)
    if not enough:
        emit({"event": "note", "text": _TOO_FEW.format(task.k + 1, len(split.kept), len(split.held_out))})
        gate = GateEnsemble.by_number(points.shape[1], MARGIN)
        votes = gate.votes(points).astype(np.float32)
    elif gates_of is None:
        gate, votes = _train_gate(task, points, is_seen, labels[rows], seeds["gate"], emit, should_stop)
    else:
        gate, votes = gates_of.gate, gates_of.calibration.votes
    calibration = _calibration(readings, votes, is_seen, truth)
    thres, stacking = choose_thresholds(calibration, gate.n, preset.objective) if enough else (1, 0.0)
    lost = _lacking(finder, gate, embeddings, readings, votes, truth, preset) if preset.lacking else None
    confidence, trials = fit_confidence(
        readings, lost, votes, thres=thres, gates=gate.n, truth=truth, images=hashes[rows], share=preset.lacking / 100
    )
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
        trained_on=np.unique(hashes[split.train]),
        curves=curves,
        seeds=seeds,
        gate_distances=preset.gate_distances,
        trials=trials,
    )


@dataclass(frozen=True, slots=True)
class _Finder:
    """A member before it has gates."""

    learner: Learner
    pca: Pca
    words: WordClassifier | None
    seen: NDArray[np.int64]


def _lacking(
    finder: _Finder,
    gate: GateEnsemble,
    embeddings: NDArray[np.float32],
    readings: MemberEvidence,
    votes: NDArray[np.float32],
    truth: NDArray[np.int64],
    preset: Preset,
) -> MemberEvidence:
    """X and X' as if the lexicon held none of their words; gates that see no distances say what they said."""
    without = drop_true_word(readings, truth)
    told = gate.votes(gate_inputs(finder, embeddings, without, True)) if preset.gate_distances else votes
    return replace(without, votes=told.astype(np.int32))


def choose_thresholds(seen: Calibration, gates: int, objective: str) -> tuple[int, float]:
    """``thres`` and the offset of stacking that are best on the member's own X and X' for ``h`` or ``A_b``."""
    columns = (seen.is_seen, seen.right_if_seen, seen.right_if_unseen)
    by_votes = threshold_curve(seen.votes, *columns, candidates=np.arange(gates + 2), objective=objective)
    by_margin = threshold_curve(seen.margin, *columns, candidates=margin_candidates(seen.margin), objective=objective)
    return int(by_votes.threshold), by_margin.threshold


def _train_gate(
    task: MemberTask,
    points: NDArray[np.float32],
    is_seen: NDArray[np.bool_],
    labels: NDArray[np.int64],
    seed: int,
    emit: Listener,
    should_stop: Callable[[], bool],
) -> tuple[GateEnsemble, NDArray[np.float32]]:
    """The gates of Algorithm 2's data, and their out-of-bag votes on the real rows [n], scaled to n_k.

    A network's 20 % that it does not see are drawn row by row for X and word by word for X', because a test
    word unseen by M1 is a new word to the gate as well.
    """
    preset = task.preset
    held_out = points[~is_seen] if task.learn_held_out else points[:0]
    made_up = len(points) if preset.synthetic else 0  # the paper's N = |X u X'|
    all_points, all_labels = gate_training_data(
        points[is_seen],
        held_out,
        low=preset.low / 100,
        high=preset.high / 100,
        count=made_up,
        rng=np.random.default_rng(seed),
    )
    groups = np.full(len(all_points), -1, np.int64)
    if task.learn_held_out:
        groups[: len(points)][~is_seen] = labels[~is_seen]
    used = draw_subsets(preset.gates, len(all_points), 0.8, seed, groups)
    learnt = len(all_points) - made_up
    used_real = np.zeros((preset.gates, len(points)), np.bool_)  # X first, then X', which may be in no subset
    used_real[:, :learnt] = used[:, :learnt]

    def tell(epoch: int, epochs: int, loss: float) -> None:
        emit({"event": "progress", "part": "gates", "member": task.k, "done": epoch, "total": epochs, "loss": loss})

    gate = GateEnsemble.fit(
        all_points,
        all_labels,
        n=preset.gates,
        width=preset.gate_width,
        depth=preset.gate_depth,
        epochs=preset.gate_epochs,
        used=used,
        seed=seed,
        device=task.device,
        progress=tell,
        should_stop=should_stop,
    )
    return gate, gate.out_of_bag_votes(points, used_real, task.device)


def _train_words(
    task: MemberTask,
    pca: Pca,
    points: NDArray[np.float32],
    labels: NDArray[np.int64],
    split: MemberSplit,
    seed: int,
    should_stop: Callable[[], bool],
) -> WordClassifier | None:
    """Algorithm 4's classifier over W_s^(k), trained on Algorithm 3's data; None for the nearest signature."""
    if task.preset.classifier == "nearest":
        return None
    centres = pca.transform(class_signatures(task)[split.seen_classes])
    local = np.searchsorted(split.seen_classes, labels)
    kind = WORD_CLASSIFIERS[task.preset.classifier]
    classifier = kind(cap=task.preset.cap) if issubclass(kind, LrWords | ForestWords) else kind()
    return classifier.fit(points, local, centres, seed=seed, device=task.device, should_stop=should_stop)


def _calibration(
    readings: MemberEvidence, votes: NDArray[np.float32], is_seen: NDArray[np.bool_], truth: NDArray[np.int64]
) -> Calibration:
    return Calibration(
        votes=votes.astype(np.float32),
        is_seen=is_seen,
        margin=np.nan_to_num(readings.margin, posinf=1e6, neginf=-1e6).astype(np.float32),
        right_if_seen=readings.seen_words[:, 0] == truth,
        right_if_unseen=readings.unseen_words[:, 0] == truth,
    )
