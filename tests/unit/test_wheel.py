"""An installed Ductus has every file that it reads; `make wheel-test` installs one and uses it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from setuptools import find_packages

ROOT = Path(__file__).resolve().parents[2]
NOT_INSTALLED = {".py", ".pyc", ".ts", ".po"}
"""Modules are found by setuptools; what translators edit is compiled to .qm and .mo."""


def test_every_file_of_resources_is_package_data() -> None:
    folder = ROOT / "resources"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["resources"]
    packed = {path for pattern in patterns for path in folder.glob(pattern)}
    files = {path for path in folder.rglob("*") if path.is_file() and path.suffix not in NOT_INSTALLED}
    assert {str(path.relative_to(folder)) for path in files - packed} == set()
    assert {".md", ".png", ".h5", ".mo", ".qm", ".toml", ".txt"} <= {path.suffix for path in packed}


def test_the_laboratory_is_neither_in_the_wheel_nor_in_a_bundle() -> None:
    """The bundle packs what its two programs import, and `make test` forbids core and app to import research."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = find_packages(str(ROOT), include=project["tool"]["setuptools"]["packages"]["find"]["include"])
    assert {name.partition(".")[0] for name in found} == {"app", "core", "resources"}
    (contract,) = (
        one for one in project["tool"]["importlinter"]["contracts"] if "research" in str(one.get("forbidden_modules"))
    )
    assert contract["source_modules"] == ["core", "app"]
    assert "research" not in "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "packaging" / "bundle").glob("*.*")
    )


def test_every_package_has_an_init_file() -> None:
    """Without one, setuptools leaves the modules of a folder out."""
    folders = {path.parent for name in ("app", "core", "research") for path in (ROOT / name).rglob("*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
