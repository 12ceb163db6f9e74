"""The words of a page as a IIIF Presentation 3 AnnotationPage, with one W3C annotation for each word and line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from core.disk import write_atomically
from core.formats.records import LineRecord, PageRecord, TextOrigin, WordRecord, line_text, lines_in_order
from core.geometry import Box, union

CONTEXTS = (
    "http://iiif.io/api/extension/text-granularity/context.json",
    "http://iiif.io/api/presentation/3/context.json",
)
CONFORMS_TO = "http://www.w3.org/TR/media-frags/"
ORIGIN, CONFIDENCE = "urn:ductus:origin", "urn:ductus:confidence"
"""Properties of an annotation of a word. JSON-LD keeps full names that no context explains."""


@dataclass(frozen=True, slots=True)
class CanvasTarget:
    """The canvas that annotations refer to, and where on it the page's image lies, in the canvas's units."""

    canvas: str
    area: tuple[int, int, int, int]

    @classmethod
    def of_image(cls, sha256: str, page: PageRecord) -> CanvasTarget:
        """Return the target for an image that is of no known canvas: a name made of its hash, in pixels."""
        name = f"urn:sha256:{sha256}" + (f":page:{page.frame + 1}" if page.frame else "")
        return cls(name, (0, 0, page.width, page.height))

    def selects(self, box: Box, page: PageRecord) -> str | dict[str, Any]:
        """Return the target of an annotation of ``box``, which is in pixels of the page's image."""
        left, top, width, height = self.area
        across, down = width / page.width, height / page.height
        x0, y0 = left + round(box[0] * across), top + round(box[1] * down)
        x1, y1 = left + round((box[0] + box[2]) * across), top + round((box[1] + box[3]) * down)
        region = f"xywh={x0},{y0},{max(1, x1 - x0)},{max(1, y1 - y0)}"
        if "#" not in self.canvas:
            return f"{self.canvas}#{region}"
        selector = {"type": "FragmentSelector", "conformsTo": CONFORMS_TO, "value": region}
        return {"type": "SpecificResource", "source": self.canvas, "selector": selector}


def annotation_page(page: PageRecord, target: CanvasTarget, label: str) -> dict[str, Any]:
    """Return the AnnotationPage: for each line one annotation, followed by those of its words, in reading order.

    Words without text are left out, and so is the text of a line of which only some words have one. Regions follow
    whose text is not divided into lines.
    """
    key = uuid5(NAMESPACE_URL, f"{target.canvas} {target.area}")
    annotations = []
    word_number = 0
    for line, words in lines_in_order(page):
        annotations += _line(key, page, target, line, words)
        for word in words:
            word_number += 1  # counts words without text too, so that ids stay when these get one
            if word.text:
                place = target.selects(word.box, page)
                annotations.append(_annotation(key, f"word {word_number}", "word", word.text, place, [word]))
    for number, region in enumerate(page.regions):
        if region.text:
            name = f"region {number}"
            annotations.append(_annotation(key, name, "block", region.text, target.selects(region.box, page), []))
    return {
        "@context": list(CONTEXTS),
        "id": key.urn,
        "type": "AnnotationPage",
        "label": {"en": [f"{label}: {_content(page.words)}"]},
        "items": annotations,
    }


def write_annotation_page(page: PageRecord, target: CanvasTarget, label: str, out: Path) -> None:
    """Write :func:`annotation_page` as UTF-8 JSON, one annotation a line. Raises InputError if it cannot be written."""
    document = annotation_page(page, target, label)
    items = document.pop("items")
    head = json.dumps(document, ensure_ascii=False, indent=1).removesuffix("\n}")
    rows = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    write_atomically(out, f'{head},\n "items": [\n{rows}\n ]\n}}\n'.encode())


def _line(
    key: UUID, page: PageRecord, target: CanvasTarget, line: LineRecord, words: Sequence[WordRecord]
) -> list[dict[str, Any]]:
    text = line_text(line, words)
    if not text or any(not word.text for word in words):
        return []
    box = union([word.box for word in words]) if words else line.box
    name = f"line {line.number}"
    return [_annotation(key, name, "line", text, target.selects(box, page), words)]


def _annotation(
    key: UUID, name: str, granularity: str, text: str, target: str | dict[str, Any], words: Sequence[WordRecord]
) -> dict[str, Any]:
    return {
        "id": uuid5(key, name).urn,
        "type": "Annotation",
        "motivation": "supplementing",
        "textGranularity": granularity,
        **_who([word.origin for word in words]),
        "body": {"type": "TextualBody", "value": text, "format": "text/plain"},
        "target": target,
    }


def _who(origins: Sequence[TextOrigin | None]) -> dict[str, Any]:
    """Return the source of the text of a word or line: of a line with a suggestion all of it counts as suggested."""
    known = [origin for origin in origins if origin is not None]
    if not known:
        return {}
    suggested = [origin for origin in known if origin.is_suggested]
    kinds = {origin.kind for origin in suggested or known}
    models = dict.fromkeys(origin.model for origin in suggested or known if origin.model)
    people = [{"type": "Person"}] if kinds & {"typed", "accepted"} else []
    creators: list[dict[str, str]] = [*people, *({"type": "Software", "name": name} for name in models)]
    who: dict[str, Any] = {"creator": creators[0] if len(creators) == 1 else creators} if creators else {}
    if len(kinds) == 1:
        who[ORIGIN] = kinds.pop()
    confidences = [origin.confidence for origin in suggested or known if origin.confidence is not None]
    if len(known) == 1 and confidences:
        who[CONFIDENCE] = round(confidences[0], 4)
    return who


def _content(words: Iterable[WordRecord]) -> str:
    """Return what the page holds, for its label: a summary is not among the properties of an AnnotationPage."""
    origins = [word.origin for word in words if word.text and word.origin is not None and word.origin.is_suggested]
    if not origins:
        return "transcriptions"
    models = ", ".join(sorted({origin.model for origin in origins if origin and origin.model}))
    of_model = f" of the model {models}" if models else ""
    return f"transcriptions, and {len(origins)} suggestions{of_model} that no person has checked"
