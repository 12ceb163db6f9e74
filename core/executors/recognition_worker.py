"""Recognition on a worker: a shard of word images in, predictions out, both as plain data in files."""

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.device import limit_threads, resolve_device
from core.errors import DuctusError, ModelFileError, Stopped
from core.events import Listener, ShouldStop
from core.executors.cluster import files_of
from core.jobs.recognition.loaded_model import LoadedModel, with_thresholds
from core.jobs.recognition.recognise import predict_block
from core.lexicon.lexicon import Lexicon
from core.project.content.models import Model
from core.project.content.predictions import Prediction
from core.project.word_images import ImageBlock
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import decode_votes
from core.store.embedding_cache import EmbeddingCache
from core.store.model_file import load_ensemble
from core.store.tree import decode_words, read_tree, write_tree

READ = "read"
"""The kind of job file."""


def predict_shard(job_file: Path, number: int, emit: Listener, should_stop: ShouldStop) -> None:
    """On the worker: write the predictions of one shard beside the job file, and its embeddings into the cache."""
    card, arrays = read_tree(job_file)
    try:
        key, path, project = str(card["shards"][number]), Path(card["model"]), Path(card["project"])
        thres, device, threads = list(card["thres"]), str(card["device"]), int(card["threads"])
        words = decode_words(arrays["lexicon"])
        counts = dict(zip(words, arrays["counts"].tolist(), strict=True))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ModelFileError.of("{job_file}: incomplete job file ({error}).", job_file=job_file, error=error) from error
    resolve_device(device)
    block = read_shard(shard_file(job_file, key))
    ensemble = with_thresholds(load_ensemble(path), thres)
    row = Model(path.stem, path, False, None, "", {})
    model = LoadedModel(row, ensemble, Lexicon(words, ensemble.alphabet, counts), EmbeddingCache(project), device)
    if should_stop():
        raise Stopped.of("Stopped before the words were read.")
    with limit_threads(threads):
        predicted = predict_block(model, block, emit)
    write_result(result_file(job_file, key), key, predicted.predictions)


def shard_file(job_file: Path, key: str) -> Path:
    """Return the path of a shard's images; raises InputError for a link."""
    return files_of(job_file).path(job_file.with_name(f"{key}.words.h5"))


def result_file(job_file: Path, key: str) -> Path:
    """Return the path of a shard's predictions; raises InputError for a link."""
    return files_of(job_file).path(job_file.with_name(f"{key}.read.h5"))


def read_shard(path: Path) -> ImageBlock:
    """Read the word ids and images of a shard. Raises ModelFileError for an incomplete file."""
    _, arrays = read_tree(path)
    try:
        ids = np.asarray(arrays["ids"], np.int64).tolist()
        return ImageBlock(ids, np.asarray(arrays["images"], np.uint8))
    except KeyError as error:
        raise ModelFileError.of("{path}: incomplete shard ({error}).", path=path, error=error) from error


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
    if not files_of(path).is_file(path):
        return None
    try:
        card, arrays = read_tree(path)
        if card.get("key") != key:
            return None
        predictions = [_prediction(row) for row in json.loads(arrays["predictions"].tobytes().decode())]
    except (DuctusError, KeyError, TypeError, ValueError, RecursionError):
        return None
    known = set(ids)
    fits = all(
        p.word_id in known and (p.text in lexicon) != (p.status == PredictionStatus.UNLISTED) for p in predictions
    )
    return predictions if fits else None


def _prediction(row: list[Any]) -> Prediction:
    word_id, text, status, votes, members, distance, confidence, detail = row
    encoded = base64.b64decode(detail, validate=True)
    # without confidence: from the starter model
    confidence = None if confidence is None else float(confidence)
    if (
        status not in list(PredictionStatus)
        or not isinstance(text, str)
        or not text
        or not np.isfinite(distance)
        or (confidence is not None and not 0 <= confidence <= 1)
    ):
        raise ValueError("impossible prediction")
    decode_votes(encoded)
    return Prediction(int(word_id), text, status, int(votes), int(members), float(distance), confidence, encoded)
