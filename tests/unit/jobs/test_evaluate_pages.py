"""Whole pages against transcripts: what a model suggested, whatever a person typed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from ensemble_helpers import ensemble

from core.cli.main import main
from core.errors import InputError, Stopped
from core.events import ignore_events
from core.formats.pagexml_write import write_pagexml
from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.jobs.evaluation.evaluate_pages import evaluate_pages
from core.project.content.models import ON_PAGES, delete_model, get_model, load_evaluation, model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.word_images import load_images
from core.store.model_file import load_ensemble, save_ensemble
from core.training.samples import Samples

WRITTEN = (("orders", "of", "the", "day"), ("second", "line"))
READ = ("orders", "or", "the", "day", "second", "lime")


def boxes(line: int) -> list[tuple[int, int, int, int]]:
    return [(20 + 120 * place, 30 + 100 * line, 100, 40) for place in range(len(WRITTEN[line]))]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    page = np.full((260, 520), 240, np.uint8)
    for line in range(2):
        for x, y, w, h in boxes(line):
            for stroke in range(x + 5, x + w - 5, 12):
                page[y + 8 : y + h - 8, stroke : stroke + 4] = 20
    cv2.imwrite(str(tmp_path / "page.png"), page)
    return tmp_path / "page.png"


def record(image: Path, *, with_text: bool) -> PageRecord:
    texts = WRITTEN if with_text else tuple((None,) * len(line) for line in WRITTEN)
    words = tuple(
        WordRecord(box, text, line=number)
        for number in range(2)
        for box, text in zip(boxes(number), texts[number], strict=True)
    )
    lines = tuple(LineRecord((15, 25 + 100 * number, 490, 50), number=number) for number in range(2))
    return PageRecord(image, 520, 260, words=words, lines=lines)


@pytest.fixture
def truth(image: Path, tmp_path: Path) -> Path:
    write_pagexml(record(image, with_text=True), tmp_path / "page.xml")
    return tmp_path / "page.xml"


@pytest.fixture
def project(tmp_path: Path, image: Path) -> Project:
    project = Project.create(tmp_path / "p")
    import_contents(project, SourceContents(pages=(record(image, with_text=False),)))
    model_path(project, "m").parent.mkdir(exist_ok=True)
    save_ensemble(model_path(project, "m"), ensemble())
    register_model(project, "m")
    ids = word_ids(project)
    save_predictions(project, "m", [Prediction(i, t, "seen", 1, 1, 0.1) for i, t in zip(ids, READ, strict=True)])
    with project.edit("type"):
        set_transcription(project, ids[1], "of", TranscriptionSource.TYPED)
    return project


def test_suggestions_are_compared_and_typed_words_do_not_help(project: Project, truth: Path) -> None:
    result = evaluate_pages(project, [truth], None, ignore_events, lambda: False)
    assert (result["model"], result["pages"], result["unread"]) == ("m", 1, 0)
    assert result["wer"]["value"] == pytest.approx(2 / 6) and result["cer"]["edits"] == 2
    assert result["wer_by_line"]["edits"] == 2
    assert result["lines"] == {"found": 1.0, "interval": None, "true": 2, "precision": 1.0}
    assert result["words"] == {"found": 1.0, "interval": None, "true": 6, "precision": 1.0}


def test_words_without_a_suggestion_count_as_not_read(project: Project, truth: Path) -> None:
    with project.transaction() as connection:
        connection.execute("DELETE FROM prediction WHERE text IN ('orders', 'the')")
    result = evaluate_pages(project, [truth], "m", ignore_events, lambda: False)
    assert result["unread"] == 2 and result["wer"]["edits"] == 4


def test_pages_of_other_images_are_refused_in_one_sentence(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.full((260, 520), 200, np.uint8))
    write_pagexml(record(other, with_text=True), tmp_path / "other.xml")
    with pytest.raises(InputError, match=r"other.xml: it has no transcribed page of an image in this project"):
        evaluate_pages(project, [tmp_path / "other.xml"], None, ignore_events, lambda: False)


def test_a_stop_changes_nothing(project: Project, truth: Path) -> None:
    with pytest.raises(Stopped):
        evaluate_pages(project, [truth], None, ignore_events, lambda: True)


def test_the_command_shows_and_keeps_the_figures(
    project: Project, truth: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(project.folder), "--pages", str(truth)]) == 0
    shown = capsys.readouterr().out
    assert "33.3%" in shown and "joined to a neighbour or split" in shown
    assert main(["evaluate", str(project.folder), "--pages", str(truth), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out.splitlines()[-1])
    stored = load_evaluation(get_model(project, "m"), ON_PAGES)
    assert stored is not None and stored["wer"] == printed["wer"] and stored["measured_at"]
    delete_model(project, "m")
    assert not list((project.folder / "models").glob("*pages.json"))


def test_transcripts_need_no_images_beside_them(
    project: Project, truth: Path, image: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image.unlink()
    assert main(["evaluate", str(project.folder), "--pages", str(truth), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["pages"] == 1


def test_pages_that_the_model_learnt_from_are_not_measured(project: Project, truth: Path) -> None:
    (block,) = load_images(project, word_ids(project)[:1], ignore_events)
    digests = Samples.of(block.images, ["?"]).image_hashes()
    file = get_model(project, "m").file
    whole = load_ensemble(file)
    members = (replace(whole.members[0], trained_on=digests), *whole.members[1:])
    save_ensemble(file, replace(whole, members=members), replace=True)
    with pytest.raises(InputError, match="'m' learnt from words of all 1 pages"):
        evaluate_pages(project, [truth], None, ignore_events, lambda: False)
