"""The workflows and the installer for Windows name files that exist; none of them can be run here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WORKFLOWS = ROOT / ".github" / "workflows"
BUNDLE = (WORKFLOWS / "bundle.yml").read_text(encoding="utf-8")
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
        for step in BUNDLE.partition("    steps:\n")[2].split("      - ")
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
