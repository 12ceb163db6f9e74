"""The one way to a project's files refuses links and pipes: at opening, and at each use if they are put there later."""

from __future__ import annotations

import os
import threading
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from ensemble_helpers import latin
from gift_helpers import HARMS, given_project, person_home
from hostile_helpers import digest
from project_helpers import crop_source, draw_image, raise_error

from core.errors import DuctusError, InputError
from core.events import Note, ignore_events, log_events
from core.jobs.spotting import spotting_name
from core.language import set_language
from core.project import file_access
from core.project import word_images as crops
from core.project.backup.restore import list_restore_points, restore
from core.project.backup.rotation import back_up_when_due
from core.project.content import words
from core.project.content.models import delete_model, evaluation_file, get_model, load_evaluation, save_evaluation
from core.project.content.pages import list_pages
from core.project.content.runs import create_run, delete_run, hold_run, run_folder
from core.project.content.transcriptions import set_transcription
from core.project.db.lock import WindowLock, window_lock_holder
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.project_files import ProjectFiles
from core.recognition.spotting_index import SpottingWriter
from core.system.plain_files import NotPlainError
from core.training.checkpoints import RunFolder

NOW = datetime(2026, 5, 6, 12, 0, 0)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return person_home(tmp_path / "home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return given_project(tmp_path / "gift")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("harm", HARMS)
def test_a_gift_that_reaches_out_is_not_opened(harm: str, folder: Path, home: Path) -> None:
    HARMS[harm](folder, home)
    before = digest(home)
    for read_only in (True, False):
        with pytest.raises(InputError, match=r"kit\.ductus: '.*' is (a link|neither a file nor a folder)"):
            Project.open(folder, read_only)
    for use in (WindowLock.acquire, list_restore_points):
        with pytest.raises(InputError, match=r"kit\.ductus: '.*' is (a link|neither a file nor a folder)"):
            use(folder)
    assert digest(home) == before


def test_a_link_to_the_project_itself_is_the_persons_own(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "desk.ductus").symlink_to(folder)
    with Project.open(tmp_path / "desk.ductus") as project:
        assert len(list_pages(project)) == 1
        file_access.verify_trusted(list_pages(project)[0].image)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe"])
def test_what_is_put_there_later_is_refused_at_each_use(kind: str, folder: Path, home: Path) -> None:
    def plant(name: str) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(home / (".bashrc" if kind == "link" else "new"))

    with Project.open(folder) as project:
        run = create_run(project, {})
        log = run_folder(project, run.id) / "events.jsonl"
        model, image = get_model(project), list_pages(project)[0].image
        before = digest(home)
        plant(f"runs/{run.id}/events.jsonl")
        with pytest.raises(InputError, match=r"events\.jsonl"):
            log_events(lambda line: project.files.append(log, line), ignore_events)(Note(""))
        plant(f"runs/{run.id}/working.lock")
        with pytest.raises(InputError, match=r"working\.lock"), hold_run(project, run.id):
            pass
        plant(".open.json")
        plant(".open")
        with pytest.raises(InputError, match=r"\.open"):
            window_lock_holder(folder)
        with pytest.raises(InputError):
            WindowLock.acquire(folder)
        plant("models/m.evaluation.json")
        with pytest.raises(InputError, match="evaluation"):
            load_evaluation(model)
        plant("cache/import.lock")
        with pytest.raises(InputError, match=r"import\.lock"):
            import_contents(project, crop_source(folder.parent / "more", ["a"]))
        plant(str(image.relative_to(folder.resolve())))
        with pytest.raises(InputError, match=r"is (a link|neither)"):
            file_access.verify_trusted(image)
        with pytest.raises(InputError, match=r"is (a link|neither)"):
            list_pages(project)
        plant("models/m.h5")
        with pytest.raises(InputError, match=r"m\.h5"):
            get_model(project)
    assert digest(home) == before


def test_folders_that_become_links_are_neither_filled_nor_emptied(folder: Path, home: Path) -> None:
    with Project.open(folder) as project:
        set_transcription(project, 1, "typed")
        run = create_run(project, {})
        before = digest(home)
        (folder / "backups").symlink_to(home / "archive")
        with pytest.raises(DuctusError, match="backups"):
            back_up_when_due(project, NOW)
        run_folder(project, run.id).rmdir()
        run_folder(project, run.id).symlink_to(home / "archive")
        with pytest.raises(InputError, match="is a link"):
            delete_run(project, run.id)
        (folder / "words").rename(folder / "moved")
        (folder / "words").symlink_to(home / "archive")
        with pytest.raises(InputError, match="is a link"):
            import_contents(project, crop_source(folder.parent / "more", ["a"], shade=90))
    assert digest(home) == before


def test_signatures_are_not_written_into_a_folder_that_became_a_link(folder: Path, home: Path) -> None:
    before = digest(home)
    with Project.open(folder) as project:
        name = spotting_name(get_model(project))
        with pytest.raises(NotPlainError), SpottingWriter(folder, name, latin(), "cosine") as writer:
            (folder / name).parent.symlink_to(home / "archive")
            writer.add(np.arange(1), np.zeros((1, 4), np.int32), np.zeros((1, latin().dim), np.float16))
    assert digest(home) == before


def test_a_restore_writes_into_no_folder_that_became_a_link(
    folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Project.open(folder) as project:
        set_transcription(project, 1, "typed")
        assert back_up_when_due(project, NOW) is not None
    before = digest(home)
    acquire = WindowLock.acquire

    def acquire_and_link(folder: Path) -> WindowLock:
        lock = acquire(folder)
        (folder / "backups").rename(folder / "moved")
        (folder / "backups").symlink_to(home / "archive")
        return lock

    monkeypatch.setattr(WindowLock, "acquire", acquire_and_link)
    with pytest.raises(InputError, match="is a link"):
        restore(folder, list_restore_points(folder)[0].name, NOW)
    assert digest(home) == before


def test_an_evaluation_is_written_in_place_of_a_link_and_deleted_itself(folder: Path, home: Path) -> None:
    with Project.open(folder) as project:
        model, before = get_model(project), digest(home)
        for change in (lambda: save_evaluation(model, {"h": 0.5}), lambda: delete_model(project, "m")):
            evaluation_file(model).unlink(missing_ok=True)
            evaluation_file(model).symlink_to(home / "archive" / "1.evaluation.json")
            change()
            assert not evaluation_file(model).is_symlink()
    assert digest(home) == before


@pytest.mark.parametrize("name", ["../outside", "a/../../b", "/etc/passwd", Path("/etc/passwd")])
def test_a_path_that_leads_out_is_refused(name: str | Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="outside its own folder"):
        ProjectFiles(tmp_path).read(name)


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    files = ProjectFiles(tmp_path)
    files.write("cache/a/b", b"first")
    with pytest.raises(ZeroDivisionError), files.new_file("cache/a/b") as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert files.read("cache/a/b") == b"first" and files.names("cache/a") == ["b"]
    files.write("cache/a/b", b"second", durably=False)
    assert files.read(tmp_path / "cache" / "a" / "b") == b"second"
    files.append("cache/a/b", b" and more")
    assert [str(path) for path in files.walk("cache")] == ["cache/a/b"]
    assert files.read("cache/a/b") == b"second and more"
    (tmp_path / "cache" / "full").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        files.write("cache/full", b"")
    assert files.names("cache") == ["a", "full"]
    files.remove_folder("cache")
    files.remove("none")
    assert files.names("cache") == [] and files.status("cache/a") is None


def test_a_file_longer_than_memory_should_hold_is_not_read_at_once(tmp_path: Path) -> None:
    with (tmp_path / "long").open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(OSError, match="long"):
        ProjectFiles(tmp_path).read("long")


def test_a_name_that_the_system_cannot_have_stops_no_list(folder: Path) -> None:
    assert file_access.resolve_file(folder, "words/" + "x" * 300, False).name == "x" * 300


def test_two_who_write_one_file_leave_one_whole_file(tmp_path: Path) -> None:
    files = ProjectFiles(tmp_path)
    contents = [bytes([65 + number]) * 100_000 for number in range(4)]
    writers = [threading.Thread(target=files.write, args=("note", data)) for data in contents]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert files.read("note") in contents and files.names("") == ["note"]


def test_the_image_of_another_project_is_looked_at_as_well(folder: Path, home: Path, tmp_path: Path) -> None:
    draw_image(home / "private.png")
    with Project.open(folder) as project:
        image = list_pages(project)[0].image
        image.parent.rename(image.parent.with_name("moved"))
        image.parent.symlink_to(home)
        with pytest.raises(InputError, match="is a link"):
            file_access.verify_trusted(image.parent / "private.png")


@pytest.fixture(autouse=True)
def trusted_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "settings" / "linked_images.json"))
    return tmp_path / "settings" / "linked_images.json"


def test_linked_images_are_read_only_where_they_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, crop_source(tmp_path / "scans", ["a", "b"]), copy=False)
        assert len(list(crops.load_crops(project, words.word_ids(project), raise_error))) == 2
        monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "another-computer.json"))
        with pytest.raises(InputError, match="does not trust"):
            list(crops.load_crops(project, words.word_ids(project), raise_error))
        # as the hint says, linking the folder again helps, and adds no word twice
        assert import_contents(project, crop_source(tmp_path / "scans", ["a", "b"]), copy=False).words == 0
        assert len(list(crops.load_crops(project, words.word_ids(project), raise_error))) == 2


def test_a_symbolic_link_out_of_a_trusted_folder_is_refused(tmp_path: Path) -> None:
    secret = draw_image(tmp_path / "private" / "a.png")
    (tmp_path / "scans").mkdir()
    (tmp_path / "scans" / "b.png").symlink_to(secret)
    file_access.trust_linked_folders([tmp_path / "scans"])
    file_access.verify_trusted(draw_image(tmp_path / "scans" / "inner" / "c.png"))
    for path in (secret, tmp_path / "scans" / "b.png", tmp_path / "scans" / ".." / "private" / "a.png"):
        with pytest.raises(InputError, match="does not trust"):
            file_access.verify_trusted(path)


@pytest.mark.parametrize("text", ["", "{", "{}", "[3, null]", "\ud800"])
def test_a_damaged_list_trusts_nothing(text: str, tmp_path: Path, trusted_list: Path) -> None:
    trusted_list.parent.mkdir()
    trusted_list.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError):
        file_access.verify_trusted(draw_image(tmp_path / "scans" / "a.png"))
    file_access.trust_linked_folders([tmp_path / "scans"])
    file_access.verify_trusted(tmp_path / "scans" / "a.png")


@pytest.mark.parametrize(
    ("system", "place"),
    [("linux", "config/ductus"), ("win32", "appdata/ductus"), ("darwin", "Application Support/ductus")],
)
def test_the_list_is_in_the_user_settings(
    system: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DUCTUS_LINKED")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "appdata"))
    monkeypatch.setattr("sys.platform", system)
    assert file_access.trusted_folders_file().as_posix().endswith(f"{place}/linked-folders.json")


@pytest.mark.parametrize(("language", "told"), [("en", "this is not a plain file"), ("de", "keine gewöhnliche Datei")])
def test_a_link_in_place_of_a_checkpoint_is_refused(tmp_path: Path, language: str, told: str) -> None:
    folder = RunFolder(tmp_path / "runs" / "1", project=tmp_path)
    (folder.path / "checkpoint-00.h5").symlink_to(tmp_path / "elsewhere.h5")
    set_language(language)
    try:
        with pytest.raises(InputError, match=rf"checkpoint-00\.h5: .*{told}"):
            folder.checkpoint_file(0)
    finally:
        set_language("en")


def test_a_folder_that_becomes_a_link_is_refused_at_each_use(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "project" / "cache" / "adaptation", project=tmp_path / "project")
    folder.path.rmdir()
    (tmp_path / "elsewhere").mkdir()
    folder.path.symlink_to(tmp_path / "elsewhere")
    for use in (folder.round_file, folder.member_file, folder.checkpoint_file):
        with pytest.raises(InputError, match="not a plain file"):
            use(1)
