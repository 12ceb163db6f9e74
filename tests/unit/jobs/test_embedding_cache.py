"""The cache of embeddings: hits, its size limit, and that a full disk stops no recognition."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import DuctusError
from core.jobs.recognition import embedding_cache
from core.jobs.recognition.embedding_cache import EmbeddingCache


class TwoMembers:
    """A stub of an ensemble: the cache needs the number of members only."""

    members = (None, None)


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of images of each network pass; embeddings are made from the mean of an image."""
    passes: list[int] = []

    def embed_all(ensemble: Any, images: np.ndarray, device: str) -> list[np.ndarray]:
        passes.append(len(images))
        mean = images.reshape(len(images), -1).mean(axis=1, keepdims=True, dtype=np.float32)
        return [np.repeat(mean / 3, 500, axis=1), np.repeat(mean * 2, 500, axis=1)]

    monkeypatch.setattr(embedding_cache, "embed_all", embed_all)
    return passes


def images(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 255, (10, 4, 4), np.uint8)


BLOCK = 2 * 10 * 500 * 2
"""Bytes of numbers in one block of :func:`images`."""


def embed(cache: EmbeddingCache, number: int) -> list[np.ndarray]:
    return cache.embed(TwoMembers(), images(number), "cpu")  # type: ignore[arg-type]


def blocks(cache: EmbeddingCache) -> list[str]:
    return sorted(block.name for block in cache.folder.iterdir()) if cache.folder.exists() else []


def test_repeated_images_need_no_network_pass(tmp_path: Path, passes: list[int]) -> None:
    cache = EmbeddingCache.of_model(tmp_path, "a")
    first = embed(cache, 1)
    again = embed(EmbeddingCache.of_model(tmp_path, "a"), 1)
    assert passes == [10] and all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    embed(EmbeddingCache.of_model(tmp_path, "b"), 1)
    assert passes == [10, 10], "models do not share embeddings"


def test_oldest_blocks_of_other_models_are_deleted_at_the_limit(
    tmp_path: Path, passes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = EmbeddingCache.of_model(tmp_path, "old"), EmbeddingCache.of_model(tmp_path, "new")
    for number in range(3):
        embed(old, number)
    for age, name in enumerate(blocks(old)):
        os.utime(old.folder / name, (1000 + age, 1000 + age))
    by_age = blocks(old)
    size = (old.folder / by_age[0]).stat().st_size
    (tmp_path / "thumbs").mkdir()
    (tmp_path / "thumbs" / "other.h5").write_bytes(b"x" * 10 * size)  # not a file of the cache
    monkeypatch.setattr(embedding_cache, "LIMIT_BYTES", 3 * size)
    embed(new, 3)
    assert blocks(old) == by_age[1:] and len(blocks(new)) == 1
    embed(new, 4)
    embed(new, 5)
    assert blocks(old) == [] and len(blocks(new)) == 3
    kept = blocks(new)
    embed(new, 6)
    assert blocks(new) == kept, "a block over the limit is not stored and replaces none"
    passed = len(passes)
    embed(new, 6)
    embed(new, 3)
    assert len(passes) == passed + 1
    assert (tmp_path / "thumbs" / "other.h5").exists()


def test_a_full_disk_stops_no_recognition(tmp_path: Path, passes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise DuctusError("No space is left.")

    monkeypatch.setattr(embedding_cache, "write_tree", full)
    found = embed(EmbeddingCache.of_model(tmp_path, "a"), 1)
    assert [len(rows) for rows in found] == [10, 10] and passes == [10]


def test_a_damaged_block_is_computed_again(tmp_path: Path, passes: list[int]) -> None:
    cache = EmbeddingCache.of_model(tmp_path, "a")
    first = embed(cache, 1)
    (block,) = cache.folder.iterdir()
    assert block.stat().st_size >= BLOCK
    block.write_bytes(block.read_bytes()[:300])
    again = embed(cache, 1)
    assert passes == [10, 10] and all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
