"""Links, locks, names, and files below a folder, reached without following links, by the rules of each system."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path, PurePath, PureWindowsPath
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.project.project import Project
from core.system import files, plain_files
from core.system.plain_files import NotPlainError


def fake_windows(monkeypatch: pytest.MonkeyPatch, **libraries: SimpleNamespace) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(**libraries), raising=False)


def test_links_are_links_and_files_are_not(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    link = tmp_path / "link"
    link.symlink_to(file)
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "nothing")
    assert [files.is_link(path) for path in (file, link, dangling, tmp_path, tmp_path / "none")] == [
        False,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(("tag", "is_link"), [(0xA0000003, True), (0x9000001A, False), (0, False)])
def test_a_junction_is_a_link_and_a_file_in_the_cloud_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: int, is_link: bool
) -> None:
    plain = os.lstat(tmp_path)
    monkeypatch.setattr(os, "lstat", lambda _: SimpleNamespace(st_mode=plain.st_mode, st_reparse_tag=tag))
    assert files.is_link(tmp_path) is is_link


def test_a_hard_link_is_made_or_refused_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    origin = tmp_path / "a"
    origin.write_text("x")
    assert files.make_hard_link(origin, tmp_path / "b")
    assert (tmp_path / "b").stat().st_ino == origin.stat().st_ino
    with pytest.raises(FileNotFoundError):
        files.make_hard_link(tmp_path / "none", tmp_path / "c")
    for error in (OSError(18, "Cross-device link"), PermissionError(1, "exFAT"), NotImplementedError()):

        def refuse(*_: object, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(os, "link", refuse)
        assert not files.make_hard_link(origin, tmp_path / "d")


def test_a_lock_holds_until_it_is_released(tmp_path: Path) -> None:
    first, second = files.file_lock(tmp_path / "lock"), files.file_lock(tmp_path / "lock")
    first.acquire()
    with pytest.raises(TimeoutError):
        second.acquire(timeout=0)
    first.release()
    second.acquire(timeout=0)
    second.release()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Letter 3, f. 7r", "Letter 3, f. 7r"),
        ("a/b\\c:d", "a_b_c_d"),
        ("..hidden", "_hidden"),
        ("page. ", "page"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("com¹", "_com¹"),
        ("conrad", "conrad"),
        ("Ünïcode ſ", "Ünïcode ſ"),
        ("???", "___"),
        ("", ""),
        ("...", "_"),
    ],
)
def test_names_are_allowed_on_all_systems(name: str, expected: str) -> None:
    assert files.portable_name(name) == expected


@given(st.text(max_size=300), st.integers(1, 200))
def test_a_portable_name_is_short_and_plain(name: str, limit: int) -> None:
    safe = files.portable_name(name, limit)
    assert len(safe.encode()) <= limit
    assert not set(safe) & set('<>:"/\\|?*\0\n') and not safe.endswith((".", " ")) and not safe.startswith(".")
    if safe:
        assert PureWindowsPath(safe).name == safe and not PureWindowsPath(safe).is_reserved()


def test_names_that_are_one_file_somewhere_have_one_key() -> None:
    assert files.name_key("Brief-É.JPG") == files.name_key("brief-e\u0301.jpg")
    assert files.name_key("a") != files.name_key("b")


def test_only_windows_limits_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("/" + "x" * 200)
    assert files.has_room_for_paths(folder, 100)
    fake_windows(monkeypatch, ntdll=SimpleNamespace(RtlAreLongPathsEnabled=lambda: 0))
    assert not files.has_room_for_paths(folder, 100)
    assert files.has_room_for_paths(folder, 57) and not files.has_room_for_paths(folder, 58)
    fake_windows(monkeypatch, ntdll=SimpleNamespace(RtlAreLongPathsEnabled=lambda: 1))
    assert files.has_room_for_paths(folder, 100)
    fake_windows(monkeypatch, ntdll=SimpleNamespace())
    assert not files.has_room_for_paths(folder, 100)


@pytest.mark.parametrize(("kind", "is_remote"), [(4, True), (3, False)])
def test_windows_knows_the_drives_of_other_computers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: int, is_remote: bool
) -> None:
    assert files.is_remote_drive(tmp_path) is None
    fake_windows(monkeypatch, kernel32=SimpleNamespace(GetDriveTypeW=lambda _: kind))
    assert files.is_remote_drive(tmp_path) is is_remote


def test_no_project_is_made_where_its_files_would_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_windows(monkeypatch, ntdll=SimpleNamespace(RtlAreLongPathsEnabled=lambda: 0))
    deep = tmp_path / ("x" * 150)
    with pytest.raises(InputError, match="too long for Windows"):
        Project.create(deep / "letters")
    assert not deep.exists()


@pytest.fixture(params=["descriptors", "names only"])
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


@pytest.mark.usefixtures("kind_of_system")
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


@pytest.mark.usefixtures("kind_of_system")
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


@pytest.mark.usefixtures("kind_of_system")
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


@pytest.mark.usefixtures("kind_of_system")
def test_a_link_is_replaced_and_deleted_itself(folder: Path) -> None:
    plain_files.replace_below(folder, PurePath("runs", "1", "log"), PurePath("link"))
    assert (folder / "link").read_text() == "first\n" and not (folder / "link").is_symlink()
    plain_files.remove_below(folder, PurePath("dangling"))
    plain_files.remove_below(folder, PurePath("none", "dangling"))
    assert not (folder / "dangling").is_symlink()
    assert (folder.parent / "outside" / "2" / "log").read_text() == "theirs\n"


@pytest.mark.usefixtures("kind_of_system")
def test_one_walk_finds_anything_special(folder: Path) -> None:
    found = set()
    while special := plain_files.find_special(folder):
        found.add((special.path.as_posix(), special.is_link))
        (folder / special.path).unlink()
    assert found == {("runs/2", True), ("link", True), ("dangling", True), ("pipe", False)}


@pytest.mark.usefixtures("kind_of_system")
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
