"""Recognition as jobs: shards of normalised word images go to the workers, predictions come back."""

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import numpy as np

import core
from core.arrays import Arrays
from core.device import current_threads
from core.errors import Stopped
from core.events import Event, Listener, Note, ShouldStop, WorkerBegan
from core.executors.cluster import Cluster, files_of
from core.executors.recognition_worker import READ, read_result, read_shard, result_file, shard_file
from core.executors.submitter import Submitter, create_cluster
from core.jobs.executor_settings import ExecutorSettings
from core.jobs.recognition.loaded_model import LoadedModel
from core.jobs.recognition.recognise import PredictedBlock
from core.language import tr, tr_plural
from core.project.content.predictions import Prediction
from core.project.word_images import ImageBlock
from core.store.tree import encode_words, write_tree

WAVE = 100
"""Shards that are on the disk at once: some 300 MB compressed."""


class ClusterExecutor:
    """An :class:`core.jobs.recognition.recognise.Executor` that predicts shards as jobs of a cluster.

    The predictions are those of one process. Shards that were predicted before a stop or a kill are not predicted
    again.
    """

    def __init__(self, settings: ExecutorSettings) -> None:
        self._settings = settings
        self.block_size = settings.words_per_job

    def predict(
        self, model: LoadedModel, blocks: Iterable[ImageBlock], emit: Listener, should_stop: ShouldStop
    ) -> Generator[PredictedBlock, None, None]:
        """Predict block by block, in the order in which the jobs finish. Raises Stopped."""
        shards = _ShardFolder(self._settings, model, emit, should_stop)
        keys = (shards.write(block) for block in blocks)
        while wave := list(islice(keys, WAVE)):
            for key, predictions in shards.predict(wave):
                block = read_shard(shard_file(shards.job_file, key))
                # the worker left the embeddings in the cache, so that no network runs here
                yield PredictedBlock(block.ids, model.embed(block.images, lambda event: None), predictions)
                shards.delete(key)
        files_of(shards.job_file).remove_folder(shards.folder)


class _ShardFolder:
    """A folder in the project's cache from which shards go out and to which predictions come back."""

    def __init__(self, settings: ExecutorSettings, model: LoadedModel, emit: Listener, should_stop: ShouldStop) -> None:
        self._settings, self._model, self._emit, self._should_stop = settings, model, emit, should_stop
        lexicon = blake2b(encode_words(model.lexicon.words).tobytes(), digest_size=16).hexdigest()
        lexicon += model.lexicon.digest() if model.lexicon.counts.any() else ""
        made = [model.ensemble.card.get(name) for name in ("job", "created")]
        self._key = json.dumps([model.model.name, *made, model.thres, core.__version__, lexicon])
        name = blake2b(self._key.encode(), digest_size=8).hexdigest()
        self.folder = model.cache.project.resolve() / "cache" / "jobs" / name
        self.job_file = self.folder / "read.h5"
        self._threads = settings.cpus_per_job or current_threads()
        self._cluster: Cluster | None = None

    def write(self, block: ImageBlock) -> str:
        """Write a shard; return its key, the digest of everything that decides its predictions."""
        if self._should_stop():
            raise Stopped.of("Stopped before the words were submitted.")
        digest = blake2b(self._key.encode(), digest_size=16)
        digest.update(json.dumps(list(block.ids)).encode())
        digest.update(block.images.tobytes())
        key = digest.hexdigest()
        files_of(self.job_file).make_folder(self.folder)
        arrays: Arrays = {"ids": np.array(block.ids, np.int64), "images": block.images}
        write_tree(shard_file(self.job_file, key), {"key": key}, arrays)
        return key

    def predict(self, keys: Sequence[str]) -> Iterator[tuple[str, list[Prediction]]]:
        """Yield each shard's predictions: first those on the disk, then those of jobs."""
        missing = []
        for number, key in enumerate(keys):
            kept = self._load(key)
            if kept is None:
                missing.append(number)
            else:
                yield key, kept
        if not missing:
            return
        model = self._model
        card = {
            "kind": READ,
            "shards": list(keys),
            "model": str(Path(model.file or model.model.file).resolve()),
            "thres": model.thres,
            "project": str(model.cache.project.resolve()),
            "device": model.device,
            "threads": self._threads,
        }
        arrays: Arrays = {"lexicon": encode_words(model.lexicon.words), "counts": model.lexicon.counts}
        write_tree(files_of(self.job_file).path(self.job_file), card, arrays)
        note = tr_plural(
            "{n} shard of words is read as a job ({settings}).",
            "{n} shards of words are read as jobs ({settings}).",
            len(missing),
            settings=self._settings.name,
        )
        self._emit(Note(note))
        if self._cluster is None:
            gpus = self._settings.gpus_per_job or int(model.device.startswith("cuda"))
            self._cluster = create_cluster(self._settings, self.folder, READ, self._threads, gpus)
        submitter = Submitter(
            self._cluster,
            self.job_file,
            lambda n: result_file(self.job_file, keys[n]),
            lambda n: self._load(keys[n]),
            lambda n: tr("shard {n} of {n_keys}", n=n + 1, n_keys=len(keys)),
            self._forward,
            self._emit,
            self._should_stop,
        )
        for number, predictions in submitter.results(missing):
            yield keys[number], predictions

    def delete(self, key: str) -> None:
        """Delete the files of a shard whose predictions are stored."""
        files = files_of(self.job_file)
        files.remove(shard_file(self.job_file, key))
        files.remove(result_file(self.job_file, key))

    def _forward(self, number: int, event: Event) -> None:
        if not isinstance(event, WorkerBegan):
            self._emit(event)

    def _load(self, key: str) -> list[Prediction] | None:
        ids = read_shard(shard_file(self.job_file, key)).ids
        return read_result(result_file(self.job_file, key), key, ids, self._model.lexicon)
