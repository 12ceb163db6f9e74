"""The engine as a Python library: train a model on word images, read others with it, measure it, keep it in a file.

    from core import api

    model = api.train(images, words, lexicon)
    for prediction in api.read(model, other_images, lexicon):
        print(prediction.word, prediction.confidence)

A word image is a grey array, uint8 [H, W] of any size with ink darker than its paper, or the path of an image file.
Nothing here needs a project or prints anything. The command line (`ductus`) works on projects, which also keep
transcriptions with their history. docs/python.md explains each call.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.device import resolve_device
from core.errors import InputError
from core.events import Listener, ShouldStop, ignore_events
from core.language import tr
from core.lexicon.alphabet import choose_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.training import presets

if TYPE_CHECKING:
    from core.evaluation.decision_rules import DecisionRule
    from core.evaluation.metrics import GzslScores
    from core.model.ensemble import Ensemble
    from core.recognition.predicted_words import WordPrediction
    from core.training.samples import Samples

__all__ = ["Evaluation", "WordImage", "evaluate", "load", "read", "recalibrate", "save", "train"]

WordImage = NDArray[np.uint8] | str | PathLike[str]
"""A grey word image, uint8 [H, W], or the path of an image file."""
Words = Iterable[str] | Mapping[str, int]
"""The words that may occur; a mapping says how often each one occurs in texts of the language."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Accuracy on N test images, by decision rule."""

    images: int
    """N, without those that the model learnt from."""
    left_out: int
    """Images that the model learnt from: on them nothing can be measured."""
    scores: GzslScores
    """A_s, A_u, h and A_b of the model's own predictions (Algorithms 2 and 3), with 95 % intervals."""
    rules: Mapping[DecisionRule, GzslScores]
    """The same of other rules on the same evidence: no gate, calibrated stacking, a gate that is always right."""
    members: tuple[GzslScores, ...]
    """[L] those of each member alone, which takes the nearest word of the lexicon."""


def train(
    images: Iterable[WordImage],
    words: Sequence[str],
    lexicon: Words,
    *,
    preset: str = presets.DEFAULT,
    settings: Mapping[str, Any] | None = None,
    learner: str | None = None,
    alphabet: str = "auto",
    seed: int = 0,
    device: str = "cpu",
    run: Path | None = None,
    listen: Listener = ignore_events,
    should_stop: ShouldStop = lambda: False,
) -> Ensemble:
    """Train an ensemble on images of known words (Algorithms 1, 4 and 5) and set its thresholds and confidence.

    Args:
        images: N word images; those without ink are left out.
        words: their N transcriptions. They are part of the lexicon, whether it names them or not.
        lexicon: the words that may occur on the images to be read.
        preset: the name of a preset of resources/presets.toml.
        settings: parameters of the preset to change, such as ``{"members": 3}``.
        learner: a third-party learner instead of ours: its name, or MODULE:CLASS (docs/learners.md).
        alphabet: the name of an alphabet; "auto": the smallest one that encodes the lexicon.
        seed: decides every random draw.
        device: "cpu", "cuda", "mps", or "auto" for the best one of this computer.
        run: a folder for checkpoints and finished members, from which the same call continues after an interruption.
        listen: receives the events of core/events.py: progress, notes, finished members.
        should_stop: asked often; True ends the training after the members that are finished.

    Raises:
        InputError: too few images or words, a word that the alphabet cannot encode, an unknown name, a device that
            cannot be used.
        Stopped: asked to stop before any member was finished.
    """
    from core.model.foreign_learner import require_any_learner
    from core.training.ensemble_training import train_ensemble
    from core.training.job import TrainingJob

    chosen = presets.preset(preset)
    if learner is not None:
        require_any_learner(learner)
        chosen = chosen.with_learner(learner)
    if settings:
        chosen = chosen.changed(**settings)
    samples = _samples(images, words)
    # sorted, because ties go by the lexicon's order, and a set has none
    every = sorted({*samples.words, *map(nfc, lexicon)})
    encoding = choose_alphabet(alphabet, every)
    listed = Lexicon(every, encoding, _counts(lexicon))
    job = TrainingJob(samples, listed, encoding, chosen, seed, resolve_device(device))
    if run is not None:
        return train_ensemble(job, run, listen, should_stop)
    with TemporaryDirectory(prefix="ductus-") as folder:
        return train_ensemble(job, Path(folder), listen, should_stop)


def load(path: str | PathLike[str]) -> Ensemble:
    """Read a model file. It holds numbers only: no code of it is run. Raises ModelFileError, which names the file."""
    from core.store.model_file import load_ensemble

    return load_ensemble(Path(path))


def save(path: str | PathLike[str], model: Ensemble) -> None:
    """Write a model file (HDF5), whole or not at all. Raises FileExistsError: models are never overwritten."""
    from core.store.model_file import save_ensemble

    save_ensemble(Path(path), model)


def read(
    model: Ensemble, images: Iterable[WordImage], lexicon: Words, *, device: str = "cpu"
) -> list[WordPrediction | None]:
    """Predict the word on each image (Algorithms 2 and 3), with its confidence and the votes behind it.

    None stands for an image for which the lexicon holds no candidate. Warns if the model was calibrated for a lexicon
    of another length: thresholds and confidence do not hold for this one until :func:`recalibrate` has fitted them.
    """
    from core.recognition.evidence import embed_all
    from core.recognition.predicted_words import predict_words

    listed = _lexicon_for(model, lexicon)
    return predict_words(model, embed_all(model, _normalised(images), resolve_device(device)), listed)


def recalibrate(
    model: Ensemble,
    images: Iterable[WordImage],
    words: Sequence[str],
    lexicon: Words,
    *,
    device: str = "cpu",
    listen: Listener = ignore_events,
    should_stop: ShouldStop = lambda: False,
) -> Ensemble:
    """Return the model with gates, thresholds and confidence fitted for another lexicon; no embedder is trained.

    ``images`` and ``words`` are those of the training. Raises InputError if too many of them are missing, Stopped.
    """
    from core.training import recalibration

    stored = presets.Preset.from_json(model.card["preset"])
    listed = Lexicon(sorted({*map(nfc, words), *map(nfc, lexicon)}), model.alphabet, _counts(lexicon))
    samples, device = _samples(images, words), resolve_device(device)
    return recalibration.recalibrate(model, samples, listed, stored, device, listen, should_stop)


def evaluate(
    model: Ensemble, images: Iterable[WordImage], words: Sequence[str], lexicon: Words, *, device: str = "cpu"
) -> Evaluation:
    """Measure a model on images of known words ``words`` [N]. Raises InputError if it learnt from all of them.

    A word counts as seen if any training image of the model shows it. Images that the model learnt from are left out. A
    word that is not in the lexicon can be read correctly only where the model spells it.
    """
    from core.evaluation.decision_rules import DecisionRule, correct_predictions, ground_truth
    from core.evaluation.metrics import gzsl_scores
    from core.recognition.evidence import embed_all, gather_evidence
    from core.training.samples import are_known

    listed = _lexicon_for(model, lexicon)
    samples = _samples(images, words, with_blank=True)
    is_new = ~are_known(samples.images, _learnt_from(model))
    if not is_new.any():
        raise InputError(tr("The model learnt from all of these images, so there is nothing to measure on."))
    shown = [word for word, new in zip(samples.words, is_new.tolist(), strict=True) if new]
    evidence = gather_evidence(model, embed_all(model, samples.images[is_new], resolve_device(device)), listed)
    truth = ground_truth(shown, model, listed)
    correct = correct_predictions(model, evidence, truth)
    members = tuple(gzsl_scores(row, truth.is_seen) for row in correct.pop(DecisionRule.ONE_MEMBER))
    rules = {rule: gzsl_scores(row, truth.is_seen) for rule, row in correct.items()}
    scores = rules.pop(DecisionRule.GATED)
    return Evaluation(len(shown), int((~is_new).sum()), scores, rules, members)


def _normalised(images: Iterable[WordImage]) -> NDArray[np.uint8]:
    """Return the images as the networks see them, uint8 [N, 50, 250]."""
    from core.imaging.normalise import normalise_all
    from core.imaging.read import read_gray

    return normalise_all(image if isinstance(image, np.ndarray) else read_gray(Path(image)) for image in images)


def _samples(images: Iterable[WordImage], words: Sequence[str], *, with_blank: bool = False) -> Samples:
    """Return images with their words, without those that show no ink unless ``with_blank``."""
    from core.training.samples import Samples, is_blank

    normalised = _normalised(images)
    if len(normalised) != len(words):
        raise ValueError(f"{len(normalised)} images but {len(words)} words")
    kept = np.ones(len(words), np.bool_) if with_blank else ~is_blank(normalised)
    return Samples.of(normalised[kept], [word for word, keep in zip(words, kept.tolist(), strict=True) if keep])


def _counts(words: Words) -> dict[str, int]:
    """Return how often each word occurs in texts of the language, where that is known."""
    return {nfc(word): count for word, count in words.items()} if isinstance(words, Mapping) else {}


def _lexicon_for(model: Ensemble, words: Words) -> Lexicon:
    """Return the lexicon in the model's alphabet; warn if the model is calibrated for another one."""
    from core.store.calibration_card import is_calibrated_for

    listed = Lexicon(sorted(set(map(nfc, words))), model.alphabet, _counts(words))
    if not is_calibrated_for(model, listed):
        warnings.warn(
            tr("The model was calibrated for another word list: its confidence does not hold for this one."),
            stacklevel=3,
        )
    return listed


def _learnt_from(model: Ensemble) -> NDArray[np.uint64]:
    """Return the digests of all images that the model and the starter model with which it began learnt from."""
    from core.store.starter_sources import images_learnt_before

    parts = [images_learnt_before(model.card), *(member.trained_on for member in model.members)]
    parts += [member.outcomes.image for member in model.members if member.outcomes is not None]
    return np.unique(np.concatenate(parts))
