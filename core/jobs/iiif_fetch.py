"""The fetch job: read an IIIF manifest, download its images after the person agreed, and import them as pages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.disk import sync_folder
from core.errors import InputError, Stopped
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.formats.files import read_limited
from core.formats.iiif import Canvas, Manifest, read_manifest
from core.formats.iiif_json import MAX_BYTES, web_address
from core.formats.records import PageRecord, Skipped, SourceContents
from core.jobs.download.http_get import RetryPolicy, TransferError
from core.jobs.download.reachable_host import host_of
from core.jobs.download.resumable import Downloader
from core.jobs.import_job import report_skipped
from core.jobs.requests import FetchRequest
from core.jobs.results import Fetched
from core.language import tr, tr_hint, tr_noop, tr_plural
from core.project.content.iiif_sources import CanvasImageOrigin, ManifestOrigin, fetched_canvases, remember_manifest
from core.project.db.lock import hold_lock
from core.project.file_store import hash_file
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.project_files import ProjectFiles
from core.system.files import portable_name

_FOLDER = "iiif"
"""Folder in the project's cache."""
_PART = "image.part"
_MAX_FAILURES = 3
"""Images in a row that cannot be fetched although the server may have them; then the job ends."""
_ACCEPT = "application/ld+json, application/json;q=0.9, */*;q=0.1"
_MAX_NAME = 80
_SUFFIXES = {"JPEG": ".jpg", "PNG": ".png", "TIFF": ".tif", "WEBP": ".webp", "GIF": ".gif", "BMP": ".bmp"}


def fetch(
    project: Project,
    request: FetchRequest,
    emit: Listener,
    should_stop: ShouldStop,
    retry: RetryPolicy = RetryPolicy(),  # noqa: B008
) -> Fetched:
    """Fetch the images of a manifest that are not in the project, and import them in its order, as one edit.

    Without ``is_agreed`` only the manifest is read, if it has an address from there. Images are kept in the project's
    cache until all are imported: after a break, or a stop, the same request goes on where it ended. Images that the
    server does not have, or that are none, are reported and left out.

    Raises InputError, with the project unchanged, and Stopped.
    """
    address = web_address(request.manifest)
    manifest = read_manifest(_read(request, address, should_stop, retry), request.manifest)
    chosen = _choose(manifest, request)
    known = fetched_canvases(project)
    missing = [canvas for canvas in chosen if (canvas.id or canvas.requests(request.max_side)[0]) not in known]
    hosts = sorted({host_of(address) for canvas in missing for address in canvas.requests(request.max_side)})
    title = Path(manifest.label or request.manifest.rpartition("/")[2] or "manifest")
    skipped = [Skipped(title, entry.place, entry.reason) for entry in manifest.skipped]
    report_skipped(skipped, emit)
    result = Fetched(
        label=manifest.label,
        attribution=manifest.attribution,
        rights=manifest.rights,
        images=len(missing),
        hosts=hosts,
        already=len(chosen) - len(missing),
        agreed=request.is_agreed,
        pages=0,
        skipped=len(skipped),
    )
    if not request.is_agreed or not missing:
        return result
    source = address or str(Path(request.manifest).resolve())
    digest = hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:24]
    folder = project.folder / "cache" / _FOLDER / digest
    with InputError.if_refused(folder, tr("nothing can be written into this project")):
        project.files.make_folder(folder)
        refusal = InputError.at(folder, tr("this manifest is being fetched already"), hint=tr("Wait until it is done"))
        with hold_lock(project.files, folder.with_suffix(".lock"), refusal):
            fetcher = _ImageFetcher(request, project.files, folder, title, hosts, emit, should_stop, retry)
            fetcher.fetch(missing)
            report_skipped(fetcher.skipped, emit)
            origins = tuple(fetcher.origins)
            origin = ManifestOrigin(source, manifest.label, manifest.attribution, manifest.rights, origins)
            pages = _import(project, fetcher.pages, origin, emit, should_stop)
            project.files.remove_folder(folder)
    return replace(result, pages=pages, skipped=len(skipped) + len(fetcher.skipped))


def _read(request: FetchRequest, address: str | None, should_stop: ShouldStop, retry: RetryPolicy) -> bytes:
    """Return the manifest's document from its address or file."""
    if address is None:
        if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]+://", request.manifest):
            raise InputError.at(
                request.manifest, tr("this address cannot be used"), hint=tr("Give one of https or http")
            )
        return read_limited(Path(request.manifest), MAX_BYTES, tr("the manifest"))
    try:
        downloader = Downloader({host_of(address)}, should_stop, retry)
        return downloader.read(address, MAX_BYTES, _ACCEPT)
    except TransferError as error:
        hint = tr("Check the address and the connection") if error.is_transient or error.status else ""
        raise InputError.at(
            request.manifest, tr("the manifest cannot be fetched: {error}", error=error), hint=hint
        ) from error


def _choose(manifest: Manifest, request: FetchRequest) -> list[Canvas]:
    if request.max_side < 1:
        raise InputError.of("The longest side must have at least 1 pixel, not {max_side}.", max_side=request.max_side)
    if request.numbers is None:
        return list(manifest.canvases)
    if beyond := [number for number in request.numbers if number > manifest.canvas_count]:
        place = tr("image {number}", number=beyond[0])
        raise InputError.at(
            request.manifest,
            tr_plural("the manifest has {n} image", "the manifest has {n} images", manifest.canvas_count),
            place=place,
        )
    wanted = set(request.numbers)
    return [canvas for canvas in manifest.canvases if canvas.number in wanted]


class _ImageFetcher:
    """Downloads the images of canvases, one after the other, into one folder for each."""

    def __init__(
        self,
        request: FetchRequest,
        files: ProjectFiles,
        folder: Path,
        title: Path,
        hosts: Sequence[str],
        emit: Listener,
        should_stop: ShouldStop,
        retry: RetryPolicy,
    ) -> None:
        self._request, self._files, self._folder, self._title = request, files, folder, title
        self._emit, self._should_stop = emit, should_stop
        self._downloader = Downloader(hosts, should_stop, retry)
        self._bytes = 0
        self.pages: list[PageRecord] = []
        self.origins: list[CanvasImageOrigin] = []
        self.skipped: list[Skipped] = []

    def fetch(self, canvases: Sequence[Canvas]) -> None:
        """Fetch the images; what is on the disk from an earlier job is not fetched again."""
        failures = 0
        self._emit(Progress(JobPart.FETCHING, 0, len(canvases), bytes=0))
        for done, canvas in enumerate(canvases, start=1):
            try:
                if self._should_stop():
                    raise Stopped
                self._add(canvas)
                failures = 0
            except Stopped:
                raise Stopped.of(
                    "Stopped. {done} of {total} images are fetched; fetch again to go on from there.",
                    done=len(self.pages),
                    total=len(canvases),
                ) from None
            except TransferError as error:
                self.skipped.append(self._skipped(canvas, tr("it cannot be fetched: {error}", error=error)))
                failures = failures + 1 if error.is_transient else 0
                if failures >= min(_MAX_FAILURES, len(canvases)):
                    raise self._given_up(error, len(self.pages), len(canvases)) from error
            self._emit(Progress(JobPart.FETCHING, done, len(canvases), bytes=self._bytes))
        if not self.pages:
            reason = tr(
                "none of the {n_canvases} images can be used; the first reason: {reason}",
                n_canvases=len(canvases),
                reason=self.skipped[0].reason,
            )
            raise InputError.at(self._request.manifest, reason.rstrip("."))

    def _add(self, canvas: Canvas) -> None:
        addresses = canvas.requests(self._request.max_side)
        digest = hashlib.sha256("\n".join((canvas.id, *addresses)).encode("utf-8", "replace")).hexdigest()[:16]
        folder = self._folder / f"{canvas.number:05d}-{digest}"
        image, facts = self._kept(folder) or self._download(canvas, folder, addresses)
        area = canvas.area or (0, 0, canvas.width or facts.width, canvas.height or facts.height)
        self.pages.append(PageRecord(image, facts.width, facts.height))
        self.origins.append(CanvasImageOrigin(canvas.id, hash_file(image)[0], addresses[0], *area))

    def _kept(self, folder: Path) -> tuple[Path, ImageFacts] | None:
        """Return the image that an earlier job completed."""
        for name in self._files.names(folder):
            path = self._files.path(folder / name)
            if path.suffix in _SUFFIXES.values():
                try:
                    return path, check_image(path)
                except TransferError:
                    self._files.remove(path)
        return None

    def _download(self, canvas: Canvas, folder: Path, addresses: Sequence[str]) -> tuple[Path, ImageFacts]:
        part = folder / _PART
        facts: list[ImageFacts] = []
        with InputError.if_refused(folder, tr("the image cannot be stored")):
            self._files.make_folder(folder)
            for name in self._files.names(folder):
                self._files.path(folder / name)  # the downloader opens them itself
            self._downloader.save(
                addresses,
                part,
                self._request.max_image_bytes,
                lambda path: facts.append(check_image(path)),
                self._received,
            )
            image = folder / f"{_file_stem(canvas)}{facts[-1].suffix}"
            self._files.rename(part, image)
            sync_folder(folder)
        return image, facts[-1]

    def _received(self, count: int) -> None:
        self._bytes += count
        if self._bytes > self._request.max_total_bytes:
            limit = f"{self._request.max_total_bytes / 2**30:.3g} GB"
            hint = tr_hint("Fetch fewer images at a time with --pages", "Fetch fewer images at a time")
            raise InputError.at(self._request.manifest, tr("the images take more than {limit}", limit=limit), hint=hint)

    def _skipped(self, canvas: Canvas, reason: str) -> Skipped:
        template = tr_noop("image {number}, {label}") if canvas.label else tr_noop("image {number}")
        return Skipped(self._title, tr(template, number=canvas.number, label=canvas.label), reason)

    def _given_up(self, error: TransferError, done: int, total: int) -> InputError:
        problem = tr("{done} of {total} images are fetched, then {error}", done=done, total=total, error=error)
        hint = tr("They are kept: fetch again to go on from there")
        return InputError.at(self._request.manifest, problem, hint=hint)


def _import(
    project: Project, pages: Sequence[PageRecord], origin: ManifestOrigin, emit: Listener, should_stop: ShouldStop
) -> int:
    """Import the images as one edit, and remember what they are; return the number of new pages."""

    def report(done: int, total: int) -> None:
        if should_stop():
            raise Stopped.of("Stopped. The images are fetched; fetch again to import them.")
        emit(Progress(JobPart.IMPORTING, done, total))

    contents = SourceContents(pages=tuple(pages), formats=("iiif",))
    summary = import_contents(project, contents, progress=report, finish=lambda: remember_manifest(project, origin))
    if n_same := len(pages) - summary.pages:
        note = tr_plural(
            "{n} image is the same, pixel for pixel, as a page that the project has already.",
            "{n} images are the same, pixel for pixel, as pages that the project has already.",
            n_same,
        )
        emit(Note(note))
    return summary.pages


def _file_stem(canvas: Canvas) -> str:
    """Return a file name that every system accepts, made of the canvas's label: it becomes the page's name."""
    return portable_name(canvas.name.lstrip(" ")[:_MAX_NAME]) or f"image {canvas.number}"


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """Size in pixels, upright, and the suffix for a file of this kind."""

    width: int
    height: int
    suffix: str


def check_image(path: Path) -> ImageFacts:
    """Decode the file; raises TransferError if it is not an image, is incomplete, or is too large to be read."""
    from core.imaging.read import frame_sizes, is_pdf, open_frame, verify_pixels

    try:
        if is_pdf(path):
            raise TransferError(tr("the server sends a PDF, not an image"))
        width, height = frame_sizes(path)[0]
        with open_frame(path, 0) as image:
            suffix = _SUFFIXES.get(image.format or "", ".jpg")
        verify_pixels(path)
    except InputError as error:
        raise TransferError(error.about(path).rstrip(".")) from error
    return ImageFacts(width, height, suffix)
