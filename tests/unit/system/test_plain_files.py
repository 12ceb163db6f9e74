"""Files below a folder are reached without following links and without waiting for pipes, on both kinds of system."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

import pytest

from core.system import plain_files
from core.system.plain_files import NotPlainError


@pytest.fixture(params=["descriptors", "names only"], autouse=True)
def kind_of_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "names only":
        monkeypatch.setattr(plain_files, "_HAS_DESCRIPTORS", False)
        # Windows knows no such argument
        monkeypatch.setattr(os, "O_DIRECTORY", 0, raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file, a link to a folder outside, a link to a file outside, a dangling link and a pipe."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "runs" / "1").mkdir(parents=True)
    (outside / "2").mkdir(parents=True)
    (inside / "runs" / "1" / "log").write_text("first\n")
    (outside / "2" / "log").write_text("theirs\n")
    (inside / "runs" / "2").symlink_to(outside / "2")
    (inside / "link").symlink_to(outside / "2" / "log")
    (inside / "dangling").symlink_to(outside / "new")
    os.mkfifo(inside / "pipe")
    return inside


SPECIAL = ["runs/2/log", "link", "dangling", "pipe"]


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_WRONLY | os.O_APPEND | os.O_CREAT, os.O_RDWR | os.O_TRUNC])
def test_what_is_special_is_not_opened(folder: Path, name: str, flags: int) -> None:
    with pytest.raises(NotPlainError) as refused:
        plain_files.open_below(folder, PurePath(name), flags)
    assert refused.value.is_link == (name != "pipe")
    with pytest.raises(NotPlainError):
        plain_files.status_below(folder, PurePath(name))
    assert (folder.parent / "outside" / "2" / "log").read_text() == "theirs\n"
    assert not (folder.parent / "outside" / "new").exists()


def test_plain_files_are_opened(folder: Path) -> None:
    log = PurePath("runs", "1", "log")
    with os.fdopen(plain_files.open_below(folder, log, os.O_WRONLY | os.O_APPEND), "a") as file:
        file.write("second\n")
    with os.fdopen(plain_files.open_below(folder, log, os.O_RDONLY)) as file:
        assert file.read() == "first\nsecond\n"
    with pytest.raises(FileNotFoundError):
        plain_files.open_below(folder, PurePath("none", "log"), os.O_RDONLY)
    with pytest.raises(IsADirectoryError):
        plain_files.open_below(folder, PurePath("runs"), os.O_RDONLY)
    found = plain_files.status_below(folder, log)
    assert found is not None and found.st_size == 13
    assert plain_files.status_below(folder, PurePath("none", "log")) is None
    assert plain_files.status_below(folder, log / "deeper") is None


def test_folders_are_made_listed_and_deleted_without_following(folder: Path) -> None:
    plain_files.make_folders_below(folder, PurePath("cache", "a", "b"))
    assert plain_files.names_below(folder, PurePath("cache", "a")) == ["b"]
    assert plain_files.names_below(folder, PurePath("none")) == []
    for call in (plain_files.make_folders_below, plain_files.names_below, plain_files.remove_folder_below):
        with pytest.raises(NotPlainError):
            call(folder, PurePath("runs", "2"))
    with pytest.raises(NotPlainError):
        plain_files.make_folders_below(folder, PurePath("runs", "2", "deeper"))
    with pytest.raises(NotPlainError):
        plain_files.remove_below(folder, PurePath("runs", "2", "log"))
    with pytest.raises(NotPlainError):
        plain_files.replace_below(folder, PurePath("runs", "1", "log"), PurePath("runs", "2", "log"))
    plain_files.remove_folder_below(folder, PurePath("cache"))
    assert not (folder / "cache").exists()
    assert [path.name for path in (folder.parent / "outside").rglob("*")] == ["2", "log"]


def test_a_link_is_replaced_and_deleted_itself(folder: Path) -> None:
    plain_files.replace_below(folder, PurePath("runs", "1", "log"), PurePath("link"))
    assert (folder / "link").read_text() == "first\n" and not (folder / "link").is_symlink()
    plain_files.remove_below(folder, PurePath("dangling"))
    plain_files.remove_below(folder, PurePath("none", "dangling"))
    assert not (folder / "dangling").is_symlink()
    assert (folder.parent / "outside" / "2" / "log").read_text() == "theirs\n"


def test_one_walk_finds_anything_special(folder: Path) -> None:
    found = set()
    while special := plain_files.find_special(folder):
        found.add((special.path.as_posix(), special.is_link))
        (folder / special.path).unlink()
    assert found == {("runs/2", True), ("link", True), ("dangling", True), ("pipe", False)}


@pytest.mark.skipif(not plain_files._HAS_DESCRIPTORS, reason="needs descriptors of folders")
def test_a_folder_that_becomes_a_link_after_it_was_opened_is_not_followed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if "names only" in request.node.name:
        pytest.skip("without descriptors names are looked at right before")
    outside, real_open = folder.parent / "outside" / "2", os.open

    def swap_then_open(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == "log":
            (folder / "runs" / "1").rename(folder / "runs" / "moved")
            (folder / "runs" / "1").symlink_to(outside)
        return real_open(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", swap_then_open)
    with os.fdopen(plain_files.open_below(folder, PurePath("runs/1/log"), os.O_WRONLY | os.O_APPEND), "w") as file:
        file.write("mine\n")
    assert (outside / "log").read_text() == "theirs\n"
    assert (folder / "runs" / "moved" / "log").read_text() == "first\nmine\n"
