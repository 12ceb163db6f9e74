"""What networks computed is kept: embeddings and spelled lines, found again, within limits, not trusted if damaged."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from line_helpers import count_passes

from core.arrays import Arrays
from core.model.line_reader import LINE_HEIGHT, LineReader
from core.model.line_spelling import NO_CHARACTER
from core.store import kept_results
from core.store.embedding_cache import EmbeddingCache
from core.store.kept_line_reader import KeptLineReader
from core.store.kept_results import FOLDER
from core.store.shipped_files import line_reader_path, load_line_reader

WIDTH = 500


class Reader:
    """A stub of a learner: embeddings from the mean of an image, and the images of each network pass."""

    kind = "phosc-ctc"

    def __init__(self, factor: float = 1 / 3) -> None:
        self.factor = factor
        self.passes: list[int] = []

    def embed(self, images: np.ndarray, device: str = "cpu") -> np.ndarray:
        self.passes.append(len(images))
        mean = images.mean(axis=(1, 2), dtype=np.float32)[:, None]
        return np.repeat(mean * self.factor, WIDTH, axis=1)

    def weights(self) -> Arrays:
        return {"factor": np.array(self.factor)}


def images(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 255, (10, 4, 4), np.uint8)


def embed(cache: EmbeddingCache, reader: Reader, shown: np.ndarray) -> np.ndarray:
    return cache.embed(reader, shown, "cpu")  # type: ignore[arg-type]


def test_images_met_before_need_no_pass_in_whatever_company_and_order(tmp_path: Path) -> None:
    reader = Reader()
    first, second = images(1), images(2)
    a = embed(EmbeddingCache(tmp_path), reader, first)
    mixed = np.concatenate([second[:3], first[::-1]])
    b = embed(EmbeddingCache(tmp_path), reader, mixed)
    assert reader.passes == [10, 3] and np.array_equal(b[3:], a[::-1])
    assert np.allclose(a, Reader().embed(first), rtol=1e-3), "16 bits round"
    assert np.array_equal(embed(EmbeddingCache(tmp_path), Reader(), mixed), b)


def test_equal_images_are_embedded_once(tmp_path: Path) -> None:
    reader = Reader()
    same = np.repeat(images(1)[:1], 5, axis=0)
    assert embed(EmbeddingCache(tmp_path), reader, same).shape == (5, WIDTH) and reader.passes == [1]
    assert embed(EmbeddingCache(tmp_path), reader, same[:0]).shape == (0, WIDTH)


def test_readers_with_other_weights_share_nothing(tmp_path: Path) -> None:
    one, other = Reader(), Reader(2.0)
    embed(EmbeddingCache(tmp_path), one, images(1))
    announced: list[int] = []
    both = EmbeddingCache(tmp_path).embed_all([one, other], images(1), "cpu", lambda: announced.append(1))  # type: ignore[list-item]
    assert one.passes == other.passes == [10] and announced == [1] and not np.array_equal(*both)
    EmbeddingCache(tmp_path).embed_all([one, other], images(1), "cpu", lambda: announced.append(2))  # type: ignore[list-item]
    assert announced == [1], "without a pass nothing is announced"


def test_numbers_of_a_foreign_learner_are_kept_as_they_are(tmp_path: Path) -> None:
    reader = Reader(1e6)
    reader.kind = "another-package"
    a = embed(EmbeddingCache(tmp_path), reader, images(1))
    b = embed(EmbeddingCache(tmp_path), reader, images(1))
    assert reader.passes == [10] and np.array_equal(a, b) and np.array_equal(a, Reader(1e6).embed(images(1)))


def test_the_oldest_embeddings_of_other_readers_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readers = [Reader(float(number)) for number in range(1, 5)]
    for age, reader in enumerate(readers[:3]):
        embed(EmbeddingCache(tmp_path), reader, images(1))
        for path in (tmp_path / kept_results.FOLDER).glob("*.rows"):
            if path.stat().st_mtime > 10_000:
                os.utime(path, (1000 + age, 1000 + age))
    note = tmp_path / kept_results.FOLDER / "note.txt"
    note.write_text("not a file of the cache")
    monkeypatch.setattr(kept_results, "LIMIT_BYTES", 3 * 10 * WIDTH * 2)
    cache = EmbeddingCache(tmp_path)
    embed(cache, readers[3], images(1))
    embed(cache, readers[1], images(1))
    embed(cache, readers[2], images(1))
    assert [len(reader.passes) for reader in readers] == [1, 1, 1, 1], "the oldest one made room"
    embed(cache, readers[0], images(1))
    assert len(readers[0].passes) == 2
    embed(cache, readers[3], images(2))
    embed(cache, readers[3], images(2))
    embed(cache, readers[3], images(1))
    assert len(readers[3].passes) == 3, "over the limit nothing is stored, and readers in use lose nothing"
    assert note.exists()


def test_a_full_disk_stops_no_recognition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_results, "_append", full)
    assert len(embed(EmbeddingCache(tmp_path), Reader(), images(1))) == 10
    blocked = tmp_path / "file"
    blocked.write_text("where the folder should be")
    assert len(embed(EmbeddingCache(blocked), Reader(), images(1))) == 10


def _cut_rows(rows: Path, keys: Path) -> None:
    rows.write_bytes(rows.read_bytes()[:300])


def _blank_rows(rows: Path, keys: Path) -> None:
    rows.write_bytes(bytes(rows.stat().st_size))


def _cut_keys(rows: Path, keys: Path) -> None:
    keys.write_bytes(keys.read_bytes()[:-5])


def _spoil_keys(rows: Path, keys: Path) -> None:
    keys.write_bytes(b"\xff" * keys.stat().st_size)


def _without_rows(rows: Path, keys: Path) -> None:
    rows.unlink()


@pytest.mark.parametrize("damage", [_cut_rows, _blank_rows, _cut_keys, _spoil_keys, _without_rows])
def test_damaged_rows_are_computed_again(tmp_path: Path, damage: Any) -> None:
    reader = Reader()
    first = embed(EmbeddingCache(tmp_path), reader, images(1))
    folder = tmp_path / kept_results.FOLDER
    (rows,), (keys,) = folder.glob("*.rows"), folder.glob("*.keys")
    damage(rows, keys)
    again = embed(EmbeddingCache(tmp_path), reader, images(1))
    assert len(reader.passes) == 2 and np.array_equal(first, again)
    for _ in range(2):
        assert np.array_equal(embed(EmbeddingCache(tmp_path), reader, images(1)), first)
    assert len(reader.passes) == 2, "they are kept again"


@pytest.fixture(scope="module")
def shipped() -> LineReader:
    if not line_reader_path().exists():
        pytest.skip("the line reader that comes with Ductus is missing")
    return load_line_reader(line_reader_path())


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    return count_passes(monkeypatch)


def strips(*widths: int) -> list[np.ndarray]:
    rng = np.random.default_rng(3)
    return [rng.integers(0, 255, (LINE_HEIGHT, width), np.uint8) for width in widths]


def test_a_line_is_spelled_once_in_whatever_company(shipped: LineReader, tmp_path: Path, passes: list[int]) -> None:
    lines = strips(200, 90, 333)
    first = KeptLineReader(shipped, tmp_path).spell([*lines, lines[1]])
    assert passes == [3], "equal lines are one"
    again = KeptLineReader(shipped, tmp_path)
    assert all(
        np.array_equal(one.log_probs, other.log_probs) and (one.step, one.start) == (other.step, other.start)
        for one, other in zip(again.spell(lines[::-1]), first[2::-1], strict=True)
    )
    assert passes == [3] and again.spell([]) == []
    again.spell([*strips(200, 90, 333, 150), lines[0]])
    assert passes == [3, 1]


def test_letters_are_those_of_the_reader_to_sixteen_bits(shipped: LineReader, tmp_path: Path) -> None:
    lines = strips(200, 90)
    for kept, plain in zip(KeptLineReader(shipped, tmp_path).spell(lines), shipped.spell(lines), strict=True):
        assert np.allclose(kept.log_probs, np.maximum(plain.log_probs, NO_CHARACTER), rtol=1e-3, atol=1e-6)


def test_another_reader_spells_anew(shipped: LineReader, tmp_path: Path, passes: list[int]) -> None:
    lines = strips(200)
    KeptLineReader(shipped, tmp_path).spell(lines)
    other = load_line_reader(line_reader_path())
    other.net.stem.weight.data += 0.1  # type: ignore[operator, union-attr]
    KeptLineReader(other, tmp_path).spell(lines)
    assert passes == [1, 1]


@pytest.mark.parametrize("suffix", ["keys", "rows"])
@pytest.mark.parametrize("damage", ["cut", "blank", "full"])
def test_damaged_files_cost_a_pass(
    shipped: LineReader, tmp_path: Path, passes: list[int], suffix: str, damage: str
) -> None:
    lines = strips(200, 90, 333)
    first = KeptLineReader(shipped, tmp_path).spell(lines)
    (file,) = (tmp_path / FOLDER).glob(f"*.{suffix}")
    size = file.stat().st_size
    file.write_bytes({"cut": file.read_bytes()[: size - 5], "blank": bytes(size), "full": b"\xff" * size}[damage])
    for _ in range(2):
        again = KeptLineReader(shipped, tmp_path).spell(lines)
        assert all(np.allclose(a.log_probs, b.log_probs, atol=0.1) for a, b in zip(again, first, strict=True))
    assert len(passes) == 2, "what was lost is kept again"
    assert all(path.stat().st_size < 10 * size + 10_000_000 for path in (tmp_path / FOLDER).iterdir())
