"""Fetching a manifest's images from a server on the loopback: agreement, breaks, hostile servers, the import."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from iiif_helpers import (
    QUICK,
    IIIFServer,
    canvas_v2,
    canvas_v3,
    image_v2,
    image_v3,
    jpeg,
    manifest_v2,
    manifest_v3,
    reply,
    running_server,
    send_head,
    service_v2,
    service_v3,
)
from job_helpers import json_into
from project_helpers import REPOSITORY, edit_history, project_state

from core.cli.main import main
from core.errors import InputError, Stopped
from core.events import Event, JobPart, Progress, StopFlag, ignore_events
from core.jobs.download.http_get import RetryPolicy
from core.jobs.iiif_fetch import fetch
from core.jobs.page_numbers import parse_page_numbers
from core.jobs.requests import FetchRequest
from core.jobs.results import Fetched
from core.project.content.history import redo, undo
from core.project.content.iiif_sources import images_by_sha256, list_manifests
from core.project.content.pages import list_pages
from core.project.content.removal import remove_pages
from core.project.project import Project


@pytest.fixture
def server() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "p") as opened:
        yield opened


def serve_images(server: IIIFServer, count: int) -> list[dict[str, Any]]:
    """Serve plain images, and return their canvases."""
    return [canvas_v3(server.url, n, image_v3(server.add(f"/{n}.jpg", jpeg(seed=n)))) for n in range(1, count + 1)]


def run(
    project: Project, manifest: str, events: list[dict[str, Any]] | None = None, retry: RetryPolicy = QUICK, **more: Any
) -> Fetched:
    request = FetchRequest(manifest, **{"is_agreed": True, **more})
    return fetch(project, request, ignore_events if events is None else json_into(events), lambda: False, retry)


def reasons(events: list[dict[str, Any]]) -> list[str]:
    return [event["reason"] for event in events if event["event"] == "skipped"]


def names(project: Project) -> list[str]:
    return [page.name for page in list_pages(project)]


def cache_of(project: Project) -> list[Path]:
    return [
        path for path in (project.folder / "cache" / "iiif").rglob("*") if path.is_file() and path.suffix != ".lock"
    ]


def test_without_agreement_only_the_manifest_is_fetched(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 3)))
    result = run(project, address, is_agreed=False)
    assert server.paths() == ["/m.json"]
    assert (result.images, result.hosts, result.agreed, result.pages) == (3, [server.host], False, 0)
    assert result.attribution == "City Archive" and result.rights.endswith("by/4.0/")
    assert names(project) == [] and cache_of(project) == []


def test_manifest_in_a_file_needs_no_network_without_agreement(
    server: IIIFServer, project: Project, tmp_path: Path
) -> None:
    file = tmp_path / "m.json"
    file.write_text(json.dumps(manifest_v3(server.url, serve_images(server, 2))))
    assert run(project, str(file), is_agreed=False).images == 2
    assert server.log == []
    assert run(project, str(file)).pages == 2


def test_images_become_pages_in_order_named_by_their_labels_as_one_edit(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 3)))
    events: list[dict[str, Any]] = []
    result = run(project, address, events)
    assert (result.pages, result.skipped) == (3, 0)
    assert names(project) == ["f. 1r.jpg", "f. 2r.jpg", "f. 3r.jpg"]
    assert [(page.width, page.height) for page in list_pages(project)] == [(120, 80)] * 3
    assert [entry.edit for entry in edit_history(project)] == [("import pages", {"n": 3, "format": "iiif"})]
    fetching = [event for event in events if event.get("part") == JobPart.FETCHING]
    assert [event["done"] for event in fetching] == [0, 1, 2, 3] and fetching[-1]["bytes"] > 1000
    assert cache_of(project) == []  # the project has its own copies


def test_source_and_attribution_are_remembered(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))
    run(project, address)
    (known,) = list_manifests(project)
    assert (known.address, known.label, known.attribution) == (address, "Letters of 1755", "City Archive")
    assert known.rights == "http://creativecommons.org/licenses/by/4.0/"
    by_image = images_by_sha256(project)
    assert [by_image[page.sha256].canvas for page in list_pages(project)] == [
        f"{server.url}/canvas/{n}" for n in (1, 2)
    ]


def test_pages_of_the_project_are_not_fetched_again(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 3)
    address = server.add_json("/m.json", manifest_v3(server.url, canvases))
    assert run(project, address, numbers=[1, 2]).pages == 2
    server.log.clear()
    result = run(project, address)
    assert (result.already, result.pages) == (2, 1)
    assert server.paths() == ["/m.json", "/3.jpg"]
    assert run(project, address).images == 0
    remove_pages(project, [list_pages(project)[0].id])
    assert run(project, address).pages == 1


def test_undo_and_redo_keep_the_origin(server: IIIFServer, project: Project) -> None:
    run(project, server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 1))))
    undo(project)
    assert names(project) == []
    redo(project)
    assert list_pages(project)[0].sha256 in images_by_sha256(project)


def test_version_2_with_a_service_of_the_old_kind_falls_back_to_the_full_size(
    server: IIIFServer, project: Project
) -> None:
    server.add("/image/1/full/full/0/default.jpg", jpeg(seed=1))
    resource = image_v2(f"{server.url}/image/1/gone.jpg", service=service_v2(f"{server.url}/image/1"))
    address = server.add_json("/m.json", manifest_v2(server.url, [canvas_v2(server.url, 1, resource)]))
    assert run(project, address).pages == 1
    assert server.paths()[1:] == ["/image/1/full/max/0/default.jpg", "/image/1/full/full/0/default.jpg"]


def test_large_image_is_requested_within_the_limit(server: IIIFServer, project: Project) -> None:
    server.add("/image/1/full/!60,60/0/default.jpg", jpeg(60, 40))
    image = image_v3(f"{server.url}/x.jpg", service=[service_v3(f"{server.url}/image/1", width=1200, height=800)])
    address = server.add_json("/m.json", manifest_v3(server.url, [canvas_v3(server.url, 1, image)]))
    assert run(project, address, max_side=60).pages == 1
    (origin,) = images_by_sha256(project).values()
    assert (origin.x, origin.y, origin.width, origin.height) == (0, 0, 120, 80)  # the canvas, not the image


def test_odd_labels_make_safe_and_different_file_names(server: IIIFServer, project: Project) -> None:
    labels = ["../../etc/passwd", "blank", "blank", "CON", "", "a/b\\c:d*?", "x" * 300, "f. 7ʳ — Ä"]
    canvases = [
        canvas_v3(server.url, n, image_v3(server.add(f"/{n}.jpg", jpeg(seed=n))), label={"none": [label]})
        for n, label in enumerate(labels, start=1)
    ]
    run(project, server.add_json("/m.json", manifest_v3(server.url, canvases)))
    found = names(project)
    assert found[0] == "__.._etc_passwd.jpg" and found[5] == "a_b_c_d__.jpg"
    assert found[1:3] == ["blank.jpg"] * 2 and found[3] == "_CON.jpg" and found[4] == "image 5.jpg"
    assert len(found[6]) == 84 and found[7] == "f. 7ʳ _ Ä.jpg"
    assert not any(set(name) & set("/\\:*?\0") for name in found)


def test_transfer_that_breaks_off_is_resumed_with_a_range(server: IIIFServer, project: Project) -> None:
    body = jpeg(300, 200)
    image = image_v3(server.breaks_off("/1.jpg", body, 5000, ETag='"a"'))
    address = server.add_json("/m.json", manifest_v3(server.url, [canvas_v3(server.url, 1, image)]))
    assert run(project, address).pages == 1
    assert server.log[1:] == [("/1.jpg", None), ("/1.jpg", "bytes=5000-")]
    assert list_pages(project)[0].image.read_bytes() == body


def test_job_goes_on_after_a_break_where_it_ended(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 2)
    body = jpeg(300, 200, seed=9)
    canvases.append(canvas_v3(server.url, 3, image_v3(server.breaks_off("/3.jpg", body, 5000, ETag='"a"'))))
    address = server.add_json("/m.json", manifest_v3(server.url, canvases))
    before = project_state(project)
    flag = StopFlag()

    def stop_in_the_third(event: Event) -> None:
        if isinstance(event, Progress) and event.part == JobPart.FETCHING and event.done == 2:
            server.routes["/3.jpg"] = _stops(flag, body, 5000)

    with pytest.raises(Stopped, match=r"2 of 3 images are fetched; fetch again to go on"):
        fetch(project, FetchRequest(address, True), stop_in_the_third, flag, QUICK)
    assert project_state(project) == before
    server.add("/3.jpg", body, ETag='"a"')
    server.log.clear()
    assert run(project, address).pages == 3
    assert server.log == [("/m.json", None), ("/3.jpg", "bytes=5000-")]
    assert list_pages(project)[2].image.read_bytes() == body


def _stops(flag: StopFlag, body: bytes, after: int) -> Any:
    """Return an answer that sends a part, then the person stops, and the connection stays open."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        send_head(handler, 200, {"Content-Type": "image/jpeg", "Content-Length": str(len(body)), "ETag": '"a"'})
        handler.wfile.write(body[:after])
        handler.wfile.flush()
        time.sleep(0.3)
        flag.set()
        time.sleep(1.5)

    return answer


@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130)])
def test_killed_or_stopped_command_is_resumed(server: IIIFServer, tmp_path: Path, how: int, code: int) -> None:
    Project.create(tmp_path / "k").close()
    canvases = serve_images(server, 2)
    body = jpeg(300, 200, seed=9)
    arrived = threading.Event()

    def stalls(handler: BaseHTTPRequestHandler) -> None:
        send_head(handler, 200, {"Content-Type": "image/jpeg", "Content-Length": str(len(body)), "ETag": '"a"'})
        handler.wfile.write(body[:5000])
        handler.wfile.flush()
        arrived.set()
        time.sleep(5)

    server.routes["/2.jpg"] = stalls
    address = server.add_json("/m.json", manifest_v3(server.url, canvases))
    command = [sys.executable, "-m", "core.cli.main", "fetch", tmp_path / "k.ductus", address, "--agree", "--json"]
    child = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
    assert arrived.wait(60)
    time.sleep(0.5)  # until what has arrived is in the file
    child.send_signal(how)
    out, _ = child.communicate(timeout=20)
    assert child.returncode == code
    if how == signal.SIGTERM:
        assert "1 of 2 images are fetched; fetch again to go on" in json.loads(out.splitlines()[-1])["text"]
    server.add("/2.jpg", body, ETag='"a"')
    server.log.clear()
    with Project.open(tmp_path / "k.ductus") as project:
        assert run(project, address).pages == 2
        assert list_pages(project)[1].image.read_bytes() == body
    assert [path for path, _ in server.log] == ["/m.json", "/2.jpg"]
    if how == signal.SIGTERM:  # a killed process may leave bytes unwritten
        assert server.log[1][1] == "bytes=5000-"


def test_stop_is_obeyed_at_once_while_a_server_is_silent(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 1)
    flag, released = StopFlag(), threading.Event()
    answered: list[bool] = []

    def silent(handler: BaseHTTPRequestHandler) -> None:
        flag.set()
        answered.append(released.wait(60))

    server.routes["/1.jpg"] = silent
    address = server.add_json("/m.json", manifest_v3(server.url, canvases))
    retry = replace(QUICK, idle_s=3600, total_s=3600)
    with pytest.raises(Stopped):
        fetch(project, FetchRequest(address, True), ignore_events, flag, retry)
    assert answered == []
    released.set()


def test_file_that_changed_meanwhile_is_fetched_from_the_beginning(server: IIIFServer, project: Project) -> None:
    new = jpeg(300, 200, seed=2)
    image = image_v3(server.breaks_off("/1.jpg", jpeg(300, 200, seed=1), 5000, ETag='"old"'))
    address = server.add_json("/m.json", manifest_v3(server.url, [canvas_v3(server.url, 1, image)]))
    broken = server.routes["/1.jpg"]

    def breaks_then_changes(handler: BaseHTTPRequestHandler) -> None:
        server.add("/1.jpg", new, ETag='"new"')
        broken(handler)

    server.routes["/1.jpg"] = breaks_then_changes
    assert run(project, address).pages == 1
    assert list_pages(project)[0].image.read_bytes() == new


def test_pieces_of_different_files_are_noticed(server: IIIFServer, project: Project) -> None:
    """A server without ETag that ignores what has changed: the mixture is no image, and is fetched anew."""
    old, new = jpeg(300, 200, seed=1), jpeg(300, 200, seed=2)
    new += b"\0" * (len(old) - len(new)) if len(new) < len(old) else b""
    old += b"\0" * (len(new) - len(old))
    image = image_v3(server.breaks_off("/1.jpg", old, 300))
    server.add("/2.jpg", new)
    broken = server.routes["/1.jpg"]

    def breaks_then_changes(handler: BaseHTTPRequestHandler) -> None:
        server.routes["/1.jpg"] = server.routes["/2.jpg"]
        broken(handler)

    server.routes["/1.jpg"] = breaks_then_changes
    address = server.add_json("/m.json", manifest_v3(server.url, [canvas_v3(server.url, 1, image)]))
    assert run(project, address).pages == 1


def test_range_that_a_server_answers_wrongly_is_not_used(server: IIIFServer, project: Project) -> None:
    body = jpeg(300, 200)
    image = image_v3(server.breaks_off("/1.jpg", body, 5000))
    broken = server.routes["/1.jpg"]

    def lies(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("Range"):
            reply(handler, body, "image/jpeg", status=206, Content_Range=f"bytes 0-{len(body) - 1}/{len(body)}")
            server.add("/1.jpg", body, ranges=False)
        else:
            broken(handler)

    server.routes["/1.jpg"] = lies
    address = server.add_json("/m.json", manifest_v3(server.url, [canvas_v3(server.url, 1, image)]))
    assert run(project, address).pages == 1
    assert list_pages(project)[0].image.read_bytes() == body


def test_server_without_ranges_starts_again(server: IIIFServer, project: Project) -> None:
    body = jpeg(300, 200)
    server.add("/1.jpg", body, ranges=False)
    whole, left = server.routes["/1.jpg"], [2]

    def breaks(handler: BaseHTTPRequestHandler) -> None:
        if left[0]:
            left[0] -= 1
            send_head(handler, 200, {"Content-Type": "image/jpeg", "Content-Length": str(len(body))})
            handler.wfile.write(body[:5000])
            handler.wfile.flush()
            handler.connection.shutdown(2)
        else:
            whole(handler)

    server.routes["/1.jpg"] = breaks
    image = image_v3(f"{server.url}/1.jpg")
    address = server.add_json("/m.json", manifest_v3(server.url, [canvas_v3(server.url, 1, image)]))
    assert run(project, address).pages == 1
    assert list_pages(project)[0].image.read_bytes() == body


class Clock:
    """Stands in for the module ``time``: whoever sleeps moves it on."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("asked", ["1", "", "Wed, 21 Oct 2015 07:28:00 GMT", "soon"])
def test_busy_server_is_asked_again_after_the_pause_it_wants(
    server: IIIFServer, project: Project, status: int, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("core.jobs.download.resumable.time", clock)
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 1)))
    whole = server.routes["/1.jpg"]
    asked_at: list[float] = []

    def busy(handler: BaseHTTPRequestHandler) -> None:
        asked_at.append(clock.now)
        if len(asked_at) == 1:
            reply(handler, b"", status=status, Retry_After=asked)
        else:
            whole(handler)

    server.routes["/1.jpg"] = busy
    assert run(project, address).pages == 1
    assert asked_at == [0, pytest.approx(1.0 if asked == "1" else QUICK.first_pause_s)]


def test_server_that_wants_an_hour_is_not_waited_for(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 1)))
    server.routes["/1.jpg"] = lambda handler: reply(handler, b"", status=429, Retry_After="3600")
    with pytest.raises(
        InputError, match="0 of 1 images are fetched, then the server is busy and asks to wait 3600 sec"
    ):
        run(project, address)


def test_job_ends_after_three_images_that_a_dead_server_does_not_send(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 6)
    for n in (3, 4, 5, 6):
        server.routes[f"/{n}.jpg"] = lambda handler: reply(handler, b"", status=503)
    address = server.add_json("/m.json", manifest_v3(server.url, canvases))
    with pytest.raises(InputError, match=r"2 of 6 images are fetched, then the server is busy .status 503.* are kept"):
        run(project, address)
    assert "/6.jpg" not in server.paths() and len(cache_of(project)) == 2
    for n in (3, 4, 5, 6):
        server.add(f"/{n}.jpg", jpeg(seed=n))
    server.log.clear()
    assert run(project, address).pages == 6
    assert "/1.jpg" not in server.paths()


@pytest.mark.parametrize(
    ("status", "reason"),
    [(404, "nothing at this address"), (403, "wants a login"), (401, "wants a login"), (418, "status 418")],
)
def test_image_that_the_server_does_not_give_is_reported_and_left_out(
    server: IIIFServer, project: Project, status: int, reason: str
) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 3)))
    server.routes["/2.jpg"] = lambda handler: reply(handler, b"", status=status)
    events: list[dict[str, Any]] = []
    result = run(project, address, events)
    assert (result.pages, result.skipped) == (2, 1) and names(project) == ["f. 1r.jpg", "f. 3r.jpg"]
    assert reason in reasons(events)[0] and server.paths().count("/2.jpg") == 1
    assert next(e for e in events if e["event"] == "skipped")["file"] == Path("Letters of 1755")


def test_redirects_are_followed_a_few_times_only(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 2)
    server.add("/real.jpg", jpeg(seed=7))
    server.routes["/1.jpg"] = lambda handler: reply(handler, b"", status=302, Location="/hop")
    server.routes["/hop"] = lambda handler: reply(handler, b"", status=308, Location=f"{server.url}/real.jpg")
    server.routes["/2.jpg"] = lambda handler: reply(handler, b"", status=302, Location="/2.jpg")
    events: list[dict[str, Any]] = []
    assert run(project, server.add_json("/m.json", manifest_v3(server.url, canvases)), events).pages == 1
    assert reasons(events) == ["it cannot be fetched: it redirects more than 5 times"]


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("file:///etc/passwd", "no address of http or https"),
        ("ftp://127.0.0.1/x", "no address of http or https"),
        ("data:image/png;base64,AAAA", "no address of http or https"),
        ("", "no address of http or https"),
        ("http://[broken", "no address of http or https"),
        ("http://user:secret@127.0.0.1/", "no address of http or https"),
        ("http://localhost:9/router?reboot", "private network"),
        ("http://192.168.1.1/", "private network"),
        ("http://[::ffff:10.0.0.1]/", "private network"),
        ("http://[64:ff9b::7f00:1]/", "private network"),
        ("http://[64:ff9b:1::a00:1]/", "private network"),
        ("http://[2002:7f00:1::]/", "private network"),
        ("http://[2001:0:808:808::80ff:fffe]/", "private network"),
    ],
)
def test_redirects_to_files_and_private_networks_are_refused(
    server: IIIFServer, project: Project, location: str, reason: str
) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))
    server.routes["/2.jpg"] = lambda handler: reply(handler, b"", status=302, Location=location)
    events: list[dict[str, Any]] = []
    assert run(project, address, events).pages == 1
    assert reason in reasons(events)[0]


def test_endless_image_is_cut_off(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))

    def endless(handler: BaseHTTPRequestHandler) -> None:
        send_head(handler, 200, {"Content-Type": "image/jpeg"})
        while True:
            handler.wfile.write(b"x" * 65536)

    server.routes["/2.jpg"] = endless
    events: list[dict[str, Any]] = []
    assert run(project, address, events, max_image_bytes=2**20).pages == 1
    assert reasons(events) == ["it cannot be fetched: it is larger than 1 MB"]


def test_announced_size_over_the_limit_is_not_fetched(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))
    server.routes["/2.jpg"] = lambda handler: send_head(
        handler, 200, {"Content-Type": "image/jpeg", "Content-Length": str(10**15)}
    )
    events: list[dict[str, Any]] = []
    assert run(project, address, events).pages == 1
    assert "larger than 400 MB" in reasons(events)[0]


@pytest.mark.parametrize("lie", [-1000, 1000])
def test_wrong_length_is_noticed(server: IIIFServer, project: Project, lie: int) -> None:
    """A length that is too small cuts the image, one that is too large never comes."""
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))
    body = jpeg(300, 200)

    def lies(handler: BaseHTTPRequestHandler) -> None:
        send_head(handler, 200, {"Content-Type": "image/jpeg", "Content-Length": str(len(body) + lie)})
        handler.wfile.write(body)

    server.routes["/2.jpg"] = lies
    events: list[dict[str, Any]] = []
    assert run(project, address, events).pages == 1
    assert ("damaged or incomplete" if lie < 0 else "broke off") in reasons(events)[0]


def test_slow_server_is_given_up(server: IIIFServer, project: Project) -> None:
    """A byte now and then keeps a connection alive for ever; the time of a transfer is bounded as a whole."""
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 1)))

    def drips(handler: BaseHTTPRequestHandler) -> None:
        send_head(handler, 200, {"Content-Type": "image/jpeg"})
        for _ in range(100):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.1)

    server.routes["/1.jpg"] = drips
    retry = QUICK.__class__(idle_s=0.5, total_s=0.6, attempts=1, first_pause_s=0.01, max_pause_s=1)
    with pytest.raises(InputError, match="the server is too slow"):
        run(project, address, retry=retry)


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        (b"<html>Please log in</html>", "text/html; charset=utf-8", "the server sends no image (text/html)"),
        (b'{"error": 1}', "application/json", "the server sends no image (application/json)"),
        (b"<html>Please log in</html>", "image/jpeg", "this is not an image"),
        (b"", "image/jpeg", "the file is empty"),
        (b"%PDF-1.4 ...", "image/jpeg", "sends a PDF"),
        (jpeg(300, 200)[:9000], "image/jpeg", "damaged or incomplete"),
    ],
)
def test_what_is_no_image_is_reported_and_left_out(
    server: IIIFServer, project: Project, body: bytes, kind: str, reason: str
) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))
    server.add("/2.jpg", body, kind)
    events: list[dict[str, Any]] = []
    assert run(project, address, events).pages == 1
    assert reason in reasons(events)[0] and str(project.folder) not in reasons(events)[0]


def test_image_of_a_wrong_kind_of_content_is_known_by_its_bytes(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 1)
    server.add("/1.jpg", jpeg(seed=1), "application/octet-stream")
    assert run(project, server.add_json("/m.json", manifest_v3(server.url, canvases))).pages == 1


def test_nothing_is_imported_if_no_image_can_be_used(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 2)
    server.routes.clear()
    address = server.add_json("/m.json", manifest_v3(server.url, canvases))
    with pytest.raises(InputError, match="none of the 2 images can be used; the first reason: it cannot be fetched"):
        run(project, address)
    assert names(project) == [] and edit_history(project) == []


def test_all_images_together_are_bounded(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 3)))
    with pytest.raises(InputError, match=r"the images take more than .* GB. Fetch fewer images at a time with --pages"):
        run(project, address, max_total_bytes=10_000)


def test_same_image_twice_becomes_one_page(server: IIIFServer, project: Project) -> None:
    canvases = serve_images(server, 2)
    server.add("/2.jpg", jpeg(seed=1))
    events: list[dict[str, Any]] = []
    assert run(project, server.add_json("/m.json", manifest_v3(server.url, canvases)), events).pages == 1
    assert any("1 image is the same" in event.get("text", "") for event in events)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_manifest_that_is_compressed_unasked_is_read(server: IIIFServer, project: Project, encoding: str) -> None:
    import gzip
    import zlib

    text = json.dumps(manifest_v3(server.url, serve_images(server, 1))).encode()
    body = gzip.compress(text) if encoding == "gzip" else zlib.compress(text)
    address = server.add("/m.json", body, "application/json", Content_Encoding=encoding)
    assert run(project, address, is_agreed=False).images == 1


def test_manifests_that_cannot_be_used_are_refused_in_one_sentence(
    server: IIIFServer, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gzip

    monkeypatch.setattr("core.jobs.iiif_fetch.MAX_BYTES", 2**20)
    bomb = server.add("/bomb", gzip.compress(b" " * 2**22), "application/json", Content_Encoding="gzip")
    huge = server.add("/huge", b" " * (2**20 + 1), "application/json")
    for address, problem in (
        (
            f"{server.url}/none",
            r"the manifest cannot be fetched: the server has nothing at this address \(status 404\)",
        ),
        (bomb, "it is larger than 1 MB"),
        (huge, "it is larger than 1 MB"),
        (server.add("/html", b"<html>", "text/html"), "this is not JSON"),
        ("file:///etc/passwd", "this address cannot be used. Give one of https or http"),
        ("ftp://example.org/m.json", "this address cannot be used"),
        ("no-such-file.json", "there is no such file"),
        ("http://127.0.0.1:9/m.json", "the manifest cannot be fetched: the server refuses the connection"),
    ):
        with pytest.raises(InputError, match=problem) as caught:
            run(project, address)
        assert str(caught.value).startswith(address)


def test_second_job_on_the_same_manifest_is_refused(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 1)))

    def second(event: Event) -> None:
        if isinstance(event, Progress) and event.part == JobPart.FETCHING and event.done == 0:
            with pytest.raises(InputError, match="being fetched already"):
                run(project, address)

    fetch(project, FetchRequest(address, True), second, lambda: False, QUICK)
    assert len(names(project)) == 1


def test_page_numbers() -> None:
    assert parse_page_numbers(None) is None
    assert parse_page_numbers("1-3, 7") == [1, 2, 3, 7]
    for wrong in ("0", "3-1", "a", "", "1--2", "-1", "1,", "²"):
        with pytest.raises(InputError, match="Pages are given as numbers"):
            parse_page_numbers(wrong)


def test_numbers_beyond_the_manifest_are_refused(server: IIIFServer, project: Project) -> None:
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 2)))
    with pytest.raises(InputError, match=r"image 5.*the manifest has 2 images"):
        run(project, address, numbers=[1, 5])


def test_the_command_reports_then_fetches(
    server: IIIFServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Project.create(tmp_path / "c").close()
    folder = str(tmp_path / "c.ductus")
    address = server.add_json("/m.json", manifest_v3(server.url, serve_images(server, 3)))
    assert main(["fetch", folder, address, "--pages", "2-3"]) == 0
    text = capsys.readouterr().out
    assert "Letters of 1755. Attribution: City Archive. Licence: http://creativecommons.org" in text
    assert f"2 images would be fetched from {server.host}." in text and "with --agree" in text
    assert main(["fetch", folder, address, "--pages", "2-3", "--agree", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[-1]["event"] == "result" and events[-1]["pages"] == 2
    assert any(event.get("part") == "fetching" for event in events)
    assert main(["fetch", folder, address, "--max-side", "0"]) == 2
