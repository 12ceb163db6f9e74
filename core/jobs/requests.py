"""The jobs: what each can be asked to do, and its declaration. Nothing heavy is imported, so that the app can ask."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import ClassVar

from core.dataclass_json import rebuild
from core.events import Report, Result
from core.jobs import results
from core.jobs.executor_settings import ExecutorSettings
from core.lexicon.alphabet import AUTO
from core.project.changes import HISTORY, LEXICON, MODELS, PAGES, PREDICTIONS, RUNS, WORDS
from core.project.results import BackedUp, TakenOut
from core.training.train_request import TrainRequest

MAX_SIDE = 10_000
"""Pixels of the longer side of an image that is fetched: a page of A3 at 600 dpi."""


@dataclass(frozen=True, slots=True)
class JobType:
    """A kind of job: how it is run, and what a program has to know before it starts one."""

    name: str
    """The command of ``ductus`` that does the same work."""
    runner: str
    """The ``module:function`` in core.cli.commands that runs it: called with the project's folder, if it has one, the
    request and a console. It is imported only in the process that runs the job."""
    result: type[Result] = Report
    """The class of its result (:mod:`core.jobs.results`), which the app reads."""
    changes: frozenset[str] = frozenset()
    """The parts of the project (:mod:`core.project.changes`) that it may write, also when it is stopped or fails."""
    runs_read_only: bool = False
    """True if it may run on a project that cannot be written."""
    is_in_background: bool = False
    """True if the app starts it by itself, or may. It gives way to jobs of a person and continues later, and the code
    that starts it reports how it ended."""


@dataclass(frozen=True, slots=True)
class JobRequest:
    """The request for one run of a job. Subclasses are frozen dataclasses of plain values, and declare their job."""

    job: ClassVar[JobType]


@dataclass(frozen=True, slots=True)
class ImportRequest(JobRequest):
    """The files and folders to import together, and how."""

    job: ClassVar = JobType(
        "import", "import_command:import_into", results.Imported, changes=frozenset({WORDS, PAGES, LEXICON, HISTORY})
    )
    sources: Sequence[Path]
    format: str = "auto"
    role: str | None = None
    """The role of all words, instead of those that the sources give."""
    test_share: float | None = None
    """Share (0 to 1) of the pages, and of the word images without a page, that get the role test."""
    link: bool = False
    """True if images are linked instead of copied."""
    segment: bool = False
    """True to find words on pages without any."""
    finder: str | None = None
    """The finder of lines for pages without any (:class:`core.jobs.segmentation.learned_lines.LearnedLines`)."""
    labels: bool = True
    """True to take the words of word images from their file names."""
    file_group: str | None = None
    """The group of transcriptions to read from a METS; None for the newest ground truth, else the newest."""
    images: Path | None = None
    """A folder in which, at any depth, transcriptions look for their images."""


@dataclass(frozen=True, slots=True)
class FetchRequest(JobRequest):
    """A manifest, given by its file or address, and how much of it to fetch."""

    job: ClassVar = JobType(
        "fetch", "import_command:fetch_into", results.Fetched, changes=frozenset({WORDS, PAGES, HISTORY})
    )
    manifest: str
    is_agreed: bool = False
    """True if the person agreed that the images are fetched."""
    max_side: int = MAX_SIDE
    numbers: Sequence[int] | None = None
    """Only these images, counted from 1; None for all."""
    max_image_bytes: int = 400 * 2**20
    max_total_bytes: int = 50 * 2**30


@dataclass(frozen=True, slots=True)
class SegmentRequest(JobRequest):
    """To find words on pages without any."""

    job: ClassVar = JobType(
        "segment",
        "import_command:segment_pages",
        results.Segmented,
        changes=frozenset({WORDS, PAGES, LEXICON, HISTORY}),
    )
    page_ids: Sequence[int] | None = None
    """Only these pages; None for all."""
    role: str = "train"
    """The role of the words found."""
    finder: str | None = None


@dataclass(frozen=True, slots=True)
class CutAgainRequest(JobRequest):
    """To replace the words of pages that nobody has transcribed or drawn."""

    job: ClassVar = JobType(
        "segment", "import_command:cut_again", results.CutAgain, changes=frozenset({WORDS, PAGES, LEXICON, HISTORY})
    )
    page_ids: Sequence[int] | None = None
    """None for all that an earlier line reader cut."""
    finder: str | None = None


@dataclass(frozen=True, slots=True)
class AlignRequest(JobRequest):
    """To find aligned words again with the active model; ``apply`` moves those that fit clearly better at once."""

    job: ClassVar = JobType("align", "align:align_lines", changes=frozenset({WORDS, HISTORY}), is_in_background=True)
    apply: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLineRequest(JobRequest):
    """To find the letters of one line (:func:`core.jobs.segmentation.realign.place_by_letters`)."""

    job: ClassVar = JobType(
        "align", "align:place_line", results.Placed, changes=frozenset({WORDS, HISTORY}), is_in_background=True
    )
    line_id: int
    text: str
    """The words of the whole line."""
    word_ids: Sequence[int] = ()
    """Words that may move."""
    staying: Sequence[int] = ()
    """Words that only get their fit."""
    is_checked: bool = False
    """True if a person says that the line is right."""


@dataclass(frozen=True, slots=True)
class BeginRequest(JobRequest):
    """To add the starter model and make it the active one."""

    job: ClassVar = JobType("begin", "model:begin", changes=frozenset({MODELS}))
    alphabet: str = AUTO


@dataclass(frozen=True, slots=True)
class AdaptRequest(JobRequest):
    """To adapt the starter model to the handwriting."""

    job: ClassVar = JobType("adapt", "train:adapt", results.Adapted, changes=frozenset({MODELS}), is_in_background=True)
    seed: int = 0
    alphabet: str = AUTO
    device: str = AUTO
    keep_active: bool = False
    """True if the adapted model does not become the active one, even if it reads better."""


@dataclass(frozen=True, slots=True)
class TrainModelRequest(JobRequest):
    """To train a model, or to resume run ``resume``, which has its own ``training``."""

    job: ClassVar = JobType("train", "train:train_model", results.Trained, changes=frozenset({RUNS, MODELS}))
    training: TrainRequest | None = None
    resume: int | None = None
    uses_adapted: bool = True
    """True if the members begin with the adapted starter model, if there is one."""
    keep_active: bool = False
    """True if the new model does not become the active one, even if it reads better."""
    executor: ExecutorSettings = field(default_factory=ExecutorSettings)


@dataclass(frozen=True, slots=True)
class RecalibrateRequest(JobRequest):
    """To fit a model's gates and confidence for the present word list."""

    job: ClassVar = JobType("recalibrate", "recognise:recalibrate", changes=frozenset({MODELS}), is_in_background=True)
    model: str | None = None
    device: str = AUTO


@dataclass(frozen=True, slots=True)
class RecogniseRequest(JobRequest):
    """The model to use (None: the active one), the words to read, and where to compute.

    For ``words`` see :func:`core.project.content.words.select_words`. A model that was calibrated for another word list
    is calibrated again first.
    """

    job: ClassVar = JobType(
        "recognise", "recognise:read_words", results.Recognised, changes=frozenset({PREDICTIONS, MODELS})
    )
    model: str | None = None
    words: str = "unread"
    device: str = AUTO
    thres: Sequence[int] | None = None
    """Thresholds instead of the model's own: one, or one for each member."""
    line_part: bool | None = None
    """True to read words together with their lines; None: as the project has it."""
    ids: Sequence[int] = ()
    """These words instead of ``words``, if there are any; an undo may remove some before it is their turn."""
    executor: ExecutorSettings = field(default_factory=ExecutorSettings)


@dataclass(frozen=True, slots=True)
class EvaluateRequest(JobRequest):
    """The model to measure (None: the active one) on the test words, where to compute, and the tables wanted."""

    # transcribed words get votes, no word another suggestion
    job: ClassVar = JobType("evaluate", "evaluate:measure", changes=frozenset({MODELS}))
    model: str | None = None
    device: str = AUTO
    thres: Sequence[int] | None = None
    """Thresholds instead of the model's own: one, or one for each member."""
    baselines: bool = True
    bounds: bool = False
    """True to compare with the paper's theorems."""


@dataclass(frozen=True, slots=True)
class EvaluatePagesRequest(JobRequest):
    """The model to compare with ``transcripts`` of whole pages (None: the active one)."""

    job: ClassVar = JobType("evaluate", "evaluate:measure_pages", changes=frozenset({MODELS}))
    transcripts: Sequence[Path]
    model: str | None = None


@dataclass(frozen=True, slots=True)
class EstimateRequest(JobRequest):
    """To estimate the time and memory of a training on this computer."""

    job: ClassVar = JobType("estimate", "estimate:estimate_training", results.Estimated, runs_read_only=True)
    preset: str
    device: str = AUTO
    again: bool = False
    """True to repeat earlier measurements."""


@dataclass(frozen=True, slots=True)
class DevicesRequest(JobRequest):
    """To list the processors of this computer."""

    job: ClassVar = JobType("devices", "estimate:list_devices", results.DevicesListed, runs_read_only=True)


@dataclass(frozen=True, slots=True)
class ExportRequest(JobRequest):
    """The target of an export, and its content."""

    job: ClassVar = JobType("export", "export:export_words", results.Exported, runs_read_only=True)
    out: Path
    """A folder or a file, as the format has it, or a zip file (:class:`core.formats.registry.Writer`)."""
    format: str
    model: str | None = None
    """The model whose suggestions fill in for missing transcriptions; None for the active one, if there is one."""
    with_suggestions: bool = False
    """True if suggestions that nobody has checked are written, too; the files mark them."""
    page_ids: Collection[int] | None = None
    """Only these pages; None for all pages and the word images without a page."""
    png: bool = False
    """True if TIFF and JPEG 2000 images, which browsers do not show, become PNG in a zip file."""


@dataclass(frozen=True, slots=True)
class MergeRequest(JobRequest):
    """The part to merge back into the project that it was taken out of."""

    job: ClassVar = JobType(
        "merge", "part:merge_part", results.Merged, changes=frozenset({WORDS, PAGES, LEXICON, PREDICTIONS, HISTORY})
    )
    part: Path


@dataclass(frozen=True, slots=True)
class PartRequest(JobRequest):
    """The pages to take out as a small project."""

    job: ClassVar = JobType("part", "part:take_out", TakenOut, runs_read_only=True)
    out: Path
    page_ids: Sequence[int]
    with_model: bool = True
    blind: bool = False
    """True to leave out the transcriptions."""


@dataclass(frozen=True, slots=True)
class CheckRequest(JobRequest):
    """To check a project for damage."""

    job: ClassVar = JobType("check", "maintenance:check_project", results.Checked, runs_read_only=True)
    thorough: bool = False
    """True to read all images."""
    rescue: Path | None = None
    """The folder in which to save what is readable of a damaged project."""


@dataclass(frozen=True, slots=True)
class BackupRequest(JobRequest):
    """To copy a project."""

    job: ClassVar = JobType("backup", "maintenance:back_up", BackedUp, runs_read_only=True)
    target: Path | None = None
    """Folder or name of the backup."""
    may_link: bool = True
    """False to copy all files, which are else shared by hard link where possible."""


@dataclass(frozen=True, slots=True)
class ListBackupsRequest(JobRequest):
    """To list the automatic backups of a project."""

    job: ClassVar = JobType("backup", "maintenance:list_backups", results.BackupsListed, runs_read_only=True)


@dataclass(frozen=True, slots=True)
class RestoreRequest(JobRequest):
    """The automatic backup to restore, by its name, in a project that nobody has open."""

    job: ClassVar = JobType("backup", "maintenance:restore_backup", changes=frozenset({WORDS, PAGES, LEXICON, HISTORY}))
    name: str


@dataclass(frozen=True, slots=True)
class DemoPagesRequest(JobRequest):
    """To make the demo project with its pages."""

    job: ClassVar = JobType("demo", "demo:make_demo_pages", results.DemoMade)
    folder: Path
    seed: int = 1


@dataclass(frozen=True, slots=True)
class CardStatusRequest(JobRequest):
    """To report whether a graphics card is used."""

    job: ClassVar = JobType("graphics-card", "graphics_card:report_status", results.CardStatus)


@dataclass(frozen=True, slots=True)
class InstallCardRequest(JobRequest):
    """To install the PyTorch for the graphics card."""

    job: ClassVar = JobType("graphics-card", "graphics_card:install_build")
    index: str = ""
    """Address of the package index to fetch from; "" for the usual one."""
    is_agreed: bool = False
    """True if the person agreed that it is fetched."""


@dataclass(frozen=True, slots=True)
class RemoveCardRequest(JobRequest):
    """To remove the PyTorch for the graphics card."""

    job: ClassVar = JobType("graphics-card", "graphics_card:remove_build")


REQUESTS: dict[str, type[JobRequest]] = {
    request.__name__: request
    for request in (
        *(ImportRequest, FetchRequest, SegmentRequest, CutAgainRequest),
        *(AlignRequest, PlaceLineRequest),
        *(BeginRequest, AdaptRequest, TrainModelRequest, RecalibrateRequest),
        *(RecogniseRequest, EvaluateRequest, EvaluatePagesRequest, EstimateRequest, DevicesRequest),
        *(ExportRequest, MergeRequest, PartRequest, CheckRequest, BackupRequest, ListBackupsRequest, RestoreRequest),
        *(DemoPagesRequest, CardStatusRequest, InstallCardRequest, RemoveCardRequest),
    )
}
"""All requests by name."""


def to_line(request: JobRequest, project: Path | None) -> str:
    """Return one line of ASCII with the request and the folder of its project, if it has one."""
    line = {"request": type(request).__name__, "project": project, "fields": asdict(request)}
    return json.dumps(line, default=str) + "\n"


def from_line(line: str) -> tuple[JobRequest, Path | None]:
    """Rebuild the request and the folder from :func:`to_line`."""
    data = json.loads(line)
    project = data["project"]
    return rebuild(REQUESTS[data["request"]], data["fields"]), None if project is None else Path(project)
