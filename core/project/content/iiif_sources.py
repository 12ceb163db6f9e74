"""The IIIF manifests that pages were fetched from: which canvas an image shows, and whose it is.

Kept as one setting for each manifest. Images are known by their SHA-256, so that undoing and redoing an import, or
removing a page, needs nothing here.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from core.language import tr
from core.project.db.values import decode_json, report_as_damage, utc_now
from core.project.project import Project

_PREFIX = "iiif:"
_TEXTS = ("address", "label", "attribution", "rights")


@dataclass(frozen=True, slots=True)
class CanvasImageOrigin:
    """One fetched image: its canvas, and the part of the canvas that it covers, in the canvas's own units."""

    canvas: str
    sha256: str
    address: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ManifestOrigin:
    """One manifest: where it was read from, and what its holder says about the object."""

    address: str
    label: str
    attribution: str
    rights: str
    images: tuple[CanvasImageOrigin, ...] = ()


def remember_manifest(project: Project, manifest: ManifestOrigin) -> None:
    """Store a manifest with its images; images of it that were stored before stay."""
    key = _PREFIX + hashlib.sha256(manifest.address.encode("utf-8", "replace")).hexdigest()
    with project.transaction():
        before = _images(project.get_setting(key, {}))
        images = {(image.canvas, image.address): image for image in (*before, *manifest.images)}
        fields = {name: getattr(manifest, name) for name in _TEXTS}
        rows = [list(asdict(image).values()) for image in images.values()]
        project.set_setting(key, {**fields, "fetched_at": utc_now(), "images": rows})


def list_manifests(project: Project) -> list[ManifestOrigin]:
    """Return the manifests that pages of the project were fetched from."""
    found = []
    for value in project.column(f"SELECT value FROM setting WHERE key LIKE '{_PREFIX}%' ORDER BY key"):
        stored = decode_json(value, tr("IIIF sources"), dict)
        with report_as_damage(tr("IIIF sources")):
            address, label, attribution, rights = (str(stored[name]) for name in _TEXTS)
        found.append(ManifestOrigin(address, label, attribution, rights, _images(stored)))
    return found


def images_by_sha256(project: Project) -> dict[str, CanvasImageOrigin]:
    """Return what is known of the images that were fetched, by their SHA-256."""
    images: dict[str, CanvasImageOrigin] = {}
    for manifest in list_manifests(project):
        for image in manifest.images:
            images.setdefault(image.sha256, image)
    return images


def fetched_canvases(project: Project) -> set[str]:
    """Return the ids of the canvases whose images are pages of the project; of one without an id the address."""
    pages: set[str] = set(project.column("SELECT f.sha256 FROM page AS p JOIN file AS f ON f.id = p.file_id"))
    images: Iterable[CanvasImageOrigin] = (image for known in list_manifests(project) for image in known.images)
    return {image.canvas or image.address for image in images if image.sha256 in pages}


def _images(stored: dict[str, Any]) -> tuple[CanvasImageOrigin, ...]:
    with report_as_damage(tr("IIIF sources")):
        images = []
        for canvas, sha256, address, *area in stored.get("images", []):
            x, y, width, height = map(int, area)
            if width < 1 or height < 1:
                raise ValueError(area)
            images.append(CanvasImageOrigin(str(canvas), str(sha256), str(address), x, y, width, height))
        return tuple(images)
