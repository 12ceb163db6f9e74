"""Code of the compiled search that a bundle brings."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.model.lexicon_search import CODE_FOLDER, code_cache

TWICE = """
import numpy as np
from core.model.lexicon_search.compiled import compiled_entry

@compiled_entry
def twice(x):
    return x * 2

assert twice(21) == 42
print(sum(twice.stats.cache_hits.values()), sum(twice.stats.cache_misses.values()))
"""


def run(script: Path, folder: Path) -> list[int]:
    """Run the script with code kept in ``folder``; return how often code was found there, and how often not."""
    environment = os.environ | {CODE_FOLDER: str(folder)}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(count) for count in done.stdout.split()]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    script = tmp_path / "twice.py"
    script.write_text(TWICE)
    return script


def test_code_is_found_again_also_from_another_folder(script: Path, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    assert run(script, folder) == [0, 1]
    assert run(script, folder) == [1, 0]
    moved = folder.rename(tmp_path / "moved")
    other = tmp_path / "elsewhere" / "twice.py"
    other.parent.mkdir()
    script.rename(other)
    assert run(other, moved) == [1, 0]


def test_a_folder_that_takes_nothing_does_no_harm(script: Path, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    script.write_text(
        "import builtins, os\n_open = open\n"
        "def refuse(name, mode='r', *rest, **more):\n"
        f"    if str(name).startswith({str(folder)!r}) and 'w' in mode:\n"
        "        raise PermissionError(13, 'read-only', name)\n"
        "    return _open(name, mode, *rest, **more)\n"
        "builtins.open = refuse\n" + TWICE
    )
    assert run(script, folder) == [0, 1]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("machine", "features", "expected"),
    [
        ("x86_64", {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"}, "x86-64-v3"),
        ("AMD64", {"avx", "bmi", "popcnt", "sse4.2"}, None),
        ("arm64", set(), "apple-m1"),
        ("aarch64", set(), None),
    ],
)
def test_code_is_for_processors_that_can_run_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, machine: str, features: set[str], expected: str | None
) -> None:
    monkeypatch.setattr(code_cache.platform, "machine", lambda: machine)
    monkeypatch.setattr(code_cache.binding, "get_host_cpu_features", lambda: dict.fromkeys(features, True))
    monkeypatch.setenv(CODE_FOLDER, str(tmp_path))
    assert code_cache.target() == expected
    assert code_cache.shipped_folder() == (tmp_path if expected else None)


def test_without_shipped_code_it_is_kept_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CODE_FOLDER, raising=False)
    monkeypatch.setattr(code_cache, "cache_folder", lambda: tmp_path / "cache")
    assert code_cache.shipped_folder() is None
    assert code_cache._own_folder() == tmp_path / "cache" / code_cache.SHIPPED
    (tmp_path / "file").write_text("x")
    monkeypatch.setattr(code_cache, "cache_folder", lambda: tmp_path / "file" / "cache")
    assert code_cache._own_folder() is None
