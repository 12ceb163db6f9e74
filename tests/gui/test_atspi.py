"""The app over the bus that screen readers use on Linux (AT-SPI): its tree is read, and ten words are transcribed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("dbus_fast", reason="dbus-fast is not installed (it is for Linux only)")

from atspi_helpers import CHECKED, EDITABLE, Node, Reader, desktop, running_app, what_is_missing

from core.project.content.words import get_words, word_ids
from core.project.project import Project

pytestmark = pytest.mark.skipif(
    bool(what_is_missing()), reason=f"not installed: {what_is_missing()} (packaging/system-libraries.sh test)"
)

NAMED = {
    "push button",
    "button menu",
    "radio button",
    "check box",
    "text",
    "entry",
    "combo box",
    "spin button",
    "slider",
    "list",
    "list item",
    "table",
    "page tab",
    "page tab list",
    "frame",
    "dialog",
}
"""Roles of what a person uses, as AT-SPI names them."""
TEXTS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    with desktop(tmp_path / "home") as environment:
        yield environment


@pytest.fixture
def reader(environment: dict[str, str]) -> Iterator[Reader]:
    reader = Reader(environment["DBUS_SESSION_BUS_ADDRESS"])
    yield reader
    reader.close()


def test_ten_words_are_transcribed_through_the_interface_alone(
    project_folder: Path, environment: dict[str, str], reader: Reader
) -> None:
    with running_app(project_folder, environment) as process:
        reader.wait(lambda: reader.programs() and reader.children(reader.programs()[0]), "the app is not on the bus")
        program = reader.programs()[0]
        assert reader.name(program) == "Ductus"
        window = reader.children(program)[0]
        for view in ("Collection", "Page", "Review", "Train", "Search"):
            button = reader.find(window, "radio button", view)
            reader.act(button, "Press")
            reader.wait(lambda button=button: CHECKED in reader.states(button), f"{view} is not shown")
            assert nameless(reader, window) == [], view
            for node in reader.walk(window):
                reader.ask_everything(node)
            assert process.poll() is None, f"{view} does not survive the questions of a screen reader"
        transcribe_in_review(reader, window)
        transcribe_on_the_page(reader, window)
    with Project.open(project_folder, read_only=True) as project:
        texts = {word.text for word in get_words(project, word_ids(project, transcribed=True))}
    assert {*TEXTS, "lambda"} <= texts


def nameless(reader: Reader, window: Node) -> list[str]:
    """Return the controls on the screen that have no name."""
    return [
        f"{reader.role(node)} {node.path}"
        for node in reader.walk(window)
        if reader.role(node) in NAMED and not reader.name(node)
    ]


def transcribe_in_review(reader: Reader, window: Node) -> None:
    reader.act(reader.find(window, "radio button", "Review"), "Press")
    field = reader.find(window, "text", "Transcription of the word")
    reader.wait(lambda: reader.description(field), "no word is shown")
    assert EDITABLE in reader.states(field) and reader.focus(field)
    for text in TEXTS:
        shown = reader.description(field)
        assert reader.set_text(field, text) and reader.text(field) == text
        reader.act(reader.find(window, "push button", "Save as typed"), "Press")
        reader.wait(lambda shown=shown: reader.text(field) == "" and reader.description(field) != shown, "no next word")
        reader.wait(lambda text=text: f"Saved: {text}" in reader.announced, f"“{text}” was not announced")


def transcribe_on_the_page(reader: Reader, window: Node) -> None:
    reader.act(reader.find(window, "radio button", "Page"), "Press")
    page = reader.find(window, "list", "The page and its words")
    words = [child for child in reader.children(page) if reader.role(child) == "list item"]
    names = [reader.name(word) for word in words]
    for each in words[:3]:
        reader.ask_everything(each)
        reader.act(each, "SetFocus")
    assert set(TEXTS) & set(names) and all(reader.description(word) for word in words)
    typed = next(word for word in words if reader.name(word) in TEXTS)
    assert reader.description(typed) == "transcribed by a person"
    first, second = [word for word in words if reader.name(word) not in TEXTS][:2]
    reader.act(first, "Press")
    field = reader.find(page, "text", "Transcription of the word")
    assert reader.set_text(field, "lambda")
    reader.act(second, "Press")  # going on saves
    reader.wait(lambda: "Saved: lambda" in reader.announced, "the word on the page was not saved")
    assert reader.name(first) == "lambda"
