"""Training members as jobs: the job file with all that decides the result, and both sides of its use."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from core.engine.cluster import open_cluster, work_name
from core.engine.collect import Collector, Errand
from core.engine.settings import Settings
from core.engine.text import from_bytes, to_bytes
from core.engine.threads import here, use
from core.errors import ModelFileError
from core.jobs.events import Event, Listener
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.model.device import choose
from core.model.ensemble import Member
from core.store.model_file import load_ensemble, save_ensemble
from core.store.tree import Arrays, read_tree, write_tree
from core.training.checkpoints import RunFolder
from core.training.member import train_member
from core.training.presets import Preset
from core.training.run import Trainer, TrainingJob, member_task
from core.training.samples import Samples

TRAIN = "train"


def trainer(settings: Settings) -> Trainer:
    """Trains members as jobs of the cluster of ``settings``, in the place of ``train_here``."""

    def train(
        job: TrainingJob, folder: RunFolder, key: str, emit: Listener, should_stop: Callable[[], bool]
    ) -> Iterator[tuple[int, Member]]:
        missing = []
        for k in range(job.preset.members):
            done = _take(folder, k, job, key)
            if done is None:
                missing.append(k)
                continue
            emit({"event": "note", "text": f"Member {k + 1} was finished before and is kept as it is."})
            yield k, done
        if missing:
            yield from _train_missing(settings, job, folder, key, missing, emit, should_stop)
            shutil.rmtree(folder.path / "jobs", ignore_errors=True)

    return train


def _train_missing(
    settings: Settings, job: TrainingJob, folder: RunFolder, key: str, missing: list[int], emit: Listener,
    should_stop: Callable[[], bool],
) -> Iterator[tuple[int, Member]]:  # fmt: skip
    threads = settings.cpus_per_job or here()
    gpus = settings.gpus_per_job or int(job.device.startswith("cuda"))
    desk = folder.path.resolve() / "jobs"
    cluster = open_cluster(settings, desk, work_name(folder.path, key), threads, gpus)
    job_file = desk / "train.h5"
    write_training(job_file, job, key, threads)
    begun: set[int] = set()

    def hear(k: int, event: Event) -> None:
        if event["event"] == "began":
            if k not in begun:
                begun.add(k)
                emit({"event": "member", "member": k, "members": job.preset.members, "state": "started"})
            return
        emit(event)

    errand = Errand(
        job_file, folder.member_file, lambda k: _take(folder, k, job, key), lambda k: f"reader {k + 1}", hear
    )
    emit({"event": "note", "text": f"{len(missing)} readers are trained as jobs ({settings.name})."})
    yield from Collector(cluster, errand, emit, should_stop).results(missing)


def _take(folder: RunFolder, k: int, job: TrainingJob, key: str) -> Member | None:
    return folder.load_member(k, key, job.alphabet, len(job.samples.classes))


def write_training(path: Path, job: TrainingJob, key: str, threads: int) -> None:
    """The job file: HDF5 without compression of what is quickly made anew, and beside it the model gone on from."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parent = path.with_name("parent.h5")
    parent.unlink(missing_ok=True)
    if job.parent is not None:
        save_ensemble(parent, job.parent)
    card = {
        "kind": TRAIN, "key": key, "threads": threads, "seed": job.seed, "device": job.device,
        "preset": job.preset.to_json(), "alphabet": job.alphabet.to_json(), "parent": job.parent_name,
    }  # fmt: skip
    arrays: Arrays = {
        "images": job.samples.images, "words": to_bytes(job.samples.words),
        "lexicon": to_bytes(job.lexicon.words),
    }  # fmt: skip
    write_tree(path, card, arrays)


def read_training(path: Path) -> tuple[TrainingJob, str, int]:
    """The job, its key and its threads, from a file of :func:`write_training`. Raises ModelFileError."""
    card, arrays = read_tree(path)
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        parent = None if card["parent"] is None else load_ensemble(path.with_name("parent.h5"))
        job = TrainingJob(
            Samples.of(np.asarray(arrays["images"], np.uint8), from_bytes(arrays["words"])),
            Lexicon(from_bytes(arrays["lexicon"]), alphabet), alphabet, Preset.from_json(card["preset"]),
            int(card["seed"]), str(card["device"]), parent, card["parent"],
        )  # fmt: skip
        return job, str(card["key"]), int(card["threads"])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path}: not a whole job file ({error}).") from error


def train_one(path: Path, k: int, emit: Listener, should_stop: Callable[[], bool]) -> None:
    """On the node: member ``k`` into the run's folder, unless it lies there already."""
    job, key, threads = read_training(path)
    folder = RunFolder(path.parent.parent)
    if _take(folder, k, job, key) is not None:
        return
    choose(job.device)
    with use(threads):
        made = train_member(member_task(job, k, key), folder, emit, should_stop)
    folder.save_member(k, made, key)
