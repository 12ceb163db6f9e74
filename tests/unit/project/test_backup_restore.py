"""The way back to a backup, and forth again."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from backup_helpers import NOW, whole_copy, worked_on
from project_helpers import child, crops, state

from core.cli.main import main
from core.errors import InputError
from core.project.backup.restore import BEFORE, restore, states
from core.project.backup.rotation import FOLDER, back_up_when_due
from core.project.content.transcriptions import set_transcription, transcriptions
from core.project.db.lock import TakenError, WindowLock
from core.project.files.file_store import sweep_orphans
from core.project.importing.import_sources import import_contents
from core.project.project import DATABASE, Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return worked_on(tmp_path)


def test_back_to_a_backup_and_forth_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        before = state(project)
        set_transcription(project, 3, "a mistake")
        later = state(project)
    aside = restore(folder, made.name, NOW)
    assert aside.name.startswith(BEFORE)
    with Project.open(folder) as project:
        assert state(project) == before and project.check_integrity() == []
    assert main(["backup", str(folder), "--list"]) == 0
    assert aside.name in capsys.readouterr().out.replace("\n", "")
    assert [one.readings for one in states(folder)] == [4, 3]
    assert main(["backup", str(folder), "--restore", aside.name]) == 0
    with Project.open(folder) as project:
        assert state(project) == later
    assert len(list((folder / FOLDER).glob(f"{BEFORE}*"))) == 2


def test_back_to_a_whole_backup_by_its_path(folder: Path, tmp_path: Path) -> None:
    whole_copy(folder, tmp_path / "safe.ductus")
    with Project.open(folder) as project:
        set_transcription(project, 3, "a mistake")
    restore(folder, str(tmp_path / "safe.ductus"), NOW)
    with Project.open(folder) as project:
        assert transcriptions(project, 3) == []


def test_a_damaged_database_is_kept_aside_with_its_log(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        before = state(project)
    damaged = (folder / DATABASE).read_bytes()[:20000]
    (folder / DATABASE).write_bytes(damaged)
    log = folder / f"{DATABASE}-wal"
    log.write_bytes(b"what was not taken up")
    aside = restore(folder, made.name, NOW)
    assert aside.read_bytes() == damaged
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"what was not taken up"
    with Project.open(folder) as project:
        assert state(project) == before
    assert states(folder)[0].readings is None or states(folder)[1].readings is None


def test_a_backup_that_is_none_changes_nothing(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
    now = (folder / DATABASE).read_bytes()
    for name, why in ((".", "no backup"), ("nothing", "no backup"), (str(folder), "own database")):
        with pytest.raises(InputError, match=why):
            restore(folder, name, NOW)
    half = tmp_path / "half.sqlite"
    half.write_bytes(made.read_bytes()[:30000])
    with pytest.raises(InputError, match="damaged"):
        restore(folder, str(half), NOW)
    assert (folder / DATABASE).read_bytes() == now
    restore(folder, made.name, NOW)
    with pytest.raises(InputError, match="already there"):
        restore(folder, made.name, NOW)
    assert main(["backup", str(folder), "x", "--list"]) == 2


def test_nobody_goes_back_while_a_window_or_a_program_is_at_work(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        told = child(
            """
            import sys
            from datetime import datetime
            from pathlib import Path
            from core.project.backup.restore import restore
            restore(Path(sys.argv[1]), sys.argv[2], datetime.now())
            """,
            folder,
            made.name,
        )
        assert "another program is at work" in told.stderr
        set_transcription(project, 3, "goes on")
    window = WindowLock.take(folder)
    with pytest.raises(TakenError, match="open in another window"):
        restore(folder, made.name, NOW)
    window.release()
    with Project.open(folder) as project:
        assert transcriptions(project, 3)[-1].text == "goes on"
    restore(folder, made.name, NOW)


def test_after_going_back_no_import_sweeps_files_of_the_state_kept_aside(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        import_contents(project, crops(tmp_path / "more", ["later"], shade=90))
        later = state(project)
    assert made is not None
    aside = restore(folder, made.name, NOW)
    (folder / "cache" / "import.unfinished").touch()  # an import was killed: the next one sweeps
    with Project.open(folder) as project:
        import_contents(project, crops(tmp_path / "other", ["other"], shade=70))
    restore(folder, aside.name, NOW + timedelta(seconds=1))
    with Project.open(folder) as project:
        assert state(project) == later
        for (path,) in project.query("SELECT path FROM file"):
            assert (folder / path).is_file()
    assert sweep_orphans(folder, lambda sha256, path: True) == 0
