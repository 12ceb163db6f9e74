"""Pictures of the guide and of the README are as young as the screens they show."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import picture_digests as pictures  # noqa: E402

sys.path.remove(str(ROOT / "packaging"))


def test_every_picture_is_as_young_as_its_screen() -> None:
    noted = json.loads(pictures.NOTED.read_text(encoding="utf-8"))
    files = {file.relative_to(ROOT).as_posix(): file for folder in pictures.FOLDERS for file in folder.glob("*.png")}
    assert set(noted) == set(files), "pictures were added or are gone: take them by `make screenshots`"
    old = [name for name, file in files.items() if noted[name] != pictures.digest(pictures.screen(file))]
    assert old == [], "the screens have other texts or colours by now: take them again by `make screenshots`"


def test_a_changed_text_makes_a_picture_old_and_a_comment_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*pictures._FRAME, *pictures._STYLE, "app/page/view.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    view, tokens = tmp_path / "app" / "page" / "view.py", tmp_path / "app" / "style" / "tokens.py"
    view.write_text("a = self.tr('Open')\n")
    before = pictures.digest("page")
    view.write_text("# why\na = self.tr('Open')\n")
    assert pictures.digest("page") == before
    view.write_text("x = 1\n")
    (view.parent / "bar.py").write_text("a = self.tr('Open')\n")
    assert pictures.digest("page") == before, "moved into another module of the view"
    view.write_text("a = self.tr('Close')\n")
    changed = pictures.digest("page")
    tokens.write_text('"""Colours."""\nx = 1\n')
    assert pictures.digest("page") == changed
    tokens.write_text("x = 2\n")
    assert len({before, changed, pictures.digest("page")}) == 3


def test_a_picture_of_no_screen_is_an_error() -> None:
    with pytest.raises(ValueError, match="unheard-of"):
        pictures.digest("unheard-of")
