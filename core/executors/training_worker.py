"""Training a member on a node: the job file holds all that decides the result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.device import resolve_device
from core.errors import ModelFileError
from core.events import Listener
from core.executors.threads import limit_threads
from core.executors.word_codec import from_bytes, to_bytes
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Member
from core.store.model_file import load_ensemble, save_ensemble
from core.store.tree import Arrays, read_tree, write_tree
from core.training.checkpoints import RunFolder
from core.training.member import train_member
from core.training.presets import Preset
from core.training.run import TrainingJob, member_task
from core.training.samples import Samples

TRAIN = "train"


def load_finished(folder: RunFolder, k: int, job: TrainingJob, key: str) -> Member | None:
    """Member ``k`` where it lies finished in the run's folder."""
    return folder.load_member(k, key, job.alphabet, len(job.samples.classes))


def write_training(path: Path, job: TrainingJob, key: str, threads: int) -> None:
    """The job file: HDF5 without compression of what is quickly made anew, and beside it the model gone on from."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parent = path.with_name("parent.h5")
    parent.unlink(missing_ok=True)
    if job.parent is not None:
        save_ensemble(parent, job.parent)
    card = {
        "kind": TRAIN,
        "key": key,
        "threads": threads,
        "seed": job.seed,
        "device": job.device,
        "preset": job.preset.to_json(),
        "alphabet": job.alphabet.to_json(),
        "parent": job.parent_name,
    }
    arrays: Arrays = {
        "images": job.samples.images,
        "words": to_bytes(job.samples.words),
        "lexicon": to_bytes(job.lexicon.words),
    }
    write_tree(path, card, arrays)


def read_training(path: Path) -> tuple[TrainingJob, str, int]:
    """The job, its key and its threads, from a file of :func:`write_training`. Raises ModelFileError."""
    card, arrays = read_tree(path)
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        parent = None if card["parent"] is None else load_ensemble(path.with_name("parent.h5"))
        job = TrainingJob(
            Samples.of(np.asarray(arrays["images"], np.uint8), from_bytes(arrays["words"])),
            Lexicon(from_bytes(arrays["lexicon"]), alphabet),
            alphabet,
            Preset.from_json(card["preset"]),
            int(card["seed"]),
            str(card["device"]),
            parent,
            card["parent"],
        )
        return job, str(card["key"]), int(card["threads"])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path}: not a whole job file ({error}).") from error


def train_one(path: Path, k: int, emit: Listener, should_stop: Callable[[], bool]) -> None:
    """On the node: member ``k`` into the run's folder, unless it lies there already."""
    job, key, threads = read_training(path)
    folder = RunFolder(path.parent.parent)
    if load_finished(folder, k, job, key) is not None:
        return
    resolve_device(job.device)
    with limit_threads(threads):
        made = train_member(member_task(job, k, key), folder, emit, should_stop)
    folder.save_member(k, made, key)
