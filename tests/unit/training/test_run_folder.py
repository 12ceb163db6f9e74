"""The folder of a training run takes plain files only, and says so in the language of the person."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.language import set_language
from core.training.checkpoints import RunFolder


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
