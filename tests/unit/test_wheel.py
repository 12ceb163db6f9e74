"""An installed Ductus has every file that it reads, and the licences of its libraries; `make wheel-test` uses one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from setuptools import find_packages

from core.licences import libraries

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


@pytest.fixture(autouse=True)
def fresh() -> None:
    libraries.cache_clear()


def install(folder: Path, name: str, metadata: str, licence: str = "") -> None:
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{metadata}", encoding="utf-8")
    record = f"{info.name}/METADATA,,\n"
    if licence:
        (info / "LICENSE.txt").write_text(licence, encoding="utf-8")
        record += f"{info.name}/LICENSE.txt,,\n"
    (info / "RECORD").write_text(record, encoding="utf-8")


def test_requirements_are_followed_without_extras_and_in_circles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "zzroot", "Requires-Dist: zz_one>=2\nRequires-Dist: zztest; extra == 'dev'\n")
    install(tmp_path, "zz-one", "License: BSD\nRequires-Dist: zzroot\nRequires-Dist: zznowhere; os_name == 'nt'\n", "x")
    install(tmp_path, "zztest", "License: GPL\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = libraries("zzroot")
    assert [library.name for library in found] == ["zz-one", "zzroot"]
    assert found[0].licence == "BSD" and [file.read_text() for file in found[0].files] == ["x"]


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ("License-Expression: MIT OR Apache-2.0\nLicense: other\n", "MIT OR Apache-2.0"),
        ("Classifier: License :: OSI Approved :: BSD License\nClassifier: Topic :: Text\n", "BSD License"),
        (
            f"License: {'Redistribution and use ' * 4}\nClassifier: License :: OSI Approved :: MIT License\n",
            "MIT License",
        ),
        ("License: UNKNOWN\n", "UNKNOWN"),
        ("", "see its files"),
    ],
)
def test_the_licence_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metadata: str, expected: str) -> None:
    install(tmp_path, "zztop", "Requires-Dist: zzleaf\n")
    install(tmp_path, "zzleaf", metadata)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert libraries("zztop")[0].licence == expected


def test_every_direct_dependency_is_listed_with_a_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {library.name.lower().replace("_", "-"): library for library in libraries()}
    for requirement in project["dependencies"]:
        name = requirement.split(">")[0].lower()
        assert name in found and "Proprietary" not in found[name].licence, name


def test_the_licence_files_of_the_project_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "Apache-2.0"
    assert all((ROOT / name).is_file() for name in project["license-files"])
