"""Reading words as jobs: shards of normalised pictures out to the nodes, predictions back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import core
from core.errors import DuctusError, Stopped
from core.events import Event, Listener
from core.executors.base import Cluster, work_name
from core.executors.factory import create_cluster
from core.executors.recognition_worker import READ, read_result, read_shard, result_file, shard_file
from core.executors.settings import ExecutorSettings
from core.executors.submitter import JobSpec, Submitter
from core.executors.threads import current_threads
from core.executors.word_codec import to_bytes
from core.jobs.recognition.images import normalised_blocks
from core.jobs.recognition.loaded_model import LoadedModel
from core.jobs.recognition.spotting import keeping_spots
from core.project.content.predictions import Prediction
from core.project.project import Project
from core.store.tree import write_tree

WAVE = 100
"""Shards that lie on the disk at once: some 300 MB when packed."""


def submit_shards(
    settings: ExecutorSettings,
    reader: LoadedModel,
    project: Project,
    ids: Sequence[int],
    emit: Listener,
    should_stop: Callable[[], bool],
) -> Iterator[list[Prediction]]:
    """The predictions of the words ``ids``, shard by shard as they come; the same as are made in one process.

    Shards that were read before this process was stopped or killed are not read again. Raises Stopped.
    """
    desk = _Desk(settings, reader, project, emit, should_stop)

    def unreadable(word_id: int, error: DuctusError) -> None:
        emit({"event": "note", "text": f"Word {word_id} is left out: {error}"})

    blocks = normalised_blocks(project, ids, unreadable, settings.words_per_job)
    shards = (desk.export(block_ids, images) for block_ids, images in blocks)
    done = 0
    with keeping_spots(project, reader.model, reader.ensemble, ids, emit) as keep:
        while wave := list(islice(shards, WAVE)):
            for key, predicted in desk.read(wave):
                block_ids, images = read_shard(shard_file(desk.folder, key))
                # the node left the embeddings in the cache, so that no network is needed here
                keep(block_ids, reader.cache.embed(reader.ensemble, images, reader.device))
                yield predicted
                desk.drop(key)
                done += len(block_ids)
                emit({"event": "progress", "part": "reading", "done": done, "total": len(ids)})
    shutil.rmtree(desk.folder, ignore_errors=True)


class _Desk:
    """The submitting process's side: a folder in the project's cache, from which shards go out and come back."""

    def __init__(
        self,
        settings: ExecutorSettings,
        reader: LoadedModel,
        project: Project,
        emit: Listener,
        should_stop: Callable[[], bool],
    ) -> None:
        self._settings, self._reader, self._emit, self._stop = settings, reader, emit, should_stop
        self._thres = [member.thres for member in reader.ensemble.members]
        self._about = json.dumps(
            [
                reader.cache.folder.name,
                self._thres,
                core.__version__,
                blake2b(to_bytes(reader.lexicon.words).tobytes(), digest_size=16).hexdigest(),
            ]
        )
        name = blake2b(self._about.encode(), digest_size=8).hexdigest()
        self.folder = (project.folder / "cache" / "jobs" / name).resolve()
        self._threads = settings.cpus_per_job or current_threads()
        self._cluster: Cluster | None = None

    def export(self, ids: Sequence[int], images: NDArray[np.uint8]) -> str:
        """Write a shard under the digest of all that decides its reading; returns that."""
        if self._stop():
            raise Stopped("Stopped before the words were sent out.")
        digest = blake2b(self._about.encode(), digest_size=16)
        digest.update(json.dumps(list(ids)).encode())
        digest.update(images.tobytes())
        key = digest.hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        write_tree(shard_file(self.folder, key), {"key": key}, {"ids": np.array(ids, np.int64), "images": images})
        return key

    def read(self, keys: Sequence[str]) -> Iterator[tuple[str, list[Prediction]]]:
        """Each shard's predictions: those that lie here already, then those that jobs bring."""
        job_file = self.folder / "read.h5"
        reader = self._reader
        missing = []
        for number, key in enumerate(keys):
            kept = self._take(key)
            if kept is None:
                missing.append(number)
            else:
                yield key, kept
        if not missing:
            return
        card = {
            "kind": READ,
            "shards": list(keys),
            "model": str(Path(reader.model.file).resolve()),
            "thres": self._thres,
            "cache": str(reader.cache.folder.resolve()),
            "device": reader.device,
            "threads": self._threads,
        }
        write_tree(job_file, card, {"lexicon": to_bytes(reader.lexicon.words)})
        errand = JobSpec(
            job_file,
            lambda n: result_file(job_file, keys[n]),
            lambda n: self._take(keys[n]),
            lambda n: f"shard {n + 1} of {len(keys)}",
            self._hear,
        )
        self._emit(
            {"event": "note", "text": f"{len(missing)} shards of words are read as jobs ({self._settings.name})."}
        )
        for number, predicted in Submitter(self._opened(), errand, self._emit, self._stop).results(missing):
            yield keys[number], predicted

    def drop(self, key: str) -> None:
        """The shard's predictions are in the project: its files have served."""
        shard_file(self.folder, key).unlink(missing_ok=True)
        result_file(self.folder / "read.h5", key).unlink(missing_ok=True)

    def _opened(self) -> Cluster:
        if self._cluster is None:
            gpus = self._settings.gpus_per_job or int(self._reader.device.startswith("cuda"))
            name = work_name(self.folder, READ)
            self._cluster = create_cluster(self._settings, self.folder, name, self._threads, gpus)
        return self._cluster

    def _hear(self, number: int, event: Event) -> None:
        if event["event"] != "began":
            self._emit(event)

    def _take(self, key: str) -> list[Prediction] | None:
        ids, _ = read_shard(shard_file(self.folder, key))
        return read_result(result_file(self.folder / "read.h5", key), key, ids, self._reader.lexicon)
