"""Helpers for tests of executors: a project that trains in seconds, and a cluster without processes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import TinyNet
from PIL import Image
from torch import Tensor

from core.executors.worker import run_job
from core.formats.records import CropRecord, SourceContents
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.model.nets.base import SignatureNet
from core.model.signature_learner import NETS
from core.project.import_sources import import_contents
from core.project.project import Project
from core.training.presets import Preset, preset
from core.training.train_request import TrainRequest

WORDS = ("and", "bed", "cat", "day", "eat", "fir")


def labelled_project(folder: Path, copies: int = 5) -> Project:
    """Return a project of labelled word images, all for training."""
    project = Project.create(folder / "archive")
    import_contents(project, handwriting(folder / "source", WORDS * copies))
    return project


def handwriting(folder: Path, words: Sequence[str], seed: int = 1, role: str = "train") -> SourceContents:
    """Render labelled word images of one hand."""
    folder.mkdir(parents=True)
    rng = np.random.default_rng(seed)
    records = []
    for number, word in enumerate(words):
        path = folder / f"{number:03d}.png"
        Image.fromarray(render_word(word, Writer(), rng)).save(path)
        records.append(CropRecord(path, word, role=role))
    return SourceContents(crops=tuple(records))


def tiny(**changed: Any) -> Preset:
    """Return a preset whose two readers are trained in a second."""
    small = {"members": 2, "steps": 24, "peak_rate": 0.01, "batch": 8, "gates": 4, "gate_depth": 2, "gate_epochs": 1}
    return preset("quick").changed(**(small | changed))


def request(name: str, **changed: Any) -> TrainRequest:
    return TrainRequest(tiny(**changed), 3, "cpu", name=name)


class SmallNet(TinyNet):
    """A tiny network whose outputs differ between images before any training."""

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        x = torch.tanh(self.norm(self.stem(ink)))
        hidden = self.dropout(torch.tanh(self.hidden(x.flatten(1))))
        return self.phos(hidden), self.letters(hidden), None


class FakeCluster:
    """A cluster that runs each job in this process when it is submitted; ``fails(number, attempt)`` skips the run."""

    poll_seconds = 0.0

    def __init__(self, fails: Callable[[int, int], bool] = lambda number, attempt: False, max_jobs: int = 99) -> None:
        self.max_jobs, self._fails = max_jobs, fails
        self.attempts: dict[int, int] = {}
        self.submitted: list[list[int]] = []
        self.cancelled: list[str] = []
        self.run: Callable[[Path, int], None] = run_job

    def submit(self, job_file: Path, numbers: Sequence[int]) -> list[str]:
        self.submitted.append(list(numbers))
        ids = []
        for number in numbers:
            attempt = self.attempts[number] = self.attempts.get(number, 0) + 1
            ids.append(f"{number}.{attempt}")
            if not self._fails(number, attempt):
                self.run(job_file, number)
        return ids

    def ended(self, jobs: Collection[str]) -> set[str]:
        return set(jobs)

    def cancel(self, jobs: Collection[str]) -> None:
        self.cancelled += sorted(jobs)

    def cancel_former(self) -> None:
        pass

    def log_tail(self, job: str) -> str:
        return f"the log of {job}"


@pytest.fixture(scope="module")
def small_net() -> Iterator[type[SignatureNet]]:
    """Let "compact" be a network of a few thousand weights in this process; yield the one it is otherwise.

    Trained by steps of a millisecond and stored in a small file; child processes have the usual one.
    """
    kept = NETS["compact"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(NETS, "compact", SmallNet)
        yield kept


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the waiting times of the submitter to almost nothing."""
    monkeypatch.setattr("core.executors.submitter.GRACE_S", 0.0)
    monkeypatch.setattr("core.executors.submitter.POLL_S", 0.01)
    monkeypatch.setattr("core.executors.submitter.CANCEL_TIMEOUT_S", 0.1)
