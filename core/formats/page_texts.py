"""Plain texts of whole pages: ``NAME.txt`` with ``NAME.jpg`` gives the page one region with that text and no lines."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import InputError
from core.formats.files import read_utf8
from core.formats.line_images import is_line_text
from core.formats.records import PageRecord, RegionRecord, Skipped
from core.language import tr
from core.system.files import is_link, name_key

TEXT_SUFFIX = ".txt"
MAX_BYTES = 4 * 1024 * 1024


def is_page_text(path: Path) -> bool:
    """Return whether the name of a file may be that of the text of a page."""
    return path.suffix.lower() == TEXT_SUFFIX and not is_line_text(path)


def add_page_texts(pages: Sequence[PageRecord], given: Iterable[Path] = ()) -> tuple[list[PageRecord], list[Skipped]]:
    """Return scans with the texts ``given`` with them or lying beside them, and what could not be used.

    A text belongs to the image of the same name; an image with several pages gets none, since it is not known which
    part of the text is on which.
    """
    texts = {name_key(path.stem): path for path in given}
    frames = Counter(page.image for page in pages)
    found: list[PageRecord] = []
    skipped: list[Skipped] = []
    for page in pages:
        text = texts.get(name_key(page.image.stem)) or _beside(page.image)
        if text is None:
            found.append(page)
        elif frames[page.image] > 1:
            found.append(page)
            if page.frame == 0:
                reason = tr(
                    "its image {image} has several pages; use one text and one image for each page",
                    image=page.image.name,
                )
                skipped.append(Skipped(text, "", reason))
        else:
            try:
                found.append(_with_text(page, text))
            except InputError as error:
                found.append(page)
                skipped.append(Skipped.from_error(text, "", error))
    return found, skipped


def _beside(image: Path) -> Path | None:
    text = image.with_suffix(TEXT_SUFFIX)
    return text if text.is_file() and not is_link(text) else None


def _with_text(page: PageRecord, path: Path) -> PageRecord:
    text = read_utf8(path, MAX_BYTES).strip()
    if not text:
        return page
    region = RegionRecord((0, 0, page.width, page.height), text=text)
    return replace(page, regions=(region,), source=path)
