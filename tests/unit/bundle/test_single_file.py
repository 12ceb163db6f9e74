"""The single file for Linux: it unpacks itself once, reports what is wrong, and leaves nothing behind."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the single file is for Linux")


class Program:
    """A single file whose two programs print their name and arguments."""

    def __init__(self, folder: Path) -> None:
        import pack

        program = folder / "made" / "ductus"
        program.mkdir(parents=True)
        (folder / "made" / "build").mkdir()
        shutil.copy(ROOT / "resources" / "icons" / "ductus.png", folder / "made" / "build" / "ductus-256.png")
        for name in ("ductus", "ductus-app"):
            (program / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
            (program / name).chmod(0o755)
        made = pack.make_single_file(folder / "made", program, "2.1")
        self.file = folder / "with space" / "ductus.run"
        self.file.parent.mkdir()
        made.rename(self.file)
        self.home = folder / "home of a user"
        self.home.mkdir()

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DUCTUS_"))}
        return subprocess.run(
            [str(self.file), *arguments],
            env=kept | {"HOME": str(self.home)} | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> list[str]:
        return sorted(path.relative_to(self.home).as_posix() for path in self.home.rglob("*") if path.is_file())


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_it_unpacks_itself_once(program: Program) -> None:
    first = program.run("a b.ductus")
    assert (first.returncode, first.stdout) == (0, "ductus-app a b.ductus\n")
    assert "unpacks itself" in first.stderr
    second = program.run("--cli", "check", "x y")
    assert (second.returncode, second.stdout, second.stderr) == (0, "ductus check x y\n", "")


def test_removing_it_leaves_nothing(program: Program) -> None:
    (program.home / "mine.txt").write_text("x")
    program.run("--menu")
    assert any(name.endswith("applications/ductus.desktop") for name in program.files())
    assert program.run("--remove").returncode == 0
    assert program.files() == ["mine.txt"]


OWN_FILES = (
    ".config/Ductus/Ductus/settings.json",
    ".config/ductus/linked-folders.json",
    ".local/share/Ductus/Ductus/ductus.log",
    ".local/share/ductus/graphics-card/build.json",
    ".cache/ductus/search-code/code",
)


@pytest.mark.parametrize("other", [False, True])
def test_settings_and_log_are_removed_unless_another_ductus_is_installed(program: Program, other: bool) -> None:
    theirs = ["Documents/letters.ductus/project.sqlite", ".config/other/settings.json"]
    for name in (*OWN_FILES, *theirs):
        (program.home / name).parent.mkdir(parents=True, exist_ok=True)
        (program.home / name).write_text("x")
    folder = program.home.parent / "bin"
    folder.mkdir()
    if other:
        (folder / "ductus-app").write_text("#!/bin/sh\n")
        (folder / "ductus-app").chmod(0o755)
    assert program.run("--remove", PATH=f"{folder}:/usr/bin:/bin").returncode == 0
    kept = [name for name in OWN_FILES if other and "graphics-card" not in name]
    assert program.files() == sorted([*theirs, *kept])
    assert not (program.home / ".config" / "Ductus").exists() or other


def test_the_menu_entry_starts_the_unpacked_program(program: Program) -> None:
    program.run("--menu")
    entry = (program.home / ".local/share/applications/ductus.desktop").read_text()
    line = next(line for line in entry.splitlines() if line.startswith("Exec="))
    command = line.removeprefix("Exec=").removesuffix(" %f").strip('"')
    assert subprocess.run([command, "p"], capture_output=True, text=True, check=True).stdout == "ductus-app p\n"


def test_a_damaged_file_is_not_unpacked(program: Program) -> None:
    data = bytearray(program.file.read_bytes())
    data[-20] ^= 1
    program.file.write_bytes(data)
    done = program.run()
    assert done.returncode == 1 and "damaged" in done.stderr
    assert program.files() == []


def test_an_older_system_is_refused(program: Program) -> None:
    program.file.write_bytes(program.file.read_bytes().replace(b"glibc=2.1 ", b"glibc=9.9 ", 1))
    done = program.run()
    assert done.returncode == 1 and "needs 9.9 or newer" in done.stderr
    assert program.files() == []


def test_an_earlier_version_goes_and_a_cut_off_start_does_no_harm(program: Program) -> None:
    folder = program.home / ".local/share/ductus-program"
    for name in ("0.0.1-abc", ".unpacking.old"):
        (folder / name).mkdir(parents=True)
        (folder / name / "file").write_text("x")
    os.utime(folder / ".unpacking.old", (0, 0))
    assert program.run().returncode == 0
    assert len([path for path in folder.iterdir() if path.is_dir()]) == 1


def test_it_says_where_it_cannot_write(program: Program) -> None:
    (program.home / "file").write_text("x")
    done = program.run(DUCTUS_PROGRAM=str(program.home / "file" / "folder"))
    assert done.returncode == 1 and "DUCTUS_PROGRAM" in done.stderr
