"""Training of a member on a worker: the job file holds everything that decides the result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Arrays
from core.device import limit_threads, resolve_device
from core.errors import ModelFileError
from core.events import Listener, ShouldStop
from core.executors.cluster import files_of
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Member
from core.store.embedding_cache import EmbeddingCache
from core.store.model_file import load_ensemble, save_ensemble
from core.store.starter import Starter
from core.store.tree import decode_words, encode_words, read_card, read_tree, write_tree
from core.training.checkpoints import RunFolder
from core.training.job import AdaptedStarter, MemberTask, TrainingJob
from core.training.lines import SampleLine
from core.training.member import train_member
from core.training.presets import Preset
from core.training.samples import Samples

TRAIN = "train"
"""The kind of job file."""

_STARTER = "starter/"
"""Begins the names of the adapted starter model's weights."""


def load_finished(folder: RunFolder, k: int, job: TrainingJob, key: str) -> Member | None:
    """Return member k if it is finished in the run's folder."""
    return folder.load_member(k, key, job.alphabet, len(job.samples.classes))


def write_job(path: Path, job: TrainingJob, key: str, threads: int, cache: EmbeddingCache | None = None) -> None:
    """Write the job file, and beside it the model that the training continues from."""
    files = files_of(path)
    files.make_folder(path.parent)
    parent = path.with_name("parent.h5")
    files.remove(parent)
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
        "adapted": _adapted_card(job),
        "lines": [[line.page, *line.samples] for line in job.lines],
        "project": None if cache is None else str(cache.project.resolve()),
    }
    arrays: Arrays = {
        "images": job.samples.images,
        "words": encode_words(job.samples.words),
        "lexicon": encode_words(job.lexicon.words),
        "counts": job.lexicon.counts,
    }
    if job.adapted is not None:
        arrays |= {f"{_STARTER}{name}": array for name, array in job.adapted.starter.arrays.items()}
    write_tree(path, card, arrays)


def _adapted_card(job: TrainingJob) -> dict[str, Any] | None:
    if job.adapted is None:
        return None
    starter = job.adapted.starter
    return {"digest": job.adapted.digest, "alphabet": starter.alphabet.to_json(), "about": starter.about}


def _adapted(card: Mapping[str, Any] | None, arrays: Arrays) -> AdaptedStarter | None:
    if card is None:
        return None
    weights = {name[len(_STARTER) :]: array for name, array in arrays.items() if name.startswith(_STARTER)}
    return AdaptedStarter(Starter(Alphabet.from_json(card["alphabet"]), weights, card["about"]), str(card["digest"]))


def read_job(path: Path) -> tuple[TrainingJob, str, int]:
    """Read the job, its key and its threads from a file of :func:`write_job`. Raises ModelFileError."""
    card, arrays = read_tree(path)
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        words = decode_words(arrays["lexicon"])
        counts = dict(zip(words, arrays["counts"].tolist(), strict=True))
        job = TrainingJob(
            Samples.of(np.asarray(arrays["images"], np.uint8), decode_words(arrays["words"])),
            Lexicon(words, alphabet, counts),
            alphabet,
            Preset.from_json(card["preset"]),
            int(card["seed"]),
            str(card["device"]),
            None if card["parent"] is None else load_ensemble(files_of(path).path(path.with_name("parent.h5"))),
            card["parent"],
            tuple(SampleLine(page, tuple(samples)) for page, *samples in card["lines"]),
            adapted=_adapted(card["adapted"], arrays),
        )
        return job, str(card["key"]), int(card["threads"])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFileError.of("{path}: incomplete job file ({error}).", path=path, error=error) from error


def train_one(path: Path, k: int, emit: Listener, should_stop: ShouldStop) -> None:
    """On the worker: train member k into the run's folder, unless it is there already."""
    job, key, threads = read_job(path)
    project = read_card(path)["project"]
    folder = RunFolder(path.parent.parent, None if project is None else EmbeddingCache(Path(project)))
    if load_finished(folder, k, job, key) is not None:
        return
    resolve_device(job.device)
    with limit_threads(threads):
        member = train_member(MemberTask(k, job, key), folder, emit, should_stop)
    folder.save_member(k, member, key)
