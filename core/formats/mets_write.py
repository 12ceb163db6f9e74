"""Writing a METS file that lists the images and transcriptions of pages, as Transkribus and eScriptorium export it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from lxml import etree

import core
from core.formats.registry import ArchiveFolder

_METS, _XLINK = "http://www.loc.gov/METS/", "http://www.w3.org/1999/xlink"

_MEDIA_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".bmp": "image/bmp",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".jp2": "image/jp2",
    ".pdf": "application/pdf",
}
_IMAGES = "IMG"


@dataclass(frozen=True, slots=True)
class MetsPage:
    """One page: paths of its image and its transcription below the folder of the METS, with ``/``."""

    image: str
    transcription: str


def mets_document(pages: Sequence[MetsPage], place: ArchiveFolder) -> bytes:
    """Return the METS of pages with transcriptions in the folder ``place``, which names their group."""
    root = etree.Element(_name("mets"), nsmap={"mets": _METS, "xlink": _XLINK})
    header = _add(root, "metsHdr", CREATEDATE=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    agent = _add(header, "agent", ROLE="CREATOR", TYPE="OTHER", OTHERTYPE="SOFTWARE")
    _add(agent, "name").text = f"ductus {core.__version__}"
    section = _add(root, "fileSec")
    image_ids = {path: f"{_IMAGES}_{n:05}" for n, path in enumerate(dict.fromkeys(p.image for p in pages), start=1)}
    images = _add(section, "fileGrp", USE=_IMAGES)
    for path, id in image_ids.items():
        suffix = path[path.rfind(".") :].lower()
        _add_file(images, id, path, _MEDIA_TYPES.get(suffix, "application/octet-stream"))
    group = place.name.upper()
    texts = _add(section, "fileGrp", USE=group)
    structure = _add(root, "structMap", TYPE="PHYSICAL")
    sequence = _add(structure, "div", TYPE="physSequence")
    for number, page in enumerate(pages, start=1):
        id = f"{group}_{number:05}"
        _add_file(texts, id, page.transcription, place.media_type)
        division = _add(sequence, "div", TYPE="page", ID=f"PHYS_{number:05}", ORDER=str(number))
        _add(division, "fptr", FILEID=image_ids[page.image])
        _add(division, "fptr", FILEID=id)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True)


def _add_file(group: Any, id: str, path: str, media_type: str) -> None:
    file = _add(group, "file", ID=id, MIMETYPE=media_type)
    location = _add(file, "FLocat", LOCTYPE="OTHER", OTHERLOCTYPE="FILE")
    location.set(f"{{{_XLINK}}}href", path)


def _add(parent: Any, name: str, **attributes: str) -> Any:
    return etree.SubElement(parent, _name(name), attributes)


def _name(name: str) -> str:
    return f"{{{_METS}}}{name}"
