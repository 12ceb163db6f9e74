"""Requests pass as lines of JSON to the process that does the job, and every job has a function that runs it."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.console import Console
from core.jobs.executor_settings import SLURM, ExecutorSettings
from core.jobs.export.request import ExportRequest
from core.jobs.job_type import JobRequest
from core.jobs.requests import (
    REQUESTS,
    CheckRequest,
    FetchRequest,
    ImportRequest,
    PlaceLineRequest,
    RecogniseRequest,
    TrainModelRequest,
    from_line,
    to_line,
)
from core.lazy_import import import_function
from core.project.project import Project
from core.system.programs import job_command
from core.training.presets import preset
from core.training.train_request import TrainRequest

_IN_A_PROJECT = (
    RecogniseRequest("m", "all", thres=(3, 4), line_part=False, ids=(5, 6)),
    ExportRequest(Path("an export") / "ſ.csv", "table", page_ids=(1,)),
    ImportRequest((Path("bad\udcff.png"), Path("-x")), test_share=0.25, images=Path("images")),
    PlaceLineRequest(4, "--text --line 'ſ\n", (1,), ()),
    FetchRequest("https://example.org/m", numbers=(2, 3)),
    TrainModelRequest(resume=4, executor=ExecutorSettings(SLURM, setup=("module load cuda",))),
    TrainModelRequest(TrainRequest(preset("demo").changed(steps=7, peak_rate=1e-05), name="m"), keep_active=True),
)


@pytest.mark.parametrize("request_", _IN_A_PROJECT, ids=lambda request: type(request).__name__)
def test_a_request_comes_back_as_it_was(request_: JobRequest) -> None:
    line = to_line(request_, Path("a project"))
    assert line.isascii() and line.count("\n") == 1
    assert from_line(line) == (request_, Path("a project"))


@pytest.mark.parametrize("name", REQUESTS)
def test_the_function_that_is_declared_takes_the_request(name: str) -> None:
    kind = REQUESTS[name]
    runner = import_function(f"core.cli.commands.{kind.job.runner}")
    *_, request, console = inspect.signature(runner, eval_str=True).parameters.values()
    assert (request.annotation, console.annotation) == (kind, Console)


def test_the_child_reads_its_request_from_its_input(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as project:
        folder = project.folder
    run = subprocess.run(job_command(), input=to_line(CheckRequest(), folder), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout.splitlines()[-1])
    assert (result["event"], result["sound"]) == ("result", True)
    run = subprocess.run(
        job_command(), input=to_line(CheckRequest(), tmp_path / "none"), capture_output=True, text=True
    )
    assert run.returncode == 2 and json.loads(run.stdout.splitlines()[-1])["event"] == "error"


def test_declarations_import_nothing_heavy() -> None:
    code = "import sys, core.jobs.requests; print(*{'torch', 'numpy', 'cv2', 'h5py', 'lxml'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
