"""The bundle: its contents, its description for systems, the systems it runs on, and the single file for Linux."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

from core.project.project import Project

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "packaging" / "bundle"
MIME_TYPE = "application/x-ductus-project"


@pytest.fixture(autouse=True)
def bundle_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BUNDLE))
    monkeypatch.syspath_prepend(str(BUNDLE / "linux"))


@pytest.mark.parametrize(
    ("target", "source", "shipped"),
    [
        ("torch/lib/libtorch_cpu.so", "/venv/torch/lib/libtorch_cpu.so", True),
        ("torch/bin/protoc", "/venv/torch/bin/protoc", False),
        ("torch/include/ATen/ATen.h", "/venv/torch/include/ATen/ATen.h", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/venv/libqxcb.so", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", "C:\\venv\\qwindows.dll", True),
        ("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", "/venv/libqsqlite.so", False),
        ("PySide6/Qt/translations/qtbase_de.qm", "/venv/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_ja.qm", "/venv/qtbase_ja.qm", False),
        ("libxcb-cursor.so.0", "/usr/lib/x86_64-linux-gnu/libxcb-cursor.so.0", True),
        ("libxcb.so.1", "/lib/x86_64-linux-gnu/libxcb.so.1", False),
        ("libstdc++.so.6", "/lib/x86_64-linux-gnu/libstdc++.so.6", False),
        ("libpython3.11.so.1.0", "/usr/local/lib/libpython3.11.so.1.0", True),
        ("resources/models/starter.h5", "/src/resources/models/starter.h5", True),
    ],
)
def test_what_is_shipped(target: str, source: str, shipped: bool) -> None:
    import contents

    assert contents.is_shipped(target, source) is shipped


def test_the_window_has_no_torch_and_the_command_line_all() -> None:
    import contents

    assert not contents.is_for_app("torch.nn") and not contents.is_for_app("numba")
    assert contents.is_for_app("app.main") and contents.is_for_app("core.cli.main") and contents.is_for_app("numpy")
    modules = contents.hidden_imports()
    assert {"core.cli.commands.train", "app.page.view", "app.toolkit_check", "resources", "qtawesome"} <= set(modules)


def test_all_data_is_in_it(tmp_path: Path) -> None:
    import contents

    names = {f"{folder}/{Path(source).name}" for source, folder in contents.data_files(tmp_path)}
    assert {
        "resources/models/starter.h5",
        "resources/models/line-finder.h5",
        "resources/alphabets/latin.toml",
        "resources/translations/ductus_en.qm",
        "resources/translations/engine/de.mo",
        "resources/words/english.txt",
        "resources/presets.toml",
        "core/model/lexicon_search/trie_kernel.py",
        "./LICENSE",
        "./NOTICE",
    } <= names


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no build for cards by default")
def test_a_pytorch_for_graphics_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import contents

    monkeypatch.setattr(contents, "requires", lambda name: ["filelock", "sympy>=1.13.3"])
    contents.require_processor_build()
    monkeypatch.setattr(contents, "requires", lambda name: ["filelock", 'cuda-toolkit>=13; platform_system == "Linux"'])
    with pytest.raises(SystemExit, match="build for graphics cards"):
        contents.require_processor_build()


def test_the_oldest_glibc_is_that_of_the_newest_symbol(tmp_path: Path) -> None:
    from pack import oldest_glibc

    (tmp_path / "text").write_text("GLIBC_2.99")
    with pytest.raises(ValueError, match="no program"):
        oldest_glibc(tmp_path)
    for name, versions in {"a": "\0GLIBC_2.4\0", "b": "\0GLIBC_2.17\0GLIBC_2.2.5\0", "c": "x"}.items():
        (tmp_path / name).write_bytes(b"\x7fELF" + versions.encode())
    assert oldest_glibc(tmp_path) == ("2.17", "b")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs of other systems have no glibc")
def test_the_glibc_of_a_real_program(tmp_path: Path) -> None:
    from pack import oldest_glibc

    shutil.copy(sys.executable, tmp_path / "python")
    assert re.fullmatch(r"2\.\d+", oldest_glibc(tmp_path)[0])


def test_the_menu_entry_opens_projects() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(BUNDLE / "linux" / "ductus.desktop", encoding="utf-8")
    fields = entry["Desktop Entry"]
    assert fields["Exec"].startswith("ductus-app") and fields["Exec"].endswith("%f")
    assert fields["MimeType"] == f"{MIME_TYPE};"
    if program := shutil.which("desktop-file-validate"):
        subprocess.run([program, str(BUNDLE / "linux" / "ductus.desktop")], check=True)


def test_a_project_has_our_type(tmp_path: Path) -> None:
    import pack

    Project.create(tmp_path / "a.ductus").close()
    data = (tmp_path / "a.ductus" / "project.sqlite").read_bytes()
    spaces = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    found = etree.fromstring(pack.mime_type()).find("m:mime-type", spaces)
    assert found is not None and found.get("type") == MIME_TYPE
    matches = {int(m.get("offset")): m.get("value") for m in found.iterfind(".//m:match", spaces)}
    assert data.startswith(matches[0].encode().decode("unicode_escape").encode())
    assert int.from_bytes(data[68:72], "big") == int(matches[68])
    assert "project.sqlite" in [glob.get("pattern") for glob in found.iterfind("m:glob", spaces)]


WORKFLOWS = ROOT / ".github" / "workflows"


BUNDLE_WORKFLOW = (WORKFLOWS / "bundle.yml").read_text(encoding="utf-8")


INSTALLER = ROOT / "packaging" / "bundle" / "windows" / "ductus.iss"


def test_every_file_that_a_step_names_exists() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in sorted(WORKFLOWS.iterdir()))
    named = {match.replace("\\", "/") for match in re.findall(r"packaging[/\\][\w./\\-]+", texts)}
    assert {Path(name).name for name in named} >= {"constraints.txt", "build.py", "pack.py", "pack.sh", "smoke.sh"}
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_the_commands_of_the_readme_are_run_on_every_system() -> None:
    text = (WORKFLOWS / "test.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"system: (\w+)", text)) == {"linux", "windows", "macos"}
    commands = re.findall(r"^(make \w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert commands and all(f"run: {command}\n" in text for command in commands)


@pytest.mark.parametrize("system", ["linux", "windows", "macos"])
def test_each_system_is_built_packed_and_tried(system: str) -> None:
    """A step without a condition holds for all systems."""
    steps = [
        step
        for step in BUNDLE_WORKFLOW.partition("    steps:\n")[2].split("      - ")
        if not (condition := re.search(r"if: matrix\.system (==|!=) '(\w+)'", step))
        or (condition[1] == "==") is (condition[2] == system)
    ]
    order = [
        next(number for number, step in enumerate(steps) if part in step)
        for part in ("--constraint", "bundle/build.py", f"packaging/bundle/{system}/", "smoke.sh", "upload-artifact")
    ]
    assert order == sorted(order)


def test_the_installer_names_files_that_exist_or_are_built() -> None:
    text = INSTALLER.read_text(encoding="utf-8-sig").replace("{#Bundle}", r"..\..\..\build\bundle")
    named = re.findall(r"^(?:LicenseFile|SetupIconFile|OutputDir)=(.+)$|^Source: \"([^\"]+)\"", text, re.MULTILINE)
    files = [(INSTALLER.parent / (plain or quoted).replace("\\", "/")).resolve() for plain, quoted in named]
    assert len(files) == 4
    made = {ROOT / "build" / "bundle", ROOT / "build" / "bundle" / "ductus" / "*"}
    made |= {ROOT / "build" / "bundle" / "build" / "ductus.ico"}
    assert [str(file) for file in files if file not in made and not file.is_file()] == []


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
    if not sys.platform.startswith("linux"):
        pytest.skip("the single file is for Linux")
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
