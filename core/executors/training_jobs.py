"""Training as jobs: one member a job."""

from collections.abc import Iterator
from functools import partial

from core.device import current_threads
from core.events import Event, Listener, MemberChanged, Note, ShouldStop, WorkerBegan
from core.executors.cluster import files_of
from core.executors.submitter import Submitter, create_cluster
from core.executors.training_worker import load_finished, write_job
from core.jobs.executor_settings import ExecutorSettings
from core.language import tr, tr_plural
from core.model.ensemble import Member
from core.training.checkpoints import RunFolder
from core.training.ensemble_training import Trainer
from core.training.job import TrainingJob

JOB_FILE = "train.h5"


def cluster_trainer(settings: ExecutorSettings) -> Trainer:
    """Return a trainer that trains the members as jobs of a cluster."""
    return partial(_train, settings)


def _train(
    settings: ExecutorSettings, job: TrainingJob, folder: RunFolder, key: str, emit: Listener, should_stop: ShouldStop
) -> Iterator[tuple[int, Member]]:
    missing = []
    for k in range(job.preset.members):
        member = load_finished(folder, k, job, key)
        if member is None:
            missing.append(k)
        else:
            emit(Note(tr("Reader {k} was finished before and is kept.", k=k + 1)))
            yield k, member
    if not missing:
        return
    threads = settings.cpus_per_job or current_threads()
    gpus = settings.gpus_per_job or int(job.device.startswith("cuda"))
    jobs = folder.path.resolve() / "jobs"
    job_file = jobs / JOB_FILE
    files_of(job_file).make_folder(jobs)
    cluster = create_cluster(settings, jobs, key, threads, gpus)
    write_job(job_file, job, key, threads, folder.embeddings)
    started: set[int] = set()

    def forward(k: int, event: Event) -> None:
        if not isinstance(event, WorkerBegan):
            emit(event)
        elif k not in started:
            started.add(k)
            emit(MemberChanged(k, job.preset.members, "started"))

    submitter = Submitter(
        cluster,
        job_file,
        folder.member_file,
        lambda k: load_finished(folder, k, job, key),
        lambda k: tr("reader {number}", number=k + 1),
        forward,
        emit,
        should_stop,
    )
    note = tr_plural(
        "{n} reader is trained as a job ({settings}).",
        "{n} readers are trained as jobs ({settings}).",
        len(missing),
        settings=settings.name,
    )
    emit(Note(note))
    yield from submitter.results(missing)
    files_of(job_file).remove_folder(jobs)
