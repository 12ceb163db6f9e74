"""The image of an IIIF canvas: where it is, and the addresses to request it from, in order of preference."""

import re
from dataclasses import dataclass

from core.formats.iiif_json import Node, as_list, id_of, nodes, size_of, strings, type_of, web_address

_LEVEL = re.compile(r"level([012])\b")
_REGION = re.compile(r"(?:pct:)?\d{1,9}(?:\.\d{1,6})?(?:,\d{1,9}(?:\.\d{1,6})?){3}|square")
_ROTATION = re.compile(r"!?(?:0|90|180|270)")
_VERSION_MARKS = {
    3: ("ImageService3", "iiif.io/api/image/3"),
    2: ("ImageService2", "iiif.io/api/image/2"),
    1: ("ImageService1", "iiif.io/api/image/1", "image-api/1", "image-api/compliance"),
}
"""Parts of the types, contexts and profiles of a service, by the version of the Image API."""
_MAX_SIZES = 100


@dataclass(frozen=True, slots=True)
class ImageService:
    """An Image API service; ``level`` of conformance 0 to 2, ``width`` and ``height`` 0 where they are missing."""

    address: str
    version: int
    level: int
    width: int = 0
    height: int = 0
    sizes: tuple[tuple[int, int], ...] = ()
    """The sizes that a service of level 0 offers."""


@dataclass(frozen=True, slots=True)
class CanvasImage:
    """The image painted on a canvas: a plain ``address``, a ``service``, or both."""

    address: str | None
    service: ImageService | None
    width: int = 0
    height: int = 0
    region: str = "full"
    rotation: str = "0"

    def requests(self, max_side: int, canvas_size: tuple[int, int] = (0, 0)) -> tuple[str, ...]:
        """Return the addresses to try one after the other: the service's largest size, then simpler ones.

        An image known to be longer or wider than ``max_side`` is requested within a square of ``max_side``, first.
        The size is that of the service, else of the image, else of the canvas.
        """
        service = self.service
        if service is None:
            return (self.address,) if self.address else ()
        width, height = next(
            (size for size in ((service.width, service.height), (self.width, self.height), canvas_size) if all(size)),
            (0, 0),
        )
        sizes: list[str] = []
        if max(width, height) > max_side and self.region == "full":
            sizes += _bounded_sizes(service, width, height, max_side)
        # "max" came with 2.1, and a manifest does not distinguish 2.0 from 2.1
        sizes += {1: ["full"], 2: ["max", "full"]}.get(service.version, ["max"])
        quality = "native" if service.version == 1 else "default"
        found = [f"{service.address}/{self.region}/{size}/{self.rotation}/{quality}.jpg" for size in sizes]
        if self.address and self.region == "full" and self.rotation == "0":
            found.append(self.address)
        return tuple(dict.fromkeys(found))


def image_of(body: Node) -> CanvasImage | None:
    """Return the image of an annotation's body or resource, with the part of it that is shown.

    Of a choice the default is taken. None if it is not an image, or has no address of http or https.
    """
    kind = type_of(body)
    if kind == "Choice":
        options = nodes(body.get("default")) + nodes(body.get("item")) + nodes(body.get("items"))
        return next((found for found in map(_image_of_part, options) if found), None)
    return _image_of_part(body)


def service_of(node: Node) -> ImageService | None:
    """Return the first Image API service among the services of an image; others (search, login) are passed over."""
    for service in nodes(node.get("service")) + nodes(node.get("services")):
        marks = [type_of(service), *strings(service.get("@context")), *strings(service.get("profile"))]
        marks += strings(service.get("protocol"))
        version = next((n for n, known in _VERSION_MARKS.items() if any(k in m for m in marks for k in known)), None)
        if version is None:
            if not any("iiif.io/api/image" in mark for mark in marks):
                continue
            version = 2
        address = web_address(id_of(service))
        if address is None:
            continue
        levels = [match[1] for mark in marks if (match := _LEVEL.search(mark))]
        pairs = [(size_of(s.get("width")), size_of(s.get("height"))) for s in nodes(service.get("sizes"))[:_MAX_SIZES]]
        return ImageService(
            address.removesuffix("/info.json").rstrip("/"),
            version,
            int(levels[0]) if levels else 2,
            size_of(service.get("width")),
            size_of(service.get("height")),
            tuple(pair for pair in pairs if all(pair)),
        )
    return None


def _image_of_part(body: Node) -> CanvasImage | None:
    """Return the image of a resource, or of a part of one (``SpecificResource``)."""
    region, rotation = "full", "0"
    if type_of(body) == "SpecificResource":
        for selector in nodes(body.get("selector")):
            region = _matching(_REGION, selector.get("region")) or region
            rotation = _matching(_ROTATION, selector.get("rotation")) or rotation
        inner = as_list(body.get("full", body.get("source")))
        body = (
            inner[0] if inner and isinstance(inner[0], dict) else {"id": inner[0] if inner else None, "type": "Image"}
        )
    if type_of(body) not in ("Image", "StillImage", ""):
        return None
    address, service = web_address(id_of(body)), service_of(body)
    if address is None and service is None:
        return None
    if service is None and (region, rotation) != ("full", "0"):
        return None  # nobody cuts or turns it for us
    return CanvasImage(address, service, size_of(body.get("width")), size_of(body.get("height")), region, rotation)


def _bounded_sizes(service: ImageService, width: int, height: int, side: int) -> list[str]:
    """Return the size parameters for an image within a square: what servers of different versions understand."""
    if service.level == 0:
        fitting = [size for size in service.sizes if max(size) <= side]
        if not fitting:
            return []
        width, height = max(fitting)
        return [f"{width},{height}", f"{width},"] if service.version > 2 else [f"{width},", f"{width},{height}"]
    scale = side / max(width, height)
    width, height = max(1, int(width * scale)), max(1, int(height * scale))
    confined = f"!{side},{side}"
    return [confined, f"{width},{height}"] if service.version > 2 else [confined, f"{width},"]


def _matching(pattern: re.Pattern[str], value: object) -> str | None:
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    return text if pattern.fullmatch(text) else None
