"""Training of the starter's network on word images, continued from the last epoch of an interrupted run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.imaging.augment import Augmentation

PLAIN = Augmentation()
STRONG = Augmentation(elastic=0.03, fade=0.5, neighbours=0.3, rules=0.08)
"""For real hands, of which there are few: each image is met ten times and more."""
PLAIN_AND_SMALLER, STRONG_AND_SMALLER = replace(PLAIN, smaller=0.3), replace(STRONG, smaller=0.3)
"""For later rounds: words on a line do not fill its height."""


def network(weights: Path | None, seed: int) -> Any:
    """A `phosc-ctc` network for the alphabet "latin-extended", new or with the ``weights`` of a starter model.

    Layers that the weights lack begin as they do in a new network.
    """
    from core.lexicon.alphabet import load_alphabet
    from core.model.learner import learner_from_arrays, new_learner
    from core.store.starter import load_starter
    from core.training.starter_init import transfer_weights

    alphabet = load_alphabet("latin-extended")
    new = new_learner("phosc-ctc", alphabet, "cosine", seed)
    if weights is None:
        return new
    arrays = transfer_weights(load_starter(weights), new.to_arrays(), alphabet)
    return learner_from_arrays("phosc-ctc", arrays, alphabet, "cosine")


def fit(
    learner: Any,
    images: NDArray[np.uint8],
    words: Sequence[str],
    chances: NDArray[np.float64] | None,
    is_piece: NDArray[np.bool_] | None = None,
    *,
    epochs: int,
    rate: float,
    augmentation: Augmentation,
    is_new: bool,
    seed: int,
    device: str,
    checkpoint: Path,
) -> Any:
    """Train for ``epochs`` times as many images as there are, drawn with ``chances`` [N] (None: by word, balanced).

    Images that ``is_piece`` [N] are spelled only: a signature is that of one word.
    """
    import torch

    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.signature import signatures
    from core.model.spelling_learner import character_codes
    from core.store.tree import read_tree, write_tree
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    alphabet = load_alphabet("latin-extended")
    keys = list(zip(words, is_piece.tolist() if is_piece is not None else [False] * len(words), strict=True))
    number = {key: at for at, key in enumerate(sorted(set(keys)))}
    spelled = [word for word, _ in number]
    targets = np.asarray(signatures(spelled, alphabet), np.float32)
    targets[[is_one for _, is_one in number]] = np.nan
    training = EmbedderTraining(
        learner,
        images,
        np.array([number[key] for key in keys], np.int64),
        targets,
        character_codes(spelled, alphabet),
        EmbedderSettings(
            steps=epochs * (-(-len(images) // 64)), peak_rate=rate, fresh_heads=is_new, augmentation=augmentation
        ),
        seed,
        device,
    )
    if chances is not None:
        training.weights = torch.from_numpy(chances)
    if checkpoint.exists():
        training.load_arrays(read_tree(checkpoint)[1])
        print(f"Going on after epoch {training.epoch}", flush=True)
    for progress in training.run(lambda: False, print):
        print(
            f"epoch {progress.epoch}/{progress.epochs} loss {progress.loss:.4f} {progress.images_per_second:.0f}/s",
            flush=True,
        )
        checkpoint.unlink(missing_ok=True)
        write_tree(checkpoint, {}, training.to_arrays())
    training.learner.net.to("cpu")
    return training.learner


def tune(learner: Any, images: NDArray[np.uint8], words: Sequence[str]) -> None:
    """Choose the weight of the signature beside the spelling on images of hands that were held out."""
    from core.lexicon.alphabet import load_alphabet

    lexicon = sorted(set(words))
    truth = np.array([lexicon.index(word) for word in words])
    learner.tune(learner.embed(images), lexicon, load_alphabet("latin-extended"), truth, np.ones(len(words), np.bool_))


@dataclass(frozen=True, slots=True)
class Readings:
    """How word images were read: [N] each."""

    words: Sequence[str]
    """What stands there."""
    right: NDArray[np.bool_]
    """Read rightly among all distinct words of the images."""
    spelled: Sequence[str]
    """Letter by letter, without a list."""
    edits: NDArray[np.int64]
    """Characters of ``spelled`` that would have to be corrected."""


def readings(learner: Any, images: NDArray[np.uint8], words: Sequence[str]) -> Readings:
    """Read word images among their distinct words, and letter by letter."""
    from rapidfuzz.distance import Levenshtein

    from core.lexicon.alphabet import load_alphabet

    alphabet = load_alphabet("latin-extended")
    lexicon = sorted(set(words))
    embeddings = learner.embed(images)
    nearest = learner.distances(lexicon, alphabet)(embeddings).argmin(axis=1)
    spelled = learner.decode(embeddings, alphabet)
    right = np.array([lexicon[i] == word for i, word in zip(nearest, words, strict=True)], np.bool_)
    edits = np.array([Levenshtein.distance(a, b) for a, b in zip(spelled, words, strict=True)], np.int64)
    return Readings(words, right, spelled, edits)


def reading_figures(learner: Any, images: NDArray[np.uint8], words: Sequence[str]) -> dict[str, float]:
    """Share of words read rightly, among these words and letter by letter, and the character error rate."""
    read = readings(learner, images, words)
    return {
        "words": len(words),
        "lexicon": len(set(words)),
        "right_in_lexicon": float(read.right.mean()),
        "right_letter_by_letter": float(np.mean([a == b for a, b in zip(read.spelled, words, strict=True)])),
        "character_error_rate": float(read.edits.sum() / sum(map(len, words))),
    }


def save_readings(path: Path, read: Readings) -> None:
    """Keep readings for :func:`load_readings`."""
    np.savez(path, right=read.right, edits=read.edits, spelled=np.array("\n".join(read.spelled)))


def load_readings(path: Path, words: Sequence[str]) -> Readings:
    """Read the file of :func:`save_readings` about the images of ``words``."""
    with np.load(path, allow_pickle=False) as data:
        return Readings(words, data["right"], str(data["spelled"]).split("\n"), data["edits"])
