"""Training members as jobs of a cluster."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

from core.events import Event, Listener
from core.executors.base import work_name
from core.executors.factory import create_cluster
from core.executors.settings import ExecutorSettings
from core.executors.submitter import JobSpec, Submitter
from core.executors.threads import current_threads
from core.executors.training_worker import load_finished, write_training
from core.model.ensemble import Member
from core.training.checkpoints import RunFolder
from core.training.run import Trainer, TrainingJob


def submit_training(settings: ExecutorSettings) -> Trainer:
    """Trains members as jobs of the cluster of ``settings``, in the place of ``train_here``."""

    def train(
        job: TrainingJob, folder: RunFolder, key: str, emit: Listener, should_stop: Callable[[], bool]
    ) -> Iterator[tuple[int, Member]]:
        missing = []
        for k in range(job.preset.members):
            done = load_finished(folder, k, job, key)
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
    settings: ExecutorSettings,
    job: TrainingJob,
    folder: RunFolder,
    key: str,
    missing: list[int],
    emit: Listener,
    should_stop: Callable[[], bool],
) -> Iterator[tuple[int, Member]]:
    threads = settings.cpus_per_job or current_threads()
    gpus = settings.gpus_per_job or int(job.device.startswith("cuda"))
    desk = folder.path.resolve() / "jobs"
    cluster = create_cluster(settings, desk, work_name(folder.path, key), threads, gpus)
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

    errand = JobSpec(
        job_file, folder.member_file, lambda k: load_finished(folder, k, job, key), lambda k: f"reader {k + 1}", hear
    )
    emit({"event": "note", "text": f"{len(missing)} readers are trained as jobs ({settings.name})."})
    yield from Submitter(cluster, errand, emit, should_stop).results(missing)
