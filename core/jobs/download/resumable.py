"""Files from addresses: attempted again, resumed where the transfer broke off, and checked when complete."""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TypeVar

from core.dataclass_json import rebuild
from core.disk import sync_file, write_atomically
from core.errors import InputError, Stopped
from core.events import ShouldStop
from core.jobs.download.http_get import Response, RetryPolicy, TransferError, open_address
from core.language import tr, tr_plural

T = TypeVar("T")

_POLL_S = 0.1
_MAX_ATTEMPTS = 100
"""Attempts for one file, also if each brings something new."""
_BUSY = (408, 425, 429, 500, 502, 503, 504)
_WRONG_ADDRESS = (400, 404, 405, 406, 410, 414, 415, 422, 501)
"""The address is wrong for this server; another one may be right."""
_STATE_SUFFIX = ".json"
_MAX_STATE_BYTES = 20_000
_CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)")
_IMAGES = "image/jpeg, image/*;q=0.9, */*;q=0.1"
_NO_IMAGE = re.compile(r"(text/|application/(json|ld\+json|xml|xhtml\+xml|javascript))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Downloader:
    """The conditions of all transfers of a job."""

    agreed_hosts: Collection[str]
    should_stop: ShouldStop
    retry: RetryPolicy
    wants_images: bool = True
    """True if :meth:`save` requests images and refuses pages of text; otherwise it takes any file."""

    def read(self, address: str, max_bytes: int, accept: str) -> bytes:
        """Return a small document. Raises TransferError, and Stopped."""

        def attempt() -> bytes:
            with self._open(address, {"Accept": accept}) as response:
                _check_status(response)
                if response.length is not None and response.length > max_bytes:
                    raise _too_large(max_bytes)
                body = bytearray()
                for chunk in response.chunks():
                    body += chunk
                    if len(body) > max_bytes:
                        raise _too_large(max_bytes)
                _check_complete(response, len(body))
                return _decompressed(bytes(body), response.header("Content-Encoding"), max_bytes)

        return self._repeat(attempt, lambda: 0)

    def save(
        self,
        addresses: Sequence[str],
        part: Path,
        max_bytes: int,
        check: Callable[[Path], None],
        received: Callable[[int], None],
    ) -> None:
        """Download the first of ``addresses`` that the server has to ``part``, which may be there in part.

        ``check`` raises TransferError for a file that is not what is wanted; it is fetched once more from the
        beginning. ``received`` is called with the number of bytes of each chunk. The file is on the disk on return.
        Raises TransferError (``part`` is kept if it can be resumed), InputError if nothing can be written, and
        Stopped.
        """
        problem = TransferError(tr("there is no address for it"))
        for address in addresses:
            try:
                self._save_from(address, part, max_bytes, received)
            except TransferError as error:
                if error.status not in _WRONG_ADDRESS:
                    raise
                problem = error
                continue
            try:
                check(part)
            except TransferError:
                discard(part)
                self._save_from(address, part, max_bytes, received)
                try:
                    check(part)
                except TransferError:
                    discard(part)
                    raise
            with InputError.if_refused(part, tr("the file cannot be written")):
                sync_file(part)
            _state_file(part).unlink(missing_ok=True)
            return
        raise problem

    def _save_from(self, address: str, part: Path, max_bytes: int, received: Callable[[int], None]) -> None:
        self._repeat(lambda: self._attempt(address, part, max_bytes, received), lambda: _size(part))

    def _attempt(self, address: str, part: Path, max_bytes: int, received: Callable[[int], None]) -> None:
        state = _State.of(part, address)
        start = _size(part) if state else 0
        if state and start and start == state.total:
            return
        headers = {"Accept": _IMAGES if self.wants_images else "*/*"}
        if state and start:
            headers["Range"] = f"bytes={start}-"
            if state.validator:
                headers["If-Range"] = state.validator
        with self._open(address, headers) as response:
            if response.status == 416 or (response.status == 206 and not _continues(response, start, state)):
                discard(part)
                raise TransferError(tr("the server has another file by now"), is_transient=True)
            _check_status(response)
            if response.status != 206:
                start = 0
            if self.wants_images and _NO_IMAGE.match(kind := response.header("Content-Type")):
                raise TransferError(tr("the server sends no image ({kind})", kind=kind.partition(";")[0][:60]))
            if response.header("Content-Encoding").lower() not in ("", "identity"):
                raise TransferError(tr("the server sends the file in an encoding of its own"))
            if start + (response.length or 0) > max_bytes:
                raise _too_large(max_bytes)
            if not start:
                discard(part)
                _State(address, _validator(response), response.length).write(part)
            n_received = _append(response, part, start, max_bytes, received)
            _check_complete(response, n_received)

    def _open(self, address: str, headers: Mapping[str, str]) -> AbstractContextManager[Response]:
        return open_address(
            address, headers, agreed_hosts=self.agreed_hosts, retry=self.retry, should_stop=self.should_stop
        )

    def _repeat(self, attempt: Callable[[], T], size: Callable[[], int]) -> T:
        """Attempt again after transient errors, with growing pauses; what brought the file further does not count."""
        failures, largest = 0, size()
        for _ in range(_MAX_ATTEMPTS):
            try:
                return attempt()
            except TransferError as error:
                failures = 1 if size() > largest else failures + 1
                largest = max(largest, size())
                pause = self.retry.first_pause_s * 2 ** (failures - 1)
                if error.pause_s is not None:
                    pause = max(pause, error.pause_s)
                if not error.is_transient or failures >= self.retry.attempts or pause > self.retry.max_pause_s:
                    raise
            self._pause(pause)
        raise TransferError(tr("the connection broke off too often"), is_transient=True)

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.should_stop():
                raise Stopped.of("Stopped.")
            time.sleep(min(_POLL_S, left))


def discard(part: Path) -> None:
    """Delete a partial file and what is remembered of its transfer."""
    part.unlink(missing_ok=True)
    _state_file(part).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class _State:
    """Properties that must be the same for a partial file to be resumed; kept beside it."""

    address: str
    validator: str
    """The ETag, else the time of the last change; "" if the server gives neither."""
    total: int | None

    @classmethod
    def of(cls, part: Path, address: str) -> _State | None:
        """Return the state of a partial file from ``address``, None if there is no such file."""
        try:
            state = rebuild(cls, json.loads(_state_file(part).read_bytes()[:_MAX_STATE_BYTES]))
        except (OSError, ValueError, TypeError, RecursionError):
            return None
        is_valid = state.address == address and state.validator.isprintable() and part.is_file()
        return state if is_valid else None

    def write(self, part: Path) -> None:
        write_atomically(_state_file(part), json.dumps(asdict(self)).encode())


def _state_file(part: Path) -> Path:
    return part.with_name(part.name + _STATE_SUFFIX)


def _size(part: Path) -> int:
    try:
        return part.stat().st_size
    except OSError:
        return 0


def _append(response: Response, part: Path, start: int, max_bytes: int, received: Callable[[int], None]) -> int:
    """Write the body after the first ``start`` bytes of the file; return its length."""
    size = start
    try:
        with part.open("r+b" if start else "wb") as file:
            file.seek(start)
            file.truncate()
            for chunk in response.chunks():
                size += len(chunk)
                if size > max_bytes:
                    raise _too_large(max_bytes)
                file.write(chunk)
                received(len(chunk))
    except TransferError as error:
        if not error.is_transient:
            discard(part)
        raise
    except OSError as error:
        raise InputError.from_os_error(part, tr("the file cannot be written"), error) from error
    return size - start


def _check_status(response: Response) -> None:
    status = response.status
    if status in (200, 206):
        return
    if status in _BUSY:
        pause_s = _retry_after(response.header("Retry-After"))
        reason = (
            tr_plural(
                "the server is busy and asks to wait {n} second (status {status})",
                "the server is busy and asks to wait {n} seconds (status {status})",
                round(pause_s),
                status=status,
            )
            if pause_s
            else tr("the server is busy (status {status})", status=status)
        )
        raise TransferError(reason, is_transient=True, status=status, pause_s=pause_s)
    if status in (401, 403):
        raise TransferError(
            tr("the server refuses it, or wants a login (status {status})", status=status), status=status
        )
    if status in _WRONG_ADDRESS:
        raise TransferError(
            tr("the server has nothing at this address (status {status})", status=status), status=status
        )
    raise TransferError(tr("the server answers with status {status}", status=status), status=status)


def _check_complete(response: Response, n_received: int) -> None:
    if response.length is not None and n_received < response.length:
        reason = tr(
            "the connection broke off after {n_received:,} of {length:,} bytes",
            n_received=n_received,
            length=response.length,
        )
        raise TransferError(reason, is_transient=True)


def _continues(response: Response, start: int, state: _State | None) -> bool:
    """Return whether a partial answer (206) begins where our file ends, and is of a file of the same length."""
    match = _CONTENT_RANGE.fullmatch(response.header("Content-Range"))
    if match is None or not start or state is None or int(match[1]) != start:
        return False
    return match[3] == "*" or state.total is None or int(match[3]) == state.total


def _validator(response: Response) -> str:
    """Return what ``If-Range`` may name: a strong ETag, else the time of the last change."""
    tag = response.header("ETag")
    found = tag if tag.startswith('"') else response.header("Last-Modified")
    return found if found.isprintable() and found.isascii() and len(found) < 500 else ""


def _retry_after(text: str) -> float | None:
    """Return the seconds of a ``Retry-After``, which are given as a number or as a time."""
    if text.isascii() and text.isdigit():
        return float(min(int(text[:9]), 10**6))
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _decompressed(body: bytes, encoding: str, max_bytes: int) -> bytes:
    """Return a document as it was before a server that was not asked to compressed it."""
    if encoding.lower() in ("", "identity"):
        return body
    if encoding.lower() not in ("gzip", "x-gzip", "deflate"):
        raise TransferError(
            tr("the server sends an encoding that is not understood ({encoding})", encoding=encoding[:40])
        )
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)  # either kind, by its header
    try:
        text = unpacker.decompress(body, max_bytes + 1)
    except zlib.error as error:
        raise TransferError(tr("the server sends damaged data")) from error
    if len(text) > max_bytes:
        raise _too_large(max_bytes)
    if not unpacker.eof:
        raise TransferError(tr("the server sends damaged data"))
    return text


def _too_large(max_bytes: int) -> TransferError:
    return TransferError(tr("it is larger than {max_bytes} MB", max_bytes=max_bytes // 2**20))
