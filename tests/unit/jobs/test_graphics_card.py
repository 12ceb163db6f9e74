"""The PyTorch for a graphics card: fetched from an index on the loopback, tried, used by jobs, and removed again."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from graphics_card_helpers import (
    CARD,
    DOES_NOT_START,
    FakeBuild,
    fake_card,
    make_build,
    make_wheel,
    use_fakes,
    working_torch,
)
from iiif_helpers import QUICK, IIIFServer, running_server, send_head
from pins import pinned_versions

from core.errors import InputError, Stopped
from core.events import Event, StopFlag, ignore_events
from core.jobs.graphics_card import install as install_module
from core.jobs.graphics_card.install import Installation, install, remove, taken_bytes, unpack_wheel
from core.jobs.graphics_card.packages import default_index, index_of_pip, known_build, read_list
from core.jobs.graphics_card.status import Situation, situation_of
from core.system.graphics import AMD, NVIDIA, GraphicsCard
from core.torch_build import PACKAGES, TorchBuild, read_build, write_build

LISTS = Path(__file__).resolve().parents[3] / "resources" / "graphics_card"


@pytest.fixture
def server() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def build(server: IIIFServer, tmp_path: Path) -> FakeBuild:
    return make_build(server, tmp_path, working_torch())


@pytest.fixture
def folder(build: FakeBuild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return use_fakes(monkeypatch, build, tmp_path)


def request(build: FakeBuild, folder: Path) -> Installation:
    wheels = known_build()
    assert wheels is not None
    return Installation(wheels, build.index, folder, QUICK)


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def ductus(*arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """Run a command as the app does; return its exit code and its events."""
    command = [sys.executable, "-m", "core.cli.main", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_there_and_back_on_the_command_line(build: FakeBuild, folder: Path) -> None:
    code, events = ductus("graphics-card", "install")
    assert code == 0 and "Nothing was fetched" in events[0]["text"] and not folder.exists()
    assert build.server.log == []

    code, events = ductus("graphics-card", "install", "--agree")
    assert (code, events[-1]["problem"]) == (0, "")
    shares = [event["done"] / event["total"] for event in events if event["event"] == "progress"]
    assert shares == sorted(shares) and shares[-1] == 1
    assert (folder / PACKAGES / "nvidia" / "lib.so").is_file() and not (folder / "download").exists()

    code, events = ductus("devices")
    found = events[-1]
    assert found["auto"] == "cuda" and CARD in found["devices"][0]["about"]
    code, events = ductus("graphics-card")
    assert events[-1]["situation"] == Situation.INSTALLED and "+cu130" in events[-1]["torch"]

    code, events = ductus("graphics-card", "remove")
    assert code == 0 and events[-1]["removed"] > 300_000 and not folder.exists()
    code, events = ductus("devices")
    assert "cuda" not in [device["name"] for device in events[-1]["devices"] if CARD in device["about"]]


def test_a_complete_installation_is_only_tried_again(build: FakeBuild, folder: Path) -> None:
    install(request(build, folder), ignore_events, StopFlag())
    n_downloads = len(build.downloads())
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""
    assert len(build.downloads()) == n_downloads == 2


def test_a_file_with_another_hash_is_never_unpacked(build: FakeBuild, folder: Path) -> None:
    name = next(name for name in build.wheels if name.startswith("torch"))
    other = bytearray(build.wheels[name])
    other[len(other) // 2] ^= 1
    build.serve(name, bytes(other))
    with pytest.raises(InputError, match="SHA-256"):
        install(request(build, folder), ignore_events, StopFlag())
    assert not (folder / PACKAGES / "torch").exists() and read_build(folder) is None
    assert not any(path.startswith("download/") for path in files(folder))


def test_an_index_that_announces_another_file_is_not_asked_for_it(build: FakeBuild, folder: Path) -> None:
    name = next(name for name in build.wheels if name.startswith("torch"))
    page = {"files": [{"url": f"../../files/{name}", "hashes": {"sha256": "0" * 64}}]}
    build.server.add("/simple/torch/", json.dumps(page).encode(), "application/vnd.pypi.simple.v1+json")
    with pytest.raises(InputError, match="another file"):
        install(request(build, folder), ignore_events, StopFlag())
    assert f"/files/{name}" not in build.downloads()


@pytest.mark.parametrize("page", [b'{"files": []}', b"<html>", b"{", b'{"files": [3]}', b'{"files": {}}', b"\xff\x00"])
def test_an_index_without_the_file_is_named(build: FakeBuild, folder: Path, page: bytes) -> None:
    build.server.add("/simple/torch/", page, "text/html")
    with pytest.raises(InputError, match=r"/simple/torch/.*hoose another index"):
        install(request(build, folder), ignore_events, StopFlag())


@pytest.mark.parametrize("index", ["", "file:///etc", "an index", "https://user:word@host/simple"])
def test_only_web_addresses_are_indexes(build: FakeBuild, folder: Path, index: str) -> None:
    wheels = known_build()
    assert wheels is not None
    with pytest.raises(InputError, match="--index ADDRESS"):
        install(Installation(wheels, index, folder, QUICK), ignore_events, StopFlag())
    assert files(folder) == [] or files(folder) == ["install.lock"]


def test_a_broken_connection_is_resumed(build: FakeBuild, folder: Path) -> None:
    name, body = next(iter(build.wheels.items()))
    build.server.breaks_off(f"/files/{name}", body, 100_000, ETag='"1"')
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""
    assert (f"/files/{name}", "bytes=100000-") in build.server.log


def test_after_a_break_the_next_installation_goes_on(build: FakeBuild, folder: Path) -> None:
    first, second = build.wheels
    build.server.breaks_off(f"/files/{second}", build.wheels[second], 200, times=9, ETag='"1"')
    with pytest.raises(InputError, match="go on from there"):
        install(request(build, folder), ignore_events, StopFlag())
    assert read_build(folder) is None and taken_bytes(folder) > 300_000
    build.server.log.clear()
    build.serve(second)
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""
    assert f"/files/{first}" not in build.downloads()
    assert (f"/files/{second}", "bytes=200-") in build.server.log


def test_stopping_keeps_what_is_fetched(build: FakeBuild, folder: Path) -> None:
    second = list(build.wheels)[1]
    flag = StopFlag()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        send_head(handler, 200, {"Content-Length": str(len(build.wheels[second])), "ETag": '"1"'})
        handler.wfile.write(build.wheels[second][:100])
        handler.wfile.flush()
        flag.set()
        time.sleep(0.5)

    build.server.routes[f"/files/{second}"] = answer
    with pytest.raises(Stopped, match="go on from there"):
        install(request(build, folder), ignore_events, flag)
    assert (folder / PACKAGES / "nvidia" / "lib.so").is_file() and read_build(folder) is None
    build.serve(second)
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""


def test_a_killed_installation_goes_on(build: FakeBuild, folder: Path) -> None:
    second = list(build.wheels)[1]
    build.server.routes[f"/files/{second}"] = lambda handler: time.sleep(20)
    command = [sys.executable, "-m", "core.cli.main", "graphics-card", "install", "--agree"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while f"/files/{second}" not in build.server.paths() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert read_build(folder) is None
    build.serve(second)
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""


def test_the_disk_is_asked_first(build: FakeBuild, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install_module, "free_bytes", lambda folder: 1000)
    with pytest.raises(InputError, match=r"GB are needed.*nothing was fetched"):
        install(request(build, folder), ignore_events, StopFlag())
    assert build.server.log == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_disk_that_fills_up_is_named_and_the_rest_kept(build: FakeBuild, folder: Path) -> None:
    target = folder / PACKAGES / "torch" / "__init__.py"
    target.parent.mkdir(parents=True)
    (folder / PACKAGES / ".unpacked").mkdir()
    target.symlink_to("/dev/full")
    with pytest.raises(InputError, match=r"the disk is full.*Make room"):
        install(request(build, folder), ignore_events, StopFlag())
    assert read_build(folder) is None
    target.unlink()
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""


def test_a_pytorch_that_does_not_start_leaves_the_processor(
    server: IIIFServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = make_build(server, tmp_path, DOES_NOT_START)
    use_fakes(monkeypatch, build, tmp_path)
    code, events = ductus("graphics-card", "install", "--agree")
    assert code == 0 and "driver is too old" in events[-1]["problem"]
    code, events = ductus("devices")
    notes = [event["text"] for event in events if event["event"] == "note"]
    assert code == 0 and events[-1]["auto"] == "cpu"
    assert len(notes) == 1 and notes[0].startswith("The graphics card is not used, but the processor: ")
    assert notes[0].count(".") <= 3 and "libcudart" in notes[0]
    code, events = ductus("graphics-card")
    assert events[-1]["situation"] == Situation.FAILING


def test_another_driver_is_tried_once(build: FakeBuild, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(request(build, folder), ignore_events, StopFlag())
    fake_card(monkeypatch, folder.parent / "bin", driver="590.1")
    (folder / PACKAGES / "torch" / "__init__.py").write_text(DOES_NOT_START)
    assert ductus("devices")[1][-1]["auto"] == "cpu"
    found = read_build(folder)
    assert found is not None and "590.1" in found.checked and found.problem
    (folder / PACKAGES / "torch" / "__init__.py").write_text(working_torch())
    assert ductus("devices")[1][-1]["auto"] == "cpu", "the outcome for this driver is known"
    install(request(build, folder), ignore_events, StopFlag())
    assert ductus("devices")[1][-1]["auto"] == "cuda"


def test_a_card_that_was_taken_out_leaves_the_processor(build: FakeBuild, folder: Path) -> None:
    install(request(build, folder), ignore_events, StopFlag())
    shutil.rmtree(folder.parent / "bin")
    code, events = ductus("devices")
    assert code == 0 and events[-1]["auto"] == "cpu" and "no card is found" in events[0]["text"]


def test_the_build_of_another_version_is_not_used_and_is_replaced(build: FakeBuild, folder: Path) -> None:
    done = install(request(build, folder), ignore_events, StopFlag())
    write_build(folder, TorchBuild("1.0.0", done.python, done.checked, ""))
    events = ductus("devices")[1]
    assert events[-1]["auto"] == "cpu" and "another version" in events[0]["text"]
    (folder / PACKAGES / ".unpacked" / ("f" * 64)).touch()
    (folder / PACKAGES / "old.py").touch()
    assert install(request(build, folder), ignore_events, StopFlag()).problem == ""
    assert not (folder / PACKAGES / "old.py").exists() and ductus("devices")[1][-1]["auto"] == "cuda"


def test_two_installations_do_not_meet(build: FakeBuild, folder: Path) -> None:
    errors: list[str] = []

    def again(event: Event) -> None:
        with pytest.raises(InputError, match="already"):
            install(request(build, folder), ignore_events, StopFlag())
        with pytest.raises(InputError, match="already"):
            remove(folder)
        errors.append("refused")

    install(request(build, folder), again, StopFlag())
    assert errors


def test_nothing_of_a_wheel_leaves_its_folder(tmp_path: Path) -> None:
    wheel = tmp_path / "x.whl"
    wheel.write_bytes(make_wheel({"../outside.py": b"x"}))
    with pytest.raises(InputError, match="outside"):
        unpack_wheel(wheel, tmp_path / "packages", lambda count: None)
    assert not (tmp_path / "outside.py").exists()
    wheel.write_bytes(b"PK\x03\x04 no zip")
    with pytest.raises(InputError, match="no whole package"):
        unpack_wheel(wheel, tmp_path / "packages", lambda count: None)


def test_modules_go_where_they_are_imported_from_and_scripts_nowhere(tmp_path: Path) -> None:
    wheel = tmp_path / "x.whl"
    wheel.write_bytes(make_wheel({"a-1.data/purelib/a.py": b"1", "a-1.data/scripts/run": b"2", "b/c.py": b"3"}))
    unpack_wheel(wheel, tmp_path / "packages", lambda count: None)
    assert files(tmp_path / "packages") == ["a.py", "b/c.py"]


@pytest.mark.parametrize(
    ("card", "situation"),
    [
        (None, Situation.NO_CARD),
        (GraphicsCard(AMD), Situation.OTHER_CARD),
        (GraphicsCard(NVIDIA), Situation.NO_DRIVER),
        (GraphicsCard(NVIDIA, "A", "470.1", 0, 8.6), Situation.OLD_DRIVER),
        (GraphicsCard(NVIDIA, "A", "580.1", 0, 6.1), Situation.OLD_CARD),
        (GraphicsCard(NVIDIA, "A", "580.1", 0, 7.5), Situation.AVAILABLE),
    ],
)
def test_what_stands_against_an_installation(
    build: FakeBuild, folder: Path, card: GraphicsCard | None, situation: Situation
) -> None:
    assert situation_of(card, known_build()) == situation


def test_without_a_fitting_card_nothing_is_fetched(
    build: FakeBuild, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_card(monkeypatch, folder.parent / "bin", driver="470.82")
    code, events = ductus("graphics-card", "install", "--agree")
    assert code == 2 and "install version 580 or a later one" in events[-1]["text"]
    assert build.server.log == [] and not folder.exists()


@pytest.mark.parametrize("path", sorted(LISTS.glob("*.toml")), ids=lambda path: path.name)
def test_our_lists_are_of_the_pinned_pytorch(path: Path) -> None:
    found = read_list(path.read_text(encoding="utf-8"), path.name)
    assert found.torch == pinned_versions()["torch"]
    assert [wheel.project for wheel in found.wheels][-1] == "torch"
    assert all(len(wheel.sha256) == 64 and wheel.size > 0 for wheel in found.wheels)
    assert 1e9 < found.download_bytes < found.unpacked_bytes < 10e9


@pytest.mark.parametrize(
    "text", ["", "x", "torch = 1", 'torch = "1"\npython = "p"\ndriver = 1\ncapability = 1\nfile = 3']
)
def test_a_damaged_list_is_named(text: str) -> None:
    with pytest.raises(InputError, match="the list: this is no list"):
        read_list(text, "the list")


def test_the_index_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DUCTUS_PACKAGE_INDEX", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    assert default_index() == index_of_pip() and default_index().startswith("https://")
    monkeypatch.setenv("PIP_INDEX_URL", "https://pip.example/simple")
    assert default_index() == "https://pip.example/simple"
    monkeypatch.setenv("DUCTUS_PACKAGE_INDEX", "https://own.example/simple")
    assert default_index() == "https://own.example/simple"


def test_a_process_that_never_imports_torch_asks_no_driver(
    build: FakeBuild, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(request(build, folder), ignore_events, StopFlag())
    asked = folder.parent / "asked"
    (folder.parent / "bin" / "nvidia-smi").write_text(f"#!/bin/sh\ntouch {asked}\n")
    assert ductus("new", str(folder.parent / "p.ductus"))[0] == 0
    assert not asked.exists()
    ductus("devices")
    assert asked.exists()
