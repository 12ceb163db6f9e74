"""`ductus check` of sound, incomplete and damaged projects and of leftovers, and the rescue; no check changes one.

Rows that no version of Ductus wrote end other jobs with the sentence of a damaged project.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from adaptation_helpers import add_model, make_bare_project
from PIL import Image
from project_helpers import current_texts, edit_history, filled_project, project_state, run_python

from core.cli.main import main
from core.errors import DamagedError, DuctusError, InputError, Stopped
from core.events import ignore_events
from core.jobs.check import check
from core.jobs.training.adaptation_readiness import adaptation_readiness
from core.jobs.training.train import train
from core.project import file_store as files
from core.project.content.adapted_starter import ADAPTED
from core.project.content.history import undo
from core.project.content.models import STARTER_PRESET, model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.runs import create_run, get_run, hold_run, is_run_active, start_run
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.content.words import word_ids
from core.project.integrity.findings import MAX_LISTED, Finding, Findings, Level
from core.project.integrity.rescue_write import TRANSCRIPTIONS_FILE, rescue
from core.project.project import DATABASE, Project
from core.training.presets import preset
from core.training.train_request import TrainRequest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with filled_project(tmp_path) as project:
        set_transcription(project, 3, "again")
        return project.folder


def never() -> bool:
    return False


def findings_of(folder: Path, **more: bool) -> Findings:
    return check(folder, ignore_events, never, **more)[0]


def kinds(folder: Path, **more: bool) -> set[str]:
    return set(findings_of(folder, **more).counts)


def contents(folder: Path) -> dict[str, str]:
    """Return a digest of every file of the project, except those that SQLite makes beside a database that is read."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


def image_of(folder: Path, area: str) -> Path:
    return next((folder / area).rglob("*.png"))


def make_long(folder: Path, words: int = 3000) -> None:
    """Add enough transcriptions for a table of many database pages, and change some of them."""
    with Project.open(folder) as project:
        with project.edit("many") as connection:
            connection.executemany(
                "INSERT INTO word (page_id, x, y, w, h, position) VALUES (1, 1, 1, 5, 5, ?)",
                [(n,) for n in range(words)],
            )
            for word_id in sorted(word_ids(project))[-words:]:
                set_transcription(project, word_id, f"word number {word_id}")
        set_transcription(project, 1, "last of all")


def test_a_sound_project_has_no_findings_and_is_not_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(folder)
    findings, checked = check(folder, ignore_events, never, thorough=True)
    assert findings.is_sound and findings.listed == []
    assert (checked.words, checked.files, checked.models) == (5, 3, 0)
    assert contents(folder) == before
    assert main(["check", str(folder)]) == 0
    assert "The project is sound" in capsys.readouterr().out


def test_a_missing_project_is_wrong_input(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "none")]) == 2


def test_a_missing_image_is_a_fault_with_a_hint(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image_of(folder, "pages").unlink()
    assert main(["check", str(folder), "--json"]) == 1
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert not result["sound"] and result["counts"] == {"file missing": 1}
    (finding,) = result["findings"]
    assert "3 words are on it" in finding["what"] and finding["where"].startswith("pages/")
    assert "backup" in finding["mend"]
    assert main(["check", str(folder)]) == 1
    assert "The file is missing" in capsys.readouterr().out.replace("\n", " ")


def test_changed_resized_and_unreadable_images_are_different_findings(folder: Path) -> None:
    page, crop = image_of(folder, "pages"), image_of(folder, "words")
    whole = page.read_bytes()
    page.write_bytes(whole[:-10])
    assert kinds(folder) == {"file changed"}
    page.write_bytes(bytes(len(whole)))
    assert kinds(folder) == {"image unreadable"}
    page.write_bytes(whole)
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE page SET width = 77")
        connection.execute("UPDATE page SET frame = 0")
    assert kinds(folder) == {"image size"}
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE page SET width = 200, frame = 4")
    assert kinds(folder) == {"image unreadable"}
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE page SET frame = 0")
    data = bytearray(crop.read_bytes())
    data[-1] ^= 1  # same length, same header
    crop.write_bytes(bytes(data))
    assert kinds(folder) == set() and kinds(folder, thorough=True) == {"file changed"}


def replace_imported(folder: Path, image: Path, data: bytes) -> None:
    """Write a file of the project as if it had been so at its import."""
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute(
            "UPDATE file SET sha256 = ?, bytes = ? WHERE path = ?",
            (hashlib.sha256(data).hexdigest(), len(data), image.relative_to(folder).as_posix()),
        )
    image.write_bytes(data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF"])
def test_scan_that_was_cut_short_before_its_import_is_found(folder: Path, kind: str) -> None:
    page, stream = image_of(folder, "pages"), io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (100, 200), dtype=np.uint8)).save(stream, kind)
    replace_imported(folder, page, stream.getvalue())
    assert kinds(folder) == set()
    replace_imported(folder, page, stream.getvalue()[:-3000])
    finding = next(iter(findings_of(folder).listed))
    assert finding.kind == "image unreadable" and page.name in finding.where and "incomplete" in finding.what


def test_pixels_of_an_image_are_decoded(folder: Path) -> None:
    crop = image_of(folder, "words")
    data = crop.read_bytes()
    start = data.index(b"IDAT") + 4
    replace_imported(folder, crop, data[:start] + b"\xff" * 12 + data[start + 12 :])
    assert kinds(folder) == {"image unreadable"}


def test_a_path_outside_the_project_is_a_finding(folder: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE file SET path = '../../elsewhere.png' WHERE id = 1")
    assert findings_of(folder).counts["file"] == 1


def test_a_missing_linked_image_has_its_own_hint(folder: Path, tmp_path: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE file SET linked = 1, path = ? WHERE id = 1", (str(tmp_path / "gone.png"),))
    findings = findings_of(folder)
    assert findings.counts["linked file missing"] == 1 and "--link" in findings.listed[0].mend


def test_missing_and_damaged_models_are_faults(folder: Path) -> None:
    with Project.open(folder) as project:
        for name in ("gone", "half"):
            model_path(project, name).write_bytes(b"\x89HDF\r\n\x1a\n and no more")
            register_model(project, name)
        model_path(project, "gone").unlink()
    for text in ("{", "[" * 200_000, f"[{'9' * 5000}]"):
        (folder / "models" / "half.evaluation.json").write_text(text)
        findings = findings_of(folder)
        assert findings.counts == {"model missing": 1, "model damaged": 1, "measurement": 1}
        assert findings.faults == 2


def test_leftovers_of_killed_programs_are_harmless_findings(folder: Path) -> None:
    with Project.open(folder) as project:
        run = create_run(project, {})
        start_run(project, run.id)
        save_predictions(project, "never made", [Prediction(1, "the", "seen", 1, 1, 0.5)])
        other = create_run(project, {})
        start_run(project, other.id)
        shutil.rmtree(folder / "runs" / str(other.id))
    (folder / "models" / ".x.h5.12.tmp").touch()
    (folder / "models" / "stray.h5").touch()
    (folder / "words" / "ab").mkdir()
    (folder / "words" / "ab" / ("ab" + "0" * 62 + ".png")).touch()
    (folder / "words" / "ab" / ("ac" + "0" * 62 + ".png.part")).touch()
    findings = findings_of(folder)
    assert findings.is_sound
    assert findings.counts == {
        "run": 2,
        "run folder": 1,
        "predictions": 1,
        "partial file": 2,
        "unlisted model": 1,
        "unreferenced file": 1,
    }
    assert main(["check", str(folder)]) == 0
    with files.import_lock(folder):  # an import's files have no rows yet
        assert "unreferenced file" not in kinds(folder)


def test_an_active_run_is_no_finding(folder: Path) -> None:
    with Project.open(folder) as project:
        run = create_run(project, {})
        start_run(project, run.id)
        assert not is_run_active(project, run.id)
        with hold_run(project, run.id):
            assert is_run_active(project, run.id) and kinds(folder) == set()
            with pytest.raises(InputError, match="Another process"), hold_run(project, run.id):
                pass
        assert not is_run_active(project, run.id)


def test_a_run_whose_process_was_killed_is_a_finding(folder: Path) -> None:
    done = run_python(
        """
        import os, signal, sys
        from core.project.project import Project
        from core.project.content.runs import create_run, start_run, hold_run
        project = Project.open(sys.argv[1])
        run = create_run(project, {})
        start_run(project, run.id)
        with hold_run(project, run.id):
            os.kill(os.getpid(), signal.SIGKILL)
        """,
        folder,
    )
    assert done.returncode == -9
    findings = findings_of(folder)
    assert findings.counts == {"run": 1} and "--resume 1" in findings.listed[0].mend


def test_dangling_references_and_an_outdated_index_are_faults(folder: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE word SET transcription_id = 999 WHERE id = 2")
    assert set(findings_of(folder).counts) == {"reference", "search index"}


def test_of_many_findings_some_are_listed_and_all_counted() -> None:
    findings = Findings()
    findings.add(Finding("file missing", "gone", str(n), "") for n in range(MAX_LISTED + 5))
    findings.add([Finding("partial file", "partial", "x", "", level=Level.NOTE)])
    assert len(findings.listed) == MAX_LISTED + 1 and findings.faults == MAX_LISTED + 5
    (first, count), (last, one) = findings.by_kind()
    assert (first[0].kind, count, last[0].kind, one) == ("file missing", MAX_LISTED + 5, "partial file", 1)


def test_long_lists_are_shortened_on_screen(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n in range(13):
        (folder / "words" / f"{n}.png.part").touch()
    assert main(["check", str(folder)]) == 0
    assert "and 3 more like this" in capsys.readouterr().out


def test_a_check_can_be_stopped(folder: Path) -> None:
    with pytest.raises(Stopped):
        check(folder, ignore_events, lambda: True)


def damage(folder: Path, how: str) -> bytes:
    """Damage the database and return its content."""
    database = folder / DATABASE
    data = bytearray(database.read_bytes())
    if how == "cut":
        data = data[: len(data) * 6 // 10]
    elif how == "beginning":
        data[:4096] = bytes(4096)
    elif how == "middle":
        rng = random.Random(5)
        for _ in range(len(data) // 4096 // 12):
            page = rng.randrange(33, len(data) // 4096)
            data[page * 4096 : page * 4096 + 4096] = rng.randbytes(4096)
    database.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize("how", ["cut", "beginning", "middle"])
def test_readable_rows_of_a_damaged_database_are_reported_and_rescued(
    folder: Path, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_long(folder)
    with Project.open(folder, read_only=True) as project:
        texts = {row[0]: row[1:] for row in project.query("SELECT id, word_id, text, created_at FROM transcription")}
        pages = len(project.query("SELECT id FROM word"))
    damaged = damage(folder, how)
    before = contents(folder)
    with pytest.raises(InputError, match="damaged"), Project.open(folder) as project:
        project.query("SELECT count(text) FROM transcription")
        current_texts(project)
        project.query("SELECT * FROM word")

    assert main(["check", str(folder), "--rescue", str(tmp_path / "out"), "--json"]) == 1
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["counts"]["readable"] == 14 and ("truncated" in result["counts"]) == (how == "cut")
    assert (folder / DATABASE).read_bytes() == damaged and contents(folder) == before

    rescued = result["rescued"]
    with (tmp_path / "out" / TRANSCRIPTIONS_FILE).open(encoding="utf-8", newline="") as file:
        rows = {int(row["reading"]): row for row in csv.DictReader(file)}
    for transcription_id, row in rows.items():
        assert (int(row["word"]), row["text"], row["created_at"]) == texts[transcription_id]
    lost = len(texts) - len(rows)
    assert rescued["tables"]["transcription"]["whole"] == (lost == 0) == (how == "beginning")
    assert len(rows) >= len(texts) // 3
    assert "1 1 5 5" in {row["box"] for row in rows.values()}
    with Project.open(rescued["project"]) as project:
        assert project.check_integrity() == [] and kinds(project.folder) == set()
        kept = project.query("SELECT word_id, text FROM transcription WHERE id > 4")
        assert kept and set(kept) <= {(word, text) for word, text, _ in texts.values()}
        assert len(project.query("SELECT id FROM word")) <= pages
        if how == "beginning":
            assert undo(project) is not None
            assert list_transcriptions(project, 1)[-1].text == "the"
        else:
            assert {entry.state for entry in edit_history(project)} <= {"dropped"} and undo(project) is None
        set_transcription(project, kept[0][0], "goes on")


def test_a_sound_project_is_rescued_completely(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        before = project_state(project)
    done = rescue(folder, tmp_path / "out")
    assert done.unplaced == {} and done.missing == [] and all(table.whole for table in done.tables.values())
    with Project.open(done.project) as project:
        assert project_state(project) == before
    with pytest.raises(InputError, match="already there"):
        rescue(folder, tmp_path / "out")
    with pytest.raises(InputError, match="inside the damaged project"):
        rescue(folder, folder / "out")


def test_words_of_a_lost_page_are_in_the_table_only(folder: Path, tmp_path: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM page")
        connection.execute("UPDATE word SET transcription_id = 999 WHERE id = 4")
    image_of(folder, "words").unlink()
    done = rescue(folder, tmp_path / "out")
    assert done.unplaced["word"] == 3 and done.readings == 4 and len(done.missing) == 1
    with Project.open(done.project) as project:
        assert project.query("SELECT id, transcription_id FROM word") == [(4, None), (5, None)]
        assert undo(project) is None  # the history has holes


def test_invalid_rows_are_not_rescued(folder: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("UPDATE word SET role = 'king' WHERE id = 1")
    connection.commit()
    connection.close()
    done = rescue(folder, tmp_path / "out")
    with Project.open(done.project) as project:
        assert [row[0] for row in project.query("SELECT id FROM word ORDER BY id")] == [2, 3, 4, 5]


@pytest.mark.parametrize("content", [b"", b"no database at all, but longer than a header is " * 100])
def test_an_unreadable_database_is_a_finding(folder: Path, tmp_path: Path, content: bytes) -> None:
    (folder / DATABASE).write_bytes(content)
    findings = findings_of(folder)
    assert findings.counts["database"] == 1 and not findings.is_sound
    if not content:
        assert findings.counts["truncated"] == 1
    with pytest.raises(InputError, match="nothing of this database can be read"):
        rescue(folder, tmp_path / "out")


def test_a_table_whose_text_is_no_text_is_damage(folder: Path) -> None:
    content = (folder / DATABASE).read_bytes()
    (folder / DATABASE).write_bytes(content.replace(b"'train'", b"'tra\xffn'"))
    with pytest.raises(InputError, match="the project database is damaged"):
        Project.open(folder)


def test_a_damaged_backup_is_a_fault(folder: Path) -> None:
    (folder / "backups").mkdir()
    (folder / "backups" / "2026-01-02_030405.sqlite").write_bytes(b"x" * 5000)
    assert kinds(folder) == {"backup"}


def test_a_rescue_without_room_raises_ductus_error(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(DuctusError, match="disk is full"):
        rescue(folder, tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.ductus*"))


@pytest.mark.parametrize("count", ["many", [], {}, None, float("inf")])
def test_number_of_words_an_adapted_starter_learnt_from(tmp_path: Path, count: Any) -> None:
    with Project.open(make_bare_project(tmp_path, 1)) as project:
        add_model(project, "own")
        with project.transaction() as connection:
            info = {"preset": STARTER_PRESET, ADAPTED: count}
            connection.execute("UPDATE model SET info = ?", (json.dumps(info),))
        with pytest.raises(DamagedError, match=r"invalid models.*run: ductus check"):
            adaptation_readiness(project)


@pytest.mark.parametrize(
    "change", [{"preset": None}, {"preset": []}, {"preset": "quick"}, {"seed": None}, {"colour": "red"}]
)
def test_parameters_of_a_run_that_is_resumed(tmp_path: Path, change: dict[str, Any]) -> None:
    whole = TrainRequest(preset("quick"), 0, "cpu")
    with Project.open(make_bare_project(tmp_path, 1)) as project:
        params = {name: value for name, value in (whole.to_json() | change).items() if value is not None}
        run = create_run(project, params)
        with pytest.raises(DamagedError, match=r"invalid runs.*run: ductus check"):
            train(project, whole, ignore_events, lambda: False, run.id)
        assert get_run(project, run.id).state == "failed"
