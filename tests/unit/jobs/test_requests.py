"""Requests pass as lines of JSON to the process that does the job, and every job has a function that runs it."""

from __future__ import annotations

import inspect
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.console import Console
from core.device import DeviceFound
from core.events import Report, Result, from_json, write_json_lines
from core.jobs.executor_settings import SLURM, ExecutorSettings
from core.jobs.rates import GateRates, LearnerRates, Rates
from core.jobs.requests import (
    REQUESTS,
    CardStatusRequest,
    CheckRequest,
    DevicesRequest,
    EstimateRequest,
    EvaluateRequest,
    ExportRequest,
    FetchRequest,
    ImportRequest,
    JobRequest,
    MergeRequest,
    PlaceLineRequest,
    RecogniseRequest,
    TrainModelRequest,
    from_line,
    to_line,
)
from core.jobs.results import (
    Amounts,
    CardStatus,
    Checked,
    DevicesListed,
    DifferentTexts,
    Estimated,
    Merged,
    MergedWords,
    PeopleCompared,
    SettledWord,
    Situation,
    WordOnPage,
)
from core.lazy_import import import_function
from core.project.integrity.findings import Finding
from core.project.project import Project
from core.project.results import Rescued, RescuedTable
from core.system.graphics import GraphicsCard
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
_MERGED = Merged(
    *(Path("a part"), True, ("Anna",), 2, MergedWords(*range(8)), 1, (WordOnPage(4, "a.png"),), ()),
    *((SettledWord(5, "b.png", "role"),), ("a.png",), (), 3, 0, ()),
    (PeopleCompared(("Anna", ""), 9, 8, 0.9, (0.7, 1.0), None, (DifferentTexts(4, "a.png", ("ſo", "so")),)),),
)
_FINDING = Finding("file", "gone", "pages/a.png", "Copy it")
_RESCUED = Rescued(Path("new"), Path("new/t.csv"), 7, {"word": RescuedTable(3, True)}, {"word": 1}, ("a.png",))
_RATES = Rates("cpu", 9, {"phosc": LearnerRates(0.5, 1, 1, 1, 2, 3)}, {15: GateRates(15, 10, 0.25)}, 0.5)
_CARD, _SIZES = GraphicsCard("NVIDIA", "A", "570.1", 8, 8.6), (False, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("request_", _IN_A_PROJECT, ids=lambda request: type(request).__name__)
def test_a_request_comes_back_as_it_was(request_: JobRequest) -> None:
    line = to_line(request_, Path("a project"))
    assert line.isascii() and line.count("\n") == 1
    assert from_line(line) == (request_, Path("a project"))


@pytest.mark.parametrize(
    ("request_", "result"),
    [
        (MergeRequest, _MERGED),
        (CheckRequest, Checked(False, Amounts(1, 2, 3, "a@b"), {"file": 2}, (_FINDING,), _RESCUED)),
        (CheckRequest, Checked(True, Amounts(), {}, (), None)),
        (EstimateRequest, Estimated("cpu", _RATES, 5, {"quick": {"seconds": 1.5, "without": "rf"}, "demo": None})),
        (CardStatusRequest, CardStatus(Situation.OLD_DRIVER, "", _CARD, "2", "", *_SIZES, Path("ſ"), "", 580)),
        (DevicesRequest, DevicesListed((DeviceFound("cpu", True, "2 threads"),), "cpu")),
        (EvaluateRequest, Report({"h": 0.5, "words": [1, 2]})),
    ],
)
def test_a_result_comes_back_as_it_was(request_: type[JobRequest], result: Result) -> None:
    out = io.StringIO()
    write_json_lines(out)(result)
    assert from_json(out.getvalue(), request_.job.result) == result


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
