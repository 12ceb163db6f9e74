"""The engine as a Python library: train a model on word images, read others with it, measure it, keep it in a file.

    from core import api

    model = api.train(images, words, lexicon)
    for prediction in api.read(model, other_images, lexicon):
        print(prediction.word, prediction.confidence)

A word image is a grey array, uint8 [H, W] of any size with ink darker than its paper, or the path of an image file. A
learner of one's own may also take images of another shape, or feature vectors: ``normalise=None``.
Nothing here needs a project or prints anything. The command line (`ductus`) works on projects, which also keep
transcriptions with their history. docs/python.md explains each call.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.device import resolve_device
from core.errors import InputError
from core.events import Listener, ShouldStop, ignore_events
from core.language import tr, tr_plural
from core.lexicon.alphabet import checked_vectors, choose_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.lexicon.text import nfc
from core.model.learner_names import is_own
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
Images = Iterable[WordImage] | NDArray[Any]
"""N word images, or the N rows of an array that is not normalised: images of any shape, feature vectors."""
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
    """A_s, A_u, h and A_b of predictions by Algorithms 2 (each member) and 3 (vote), with 95 % intervals."""
    decided_by: tuple[DecisionRule, ...]
    """[L] the rule by which each member took a side in these predictions: GATED, STACKING (one offset of the distances)
    or UNGATED_VOTE, as it reads most words, or as there were too few images for gates."""
    rules: Mapping[DecisionRule, GzslScores]
    """The same of other rules on the same evidence: no gate, calibrated stacking, a gate that is always right."""
    members: tuple[GzslScores, ...]
    """[L] those of each member alone, which takes the nearest word of the lexicon."""


def train(
    images: Images,
    words: Iterable[str],
    lexicon: Words,
    *,
    preset: str = presets.DEFAULT,
    settings: Mapping[str, Any] | None = None,
    learner: str | None = None,
    learner_parameters: Mapping[str, Any] | None = None,
    class_vectors: Mapping[str, Iterable[float]] | None = None,
    normalise: Literal["word"] | None = "word",
    alphabet: str = "auto",
    seed: int = 0,
    device: str = "cpu",
    run: Path | None = None,
    listen: Listener = ignore_events,
    should_stop: ShouldStop = lambda: False,
) -> Ensemble:
    """Train an ensemble on images of known words, and set its thresholds and confidence.

    By Algorithms 1 (splits), 4 (data of the gates) and 5 (padded samples).

    Args:
        images: N word images; those without ink are left out, with a warning.
        words: their N transcriptions. They are part of the lexicon, whether it names them or not.
        lexicon: the words that may occur on the images to be read.
        preset: the name of a preset of resources/presets.toml.
        settings: parameters of the preset to change, such as ``{"members": 3}``.
        learner: a third-party learner instead of ours: its name, or MODULE:CLASS (docs/learners.md).
        learner_parameters: what its class is made with beside ``seed``, of JSON types.
        class_vectors: a vector for each word of the lexicon, such as its attributes, instead of e(w). The model
            keeps them. For third-party learners.
        normalise: None gives a third-party learner the images as they are, an array of numbers [N, ...] of any shape,
            here and when the model reads; floats become float32.
        alphabet: the name of an alphabet; "auto": the smallest one that encodes the lexicon.
        seed: decides every random draw.
        device: "cpu", "cuda", "mps", or "auto" for the best one of this computer.
        run: a folder for checkpoints and finished members, from which the same call continues after an interruption.
        listen: receives the events of core/events.py: progress, notes, finished members.
        should_stop: asked often; True ends the training after the members that are finished.

    Raises:
        InputError: images or words that cannot be used, too few of them, a word that the alphabet cannot encode, an
            unknown name, a device that cannot be used.
        Stopped: asked to stop before any member was finished.
    """
    from core.model.foreign_learner import require_any_learner
    from core.training.ensemble_training import train_ensemble
    from core.training.job import TrainingJob

    device = resolve_device(device)
    chosen = presets.preset(preset)
    if learner is not None:
        require_any_learner(learner)
        chosen = chosen.with_learner(learner)
    chosen = chosen.changed(**settings or {})
    parameters = dict(learner_parameters or {})
    if is_own(chosen.learner) and (parameters or class_vectors is not None or normalise is None):
        raise InputError.of(
            "learner_parameters, class_vectors and normalise=None are for a learner of your own: name it."
        )
    if normalise not in ("word", None):
        raise InputError.of("normalise is 'word' or None, not {normalise!r}.", normalise=normalise)
    try:
        json.dumps(parameters)
    except (TypeError, ValueError) as error:
        raise InputError.of(
            "learner_parameters must be numbers, texts, and lists of them ({error}).", error=error
        ) from error
    samples = _samples(images, words, None if normalise else ())
    # sorted, because ties go by the lexicon's order, and a set has none
    every = sorted({*samples.words, *_texts(lexicon)})
    encoding = choose_alphabet(alphabet, [] if class_vectors else every)
    if class_vectors is not None:
        encoding = replace(encoding, vectors=checked_vectors(class_vectors))
        signatures(every, encoding)
    listed = Lexicon(every, encoding, _counts(lexicon))
    job = TrainingJob(samples, listed, encoding, chosen, seed, device, learner_parameters=parameters)
    if run is not None:
        model = train_ensemble(job, run, listen, should_stop)
    else:
        with TemporaryDirectory(prefix="ductus-") as folder:
            model = train_ensemble(job, Path(folder), listen, should_stop)
    if is_own(chosen.learner):
        return model
    shape = None if normalise else list(samples.images.shape[1:])
    return replace(model, card=model.card | {"learner_parameters": parameters, _INPUT: shape})


def load(path: str | PathLike[str]) -> Ensemble:
    """Read a model file. It holds numbers only: no code of it is run. Raises ModelFileError, which names the file."""
    from core.store.model_file import load_ensemble

    return load_ensemble(Path(path))


def save(path: str | PathLike[str], model: Ensemble) -> None:
    """Write a model file (HDF5), whole or not at all. Raises FileExistsError: models are never overwritten."""
    from core.store.model_file import save_ensemble

    save_ensemble(Path(path), model)


def read(model: Ensemble, images: Images, lexicon: Words, *, device: str = "cpu") -> list[WordPrediction | None]:
    """Predict the word on each image by Algorithms 2 (each member) and 3 (vote), with its confidence and all votes.

    The words of the training belong to the lexicon, whether it names them or not. None stands for an image for which it
    holds no candidate. Warns of images without ink, and if the model was calibrated for a lexicon of another length:
    thresholds and confidence do not hold for this one until :func:`recalibrate` has fitted them.
    """
    from core.recognition.evidence import embed_all
    from core.recognition.predicted_words import predict_words

    device = resolve_device(device)
    listed = _lexicon_for(model, lexicon)
    return predict_words(model, embed_all(model, _prepared(images, _input(model)), device), listed)


def recalibrate(
    model: Ensemble,
    images: Images,
    words: Iterable[str],
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

    device = resolve_device(device)
    stored = presets.Preset.from_json(model.card["preset"])
    samples = _samples(images, words, _input(model))
    listed = _listed(model, lexicon, samples.words)
    return recalibration.recalibrate(model, samples, listed, stored, device, listen, should_stop)


def evaluate(
    model: Ensemble, images: Images, words: Iterable[str], lexicon: Words, *, device: str = "cpu"
) -> Evaluation:
    """Measure a model on images of known words ``words`` [N]. Raises InputError if it learnt from all of them.

    A word counts as seen if any training image of the model shows it; these words belong to the lexicon, whether it
    names them or not. Images that the model learnt from are left out. A word that is not in the lexicon can be read
    correctly only where the model spells it.
    """
    from core.evaluation.decision_rules import DecisionRule, correct_predictions, deciding_rules, ground_truth
    from core.evaluation.metrics import gzsl_scores
    from core.recognition.evidence import embed_all, gather_evidence
    from core.training.samples import are_known

    device = resolve_device(device)
    listed = _lexicon_for(model, lexicon)
    samples = _samples(images, words, _input(model), with_blank=True)
    is_new = ~are_known(samples.images, _learnt_from(model))
    if not is_new.any():
        raise InputError.of("The model learnt from all of these images, so there is nothing to measure on.")
    shown = [word for word, new in zip(samples.words, is_new.tolist(), strict=True) if new]
    evidence = gather_evidence(model, embed_all(model, samples.images[is_new], device), listed)
    truth = ground_truth(shown, model, listed)
    correct = correct_predictions(model, evidence, truth)
    members = tuple(gzsl_scores(row, truth.is_seen) for row in correct.pop(DecisionRule.ONE_MEMBER))
    rules = {rule: gzsl_scores(row, truth.is_seen) for rule, row in correct.items()}
    scores = rules.pop(DecisionRule.GATED)
    return Evaluation(len(shown), int((~is_new).sum()), scores, deciding_rules(model), rules, members)


_Shape = tuple[int, ...] | None
"""The shape of an image that is taken as it is, () for any; None for word images, which are normalised."""
_INPUT = "input_shape"
"""The part of a model's card that says which shape it takes."""


def _input(model: Ensemble) -> _Shape:
    shape = model.card.get(_INPUT)
    return None if shape is None else tuple(shape)


def _prepared(images: Images, shape: _Shape) -> NDArray[Any]:
    """Return the images as the learners see them: uint8 [N, 50, 250], or [N, ...] as they are.

    Warns of word images without ink. Raises InputError for what is no image.
    """
    if isinstance(images, str | PathLike) or not isinstance(images, Iterable):
        raise InputError.of("The images are to be a list, not {value!r}.", value=images)
    if shape is not None:
        return _as_given(images, shape)
    from core.imaging.normalise import normalise_all
    from core.training.samples import is_blank

    normalised = normalise_all(_grey(images))
    blank = np.flatnonzero(is_blank(normalised)).tolist()
    if blank:
        warnings.warn(
            tr_plural(
                "{n} image, number {first}, shows no ink darker than its paper.",
                "{n} images, the first of them number {first}, show no ink darker than their paper.",
                len(blank),
                first=blank[0] + 1,
            ),
            stacklevel=3,
        )
    return normalised


def _grey(images: Iterable[Any]) -> Iterator[NDArray[np.uint8]]:
    from core.imaging.read import read_gray

    for number, image in enumerate(images, start=1):
        pixels = read_gray(Path(image)) if isinstance(image, str | PathLike) else np.asarray(image)
        if pixels.dtype != np.uint8 or pixels.ndim != 2 or not pixels.size:
            raise InputError.of(
                "Image {number} is an array {dtype} {shape}. A word image is a grey array uint8 [H, W], from 0 for "
                "black to 255 for white, or a path.",
                number=number,
                dtype=pixels.dtype,
                shape=list(pixels.shape),
            )
        yield pixels


def _as_given(images: Iterable[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    try:
        array = np.asarray(images if isinstance(images, np.ndarray) else list(images))
    except ValueError as error:
        raise InputError.of("The images differ in shape, so they are no array [N, ...].") from error
    if not len(array):
        return np.zeros((0, *shape), np.float32)
    wanted = shape or array.shape[1:]
    if array.dtype.kind not in "biuf" or not wanted or array.shape[1:] != wanted:
        raise InputError.of(
            "The images are an array {dtype} {found}, where numbers [N, {wanted}] are needed.",
            dtype=array.dtype,
            found=list(array.shape),
            wanted=", ".join(map(str, wanted)) or "...",
        )
    array = array if array.dtype == np.uint8 else array.astype(np.float32)
    odd = np.flatnonzero(~np.isfinite(array.reshape(len(array), -1)).all(axis=1)).tolist()
    if odd:
        raise InputError.of("Image {number} holds NaN or infinite numbers.", number=odd[0] + 1)
    return array


def _samples(images: Images, words: Iterable[str], shape: _Shape, *, with_blank: bool = False) -> Samples:
    """Return images with their words, without those that show no ink unless ``with_blank``."""
    from core.training.samples import Samples, is_blank

    texts, prepared = _texts(words), _prepared(images, shape)
    if len(prepared) != len(texts):
        raise InputError.of(
            "There are {n_images} images but {n_words} words.", n_images=len(prepared), n_words=len(texts)
        )
    blank = is_blank(prepared) if shape is None else np.zeros(len(texts), np.bool_)
    if len(texts) and blank.all():
        raise InputError.of("None of the images shows ink: ink is near 0, paper near 255.")
    kept = ~blank | with_blank
    return Samples.of(prepared[kept], [word for word, keep in zip(texts, kept.tolist(), strict=True) if keep])


def _texts(words: Words) -> list[str]:
    """Return words in NFC. Raises InputError for one text instead of several, and for what is no text."""
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise InputError.of("Words are to be a list, not {value!r}.", value=words)
    texts = list(words)
    odd = next((at for at, word in enumerate(texts) if not isinstance(word, str) or not word), None)
    if odd is not None:
        raise InputError.of("Word {number} of the list is {value!r}, not a text.", number=odd + 1, value=texts[odd])
    return [nfc(word) for word in texts]


def _counts(words: Words) -> dict[str, int]:
    """Return how often each word occurs in texts of the language, where that is known."""
    if not isinstance(words, Mapping):
        return {}
    odd = [word for word, count in words.items() if not isinstance(count, int | np.integer)]
    if odd:
        raise InputError.of("'{word}' has no whole number as its count in the list.", word=odd[0])
    return {nfc(word): int(count) for word, count in words.items()}


def _listed(model: Ensemble, lexicon: Words, further: Iterable[str] = ()) -> Lexicon:
    """Return the lexicon in the model's alphabet, with the words of its training and ``further`` ones."""
    # the classes of a starter model are one empty word
    words = sorted({*filter(None, model.classes), *further, *_texts(lexicon)})
    return Lexicon(words, model.alphabet, _counts(lexicon))


def _lexicon_for(model: Ensemble, words: Words) -> Lexicon:
    """Return the lexicon with the words of the training; warn if the model is calibrated for another one."""
    from core.store.calibration_card import is_calibrated_for

    listed = _listed(model, words)
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
