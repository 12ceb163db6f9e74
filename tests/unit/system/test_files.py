"""Links, locks and names, with the rules of other systems where they can be faked."""

import ctypes
import os
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.project.project import Project
from core.system import files


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
