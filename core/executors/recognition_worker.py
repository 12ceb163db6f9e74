"""Reading words on a node: a shard of normalised pictures in, predictions out, both as plain data."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.device import resolve_device
from core.errors import DuctusError, ModelFileError, Stopped
from core.events import Listener
from core.executors.threads import limit_threads
from core.executors.word_codec import from_bytes
from core.jobs.recognition.embedding_cache import EmbeddingCache
from core.jobs.recognition.inference import predict_block, with_thresholds
from core.lexicon.lexicon import Lexicon
from core.project.content.predictions import Prediction
from core.recognition.vote_details import decode_votes
from core.store.model_file import load_ensemble
from core.store.tree import read_tree, write_tree

READ = "read"
"""What the job file says that it is for."""


def shard_file(folder: Path, key: str) -> Path:
    """Where the pictures of a shard lie."""
    return folder / f"{key}.words.h5"


def read_one(job_file: Path, number: int, emit: Listener, should_stop: Callable[[], bool]) -> None:
    """On the node: the predictions of one shard beside the job file, and its embeddings into the cache."""
    card, arrays = read_tree(job_file)
    try:
        key, model, cache = str(card["shards"][number]), Path(card["model"]), Path(card["cache"])
        thres, device, threads = list(card["thres"]), str(card["device"]), int(card["threads"])
        words = from_bytes(arrays["lexicon"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ModelFileError(f"{job_file}: not a whole job file ({error}).") from error
    resolve_device(device)
    ids, images = read_shard(shard_file(job_file.parent, key))
    ensemble = with_thresholds(load_ensemble(model), thres)
    lexicon = Lexicon(words, ensemble.alphabet)
    if should_stop():
        raise Stopped("Stopped before the words were read.")
    with limit_threads(threads):
        embeddings = EmbeddingCache(cache).embed(
            ensemble, images, device, lambda: emit({"event": "network_pass", "words": len(images)})
        )
        predicted = list(predict_block(ensemble, lexicon, ids, embeddings))
    write_result(result_file(job_file, key), key, predicted)


def result_file(job_file: Path, key: str) -> Path:
    """Where a node puts the predictions of a shard."""
    return job_file.with_name(f"{key}.read.h5")


def read_shard(path: Path) -> tuple[list[int], NDArray[np.uint8]]:
    _, arrays = read_tree(path)
    try:
        return np.asarray(arrays["ids"], np.int64).tolist(), np.asarray(arrays["images"], np.uint8)
    except KeyError as error:
        raise ModelFileError(f"{path}: not a whole shard of words ({error}).") from error


def write_result(path: Path, key: str, predicted: Sequence[Prediction]) -> None:
    """The predictions of a shard as JSON in the one kind of file that is written whole or not at all."""
    rows = [
        [
            p.word_id,
            p.text,
            p.status,
            p.votes,
            p.members,
            p.distance,
            p.confidence,
            base64.b64encode(p.detail or b"").decode(),
        ]
        for p in predicted
    ]
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
    sure = None if confidence is None else float(confidence)  # None: from a model that has not learnt here yet
    if (
        status not in ("seen", "unseen")
        or not isinstance(text, str)
        or not np.isfinite(distance)
        or (sure is not None and not 0 <= sure <= 1)
    ):
        raise ValueError("a prediction that cannot be")
    decode_votes(packed)
    return Prediction(int(word_id), text, status, int(votes), int(members), float(distance), sure, packed)
