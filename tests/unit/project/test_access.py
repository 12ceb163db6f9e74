"""Linked images are read from trusted folders only."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import crop_source, draw_image

from core.errors import InputError
from core.project.content import words
from core.project.files import access
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.project.word_images import loading as crops


@pytest.fixture(autouse=True)
def trusted_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "settings" / "linked_images.json"))
    return tmp_path / "settings" / "linked_images.json"


def test_linked_images_are_read_only_where_they_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, crop_source(tmp_path / "scans", ["a", "b"]), copy=False)
        assert len(list(crops.load_crops(project, words.word_ids(project)))) == 2
        monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "another-computer.json"))
        with pytest.raises(InputError, match="does not trust"):
            list(crops.load_crops(project, words.word_ids(project)))
        # as the hint says, linking the folder again helps, and adds no word twice
        assert import_contents(project, crop_source(tmp_path / "scans", ["a", "b"]), copy=False).words == 0
        assert len(list(crops.load_crops(project, words.word_ids(project)))) == 2


def test_a_symbolic_link_out_of_a_trusted_folder_is_refused(tmp_path: Path) -> None:
    secret = draw_image(tmp_path / "private" / "a.png")
    (tmp_path / "scans").mkdir()
    (tmp_path / "scans" / "b.png").symlink_to(secret)
    access.trust_linked_folders([tmp_path / "scans"])
    access.verify_trusted(draw_image(tmp_path / "scans" / "inner" / "c.png"))
    for path in (secret, tmp_path / "scans" / "b.png", tmp_path / "scans" / ".." / "private" / "a.png"):
        with pytest.raises(InputError, match="does not trust"):
            access.verify_trusted(path)


@pytest.mark.parametrize("text", ["", "{", "{}", "[3, null]", "\ud800"])
def test_a_damaged_list_trusts_nothing(text: str, tmp_path: Path, trusted_list: Path) -> None:
    trusted_list.parent.mkdir()
    trusted_list.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError):
        access.verify_trusted(draw_image(tmp_path / "scans" / "a.png"))
    access.trust_linked_folders([tmp_path / "scans"])
    access.verify_trusted(tmp_path / "scans" / "a.png")


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
    assert access.trusted_folders_file().as_posix().endswith(f"{place}/linked-folders.json")
