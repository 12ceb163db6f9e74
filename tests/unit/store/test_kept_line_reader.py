"""A line reader that keeps what it spelled: no second pass for a line, rounded alike, and no trust in damaged files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from line_helpers import count_passes

from core.model.line_reader import LINE_HEIGHT, LineReader
from core.model.line_spelling import NO_CHARACTER
from core.store.kept_line_reader import KeptLineReader
from core.store.kept_results import FOLDER
from core.store.shipped_files import line_reader_path, load_line_reader


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
