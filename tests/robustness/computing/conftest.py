"""A small project, as imported and as trained, for programs that are killed while they compute."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from executor_helpers import labelled_project
from robustness_helpers import figures_of_children, run_in_process

SMALL = "--steps 10 --gates 4 --set gate_epochs=1 --set gate_depth=2 --set batch=8"
TRAIN = ("--preset", "quick", *SMALL.split(), "--seed", "3", "--device", "cpu", "--name", "m")


@pytest.fixture(scope="module", autouse=True)
def same_figures() -> Iterator[None]:
    with figures_of_children():
        yield


@pytest.fixture(scope="session")
def train_options() -> tuple[str, ...]:
    """Return the options of `train`."""
    return TRAIN


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with labelled_project(tmp_path_factory.mktemp("untrained")) as project:
        return project.folder


@pytest.fixture(scope="module")
def trained(untrained: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return the project after an undisturbed training, and the manifest of the model."""
    folder = tmp_path_factory.mktemp("trained") / untrained.name
    shutil.copytree(untrained, folder)
    return folder, run_in_process("train", folder, *TRAIN)["manifest"]
