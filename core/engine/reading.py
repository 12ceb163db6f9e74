"""Reading words as jobs: shards of normalised pictures out to the nodes, predictions back as plain data."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import core
from core.engine.cluster import Cluster, open_cluster, work_name
from core.engine.collect import Collector, Errand
from core.engine.settings import Settings
from core.engine.text import from_bytes, to_bytes
from core.engine.threads import here, use
from core.errors import DuctusError, ModelFileError, Stopped
from core.jobs.embeddings import EmbeddingCache
from core.jobs.events import Event, Listener
from core.jobs.predict import predictions_of, with_thresholds
from core.jobs.spotting import keeping_spots
from core.jobs.words import normalised_blocks
from core.lexicon.lexicon import Lexicon
from core.model.device import choose
from core.project.predictions import Prediction
from core.recognition.detail import unpack
from core.store.model_file import load_ensemble
from core.store.tree import read_tree, write_tree

if TYPE_CHECKING:
    from core.jobs.recognise import Reader
    from core.project.project import Project

READ = "read"

WAVE = 100
"""Shards that lie on the disk at once: some 300 MB when packed."""


def predicted_as_jobs(
    settings: Settings, reader: Reader, project: Project, ids: Sequence[int], emit: Listener,
    should_stop: Callable[[], bool],
) -> Iterator[list[Prediction]]:  # fmt: skip
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
                block_ids, images = _read_shard(desk.shard_file(key))
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
        self, settings: Settings, reader: Reader, project: Project, emit: Listener,
        should_stop: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._settings, self._reader, self._emit, self._stop = settings, reader, emit, should_stop
        self._thres = [member.thres for member in reader.ensemble.members]
        self._about = json.dumps([
            reader.cache.folder.name, self._thres, core.__version__,
            blake2b(to_bytes(reader.lexicon.words).tobytes(), digest_size=16).hexdigest(),
        ])  # fmt: skip
        name = blake2b(self._about.encode(), digest_size=8).hexdigest()
        self.folder = (project.folder / "cache" / "jobs" / name).resolve()
        self._threads = settings.cpus_per_job or here()
        self._cluster: Cluster | None = None

    def shard_file(self, key: str) -> Path:
        return self.folder / f"{key}.words.h5"

    def export(self, ids: Sequence[int], images: NDArray[np.uint8]) -> str:
        """Write a shard under the digest of all that decides its reading; returns that."""
        if self._stop():
            raise Stopped("Stopped before the words were sent out.")
        digest = blake2b(self._about.encode(), digest_size=16)
        digest.update(json.dumps(list(ids)).encode())
        digest.update(images.tobytes())
        key = digest.hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        write_tree(self.shard_file(key), {"key": key}, {"ids": np.array(ids, np.int64), "images": images})
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
            "kind": READ, "shards": list(keys), "model": str(Path(reader.model.file).resolve()),
            "thres": self._thres, "cache": str(reader.cache.folder.resolve()), "device": reader.device,
            "threads": self._threads,
        }  # fmt: skip
        write_tree(job_file, card, {"lexicon": to_bytes(reader.lexicon.words)})
        errand = Errand(
            job_file, lambda n: _result_file(job_file, keys[n]), lambda n: self._take(keys[n]),
            lambda n: f"shard {n + 1} of {len(keys)}", self._hear,
        )  # fmt: skip
        self._emit({
            "event": "note", "text": f"{len(missing)} shards of words are read as jobs ({self._settings.name}).",
        })  # fmt: skip
        for number, predicted in Collector(self._opened(), errand, self._emit, self._stop).results(missing):
            yield keys[number], predicted

    def drop(self, key: str) -> None:
        """The shard's predictions are in the project: its files have served."""
        self.shard_file(key).unlink(missing_ok=True)
        _result_file(self.folder / "read.h5", key).unlink(missing_ok=True)

    def _opened(self) -> Cluster:
        if self._cluster is None:
            gpus = self._settings.gpus_per_job or int(self._reader.device.startswith("cuda"))
            name = work_name(self.folder, READ)
            self._cluster = open_cluster(self._settings, self.folder, name, self._threads, gpus)
        return self._cluster

    def _hear(self, number: int, event: Event) -> None:
        if event["event"] != "began":
            self._emit(event)

    def _take(self, key: str) -> list[Prediction] | None:
        ids, _ = _read_shard(self.shard_file(key))
        return read_result(_result_file(self.folder / "read.h5", key), key, ids, self._reader.lexicon)


def read_one(job_file: Path, number: int, emit: Listener, should_stop: Callable[[], bool]) -> None:
    """On the node: the predictions of one shard beside the job file, and its embeddings into the cache."""
    card, arrays = read_tree(job_file)
    try:
        key, model, cache = str(card["shards"][number]), Path(card["model"]), Path(card["cache"])
        thres, device, threads = list(card["thres"]), str(card["device"]), int(card["threads"])
        words = from_bytes(arrays["lexicon"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ModelFileError(f"{job_file}: not a whole job file ({error}).") from error
    choose(device)
    ids, images = _read_shard(job_file.with_name(f"{key}.words.h5"))
    ensemble = with_thresholds(load_ensemble(model), thres)
    lexicon = Lexicon(words, ensemble.alphabet)
    if should_stop():
        raise Stopped("Stopped before the words were read.")
    with use(threads):
        embeddings = EmbeddingCache(cache).embed(
            ensemble, images, device, lambda: emit({"event": "network_pass", "words": len(images)})
        )
        predicted = list(predictions_of(ensemble, lexicon, ids, embeddings))
    write_result(_result_file(job_file, key), key, predicted)


def _result_file(job_file: Path, key: str) -> Path:
    return job_file.with_name(f"{key}.read.h5")


def _read_shard(path: Path) -> tuple[list[int], NDArray[np.uint8]]:
    _, arrays = read_tree(path)
    try:
        return np.asarray(arrays["ids"], np.int64).tolist(), np.asarray(arrays["images"], np.uint8)
    except KeyError as error:
        raise ModelFileError(f"{path}: not a whole shard of words ({error}).") from error


def write_result(path: Path, key: str, predicted: Sequence[Prediction]) -> None:
    """The predictions of a shard as JSON in the one kind of file that is written whole or not at all."""
    rows = [
        [p.word_id, p.text, p.status, p.votes, p.members, p.distance, p.confidence,
         base64.b64encode(p.detail or b"").decode()]
        for p in predicted
    ]  # fmt: skip
    text = json.dumps(rows, ensure_ascii=False).encode()
    write_tree(path, {"key": key}, {"predictions": np.frombuffer(text, np.uint8)})


def read_result(path: Path, key: str, ids: Sequence[int], lexicon: Lexicon) -> list[Prediction] | None:
    """What :func:`write_result` wrote for the shard ``key``; None when there is nothing whole that can be true."""
    if not path.is_file():
        return None
    try:
        card, arrays = read_tree(path)
        if card.get("key") != key:
            return None
        predicted = [_prediction(row) for row in json.loads(arrays["predictions"].tobytes().decode())]
    except (ModelFileError, DuctusError, KeyError, TypeError, ValueError, RecursionError):
        return None
    known = set(ids)
    fits = all(p.word_id in known and p.text in lexicon for p in predicted)
    return predicted if fits else None


def _prediction(row: list[Any]) -> Prediction:
    word_id, text, status, votes, members, distance, confidence, detail = row
    packed = base64.b64decode(detail, validate=True)
    sure = (
        None if confidence is None else float(confidence)
    )  # None: from a model that has not learnt here yet
    if (
        status not in ("seen", "unseen")
        or not isinstance(text, str)
        or not np.isfinite(distance)
        or (sure is not None and not 0 <= sure <= 1)
    ):
        raise ValueError("a prediction that cannot be")
    unpack(packed)
    return Prediction(int(word_id), text, status, int(votes), int(members), float(distance), sure, packed)
