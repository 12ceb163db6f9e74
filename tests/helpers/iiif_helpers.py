"""An IIIF server on the loopback whose answers a test decides, and manifests in the shapes met in the wild."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
from PIL import Image

from core.jobs.download.http_get import RetryPolicy

QUICK = RetryPolicy(idle_s=1.5, total_s=6.0, attempts=3, first_pause_s=0.01, max_pause_s=2.0)
"""RetryPolicy of tests: a server that fails does so in seconds."""

Answer = Callable[[BaseHTTPRequestHandler], None]


class IIIFServer:
    """Answers ``GET`` by path; ``log`` has the path and the range of every request."""

    def __init__(self) -> None:
        self.routes: dict[str, Answer] = {}
        self.log: list[tuple[str, str | None]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.log.append((self.path, self.headers.get("Range")))
                with suppress(ConnectionError):
                    outer.routes.get(self.path, lambda handler: reply(handler, b"nothing here", status=404))(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.host}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add(self, path: str, body: bytes, kind: str = "image/jpeg", *, ranges: bool = True, **headers: str) -> str:
        """Serve a body, with ranges if wanted; return its address."""

        def answer(handler: BaseHTTPRequestHandler) -> None:
            asked = handler.headers.get("Range") if ranges else None
            if asked and handler.headers.get("If-Range") in (None, headers.get("ETag")):
                start = int(asked.removeprefix("bytes=").rstrip("-"))
                reply(
                    handler,
                    body[start:],
                    kind,
                    status=206,
                    Content_Range=f"bytes {start}-{len(body) - 1}/{len(body)}",
                    **headers,
                )
            else:
                reply(handler, body, kind, **headers)

        self.routes[path] = answer
        return self.url + path

    def add_json(self, path: str, document: object) -> str:
        return self.add(path, json.dumps(document).encode(), "application/ld+json")

    def breaks_off(self, path: str, body: bytes, after: int, *, times: int = 1, **headers: str) -> str:
        """Serve a body that breaks off after some bytes the first ``times``; then it can be resumed."""
        address = self.add(path, body, **headers)
        whole, left = self.routes[path], [times]

        def answer(handler: BaseHTTPRequestHandler) -> None:
            if not left[0]:
                return whole(handler)
            left[0] -= 1
            send_head(handler, 200, {"Content-Type": "image/jpeg", "Content-Length": str(len(body)), **headers})
            handler.wfile.write(body[:after])
            handler.wfile.flush()
            handler.connection.shutdown(2)
            return None

        self.routes[path] = answer
        return address

    def paths(self) -> list[str]:
        return [path for path, _ in self.log]


@contextmanager
def running_server() -> Iterator[IIIFServer]:
    server = IIIFServer()
    try:
        yield server
    finally:
        server.close()


def send_head(handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str]) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()


def reply(
    handler: BaseHTTPRequestHandler, body: bytes, kind: str = "text/plain", status: int = 200, **headers: str
) -> None:
    send_head(handler, status, {"Content-Type": kind, "Content-Length": str(len(body)), **headers})
    handler.wfile.write(body)


def jpeg(width: int = 120, height: int = 80, seed: int = 0) -> bytes:
    """Return a small JPEG of noise, so that it has some length; another for each seed."""
    stream = io.BytesIO()
    pixels = np.random.default_rng(seed).integers(0, 255, (height, width), dtype=np.uint8)
    Image.fromarray(pixels).save(stream, "JPEG", quality=90)
    return stream.getvalue()


def service_v3(address: str, **more: Any) -> dict[str, Any]:
    return {"id": address, "type": "ImageService3", "profile": "level2", **more}


def service_v2(address: str, **more: Any) -> dict[str, Any]:
    return {
        "@context": "http://iiif.io/api/image/2/context.json",
        "@id": address,
        "profile": "http://iiif.io/api/image/2/level2.json",
        **more,
    }


def canvas_v3(base: str, number: int, image: dict[str, Any], label: Any = None, **more: Any) -> dict[str, Any]:
    canvas = f"{base}/canvas/{number}"
    return {
        "id": canvas,
        "type": "Canvas",
        "label": {"none": [f"f. {number}r"]} if label is None else label,
        "width": 120,
        "height": 80,
        "items": [
            {
                "id": f"{canvas}/page",
                "type": "AnnotationPage",
                "items": [
                    {
                        "id": f"{canvas}/annotation",
                        "type": "Annotation",
                        "motivation": "painting",
                        "body": image,
                        "target": canvas,
                    }
                ],
            }
        ],
        **more,
    }


def manifest_v3(base: str, canvases: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "@context": "http://iiif.io/api/presentation/3/context.json",
        "id": f"{base}/manifest.json",
        "type": "Manifest",
        "label": {"en": ["Letters of 1755"]},
        "requiredStatement": {"label": {"en": ["Attribution"]}, "value": {"en": ["<b>City Archive</b>"]}},
        "rights": "http://creativecommons.org/licenses/by/4.0/",
        "items": canvases,
        **more,
    }


def canvas_v2(base: str, number: int, resource: dict[str, Any], label: Any = None, **more: Any) -> dict[str, Any]:
    canvas = f"{base}/canvas/{number}"
    return {
        "@id": canvas,
        "@type": "sc:Canvas",
        "label": f"f. {number}r" if label is None else label,
        "width": 120,
        "height": 80,
        "images": [{"@type": "oa:Annotation", "motivation": "sc:painting", "resource": resource, "on": canvas}],
        **more,
    }


def manifest_v2(base: str, canvases: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "@context": "http://iiif.io/api/presentation/2/context.json",
        "@id": f"{base}/manifest.json",
        "@type": "sc:Manifest",
        "label": "Letters of 1755",
        "attribution": "City Archive",
        "license": "http://creativecommons.org/licenses/by/4.0/",
        "sequences": [{"@type": "sc:Sequence", "canvases": canvases}],
        **more,
    }


def image_v3(address: str, **more: Any) -> dict[str, Any]:
    return {"id": address, "type": "Image", "format": "image/jpeg", "width": 120, "height": 80, **more}


def image_v2(address: str, **more: Any) -> dict[str, Any]:
    return {"@id": address, "@type": "dctypes:Image", "format": "image/jpeg", "width": 120, "height": 80, **more}
