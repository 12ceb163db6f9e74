"""The cache of embeddings: what it keeps, what must go, and that it ends no reading."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import DuctusError
from core.jobs.recognition import embedding_cache as embeddings
from core.jobs.recognition.embedding_cache import EmbeddingCache


class Readers:
    """Stands for an ensemble of two: all the cache asks is how many members there are."""

    members = (None, None)


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each pass through the networks; an image's embedding is its mean, a third and its double."""
    gone: list[int] = []

    def embed_all(ensemble: Any, images: np.ndarray, device: str) -> list[np.ndarray]:
        gone.append(len(images))
        mean = images.reshape(len(images), -1).mean(axis=1, keepdims=True, dtype=np.float32)
        return [np.repeat(mean / 3, 500, axis=1), np.repeat(mean * 2, 500, axis=1)]

    monkeypatch.setattr(embeddings, "embed_all", embed_all)
    return gone


def images(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 255, (10, 4, 4), np.uint8)


BLOCK = 2 * 10 * 500 * 2
"""Bytes of numbers in one block of :func:`images`."""


def ask(cache: EmbeddingCache, number: int) -> list[np.ndarray]:
    return cache.embed(Readers(), images(number), "cpu")  # type: ignore[arg-type]


def blocks(cache: EmbeddingCache) -> list[str]:
    return sorted(block.name for block in cache.folder.iterdir()) if cache.folder.exists() else []


def test_the_networks_are_asked_once_and_the_answer_is_the_same(tmp_path: Path, passes: list[int]) -> None:
    cache = EmbeddingCache.of_model(tmp_path, "a")
    first = ask(cache, 1)
    again = ask(EmbeddingCache.of_model(tmp_path, "a"), 1)
    assert passes == [10] and all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    ask(EmbeddingCache.of_model(tmp_path, "b"), 1)
    assert passes == [10, 10], "another model's embeddings are others"


def test_other_models_oldest_blocks_go_first_and_a_models_own_stay(
    tmp_path: Path, passes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = EmbeddingCache.of_model(tmp_path, "old"), EmbeddingCache.of_model(tmp_path, "new")
    for number in range(3):
        ask(old, number)
    for age, name in enumerate(blocks(old)):
        os.utime(old.folder / name, (1000 + age, 1000 + age))
    by_age = blocks(old)
    size = (old.folder / by_age[0]).stat().st_size
    (tmp_path / "thumbs").mkdir()
    (tmp_path / "thumbs" / "other.h5").write_bytes(b"x" * 10 * size)  # is none of the cache's
    monkeypatch.setattr(embeddings, "LIMIT", 3 * size)
    ask(new, 3)
    assert blocks(old) == by_age[1:] and len(blocks(new)) == 1
    ask(new, 4)
    ask(new, 5)
    assert blocks(old) == [] and len(blocks(new)) == 3
    kept = blocks(new)
    ask(new, 6)
    assert blocks(new) == kept, "what fits no more is not kept, and takes nothing's place"
    passed = len(passes)
    ask(new, 6)
    ask(new, 3)
    assert len(passes) == passed + 1
    assert (tmp_path / "thumbs" / "other.h5").exists()


def test_a_full_disk_ends_no_reading(tmp_path: Path, passes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise DuctusError("No space is left.")

    monkeypatch.setattr(embeddings, "write_tree", full)
    found = ask(EmbeddingCache.of_model(tmp_path, "a"), 1)
    assert [len(rows) for rows in found] == [10, 10] and passes == [10]


def test_a_torn_block_is_made_anew(tmp_path: Path, passes: list[int]) -> None:
    cache = EmbeddingCache.of_model(tmp_path, "a")
    first = ask(cache, 1)
    (block,) = cache.folder.iterdir()
    assert block.stat().st_size >= BLOCK
    block.write_bytes(block.read_bytes()[:300])
    again = ask(cache, 1)
    assert passes == [10, 10] and all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
