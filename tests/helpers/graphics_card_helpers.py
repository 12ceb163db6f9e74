"""A made-up graphics card, made-up wheels of a PyTorch for it, and a package index on the loopback that has them."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from iiif_helpers import IIIFServer

from core.jobs.graphics_card.packages import LIST
from core.torch_build import FOLDER, PYTHON_TAG, own_version

CARD = "NVIDIA Test 9000"
"""The report of the made-up program of the driver."""

_TORCH = '''
__version__ = "{version}"


class _Number:
    """Stands for a tensor in the trial: it can be moved to the card, multiplied and compared."""

    def cuda(self):
        return self

    cpu = cuda

    def __matmul__(self, other):
        return self

    __sub__ = lambda self, other: self
    abs = max = cuda

    def item(self):
        return 0.0


class Generator:
    def manual_seed(self, seed):
        return self


def rand(*shape, generator):
    return _Number()


def get_num_threads():
    return 1


class cuda:
    @staticmethod
    def is_available():
        return {available}

    @staticmethod
    def get_device_properties(number):
        class Properties:
            name = "{card}"
            total_memory = 24 * 2**30

        return Properties


class backends:
    class cuda:
        @staticmethod
        def is_built():
            return True

    class mps:
        @staticmethod
        def is_available():
            return False
'''
DOES_NOT_START = 'raise ImportError("libcudart.so.13: the driver is too old")\n'
"""A PyTorch that does not fit."""


def working_torch(kind: str = "cu130") -> str:
    """Return the source of a PyTorch that has just enough for the trial and for ``ductus devices``."""
    text = _TORCH.replace("{version}", f"{own_version()}+{kind}").replace("{card}", CARD)
    return text.replace("{available}", str(kind != "cpu"))


def make_wheel(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


@dataclass
class FakeBuild:
    """The wheels by name, the list of them as the program gets it, and where they are served."""

    server: IIIFServer
    wheels: dict[str, bytes]
    list_file: Path

    @property
    def index(self) -> str:
        return f"{self.server.url}/simple"

    def serve(self, name: str, body: bytes | None = None) -> None:
        """Serve one wheel, or another body in its place."""
        self.server.add(f"/files/{name}", self.wheels[name] if body is None else body, "text/plain", ETag='"1"')

    def downloads(self) -> list[str]:
        return [path for path in self.server.paths() if path.startswith("/files/")]


def make_build(server: IIIFServer, folder: Path, torch: str) -> FakeBuild:
    """Serve an index with two wheels, the second of which is a PyTorch with this source."""
    runtime = os.urandom(3_000_000)
    wheels = {
        "nvidia_made_up-1.0-py3-none-any.whl": make_wheel(
            {"nvidia/lib.so": runtime, "nvidia_made_up-1.0.data/scripts/x": b""}
        ),
        f"torch-{own_version()}-{PYTHON_TAG}-{PYTHON_TAG}-any.whl": make_wheel(
            {
                "torch/__init__.py": torch.encode(),
                f"torch-{own_version()}.dist-info/METADATA": f"Name: torch\nVersion: {own_version()}\n".encode(),
            }
        ),
    }
    build = FakeBuild(server, wheels, folder / "list.toml")
    text = f'torch = "{own_version()}"\npython = "{PYTHON_TAG}"\ncuda = "13.0"\ndriver = 580\ncapability = 7.5\n'
    for name, body in wheels.items():
        digest = hashlib.sha256(body).hexdigest()
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        text += f'[[file]]\nname = "{name}"\nsize = {len(body)}\nunpacked = {unpacked}\nsha256 = "{digest}"\n'
        build.serve(name)
        project = name.partition("-")[0].replace("_", "-")
        page = f'<!DOCTYPE html><a href="../../files/{name}#sha256={digest}">{name}</a>'
        server.add(f"/simple/{project}/", page.encode(), "text/html")
    build.list_file.write_text(text, encoding="utf-8")
    return build


def fake_card(
    monkeypatch: pytest.MonkeyPatch, folder: Path, driver: str = "580.65.06", capability: str = "8.9"
) -> None:
    """Put a program before all others on the path that answers as the one of NVIDIA's driver does."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "nvidia-smi"
    program.write_text(f"#!/bin/sh\necho '{CARD}, {driver}, 24576, {capability}'\n")
    program.chmod(0o755)
    path = os.environ["PATH"]
    if str(folder) not in path.split(os.pathsep):
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{path}")


def use_fakes(monkeypatch: pytest.MonkeyPatch, build: FakeBuild, folder: Path) -> Path:
    """Let this process and its children find the card, the list and the index; return the folder of the build.

    In the children the program's own PyTorch is made up, too.
    """
    if sys.platform == "win32":
        pytest.skip("the made-up driver is a shell script")
    fake_card(monkeypatch, folder / "bin")
    own = folder / "own" / "torch"  # in place of the program's, which takes seconds to be imported
    own.mkdir(parents=True)
    (own / "__init__.py").write_text(working_torch("cpu"))
    others = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(own.parent), *filter(None, others)]))
    monkeypatch.setenv(LIST, str(build.list_file))
    monkeypatch.setenv("DUCTUS_PACKAGE_INDEX", build.index)
    monkeypatch.setenv(FOLDER, str(folder / "graphics-card"))
    return folder / "graphics-card"
