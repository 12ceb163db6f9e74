"""One HTTP request whose time, redirects and reach are bounded, as a stream of chunks.

The request runs in a thread of its own: no server, however slow, can keep the caller from stopping or from giving up.
"""

from __future__ import annotations

import http.client
import queue
import socket
import ssl
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

import core
from core.errors import Stopped
from core.events import ShouldStop
from core.formats.iiif_json import web_address
from core.jobs.download.reachable_host import PrivateHostError, ReachableHosts
from core.language import tr

MAX_REDIRECTS = 5

_CHUNK = 1 << 16
_QUEUED_CHUNKS = 16
_POLL_S = 0.1
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Seconds to wait for a server, and the number of further attempts."""

    idle_s: float = 30.0
    """Without any byte received."""
    total_s: float = 1800.0
    """For one response."""
    attempts: int = 5
    """Attempts in a row that bring nothing new."""
    first_pause_s: float = 1.0
    """Before the second attempt; doubled each time."""
    max_pause_s: float = 300.0
    """A server that asks for a longer pause is not waited for."""


class TransferError(Exception):
    """A transfer that failed; the message is a clause. ``is_transient``: it may succeed when tried again."""

    def __init__(self, reason: str, *, is_transient: bool = False, status: int = 0, pause_s: float | None = None):
        super().__init__(reason)
        self.is_transient = is_transient
        self.status = status
        self.pause_s = pause_s
        """The pause that the server asks for."""


class Response:
    """The status, the headers, and the body as chunks."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, worker: _Worker) -> None:
        self.status = status
        self.headers = headers
        self._worker = worker

    def header(self, name: str) -> str:
        """Return a header, "" without it."""
        return str(self.headers.get(name) or "").strip()

    @property
    def length(self) -> int | None:
        """The length of the body that the server announces."""
        text = self.header("Content-Length")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None

    def chunks(self) -> Iterator[bytes]:
        """Yield the body. Raises TransferError when it breaks off, and Stopped."""
        while chunk := self._worker.next_item():
            yield chunk


@contextmanager
def open_address(
    address: str,
    headers: Mapping[str, str],
    *,
    agreed_hosts: Collection[str],
    retry: RetryPolicy,
    should_stop: ShouldStop,
) -> Iterator[Response]:
    """Request an address of http or https and follow its redirects, at most :data:`MAX_REDIRECTS`.

    It may be at any public host, and redirect to any, but at one in a private network only if that is in
    ``agreed_hosts``. Raises TransferError and Stopped.
    """
    worker = _Worker(address, headers, agreed_hosts, retry, should_stop)
    worker.start()
    try:
        status, received = worker.next_item()
        yield Response(status, received, worker)
    finally:
        worker.abandoned.set()


class _Worker(threading.Thread):
    """Sends the request and queues the status with the headers, then chunks, then ``b""``; or an exception."""

    def __init__(
        self,
        address: str,
        headers: Mapping[str, str],
        agreed_hosts: Collection[str],
        retry: RetryPolicy,
        should_stop: ShouldStop,
    ) -> None:
        super().__init__(name="download", daemon=True)
        self.abandoned = threading.Event()
        self._address = address
        self._headers = {"User-Agent": f"ductus/{core.__version__}", **headers}
        self._hosts = ReachableHosts(agreed_hosts)
        self._retry = retry
        self._should_stop = should_stop
        self._items: queue.Queue[Any] = queue.Queue(_QUEUED_CHUNKS)
        self._deadline = time.monotonic() + retry.total_s

    def next_item(self) -> Any:
        """Return the next item of the queue; called from the thread that wants the response."""
        idle_until = time.monotonic() + self._retry.idle_s
        while True:
            if self._should_stop():
                raise Stopped.of("Stopped.")
            try:
                item = self._items.get(timeout=_POLL_S)
                break
            except queue.Empty:
                now = time.monotonic()
                if now > idle_until:
                    raise TransferError(tr("the server does not answer"), is_transient=True) from None
                if now > self._deadline:
                    raise TransferError(tr("the server is too slow"), is_transient=True) from None
        if isinstance(item, TransferError):
            raise item
        if time.monotonic() > self._deadline and item != b"":
            raise TransferError(tr("the server is too slow"), is_transient=True)
        return item

    def run(self) -> None:
        try:
            with self._open() as response:
                self._put((response.status, response.headers))
                while chunk := response.read1(_CHUNK):
                    self._put(chunk)
            self._put(b"")
        except _Abandoned:
            pass
        except TransferError as error:
            self._put_last(error)
        except PrivateHostError as error:
            self._put_last(TransferError(str(error)))
        except Exception as error:  # a thread must report whatever a server can provoke in the HTTP library
            self._put_last(_as_transfer_error(error))

    def _open(self) -> http.client.HTTPResponse:
        opener = _opener(self._hosts)
        address = self._address
        for _ in range(MAX_REDIRECTS + 1):
            request = Request(address, headers=dict(self._headers))
            response: http.client.HTTPResponse = opener.open(request, timeout=self._retry.idle_s)
            if response.status not in _REDIRECTS:
                return response
            response.close()
            address = self._redirected(address, response.headers.get("Location"))
        raise TransferError(tr("it redirects more than {max_redirects} times", max_redirects=MAX_REDIRECTS))

    def _redirected(self, address: str, location: str | None) -> str:
        try:
            target = web_address(urljoin(address, location or ""))
        except ValueError:
            target = None
        if target is None or not location:
            raise TransferError(tr("it redirects to something that is no address of http or https"))
        return target

    def _put(self, item: object) -> None:
        while not self.abandoned.is_set():
            try:
                self._items.put(item, timeout=_POLL_S)
                return
            except queue.Full:
                continue
        raise _Abandoned

    def _put_last(self, error: TransferError) -> None:
        with suppress(_Abandoned):
            self._put(error)


class _Abandoned(Exception):
    """Nobody wants the response any more."""


def _opener(hosts: ReachableHosts) -> OpenerDirector:
    """Return an opener for http and https only: no files, no FTP, no redirects of its own, no errors for a status."""
    import truststore

    opener = OpenerDirector()
    opener.addheaders = []
    context: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for handler in (ProxyHandler(), _ReachingHandler(hosts, context)):
        opener.add_handler(handler)
    return opener


class _ReachingHandler(HTTPHandler, HTTPSHandler):
    """Sends requests by connections of ``hosts``; the Host header and the certificate are those of the host's name.

    A proxy, which the person set up, looks names up itself, so that only our own look-up of the name can be judged.
    """

    def __init__(self, hosts: ReachableHosts, context: ssl.SSLContext) -> None:
        super().__init__()
        self._hosts, self._tls = hosts, context

    def http_open(self, req: Request) -> http.client.HTTPResponse:
        return self.do_open(self._connection(http.client.HTTPConnection, req), req)

    def https_open(self, req: Request) -> http.client.HTTPResponse:
        return self.do_open(self._connection(http.client.HTTPSConnection, req), req, context=self._tls)

    def _connection(self, kind: type[http.client.HTTPConnection], request: Request) -> Any:
        """Return a function that makes a connection for the request, which is not yet open."""
        address = request.full_url
        if request.host != urlsplit(address).netloc:
            self._hosts.check(address)
            return kind

        def make(host: str, **options: Any) -> http.client.HTTPConnection:
            connection: Any = kind(host, **options)
            # the place where http.client lets the socket be made; wrapping it in TLS, with the name, stays its own
            connection._create_connection = partial(self._connect, address)
            return connection

        return make

    def _connect(self, address: str, place: tuple[str, int], timeout: float, *_: object) -> socket.socket:
        return self._hosts.connect(address, *place, timeout)


def _as_transfer_error(error: Exception) -> TransferError:
    cause = error.reason if isinstance(error, URLError) and isinstance(error.reason, Exception) else error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return TransferError(tr("the certificate of the server is not valid"))
    if isinstance(cause, socket.gaierror):
        return TransferError(tr("its host is not found"), is_transient=True)
    if isinstance(cause, TimeoutError):
        return TransferError(tr("the server does not answer"), is_transient=True)
    if isinstance(cause, ConnectionRefusedError):
        return TransferError(tr("the server refuses the connection"), is_transient=True)
    if isinstance(cause, (http.client.InvalidURL, UnicodeError)):
        return TransferError(tr("its address is not valid"))
    if isinstance(cause, (OSError, http.client.HTTPException)):
        return TransferError(tr("the connection broke off"), is_transient=True)
    return TransferError(tr("the answer of the server cannot be understood ({name})", name=type(cause).__name__))
