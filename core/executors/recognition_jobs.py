"""Recognition as jobs: shards of normalised word images go to the workers, predictions come back."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Generator, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import core
from core.device import current_threads, limit_threads, resolve_device
from core.errors import DuctusError, ModelFileError, Stopped
from core.events import Event, EventKind, Listener, ShouldStop, note
from core.executors.cluster import Cluster, create_cluster
from core.executors.settings import ExecutorSettings
from core.executors.submitter import JobSpec, Submitter
from core.jobs.recognition.embedding_cache import EmbeddingCache
from core.jobs.recognition.images import ImageBlock
from core.jobs.recognition.loaded_model import LoadedModel, with_thresholds
from core.jobs.recognition.recognise import PredictedBlock, predict_block
from core.lexicon.lexicon import Lexicon
from core.project.content.models import Model
from core.project.content.predictions import Prediction
from core.recognition.vote_details import decode_votes
from core.store.model_file import load_ensemble
from core.store.tree import Arrays, decode_words, encode_words, read_tree, write_tree

READ = "read"
"""The kind of job file."""

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
                block = read_shard(shards.shard_file(key))
                # the worker left the embeddings in the cache, so that no network runs here
                yield PredictedBlock(block.ids, model.embed(block.images, lambda event: None), predictions)
                shards.delete(key)
        shutil.rmtree(shards.folder, ignore_errors=True)


class _ShardFolder:
    """A folder in the project's cache from which shards go out and to which predictions come back."""

    def __init__(self, settings: ExecutorSettings, model: LoadedModel, emit: Listener, should_stop: ShouldStop) -> None:
        self._settings, self._model, self._emit, self._should_stop = settings, model, emit, should_stop
        lexicon = blake2b(encode_words(model.lexicon.words).tobytes(), digest_size=16).hexdigest()
        self._key = json.dumps([model.cache.folder.name, model.thres, core.__version__, lexicon])
        name = blake2b(self._key.encode(), digest_size=8).hexdigest()
        self.folder = (model.cache.folder.parent / "jobs" / name).resolve()
        self._threads = settings.cpus_per_job or current_threads()
        self._cluster: Cluster | None = None

    def shard_file(self, key: str) -> Path:
        """Return the path of a shard's images."""
        return self.folder / f"{key}.words.h5"

    def write(self, block: ImageBlock) -> str:
        """Write a shard; return its key, the digest of everything that decides its predictions."""
        if self._should_stop():
            raise Stopped("Stopped before the words were submitted.")
        digest = blake2b(self._key.encode(), digest_size=16)
        digest.update(json.dumps(list(block.ids)).encode())
        digest.update(block.images.tobytes())
        key = digest.hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays: Arrays = {"ids": np.array(block.ids, np.int64), "images": block.images}
        write_tree(self.shard_file(key), {"key": key}, arrays)
        return key

    def predict(self, keys: Sequence[str]) -> Iterator[tuple[str, list[Prediction]]]:
        """Yield each shard's predictions: first those on the disk, then those of jobs."""
        job_file = self.folder / "read.h5"
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
            "model": str(Path(model.model.file).resolve()),
            "thres": model.thres,
            "cache": str(model.cache.folder.resolve()),
            "device": model.device,
            "threads": self._threads,
        }
        write_tree(job_file, card, {"lexicon": encode_words(model.lexicon.words)})
        spec = JobSpec(
            job_file,
            lambda n: result_file(job_file, keys[n]),
            lambda n: self._load(keys[n]),
            lambda n: f"shard {n + 1} of {len(keys)}",
            self._forward,
        )
        self._emit(note(f"{len(missing)} shards of words are read as jobs ({self._settings.name})."))
        if self._cluster is None:
            gpus = self._settings.gpus_per_job or int(model.device.startswith("cuda"))
            self._cluster = create_cluster(self._settings, self.folder, READ, self._threads, gpus)
        for number, predictions in Submitter(self._cluster, spec, self._emit, self._should_stop).results(missing):
            yield keys[number], predictions

    def delete(self, key: str) -> None:
        """Delete the files of a shard whose predictions are stored."""
        self.shard_file(key).unlink(missing_ok=True)
        result_file(self.folder / "read.h5", key).unlink(missing_ok=True)

    def _forward(self, number: int, event: Event) -> None:
        if event["event"] != EventKind.BEGAN:
            self._emit(event)

    def _load(self, key: str) -> list[Prediction] | None:
        ids = read_shard(self.shard_file(key)).ids
        return read_result(result_file(self.folder / "read.h5", key), key, ids, self._model.lexicon)


def predict_shard(job_file: Path, number: int, emit: Listener, should_stop: ShouldStop) -> None:
    """On the worker: write the predictions of one shard beside the job file, and its embeddings into the cache."""
    card, arrays = read_tree(job_file)
    try:
        key, path, cache = str(card["shards"][number]), Path(card["model"]), Path(card["cache"])
        thres, device, threads = list(card["thres"]), str(card["device"]), int(card["threads"])
        words = decode_words(arrays["lexicon"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ModelFileError(f"{job_file}: incomplete job file ({error}).") from error
    resolve_device(device)
    block = read_shard(job_file.with_name(f"{key}.words.h5"))
    ensemble = with_thresholds(load_ensemble(path), thres)
    row = Model(path.stem, path, False, None, "", {})
    model = LoadedModel(row, ensemble, Lexicon(words, ensemble.alphabet), EmbeddingCache(cache), device)
    if should_stop():
        raise Stopped("Stopped before the words were read.")
    with limit_threads(threads):
        predicted = predict_block(model, block, emit)
    write_result(result_file(job_file, key), key, predicted.predictions)


def result_file(job_file: Path, key: str) -> Path:
    """Return the path of a shard's predictions."""
    return job_file.with_name(f"{key}.read.h5")


def read_shard(path: Path) -> ImageBlock:
    """Read the word ids and images of a shard. Raises ModelFileError for an incomplete file."""
    _, arrays = read_tree(path)
    try:
        ids = np.asarray(arrays["ids"], np.int64).tolist()
        return ImageBlock(ids, np.asarray(arrays["images"], np.uint8))
    except KeyError as error:
        raise ModelFileError(f"{path}: incomplete shard ({error}).") from error


def write_result(path: Path, key: str, predictions: Sequence[Prediction]) -> None:
    """Write the predictions of a shard as JSON in a tree file, which is written whole or not at all."""
    rows = [
        [
            *(p.word_id, p.text, p.status, p.votes, p.members, p.distance, p.confidence),
            base64.b64encode(p.detail or b"").decode(),
        ]
        for p in predictions
    ]
    text = json.dumps(rows, ensure_ascii=False).encode()
    write_tree(path, {"key": key}, {"predictions": np.frombuffer(text, np.uint8)})


def read_result(path: Path, key: str, ids: Sequence[int], lexicon: Lexicon) -> list[Prediction] | None:
    """Read the predictions of the shard ``key``; None when the file is missing, incomplete or impossible."""
    if not path.is_file():
        return None
    try:
        card, arrays = read_tree(path)
        if card.get("key") != key:
            return None
        predictions = [_prediction(row) for row in json.loads(arrays["predictions"].tobytes().decode())]
    except (DuctusError, KeyError, TypeError, ValueError, RecursionError):
        return None
    known = set(ids)
    fits = all(p.word_id in known and p.text in lexicon for p in predictions)
    return predictions if fits else None


def _prediction(row: list[Any]) -> Prediction:
    word_id, text, status, votes, members, distance, confidence, detail = row
    encoded = base64.b64decode(detail, validate=True)
    # without confidence: from the starter model
    confidence = None if confidence is None else float(confidence)
    if (
        status not in ("seen", "unseen")
        or not isinstance(text, str)
        or not np.isfinite(distance)
        or (confidence is not None and not 0 <= confidence <= 1)
    ):
        raise ValueError("impossible prediction")
    decode_votes(encoded)
    return Prediction(int(word_id), text, status, int(votes), int(members), float(distance), confidence, encoded)
