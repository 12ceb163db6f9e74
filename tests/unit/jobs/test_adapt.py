"""The starter model adapted to a project: which words it learns from, when it is used, and trainings that begin so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from adaptation_helpers import ADAPTED_MODEL, add_model
from executor_helpers import WORDS, handwriting, request, small_net
from job_helpers import json_into, run_here

from core.cli.main import main
from core.errors import Stopped
from core.events import ignore_events
from core.executors.training_worker import read_job, write_job
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.jobs.project_lexicon import known_lexicon
from core.jobs.recognition.recognise import recognise
from core.jobs.recognition.starter import add_starter
from core.jobs.requests import RecogniseRequest
from core.jobs.results import Adapted, ModelComparison
from core.jobs.training import adapt as job
from core.jobs.training import line_training
from core.jobs.training.adapt import adapt_starter
from core.jobs.training.train import train
from core.jobs.training.training_data import gather_training_data
from core.lexicon.alphabet import load_alphabet
from core.model.line_reader import LineReader
from core.project.content.adapted_starter import adapted_starter, use_adapted_starter, words_to_adapt_to
from core.project.content.lexicon import add_words
from core.project.content.line_words import transcribed_lines
from core.project.content.models import active_model, delete_model, get_model, is_starter, list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import clear_transcription, set_transcription
from core.project.content.word_edits import join_words, set_role
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.recognition.vote_details import Candidate, MemberVote, decode_detail
from core.store.model_file import load_ensemble, member_digest
from core.store.shipped_files import line_reader_path, load_line_reader
from core.store.summary import model_summary
from core.training import adaptation, embedder
from core.training.adaptation import AdaptationSettings
from core.training.checkpoints import RunFolder
from core.training.embedder import split_and_train
from core.training.job import AdaptedStarter, MemberTask, TrainingJob
from core.training.line_reader_adaptation import AdaptedLineReader
from core.training.line_reader_fitting import TranscribedLine
from core.training.lines import SampleLine
from core.training.presets import preset
from core.training.samples import Samples
from core.training.train_request import TrainRequest

__all__ = ["small_net"]

ONE_STEP = AdaptationSettings(shares=(0.5,), steps=1)


@pytest.fixture(scope="module", autouse=True)
def few_images() -> Iterator[None]:
    """Let thirty images suffice, and one step; how well it learns is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adaptation, "MIN_IMAGES", 10)
        patch.setattr(job, "AdaptationSettings", lambda: ONE_STEP)
        yield


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a project with words for training and for testing, which tests copy."""
    folder = tmp_path_factory.mktemp("archive")
    with Project.create(folder / "archive") as project:
        import_contents(project, handwriting(folder / "train", WORDS * 4))
        import_contents(project, handwriting(folder / "test", WORDS, seed=2, role="test"))
        return project.folder


@pytest.fixture(scope="module")
def adapted_archive(archive: Path, few_images: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the same project with the starter model adapted to it, which tests copy."""
    with Project.open(shutil.copytree(archive, tmp_path_factory.mktemp("adapted") / archive.name)) as project:
        adapt(project)
        return project.folder


@pytest.fixture
def project(archive: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(shutil.copytree(archive, tmp_path / archive.name)) as project:
        yield project


@pytest.fixture
def adapted(adapted_archive: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(shutil.copytree(adapted_archive, tmp_path / adapted_archive.name)) as project:
        yield project


def adapt(project: Project) -> str:
    return str(adapt_starter(project, 0, "cpu", ignore_events, lambda: False).model)


def name_of(adapted: Project) -> str:
    return list_models(adapted)[0].name


def weights(project: Project, name: str) -> str:
    return member_digest(load_ensemble(get_model(project, name).file).members[0])


def test_it_learns_from_all_words_but_transcribed_test_words(adapted: Project) -> None:
    (model,) = list_models(adapted)
    assert is_starter(model) and not model.active and model.info["adapted"] == 24
    assert model_summary(model.file).card["adapted"]["images"] == 24
    assert model_summary(model.file).members[0].seen == frozenset()


def test_it_stops_while_images_are_loaded(project: Project) -> None:
    with pytest.raises(Stopped):
        adapt_starter(project, 0, "cpu", ignore_events, lambda: True)
    assert list_models(project) == []


def test_transcriptions_decide_nothing(adapted: Project) -> None:
    before = weights(adapted, first := name_of(adapted))
    for word_id in word_ids(adapted)[:12]:
        set_transcription(adapted, word_id, WORDS[0])
    delete_model(adapted, first)
    assert weights(adapted, adapt(adapted)) == before


def test_more_words_than_are_learnt_from_are_taken_from_all_pages(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "MOST_IMAGES", 12)
    ids = job._evenly_spaced(words_to_adapt_to(project))
    train = [word_id for word_id in word_ids(project) if word_id <= 24]
    assert (len(ids), ids[0], ids[-1]) == (12, train[0], train[-1])


def training_job(project: Project, name: str | None) -> TrainingJob:
    settings = preset("phosc-ctc").changed(members=1, steps=1)
    data, _ = gather_training_data(project, TrainRequest(settings, 0, "cpu"), None, ignore_events)
    adapted = None if name is None else AdaptedStarter.of(load_ensemble(get_model(project, name).file))
    return replace(data, adapted=adapted)


def test_a_member_begins_with_the_adapted_weights(adapted: Project, tmp_path: Path) -> None:
    name = name_of(adapted)
    plain, ours = training_job(adapted, None), training_job(adapted, name)
    assert plain.key() != ours.key()
    # with the lowest rate a step leaves the weights that it began with
    still = {"peak_rate": 1e-7, "starter_images": 0}
    learners = []
    for number, one in enumerate((plain, ours)):
        task = MemberTask(0, replace(one, preset=one.preset.changed(**still)), "key")
        learners.append(split_and_train(task, RunFolder(tmp_path / str(number)), ignore_events, lambda: False).learner)
    expected = load_ensemble(get_model(adapted, name).file).members[0].learner.to_arrays()
    begun, other = learners[1].to_arrays(), learners[0].to_arrays()
    kernels = [key for key, array in expected.items() if array.ndim == 4]
    assert kernels and all(np.allclose(begun[key], expected[key], atol=1e-5) for key in kernels)
    assert not all(np.allclose(other[key], expected[key], atol=1e-5) for key in kernels)


def test_a_member_stays_near_the_adapted_weights(
    adapted: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = MemberTask(0, training_job(adapted, name := name_of(adapted)), "key")
    begun = load_ensemble(get_model(adapted, name).file).members[0].learner.to_arrays()
    distances = []
    for number, images in enumerate((0, 400, 1_000_000_000)):
        monkeypatch.setattr(embedder, "ADAPTED_IMAGES", images)
        trained = split_and_train(task, RunFolder(tmp_path / str(number)), ignore_events, lambda: False).learner
        moved = trained.to_arrays()
        distances.append(
            sum(float(np.abs(moved[key] - array).sum()) for key, array in begun.items() if array.ndim == 4)
        )
    assert 0 <= distances[2] < distances[1] < distances[0] / 10


def test_a_worker_gets_the_adapted_weights(adapted: Project, tmp_path: Path) -> None:
    sent = training_job(adapted, name_of(adapted))
    path = tmp_path / "jobs" / "job.h5"
    write_job(path, sent, sent.key(), 1)
    received, key, _ = read_job(path)
    assert received.key() == key == sent.key()
    assert sent.adapted is not None and received.adapted is not None
    theirs, ours = received.adapted.starter.arrays, sent.adapted.starter.arrays
    assert theirs.keys() == ours.keys() and all(np.array_equal(theirs[name], ours[name]) for name in ours)


def test_without_transcribed_words_it_takes_the_place_of_the_starter(project: Project) -> None:
    for word_id in word_ids(project):
        clear_transcription(project, word_id)
    add_words(project, WORDS, added_by="list.txt")
    add_starter(project)
    code, events = run_here("adapt", project.folder, "--device", "cpu")
    assert code == 0 and events[-1]["active"] and events[-1]["comparison"]["words"] == 0
    active, adapted = active_model(project), adapted_starter(project)
    assert active is not None and adapted is not None and active.name == adapted.name == events[-1]["model"]
    delete_model(project, adapted.name)
    assert adapted_starter(project) is None


def test_one_that_reads_worse_than_the_starter_is_not_used(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    add_starter(project)
    import core.cli.commands.train as command

    worse = ModelComparison("starter", 20, True, 15, 12)
    monkeypatch.setattr(command, "compare_with_active", lambda *_: worse)
    code, events = run_here("adapt", project.folder, "--device", "cpu")
    active = active_model(project)
    assert code == 0 and not events[-1]["active"] and active is not None and active.name == "starter"
    assert adapted_starter(project) is None


def test_a_training_records_with_which_starter_it_began(adapted: Project) -> None:
    name = name_of(adapted)
    use_adapted_starter(adapted, name)
    short = ("--members", "1", "--steps", "1", "--gates", "1", "--set", "max_steps=0", "--set", "gate_epochs=1")
    # a training from a model begins with that model's members and with no starter
    ways = (((), weights(adapted, name)), (("--plain-starter",), None), (("--from", "plain"), None))
    for model, (way, expected) in zip(("adapted", "plain", "later"), ways, strict=True):
        assert run_here("train", adapted.folder, *short, "--device", "cpu", "--name", model, *way)[0] == 0
        card = model_summary(get_model(adapted, model).file).card
        assert card.get("adapted", {}).get("digest") == expected


def project_with_page(folder: Path, copies: int = 6) -> Project:
    """Create a project of one page with transcribed words in lines."""
    image, truth = render_page(list(WORDS) * copies, Writer(), np.random.default_rng(1))
    cv2.imwrite(str(folder / "page.png"), image)
    words = tuple(WordRecord(box, text, line=line) for box, text, line in truth)
    page = PageRecord(folder / "page.png", image.shape[1], image.shape[0], words=words)
    project = Project.create(folder / "pages")
    import_contents(project, SourceContents(pages=(page,)), role="train")
    return project


def test_lines_with_a_transcribed_test_word_are_not_learnt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[int] = []

    def adapt_line_reader(reader: LineReader, strips: list[object], *_: object) -> AdaptedLineReader:
        learnt.append(len(strips))
        return AdaptedLineReader(reader, len(strips))

    monkeypatch.setattr(line_training, "adapt_line_reader", adapt_line_reader)
    monkeypatch.setattr(job, "MOST_IMAGES", 20)  # which is no limit of lines
    with project_with_page(tmp_path) as project:
        lines = len(transcribed_lines(project, "train"))
        name = adapt(project)
        set_role(project, word_ids(project)[:1], "test")
        adapt(project)
        ensemble = load_ensemble(get_model(project, name).file)
    assert learnt == [lines, lines - 1]
    assert ensemble.line_reader is not None and ensemble.card["adapted"]["lines"] == lines


def test_a_training_keeps_the_adapted_line_reader_where_its_lines_teach_nothing(project: Project) -> None:
    settings = preset("phosc-ctc").changed(members=1, steps=1)
    data, ids = gather_training_data(project, TrainRequest(settings, 0, "cpu"), None, ignore_events)
    adapted = load_line_reader(line_reader_path())
    shipped = line_training.train_on_lines(project, data, ids, "sure", None, ignore_events, lambda: False)
    assert shipped is not None and shipped[0] is None, "the one that comes with Ductus takes part as it is"
    assert line_training.train_on_lines(project, data, ids, "sure", None, ignore_events, lambda: True) is None
    read = line_training.train_on_lines(project, data, ids, "sure", adapted, ignore_events, lambda: False)
    assert read is not None and read[0] is not None
    assert read[0].reader is adapted and read[0].unlearnt == set(data.samples.image_hashes().tolist())


def test_the_line_reader_that_comes_with_ductus_takes_part_where_lines_do_not_teach_it(
    tmp_path: Path, small_net: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_training, "fit_line_reader", lambda *_: None)
    with project_with_page(tmp_path, copies=18) as project:
        train(
            project,
            request("m", members=2, min_gate_images=1, gate_distances=True, synthetic=False),
            ignore_events,
            lambda: False,
        )
        model = load_ensemble(get_model(project, "m").file)
        assert model.line_reader is None and "line_reader" not in model.card, "nothing was learnt"
        fitted = model.card["context"]
        assert fitted["line"] > 0.8 * fitted["words"] and fitted["words"] >= 50 and "calibration" in fitted
        unread = word_ids(project)[3]
        clear_transcription(project, unread)
        add_words(project, ["harbour", "island", "journey"])
        assert any("again" in note for note in notes_of_reading(project))
        read = predictions_by_model(project, unread)["m"]
    assert decode_detail(read.detail or b"")[1], "it was read in its line"


def notes_of_reading(project: Project) -> list[str]:
    events: list[dict[str, Any]] = []
    recognise(project, RecogniseRequest(words="all"), json_into(events), lambda: False)
    return [event["text"] for event in events if event["event"] == "note"]


def test_reading_cuts_what_a_person_has_joined(tmp_path: Path) -> None:
    seen: list[int] = []

    def vote(images: np.ndarray) -> list[list[MemberVote]]:
        seen.append(len(images))
        return [[MemberVote(5, 6, 3, True, (Candidate("and", 1.0),), ())] for _ in images]

    with project_with_page(tmp_path) as project:
        lexicon, ids = known_lexicon(project, load_alphabet("latin-extended")), word_ids(project)
        places = {word_id: number for number, word_id in enumerate(ids)}
        lines = [
            SampleLine(1, tuple(places[word.word_id] for word in line)) for line in transcribed_lines(project, "train")
        ]
        voices = line_training.SampleVoices(project, load_line_reader(line_reader_path()), lexicon, ids)
        wrong, right = voices.miscut(lines, vote)
        assert right > 0.8 * len(ids), "most are cut as they are written"
        first, second = transcribed_lines(project, "train")[0][:2]
        set_transcription(project, join_words(project, [first.word_id, second.word_id]), "joined")
        more, fewer = voices.miscut(lines, vote)
    assert (len(more), fewer) == (len(wrong) + 2, right - 2) and seen[-1] == len(more)
    assert all("and" in word.line for word in more), "what the members list is weighed too"


def test_words_that_hardly_fit_their_ink_stay_in_the_lines_that_are_learnt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[TranscribedLine] = []
    monkeypatch.setattr(line_training, "fit_line_reader", lambda reader, lines, *_: learnt.extend(lines))
    with project_with_page(tmp_path) as project:
        settings = preset("phosc-ctc").changed(members=1, steps=1)
        data, ids = gather_training_data(project, TrainRequest(settings, 0, "cpu"), None, ignore_events)
        lines = transcribed_lines(project, "train")
        left_out = {lines[0][1].word_id, *(word.word_id for word in lines[1])}
        kept = [n for n, word_id in enumerate(ids) if word_id not in left_out]
        some = replace(data, samples=Samples.of(data.samples.images[kept], [data.samples.words[n] for n in kept]))
        line_training.train_on_lines(project, some, [ids[n] for n in kept], "sure", None, ignore_events, lambda: False)
    texts = [" ".join(word.text or "" for word in line) for line in lines]
    assert [line.text for line in learnt] == texts
    assert [len(line.images) for line in learnt[:2]] == [len(lines[0]) - 1, 0]


@pytest.mark.parametrize(
    ("active", "right", "options", "used", "begins_trainings"),
    [
        ("starter", None, [], True, True),
        ("starter", (3, 4), [], True, True),
        ("starter", (4, 3), [], False, False),
        ("starter", None, ["--keep-active"], False, True),
        ("starter", (4, 3), ["--keep-active"], False, False),
        ("quick", None, [], False, True),
        ("quick", (4, 3), [], False, True),
        ("", None, ["--keep-active"], True, True),
    ],
)
def test_the_model_in_use_afterwards(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    active: str,
    right: tuple[int, int] | None,
    options: list[str],
    used: bool,
    begins_trainings: bool,
) -> None:
    def adapt(project: Project, *_: Any, **__: Any) -> Adapted:
        add_model(project, ADAPTED_MODEL, adapted=250, active=False)
        return Adapted(ADAPTED_MODEL, 250, 9, 0, None, False, False)

    old, new = right or (0, 0)
    comparison = ModelComparison("before", 0 if right is None else 10, True, old, new, right is not None and new >= old)
    monkeypatch.setattr("core.cli.commands.train.adapt_starter", adapt)
    monkeypatch.setattr("core.cli.commands.train.compare_with_active", lambda *_: comparison if active else None)
    with Project.create(tmp_path / "p") as project:
        if active:
            add_model(project, "before", preset=active)
    assert main(["adapt", str(project.folder), *options]) == 0
    with Project.open(project.folder) as project:
        model = active_model(project)
        assert model is not None and model.name == (ADAPTED_MODEL if used else "before")
        assert (adapted_starter(project) is not None) == begins_trainings
