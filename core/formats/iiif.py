"""IIIF Presentation manifests, versions 2 and 3: the canvases with their images, and whose they are.

Nothing is fetched here: the parser returns addresses.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.errors import InputError, sanitise
from core.formats.iiif_image import CanvasImage, image_of
from core.formats.iiif_json import Node, as_list, id_of, nodes, parse, size_of, strings, text_of, type_of, web_address
from core.language import tr, tr_noop, tr_plural

MAX_CANVASES = 20_000

_MAX_LABEL, _MAX_STATEMENT = 200, 2000
"""Characters of a canvas's label, and of the statements about the object."""
_MAX_ID = 2000
_MAX_NESTING = 4
"""Levels of sequences inside sequences."""
_FRAGMENT = re.compile(r"#xywh=(?:pixel:)?(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})\Z")


@dataclass(frozen=True, slots=True)
class Canvas:
    """One canvas with an image; ``number`` counts all canvases of the manifest from 1.

    ``width`` and ``height`` are 0 where the manifest does not give them; ``area`` is where on the canvas the image
    lies, None for all of it.
    """

    number: int
    id: str
    label: str
    width: int
    height: int
    image: CanvasImage
    area: tuple[int, int, int, int] | None = None

    def requests(self, max_side: int) -> tuple[str, ...]:
        """Return the addresses to request the image from, in order of preference."""
        return self.image.requests(max_side, (self.width, self.height))

    @property
    def name(self) -> str:
        """The label, or the number where there is none."""
        return self.label or f"image {self.number}"


@dataclass(frozen=True, slots=True)
class SkippedCanvas:
    """A canvas, or a part of one, that cannot be fetched: its place in the manifest and the reason."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """One object: its canvases in order, and what its holder says about it."""

    label: str
    attribution: str
    rights: str
    canvases: tuple[Canvas, ...]
    skipped: tuple[SkippedCanvas, ...]
    canvas_count: int
    """Number of all canvases, also of those without a usable image."""


def read_manifest(data: bytes, source: str) -> Manifest:
    """Read a manifest of version 2 or 3; ``source`` names it in errors.

    Canvases without a usable image are listed in ``skipped``. Raises InputError if this is not a manifest,
    if it is empty, if it exceeds the limits, or if no canvas has an image.
    """
    root = parse(data, source)
    _check_kind(root, source)
    found, n_named = _canvas_nodes(root)
    if not found:
        raise InputError.at(source, tr("the manifest is empty: it lists no images"))
    if len(found) > MAX_CANVASES:
        raise InputError.at(source, tr("the manifest has more than {max_canvases:,} images", max_canvases=MAX_CANVASES))
    canvases: list[Canvas] = []
    skipped: list[SkippedCanvas] = []
    for number, node in enumerate(found, start=1):
        canvas, reason = _read_canvas(node, number)
        if canvas is not None:
            canvases.append(canvas)
        if reason:
            label = text_of(node.get("label"), _MAX_LABEL)
            template = tr_noop("image {number}, {label}") if label else tr_noop("image {number}")
            skipped.append(SkippedCanvas(tr(template, number=number, label=label), reason))
    if n_named:
        reason = tr("the manifest names them, but does not hold their images")
        skipped.append(SkippedCanvas(tr_plural("{n} more sequence", "{n} more sequences", n_named), reason))
    if not canvases:
        problem = tr("no image of the manifest can be fetched; the first reason: {reason}", reason=skipped[0].reason)
        raise InputError.at(source, problem)
    return Manifest(
        label=text_of(root.get("label"), _MAX_STATEMENT),
        attribution=_attribution(root),
        rights=" ".join(_storable(text) for text in strings(root.get("rights", root.get("license"))))[:_MAX_STATEMENT],
        canvases=tuple(canvases),
        skipped=tuple(skipped),
        canvas_count=len(found),
    )


def _check_kind(root: Node, source: str) -> None:
    kind = type_of(root)
    if kind == "Collection":
        members = nodes(root.get("items")) + nodes(root.get("manifests")) + nodes(root.get("members"))
        address = next((found for found in (web_address(id_of(member)) for member in members) if found), None)
        problem = tr_plural(
            "this is a collection of {n} manifest, not one manifest",
            "this is a collection of {n} manifests, not one manifest",
            len(members),
        )
        raise InputError.at(
            source,
            problem,
            hint=tr("Fetch one of them, such as {address}", address=sanitise(address, 300)) if address else "",
        )
    if str(root.get("protocol", "")).endswith("iiif.io/api/image") or kind.startswith("ImageService"):
        raise InputError.at(
            source, tr("this describes one image, not an object"), hint=tr("Give the address of the manifest")
        )
    if kind != "Manifest" and (kind or not any(key in root for key in ("items", "sequences", "canvases"))):
        of_kind = tr("this JSON is not an IIIF manifest: it is of type '{kind}'", kind=sanitise(kind, 60))
        raise InputError.at(source, of_kind if kind else tr("this JSON is not an IIIF manifest"))


def _canvas_nodes(root: Node) -> tuple[list[Node], int]:
    """Return the canvases of all sequences, each once, and the number of sequences that are only named.

    Sequences are often other orders of the same canvases.
    """
    level = [root]
    for _ in range(_MAX_NESTING):
        inner: list[Node] = []
        found: dict[str | int, Node] = {}
        n_named = 0
        for node in level:
            children = nodes(node.get("items")) + nodes(node.get("sequences")) + nodes(node.get("canvases"))
            canvases = [child for child in children if type_of(child) == "Canvas" or _looks_like_canvas(child)]
            for canvas in canvases:
                found.setdefault(id_of(canvas) or id(canvas), canvas)
            n_named += not children and type_of(node) == "Sequence" and "canvases" not in node
            inner += children
        if found:
            return list(found.values()), n_named
        level = inner
    return [], 0


def _looks_like_canvas(node: Node) -> bool:
    return not type_of(node) and ("images" in node or ("items" in node and "height" in node))


def _read_canvas(node: Node, number: int) -> tuple[Canvas | None, str | None]:
    """Return the canvas with its first image, and what is left out of it."""
    annotations = [item for page in nodes(node.get("items")) for item in nodes(page.get("items"))]
    annotations += nodes(node.get("images"))
    painted = [item for item in annotations if _is_painting(item)]
    images = [
        (image, _area(annotation))
        for annotation in painted
        for body in nodes(annotation.get("body", annotation.get("resource")))
        if (image := image_of(body)) is not None
    ]
    if not images:
        if not painted:
            return None, tr("it has no image in the manifest")
        return None, tr("it has no image with an address of http or https")
    image, area = images[0]
    canvas = Canvas(
        number,
        _canvas_id(node),
        text_of(node.get("label"), _MAX_LABEL),
        size_of(node.get("width")),
        size_of(node.get("height")),
        image,
        area,
    )
    if len(images) == 1:
        return canvas, None
    return canvas, tr("only the first of its {n_images} images is used", n_images=len(images))


def _is_painting(annotation: Node) -> bool:
    motivations = list(strings(annotation.get("motivation")))
    return not motivations or any(text.endswith("painting") for text in motivations)


def _canvas_id(node: Node) -> str:
    """Return the id of a canvas; "" if it is not an absolute URI, which an annotation could not refer to."""
    found = id_of(node).strip()
    if not found or len(found) > _MAX_ID or _storable(found) != found or any(c.isspace() for c in found):
        return ""
    try:
        return found if urlsplit(found).scheme else ""
    except ValueError:
        return ""


def _area(annotation: Node) -> tuple[int, int, int, int] | None:
    """Return the part of the canvas that an annotation is painted on, None for all of it."""
    targets = as_list(annotation.get("target", annotation.get("on")))
    fragments = [target for target in targets if isinstance(target, str)]
    for target in nodes(targets):
        fragments += [f"#{text}" for node in nodes(target.get("selector")) for text in strings(node.get("value"))]
    for fragment in fragments:
        if match := _FRAGMENT.search(fragment):
            x, y, width, height = map(int, match.groups())
            return (x, y, width, height) if width and height else None
    return None


def _attribution(root: Node) -> str:
    """Return the statement that the holder requires to be shown, else the holder's name."""
    for statement in nodes(root.get("requiredStatement")):
        if text := text_of(statement.get("value"), _MAX_STATEMENT):
            return text
    if text := text_of(root.get("attribution"), _MAX_STATEMENT):
        return text
    names = (text_of(agent.get("label"), _MAX_STATEMENT) for agent in nodes(root.get("provider")))
    return "; ".join(name for name in names if name)[:_MAX_STATEMENT]


def _storable(text: str) -> str:
    return "".join(char for char in text if char.isprintable()).encode("utf-8", "replace").decode()
