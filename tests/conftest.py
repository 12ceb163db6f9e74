"""Fixtures every test may use."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import coverage_threads
import pytest

coverage_threads.install()

# the tests read sentences in English, whatever the language of the computer
os.environ["DUCTUS_LANGUAGE"] = "en"
# what a person links is noted in a file of that person; the tests have one of their own
os.environ["DUCTUS_LINKED"] = str(Path(tempfile.mkdtemp(prefix="ductus-tests-"), "linked-folders.json"))


def pytest_collection_finish() -> None:
    """Let collections of garbage scan what tests make, not all libraries that were imported to collect the tests."""
    gc.collect()
    gc.freeze()


def find_shared(name: str) -> Path | None:
    """The folder ``shared/data/NAME`` beside the checkout (or above it), or None where it is not there."""
    for parent in Path(__file__).resolve().parents:
        folder = parent / "shared" / "data" / name
        if folder.exists():
            return folder
    return None


@pytest.fixture
def shared_data() -> Callable[[str], Path]:
    """``shared_data("gw20")`` gives the folder of real handwriting, or skips the test with the reason."""

    def get(name: str) -> Path:
        folder = find_shared(name)
        if folder is None:
            pytest.skip(f"real handwriting '{name}' is not on this machine (shared/data/{name})")
        return folder

    return get
