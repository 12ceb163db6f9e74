"""Linked images are read where somebody linked images on this computer, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import crops as crops_in
from project_helpers import draw

from core.errors import InputError
from core.project.content import words
from core.project.files import crops
from core.project.files import linked_images as linked
from core.project.importing.import_sources import import_contents
from core.project.project import Project


@pytest.fixture(autouse=True)
def own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "settings" / "linked.json"))
    return tmp_path / "settings" / "linked.json"


def test_what_was_linked_here_is_read_and_elsewhere_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, crops_in(tmp_path / "scans", ["a", "b"]), copy=False)
        assert len(list(crops.load_crops(project, words.word_ids(project)))) == 2
        monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "another-computer.json"))
        with pytest.raises(InputError, match="nobody linked images in that folder"):
            list(crops.load_crops(project, words.word_ids(project)))
        # linking the folder again is the mend, and brings no word twice
        assert import_contents(project, crops_in(tmp_path / "scans", ["a", "b"]), copy=False).words == 0
        assert len(list(crops.load_crops(project, words.word_ids(project)))) == 2


def test_a_link_does_not_lead_out_of_a_folder_that_was_linked(tmp_path: Path) -> None:
    secret = draw(tmp_path / "private" / "a.png")
    (tmp_path / "scans").mkdir()
    (tmp_path / "scans" / "b.png").symlink_to(secret)
    linked.remember([tmp_path / "scans"])
    linked.verify(draw(tmp_path / "scans" / "inner" / "c.png"))
    for path in (secret, tmp_path / "scans" / "b.png", tmp_path / "scans" / ".." / "private" / "a.png"):
        with pytest.raises(InputError, match="linked images"):
            linked.verify(path)


@pytest.mark.parametrize("text", ["", "{", "{}", "[3, null]", "\ud800"])
def test_a_damaged_list_allows_nothing(text: str, tmp_path: Path, own_list: Path) -> None:
    own_list.parent.mkdir()
    own_list.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError):
        linked.verify(draw(tmp_path / "scans" / "a.png"))
    linked.remember([tmp_path / "scans"])
    linked.verify(tmp_path / "scans" / "a.png")


@pytest.mark.parametrize(
    ("system", "place"),
    [("linux", "config/ductus"), ("win32", "appdata/ductus"), ("darwin", "Application Support/ductus")],
)
def test_the_list_lies_with_the_settings_of_the_person(
    system: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DUCTUS_LINKED")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "appdata"))
    monkeypatch.setattr("sys.platform", system)
    assert linked.list_file().as_posix().endswith(f"{place}/linked-folders.json")
