"""A translated guide has every page, with the sections, links, keys and commands of the English one, and names what the
translated app shows."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from guide_texts import screen_texts
from translation_helpers import catalogue

from app.shell.guide.guide_pages import FOLDER
from app.text import translations
from core.formats import registry

PAGES = sorted(path.name for path in FOLDER.glob("*.md"))
LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/index.md"))
KEYS = {
    "de": {
        "Strg": "Ctrl",
        "Umschalt": "Shift",
        "Eingabe": "Enter",
        "Entf": "Del",
        "Leertaste": "Space",
        "Bild auf": "PgUp",
        "Bild ab": "PgDown",
        "Links": "Left",
        "Rechts": "Right",
        "Auf": "Up",
        "Ab": "Down",
    },
    "fr": {
        "Maj": "Shift",
        "Entrée": "Enter",
        "Échap": "Esc",
        "Suppr": "Del",
        "Espace": "Space",
        "Page préc": "PgUp",
        "Page suiv": "PgDown",
        "Gauche": "Left",
        "Droite": "Right",
        "Haut": "Up",
        "Bas": "Down",
        "NOM.png": "NAME.png",
        "NOM.gt.txt": "NAME.gt.txt",
    },
}
"""The names that a guide has for keys, by language."""
MENU = {"de": "Menü", "fr": "Menu"}
"""The name in a guide of the button with the name of the project."""
LONGEST_LINE = 120
_PLACEHOLDER = re.compile(r"(\{\d*\}|%L?n)")

languages = pytest.mark.parametrize("language", sorted(set(LANGUAGES) & set(KEYS)))
pages = pytest.mark.parametrize("name", PAGES)


def both(language: str, name: str) -> tuple[str, str]:
    """Return the English and the translated page."""
    return (FOLDER / name).read_text(encoding="utf-8"), (FOLDER / language / name).read_text(encoding="utf-8")


def links(page: str) -> list[str]:
    """Return the files to which links lead, without headings."""
    return [link for link in (target.partition("#")[0] for target in re.findall(r"\]\(([^)]+)\)", page)) if link]


def code(page: str, names: dict[str, str]) -> Counter[str]:
    """Return what stands in backticks, with keys under their English names."""
    found = (" ".join(text.split()) for text in re.findall(r"`([^`]+)`", page))
    return Counter("+".join(names.get(part, part) for part in text.split("+")) for text in found)


@cache
def patterns(language: str) -> tuple[re.Pattern[str], ...]:
    """Return patterns of the translated texts, as :func:`guide_texts.app_patterns` does of the English ones."""
    file = translations.FOLDER / f"ductus_{language}.ts"
    texts = set()
    for message in ElementTree.parse(file).iter("message"):
        element = message.find("translation")
        assert element is not None
        texts |= {form.text or "" for form in element.iter("numerusform")} or {element.text or ""}
    for row in registry.writers().values():
        texts |= {catalogue(language)[text][0] for text in (row.label, row.description)}
    texts = {" ".join(text.split()) for text in texts}  # as the guide is read; French has other spaces
    texts |= {re.split(r" ?[:.]\s", text)[0] for text in texts}
    return tuple(
        re.compile(_as_pattern(text)) for text in texts if re.search(r"[^\W\d]{3}", _PLACEHOLDER.sub("", text))
    )


def _as_pattern(text: str) -> str:
    parts = _PLACEHOLDER.split(text.replace("&", ""))
    return "".join(".+" if _PLACEHOLDER.fullmatch(part) else re.escape(part) for part in parts)


@languages
def test_every_page_is_translated(language: str) -> None:
    assert sorted(path.name for path in (FOLDER / language).glob("*.md")) == PAGES


@languages
@pages
def test_page_has_the_parts_of_the_english_one(language: str, name: str) -> None:
    english, translated = both(language, name)
    for part in (r"^#+ ", r"^\|", r"^ *(?:-|\d+\.) ", r"\*\*"):
        assert len(re.findall(part, translated, re.MULTILINE)) == len(re.findall(part, english, re.MULTILINE)), part
    assert code(translated, KEYS[language]) == code(english, {})
    assert all(len(line) <= LONGEST_LINE for line in translated.splitlines() if not line.startswith("|"))


@languages
@pages
def test_links_lead_to_the_same_files(language: str, name: str) -> None:
    english, translated = both(language, name)
    targets = [
        [(folder / link).resolve() for link in links(page)]
        for folder, page in ((FOLDER, english), (FOLDER / language, translated))
    ]
    same = [FOLDER / language / file.name if file.parent == FOLDER else file for file in targets[0]]
    assert targets[1] == same and all(Path(file).exists() for file in same)


@languages
def test_texts_in_italics_stand_on_the_translated_screen(language: str) -> None:
    named = screen_texts(FOLDER / language)
    assert Counter(mention.page for mention in named) == Counter(mention.page for mention in screen_texts(FOLDER))
    parts = {(mention.page, part) for mention in named for part in mention.text.split(" > ")} - {
        (page, MENU[language]) for page in PAGES
    }
    shown = patterns(language)
    assert [part for part in sorted(parts) if not any(pattern.fullmatch(part[1]) for pattern in shown)] == []
    assert not any(pattern.fullmatch("No such button anywhere") for pattern in shown)
